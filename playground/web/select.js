/**
 * Select menus: a box that shows what is chosen, and a picker that becomes a sheet at the bottom of a phone.
 *
 * @typedef {{value: string, label: string, description?: string, emoji?: import("./shapes.js").Emoji|null,
 *   user?: import("./shapes.js").User}} Item
 * @typedef {{customId: string, placeholder: string, options: Item[], chosen: string[], min: number, max: number,
 *   disabled?: boolean, busy?: boolean, held?: boolean, onChoose: (values: string[]) => void}} Select
 */
import { avatar } from "./avatar.js";
import { h, icon, wayBack } from "./dom.js";
import { emojiView } from "./emoji.js";
import { KIND, nameOf } from "./shapes.js";

const SEARCH_FROM = 11;
const NARROW = matchMedia("(max-width: 640px)");
let serial = 0;

/** What there is to choose. @param {import("./shapes.js").Component} component @param {import("./store.js").Store} store @returns {Item[]} */
export function optionsOf(component, store) {
  if (component.type === KIND.USER_SELECT || component.type === KIND.MENTIONABLE_SELECT) {
    return store.members.map((user) => ({ value: user.id, label: nameOf(user), description: user.bot ? "BOT" : undefined, user }));
  }
  if (component.type === KIND.CHANNEL_SELECT) {
    const kinds = component.channel_types ?? [];
    return (store.guild?.channels ?? []).filter((one) => !kinds.length || kinds.includes(one.type)).map((one) => ({ value: one.id, label: `#${one.name}` }));
  }
  return component.options ?? [];
}

/** What is chosen before anyone touches it. @param {import("./shapes.js").Component} component @returns {string[]} */
export function chosenOf(component) {
  if (component.default_values) return component.default_values.map((/** @type {{id: string}} */ one) => one.id);
  return (component.options ?? []).filter((/** @type {any} */ one) => one.default).map((/** @type {Item} */ one) => one.value);
}

/** @param {Select} select @returns {HTMLElement} */
export function selectBox(select) {
  const chosen = select.options.filter((option) => select.chosen.includes(option.value));
  const box = h("button", { type: "button", class: `select ${select.busy ? "busy" : ""}`, disabled: !!select.disabled, "aria-haspopup": "listbox", "aria-expanded": "false",
    "aria-disabled": select.held && !select.disabled ? "true" : null, "aria-label": `${select.placeholder}${chosen.length ? `: ${chosen.map((one) => one.label).join(", ")}` : ""}`,
    data: { customId: select.customId }, on: { click: () => { if (box.getAttribute("aria-disabled") !== "true") openPicker(box, select); } } },
  h("span", { class: "select-face" }, chosen.length
    ? chosen.map((one) => h("span", { class: select.max > 1 ? "chip" : "one" }, one.user ? avatar(one.user, "tiny") : emojiView(one.emoji), h("bdi", { class: "label" }, one.label)))
    : h("span", { class: "muted" }, select.placeholder)),
  select.busy ? h("span", { class: "dots" }, h("i"), h("i"), h("i")) : icon("chevron"));
  return box;
}

