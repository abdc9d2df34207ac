/**
 * Times as Discord writes them, in the reader's own language and zone.
 */
import { h } from "./dom.js";

/** @type {Object<string, Intl.DateTimeFormatOptions>} */
const STYLES = {
  t: { hour: "numeric", minute: "2-digit" },
  T: { hour: "numeric", minute: "2-digit", second: "2-digit" },
  d: { day: "2-digit", month: "2-digit", year: "numeric" },
  D: { day: "numeric", month: "long", year: "numeric" },
  f: { day: "numeric", month: "long", year: "numeric", hour: "numeric", minute: "2-digit" },
  F: { weekday: "long", day: "numeric", month: "long", year: "numeric", hour: "numeric", minute: "2-digit" },
  s: { day: "2-digit", month: "2-digit", year: "numeric", hour: "numeric", minute: "2-digit" },
  S: { day: "2-digit", month: "2-digit", year: "numeric", hour: "numeric", minute: "2-digit", second: "2-digit" },
};

/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();
/** @param {Date} date @param {string} style one of Discord's letters */
export function formatDate(date, style) {
  const known = Object.hasOwn(STYLES, style) ? style : "f";
  if (!formats.has(known)) formats.set(known, new Intl.DateTimeFormat(undefined, STYLES[known]));
  return /** @type {Intl.DateTimeFormat} */ (formats.get(known)).format(date);
}

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "always" });
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [["year", 31536000], ["month", 2629800], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

/** "in 40 seconds", "2 hours ago". @param {number} seconds since 1970 @param {number} [now] in seconds */
export function formatRelative(seconds, now = Date.now() / 1000) {
  const away = seconds - now;
  for (const [unit, size] of UNITS) {
    if (Math.abs(away) >= size || unit === "second") return relative.format(Math.round(away / size), unit);
  }
  return "";
}

/** The element for `<t:seconds:style>`. @param {number} seconds @param {string} style */
export function timeElement(seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return document.createTextNode("Invalid date");
  const live = style === "R";
  return h("time", { class: "timestamp", datetime: date.toISOString(), title: formatDate(date, "F"), data: live ? { relative: seconds } : {} },
    live ? formatRelative(seconds) : formatDate(date, style));
}

/** Keeps every relative time on the page right, once a second. */
export function keepTimesLive() {
  setInterval(() => {
    for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("time[data-relative]"))) {
      const text = formatRelative(Number(element.dataset.relative));
      if (element.textContent !== text) element.textContent = text;
    }
  }, 1000);
}

/** A day as a key, in the reader's zone. @param {Date} date */
export function dayOf(date) {
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;
}

/** The time in a message's head: "14:03", "Yesterday at 14:03", or the date. @param {string} iso */
export function headTime(iso) {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "";
  const now = new Date();
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (dayOf(date) === dayOf(now)) return formatDate(date, "t");
  if (dayOf(date) === dayOf(yesterday)) return `Yesterday at ${formatDate(date, "t")}`;
  return formatDate(date, "s");
}
