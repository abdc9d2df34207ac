/**
 * Modals: a form over the page, asked for by the bot.
 */
import { h, icon, wayBack } from "./dom.js";
import { modalFields } from "./modal_fields.js";

/** @type {HTMLDialogElement|null} */
let shown = null;

/**
 * @param {{modal_id: string, custom_id: string, title: string, components: import("./shapes.js").Component[]}} frame
 * @param {string} channelId
 * @param {import("./components.js").View} view
 * @param {import("./interactions.js").Interactions} interactions
 */
export function openModal(frame, channelId, view, interactions) {
  shown?.close();
  const back = wayBack(/** @type {HTMLElement|null} */ (document.activeElement));
  const { nodes, fields } = modalFields(frame.components ?? [], view);
  const problem = h("p", { class: "failed", role: "alert" });
  const submit = h("button", { type: "submit", class: "button primary" }, h("span", { class: "button-face" }, "Submit"));
  let sending = false;

  const form = h("form", { class: "modal-form", novalidate: true, autocomplete: "off", on: { submit: (/** @type {Event} */ event) => { event.preventDefault(); send(); } } },
    h("header", { class: "modal-head" }, h("h2", { id: "modal-title" }, frame.title),
      h("button", { type: "button", class: "icon-button", "aria-label": "Close", on: { click: () => dialog.close() } }, icon("close"))),
    h("div", { class: "modal-body" }, nodes, problem),
    h("footer", { class: "modal-foot" }, h("button", { type: "button", class: "button plain", on: { click: () => dialog.close() } }, "Cancel"), submit));
  const dialog = h("dialog", { class: "modal", role: "dialog", "aria-modal": "true", "aria-labelledby": "modal-title", data: { customId: frame.custom_id }, on: {
    close: () => {
      dialog.remove();
      if (shown === dialog) shown = null;
      back();
    },
  } }, form);
  document.body.append(dialog);
  dialog.showModal();
  shown = dialog;
  const first = fields[0]?.input;
  /** @type {HTMLElement|null|undefined} */ (first?.matches("input, textarea") ? first : first?.querySelector("button, input"))?.focus();

  function send() {
    if (sending) return;
    /** @type {import("./modal_fields.js").Field|undefined} */
    let bad;
    for (const field of fields) {
      const text = field.check();
      field.say(text);
      if (text && !bad) bad = field;
    }
    if (bad) {
      /** @type {HTMLElement} */ (bad.input.matches("input, textarea") ? bad.input : bad.input.querySelector("button, input"))?.focus();
      return;
    }
    wait(true);
    problem.textContent = "";
    interactions.send({ type: "modal", channel_id: channelId, modal_id: frame.modal_id, custom_id: frame.custom_id,
      fields: Object.fromEntries(fields.map((field) => [field.customId, field.read()])) }, {
      answered: () => dialog.close(),
      modal: (next) => openModal(next, channelId, view, interactions),
      failed: (text) => {
        wait(false);
        problem.textContent = `Something went wrong. Try again. (${text})`;
      },
    });
  }

  /** @param {boolean} on */
  function wait(on) {
    sending = on;
    submit.classList.toggle("busy", on);
    submit.setAttribute("aria-disabled", String(on));
    if (on) submit.append(h("span", { class: "dots" }, h("i"), h("i"), h("i")));
    else submit.querySelector(".dots")?.remove();
  }
}
