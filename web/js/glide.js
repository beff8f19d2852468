// Motion that says what moved: under a quarter of a second, never waited for, none where motion is unwelcome.

import { isStill } from "./settings.js";

const LONG = 230;
const CROWD = 60;

/** @typedef {{key: string, piece: string, x: number, y: number}} Place */

/** Where everything is that may glide. @param {Element} mount @returns {Place[]} */
export function placesIn(mount) {
  if (isStill()) return [];
  return [...mount.querySelectorAll("[data-glide]")].map((element) => ({ ...place(element), element }));
}

/**
 * Lets like things go from where one vanished to where one appeared, each to the nearest.
 * @param {Place[]} before @param {Element} mount
 */
export function glide(before, mount) {
  if (isStill() || before.length === 0) return;
  const after = [...mount.querySelectorAll("[data-glide]")].map((element) => ({ ...place(element), element }));
  const stayed = new Set(after.map(signature));
  const known = new Set(before.map(signature));
  const vanished = before.filter((old) => !stayed.has(signature(old)));
  const appeared = after.filter((now) => !known.has(signature(now)));
  if (appeared.length > CROWD) return;
  for (const { key, x, y, element } of appeared) {
    const nearest = vanished
      .map((old, index) => ({ old, index, far: Math.hypot(old.x - x, old.y - y) }))
      .filter(({ old }) => old.key === key)
      .sort((a, b) => a.far - b.far)[0];
    if (nearest) {
      vanished.splice(nearest.index, 1);
      const [{ x: homeX, y: homeY }, rest] = [shift(element.parentElement), turnOf(element)];
      element.animate(
        [{ x: nearest.old.x, y: nearest.old.y }, { x, y }].map((at) => ({ transform: `translate(${at.x - homeX}px, ${at.y - homeY}px) ${rest}` })),
        { duration: LONG, easing: "cubic-bezier(.3,.1,.2,1)" },
      );
    } else element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: LONG });
  }
}

/** New dice tumble. @param {Element} mount @param {Map<string, string>} before how each group looked */
export function tumble(mount, before) {
  if (isStill()) return;
  for (const die of mount.querySelectorAll('[data-piece^="die:"]')) {
    const piece = /** @type {HTMLElement} */ (die).dataset.piece ?? "";
    if (before.get(piece) === die.textContent) continue;
    die.animate(
      [{ transform: "rotate(-40deg) scale(.7)", opacity: 0.3 }, { transform: "rotate(12deg) scale(1.08)" }, { transform: "none" }],
      { duration: LONG, easing: "ease-out" },
    );
  }
}

/** @param {Element} mount */
export function diceIn(mount) {
  return new Map([...mount.querySelectorAll('[data-piece^="die:"]')].map((die) =>
    [/** @type {HTMLElement} */ (die).dataset.piece ?? "", die.textContent ?? ""]));
}

/** @param {Element} element @returns {Place} */
function place(element) {
  const { glide = "", piece = "" } = /** @type {HTMLElement} */ (element).dataset;
  return { key: glide, piece, ...shift(element) };
}

const TRANSLATE = /^translate\(\s*(-?[\d.]+)[ ,]+(-?[\d.]+)\s*\)/;

/** Where an element's origin lies on the board: groups are only ever shifted, so reading attributes costs no layout. @param {Element | null} element */
function shift(element) {
  let [x, y] = [0, 0];
  for (let at = element; at && at.tagName !== "svg"; at = at.parentElement) {
    const found = TRANSLATE.exec(at.getAttribute("transform") ?? "");
    if (found) [x, y] = [x + Number(found[1]), y + Number(found[2])];
  }
  return { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 };
}

/** What an element's transform does besides shifting, as CSS writes it. @param {Element} element */
function turnOf(element) {
  return (element.getAttribute("transform") ?? "").replace(TRANSLATE, "").replace(/rotate\((-?[\d.]+)\)/g, "rotate($1deg)");
}

/** @param {Place} place */
function signature({ key, x, y }) {
  return `${key} ${x} ${y}`;
}
