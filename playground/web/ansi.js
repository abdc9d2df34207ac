/**
 * Colours in ```ansi blocks: the codes that Discord knows, as classes.
 */
import { h } from "./dom.js";

/** @param {string} text @returns {Node[]} */
export function ansiNodes(text) {
  const out = [];
  let bold = false;
  let under = false;
  let fore = 0;
  let back = 0;
  let at = 0;
  // eslint-disable-next-line no-control-regex
  for (const match of text.matchAll(/\u001b\[([\d;]*)m/g)) {
    push(text.slice(at, match.index));
    at = match.index + match[0].length;
    for (const code of (match[1] || "0").split(";").map(Number)) {
      if (code === 0) { bold = false; under = false; fore = 0; back = 0; }
      else if (code === 1) bold = true;
      else if (code === 4) under = true;
      else if (code >= 30 && code <= 37) fore = code;
      else if (code >= 40 && code <= 47) back = code;
    }
  }
  push(text.slice(at));
  return out;

  /** @param {string} piece */
  function push(piece) {
    if (!piece) return;
    const classes = [bold && "ansi-bold", under && "ansi-under", fore && `ansi-${fore}`, back && `ansi-${back}`].filter(Boolean);
    out.push(classes.length ? h("span", { class: classes.join(" ") }, piece) : document.createTextNode(piece));
  }
}
