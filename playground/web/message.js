/**
 * One message as an element.
 */
import { avatar } from "./avatar.js";
import { components } from "./components.js";
import { h, icon } from "./dom.js";
import { embedView } from "./embed.js";
import { markdown } from "./markdown_view.js";
import { attachments } from "./media.js";
import { FLAG, hasFlag, nameOf } from "./shapes.js";
import { formatDate, headTime } from "./time.js";

/** @typedef {import("./shapes.js").Message} Message */
/** @typedef {import("./components.js").View} View */

/** @param {Message} message @param {boolean} grouped under the same author's earlier one @param {View} view @returns {HTMLElement} */
export function messageView(message, grouped, view) {
  const ephemeral = hasFlag(message, FLAG.EPHEMERAL);
  const loading = hasFlag(message, FLAG.LOADING) || message.local === "sending";
  const author = view.names.user(message.author.id) ?? message.author;
  const classes = ["message", grouped && "grouped", message.mentions_me && "mentioned", ephemeral && "ephemeral", loading && "loading", message.local && `local-${message.local}`];
  const headed = grouped ? null : above(message, view);
  return h("article", { class: classes.filter(Boolean).join(" "), "aria-label": `${nameOf(author)}, ${headTime(message.timestamp)}`,
    data: { messageId: message.local ? undefined : message.id, ephemeral: ephemeral ? "true" : undefined, loading: loading ? "true" : undefined, authorId: author.id } },
  headed,
  h("div", { class: "gutter" }, grouped ? h("span", { class: "side-time", "aria-hidden": "true" }, formatDate(new Date(message.timestamp), "t")) : avatar(author)),
  h("div", { class: "body" },
    grouped ? null : h("header", { class: "message-head" },
      h("bdi", { class: "author" }, nameOf(author)),
      author.bot || message.author.bot ? h("span", { class: "tag" }, "BOT") : null,
      h("time", { class: "muted small", datetime: message.timestamp, title: formatDate(new Date(message.timestamp), "F") }, headTime(message.timestamp))),
    loading ? h("p", { class: "thinking" }, h("span", { class: "dots" }, h("i"), h("i"), h("i")), " ",
      message.local ? "Sending command…" : [h("bdi", null, nameOf(author)), " is thinking…"]) : content(message, view),
    foot(message, ephemeral, view)));
}

/** What a message answers: a command or another message. @param {Message} message @param {View} view */
function above(message, view) {
  const meta = message.interaction_metadata;
  const user = meta?.user ?? message.interaction?.user;
  const command = message.interaction?.name ?? meta?.name;
  if (user && command) {
    const known = view.names.user(user.id) ?? user;
    return h("div", { class: "reply" }, h("span", { class: "reply-line", "aria-hidden": "true" }), avatar(known, "tiny"), h("bdi", { class: "reply-name" }, nameOf(known)),
      " used ", h("span", { class: "reply-command" }, `/${command}`));
  }
  const reference = message.message_reference?.message_id;
  if (!reference) return null;
  const original = message.referenced_message ?? view.store.find(message.channel_id, reference);
  if (!original) return h("div", { class: "reply" }, h("span", { class: "reply-line", "aria-hidden": "true" }), h("i", null, "A message that is not shown here"));
  const named = (/** @type {string} */ whole, /** @type {string} */ id) => { const user = view.names.user(id); return user ? `@${nameOf(user)}` : whole; };
  const words = original.content?.replace(/<@!?(\d+)>/g, named) || (original.embeds?.[0]?.title ?? "Click to see the message");
  return h("div", { class: "reply" }, h("span", { class: "reply-line", "aria-hidden": "true" }), avatar(original.author, "tiny"), h("bdi", { class: "reply-name" }, nameOf(original.author)),
    h("button", { type: "button", class: "reply-words ellipsis", data: { jump: original.id } }, words.replace(/\s+/g, " ").slice(0, 160)));
}

/** @param {Message} message @param {View} view */
function content(message, view) {
  const files = message.attachments ?? [];
  const edited = message.edited_timestamp
    ? h("span", { class: "edited", title: formatDate(new Date(message.edited_timestamp), "F") }, "(edited)") : null;
  const text = message.content ? h("div", { class: "content prose" }, markdown(message.content, view.names), edited ? [" ", edited] : null) : null;
  const list = message.components ?? [];
  const v2 = hasFlag(message, FLAG.COMPONENTS_V2);
  return [
    text,
    (message.embeds ?? []).map((embed) => embedView(embed, files, view.names)),
    attachments(files, v2 ? new Set(files.map((file) => file.filename)) : usedFiles(message)),
    list.length ? h("div", { class: v2 ? "components v2" : "components" }, components(list, message, view)) : null,
    text ? null : edited,
  ];
}

/** Names of attachments that an embed shows already. @param {Message} message */
function usedFiles(message) {
  /** @type {Set<string>} */
  const used = new Set();
  for (const embed of message.embeds ?? []) {
    for (const url of [embed.image?.url, embed.thumbnail?.url, embed.author?.icon_url, embed.footer?.icon_url]) {
      for (const file of message.attachments ?? []) if (url && (url === `attachment://${file.filename}` || url === file.url)) used.add(file.filename);
    }
  }
  return used;
}

/** @param {Message} message @param {boolean} ephemeral @param {View} view */
function foot(message, ephemeral, view) {
  const { failed } = view.store.marks(message.id);
  return [
    failed ? h("p", { class: "failed", role: "alert" }, failed) : null,
    ephemeral ? h("p", { class: "only-you" }, icon("eye"), " Only you can see this · ",
      h("button", { type: "button", class: "as-link", data: { dismiss: message.id }, on: { click: () => view.store.dismiss(message) } }, "Dismiss message")) : null,
  ];
}
