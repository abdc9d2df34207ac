/**
 * The tree of markdown.js as elements. Everything a person wrote ends in text nodes.
 */
import { ansiNodes } from "./ansi.js";
import { h } from "./dom.js";
import { customEmoji } from "./emoji.js";
import { inline, parse } from "./markdown.js";
import { nameOf } from "./shapes.js";
import { timeElement } from "./time.js";

/** @typedef {import("./markdown.js").Tree} Tree */
/** @typedef {{user: (id: string) => (import("./shapes.js").User|undefined), channel: (id: string) => (import("./shapes.js").Channel|undefined),
 *   me: import("./shapes.js").User|null}} Names who and what ids stand for */

const TAGS = { strong: "strong", em: "em", u: "u", s: "s", item: "li" };

/** A whole text. @param {string} text @param {Names} names @returns {Node[]} */
export function markdown(text, names) {
  return draw(parse(text), names);
}

/** Text where only inline marks count: embed titles, field names. @param {string} text @param {Names} names */
export function inlineMarkdown(text, names) {
  return draw(inline(text), names);
}

/** @param {Tree[]} trees @param {Names} names @returns {Node[]} */
function draw(trees, names) {
  return trees.flatMap((tree) => (typeof tree === "string" ? plain(tree) : [one(tree, names)]));
}

/** Discord draws these two signs as red emojis; a text font would not. @param {string} text @returns {Node[]} */
function plain(text) {
  return text.split(/([\u2665\u2666]\uFE0F?)/u).filter(Boolean).map((piece) => (/^[\u2665\u2666]/u.test(piece)
    ? h("span", { class: "suit-red" }, piece) : document.createTextNode(piece)));
}

/** @param {Exclude<Tree, string>} tree @param {Names} names @returns {Node} */
function one(tree, names) {
  const kids = () => draw(tree.kids ?? [], names);
  switch (tree.t) {
    case "code": return h("code", { class: "code" }, tree.text);
    case "codeblock": return h("pre", { class: "codeblock", tabindex: "0" }, h("code", null, tree.lang === "ansi" ? ansiNodes(tree.text ?? "") : tree.text));
    case "quote": return h("blockquote", null, h("div", null, kids()));
    // Headings of messages must not outrank those of the page.
    case "heading": return h(`h${(tree.level ?? 1) + 2}`, { class: `heading heading-${tree.level}` }, kids());
    case "subtext": return h("small", { class: "subtext" }, kids());
    case "list": return h(tree.ordered ? "ol" : "ul", { start: tree.ordered ? tree.start : null }, kids());
    case "link": return linkTo(tree.url ?? "", kids());
    case "spoiler": return spoiler(kids());
    case "user": {
      const user = names.user(tree.id ?? "");
      return pill(`@${user ? nameOf(user) : "unknown-user"}`, { userId: tree.id });
    }
    case "channel": {
      const channel = names.channel(tree.id ?? "");
      return channel ? h("a", { class: "mention", href: `#${channel.id}` }, `#${channel.name}`) : pill("#unknown", {});
    }
    case "role": return pill("@role", {});
    case "everyone": return pill(tree.text ?? "", {});
    case "command": return h("button", { type: "button", class: "mention", data: { command: tree.text } }, `/${tree.text}`);
    case "emoji": return customEmoji(tree.text ?? "", tree.id ?? "");
    case "time": return timeElement(tree.seconds ?? 0, tree.style ?? "f");
    default: return h(TAGS[/** @type {keyof typeof TAGS} */ (tree.t)] ?? "span", null, kids());
  }
}

/** @param {string} text @param {Object<string, any>} data */
function pill(text, data) {
  return h("span", { class: "mention", data }, h("bdi", null, text));
}

/** @param {string} url already known to be http or https @param {any[]} children */
export function linkTo(url, children) {
  return h("a", { class: "link", href: url, target: "_blank", rel: "noopener noreferrer nofollow", title: url }, children);
}

/** @param {Node[]} kids */
function spoiler(kids) {
  const inner = h("span", { class: "spoiler-text", "aria-hidden": "true" }, kids);
  const open = () => {
    shell.classList.add("open");
    inner.removeAttribute("aria-hidden");
    for (const name of ["role", "tabindex", "aria-label"]) shell.removeAttribute(name);
  };
  const shell = h("span", { class: "spoiler", role: "button", tabindex: "0", "aria-label": "Spoiler, hidden", on: {
    click: (/** @type {Event} */ event) => { if (!shell.classList.contains("open")) { event.preventDefault(); open(); } },
    keydown: (/** @type {KeyboardEvent} */ event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); open(); } },
  } }, inner);
  return shell;
}
