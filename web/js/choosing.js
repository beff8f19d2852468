// The grammar of pointing, the same for every game: answers name pieces, and pointing narrows the answers down.

/** @typedef {import("./wire.js").Answer} Answer */

/**
 * Where pointing stands.
 * @typedef {object} Standing
 * @property {Answer[]} remaining answers that name all that was pointed at
 * @property {Set<string>} lit pieces that may be pointed at next
 * @property {Answer[]} told answers that name nothing more: they are told apart by buttons only
 * @property {Answer | null} decided the one answer that is left
 */

/**
 * @param {Answer[]} options
 * @param {string[]} selection what was pointed at, in order
 * @param {(piece: string) => boolean} isDrawn
 * @returns {Standing}
 */
export function standing(options, selection, isDrawn) {
  // What is not in the picture cannot be pointed at; such answers are given by button.
  const pointable = options.filter(({ pieces }) => pieces.length > 0 && pieces.every(isDrawn));
  const remaining = selection.length
    ? pointable.filter(({ pieces }) => selection.every((piece) => pieces.includes(piece)))
    : pointable;
  const lit = new Set(remaining.flatMap(({ pieces }) => pieces).filter((piece) => !selection.includes(piece)));
  const told = selection.length
    ? remaining.filter(({ pieces }) => pieces.every((piece) => selection.includes(piece)))
    : [];
  return { remaining, lit, told, decided: selection.length > 0 && remaining.length === 1 ? remaining[0] : null };
}

/**
 * The answers that stand as buttons: those that nobody can point at and those that pointing does not tell apart first.
 * @param {Answer[]} options @param {Standing} now @param {(piece: string) => boolean} isDrawn
 */
export function buttons(options, now, isDrawn) {
  const plain = options.filter(({ pieces }) => pieces.length === 0 || !pieces.every(isDrawn));
  return [...now.told, ...plain];
}

/** Answers whose notation begins with what was typed; one that equals it stands alone. @param {Answer[]} options @param {string} typed */
export function completions(options, typed) {
  const wanted = typed.trim().toLowerCase().replace(/\s+/g, " ");
  const exact = options.filter(({ id }) => id.toLowerCase() === wanted);
  if (exact.length) return exact;
  const words = wanted.split(" ").filter(Boolean);
  const begins = options.filter(({ id }) => id.toLowerCase().startsWith(wanted));
  return begins.length ? begins : options.filter(({ id, label }) =>
    words.every((word) => id.toLowerCase().includes(word) || label.toLowerCase().includes(word)));
}

/**
 * The piece nearest in a direction, seen from a point: what lies straight ahead counts more than what lies aside.
 * @template T
 * @param {{x: number, y: number}} from
 * @param {"left" | "right" | "up" | "down"} direction
 * @param {{x: number, y: number, what: T}[]} places
 * @returns {T | null}
 */
export function neighbour(from, direction, places) {
  let best = null;
  let least = Infinity;
  for (const { x, y, what } of places) {
    const [dx, dy] = [x - from.x, y - from.y];
    const ahead = { left: -dx, right: dx, up: -dy, down: dy }[direction];
    const aside = direction === "left" || direction === "right" ? Math.abs(dy) : Math.abs(dx);
    if (ahead < 1) continue;
    const cost = ahead + 2.2 * aside;
    if (cost < least) [best, least] = [what, cost];
  }
  return best;
}
