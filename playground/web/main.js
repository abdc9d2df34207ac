/**
 * Ties the page together.
 */
import { Composer } from "./composer.js";
import { askPerson, showDoor } from "./door.js";
import { byId, h } from "./dom.js";
import { Interactions } from "./interactions.js";
import { Log } from "./log.js";
import { openModal } from "./modal.js";
import { Session } from "./session.js";
import { FLAG } from "./shapes.js";
import { firstChannel, startSidebar } from "./sidebar.js";
import { Store } from "./store.js";
import { startTheme } from "./theme.js";
import { keepTimesLive } from "./time.js";

/** A command answered faster than this needs no sign that it is under way. */
const SOON_MS = 300;
const DISCORD_EPOCH = 1420070400000n;
/** Mentions that came while the tab was not looked at. */
let missed = 0;

startTheme();
const name = new URLSearchParams(location.search).get("as")?.trim() ?? "";
if (name) start(name);
else showDoor();

/** @param {string} who */
function start(who) {
  const session = new Session(who);
  const store = new Store();
  const interactions = new Interactions(session);
  const view = { store, act, names: { user: (/** @type {string} */ id) => store.user(id), channel: (/** @type {string} */ id) => store.channel(id), get me() { return store.me; } } };
  const load = () => store.load(store.channelId, (path) => session.call(path)).catch((error) => banner(error.message));
  const log = new Log(view, () => { store.room(store.channelId).limit += 100; return load(); });
  const composer = new Composer(store, interactions, { say, run });
  startSidebar(store, open, askPerson);
  keepTimesLive();
  let connected = false;

  session.onFrame = hear;
  session.onConnection = (on, retryInMs) => {
    if (!on && connected) interactions.failAll();
    connected = on;
    banner(on ? "" : retryInMs < 1500 ? "Connection lost. Trying again…" : `Connection lost. Trying again in ${Math.round(retryInMs / 1000)} s…`);
  };
  addEventListener("online", () => session.hurry());
  addEventListener("hashchange", () => open(location.hash.slice(1)));
  document.addEventListener("visibilitychange", () => { if (!document.hidden) { session.hurry(); title(); } });
  store.on("channel", title);
  store.on("state", title);
  byId("log").addEventListener("click", (/** @type {Event} */ event) => {
    const wanted = /** @type {HTMLElement} */ (event.target).closest?.("[data-command]")?.getAttribute("data-command");
    const command = store.commands.find((one) => one.name === wanted);
    if (command) composer.start(command, new Map());
  });
  // Typing anywhere means the composer, as on Discord.
  addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key.length !== 1 || event.key === " " || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (target.closest("input, textarea, dialog, [popover]") || document.querySelector("dialog[open]")) return;
    composer.text.focus();
  });
  session.connect().catch((error) => showDoor(error.message, who));

  /** @param {{t: string, d: any}} frame */
  function hear(frame) {
    const { t, d } = frame;
    if (t === "READY") {
      store.setState(d);
      store.forgetRooms();
      byId("app").hidden = false;
      byId("door").hidden = true;
      open(store.channel(store.channelId) ? store.channelId : location.hash.slice(1), true);
    } else if (t === "STATE") {
      store.setState(d);
      if (!store.channel(store.channelId)) open("");
    } else if (t === "MESSAGE_CREATE") {
      store.put(d);
      if (d.channel_id !== store.channelId && d.author.id !== store.me?.id) store.countUnread(d);
      else if (document.hidden && d.mentions_me) { missed += 1; title(); }
    } else if (t === "MESSAGE_UPDATE") {
      // The bot has spoken on it: an older failure and an older choice are past.
      const marks = store.marks(d.id);
      marks.failed = null;
      marks.selected.clear();
      store.put(d);
    } else if (t === "MESSAGE_DELETE") store.remove(d.channel_id, d.id);
    else interactions.hear(frame);
  }

  /** @param {string} id @param {boolean} [anew] */
  function open(id, anew = false) {
    const known = store.channel(id) ? id : firstChannel(store.guild);
    if (known === store.channelId && !anew) return;
    store.show(known);
    if (!known) return;
    history.replaceState(null, "", `#${known}`);
    if (anew || !store.room(known).loaded) void load();
  }

  /** @param {string} text */
  function banner(text) {
    const element = byId("banner");
    element.hidden = text === "";
    element.replaceChildren(...(text ? [h("span", null, text), h("button", { type: "button", class: "as-link", on: { click: () => { banner(""); session.hurry(); if (connected) void load(); } } }, "Try now")] : []));
  }

  /** @param {string} text */
  async function say(text) {
    log.toBottom();
    store.put(await session.call(`/app/channels/${encodeURIComponent(store.channelId)}/messages`, "POST", { content: text }));
  }

  /** @param {import("./shapes.js").Command} command @param {Object<string, any>} values */
  function run(command, values) {
    const channelId = store.channelId;
    log.toBottom();
    const row = localRow(channelId, command.name);
    const timer = setTimeout(() => store.put(row), SOON_MS);
    const gone = () => { clearTimeout(timer); store.remove(channelId, row.id); };
    interactions.send({ type: "command", channel_id: channelId, name: command.name, options: values }, {
      answered: gone,
      modal: (frame) => { gone(); openModal(frame, channelId, view, interactions); },
      failed: (text) => { clearTimeout(timer); store.put({ ...row, local: "failed", content: text }); },
    });
  }

  /** A row that only this tab sees: a command under way, or one that failed. @param {string} channelId @param {string} command */
  function localRow(channelId, command) {
    const me = /** @type {import("./shapes.js").User} */ (store.me);
    return { id: String(((BigInt(Date.now()) - DISCORD_EPOCH) << 22n) + 4194303n), channel_id: channelId, author: store.state?.bot ?? { id: "0", username: "App", bot: true }, content: "",
      timestamp: new Date().toISOString(), flags: FLAG.EPHEMERAL, interaction_metadata: { user: me, name: command }, local: /** @type {"sending"} */ ("sending") };
  }

  /** @param {import("./shapes.js").Message} message @param {import("./shapes.js").Component} component @param {string[]} values */
  function act(message, component, values) {
    store.mark(message.id, { pending: component.custom_id ?? null, failed: null });
    interactions.send({ type: "component", channel_id: message.channel_id, message_id: message.id, custom_id: component.custom_id, values }, {
      answered: () => store.mark(message.id, { pending: null }),
      modal: (frame) => { store.mark(message.id, { pending: null }); openModal(frame, message.channel_id, view, interactions); },
      failed: (text) => store.mark(message.id, { pending: null, failed: text === "The application did not respond" ? "This interaction failed" : `This interaction failed: ${text}` }),
    });
  }

  function title() {
    if (!document.hidden) missed = 0;
    const mentions = missed + [...store.unread.values()].reduce((sum, one) => sum + one.mentions, 0);
    document.title = `${mentions ? `(${mentions}) ` : ""}#${store.channel(store.channelId)?.name ?? ""} · ${who}`;
  }
}
