/**
 * The list of messages: draws only what changed, stays at the bottom only when already there, keeps the focus.
 */
import { byId, h, icon } from "./dom.js";
import { messageView } from "./message.js";
import { FLAG, hasFlag } from "./shapes.js";
import { byAge } from "./store.js";
import { dayOf, formatDate } from "./time.js";

/** @typedef {import("./shapes.js").Message} Message */

/** Messages of one author within this time share a head. */
const TOGETHER_MS = 7 * 60 * 1000;
const NEAR = 48;

export class Log {
  /** @param {import("./components.js").View} view @param {() => Promise<void>} loadEarlier */
  constructor(view, loadEarlier) {
    this.view = view;
    this.store = view.store;
    this.scroller = byId("log-scroller");
    this.list = byId("log");
    this.top = byId("log-top");
    this.pill = byId("new-pill");
    this.loadEarlier = loadEarlier;
    /** @type {Map<string, {element: HTMLElement, message: Message, key: string}>} */
    this.rows = new Map();
    this.stuck = true;
    /** where the last scrolling of ours ended */
    this.placed = 0;
    this.unseen = 0;
    this.channelId = "";
    this.names = "";
    /** @type {Message|undefined} */
    this.last = undefined;

    this.scroller.addEventListener("scroll", () => {
      this.stuck = this.distance() < NEAR;
      if (this.stuck) this.setUnseen(0);
    }, { passive: true });
    this.pill.addEventListener("click", () => this.toBottom());
    this.list.addEventListener("click", (/** @type {Event} */ event) => this.jump(event));
    // Pictures load and keyboards open: whoever was at the bottom stays there.
    const keep = new ResizeObserver(() => { if (this.atBottom()) this.scroll(); });
    keep.observe(this.list);
    keep.observe(this.scroller);
    this.store.on("messages", () => this.draw());
    this.store.on("channel", () => this.draw());
    // Names and channels may have changed: everything is drawn anew, but only where it differs on the screen.
    // Where names or channels changed, what mentions them is drawn anew.
    this.store.on("state", () => {
      const names = JSON.stringify([this.store.state?.guilds, this.store.state?.bot]);
      if (names !== this.names) for (const row of this.rows.values()) row.key = "";
      this.names = names;
      this.draw();
    });
  }

  distance() {
    return this.scroller.scrollHeight - this.scroller.scrollTop - this.scroller.clientHeight;
  }

