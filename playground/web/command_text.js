/**
 * Commands as typed text, and typed text as values. Pure.
 *
 * @typedef {import("./shapes.js").Command} Command
 * @typedef {import("./shapes.js").CommandOption} CommandOption
 * @typedef {{users: import("./shapes.js").User[], channels: import("./shapes.js").Channel[]}} Directory
 */
import { nameOf, OPTION } from "./shapes.js";

/** Required ones first, as Discord demands and shows them. @param {Command} command @returns {CommandOption[]} */
export function optionsInOrder(command) {
  const options = command.options ?? [];
  return [...options.filter((option) => option.required), ...options.filter((option) => !option.required)];
}

/**
 * The command a text names, and what follows the name.
 * @param {Command[]} commands @param {string} text beginning with a slash
 * @returns {{command: Command, rest: string, spaced: boolean}|null}
 */
export function findCommand(commands, text) {
  const words = text.slice(1).replace(/^\s+/, "");
  /** @type {Command|null} */
  let best = null;
  let length = 0;
  for (const command of commands) {
    const pattern = new RegExp(`^${command.name.split(" ").map(escape).join("\\s+")}(?=\\s|$)`, "iu");
    const match = pattern.exec(words);
    if (match && match[0].length > length) { best = command; length = match[0].length; }
  }
  return best ? { command: best, rest: words.slice(length).trim(), spaced: words.length > length } : null;
}

/** @param {string} text */
function escape(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/**
 * `card: 7♥ note: two words` → card, note. Text before the first name belongs to the first option not named.
 * @param {Command} command @param {string} text @returns {Map<string, string>}
 */
export function splitOptions(command, text) {
  /** @type {Map<string, string>} */
  const found = new Map();
  const options = optionsInOrder(command);
  if (!options.length) return found;
  const names = options.map((option) => escape(option.name)).join("|");
  const marks = [...text.matchAll(new RegExp(`(?<=^|\\s)(${names}):`, "giu"))];
  const lead = text.slice(0, marks[0]?.index ?? text.length).trim();
  marks.forEach((mark, at) => {
    const name = options.find((option) => option.name.toLowerCase() === mark[1].toLowerCase())?.name ?? mark[1];
    found.set(name, text.slice(mark.index + mark[0].length, marks[at + 1]?.index ?? text.length).trim());
  });
  if (lead) {
    const free = options.find((option) => !found.has(option.name));
    if (free) found.set(free.name, lead);
  }
  return found;
}

/** What is left of a command when written out. @param {Command} command @param {Map<string, string>} texts */
export function commandText(command, texts) {
  return `/${command.name}${[...texts].map(([name, text]) => ` ${name}: ${text}`).join("")}`;
}

/**
 * A typed text as the option's value.
 * @param {CommandOption} option @param {string} text @param {Directory} directory
 * @returns {{value: string|number|boolean}|{error: string}}
 */
export function toValue(option, text, directory) {
  const words = text.trim();
  if (option.choices?.length) {
    const lower = words.toLocaleLowerCase();
    const choice = option.choices.find((one) => one.name.toLocaleLowerCase() === lower) ?? option.choices.find((one) => String(one.value).toLocaleLowerCase() === lower);
    return choice ? { value: choice.value } : { error: `${option.name}: choose one of ${option.choices.slice(0, 8).map((one) => one.name).join(", ")}` };
  }
  switch (option.type) {
    case OPTION.INTEGER: case OPTION.NUMBER: return toNumber(option, words);
    case OPTION.BOOLEAN:
      if (/^(true|yes|on|1)$/i.test(words)) return { value: true };
      if (/^(false|no|off|0)$/i.test(words)) return { value: false };
      return { error: `${option.name}: True or False` };
    case OPTION.USER: case OPTION.MENTIONABLE: return toId(option, words.replace(/^<@!?(\d+)>$/, "$1").replace(/^@/, ""), directory.users.map((user) => [user.id, nameOf(user), user.username]));
    case OPTION.CHANNEL: return toId(option, words.replace(/^<#(\d+)>$/, "$1").replace(/^#/, ""), directory.channels.map((channel) => [channel.id, channel.name]));
    case OPTION.ROLE: case OPTION.ATTACHMENT: return { error: `${option.name}: roles and files cannot be given here` };
    default: return { value: words };
  }
}

/** @param {CommandOption} option @param {string} words */
function toNumber(option, words) {
  const number = Number(words);
  if (words === "" || !Number.isFinite(number)) return { error: `${option.name}: a number, please` };
  if (option.type === OPTION.INTEGER && !Number.isSafeInteger(number)) return { error: `${option.name}: a whole number, please` };
  if (option.min_value !== undefined && option.min_value !== null && number < option.min_value) return { error: `${option.name}: ${option.min_value} or more` };
  if (option.max_value !== undefined && option.max_value !== null && number > option.max_value) return { error: `${option.name}: ${option.max_value} or less` };
  return { value: number };
}

/** @param {CommandOption} option @param {string} words @param {string[][]} known id, then names */
function toId(option, words, known) {
  const lower = words.toLocaleLowerCase();
  const found = known.find(([id, ...names]) => id === words || names.some((name) => name.toLocaleLowerCase() === lower));
  return found ? { value: found[0] } : { error: `${option.name}: nobody and nothing here is called "${words}"` };
}

/**
 * All values of a command.
 * @param {Command} command @param {Map<string, string>} texts
 * @param {Map<string, import("./shapes.js").Choice>} chosen values picked from a list, by option
 * @param {Directory} directory
 * @returns {{values: Object<string, any>, error: string|null, at: string|null}} the option that is wrong or missing in `at`
 */
export function readCommand(command, texts, chosen, directory) {
  /** @type {Object<string, any>} */
  const values = {};
  for (const option of optionsInOrder(command)) {
    const text = texts.get(option.name) ?? "";
    if (text.trim() === "") {
      if (option.required) return { values, error: `${option.name} is needed`, at: option.name };
      continue;
    }
    const choice = chosen.get(option.name);
    const read = choice && choice.name === text ? { value: choice.value } : toValue(option, text, directory);
    if ("error" in read) return { values, error: read.error, at: option.name };
    values[option.name] = read.value;
  }
  return { values, error: null, at: null };
}

/**
 * Commands that fit what is typed, the nearest first.
 * @param {Command[]} commands @param {string} query without the slash
 */
export function matchCommands(commands, query) {
  const words = query.trim().toLocaleLowerCase().replace(/\s+/g, " ");
  if (!words) return [...commands].sort((a, b) => a.name.localeCompare(b.name));
  /** @param {Command} command */
  const rank = (command) => {
    const name = command.name.toLocaleLowerCase();
    if (name === words) return 0;
    if (name.startsWith(words)) return 1;
    if (name.split(" ").some((word) => word.startsWith(words))) return 2;
    if (name.includes(words)) return 3;
    return (command.description ?? "").toLocaleLowerCase().includes(words) ? 4 : 9;
  };
  return commands.map((command) => ({ command, rank: rank(command) })).filter((one) => one.rank < 9)
    .sort((a, b) => a.rank - b.rank || a.command.name.localeCompare(b.command.name)).map((one) => one.command);
}
