// The parts of the page that the server draws. A part is replaced when its version changed; focus and scroll stay. A
// fragment with a slash in its name (`board/3B`) stands in a place of another one (`data-part`). What is not looked at is
// drawn when it is.

import { diceIn, glide, placesIn, tumble } from "./glide.js";
import { patch } from "./patch.js";

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
   * @param {string | null} picture the name of the one on which things move about
   * @param {Doors} doors
   */
  constructor(mounts, picture, doors) {
    this.mounts = mounts;
    this.picture = picture;
    this.doors = doors;
    /** Fragments that no panel is there for. @type {Set<string>} */
    this.strays = new Set();
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
    const changed = Object.keys(fragments).filter((name) => this.isPlaced(name) && fragments[name].version !== this.shown[name]?.version);
    if (changed.length === 0) return changed;
    const focused = document.activeElement instanceof Element ? focusOf(document.activeElement) : null;
    this.doors.drawing();
    const board = this.picture !== null && changed.some((name) => rootOf(name) === this.picture) ? this.mounts[this.picture] : null;
    const places = board ? placesIn(board) : [];
    const panels = changed.filter((name) => name !== this.picture && name in this.mounts).map((name) => this.mounts[name]);
    const dice = panels.map(diceIn);
    for (const name of changed) this.shown[name] = fragments[name];
    // Scrolled panels stay where they are: nothing is laid out before the new markup stands.
    for (const name of changed) if (name in this.mounts && this.doors.isSeen(name)) this.place(this.mounts[name], name);
    for (const root of new Set(changed.map(rootOf)))
      for (const place of this.mounts[root].querySelectorAll("[data-part]")) this.place(place, /** @type {SVGElement} */ (place).dataset.part ?? "");
    this.doors.drawn(changed);
    this.lost = focused ?? this.lost;
    if (board) glide(places, board);
    panels.forEach((panel, at) => tumble(panel, dice[at]));
    return changed;
  }

  /** Whether there is a panel for a fragment. A game that sends others than it offers has a mistake in it; it is played on without. @param {string} name */
  isPlaced(name) {
    const root = rootOf(name);
    if (root in this.mounts) return true;
    if (!this.strays.has(root)) console.warn(`There is no panel for the fragment “${root}”.`);
    this.strays.add(root);
    return false;
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
    const again = this.mounts[lost.mount]?.querySelector(`[data-piece="${CSS.escape(lost.piece)}"]`);
    if (again instanceof SVGElement || again instanceof HTMLElement) again.focus({ preventScroll: true });
  }
}

/** Where the focus is, if it is on a piece. @param {Element} element */
function focusOf(element) {
  const piece = /** @type {HTMLElement} */ (element).dataset?.piece;
  const mount = /** @type {HTMLElement | null} */ (element.closest("[data-region]"))?.dataset.region;
  return piece && mount ? { piece, mount } : null;
}

/** The fragment that another one stands in, or itself. @param {string} name */
function rootOf(name) {
  return name.split("/")[0];
}
