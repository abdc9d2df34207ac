/**
 * What could be said for an option: its choices, members, channels, or what the bot completes.
 *
 * @typedef {import("./shapes.js").CommandOption} CommandOption
 * @typedef {import("./shapes.js").Choice} Choice
 * @typedef {{choices: Choice[], state: "here"|"asking"|"failed", free: boolean}} Offer `free`: other text is allowed as well
 */
import { nameOf, OPTION } from "./shapes.js";

const QUIET_MS = 120;

export class Completion {
  /** @param {import("./store.js").Store} store @param {import("./interactions.js").Interactions} interactions */
  constructor(store, interactions) {
    this.store = store;
    this.interactions = interactions;
    /** @type {number|undefined} */
    this.timer = undefined;
    this.turn = 0;
  }

  /** Whatever is still under way is of no interest any more. */
  forget() {
    clearTimeout(this.timer);
    this.turn += 1;
  }

  /**
   * @param {import("./shapes.js").Command} command @param {CommandOption} option @param {string} text
   * @param {Object<string, any>} others values of the other options
   * @param {(offer: Offer) => void} show called at once, and again when the bot has answered; the latest question wins
   */
  offer(command, option, text, others, show) {
    this.forget();
    if (!option.autocomplete) {
      show({ choices: this.known(option, text), state: "here", free: !option.choices?.length });
      return;
    }
    const { turn } = this;
    show({ choices: [], state: "asking", free: true });
    this.timer = setTimeout(() => {
      this.interactions.send({ type: "autocomplete", channel_id: this.store.channelId, name: command.name, options: { ...others, [option.name]: text }, focused: option.name }, {
        choices: (choices) => { if (turn === this.turn) show({ choices, state: "here", free: true }); },
        failed: () => { if (turn === this.turn) show({ choices: [], state: "failed", free: true }); },
      });
    }, QUIET_MS);
  }

  /** @param {CommandOption} option @param {string} text @returns {Choice[]} */
  known(option, text) {
    const lower = text.trim().replace(/^[@#]/, "").toLocaleLowerCase();
    const all = this.all(option);
    // A value that stands there complete is no reason to hide the others.
    if (all.some((choice) => choice.name.toLocaleLowerCase() === lower)) return all;
    return all.filter((choice) => choice.name.toLocaleLowerCase().includes(lower));
  }

  /** @param {CommandOption} option @returns {Choice[]} */
  all(option) {
    if (option.choices?.length) return option.choices;
    if (option.type === OPTION.BOOLEAN) return [{ name: "True", value: "true" }, { name: "False", value: "false" }];
    if (option.type === OPTION.USER || option.type === OPTION.MENTIONABLE) return this.store.members.map((user) => ({ name: nameOf(user), value: user.id }));
    if (option.type === OPTION.CHANNEL) return (this.store.guild?.channels ?? []).map((channel) => ({ name: channel.name, value: channel.id }));
    return [];
  }
}

/** What kind of thing an option takes, in a word. @param {CommandOption} option */
export function kindOf(option) {
  if (option.type === OPTION.INTEGER || option.type === OPTION.NUMBER) {
    const from = option.min_value ?? null;
    const to = option.max_value ?? null;
    if (from !== null && to !== null) return `${from}–${to}`;
    if (from !== null) return `${from} or more`;
    return to === null ? "number" : `up to ${to}`;
  }
  return { [OPTION.BOOLEAN]: "True or False", [OPTION.USER]: "a person", [OPTION.CHANNEL]: "a channel" }[option.type] ?? "";
}
