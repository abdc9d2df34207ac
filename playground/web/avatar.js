/**
 * Coloured circles with an initial instead of pictures.
 */
import { h } from "./dom.js";
import { nameOf } from "./shapes.js";

const FALLBACK = ["#5865f2", "#3ba55d", "#c2410c", "#b83280", "#0e7490", "#7c3aed"];
const segments = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The first letter as a reader sees it (Devanagari letters carry marks). @param {string} name */
export function initialOf(name) {
  for (const { segment } of segments.segment(name.trim())) return segment.toLocaleUpperCase();
  return "?";
}

/** @param {import("./shapes.js").User} user */
function colourOf(user) {
  if (/^#[0-9a-f]{6}$/i.test(user.colour ?? "")) return /** @type {string} */ (user.colour);
  let sum = 0;
  for (const letter of String(user.id)) sum = (sum * 31 + letter.charCodeAt(0)) % 9973;
  return FALLBACK[sum % FALLBACK.length];
}

/** @param {import("./shapes.js").User} user @param {string} [size] a class for the size */
export function avatar(user, size = "") {
  const colour = colourOf(user);
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  const bright = (red * 299 + green * 587 + blue * 114) / 1000 > 150;
  return h("span", { class: `avatar ${size}`, "aria-hidden": "true", style: { "background-color": colour, color: bright ? "#1a1a1e" : "#fff" } },
    initialOf(nameOf(user)));
}