  scroll() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.placed = this.scroller.scrollTop;
  }

  /** The event of a scrolling comes a frame late; whoever has just gone up must not be pulled down meanwhile. */
  atBottom() {
    if (this.stuck && this.scroller.scrollTop < this.placed - NEAR && this.distance() > NEAR) this.stuck = false;
    return this.stuck;
  }

  toBottom() {
    this.stuck = true;
    this.scroll();
    this.setUnseen(0);
  }

  /** @param {number} count */
  setUnseen(count) {
    this.unseen = count;
    this.pill.hidden = count === 0;
    if (count) this.pill.replaceChildren(icon("down"), ` ${count === 1 ? "1 new message" : `${count} new messages`}`);
  }

  draw() {
    const { store } = this;
    const room = store.room(store.channelId);
    if (this.channelId !== store.channelId) {
      this.channelId = store.channelId;
      this.rows.clear();
      this.list.replaceChildren();
      this.last = undefined;
      this.stuck = true;
      this.setUnseen(0);
    }
    const messages = store.visible;
    const wasStuck = this.atBottom();
    const focus = this.focused();
    /** @type {Message|undefined} */
    let before;
    /** @type {Node|null} */
    let place = this.list.firstChild;
    const kept = new Set();
    let fresh = 0;
    for (const message of messages) {
      const newDay = !before || dayOf(new Date(before.timestamp)) !== dayOf(new Date(message.timestamp));
      const grouped = !newDay && !!before && together(before, message);
      const key = `${newDay}|${grouped}|${store.marks(message.id).version}`;
      const row = this.rows.get(message.id);
      let element = row?.element;
      if (!row || row.message !== message || row.key !== key) {
        element = this.element(message, grouped, newDay);
        if (row) {
          // A button that turns busy is no news: the message must not be read aloud again.
          if (row.element.textContent === element.textContent) element.setAttribute("aria-live", "off");
          if (place === row.element) place = element;
          row.element.replaceWith(element);
        }
        else if (this.last && byAge(message.id, this.last.id) > 0 && message.author.id !== store.me?.id) fresh += 1;
        this.rows.set(message.id, { element, message, key });
      }
      if (element && place !== element) this.list.insertBefore(element, place);
      else place = element?.nextSibling ?? null;
      kept.add(message.id);
      before = message;
    }
    for (const [id, row] of this.rows) if (!kept.has(id)) { row.element.remove(); this.rows.delete(id); }
    // One's own word is always worth going down for.
    const own = before && before !== this.last && this.last && before.author.id === store.me?.id && before.id !== this.last.id;
    this.last = before;
    this.drawTop(room, messages.length);
    this.refocus(focus);
    if (wasStuck || own) this.toBottom();
    else if (fresh) this.setUnseen(this.unseen + fresh);
  }

  /** @param {Message} message @param {boolean} grouped @param {boolean} newDay @returns {HTMLElement} */
  element(message, grouped, newDay) {
    const view = messageView(message, grouped, this.view);
    if (!newDay) return view;
    return h("div", { class: "day" }, h("div", { class: "day-line", role: "separator" }, h("span", null, formatDate(new Date(message.timestamp), "D"))), view);
  }

  /** @param {import("./store.js").Room} room @param {number} count */
  drawTop(room, count) {
    const channel = this.store.channel(this.store.channelId);
    this.list.setAttribute("aria-label", channel ? `Messages in #${channel.name}` : "Messages");
    if (!room.loaded) this.top.replaceChildren(h("p", { class: "muted" }, "Loading…"));
    else if (!room.full && count >= 50) {
      if (!this.top.querySelector("button")) {
        this.top.replaceChildren(h("button", { type: "button", class: "button secondary", on: { click: () => void this.earlier() } }, "Show earlier messages"));
      }
    } else if (channel) {
      this.top.replaceChildren(h("h2", null, "Welcome to ", h("bdi", null, `#${channel.name}`)), h("p", { class: "muted" }, "This is where the channel begins. Type / to see what can be done here."));
    }
  }

  /** More of the past, without moving what is being read. */
  async earlier() {
    const below = this.scroller.scrollHeight - this.scroller.scrollTop;
    await this.loadEarlier();
    requestAnimationFrame(() => { this.scroller.scrollTop = this.scroller.scrollHeight - below; });
  }

  /** Where the keyboard is, in words that outlive a redrawing. */
  focused() {
    const element = /** @type {HTMLElement|null} */ (document.activeElement);
    const message = /** @type {HTMLElement|null} */ (element?.closest?.("[data-message-id]"));
    if (!element || !message || !this.list.contains(message)) return null;
    const all = [...message.querySelectorAll("button, a[href], [tabindex]")];
    return { element, id: message.dataset.messageId ?? "", customId: element.dataset.customId, at: all.indexOf(element) };
  }

  /** @param {ReturnType<Log["focused"]>} focus */
  refocus(focus) {
    if (!focus || focus.element.isConnected) return;
    const row = this.rows.get(focus.id)?.element;
    if (!row) { this.scroller.focus({ preventScroll: true }); return; }
    const all = /** @type {HTMLElement[]} */ ([...row.querySelectorAll("button, a[href], [tabindex]")]);
    const same = focus.customId === undefined ? undefined : all.find((one) => one.dataset.customId === focus.customId);
    (same ?? all[focus.at] ?? this.scroller).focus({ preventScroll: true });
  }

  /** @param {Event} event */
  jump(event) {
    const id = /** @type {HTMLElement} */ (event.target).closest?.("[data-jump]")?.getAttribute("data-jump");
    const row = id ? this.rows.get(id)?.element : undefined;
    if (!row) return;
    row.scrollIntoView({ block: "center" });
    row.classList.add("pointed");
    setTimeout(() => row.classList.remove("pointed"), 1500);
  }
}

/** @param {Message} before @param {Message} message */
function together(before, message) {
  return before.author.id === message.author.id && !message.local && !before.local && !message.message_reference
    && !message.interaction_metadata && !message.interaction
    && hasFlag(before, FLAG.EPHEMERAL) === hasFlag(message, FLAG.EPHEMERAL)
    && Date.parse(message.timestamp) - Date.parse(before.timestamp) < TOGETHER_MS;
}
