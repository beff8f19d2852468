// Which lines of the log are shown: those of some seats, down to some depth or of scenes only, that hold some words.

import { by, make, seatMark } from "./dom.js";

/** @typedef {import("./wire.js").LogLine} LogLine */

const [ALL, SCENES] = ["3", "scenes"];

export class Sieve {
  /** @param {import("./table.js").Table} table @param {(isAsked: boolean) => void} changed told whether somebody asked for other lines */
  constructor(table, changed) {
    this.table = table;
    this.changed = changed;
    this.words = /** @type {HTMLInputElement} */ (by("log-filter"));
    this.kind = /** @type {HTMLSelectElement} */ (by("log-kind"));
    this.seats = by("log-seats");
    /** The seats whose lines are wanted; none means all. @type {Set<number>} */
    this.wanted = new Set();
    const { scene_word: word } = table.offer;
    if (word) this.kind.append(make("option", { value: SCENES }, `Each ${word.toLowerCase()}`));
    this.words.addEventListener("input", () => changed(true));
    this.kind.addEventListener("change", () => changed(true));
    by("log-all").addEventListener("click", () => this.open());
  }

  get isOpen() {
    return !this.words.value.trim() && this.kind.value === ALL && this.wanted.size === 0;
  }

  /** Shows everything again. */
  open() {
    this.words.value = "";
    this.kind.value = ALL;
    this.wanted.clear();
    this.offer();
    this.changed(true);
    by("log-lines").focus();
  }

  /** A button for each seat; pressed ones are wanted. */
  offer() {
    const focused = [...this.seats.children].indexOf(/** @type {Element} */ (document.activeElement));
    this.seats.replaceChildren(...(this.table.base?.seats ?? []).map(({ seat, letter, side }) => make("button", {
      type: "button", "aria-pressed": String(this.wanted.has(seat)), "aria-label": `Lines of ${side}`, title: `Lines of ${side}`,
      onclick: () => {
        if (!this.wanted.delete(seat)) this.wanted.add(seat);
        this.offer();
        this.changed(true);
      },
    }, seatMark(seat, letter))));
    if (focused >= 0) /** @type {HTMLElement | undefined} */ (this.seats.children[focused])?.focus();
  }

  /** Whether each line is shown. A heading stays over what is shown under it. @param {LogLine[]} lines */
  shown(lines) {
    const words = this.words.value.trim().toLowerCase();
    const isOnlyScenes = this.kind.value === SCENES;
    const deepest = isOnlyScenes ? 3 : Number(this.kind.value);
    let isInside = !isOnlyScenes;
    const passes = lines.map(({ depth, seat, scene, text }) => {
      if (isOnlyScenes && depth < 3) isInside = scene === "begins";
      return isInside && depth <= deepest && (this.wanted.size === 0 || (seat !== null && this.wanted.has(seat)))
        && text.toLowerCase().includes(words);
    });
    /** Whether anything is shown under the heading of each depth. */
    const under = [false, false];
    for (let at = lines.length - 1; at >= 0; at -= 1) {
      const { depth } = lines[at];
      if (depth < 2 && under[depth]) passes[at] = true;
      for (let heading = 0; heading < 2; heading += 1)
        under[heading] = depth <= heading ? false : under[heading] || passes[at];
    }
    return passes;
  }
}
