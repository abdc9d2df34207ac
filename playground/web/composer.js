/**
 * The line at the bottom: talk, or a command typed out, or a command with fields. Enter sends.
 */
import { commandText, findCommand, matchCommands, optionsInOrder, readCommand, splitOptions } from "./command_text.js";
import { Completion, kindOf } from "./completion.js";
import { byId, icon } from "./dom.js";
import { OptionFields } from "./option_fields.js";
import { Suggestions } from "./suggestions.js";

/** @typedef {import("./shapes.js").Command} Command */
/** @typedef {import("./option_fields.js").Field} Field */

export class Composer {
  /**
   * @param {import("./store.js").Store} store
   * @param {import("./interactions.js").Interactions} interactions
   * @param {{say: (text: string) => Promise<void>, run: (command: Command, values: Object<string, any>) => void}} send
   */
  constructor(store, interactions, send) {
    this.store = store;
    this.send = send;
    this.text = byId("composer");
    this.hint = byId("composer-hint");
    this.suggestions = new Suggestions();
    this.completion = new Completion(store, interactions);
    /** @type {string[]} */
    this.history = [];
    this.recalled = -1;
    this.known = "";
    this.fields = new OptionFields(byId("composer-line"), {
      input: (field) => { this.say(""); this.offerFor(field); },
      focus: (field) => this.offerFor(field),
      key: (event, field) => this.fieldKey(event, field),
      leave: () => { this.fields.clear(); this.setText(""); this.text.focus(); },
      removed: () => this.text.focus(),
    });
    const form = byId("composer-form");
    byId("send-button").append(icon("send"));
    form.addEventListener("submit", (/** @type {Event} */ event) => { event.preventDefault(); this.submit(); });
    form.addEventListener("focusout", (/** @type {FocusEvent} */ event) => {
      if (event.relatedTarget && !form.contains(/** @type {Node} */ (event.relatedTarget))) this.quiet();
    });
    document.addEventListener("pointerdown", (event) => { if (!form.contains(/** @type {Node} */ (event.target))) this.quiet(); });
    this.text.addEventListener("input", () => { this.recalled = -1; this.say(""); this.grow(); this.offer(); });
    this.text.addEventListener("focus", () => this.offer());
    this.text.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.textKey(event));
    byId("slash-button").addEventListener("click", () => {
      if (this.suggestions.open && !this.fields.command) { this.quiet(); return; }
      if (!this.fields.command && !this.text.value.startsWith("/")) this.setText("/");
      this.text.focus();
      this.offer();
    });
    store.on("channel", () => this.place());
    store.on("state", () => { this.place(); this.keepCommand(); });
  }

  place() {
    const name = this.store.channel(this.store.channelId)?.name ?? "";
    this.text.setAttribute("aria-label", `Message #${name}, or / for commands`);
    if (this.fields.command) this.text.placeholder = this.fields.unused.length ? `+${this.fields.unused.length} optional` : "";
    else this.text.placeholder = `Message #${name}`;
  }

  /** Commands come and go with the bot: one that it has taken back cannot be sent any more. */
  keepCommand() {
    const known = JSON.stringify(this.store.commands);
    if (known === this.known) return;
    this.known = known;
    const { command } = this.fields;
    if (command && !this.store.commands.some((one) => one.name === command.name)) this.fields.clear();
    if (this.suggestions.open && document.activeElement === this.text) this.offer();
  }

  /** @param {string} text */
  say(text) {
    this.hint.textContent = text;
  }

  quiet() {
    this.completion.forget();
    this.suggestions.hide();
  }

  /** @param {string} text */
  setText(text) {
    this.text.value = text;
    this.grow();
    this.place();
  }

  grow() {
    this.text.style.height = "auto";
    this.text.style.height = `${Math.min(this.text.scrollHeight, innerHeight * 0.3)}px`;
  }

  // ---- what to offer ----

  /** For what stands in the text. */
  offer() {
    const value = this.text.value;
    if (this.fields.command) this.offerOptions(value);
    else if (!value.startsWith("/") || value.includes("\n")) this.quiet();
    else {
      const found = findCommand(this.store.commands, value);
      if (found?.spaced) this.offerTyped(found.command, value);
      else this.offerCommands(value.slice(1));
    }
  }

  /** @param {string} query */
  offerCommands(query) {
    this.completion.forget();
    const commands = matchCommands(this.store.commands, query);
    if (!commands.length) {
      this.suggestions.show(this.text, { title: this.store.commands.length ? "No command fits" : "No commands yet: is the bot connected?", items: [] });
      return;
    }
    this.suggestions.show(this.text, { title: query.trim() ? `Commands matching ${query.trim()}` : "Commands", note: "Tab or tap to choose", items: commands.map((command) => ({
      label: `/${command.name}`, detail: command.description, side: optionsInOrder(command).map((option) => (option.required ? option.name : `[${option.name}]`)).join(" "),
      data: { command: command.name }, pick: () => this.start(command, new Map()) })) });
  }

  /** Options not yet used, for a command with fields. @param {string} query */
  offerOptions(query) {
    this.completion.forget();
    const lower = query.trim().toLocaleLowerCase();
    const options = this.fields.unused.filter((option) => option.name.toLocaleLowerCase().includes(lower));
    if (!options.length) { this.suggestions.hide(); return; }
    this.suggestions.show(this.text, { title: `/${this.fields.command?.name}: options`, note: "Enter sends", first: lower !== "", items: options.map((option) => ({
      label: option.name, detail: option.description, side: kindOf(option), data: { option: option.name }, pick: () => {
        this.setText("");
        const field = this.fields.add(option);
        this.place();
        field.input.focus();
      } })) });
  }

  /** A command typed out: values for the option in which the text ends. @param {Command} command @param {string} value */
  offerTyped(command, value) {
    const options = optionsInOrder(command);
    if (!options.length) { this.quiet(); return; }
    const texts = splitOptions(command, findCommand([command], value)?.rest ?? "");
    const last = [...value.matchAll(/(?<=\s)([^\s:]+):\s*/gu)].findLast((mark) => options.some((option) => option.name.toLowerCase() === mark[1].toLowerCase()));
    if (!last) {
      this.suggestions.show(this.text, { title: `/${command.name}`, note: "Enter sends", first: false, items: options.map((option) => ({ label: `${option.name}:`, detail: option.description,
        side: option.required ? "needed" : kindOf(option), pick: () => { this.setText(`/${command.name} ${option.name}: `); this.offer(); } })) });
      return;
    }
    const option = /** @type {import("./shapes.js").CommandOption} */ (options.find((one) => one.name.toLowerCase() === last[1].toLowerCase()));
    const start = value.slice(0, last.index + last[0].trimEnd().length);
    this.offerValues(this.text, command, option, texts.get(option.name) ?? "", texts, new Map(), false, (choice) => {
      this.setText(`${start} ${choice.name}`);
      this.quiet();
    });
  }

  /** @param {Field} field */
  offerFor(field) {
    const { command, chosen } = this.fields;
    if (!command) return;
    this.offerValues(field.input, command, field.option, field.input.value, this.fields.texts(), chosen, true, (choice) => {
      this.fields.choose(field, choice);
      this.quiet();
      (this.fields.empty?.input ?? this.text).focus();
    });
  }

  /**
   * @param {HTMLElement} input @param {Command} command @param {import("./shapes.js").CommandOption} option @param {string} text
   * @param {Map<string, string>} texts @param {Map<string, import("./shapes.js").Choice>} chosen
   * @param {boolean} first whether Enter takes the first choice @param {(choice: import("./shapes.js").Choice) => void} pick
   */
  offerValues(input, command, option, text, texts, chosen, first, pick) {
    const others = new Map([...texts].filter(([name]) => name !== option.name));
    const { values } = readCommand({ ...command, options: (command.options ?? []).map((one) => ({ ...one, required: false })) }, others, chosen, this.directory);
    const title = `${option.name}${option.description ? ` — ${option.description}` : ""}`;
    this.completion.offer(command, option, text, values, ({ choices, state, free }) => {
      if (document.activeElement !== input) return;
      if (state === "asking" && this.suggestions.any && this.suggestions.input === input) {
        // The old choices stay to be seen, but Enter must not take what was meant for other text.
        this.suggestions.point(-1, false);
        this.suggestions.explicit = false;
        return;
      }
      const note = state === "asking" ? "…" : state === "failed" ? "Loading the options failed" : choices.length || free ? kindOf(option) : "Nothing fits";
      this.suggestions.show(input, { title, note, first: first && (text !== "" || !!option.required || !option.autocomplete), items: choices.map((choice) => ({ label: String(choice.name), data: { value: String(choice.value) }, pick: () => pick({ name: String(choice.name), value: choice.value }) })) });
    });
  }

  get directory() {
    return { users: this.store.members, channels: this.store.guild?.channels ?? [] };
  }

  // ---- keys ----

  /** @param {KeyboardEvent} event */
  textKey(event) {
    if (event.isComposing || this.suggestions.move(event)) return;
    const { value } = this.text;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.submit();
    } else if (event.key === "Tab" && !event.shiftKey && this.suggestions.any && value !== "") {
      if (this.suggestions.take(true)) event.preventDefault();
    } else if (event.key === "Backspace" && value === "" && this.fields.command) {
      event.preventDefault();
      const last = [...this.fields.fields.values()].at(-1);
      if (last) last.input.focus();
      else { this.fields.clear(); this.setText(""); this.quiet(); }
    } else if (event.key === "Escape" && this.fields.command) {
      this.fields.clear();
      this.setText("");
    } else if (event.key === "ArrowUp" && !this.fields.command && (value === "" || this.recalled >= 0)) this.recall(event, 1);
    else if (event.key === "ArrowDown" && this.recalled >= 0) this.recall(event, -1);
  }

  /** @param {KeyboardEvent} event @param {number} step */
  recall(event, step) {
    const next = this.recalled + step;
    if (next >= this.history.length) return;
    event.preventDefault();
    this.recalled = Math.max(-1, next);
    this.setText(this.recalled < 0 ? "" : this.history[this.history.length - 1 - this.recalled]);
  }

  /** @param {KeyboardEvent} event @param {Field} field */
  fieldKey(event, field) {
    if (event.isComposing || this.suggestions.move(event)) return;
    const active = this.suggestions.items[this.suggestions.active];
    if (event.key === "Enter") {
      event.preventDefault();
      const done = !active || (active.label === field.input.value && !this.suggestions.explicit);
      if (!done) this.suggestions.take();
      else {
        // What is typed in full is as good as picked: its value may differ from its name.
        if (active) this.suggestions.take();
        this.submit();
      }
    } else if (event.key === "Tab" && !event.shiftKey && this.suggestions.any && field.input.value !== "") {
      if (this.suggestions.take(true)) event.preventDefault();
    } else if (event.key === "Backspace" && field.input.value === "") {
      event.preventDefault();
      if (!field.option.required) this.fields.remove(field);
      else if ([...this.fields.fields.values()][0] === field) { this.fields.clear(); this.setText(""); this.text.focus(); }
      else this.text.focus();
    } else if (event.key === "Escape") this.text.focus();
  }

  // ---- sending ----

  /** @param {Command} command @param {Map<string, string>} texts */
  start(command, texts) {
    this.fields.start(command, texts);
    this.setText("");
    this.say([command.description, "Enter sends"].filter(Boolean).join(" · "));
    const empty = this.fields.empty;
    if (empty) empty.input.focus();
    else { this.text.focus(); this.offer(); }
  }

  submit() {
    const value = this.text.value.trim();
    if (this.fields.command) {
      if (value !== "" && this.suggestions.any && this.suggestions.take()) return;
      if (this.suggestions.explicit && this.suggestions.take()) return;
      // `deals:2 seconds:60` typed behind a chosen command counts like its fields.
      const typed = value === "" ? new Map() : splitOptions(this.fields.command, value);
      this.run(this.fields.command, new Map([...this.fields.texts(), ...typed]), this.fields.chosen);
    } else if (value.startsWith("/") && !value.includes("\n")) this.submitTyped(value);
    else if (value !== "") this.talk(value);
  }

  /** @param {string} value */
  submitTyped(value) {
    if (this.suggestions.explicit && this.suggestions.take()) return;
    const found = findCommand(this.store.commands, value);
    if (found) this.run(found.command, splitOptions(found.command, found.rest), new Map());
    else if (!this.suggestions.take()) this.say(`There is no command like ${value}`);
  }

  /** @param {Command} command @param {Map<string, string>} texts @param {Map<string, import("./shapes.js").Choice>} chosen */
  run(command, texts, chosen) {
    const { values, error, at } = readCommand(command, texts, chosen, this.directory);
    if (error) {
      if (!this.fields.command) this.start(command, texts);
      const field = at ? this.fields.fields.get(at) : undefined;
      field?.pill.classList.add("wrong");
      field?.input.focus();
      this.say(error);
      return;
    }
    this.remember(commandText(command, texts));
    this.fields.clear();
    this.setText("");
    this.say("");
    this.quiet();
    this.text.focus();
    this.send.run(command, values);
  }

  /** @param {string} value */
  talk(value) {
    this.setText("");
    this.quiet();
    this.remember(value);
    this.send.say(value).catch((error) => {
      if (this.text.value === "") this.setText(value);
      this.say(error.message);
    });
  }

  /** @param {string} text */
  remember(text) {
    if (this.history.at(-1) !== text) this.history.push(text);
    this.recalled = -1;
  }
}
