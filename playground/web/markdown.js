/**
 * Discord's markdown as a tree. Pure: no document here, so that it can be tried anywhere. markdown_view.js draws it.
 *
 * @typedef {string | {t: string, kids?: Tree[], text?: string, url?: string, lang?: string, level?: number, id?: string,
 *   style?: string, seconds?: number, ordered?: boolean, start?: number}} Tree
 */

const DEEPEST = 12;

/** Schemes a link may have. @param {string} text @returns {string|null} the address as the browser writes it */
export function safeUrl(text) {
  try {
    const url = new URL(text);
    return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
  } catch {
    return null;
  }
}

/**
 * Inline rules, tried in order at each place. Each returns a tree, or null to let the next rule try.
 * @type {[RegExp, (m: RegExpExecArray, deep: number) => Tree|null][]}
 */
const RULES = [
  [/\\([^0-9A-Za-z\s])/y, (m) => m[1]],
  [/```(?:([\w+\-.#]+)\n)?\n*([^]*?)\n*```\n?/y, (m) => (m[2] === "" ? null : { t: "codeblock", lang: (m[1] ?? "").toLowerCase(), text: m[2] })],
  [/(`{1,2})([^]*?[^`])\1(?!`)/y, (m) => ({ t: "code", text: m[1] === "``" ? m[2].replace(/^ (.*) $/s, "$1") : m[2] })],
  [/<@!?(\d{1,20})>/y, (m) => ({ t: "user", id: m[1] })],
  [/<@&(\d{1,20})>/y, (m) => ({ t: "role", id: m[1] })],
  [/<#(\d{1,20})>/y, (m) => ({ t: "channel", id: m[1] })],
  [/<\/([^\n:>]{1,100}):(\d{1,20})>/y, (m) => ({ t: "command", text: m[1] })],
  [/<a?:(\w{2,32}):(\d{1,20})>/y, (m) => ({ t: "emoji", text: m[1], id: m[2] })],
  [/<t:(-?\d{1,13})(?::([tTdDfFRsS]))?>/y, (m) => ({ t: "time", seconds: Number(m[1]), style: m[2] ?? "f" })],
  [/<(https?:\/\/[^\s>]+)>/y, (m) => link(m[1], [m[1]])],
  [/\[((?:\\.|[^[\]\\\n]|\[[^[\]\n]*\])+)\]\(\s*<?([^\s<>()]+(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?:\s+"[^"\n]*")?\s*\)/y,
    (m, deep) => link(m[2], unlinked(inline(m[1], deep)))],
  [/https?:\/\/[^\s<]+[^<.,:;"'\])|*_~\s]/y, (m) => link(m[0], [m[0]])],
  [/@(everyone|here)(?!\w)/y, (m) => ({ t: "everyone", text: m[0] })],
  [/\*\*\*((?:\\[^]|[^\\*])+?)\*\*\*(?!\*)/y, (m, deep) => ({ t: "strong", kids: [{ t: "em", kids: inline(m[1], deep) }] })],
  [/\*\*((?:\\[^]|[^\\])+?)\*\*(?!\*)/y, (m, deep) => ({ t: "strong", kids: inline(m[1], deep) })],
  [/__((?:\\[^]|[^\\])+?)__(?!_)/y, (m, deep) => ({ t: "u", kids: inline(m[1], deep) })],
  [/\*(?=\S)((?:\*\*|\\[^]|[^*\\])+?)(?<=[^\s])\*(?!\*)/y, (m, deep) => ({ t: "em", kids: inline(m[1], deep) })],
  [/(?<![\p{L}\p{N}_])_((?:__|\\[^]|[^\\_])+?)_(?![\p{L}\p{N}_])/uy, (m, deep) => ({ t: "em", kids: inline(m[1], deep) })],
  [/~~([^]+?)~~(?!~)/y, (m, deep) => ({ t: "s", kids: inline(m[1], deep) })],
  [/\|\|([^]+?)\|\|/y, (m, deep) => ({ t: "spoiler", kids: inline(m[1], deep) })],
];

/** Where some rule might begin. */
const SPECIAL = /[\\`<[*_~|@]|https?:\/\//g;

/** @param {string} address @param {Tree[]} kids @returns {Tree|null} */
function link(address, kids) {
  const url = safeUrl(address);
  return url ? { t: "link", url, kids } : null;
}

/** A link inside a link would hide where the outer one leads. @param {Tree[]} trees @returns {Tree[]} */
function unlinked(trees) {
  return trees.flatMap((tree) => (typeof tree !== "string" && tree.t === "link" ? tree.kids ?? [] : [tree]));
}

/** @param {string} text @param {number} deep @returns {Tree[]} */
export function inline(text, deep = 0) {
  if (deep > DEEPEST) return [text];
  /** @type {Tree[]} */
  const out = [];
  let plain = "";
  let at = 0;
  while (at < text.length) {
    SPECIAL.lastIndex = at;
    const next = SPECIAL.exec(text);
    if (!next) break;
    plain += text.slice(at, next.index);
    at = next.index;
    const found = tryRules(text, at, deep);
    if (found) {
      if (typeof found.tree === "string") plain += found.tree;
      else {
        // A code block is a block: the line break before it would only be an empty line.
        if (found.tree.t === "codeblock") plain = plain.replace(/\n$/, "");
        if (plain) out.push(plain);
        plain = "";
        out.push(found.tree);
      }
      at = found.end;
    } else {
      plain += text[at];
      at += 1;
    }
  }
  plain += text.slice(at);
  if (plain) out.push(plain);
  return out;
}

/** @param {string} text @param {number} at @param {number} deep @returns {{tree: Tree, end: number}|null} */
function tryRules(text, at, deep) {
  for (const [pattern, make] of RULES) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match) continue;
    const end = pattern.lastIndex;
    const tree = make(match, deep + 1);
    if (tree !== null) return { tree, end };
  }
  return null;
}

