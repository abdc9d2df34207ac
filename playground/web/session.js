/**
 * One tab's connection: logging in, calls, and the socket that comes back by itself.
 */

/** An answer of the server with a 4xx or 5xx, or none at all. */
export class CallError extends Error {
  /** @param {string} message @param {number} status 0 where the server was not reached @param {string} code */
  constructor(message, status, code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The server's close code where the same token connected again. */
const TAKEN_OVER = 4001;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;

export class Session {
  /** @param {string} name who this tab is */
  constructor(name) {
    this.name = name;
    // The token lives in this tab only: sessionStorage is not shared between tabs, and a reload keeps it.
    this.key = `playground.token.${name}`;
    /** @type {string|null} */
    this.token = sessionStorage.getItem(this.key);
    /** @type {(frame: {t: string, d: any}) => void} */
    this.onFrame = () => {};
    /** @type {(connected: boolean, retryInMs: number) => void} */
    this.onConnection = () => {};
    this.wait = FIRST_WAIT;
    /** @type {WebSocket|null} */
    this.socket = null;
    /** @type {number|undefined} */
    this.timer = undefined;
  }

  /** Gets a fresh token. */
  async login() {
    const answer = await send("/app/login", "POST", { name: this.name }, null);
    this.token = String(answer.token);
    sessionStorage.setItem(this.key, this.token);
  }

  /**
   * One call with the token; where the token is refused, a new login and one more try.
   * @param {string} path @param {string} [method] @param {any} [body] @returns {Promise<any>}
   */
  async call(path, method = "GET", body = undefined) {
    if (!this.token) await this.login();
    try {
      return await send(path, method, body, this.token);
    } catch (error) {
      if (!(error instanceof CallError) || error.status !== 401) throw error;
      await this.login();
      return send(path, method, body, this.token);
    }
  }

  /** Opens the socket and keeps it open. */
  async connect() {
    clearTimeout(this.timer);
    try {
      if (!this.token) await this.login();
    } catch (error) {
      if (error instanceof CallError && error.status >= 400 && error.status < 500) throw error;
      this.retry();
      return;
    }
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/app/socket`);
    this.socket = socket;
    let ready = false;
    socket.addEventListener("open", () => socket.send(JSON.stringify({ token: this.token })));
    socket.addEventListener("message", (event) => {
      let frame;
      try { frame = JSON.parse(String(event.data)); } catch { return; }
      if (frame.t === "READY") {
        ready = true;
        this.wait = FIRST_WAIT;
        this.onConnection(true, 0);
      }
      this.onFrame(frame);
    });
    socket.addEventListener("close", (event) => {
      if (this.socket !== socket) return;
      this.socket = null;
      // Closed before READY: the token may be of a server that was restarted since. A login costs nothing.
      // A duplicated tab has a copy of the token and took this tab's place: from now on each has its own.
      if (!ready || event.code === TAKEN_OVER) this.token = null;
      this.retry();
    });
  }

  retry() {
    const wait = this.wait * (0.75 + Math.random() / 2);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    this.onConnection(false, wait);
    this.timer = setTimeout(() => void this.connect().catch(() => this.retry()), wait);
  }

  /** Tries now instead of at the end of the wait. */
  hurry() {
    if (this.socket) return;
    this.wait = FIRST_WAIT;
    void this.connect().catch(() => this.retry());
  }
}

/** @param {string} path @param {string} method @param {any} body @param {string|null} token @returns {Promise<any>} */
async function send(path, method, body, token) {
  /** @type {Object<string, string>} */
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  let response;
  try {
    response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), cache: "no-store" });
  } catch {
    throw new CallError("The playground cannot be reached.", 0, "unreachable");
  }
  const answer = await response.json().catch(() => null);
  if (!response.ok) {
    throw new CallError(answer?.error?.message ?? `The playground answered ${response.status}.`, response.status, answer?.error?.code ?? "unknown");
  }
  return answer;
}
