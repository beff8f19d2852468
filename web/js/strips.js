// The seats, always in view: who sits where, whom we wait for, whose clock runs, who comes and goes.

import { by, make, replaceUnlike, seatMark } from "./dom.js";

/**
 * @typedef {import("./wire.js").Page} Page
 * @typedef {import("./wire.js").SeatStrip} SeatStrip
 */

export class Strips {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    /** As they were when they were last looked at. @type {SeatStrip[]} */
    this.seated = [];
    table.listeners.push(() => this.tellNews());
    setInterval(() => this.tick(), 1000);
  }

  tellNews() {
    const { base } = this.table;
    if (!base || base.seats === this.seated) return;
    const news = base.seats.map((now, seat) => cameOrWent(this.seated[seat], now, seat === base.seat)).filter(Boolean);
    this.seated = base.seats;
    if (news.length) this.table.say(news.join(" "));
  }

  /** @param {Page} page */
  show(page) {
    replaceUnlike(by("strips"), ...page.seats.map((seat) => strip(seat, page)));
    this.tick();
  }

  /** Those at the table have changed, and nothing else. @param {number[]} present */
  setPresent(present) {
    const { base } = this.table;
    if (!base) return;
    for (const strip of base.seats) strip.present = present.includes(strip.seat);
    this.show(base);
  }

  tick() {
    for (const clock of document.querySelectorAll(".clock[data-left]")) {
      const { left = "0", as = "0", ticking } = /** @type {HTMLElement} */ (clock).dataset;
      const rest = Math.max(0, Number(left) - (ticking === "true" ? Date.now() - Number(as) : 0));
      const [days, hours, minutes, seconds] = [rest / 864e5, (rest / 36e5) % 24, (rest / 6e4) % 60, (rest / 1000) % 60].map(Math.floor);
      const isUp = rest === 0 && !this.table.match.stand_in;
      clock.textContent = isUp ? "time is up" : days ? `${days} d ${hours} h` : hours ? `${hours} h ${minutes} min` : `${minutes}:${String(seconds).padStart(2, "0")}`;
      clock.classList.toggle("short", rest < 6e4);
    }
  }
}

/** @param {SeatStrip} seat @param {Page} page */
function strip({ seat, letter, side, name, sitter, asked, answered, clock, ticking, present, eliminated }, { seat: own, received = Date.now() }) {
  const state = eliminated ? "eliminated" : answered ? "has answered" : asked ? "to act" : "";
  const isOwn = seat === own;
  const called = name || (sitter === "open" ? "free seat" : isOwn ? "You" : side);
  const notes = [called !== side && side, isOwn && called !== "You" && "you", sitter === "bot" ? "bot" : sitter === "stand" && "bot stands in"];
  const time = make("span", { class: "clock" });
  if (clock !== null) {
    time.dataset.left = String(clock);
    time.dataset.as = String(received);
    time.dataset.ticking = String(ticking);
  }
  return make("li", { class: `strip${asked && !answered ? " acting" : ""}${eliminated ? " out" : ""}` },
    seatMark(seat, letter),
    make("span", { class: "who" }, called, make("small", { class: "quiet" }, ` ${notes.filter(Boolean).join(", ")}`)),
    present && sitter === "person" && make("span", { class: "here", title: "At the table" }, make("span", { class: "unseen" }, "at the table")),
    state && make("small", { class: "quiet state" }, state), time);
}

/** @param {SeatStrip | undefined} before @param {SeatStrip} now @param {boolean} isOwn */
function cameOrWent(before, { sitter, name, side }, isOwn) {
  if (!before || before.sitter === sitter) return "";
  const who = name ? `${name} (${side})` : side;
  if (sitter === "stand") return isOwn ? "A bot plays on for you. Under “Settings” you take your seat back." : `A bot plays on for ${who}.`;
  if (before.sitter === "stand") return isOwn ? "You have your seat back." : `${who} is back.`;
  return isOwn ? "" : `${who} sits down.`;
}
