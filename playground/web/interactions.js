/**
 * Interactions on their way: each has a nonce of this tab, and whoever sent it hears what became of it.
 */

/**
 * @typedef {{answered?: (kind: string) => void, failed?: (message: string) => void,
 *   choices?: (choices: import("./shapes.js").Choice[]) => void, modal?: (frame: any) => void}} Hearer
 */

/** The server speaks after 3 seconds at the latest; this is for a server that does not. */
const PATIENCE = 12000;

export class Interactions {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
    /** @type {Map<string, {hearer: Hearer, timer: number}>} */
    this.open = new Map();
    this.count = 0;
  }

  /**
   * @param {Object<string, any>} body without the nonce
   * @param {Hearer} hearer
   * @returns {string} the nonce
   */
  send(body, hearer) {
    this.count += 1;
    const nonce = `${Date.now().toString(36)}.${this.count}.${Math.random().toString(36).slice(2, 10)}`;
    const timer = setTimeout(() => this.fail(nonce, "The application did not respond"), PATIENCE);
    this.open.set(nonce, { hearer, timer });
    this.session.call("/app/interactions", "POST", { ...body, nonce }).catch((error) => this.fail(nonce, error.message));
    return nonce;
  }

  /** @param {string} nonce */
  take(nonce) {
    const entry = this.open.get(nonce);
    if (!entry) return undefined;
    clearTimeout(entry.timer);
    this.open.delete(nonce);
    return entry.hearer;
  }

  /** @param {string} nonce @param {string} message */
  fail(nonce, message) {
    this.take(nonce)?.failed?.(message);
  }

  /** Frames about interactions; those of another tab of the same person carry a nonce unknown here. @param {{t: string, d: any}} frame */
  hear({ t, d }) {
    const hearer = this.open.get(d?.nonce)?.hearer;
    if (!hearer) return;
    if (t === "FAILED") this.fail(d.nonce, d.message ?? "The application did not respond");
    else if (t === "CHOICES") {
      this.take(d.nonce);
      hearer.choices?.(d.choices ?? []);
    } else if (t === "MODAL") hearer.modal?.(d);
    // The modal itself may come before or after its ANSWER, and so may choices: those two stay open for a moment.
    else if (t === "ANSWER") {
      hearer.answered?.(d.kind);
      if (d.kind !== "modal" && d.kind !== "choices") this.take(d.nonce);
      else setTimeout(() => this.take(d.nonce), 2000);
    }
  }

  /** The connection is gone, and with it the answers. */
  failAll() {
    for (const nonce of [...this.open.keys()]) this.fail(nonce, "The connection was lost before an answer came");
  }
}
