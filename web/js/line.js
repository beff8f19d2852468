// The line to the server: told when something changed, and asked again now and then while the line is down.

const POLL = 20_000;
const SLOWEST = 15_000;

/** @typedef {{sequence: number, chat: number, present: number[]}} News */

export class Line {
  /**
   * @param {string} id @param {string | null} key
   * @param {(news: News) => void} tell @param {(isUp: boolean) => void} state
   */
  constructor(id, key, tell, state) {
    this.id = id;
    this.key = key;
    this.tell = tell;
    this.state = state;
    this.tries = 0;
    this.isUp = false;
    this.connect();
    setInterval(() => {
      if (!this.isUp) this.tell({ sequence: Infinity, chat: Infinity, present: [] });
    }, POLL);
    addEventListener("online", () => this.connect());
  }

  connect() {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/matches/${this.id}/socket`);
    this.socket = socket;
    socket.addEventListener("open", () => {
      socket.send(JSON.stringify({ key: this.key }));
      this.tries = 0;
      this.isUp = true;
      this.state(true);
    });
    socket.addEventListener("message", ({ data }) => this.tell(JSON.parse(data)));
    socket.addEventListener("close", () => {
      this.isUp = false;
      this.state(false);
      this.tries += 1;
      setTimeout(() => this.connect(), Math.min(SLOWEST, 300 * 2 ** this.tries) * (0.7 + 0.6 * Math.random()));
    });
  }
}
