// Lines that pass: refusals, notices, who comes and goes.

import { by } from "./dom.js";

/** What is said in one breath stands together; in milliseconds. */
const BREATH = 150;
/** How long a line stays, and one that has something to press. */
const [SHORT, LONG] = [7_000, 30_000];

let quiet = 0;
let saidAt = -Infinity;

/** @param {(Node | string)[]} words */
export function say(...words) {
  const line = by("said");
  if (!line.hidden && performance.now() - saidAt < BREATH) line.append(" ", ...words);
  else line.replaceChildren(...words);
  saidAt = performance.now();
  line.hidden = false;
  clearTimeout(quiet);
  quiet = window.setTimeout(() => {
    line.hidden = true;
  }, line.childElementCount ? LONG : SHORT);
}
