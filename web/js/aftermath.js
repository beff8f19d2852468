// After a battle: how it stood at last and who won stay in its panel until the viewer decides something.

import { by, insert, make } from "./dom.js";

/** @typedef {import("./wire.js").LogLine} LogLine */

/** The depth of the lines that tell what happens in a battle, and how many of them tell how it ended. */
const [DETAIL, LAST] = [3, 6];

export class Aftermath {
  /** @param {import("./table.js").Table} table @param {() => LogLine[]} log all lines @param {(sentence: string) => void} ended told who won */
  constructor(table, log, ended) {
    this.table = table;
    this.log = log;
    this.ended = ended;
    this.place = by("aftermath");
    /** Who looks: another one has not seen this battle, or has seen more of it. @type {number | null} */
    this.seat = null;
    /** The battle that is being fought: how it stands, where the log was when it was first seen, and who has won. @type {{html: string, from: number, won: string} | null} */
    this.battle = null;
    /** Who won the last one. */
    this.sentence = "";
    table.listeners.push(() => this.look());
    table.sentListeners.push(() => this.clear());
  }

  /** Whether there is something to show. While another battle is in view, that one is shown. */
  get isShown() {
    return Boolean(this.sentence) && !this.table.isReplaying && !this.table.regions.shown.battle?.html;
  }

  look() {
    const { base, baseFragments } = this.table;
    if (!base) return;
    if (base.seat !== this.seat) {
      [this.seat, this.battle] = [base.seat, null];
      this.clear();
    }
    const html = baseFragments.battle?.html ?? "";
    const { battle: seen } = this;
    // What was won before another one began was not this one, and the picture is none of it.
    const another = seen && base.log.findLast(({ number, battle }) => number >= seen.from && battle === "begins");
    if (html) this.clear();
    if (another) this.battle = { from: another.number, won: "", html };
    else if (html) this.battle = { from: base.log_end, won: "", ...seen, html };
    const { battle } = this;
    if (battle) {
      const end = base.log.findLast((line) => line.number >= battle.from && line.battle === "ends");
      if (end) battle.won = end.text;
      if (!html) this.close(battle);
    }
    this.place.hidden = !this.isShown;
  }

  /** The battle is over, or was taken back; then nobody has won it. @param {{html: string, won: string}} battle */
  close({ html, won }) {
    this.battle = null;
    if (!won) return;
    this.sentence = `${won}.`;
    by("battle-result").textContent = this.sentence;
    // The log has its lines after those who listen to the table.
    setTimeout(() => by("battle-tale").replaceChildren(...tale(this.log()).map(({ text }) => make("li", {}, `${text}.`))), 0);
    insert(by("last-battle"), html);
    this.ended(this.sentence);
  }

  clear() {
    this.sentence = "";
    by("last-battle").replaceChildren();
    this.place.hidden = true;
  }
}

/** How the last battle ended: some lines before the one that says who won, and what followed from it. @param {LogLine[]} lines */
function tale(lines) {
  const end = lines.findLastIndex(({ battle }) => battle === "ends");
  const begin = lines.findLastIndex(({ battle }, at) => at < end && battle === "begins");
  const after = lines.slice(end + 1);
  const over = after.findIndex(({ depth }) => depth < DETAIL);
  const isDetail = (/** @type {LogLine} */ { depth }) => depth === DETAIL;
  return [...lines.slice(begin + 1, end).filter(isDetail).slice(-LAST), ...after.slice(0, over < 0 ? undefined : over)];
}
