// Several people before one screen: nothing of a seat is shown before the right person has taken the place.

import { by } from "./dom.js";

/** @typedef {import("./wire.js").Page} Page */

/** The milliseconds in which a second press is still part of the first. */
const TWICE = 600;

export class Curtain {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.cloth = by("curtain");
    this.memory = `orrery.looks.${table.id}`;
    /** Reloading by the same person needs no curtain. @type {number | null} */
    this.looks = this.remembered();
    table.admit = (page) => this.admit(page);
  }

  remembered() {
    const seat = sessionStorage.getItem(this.memory);
    return seat === null ? null : Number(seat);
  }

  /** @param {Page} page @returns {Promise<Page | null>} */
  async admit(page) {
    const held = this.table.match?.held ?? [];
    if (held.length < 2 || page.outcome) return page;
    const asked = page.seats.find(({ seat, asked, answered }) => held.includes(seat) && asked && !answered);
    const wanted = page.prompt ? page.seat : asked?.seat ?? this.looks ?? page.seat;
    if (wanted === null) return page;
    if (wanted !== this.looks) await this.close(page, wanted);
    this.table.seat = wanted;
    const { base } = this.table;
    if (page.seat === wanted && (base === null || base.seat === wanted)) return page;
    // The log of another seat is another log.
    return this.table.ask(`/page?${this.table.question(0)}`);
  }

  /** Hides everything until the person for this seat says that they are here. @param {Page} page @param {number} seat */
  close(page, seat) {
    const { name, side } = page.seats[seat];
    by("curtain-name").textContent = name ? `${name} (${side})` : side;
    this.cloth.hidden = false;
    document.body.classList.add("curtained");
    document.title = "Pass the screen – Orrery";
    const button = by("curtain-open");
    button.focus();
    return new Promise((open) => button.addEventListener("click", () => {
      // Who presses twice does not mean what lies behind it.
      const catchSecond = (/** @type {MouseEvent} */ event) => {
        if (event.detail > 1) event.stopPropagation();
      };
      addEventListener("click", catchSecond, { capture: true });
      setTimeout(() => removeEventListener("click", catchSecond, { capture: true }), TWICE);
      this.looks = seat;
      sessionStorage.setItem(this.memory, String(seat));
      this.cloth.hidden = true;
      document.body.classList.remove("curtained");
      this.table.logEnd = 0;
      open(undefined);
    }, { once: true }));
  }
}
