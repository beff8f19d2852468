// The parts of the page that the server draws. A part is replaced when its version changed; focus and scroll stay. A
// fragment with a slash in its name (`board/3B`) stands in a place of another one (`data-part`). What is not looked at is
// drawn when it is.

import { patch } from "./patch.js";
import { diceIn, glide, placesIn, tumble } from "./glide.js";

/**
 * @typedef {import("./wire.js").Fragment} Fragment
 * @typedef {object} Doors
 * @property {(name: string) => boolean} isSeen whether anybody looks at this part now
 * @property {() => void} drawing called before anything is changed
 * @property {(changed: string[]) => void} drawn called when the new markup stands, before anything is painted
 */

export class Regions {
  /**
   * @param {Record<string, HTMLElement>} mounts by the fragment's name
   * @param {Doors} doors
   */
  constructor(mounts, doors) {
    this.mounts = mounts;
    this.doors = doors;
    /** The piece that had the focus when it was drawn anew. @type {{piece: string, mount: string} | null} */
    this.lost = null;
    /** What the page shows now. @type {Record<string, Fragment>} */
    this.shown = {};
    /** The markup in each place. @type {WeakMap<Element, string>} */
    this.placed = new WeakMap();
  }

  /** What need not be sent again. */
  have() {
    return Object.entries(this.shown).map(([name, { version }]) => `${name}.${version}`).join(",");
  }

  /** @param {Record<string, Fragment>} fragments @returns {string[]} which changed */
  draw(fragments) {
    const changed = Object.keys(fragments).filter((name) =>
      name.split("/")[0] in this.mounts && fragments[name].version !== this.shown[name]?.version);
    if (changed.length === 0) return changed;
    const focused = document.activeElement instanceof Element ? focusOf(document.activeElement) : null;
    const { board, battle } = this.mounts;
    this.doors.drawing();
    const moves = changed.some((name) => name === "board" || name.startsWith("board/"));
    const places = moves ? placesIn(board) : [];
    const dice = changed.includes("battle") ? diceIn(battle) : null;
    for (const name of changed) this.shown[name] = fragments[name];
    // Scrolled panels stay where they are: nothing is laid out before the new markup stands.
    for (const name of changed) if (name in this.mounts && this.doors.isSeen(name)) this.place(this.mounts[name], name);
    if (moves) for (const place of board.querySelectorAll("[data-part]")) this.place(place, /** @type {SVGElement} */ (place).dataset.part ?? "");
    this.doors.drawn(changed);
    this.lost = focused ?? this.lost;
    glide(places, board);
    if (dice) tumble(battle, dice);
    return changed;
  }

  /** Draws what is looked at only now. @param {string} name */
  catchUp(name) {
    this.doors.drawing();
    this.place(this.mounts[name], name);
    this.doors.drawn([name]);
  }

  /** Puts into a place what belongs there now. @param {Element} place @param {string} name */
  place(place, name) {
    const html = this.shown[name]?.html ?? "";
    const before = this.placed.get(place) ?? "";
    if (before === html) return;
    patch(place, before, html);
    this.placed.set(place, html);
  }

  /** Gives the focus back to the piece that had it before the redraw, now that it can take it. */
  refocus() {
    const { lost } = this;
    this.lost = null;
    if (!lost || document.activeElement !== document.body) return;
    const again = document.getElementById(lost.mount)?.querySelector(`[data-piece="${CSS.escape(lost.piece)}"]`);
    if (again instanceof SVGElement || again instanceof HTMLElement) again.focus({ preventScroll: true });
  }
}

/** Where the focus is, if it is on a piece. @param {Element} element */
function focusOf(element) {
  const piece = /** @type {HTMLElement} */ (element).dataset?.piece;
  const mount = element.closest("[data-region]")?.id;
  return piece && mount ? { piece, mount } : null;
}
