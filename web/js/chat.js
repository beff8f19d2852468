// Talk at the table. What people write is text and stays text.

import { by, make, seatMark } from "./dom.js";
import { sentence } from "./wire.js";

/** @typedef {{number: number, at: number, seat: number | null, name: string, text: string}} ChatLine */

export class Chat {
  /** @param {import("./table.js").Table} table @param {(line: string) => void} announce */
  constructor(table, announce) {
    this.table = table;
    this.announce = announce;
    this.list = by("chat-lines");
    this.box = /** @type {HTMLInputElement} */ (by("chat-text"));
    this.last = 0;
    this.isFirst = true;
    this.unread = 0;
    by("chat-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.say();
    });
  }

  async load() {
    /** @type {ChatLine[]} */
    const lines = (await this.table.ask(`/chat?after=${this.last}`).catch(() => ({ lines: [] }))).lines;
    for (const line of lines) {
      if (line.number <= this.last) continue;
      this.last = line.number;
      const strip = line.seat === null ? null : this.table.base?.seats[line.seat];
      this.list.append(make("li", {},
        strip ? seatMark(strip.seat, strip.letter) : null,
        make("b", {}, line.name || strip?.side || "A spectator"), " ",
        make("span", {}, line.text), " ",
        make("time", { class: "quiet" }, new Date(line.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }))));
      if (!this.isFirst) {
        this.announce(`${line.name} says: ${line.text}`);
        if (by("chat").hidden) this.unread += 1;
      }
    }
    this.isFirst = false;
    this.badge();
    this.list.scrollTo(0, this.list.scrollHeight);
  }

  read() {
    this.unread = 0;
    this.badge();
  }

  badge() {
    for (const tab of document.querySelectorAll('[data-tab="chat"]'))
      tab.setAttribute("data-unread", this.unread ? String(this.unread) : "");
  }

  async say() {
    const text = this.box.value.trim();
    if (!text) return;
    try {
      await this.table.ask("/chat", { body: { text } });
      this.box.value = "";
      await this.load();
    } catch (problem) {
      this.table.say(sentence(problem));
    }
  }
}
