// Talk at the table. What people write is text and stays text.

import { by, make, seatMark } from "./dom.js";
import { keep, kept } from "./keep.js";
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
    this.name = `heard.${table.id}`;
    /** The last line that was shown in this browser, now or on an earlier visit. */
    this.heard = kept(this.name, 0);
    this.unread = 0;
    // However it came into view, it is read.
    new IntersectionObserver(() => this.isShown() && this.read()).observe(this.list);
    by("chat-form").addEventListener("submit", (event) => {
      event.preventDefault();
      void this.say();
    });
  }

  async load() {
    /** @type {ChatLine[]} */
    const lines = (await this.table.ask(`/chat?after=${this.last}`).catch(() => ({ lines: [] }))).lines;
    let newest = "";
    for (const line of lines) {
      if (line.number <= this.last) continue;
      this.last = line.number;
      const strip = line.seat === null ? null : this.table.base?.seats[line.seat];
      const who = line.name || strip?.side || "A spectator";
      this.list.append(make("li", {},
        strip ? seatMark(strip.seat, strip.letter) : null,
        make("b", {}, who), " ",
        make("span", {}, line.text), " ",
        make("time", { class: "quiet" }, new Date(line.at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }))));
      // What one said oneself, perhaps elsewhere, is no news.
      const isOwn = line.seat !== null && this.table.match?.held.includes(line.seat);
      if (isOwn || line.number <= this.heard) continue;
      newest = `${who} says: ${line.text}`;
      this.unread += 1;
    }
    if (newest) this.announce(newest);
    if (this.isShown()) this.read();
    else this.badge();
    this.list.scrollTo(0, this.list.scrollHeight);
  }

  isShown() {
    return this.list.getClientRects().length > 0;
  }

  read() {
    if (this.last > this.heard) {
      this.heard = this.last;
      keep(this.name, this.heard);
    }
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
