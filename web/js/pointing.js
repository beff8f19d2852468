// Pointing with mouse or finger: what is lit is picked, and what is not lit shows what is.

import { kept } from "./keep.js";
import { NEW } from "./prompt.js";

/** For so many milliseconds what can be chosen flashes up. */
const FLASH = 900;

/** @param {import("./table.js").Table} table */
export function listenToPointing(table) {
  let flash = 0;
  /** Somebody pointed at what cannot be chosen: what can be flashes up. @param {Element} target */
  const nudge = (target) => {
    if (!target.closest("[data-piece]") || table.isBusy || table.now().lit.size === 0) return;
    document.body.classList.add("nudged");
    clearTimeout(flash);
    flash = window.setTimeout(() => document.body.classList.remove("nudged"), FLASH);
    if (kept("sent", 0) < NEW) table.say("Only what is lit can be chosen now.");
  };
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || event.target.closest("button, a:not(.term), input, summary, select, textarea")) return;
    // A term on a card that can be chosen is part of the card.
    if (event.target.closest(".term")) {
      if (!event.target.closest(".lit, .chosen")) return;
      event.preventDefault();
    }
    const direct = event.target.closest(".lit, .chosen");
    // What is not lit does not stand in the way of what is.
    const hit = direct ?? (event.target.closest("[data-region]")
      && document.elementsFromPoint(event.clientX, event.clientY).map((element) => element.closest(".lit, .chosen")).find(Boolean));
    if (!hit) return nudge(event.target);
    // Enter after a click confirms; it does not pick the same piece again.
    if (document.activeElement === hit) /** @type {HTMLElement} */ (hit).blur();
    const piece = /** @type {HTMLElement} */ (hit).dataset.piece ?? "";
    // The second half of a double click does not put back what the first one picked.
    if (event.detail > 1 && table.selection.includes(piece)) return;
    void table.point(piece);
  });
}
