// After a scene, such as a battle: how it stood at last and how it ended stay in its panel until the viewer decides.

import { by, insert, make } from "./dom.js";

/** @typedef {import("./wire.js").LogLine} LogLine */

/** The depth of the lines that tell what happens in a scene, and how many of them tell how it ended. */
const [DETAIL, LAST] = [3, 6];

export class Aftermath {
  /** @param {import("./table.js").Table} table @param {string} scene the id of its panel @param {() => LogLine[]} log all lines @param {(sentence: string) => void} ended told how it ended */
  constructor(table, scene, log, ended) {
    this.table = table;
    this.scene = scene;
    this.log = log;
    this.ended = ended;
    this.place = this.find(".aftermath");
    /** Who looks: another one has not seen this scene, or has seen more of it. @type {number | null} */
    this.seat = null;
    /** The one that goes on: how it stands, where the log was when it was first seen, and how it has ended. @type {{html: string, from: number, end: string} | null} */
    this.now = null;
    /** How the last one ended. */
    this.sentence = "";
    table.listeners.push(() => this.look());
    table.sentListeners.push(() => this.clear());
  }

  /** @param {string} part @returns {HTMLElement} */
  find(part) {
    return /** @type {HTMLElement} */ (by(`${this.scene}-panel`).querySelector(part));
  }

  /** Whether there is something to show. While another scene is in view, that one is shown. */
  get isShown() {
    return Boolean(this.sentence) && !this.table.isReplaying && !this.table.regions.shown[this.scene]?.html;
  }

  look() {
    const { base, baseFragments } = this.table;
    if (!base) return;
    if (base.seat !== this.seat) {
      [this.seat, this.now] = [base.seat, null];
      this.clear();
    }
    const html = baseFragments[this.scene]?.html ?? "";
    const { now: seen } = this;
    // What ended before another one began was not this one, and the picture is none of it.
    const another = seen && base.log.findLast(({ number, scene }) => number >= seen.from && scene === "begins");
    if (html) this.clear();
    if (another) this.now = { from: another.number, end: "", html };
    else if (html) this.now = { from: base.log_end, end: "", ...seen, html };
    const { now } = this;
    if (now) {
      const end = base.log.findLast((line) => line.number >= now.from && line.scene === "ends");
      if (end) now.end = end.text;
      if (!html) this.close(now);
    }
    this.place.hidden = !this.isShown;
  }

  /** It is over, or was taken back; then it has no end. @param {{html: string, end: string}} scene */
  close({ html, end }) {
    this.now = null;
    if (!end) return;
    this.sentence = `${end}.`;
    this.find(".result").textContent = this.sentence;
    // The log has its lines after those who listen to the table.
    setTimeout(() => this.find(".tale").replaceChildren(...tale(this.log()).map(({ text }) => make("li", {}, `${text}.`))), 0);
    insert(this.find(".last"), html);
    this.ended(this.sentence);
  }

  clear() {
    this.sentence = "";
    this.find(".last").replaceChildren();
    this.place.hidden = true;
  }
}

/** How the last scene ended: some lines before the one that says so, and what followed from it. @param {LogLine[]} lines */
function tale(lines) {
  const end = lines.findLastIndex(({ scene }) => scene === "ends");
  const begin = lines.findLastIndex(({ scene }, at) => at < end && scene === "begins");
  const after = lines.slice(end + 1);
  const over = after.findIndex(({ depth }) => depth < DETAIL);
  const isDetail = (/** @type {LogLine} */ { depth }) => depth === DETAIL;
  return [...lines.slice(begin + 1, end).filter(isDetail).slice(-LAST), ...after.slice(0, over < 0 ? undefined : over)];
}
