// The log: one line per event, under its round. Lines point at the board, and each is a door to the replay.

import { by, make, seatMark } from "./dom.js";
import { keep, kept } from "./keep.js";

/**
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("./wire.js").LogLine} LogLine
 */

export class Log {
  /**
   * @param {Table} table @param {import("./glossary.js").Glossary} glossary
   * @param {(step: number) => void} goTo @param {(line: string) => void} announce
   */
  constructor(table, glossary, goTo, announce) {
    this.table = table;
    this.glossary = glossary;
    this.announce = announce;
    this.list = by("log-lines");
    /** @type {HTMLOListElement | null} */
    this.round = null;
    this.hasMark = false;
    /** The number of the first line that is new since the last visit. */
    this.since = Infinity;
    this.last = -1;
    /** @type {LogLine[]} */
    this.shown = [];
    this.filter = /** @type {HTMLInputElement} */ (by("log-filter"));
    this.filter.addEventListener("input", () => this.sift());
    table.logListeners.push((lines, afresh) => this.add(lines, afresh));
    // Remembered, since asking while lines are added would lay out the whole page each time.
    this.isAtEnd = true;
    this.list.addEventListener("scroll", () => {
      this.isAtEnd = this.list.scrollHeight - this.list.scrollTop - this.list.clientHeight < 80;
    }, { passive: true });
    this.list.addEventListener("pointerover", (event) => this.note(event.target));
    this.list.addEventListener("pointerleave", () => this.note(null));
    this.list.addEventListener("focusin", (event) => this.note(event.target));
    this.list.addEventListener("click", (event) => {
      if (!(event.target instanceof Element) || event.target.closest(".term, summary")) return;
      const step = event.target.closest("li")?.dataset.step;
      if (step && !getSelection()?.toString()) goTo(Number(step));
      if (event.target.closest("a")) event.preventDefault();
    });
    // "Since your last visit" begins where the page was last seen.
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") this.leave();
    });
    addEventListener("pagehide", () => this.leave());
  }

  name() {
    return `seen.${this.table.id}.${this.table.base?.seat ?? "spectator"}`;
  }

  leave() {
    if (this.table.base) keep(this.name(), this.table.logEnd);
  }

  /** @param {LogLine[]} lines @param {boolean} afresh */
  add(lines, afresh) {
    if (afresh) {
      this.list.replaceChildren();
      [this.round, this.hasMark, this.last, this.shown] = [null, false, -1, []];
    }
    const news = lines.filter(({ number }) => number > this.last);
    const seen = kept(this.name(), 0);
    if (afresh) this.since = seen > 0 ? seen : Infinity;
    this.append(news);
    if (!afresh && news.length) this.announce(news.slice(-3).map(({ text }) => text).join(" "));
    if (this.isAtEnd || afresh) requestAnimationFrame(() => this.list.scrollTo(0, 1e9));
    if (this.filter.value) this.sift();
  }

  /** @param {LogLine[]} lines */
  append(lines) {
    const [first] = lines;
    if (this.shown.length === 0 && first?.number > 0)
      this.list.append(make("button", { type: "button", class: "link", onclick: () => void this.earlier(first.number) }, "Earlier lines"));
    for (const line of lines) {
      if (!this.hasMark && line.number >= this.since) {
        this.hasMark = true;
        (this.round ?? this.open("")).append(make("li", { class: "since" }, "Since your last visit"));
      }
      if (line.depth === 0) this.open(line.text, line.step);
      else (this.round ?? this.open("")).append(this.line(line));
      this.last = line.number;
      this.shown.push(line);
    }
  }

  /** Lines before the first one shown, which the page left out to be quick. @param {number} before */
  async earlier(before) {
    const seat = this.table.seat === null ? "" : `&seat=${this.table.seat}`;
    const older = /** @type {LogLine[]} */ (await this.table.ask(`/log?from=0&to=${before}${seat}`).catch(() => []));
    const shown = this.shown;
    this.list.replaceChildren();
    [this.round, this.last, this.shown, this.hasMark] = [null, -1, [], false];
    this.append([...older, ...shown]);
  }

  /** A new round. @param {string} heading @param {number} [step] */
  open(heading, step) {
    this.round = make("ol", {});
    this.list.append(make("details", { open: true }, make("summary", { "data-step": step }, heading.replace(/^—\s*|\s*—$/g, "") || "Before the first round"), this.round));
    return this.round;
  }

  /** @param {LogLine} line */
  line(line) {
    const strip = line.seat === null ? null : this.table.base?.seats[line.seat];
    const text = make("span", { class: "said" });
    this.glossary.write(text, line.text);
    for (const term of text.querySelectorAll("a")) term.tabIndex = -1;
    return make("li", {
      class: `depth-${line.depth}${line.private ? " private" : ""}`, "data-step": line.step, "data-about": line.pieces.join(" "),
    },
      strip ? seatMark(strip.seat, strip.letter) : null, text,
      line.private && make("span", { class: "quiet", title: "Only you read this line." }, " (only you)"),
      make("a", { class: "at", href: `#step=${line.step}`, tabindex: -1, "aria-label": `Replay from step ${line.step}` }, String(line.step)));
  }

  /** Lights what a line is about. @param {EventTarget | null} target */
  note(target) {
    const about = target instanceof Element ? target.closest("li")?.dataset.about?.split(" ").filter(Boolean) ?? [] : [];
    this.table.lights.mark("noted", (piece) => about.includes(piece));
  }

  /** Shows only lines that hold what was typed. */
  sift() {
    const wanted = this.filter.value.toLowerCase();
    for (const line of this.list.querySelectorAll("li"))
      line.hidden = Boolean(wanted) && !(line.textContent ?? "").toLowerCase().includes(wanted);
  }

  /** Fades what is still to come while the replay shows an earlier step. @param {number | null} step */
  upTo(step) {
    /** @type {Element | null} */
    let last = null;
    for (const line of this.list.querySelectorAll("li[data-step]")) {
      const isAfter = step !== null && Number(/** @type {HTMLElement} */ (line).dataset.step) > step;
      line.classList.toggle("after", isAfter);
      line.classList.toggle("present", Number(/** @type {HTMLElement} */ (line).dataset.step) === step);
      if (!isAfter) last = line;
    }
    if (step !== null) last?.scrollIntoView({ block: "nearest" });
  }

  text() {
    return [...this.list.querySelectorAll("summary, .said")].map((part) => part.textContent).join("\n");
  }
}
