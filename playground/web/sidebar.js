/**
 * Around the messages: servers, channels, members, who I am, and the drawer that holds them on a phone.
 */
import { avatar, initialOf } from "./avatar.js";
import { byId, h, icon } from "./dom.js";
import { nameOf } from "./shapes.js";

/** Kinds of channels one can write in: text, announcements, threads. */
const WRITABLE = new Set([0, 5, 10, 11, 12]);
const CATEGORY = 4;

/** The channel to open first. @param {import("./shapes.js").Guild|null|undefined} guild */
export function firstChannel(guild) {
  return guild?.channels.find((channel) => WRITABLE.has(channel.type))?.id ?? "";
}

/** @param {import("./store.js").Store} store @param {(channelId: string) => void} open @param {() => void} openPerson */
export function startSidebar(store, open, openPerson) {
  const app = byId("app");
  const menu = byId("menu-button");
  const membersButton = byId("members-button");
  menu.append(icon("menu"));
  membersButton.append(icon("people"));
  const narrow = matchMedia("(max-width: 760px)");

  /** @param {boolean} on */
  const drawer = (on) => {
    app.classList.toggle("drawer-open", on);
    menu.setAttribute("aria-expanded", String(on));
    // A closed drawer must not be in the way of the Tab key.
    byId("sidebar").inert = narrow.matches && !on;
    if (on) byId("sidebar").querySelector(".channel.current, .channel")?.focus();
  };
  /** @param {boolean} on */
  const members = (on) => {
    app.classList.toggle("members-open", on);
    membersButton.setAttribute("aria-expanded", String(on));
  };
  narrow.addEventListener("change", () => { drawer(false); members(!narrow.matches && innerWidth >= 1100); });
  drawer(false);
  members(innerWidth >= 1100);
  menu.addEventListener("click", () => { members(false); drawer(!app.classList.contains("drawer-open")); });
  membersButton.addEventListener("click", () => { drawer(false); members(!app.classList.contains("members-open")); });
  byId("scrim").addEventListener("click", () => { drawer(false); members(false); });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && app.classList.contains("drawer-open")) { drawer(false); menu.focus(); }
  });

  const draw = () => {
    const { state, guild } = store;
    if (!state) return;
    const focus = /** @type {HTMLElement|null} */ (document.activeElement);
    const held = focus?.dataset.channelId ? `[data-channel-id="${CSS.escape(focus.dataset.channelId)}"]`
      : focus?.dataset.guildId ? `[data-guild-id="${CSS.escape(focus.dataset.guildId)}"]` : focus?.id === "open-person" ? "#open-person" : "";
    byId("rail").replaceChildren(...state.guilds.map((one) => h("button", { type: "button", class: `server ${one === guild ? "current" : ""}`, title: one.name, "aria-label": one.name,
      "aria-current": one === guild ? "true" : null, data: { guildId: one.id }, on: { click: () => { const id = firstChannel(one); if (id && one !== guild) open(id); } } },
    initials(one.name), one !== guild && one.channels.some((channel) => store.unread.has(channel.id)) ? h("span", { class: "dot" }) : null)));
    byId("guild-name").textContent = guild?.name ?? "No server";
    byId("channels").replaceChildren(...channelRows(guild));
    byId("people").replaceChildren(h("button", { type: "button", class: "button secondary wide", id: "open-person", on: { click: openPerson } }, icon("plus"), "Open as another person"));
    byId("me").replaceChildren(avatar(state.me), h("div", { class: "me-words" }, h("bdi", { class: "ellipsis" }, nameOf(state.me)), h("span", { class: "muted small" }, "this tab")));
    byId("members").replaceChildren(...memberRows());
    const channel = store.channel(store.channelId);
    byId("channel-name").replaceChildren(h("span", { class: "hash", "aria-hidden": "true" }, "#"), h("bdi", null, channel ? channel.name || nameOf(state.bot) : ""));
    const bot = byId("bot-state");
    bot.textContent = state.bot ? "" : "No bot is connected";
    bot.hidden = !!state.bot;
    if (held) /** @type {HTMLElement|null} */ (byId("sidebar").querySelector(held))?.focus();
  };

  /** @param {import("./shapes.js").Guild|null} guild */
  function channelRows(guild) {
    if (!guild) return [];
    const rows = [];
    const categories = guild.channels.filter((channel) => channel.type === CATEGORY);
    const inside = (/** @type {string|null} */ parent) => guild.channels.filter((channel) => channel.type !== CATEGORY && (parent === null
      ? !categories.some((category) => category.id === channel.parent_id) : channel.parent_id === parent));
    rows.push(...inside(null).map(channelRow));
    const dms = store.state?.dms ?? [];
    for (const category of categories) rows.push(h("h3", { class: "category" }, h("bdi", null, category.name)), ...inside(category.id).map(channelRow));
    if (dms.length) rows.push(h("h3", { class: "category" }, "Direct messages"), ...dms.map(channelRow));
    return rows;
  }

  /** @param {import("./shapes.js").Channel} channel */
  function channelRow(channel) {
    const unread = store.unread.get(channel.id);
    const current = channel.id === store.channelId;
    return h("a", { class: `channel ${current ? "current" : ""} ${unread ? "unread" : ""}`, href: `#${channel.id}`, "aria-current": current ? "page" : null, data: { channelId: channel.id },
      on: { click: (/** @type {Event} */ event) => { event.preventDefault(); open(channel.id); drawer(false); } } },
    h("span", { class: "hash", "aria-hidden": "true" }, "#"), h("bdi", { class: "ellipsis" }, channel.name || nameOf(store.state?.bot)), unread?.mentions ? h("span", { class: "badge", "aria-label": `${unread.mentions} mentions` }, unread.mentions) : null);
  }

  function memberRows() {
    const people = store.members.filter((one) => !one.bot);
    const bots = store.members.filter((one) => one.bot);
    const row = (/** @type {import("./shapes.js").User} */ user) => h("div", { class: `member ${user.bot && user.id !== store.state?.bot?.id ? "away" : ""}` }, avatar(user), h("bdi", { class: "ellipsis" }, nameOf(user)), user.bot ? h("span", { class: "tag" }, "BOT") : null);
    return [h("h3", { class: "category" }, `People — ${people.length}`), ...people.map(row), bots.length ? h("h3", { class: "category" }, `Bots — ${bots.length}`) : null, ...bots.map(row)].filter((one) => one !== null);
  }

  store.on("state", draw);
  store.on("channel", draw);
}

/** @param {string} name */
function initials(name) {
  return name.split(/\s+/).filter(Boolean).slice(0, 2).map(initialOf).join("");
}