/** @param {HTMLElement} box @param {Select} select */
export function openPicker(box, select) {
  const several = select.max > 1;
  const back = wayBack(box);
  const chosen = new Set(select.chosen.filter((value) => select.options.some((option) => option.value === value)));
  const before = [...chosen].sort().join("\n");
  const id = `picker-${(serial += 1)}`;
  let active = Math.max(0, select.options.findIndex((option) => chosen.has(option.value)));
  let shown = select.options;

  const list = h("div", { class: "picker-list", role: "listbox", id, tabindex: "-1", "aria-multiselectable": several ? "true" : null, "aria-label": select.placeholder });
  const search = select.options.length >= SEARCH_FROM
    ? h("input", { class: "picker-search", type: "search", placeholder: "Search", "aria-label": "Search", "aria-controls": id, on: { input: () => { active = 0; fill(); } } }) : null;
  const status = h("span", { class: "muted small" });
  const done = h("button", { type: "button", class: "button primary", on: { click: () => close(true) } }, "Done");
  const panel = h("div", { class: "picker", role: "presentation" },
    h("div", { class: "picker-head" }, h("span", { class: "ellipsis" }, select.placeholder),
      h("button", { type: "button", class: "icon-button", "aria-label": "Close", on: { click: () => close(false) } }, icon("close"))),
    search, list,
    several || select.min === 0 ? h("div", { class: "picker-foot" }, status, done) : null);
  const cover = h("div", { class: `picker-cover ${NARROW.matches ? "sheet" : ""}`, popover: "manual", on: {
    pointerdown: (/** @type {Event} */ event) => { if (event.target === cover) { event.preventDefault(); close(true); } },
    keydown: onKey,
  } }, panel);

  fill();
  // Inside an open dialog everything else on the page is inert, so the picker must be the dialog's child.
  (box.closest("dialog") ?? document.body).append(cover);
  cover.showPopover();
  if (!NARROW.matches) place(panel, box);
  box.setAttribute("aria-expanded", "true");
  (search && matchMedia("(pointer: fine)").matches ? search : list).focus({ preventScroll: true });
  list.querySelector(".active")?.scrollIntoView({ block: "nearest" });
  addEventListener("resize", leave, { once: true });

  function leave() { close(false); }

  function allowed() {
    return chosen.size >= select.min && chosen.size <= select.max;
  }

  function fill() {
    const query = search?.value.trim().toLocaleLowerCase() ?? "";
    shown = query ? select.options.filter((option) => `${option.label} ${option.description ?? ""}`.toLocaleLowerCase().includes(query)) : select.options;
    active = Math.min(active, Math.max(0, shown.length - 1));
    list.replaceChildren(...shown.map((option, at) => h("div", { class: `picker-item ${at === active ? "active" : ""} ${chosen.has(option.value) ? "chosen" : ""}`,
      role: "option", id: `${id}-${at}`, "aria-selected": String(chosen.has(option.value)), data: { value: option.value },
      on: { click: () => choose(at), pointermove: () => point(at) } },
    option.user ? avatar(option.user, "tiny") : emojiView(option.emoji),
    h("span", { class: "picker-words" }, h("bdi", { class: "label" }, option.label), option.description ? h("span", { class: "muted small" }, option.description) : null),
    h("span", { class: several ? "tick box" : "tick" }, chosen.has(option.value) ? icon("check") : null))));
    if (!shown.length) list.append(h("p", { class: "muted empty" }, "Nothing fits."));
    tellActive();
    status.textContent = several ? `${chosen.size} chosen${chosen.size < select.min ? `, at least ${select.min}` : `, at most ${select.max}`}` : "";
    done.disabled = !allowed();
  }

  /** @param {number} at */
  function point(at) {
    if (at === active) return;
    list.children[active]?.classList.remove("active");
    active = at;
    list.children[active]?.classList.add("active");
    tellActive();
  }

  /** Readers follow the element that has the focus: the list, or the search above it. */
  function tellActive() {
    for (const element of [list, search]) element?.setAttribute("aria-activedescendant", `${id}-${active}`);
  }

  /** @param {number} at */
  function choose(at) {
    const value = shown[at]?.value;
    if (value === undefined) return;
    active = at;
    if (several) {
      if (chosen.has(value)) chosen.delete(value);
      else if (chosen.size < select.max) chosen.add(value);
      fill();
    } else {
      if (chosen.has(value) && select.min === 0) chosen.clear();
      else { chosen.clear(); chosen.add(value); }
      close(true, true);
    }
  }

  /** @param {boolean} commit @param {boolean} [always] also when nothing changed */
  function close(commit, always = false) {
    if (!cover.isConnected) return;
    removeEventListener("resize", leave);
    cover.remove();
    box.setAttribute("aria-expanded", "false");
    back();
    const changed = [...chosen].sort().join("\n") !== before;
    // In the order of the menu, as Discord sends them.
    if (commit && allowed() && (changed || always)) select.onChoose(select.options.map((one) => one.value).filter((value) => chosen.has(value)));
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    event.stopPropagation();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) { point((active + step + shown.length) % Math.max(1, shown.length)); list.children[active]?.scrollIntoView({ block: "nearest" }); }
    else if (event.key === "Escape") close(false);
    else if (event.key === "Tab" && !several && select.min > 0) close(false);
    else if ((event.key === "Enter" || (event.key === " " && event.target !== search)) && !(/** @type {Element} */ (event.target).closest("button"))) choose(active);
    else if (event.key.length === 1 && !search && !event.ctrlKey && !event.metaKey && event.key !== " ") {
      const next = [...shown.keys()].map((at) => (active + 1 + at) % shown.length).find((at) => shown[at].label.toLocaleLowerCase().startsWith(event.key.toLocaleLowerCase()));
      if (next !== undefined) { point(next); list.children[active]?.scrollIntoView({ block: "nearest" }); }
    } else return;
    event.preventDefault();
  }
}

/** Beside its box, above it where there is more room. @param {HTMLElement} panel @param {HTMLElement} box */
function place(panel, box) {
  const rect = box.getBoundingClientRect();
  const below = innerHeight - rect.bottom - 16;
  const above = rect.top - 16;
  const up = below < Math.min(320, panel.offsetHeight) && above > below;
  const width = Math.min(Math.max(rect.width, 240), innerWidth - 16);
  panel.style.width = `${width}px`;
  panel.style.left = `${Math.max(8, Math.min(rect.left, innerWidth - width - 8))}px`;
  panel.style.maxHeight = `${Math.min(400, Math.max(160, up ? above : below))}px`;
  if (up) panel.style.bottom = `${innerHeight - rect.top + 4}px`;
  else panel.style.top = `${rect.bottom + 4}px`;
}
