/**
 * Emojis: signs as text, a bot's own as pictures of this server.
 */
import { h } from "./dom.js";

/** @param {import("./shapes.js").Emoji|undefined|null} emoji */
export function emojiView(emoji) {
  if (!emoji?.name) return null;
  return emoji.id ? customEmoji(emoji.name, emoji.id) : h("span", { class: "emoji" }, emoji.name);
}

/** Where the picture is missing, its name stands in. @param {string} name @param {string} id */
export function customEmoji(name, id) {
  const text = `:${name}:`;
  if (!/^\d{1,20}$/.test(id)) return h("span", { class: "custom-emoji" }, text);
  const image = h("img", { class: "emoji-picture", src: `/emojis/${id}.png`, alt: text, title: text, loading: "lazy", draggable: "false" });
  image.addEventListener("error", () => image.replaceWith(h("span", { class: "custom-emoji" }, text)), { once: true });
  return image;
}
