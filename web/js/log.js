// The log: one line per event, under its round. Lines point at the board, and each is a door to the replay.

import { by, copy, make, seatMark } from "./dom.js";
import { keep, kept } from "./keep.js";
import { Sieve } from "./sieve.js";

/**
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("./wire.js").LogLine} LogLine
 */

/** So many lines stand on a phone's first sheet while others decide. */
const LATEST = 6;

/** What a line can lead to. @typedef {{goTo: (step: number) => void, reveal: (pieces: string[]) => void, announce: (line: string) => void}} Doors */

export class Log {
  /** @param {Table} table @param {import("./glossary.js").Glossary} glossary @param {Doors} doors */
  constructor(table, glossary, doors) {
    this.table = table;
    this.glossary = glossary;
    this.doors = doors;
    this.list = by("log-lines");
    /** @type {HTMLOListElement | null} */
    this.round = null;
    this.hasMark = false;
    /** The number of the first line that is new since the last visit. */
    this.since = Infinity;
    /** Whose log it is. @type {number | null} */
    this.reader = null;
    /** @type {LogLine[]} */
    this.lines = [];
    /** The element of each line; a round's is what folds. @type {HTMLElement[]} */
    this.elements = [];
    /** Whether there are lines before the first that is shown. */
    this.isCut = false;
    /** The step that the replay shows, and the last line that had happened by then. @type {number | null} */
    this.step = null;
    /** @type {Element | null} */
    this.reached = null;
    /** The line that was picked: what it is about stays lit. @type {HTMLElement | null} */
    this.picked = null;
    this.sieve = new Sieve(table, (isAsked) => this.sift(isAsked));
    table.logListeners.push((lines, afresh) => this.add(lines, afresh));
    // Remembered, since asking while lines are added would lay out the whole page each time.
    this.isAtEnd = true;
    this.place = 0;
    this.list.addEventListener("scroll", () => {
      const { scrollTop, scrollHeight, clientHeight } = this.list;
      if (clientHeight === 0) return;
      // The end may move away, as when a filter is taken off; only going up leaves it.
      if (scrollHeight - scrollTop - clientHeight < 80) this.isAtEnd = true;
      else if (scrollTop < this.place) this.isAtEnd = false;
      this.place = scrollTop;
    }, { passive: true });
    this.list.addEventListener("pointerover", (event) => this.note(event.target));
    this.list.addEventListener("pointerleave", () => this.note(null));
    this.list.addEventListener("focusin", (event) => this.note(event.target));
    this.list.addEventListener("click", (event) => this.click(event));
    this.list.addEventListener("keydown", (event) => this.press(event));
    by("log-copy").addEventListener("click", () => void copy(this.text()).then((isDone) =>
      table.say(isDone ? "The log is copied, as it is shown." : "This browser does not let the page copy.")));
    // "Since your last visit" begins where the page was last seen.
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") this.leave();
    });
    addEventListener("pagehide", () => this.leave());
    // A card that grows above takes of its height; what is newest stays in view.
    new ResizeObserver(() => {
      if (this.isAtEnd) this.settle();
    }).observe(this.list);
  }

  name() {
    return `seen.${this.table.id}.${this.table.base?.seat ?? "spectator"}`;
  }

  leave() {
    if (this.table.base) keep(this.name(), this.table.logEnd);
  }

  /** @param {LogLine[]} lines @param {boolean} afresh */
  add(lines, afresh) {
    const seat = this.table.base?.seat ?? null;
    const isOther = this.lines.length === 0 || seat !== this.reader;
    const before = [...this.lines];
    if (isOther) {
      const seen = kept(this.name(), 0);
      [this.reader, this.since] = [seat, seen > 0 ? seen : Infinity];
      this.sieve.offer();
    }
    if (afresh) {
      const from = lines[0]?.number ?? 0;
      // Older lines than those that were sent stay, unless some are missing between.
      const older = !isOther && before.some(({ number }) => number === from - 1) ? before.filter(({ number }) => number < from) : [];
      const all = [...older, ...lines];
      // Mostly nothing was taken back, and what stands may stay.
      if (!isOther && before.every((line, at) => isSame(line, all[at]))) this.append(all.slice(before.length));
      else this.draw(all);
    } else this.append(lines.filter(({ number }) => number > (before.at(-1)?.number ?? -1)));
    const known = new Map(before.map((line) => [line.number, line.text]));
    const news = isOther ? [] : lines.filter(({ number, text }) => known.get(number) !== text);
    if (afresh && !isOther && !this.table.isUndoing && isTakenBack(before, lines)) this.table.say(whoTookBack(this.table.base));
    if (news.length) this.doors.announce(news.slice(-3).map(({ text }) => text).join(" "));
    if (isOther) this.isAtEnd = true;
    if (this.isAtEnd || afresh) this.settle();
    by("latest").replaceChildren(...[...new Set(this.elements)].filter(({ tagName }) => tagName === "LI").slice(-LATEST)
      .map((element) => make("li", {}, ...[...element.querySelectorAll(".letter, .said, .times")].map((part) => part.cloneNode(true)))));
    if (!this.sieve.isOpen) this.sift(false);
  }

  /** Stays at the end, or where somebody reads; in the replay, at its step. */
  settle() {
    if (this.reached) {
      const { reached } = this;
      requestAnimationFrame(() => reached.scrollIntoView({ block: "nearest" }));
      return;
    }
    const to = this.isAtEnd ? 1e9 : this.place;
    requestAnimationFrame(() => this.list.scrollTo(0, to));
  }

  /** @param {LogLine[]} lines */
  draw(lines) {
    this.list.replaceChildren();
    [this.round, this.hasMark, this.picked, this.lines, this.elements] = [null, false, null, [], []];
    this.append(lines);
  }

  /** @param {LogLine[]} lines */
  append(lines) {
    const [first] = lines;
    if (this.lines.length === 0) this.isCut = first?.number > 0;
    if (this.lines.length === 0 && this.isCut)
      this.list.append(make("button", { type: "button", class: "link", id: "log-earlier", onclick: () => void this.earlier(first.number) }, "Earlier lines"));
    for (const line of lines) {
      if (!this.hasMark && line.number >= this.since) {
        this.hasMark = true;
        (this.round ?? this.open("")).append(make("li", { class: "since" }, "Since your last visit"));
      }
      const before = this.lines.at(-1);
      const isAgain = before?.text === line.text && before.step === line.step && before.seat === line.seat && line.depth > 1;
      const element = isAgain ? again(this.elements[this.elements.length - 1]) : this.line(line);
      if (line.depth > 0 && !isAgain) (this.round ?? this.open("")).append(element);
      this.lines.push(line);
      this.elements.push(element);
    }
  }

  /** Lines before the first one shown, which the page left out to be quick. @param {number} before */
  async earlier(before) {
    const seat = this.table.seat === null ? "" : `&seat=${this.table.seat}`;
    const older = /** @type {LogLine[]} */ (await this.table.ask(`/log?from=0&to=${before}${seat}`).catch(() => []));
    const height = this.list.scrollHeight - this.list.scrollTop;
    if (older.length === 0 || this.lines[0]?.number !== before) return;
    const isPressed = document.activeElement?.id === "log-earlier";
    this.draw([...older, ...this.lines]);
    this.sift(false);
    // What was read stays under the eye.
    this.list.scrollTo(0, this.list.scrollHeight - height);
    if (isPressed) this.list.focus({ preventScroll: true });
    if (this.step !== null) this.upTo(this.step);
  }

  /** A new round. @param {string} heading @param {number} [step] */
  open(heading, step) {
    this.round = make("ol", {});
    const words = heading.replace(/^—\s*|\s*—$/g, "");
    this.list.append(make("details", { open: true, class: words ? "" : "unnamed" },
      make("summary", { "data-step": step }, words || (this.isCut ? "In the middle of a round" : "Before the first round")), this.round));
    return this.round;
  }

  /** @param {LogLine} line @returns {HTMLElement} */
  line(line) {
    if (line.depth === 0) return /** @type {HTMLElement} */ (this.open(line.text, line.step).parentElement);
    const strip = line.seat === null ? null : this.table.base?.seats[line.seat];
    const text = make("span", { class: "said" });
    this.glossary.write(text, line.text);
    for (const term of text.querySelectorAll("a")) term.tabIndex = -1;
    return make("li", {
      class: `depth-${line.depth}${line.private ? " private" : ""}`, "data-step": line.step, "data-about": line.pieces.join(" "), tabindex: -1,
    },
      strip ? seatMark(strip.seat, strip.letter) : null, text,
      line.private && make("span", { class: "eye", title: "Only you read this line." }, "only you"),
      make("a", { class: "at", href: `#step=${line.step}`, tabindex: -1, title: "Replay from here (Alt and click)", "aria-label": `Replay from step ${line.step}` }, String(line.step)));
  }

  /** A click shows on the board what a line is about; with Alt, or on its number, it opens the replay there. @param {MouseEvent} event */
  click(event) {
    if (!(event.target instanceof Element) || event.target.closest(".term")) return;
    const summary = event.target.closest("summary");
    const isDoor = event.altKey || event.target.closest("a.at") !== null;
    const line = /** @type {HTMLElement | null} */ (summary ?? event.target.closest("li[data-step]"));
    if (isDoor) event.preventDefault();
    if (!line || (summary && !isDoor)) return;
    if (isDoor) this.doors.goTo(Number(line.dataset.step ?? 0));
    else if (!getSelection()?.toString()) this.pick(line);
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const here = event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest("li[data-step]")) : null;
    const lines = [...new Set(this.elements)].filter((element) => element.tagName === "LI" && element.getClientRects().length > 0);
    const at = here ? lines.indexOf(here) : lines.length;
    const next = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: lines.length - 1 }[event.key];
    if (here && event.key === "Enter") {
      if (event.altKey) this.doors.goTo(Number(here.dataset.step));
      else this.pick(here);
    } else if (next === undefined || event.altKey || event.ctrlKey || event.metaKey || (event.target !== this.list && !here)) return;
    else lines[Math.max(0, Math.min(lines.length - 1, next))]?.focus();
    event.preventDefault();
  }

  /** What a picked line is about stays lit until it is picked again or another is. @param {HTMLElement} line */
  pick(line) {
    this.picked?.classList.remove("picked");
    this.picked = this.picked === line ? null : line;
    this.picked?.classList.add("picked");
    this.note(line);
    if (this.picked) this.doors.reveal(about(line));
  }

  /** Lights what a line is about. @param {EventTarget | null} target */
  note(target) {
    const line = target instanceof Element ? target.closest("li") : null;
    const pieces = about(line ?? this.picked);
    this.table.lights.mark("noted", pieces);
  }

  /** Lights what is pointed at here, or picked, and nothing else. */
  noteAgain() {
    this.note(this.list.querySelector("li:hover"));
  }

  /** Shows only what the sieve lets through, and says how much it holds back. @param {boolean} isAsked */
  sift(isAsked) {
    const shown = this.sieve.shown(this.lines);
    shown.forEach((isShown, at) => { this.elements[at].hidden = !isShown; });
    const held = shown.filter((isShown) => !isShown).length;
    by("log-held").hidden = this.sieve.isOpen;
    by("log-count").textContent = held === this.lines.length ? "No line reads like that." : `${held} of ${this.lines.length} lines hidden`;
    if (isAsked) {
      if (!this.sieve.isOpen) this.doors.announce(by("log-count").textContent ?? "");
      this.settle();
    }
  }

  /** Fades what is still to come while the replay shows an earlier step. @param {number | null} step */
  upTo(step) {
    // Whoever comes back from the past wants the newest line.
    if (step === null) this.isAtEnd = true;
    this.step = step;
    const [first] = this.lines;
    if (step !== null && this.isCut && first.step > step) void this.earlier(first.number);
    this.reached = null;
    for (const line of this.list.querySelectorAll("li[data-step]")) {
      const isAfter = step !== null && Number(/** @type {HTMLElement} */ (line).dataset.step) > step;
      line.classList.toggle("after", isAfter);
      line.classList.toggle("present", Number(/** @type {HTMLElement} */ (line).dataset.step) === step);
      if (step !== null && !isAfter) this.reached = line;
    }
    this.settle();
  }

  /** What is shown, as text: deeper lines further in, seats by their letters. */
  text() {
    return this.lines.flatMap((line, at) => {
      if (this.elements[at].hidden || this.elements[at] === this.elements[at - 1]) return [];
      const letter = line.depth > 1 && line.seat !== null ? `${this.table.base?.seats[line.seat]?.letter}: ` : "";
      const times = this.elements[at].dataset.times;
      return [`${"  ".repeat(line.depth)}${letter}${line.text}${times ? ` (${times} times)` : ""}${line.private ? " (only you)" : ""}`];
    }).join("\n");
  }
}

