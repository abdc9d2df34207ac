/**
 * The list above the composer: commands, options, choices.
 *
 * @typedef {{label: string, detail?: string, side?: string, pick: () => void, data?: Object<string, string>}} Suggestion
 */
import { byId, h } from "./dom.js";

/** More than this nobody reads; typing narrows it. */
const MOST = 200;

export class Suggestions {
  constructor() {
    this.box = byId("suggestions");
    /** @type {Suggestion[]} */
    this.items = [];
    this.active = -1;
    /** whether the person moved to the active one themselves */
    this.explicit = false;
    /** @type {HTMLElement|null} */
    this.input = null;
    // The input must keep the focus while the list is used.
    this.box.addEventListener("mousedown", (/** @type {Event} */ event) => event.preventDefault());
  }

  get open() { return !this.box.hidden; }
  get any() { return this.open && this.items.length > 0; }

  /**
   * @param {HTMLElement} input the field it belongs to
   * @param {{title: string, note?: string, items: Suggestion[], first?: boolean}} content `first`: Enter takes the first item
   */
  show(input, { title, note = "", items, first = true }) {
    this.attach(input);
    this.items = items.slice(0, MOST);
    this.active = first && items.length ? 0 : -1;
    this.explicit = false;
    this.box.hidden = false;
    this.box.replaceChildren(
      h("div", { class: "suggestions-title" }, h("span", { class: "ellipsis" }, title), note ? h("span", { class: "muted small" }, note) : null),
      h("div", { class: "suggestions-list", role: "listbox", id: "suggestions-list", "aria-label": title }, this.items.map((item, at) =>
        h("div", { class: "suggestion", role: "option", id: `suggestion-${at}`, "aria-selected": String(at === this.active), data: item.data ?? {}, on: { click: item.pick } },
          h("span", { class: "suggestion-words" }, h("bdi", { class: "suggestion-label" }, item.label), item.detail ? h("span", { class: "muted small" }, item.detail) : null),
          item.side ? h("span", { class: "muted small side" }, item.side) : null))));
    this.point(this.active, false);
  }

  hide() {
    this.box.hidden = true;
    this.items = [];
    this.active = -1;
    this.attach(null);
  }

  /** @param {HTMLElement|null} input */
  attach(input) {
    for (const [name, value] of [["aria-expanded", "false"], ["aria-activedescendant", ""]]) this.input?.setAttribute(name, value);
    this.input = input;
    input?.setAttribute("aria-expanded", "true");
  }

  /** @param {number} at @param {boolean} scroll */
  point(at, scroll) {
    const rows = this.box.querySelectorAll(".suggestion");
    rows[this.active]?.classList.remove("active");
    rows[this.active]?.setAttribute("aria-selected", "false");
    this.active = at;
    rows[at]?.classList.add("active");
    rows[at]?.setAttribute("aria-selected", "true");
    if (scroll) rows[at]?.scrollIntoView({ block: "nearest" });
    this.input?.setAttribute("aria-activedescendant", at >= 0 ? `suggestion-${at}` : "");
  }

  /** Arrows and Escape. @param {KeyboardEvent} event @returns {boolean} whether it was meant for the list */
  move(event) {
    if (!this.open) return false;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step && this.items.length) {
      this.explicit = true;
      const from = this.active < 0 && step < 0 ? 0 : this.active;
      this.point((from + step + this.items.length) % this.items.length, true);
    } else if (event.key === "Escape") this.hide();
    else return false;
    event.preventDefault();
    return true;
  }

  /** Takes the active item, or the first. @param {boolean} [orFirst] @returns {boolean} */
  take(orFirst = false) {
    const item = this.items[this.active] ?? (orFirst ? this.items[0] : undefined);
    if (!this.open || !item) return false;
    item.pick();
    return true;
  }
}
