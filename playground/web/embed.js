/**
 * Embeds.
 */
import { h } from "./dom.js";
import { safeUrl } from "./markdown.js";
import { inlineMarkdown, linkTo, markdown } from "./markdown_view.js";
import { picture } from "./media.js";
import { headTime } from "./time.js";

/** Discord's colour number as CSS. @param {number|null|undefined} colour */
export function cssColour(colour) {
  return typeof colour === "number" ? `#${(colour & 0xffffff).toString(16).padStart(6, "0")}` : null;
}

/**
 * @param {Object<string, any>} embed @param {import("./shapes.js").Attachment[]} attachments
 * @param {import("./markdown_view.js").Names} names
 */
export function embedView(embed, attachments, names) {
  const title = embed.title ? inlineMarkdown(embed.title, names) : null;
  const titleUrl = embed.url ? safeUrl(embed.url) : null;
  const colour = cssColour(embed.color);
  return h("div", { class: "embed", style: colour ? { "border-left-color": colour } : {} },
    h("div", { class: "embed-body" },
      h("div", { class: "embed-main" },
        embed.author?.name ? h("div", { class: "embed-author" }, small(embed.author.icon_url, attachments), withLink(embed.author.url, [embed.author.name])) : null,
        title ? h("div", { class: "embed-title" }, titleUrl ? linkTo(titleUrl, title) : title) : null,
        embed.description ? h("div", { class: "embed-text prose" }, markdown(embed.description, names)) : null),
      embed.thumbnail?.url ? picture(embed.thumbnail.url, attachments, { class: "thumbnail" }) : null),
    embed.fields?.length ? fields(embed.fields, names) : null,
    embed.image?.url ? picture(embed.image.url, attachments, { class: "embed-image", width: embed.image.width, height: embed.image.height, alt: embed.image.description }) : null,
    foot(embed, attachments));
}

/** @param {string|undefined} url @param {any[]} kids */
function withLink(url, kids) {
  const safe = url ? safeUrl(url) : null;
  return safe ? linkTo(safe, kids) : h("span", null, kids);
}

/** @param {string|undefined} url @param {import("./shapes.js").Attachment[]} attachments */
function small(url, attachments) {
  const shown = url ? picture(url, attachments, { class: "embed-icon" }) : null;
  return shown?.tagName === "BUTTON" ? shown : null;
}

/** Inline fields share a line, three at most, as on Discord. @param {any[]} list @param {import("./markdown_view.js").Names} names */
function fields(list, names) {
  /** @type {any[][]} */
  const lines = [];
  for (const field of list) {
    const line = lines.at(-1);
    if (field.inline && line && line[0].inline && line.length < 3) line.push(field);
    else lines.push([field]);
  }
  return h("div", { class: "embed-fields" }, lines.map((line) => h("div", { class: `field-line of-${line[0].inline ? Math.max(line.length, 1) : 1}` },
    line.map((field) => h("div", { class: "field" },
      h("div", { class: "field-name" }, inlineMarkdown(field.name ?? "", names)),
      h("div", { class: "field-value prose" }, markdown(field.value ?? "", names)))))));
}

/** @param {Object<string, any>} embed @param {import("./shapes.js").Attachment[]} attachments */
function foot(embed, attachments) {
  const parts = [embed.footer?.text, embed.timestamp ? headTime(embed.timestamp) : null].filter(Boolean);
  return parts.length ? h("div", { class: "embed-foot" }, small(embed.footer?.icon_url, attachments), parts.join(" • ")) : null;
}