/** Whether lines that stood in the log are gone, or others stand in their place. @param {LogLine[]} before @param {LogLine[]} lines */
function isTakenBack(before, lines) {
  const now = new Map(lines.map(({ number, text }) => [number, text]));
  const from = lines[0]?.number ?? 0;
  return before.some(({ number, text }) => number >= from && now.get(number) !== text);
}

/** Who it was is known unless more has happened since. @param {import("./wire.js").Page | null} page */
function whoTookBack(page) {
  const strip = page?.seats.find(({ seat }) => seat === page.taken_back);
  return strip ? `${strip.name || strip.side} took back the last decision.` : "The last decision was taken back.";
}

/** @param {LogLine} line @param {LogLine | undefined} other */
function isSame(line, other) {
  return line.number === other?.number && line.text === other.text && line.step === other.step && line.seat === other.seat && line.depth === other.depth;
}

/** The same line once more. @param {HTMLElement} element */
function again(element) {
  const times = Number(element.dataset.times ?? 1) + 1;
  element.dataset.times = String(times);
  const said = element.querySelector(".times") ?? element.insertBefore(make("span", { class: "times" }), element.querySelector(".at"));
  said.textContent = `×${times}`;
  return element;
}

/** The pieces that a line is about. @param {HTMLElement | null} line */
function about(line) {
  return line?.dataset.about?.split(" ").filter(Boolean) ?? [];
}
