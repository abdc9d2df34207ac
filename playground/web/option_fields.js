/**
 * A chosen command in the composer: its name, and a field for each option in use.
 */
import { optionsInOrder } from "./command_text.js";
import { kindOf } from "./completion.js";
import { h, icon } from "./dom.js";
import { OPTION } from "./shapes.js";

/** @typedef {import("./shapes.js").CommandOption} CommandOption */
/** @typedef {{option: CommandOption, pill: HTMLElement, input: HTMLInputElement}} Field */

export class OptionFields {
  /**
   * @param {HTMLElement} line what holds the fields, before its last child
   * @param {{input: (field: Field) => void, focus: (field: Field) => void, key: (event: KeyboardEvent, field: Field) => void, leave: () => void,
   *   removed: () => void}} hear
   */
  constructor(line, hear) {
    this.line = line;
    this.hear = hear;
    /** @type {import("./shapes.js").Command|null} */
    this.command = null;
    /** @type {Map<string, Field>} */
    this.fields = new Map();
    /** @type {Map<string, import("./shapes.js").Choice>} values picked from a list */
    this.chosen = new Map();
    /** @type {HTMLElement|null} */
    this.name = null;
  }

  /** @param {import("./shapes.js").Command} command @param {Map<string, string>} texts what is known already */
  start(command, texts) {
    this.clear();
    this.command = command;
    this.name = h("button", { type: "button", class: "command-name", title: "Leave this command", on: { click: this.hear.leave } }, `/${command.name}`, icon("close"));
    this.line.insertBefore(this.name, this.line.lastElementChild);
    this.line.classList.add("commanding");
    for (const option of optionsInOrder(command)) if (option.required || texts.has(option.name)) this.add(option, texts.get(option.name) ?? "");
  }

  clear() {
    for (const field of this.fields.values()) field.pill.remove();
    this.fields.clear();
    this.chosen.clear();
    this.name?.remove();
    this.name = null;
    this.command = null;
    this.line.classList.remove("commanding");
  }

  /** @param {CommandOption} option @param {string} [text] @returns {Field} */
  add(option, text = "") {
    const known = this.fields.get(option.name);
    if (known) return known;
    const id = `option-${option.name}`;
    const numeric = option.type === OPTION.INTEGER || option.type === OPTION.NUMBER;
    const input = h("input", { id, class: "option-input", type: "text", role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": "suggestions",
      "aria-required": option.required ? "true" : null, inputmode: numeric ? "decimal" : null, enterkeyhint: "send", autocomplete: "off", spellcheck: "false",
      placeholder: kindOf(option), title: option.description, data: { option: option.name } });
    const pill = h("span", { class: "option-pill", on: { click: () => input.focus() } }, h("label", { for: id }, option.name), input);
    /** @type {Field} */
    const field = { option, pill, input };
    input.value = text;
    const fit = () => { input.size = Math.min(28, Math.max(3, input.value.length + 1, input.value ? 0 : input.placeholder.length)); };
    fit();
    input.addEventListener("input", () => { fit(); pill.classList.remove("wrong"); this.hear.input(field); });
    input.addEventListener("fit", fit);
    input.addEventListener("focus", () => this.hear.focus(field));
    input.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.hear.key(event, field));
    this.line.insertBefore(pill, this.line.lastElementChild);
    this.fields.set(option.name, field);
    return field;
  }

  /** @param {Field} field */
  remove(field) {
    field.pill.remove();
    this.fields.delete(field.option.name);
    this.chosen.delete(field.option.name);
    this.hear.removed();
  }

  /** @param {Field} field @param {import("./shapes.js").Choice} choice */
  choose(field, choice) {
    field.input.value = choice.name;
    field.input.dispatchEvent(new Event("fit"));
    field.pill.classList.remove("wrong");
    this.chosen.set(field.option.name, choice);
  }

  /** Text by option. */
  texts() {
    return new Map([...this.fields.values()].filter((field) => field.input.value.trim() !== "").map((field) => [field.option.name, field.input.value]));
  }

  /** The first required field that is empty. */
  get empty() {
    return [...this.fields.values()].find((field) => field.option.required && field.input.value.trim() === "");
  }

  /** Options that have no field yet. */
  get unused() {
    return this.command ? optionsInOrder(this.command).filter((option) => !this.fields.has(option.name)) : [];
  }
}
