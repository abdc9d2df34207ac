/**
 * Message components: classic rows, and Components V2.
 */
import { h, icon } from "./dom.js";
import { cssColour } from "./embed.js";
import { emojiView } from "./emoji.js";
import { safeUrl } from "./markdown.js";
import { markdown } from "./markdown_view.js";
import { fileCard, picture } from "./media.js";
import { chosenOf, optionsOf, selectBox } from "./select.js";
import { KIND } from "./shapes.js";

/**
 * What a message's drawing needs from the rest of the page.
 * @typedef {{store: import("./store.js").Store, names: import("./markdown_view.js").Names,
 *   act: (message: import("./shapes.js").Message, component: import("./shapes.js").Component, values: string[]) => void}} View
 */
/** @typedef {import("./shapes.js").Component} Component */
/** @typedef {import("./shapes.js").Message} Message */

const BUTTON_STYLES = ["", "primary", "secondary", "success", "danger", "link", "secondary"];

/** @param {Component[]} list @param {Message} message @param {View} view @returns {Node[]} */
export function components(list, message, view) {
  return list.map((component) => draw(component, message, view)).filter((node) => node !== null);
}

/** @param {Component} component @param {Message} message @param {View} view @returns {HTMLElement|null} */
function draw(component, message, view) {
  const files = message.attachments ?? [];
  switch (component.type) {
    case KIND.ROW: return h("div", { class: "row" }, components(component.components ?? [], message, view));
    case KIND.BUTTON: return button(component, message, view);
    case KIND.STRING_SELECT: case KIND.USER_SELECT: case KIND.ROLE_SELECT: case KIND.MENTIONABLE_SELECT: case KIND.CHANNEL_SELECT:
      return select(component, message, view);
    case KIND.TEXT: return h("div", { class: "text-display prose" }, markdown(component.content ?? "", view.names));
    case KIND.SECTION: return h("div", { class: "section" },
      h("div", { class: "section-main" }, components(component.components ?? [], message, view)),
      component.accessory ? h("div", { class: "section-side" }, draw(component.accessory, message, view)) : null);
    case KIND.THUMBNAIL: return picture(component.media?.url, files, { class: "thumbnail", alt: component.description, spoiler: component.spoiler });
    case KIND.GALLERY: {
      const items = component.items ?? [];
      return h("div", { class: `gallery ${items.length > 1 ? "many" : "single"}` }, items.map((/** @type {any} */ item) => picture(item.media?.url, files, {
        alt: item.description, width: item.media?.width, height: item.media?.height, spoiler: item.spoiler })));
    }
    case KIND.FILE: {
      const name = String(component.file?.url ?? "").replace("attachment://", "");
      const file = files.find((one) => one.filename === (component.name ?? name));
      return fileCard(file ?? { filename: component.name ?? name, url: component.file?.url, size: component.size }, files);
    }
    case KIND.SEPARATOR: return h("div", { class: `separator ${component.spacing === 2 ? "wide" : ""}`, role: component.divider === false ? "presentation" : "separator", data: { divider: component.divider !== false } });
    case KIND.CONTAINER: return container(component, message, view);
    default: return h("div", { class: "muted small" }, `A component of type ${component.type}, which this page does not know.`);
  }
}

/** @param {Component} component @param {Message} message @param {View} view */
function container(component, message, view) {
  const colour = cssColour(component.accent_color);
  const veiled = component.spoiler && !view.store.marks(message.id).revealed;
  return h("div", { class: `container ${colour ? "accented" : ""} ${veiled ? "veiled" : ""}`, style: colour ? { "--accent": colour } : {}, on: veiled ? {
    click: (/** @type {Event} */ event) => { event.preventDefault(); view.store.mark(message.id, { revealed: true }); },
  } : {} }, components(component.components ?? [], message, view));
}

/** @param {Component} component @param {Message} message @param {View} view */
function button(component, message, view) {
  const style = BUTTON_STYLES[component.style] ?? "secondary";
  const face = [emojiView(component.emoji), component.label ? h("span", { class: "label" }, component.label) : null];
  if (style === "link") {
    const url = component.disabled ? null : safeUrl(component.url ?? "");
    return h("a", { class: "button link-button", href: url, target: "_blank", rel: "noopener noreferrer", "aria-disabled": url ? null : "true" }, face, icon("link"));
  }
  const { pending } = view.store.marks(message.id);
  const busy = pending !== null && pending === component.custom_id;
  // While an answer is awaited the others of the message wait too, as on Discord. aria-disabled keeps the focus where it is.
  return h("button", { type: "button", class: `button ${style} ${busy ? "busy" : ""}`, disabled: !!component.disabled,
    "aria-disabled": pending !== null && !component.disabled ? "true" : null, "aria-busy": busy ? "true" : null,
    "aria-label": component.label ? null : component.emoji?.name ?? "button", data: { customId: component.custom_id },
    on: { click: () => { if (view.store.marks(message.id).pending === null) view.act(message, component, []); } } },
  h("span", { class: "button-face" }, face), busy ? h("span", { class: "dots" }, h("i"), h("i"), h("i")) : null);
}

/** @param {Component} component @param {Message} message @param {View} view */
function select(component, message, view) {
  const { pending, selected } = view.store.marks(message.id);
  const id = component.custom_id ?? "";
  const options = optionsOf(component, view.store);
  return selectBox({
    customId: id,
    placeholder: component.placeholder || "Make a selection",
    options,
    chosen: selected.get(id) ?? chosenOf(component),
    min: component.min_values ?? 1,
    max: component.max_values ?? 1,
    disabled: !!component.disabled,
    busy: pending === id,
    held: pending !== null,
    onChoose: (values) => {
      selected.set(id, values);
      view.act(message, component, values);
    },
  });
}
