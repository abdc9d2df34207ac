/**
 * The door: who is it? Also asked for the second person of a game, in a new tab.
 */
import { byId, h, icon } from "./dom.js";

/** @param {string} name */
export function addressOf(name) {
  return `${location.pathname}?as=${encodeURIComponent(name)}`;
}

/** @param {string} problem */
function nameForm(problem, label, /** @type {(name: string) => void} */ enter) {
  const input = h("input", { id: "door-name", class: "text-input", type: "text", maxlength: 32, required: true, autocomplete: "off", placeholder: "asha", "aria-describedby": "door-problem" });
  const form = h("form", { class: "door-form", on: { submit: (/** @type {Event} */ event) => {
    event.preventDefault();
    const name = input.value.trim();
    if (name) enter(name);
  } } }, h("label", { class: "modal-label", for: "door-name" }, "Name"), input, h("p", { id: "door-problem", class: "failed", role: "alert" }, problem), h("button", { type: "submit", class: "button primary wide" }, label));
  return { form, input };
}

/** Fills the page with the question. @param {string} [problem] why a name was not taken @param {string} [name] */
export function showDoor(problem = "", name = "") {
  const door = byId("door");
  const { form, input } = nameForm(problem, "Come in", (given) => location.assign(addressOf(given)));
  input.value = name;
  door.replaceChildren(h("div", { class: "door-card" }, h("h1", null, "Who are you?"), h("p", { class: "muted" }, "A name is enough: this Discord lives on your own machine. Open a second tab under another name to be two people."), form));
  byId("app").hidden = true;
  door.hidden = false;
  input.focus();
}

/** Asks for a name and opens a new tab with it. */
export function askPerson() {
  const { form, input } = nameForm("", "Open in a new tab", (name) => {
    // noopener: a tab opened by this one would inherit a copy of its sessionStorage, token included.
    window.open(addressOf(name), "_blank", "noopener");
    dialog.close();
  });
  const dialog = h("dialog", { class: "modal small-modal", "aria-labelledby": "person-title", on: { close: () => dialog.remove() } },
    h("header", { class: "modal-head" }, h("h2", { id: "person-title" }, "Another person"), h("button", { type: "button", class: "icon-button", "aria-label": "Close", on: { click: () => dialog.close() } }, icon("close"))),
    h("div", { class: "modal-body" }, form));
  input.placeholder = "bikram";
  document.body.append(dialog);
  dialog.showModal();
  input.focus();
}
