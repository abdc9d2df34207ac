/**
 * What can stand in a modal. Each field can be read, and says what is wrong with it.
 *
 * @typedef {{customId: string, read: () => any, check: () => string|null, input: HTMLElement, say: (text: string|null) => void}} Field
 */
import { h } from "./dom.js";
import { markdown } from "./markdown_view.js";
import { chosenOf, optionsOf, selectBox } from "./select.js";
import { KIND } from "./shapes.js";

/** @typedef {import("./shapes.js").Component} Component */
/** @typedef {import("./components.js").View} View */

let serial = 0;

/** @param {Component[]} list @param {View} view @returns {{nodes: HTMLElement[], fields: Field[]}} */
export function modalFields(list, view) {
  /** @type {Field[]} */
  const fields = [];
  const nodes = [];
  for (const component of list) {
    if (component.type === KIND.TEXT) nodes.push(h("div", { class: "prose" }, markdown(component.content ?? "", view.names)));
    else if (component.type === KIND.LABEL) nodes.push(labelled(component.component ?? {}, component.label ?? "", component.description, view, fields));
    else for (const inner of component.type === KIND.ROW ? component.components ?? [] : [component]) {
      nodes.push(labelled(inner, inner.label ?? inner.placeholder ?? "", undefined, view, fields));
    }
  }
  return { nodes, fields };
}

/**
 * @param {Component} component @param {string} label @param {string|undefined} description
 * @param {View} view @param {Field[]} fields
 */
function labelled(component, label, description, view, fields) {
  const id = `field-${(serial += 1)}`;
  const made = control(component, id, view);
  if (!made) return h("p", { class: "muted" }, `${label}: a component of type ${component.type}, which this page does not know.`);
  const required = component.required !== false && component.type !== KIND.CHECKBOX;
  const problem = h("p", { class: "failed", id: `${id}-problem`, role: "alert" });
  const grouped = component.type === KIND.RADIO || component.type === KIND.CHECKBOX_GROUP;
  const head = [h("bdi", null, label), required ? h("span", { class: "required", "aria-hidden": "true" }, " *") : null];
  fields.push({ customId: component.custom_id ?? "", read: made.read, check: made.check, input: made.input, say: (text) => {
    problem.textContent = text ?? "";
    made.input.setAttribute("aria-invalid", String(text !== null));
  } });
  made.input.setAttribute("aria-describedby", `${id}-problem`);
  return h(grouped ? "fieldset" : "div", { class: "modal-field" },
    grouped ? h("legend", { class: "modal-label" }, head) : h("label", { class: "modal-label", for: id }, head),
    description ? h("p", { class: "muted small" }, description) : null,
    made.node, problem);
}

/**
 * @param {Component} component @param {string} id @param {View} view
 * @returns {{node: HTMLElement, input: HTMLElement, read: () => any, check: () => string|null}|null}
 */
function control(component, id, view) {
  switch (component.type) {
    case KIND.TEXT_INPUT: return textInput(component, id);
    case KIND.STRING_SELECT: case KIND.USER_SELECT: case KIND.ROLE_SELECT: case KIND.MENTIONABLE_SELECT: case KIND.CHANNEL_SELECT: return select(component, id, view);
    case KIND.RADIO: case KIND.CHECKBOX_GROUP: return group(component, id);
    case KIND.CHECKBOX: {
      const input = h("input", { type: "checkbox", id, checked: !!component.default, data: { customId: component.custom_id } });
      return { node: input, input, read: () => input.checked, check: () => null };
    }
    default: return null;
  }
}

/** @param {Component} component @param {string} id */
function textInput(component, id) {
  const long = component.style === 2;
  const input = h(long ? "textarea" : "input", { id, class: "text-input", type: long ? null : "text", rows: long ? 5 : null, placeholder: component.placeholder,
    maxlength: component.max_length ?? 4000, data: { customId: component.custom_id }, autocomplete: "off" });
  input.value = component.value ?? "";
  const check = () => {
    const { length } = input.value;
    if (length === 0) return component.required === false ? null : "This is required.";
    if (length < (component.min_length ?? 0)) return `At least ${component.min_length} characters, please.`;
    return null;
  };
  return { node: input, input, read: () => input.value, check };
}

/** @param {Component} component @param {string} id @param {View} view */
function select(component, id, view) {
  let chosen = chosenOf(component);
  const required = component.required !== false;
  const min = required ? component.min_values ?? 1 : 0;
  const shell = h("div", { class: "select-shell" });
  const draw = () => {
    const box = selectBox({ customId: component.custom_id ?? "", placeholder: component.placeholder || "Make a selection", options: optionsOf(component, view.store), chosen,
      min, max: component.max_values ?? 1, disabled: !!component.disabled, onChoose: (values) => { chosen = values; draw(); box.isConnected || shell.querySelector("button")?.focus(); } });
    box.id = id;
    shell.replaceChildren(box);
  };
  draw();
  return { node: shell, input: shell, read: () => chosen, check: () => (required && chosen.length < Math.max(1, min) ? "Choose something, please." : null) };
}

/** Radio buttons, or boxes to tick. @param {Component} component @param {string} id */
function group(component, id) {
  const one = component.type === KIND.RADIO;
  const required = component.required !== false;
  const min = component.min_values ?? (required ? 1 : 0);
  const max = component.max_values ?? (component.options ?? []).length;
  const inputs = (component.options ?? []).map((/** @type {any} */ option) => h("input", { type: one ? "radio" : "checkbox", name: id, value: option.value, checked: !!option.default }));
  const node = h("div", { class: "choices", id, data: { customId: component.custom_id } }, (component.options ?? []).map((/** @type {any} */ option, /** @type {number} */ at) =>
    h("label", { class: "choice" }, inputs[at], h("span", { class: "picker-words" }, h("bdi", null, option.label), option.description ? h("span", { class: "muted small" }, option.description) : null))));
  const values = () => inputs.filter((/** @type {HTMLInputElement} */ input) => input.checked).map((/** @type {HTMLInputElement} */ input) => input.value);
  const check = () => {
    const { length } = values();
    if (length === 0 && !required) return null;
    if (length < (one ? 1 : min)) return one ? "Choose one, please." : `Choose at least ${Math.max(1, min)}, please.`;
    return one || length <= max ? null : `Choose at most ${max}, please.`;
  };
  return { node, input: node, read: () => (one ? values()[0] ?? null : values()), check };
}
