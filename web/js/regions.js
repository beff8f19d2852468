// The parts of the page that the server draws. A part is replaced when its version changed; focus and scroll stay.

import { insert } from "./dom.js";
import { patch } from "./patch.js";
import { diceIn, glide, placesIn, tumble } from "./glide.js";

/** @typedef {import("./wire.js").Fragment} Fragment */

export class Regions {
  /**
   * @param {Record<string, HTMLElement>} mounts by the fragment's name
   * @param {(changed: string[]) => void} drawn called when new markup stands, before anything is painted
   */
  constructor(mounts, drawn) {
    this.mounts = mounts;
    this.drawn = drawn;
    /** The piece that had the focus when it was drawn anew. @type {{piece: string, mount: string} | null} */
    this.lost = null;
    /** What stands on the page now. @type {Record<string, Fragment>} */
    this.shown = {};
    /** Milliseconds that each redraw took; the tests read it. @type {number[]} */
    this.times = [];
    Object.assign(window, { orreryRedraw: this.times });
  }

  /** What need not be sent again. */
  have() {
    return Object.entries(this.shown).map(([name, { version }]) => `${name}.${version}`).join(",");
  }

  /** @param {Record<string, Fragment>} fragments */
  draw(fragments) {
    const began = performance.now();
    const changed = Object.keys(fragments).filter((name) =>
      name in this.mounts && fragments[name].version !== this.shown[name]?.version);
    if (changed.length === 0) return;
    const focused = document.activeElement instanceof Element ? focusOf(document.activeElement) : null;
    // Asked before anything changes, so that asking costs no layout.
    const scrolls = changed.map((name) => (name === "board" ? 0 : this.mounts[name].scrollTop));
    const after = changed.map((name, at) => {
      const mount = this.mounts[name];
      const places = name === "board" ? placesIn(mount) : [];
      const dice = name === "battle" ? diceIn(mount) : null;
      if (name === "board") patch(mount, this.shown.board?.html ?? "", fragments.board.html);
      else insert(mount, fragments[name].html);
      if (scrolls[at]) mount.scrollTop = scrolls[at];
      this.shown[name] = fragments[name];
      return () => {
        glide(places, mount);
        if (dice) tumble(mount, dice);
      };
    });
    this.drawn(changed);
    this.lost = focused ?? this.lost;
    this.times.push(performance.now() - began);
    for (const move of after) move();
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