const HEADING = /^(#{1,3}) +(.+)$/;
const SUBTEXT = /^-# +(.+)$/;
const ITEM = /^( *)(?:([-*])|(\d{1,9})\.) +(.+)$/;
const QUOTE = /^> (.*)$/;

/**
 * A whole text: quotes, headings, lists, and inline text between them.
 * @param {string} text @param {boolean} [quoted] quotes do not nest @returns {Tree[]}
 */
export function parse(text, quoted = false) {
  const lines = text.split("\n");
  /** @type {Tree[]} */
  const out = [];
  /** @type {string[]} */
  let loose = [];
  const flush = () => {
    if (loose.length) out.push(...inline(loose.join("\n")));
    loose = [];
  };
  let row = 0;
  while (row < lines.length) {
    const line = lines[row];
    const match = HEADING.exec(line) ?? SUBTEXT.exec(line);
    if (!quoted && (line.startsWith(">>> ") || line === ">>>")) {
      flush();
      out.push({ t: "quote", kids: parse([line.slice(4), ...lines.slice(row + 1)].join("\n"), true) });
      return out;
    }
    if (!quoted && QUOTE.test(line)) {
      flush();
      const inside = [];
      while (row < lines.length && QUOTE.test(lines[row])) inside.push(lines[row++].slice(2));
      out.push({ t: "quote", kids: parse(inside.join("\n"), true) });
    } else if (match) {
      flush();
      out.push(match.length === 3 ? { t: "heading", level: match[1].length, kids: inline(match[2]) } : { t: "subtext", kids: inline(match[1]) });
      row += 1;
    } else if (ITEM.test(line)) {
      flush();
      /** @type {RegExpExecArray[]} */
      const items = [];
      for (let item = ITEM.exec(lines[row]); item && sameList(items[0], item); item = ITEM.exec(lines[row] ?? "")) {
        items.push(item);
        row += 1;
      }
      out.push(list(items));
    } else {
      const end = fenceEnd(lines, row);
      loose.push(...lines.slice(row, end));
      row = end;
    }
  }
  flush();
  return out;
}

/** Numbers after dots begin another list. @param {RegExpExecArray|undefined} first @param {RegExpExecArray} item */
function sameList(first, item) {
  return !first || item[1].length > first[1].length || (item[3] !== undefined) === (first[3] !== undefined);
}

/** The row after this line, or after the code block that begins in it: what looks like a list inside code is none.
 * @param {string[]} lines @param {number} row */
function fenceEnd(lines, row) {
  if (lines[row].split("```").length % 2 === 1) return row + 1;
  for (let next = row + 1; next < lines.length; next += 1) if (lines[next].includes("```")) return next + 1;
  return row + 1;
}

/** @param {RegExpExecArray[]} items @returns {Tree} */
function list(items) {
  const indent = items[0][1].length;
  const ordered = items[0][3] !== undefined;
  /** @type {Tree[]} */
  const kids = [];
  let at = 0;
  while (at < items.length) {
    const content = inline(items[at][4]);
    const inner = [];
    at += 1;
    while (at < items.length && items[at][1].length > indent) inner.push(items[at++]);
    kids.push({ t: "item", kids: inner.length ? [...content, list(inner)] : content });
  }
  return { t: "list", ordered, start: ordered ? Number(items[0][3]) : undefined, kids };
}
