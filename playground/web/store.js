/**
 * What this tab knows: state, messages of the channels it has opened, and what the person is doing to them.
 * Listeners are told after a change, once, however many changes came together.
 */
import { nameOf } from "./shapes.js";

/** @typedef {import("./shapes.js").Message} Message */

/**
 * What the page itself adds to a message.
 * @typedef {{pending: string|null, failed: string|null, selected: Map<string, string[]>, revealed: boolean, version: number}} Marks
 */

/** @typedef {{messages: Message[], loaded: boolean, loading: boolean, limit: number, full: boolean, queue: Array<() => void>}} Room */

const PAGE = 50;
const DISMISSED = "playground.dismissed";

/** Snowflakes grow with time; as text the longer one is greater. @param {string} a @param {string} b */
export function byAge(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

export class Store {
  constructor() {
    /** @type {import("./shapes.js").State|null} */
    this.state = null;
    this.channelId = "";
    /** @type {Map<string, Room>} */
    this.rooms = new Map();
    /** @type {Map<string, {count: number, mentions: number}>} */
    this.unread = new Map();
    /** @type {Map<string, Marks>} */
    this.marksOf = new Map();
    /** @type {Set<string>} */
    this.dismissed = new Set(JSON.parse(sessionStorage.getItem(DISMISSED) ?? "[]"));
    /** @type {Map<string, Set<() => void>>} */
    this.listeners = new Map();
    /** @type {Set<string>} */
    this.changed = new Set();
  }

  /** @param {"state"|"messages"|"channel"} what @param {() => void} listener */
  on(what, listener) {
    if (!this.listeners.has(what)) this.listeners.set(what, new Set());
    this.listeners.get(what)?.add(listener);
  }

  /** @param {"state"|"messages"|"channel"} what */
  tell(what) {
    if (this.changed.size === 0) {
      queueMicrotask(() => {
        const told = [...this.changed];
        this.changed.clear();
        for (const name of told) for (const listener of this.listeners.get(name) ?? []) listener();
      });
    }
    this.changed.add(what);
  }

  /** @param {import("./shapes.js").State} state */
  setState(state) {
    this.state = state;
    this.tell("state");
  }

  get me() { return this.state?.me ?? null; }
  get commands() { return this.state?.commands ?? []; }

  /** The guild of the channel on show. */
  get guild() {
    const guilds = this.state?.guilds ?? [];
    return guilds.find((guild) => guild.channels.some((channel) => channel.id === this.channelId)) ?? guilds[0] ?? null;
  }

  /** @param {string} id */
  channel(id) {
    for (const guild of this.state?.guilds ?? []) {
      const channel = guild.channels.find((one) => one.id === id);
      if (channel) return channel;
    }
    return this.state?.dms?.find((one) => one.id === id);
  }

  /** @param {string} id */
  user(id) {
    for (const guild of this.state?.guilds ?? []) {
      const member = guild.members.find((one) => one.id === id);
      if (member) return member;
    }
    return this.state?.bot?.id === id ? this.state.bot : undefined;
  }

  /** Members of the guild on show, people first, by name. */
  get members() {
    return [...(this.guild?.members ?? [])].sort((a, b) => Number(!!a.bot) - Number(!!b.bot) || nameOf(a).localeCompare(nameOf(b)));
  }

  /** @param {string} id */
  show(id) {
    this.channelId = id;
    this.unread.delete(id);
    this.tell("channel");
  }

  /** @param {string} channelId @returns {Room} */
  room(channelId) {
    let room = this.rooms.get(channelId);
    if (!room) {
      room = { messages: [], loaded: false, loading: false, limit: PAGE, full: false, queue: [] };
      this.rooms.set(channelId, room);
    }
    return room;
  }

  /** Messages to draw now. */
  get visible() {
    return this.room(this.channelId).messages.filter((message) => !this.dismissed.has(message.id));
  }

  /**
   * Loads a channel. Frames that arrive meanwhile are kept and applied after, so that none is lost to an older list.
   * @param {string} channelId @param {(path: string) => Promise<any>} call
   */
  async load(channelId, call) {
    const room = this.room(channelId);
    if (room.loading) return;
    room.loading = true;
    try {
      const messages = await call(`/app/channels/${encodeURIComponent(channelId)}/messages?limit=${room.limit}`);
      const local = room.messages.filter((message) => message.local);
      room.messages = [...messages, ...local].sort((a, b) => byAge(a.id, b.id));
      room.full = messages.length < room.limit;
      room.loaded = true;
    } finally {
      room.loading = false;
      for (const change of room.queue.splice(0)) change();
      this.tell("messages");
    }
  }

  /** Puts a message in its place, new or changed. @param {Message} message */
  put(message) {
    const room = this.room(message.channel_id);
    if (room.loading) {
      room.queue.push(() => this.put(message));
      return;
    }
    const at = room.messages.findIndex((one) => one.id === message.id);
    if (at >= 0) room.messages[at] = message;
    else {
      room.messages.push(message);
      if (room.messages.length > 1 && byAge(room.messages[room.messages.length - 2].id, message.id) > 0) {
        room.messages.sort((a, b) => byAge(a.id, b.id));
      }
    }
    this.tell("messages");
  }

  /** @param {string} channelId @param {string} id */
  remove(channelId, id) {
    const room = this.room(channelId);
    if (room.loading) {
      room.queue.push(() => this.remove(channelId, id));
      return;
    }
    room.messages = room.messages.filter((message) => message.id !== id);
    this.marksOf.delete(id);
    this.tell("messages");
  }

  /** @param {Message} message */
  countUnread(message) {
    const seen = this.unread.get(message.channel_id) ?? { count: 0, mentions: 0 };
    seen.count += 1;
    if (message.mentions_me) seen.mentions += 1;
    this.unread.set(message.channel_id, seen);
    this.tell("channel");
  }

  /** Hides an ephemeral message in this tab. @param {Message} message */
  dismiss(message) {
    if (message.local) this.remove(message.channel_id, message.id);
    else {
      this.dismissed.add(message.id);
      // What was dismissed stays so over a reload of this tab.
      sessionStorage.setItem(DISMISSED, JSON.stringify([...this.dismissed].slice(-200)));
    }
    this.tell("messages");
  }

  /** @param {string} id @returns {Marks} */
  marks(id) {
    let marks = this.marksOf.get(id);
    if (!marks) {
      marks = { pending: null, failed: null, selected: new Map(), revealed: false, version: 0 };
      this.marksOf.set(id, marks);
    }
    return marks;
  }

  /** @param {string} id @param {Partial<Marks>} change */
  mark(id, change) {
    const marks = this.marks(id);
    Object.assign(marks, change);
    marks.version += 1;
    this.tell("messages");
  }

  /** A message as found in any open channel. @param {string} channelId @param {string|undefined} id */
  find(channelId, id) {
    return id ? this.rooms.get(channelId)?.messages.find((message) => message.id === id) : undefined;
  }

  /** After a reconnect nothing but the channel on show is worth keeping. */
  forgetRooms() {
    for (const [id, room] of this.rooms) if (id !== this.channelId && !room.loading) this.rooms.delete(id);
    for (const id of this.marksOf.keys()) this.mark(id, { pending: null });
  }
}
