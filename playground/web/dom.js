/**
 * Making elements. Text always becomes text nodes: there is no way here to turn a string into markup.
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Object<string, any>|null} [props] `class`, `data` (dataset), `on` (listeners), `style` (CSSOM, which a strict CSP
 *   allows), else attributes; `false`, `null` and `undefined` leave an attribute out, `true` sets it empty.
 * @param {...(Node|string|number|null|undefined|false|Array<any>)} children
 * @returns {any} the element
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "class") element.className = value;
    else if (key === "data") for (const [name, item] of Object.entries(value)) { if (item !== undefined && item !== null) element.dataset[name] = String(item); }
    else if (key === "on") for (const [name, listener] of Object.entries(value)) element.addEventListener(name, /** @type {any} */ (listener));
    else if (key === "style") for (const [name, item] of Object.entries(value)) element.style.setProperty(name, String(item));
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

/** @param {Node} parent @param {any[]} children */
function append(parent, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(parent, child);
    else parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

const PATHS = {
  menu: "M3 6h18v2H3zM3 11h18v2H3zM3 16h18v2H3z",
  people: "M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm0 2c-4 0-7 2-7 5v2h14v-2c0-3-3-5-7-5zm8-2a3 3 0 1 0 0-6v6zm0 2v7h5v-2c0-3-2-4.6-5-5z",
  theme: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 2v14a7 7 0 0 1 0-14z",
  send: "M3 4l19 8-19 8 3-7 8-1-8-1z",
  close: "M5 6.4L6.4 5 12 10.6 17.6 5 19 6.4 13.4 12 19 17.6 17.6 19 12 13.4 6.4 19 5 17.6 10.6 12z",
  chevron: "M6 9l6 6 6-6-1.4-1.4L12 12.2 7.4 7.6z",
  check: "M9 16.2L4.8 12l-1.4 1.4L9 19 21 7l-1.4-1.4z",
  eye: "M12 5C6 5 2 12 2 12s4 7 10 7 10-7 10-7-4-7-10-7zm0 11a4 4 0 1 1 0-8 4 4 0 0 1 0 8z",
  file: "M6 2h8l5 5v15H6zM13 3.5V8h4.5z",
  link: "M14 4h6v6h-2V7.4l-8.3 8.3-1.4-1.4L16.6 6H14zM5 6h6v2H7v9h9v-4h2v6H5z",
  plus: "M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z",
  down: "M11 4h2v12l5-5 1.4 1.4L12 20l-7.4-7.6L6 11l5 5z",
};

/** A drawn sign, hidden from readers. @param {keyof typeof PATHS} name */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "icon");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  path.setAttribute("fill", "currentColor");
  svg.appendChild(path);
  return svg;
}

/** An element of index.html. @param {string} id @returns {any} */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element #${id}`);
  return element;
}

/**
 * Where the keyboard goes back to. Messages are drawn anew at any time, so an element that is gone is looked for by its names.
 * @param {HTMLElement|null} element @returns {() => void}
 */
export function wayBack(element) {
  const message = element?.closest("[data-message-id]")?.getAttribute("data-message-id");
  const custom = element?.dataset.customId;
  return () => {
    const again = element?.isConnected ? element : message && custom
      ? /** @type {HTMLElement|null} */ (document.querySelector(`[data-message-id="${CSS.escape(message)}"] [data-custom-id="${CSS.escape(custom)}"]`)) : null;
    (again ?? byId("composer")).focus({ preventScroll: true });
  };
}
