// The keyboard reaches everything: lit things by Tab and arrows, answers by number, panels by letter. Off while typing.

import { neighbour } from "./choosing.js";
import { by, isTyping, make } from "./dom.js";
import { closeDrawer } from "./drawer.js";

/**
 * @typedef {object} Deeds what keys can do besides choosing
 * @property {import("./table.js").Table} table
 * @property {import("./prompt.js").PromptBar} promptBar
 * @property {import("./chart.js").Chart} chart
 * @property {import("./replay.js").Replay} replay
 * @property {Record<string, () => void>} panels by key
 * @property {() => void} closeHelp
 * @property {() => void} showSeats
 */

/** What each key does. @param {import("./wire.js").Offer} offer @returns {[string, string | false | null][]} */
const keysOf = ({ scene_word, odds_example, notes_on }) => [
  ["Tab", "next lit thing, then the buttons"],
  ["← ↑ → ↓", "the lit thing in that direction"],
  ["Enter", "pick what is focused; otherwise confirm the plan"],
  ["Ctrl Enter", "confirm the plan, whatever is focused"],
  ["1 … 9", "the numbered answers"],
  ["Space", "the only answer, if there is one only"],
  ["Backspace", "drop the last staged choice"],
  ["Esc", "point anew; then drop the plan; closes what is open"],
  ["a letter on a piece", "picks that piece, while it is lit"],
  ["u", "undo what was confirmed, while that is possible"],
  ["a", "fill in: the first answer until the question changes"],
  ["/", "answer in notation"],
  ["g and a digit", "a seat's panel"],
  ["l, c", "log, chat"],
  ["↑ ↓ in the log", "line by line; Enter shows it on the board, Alt Enter replays from there"],
  ["o", odds_example !== null && `odds of the ${scene_word.toLowerCase()}`],
  ["n", notes_on && `your notes on ${notes_on[1]}, on what is focused first`],
  ["r", "replay; then ← → by step, Shift by mark, Home, End"],
  ["m", "map or list"],
  ["+ − 0", "closer, farther, the whole map"],
  ["?", "these keys and the glossary"],
];

/** @param {Deeds} deeds */
export function listen(deeds) {
  let isSeatNext = false;
  document.addEventListener("keydown", (event) => {
    if (!by("curtain").hidden || event.defaultPrevented || event.isComposing) return;
    if (event.key === "Tab" && !event.ctrlKey && !event.altKey) return tab(event, deeds);
    if (isTyping(event.target)) {
      if (event.key === "Escape") /** @type {HTMLElement} */ (event.target).blur();
      return;
    }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void deeds.table.confirm();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isSeatNext && /^[1-9]$/.test(event.key)) {
      isSeatNext = false;
      openSeat(Number(event.key), deeds);
      return event.preventDefault();
    }
    isSeatNext = event.key === "g";
    if (deeds.replay.isOpen ? scrub(event, deeds) : press(event, deeds)) event.preventDefault();
  });
}

/** @param {KeyboardEvent} event @param {Deeds} deeds @returns {boolean} whether the key meant something */
function press(event, deeds) {
  const { table, promptBar } = deeds;
  const onButton = event.target instanceof HTMLElement && Boolean(event.target.closest("button, a, summary, input, select"));
  const piece = event.target instanceof Element ? event.target.closest(".lit, .chosen") : null;
  switch (event.key) {
    case "Enter":
      if (piece) void pick(piece, table);
      else if (onButton) return false;
      else void table.confirm();
      return true;
    case " ":
      if (onButton) return false;
      if (piece) void pick(piece, table);
      else if (table.options().length === 1) void table.stage(table.options()[0]);
      else if (table.options().length === 0) void table.confirm();
      return true;
    case "Escape":
      deeds.closeHelp();
      if (!closeDrawer()) void table.back();
      return true;
    case "Backspace":
      if (table.selection.length) void table.back();
      else void table.drop(table.plan.length - 1);
      return true;
    case "u":
      if (table.base && !table.base.undo.possible && table.base.undo.reason) table.say(table.base.undo.reason);
      void table.undo();
      return true;
    case "/":
      promptBar.openCommandBox();
      return true;
  }
  // A piece may carry a key of its own; while it is lit that key picks it.
  const own = [...table.lights.bright].find((element) => element.querySelector("kbd")?.textContent?.toLowerCase() === event.key.toLowerCase());
  if (own) {
    void table.point(/** @type {HTMLElement} */ (own).dataset.piece ?? "");
    return true;
  }
  if (event.key.toLowerCase() === "a" && table.prompt?.shape === "assign") {
    void table.fill();
    return true;
  }
  const direction = DIRECTIONS[event.key];
  if (direction) return walk(direction, deeds);
  if (/^[1-9]$/.test(event.key)) {
    const answer = promptBar.numbered[Number(event.key) - 1];
    if (answer) void table.stage(answer);
    return Boolean(answer);
  }
  return common(event, deeds);
}

/** @param {Element} piece @param {import("./table.js").Table} table */
async function pick(piece, table) {
  const staged = table.plan.length;
  await table.point(/** @type {HTMLElement} */ (piece).dataset.piece ?? "");
  // Enter after that confirms; it does not pick the same piece again.
  if (table.plan.length > staged && document.activeElement !== document.body) /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
}

/** @param {KeyboardEvent} event @param {Deeds} deeds */
function scrub(event, deeds) {
  const { replay } = deeds;
  switch (event.key) {
    case "ArrowLeft":
      void (event.shiftKey ? replay.turn(-1) : replay.go(replay.step - 1));
      return true;
    case "ArrowRight":
      void (event.shiftKey ? replay.turn(1) : replay.go(replay.step + 1));
      return true;
    case "Home":
      void replay.go(replay.first);
      return true;
    case "End":
      void replay.go(replay.steps);
      return true;
    case "Escape":
      if (!closeDrawer()) void replay.close();
      return true;
  }
  return common(event, deeds);
}

/** What keys do whether the game is live or replayed. @param {KeyboardEvent} event @param {Deeds} deeds */
function common(event, { chart, panels }) {
  if (event.key === "+" || event.key === "=") chart.zoom(1.25);
  else if (event.key === "-") chart.zoom(0.8);
  else if (event.key === "0") chart.fit();
  else if (panels[event.key]) panels[event.key]();
  else return false;
  return true;
}

const DIRECTIONS = /** @type {Record<string, "left" | "right" | "up" | "down">} */ ({
  ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down",
});

/** @param {"left" | "right" | "up" | "down"} direction @param {Deeds} deeds */
function walk(direction, { table, chart }) {
  const places = table.lights.inReadingOrder();
  if (places.length === 0) return false;
  const here = places.find(({ element }) => element === document.activeElement);
  const next = here
    ? neighbour(here, direction, places.filter(({ element }) => element !== here.element).map(({ x, y, element }) => ({ x, y, what: element })))
    : places[0].element;
  if (next) focusOn(next, chart);
  return true;
}

/** Lit things first, in reading order; after the last come the buttons, and then whatever the page has. @param {KeyboardEvent} event @param {Deeds} deeds */
function tab(event, { table, chart }) {
  const active = document.activeElement;
  const places = table.lights.inReadingOrder();
  const at = places.findIndex(({ element }) => element === active);
  if (at < 0 && active !== document.body && active !== null) return;
  const next = at + (event.shiftKey ? -1 : 1);
  if (at < 0 && event.shiftKey) return;
  if (next >= 0 && next < places.length) {
    event.preventDefault();
    focusOn(places[next].element, chart);
  } else if (next >= places.length) {
    const button = [...by("prompt").querySelectorAll("button:not(:disabled)")].find((button) => button.getClientRects().length > 0);
    if (!(button instanceof HTMLElement)) return;
    event.preventDefault();
    button.focus();
  }
}

/** @param {HTMLElement | SVGElement} element @param {import("./chart.js").Chart} chart */
function focusOn(element, chart) {
  element.focus({ preventScroll: true });
  if (element instanceof SVGElement) chart.reveal(element);
  else element.scrollIntoView({ block: "nearest" });
}

/** @param {number} number @param {Deeds} deeds */
function openSeat(number, { showSeats }) {
  const panel = by("areas").querySelectorAll('.seats [data-piece^="player:"]')[number - 1] ?? by("strips").children[number - 1];
  if (!(panel instanceof HTMLElement)) return;
  document.body.classList.remove("left-folded");
  showSeats();
  if (!panel.hasAttribute("tabindex")) panel.tabIndex = -1;
  panel.focus();
  panel.scrollIntoView({ block: "nearest" });
}

/** @param {import("./wire.js").Offer} offer */
export function keyTable(offer) {
  return make("dl", { class: "keys" }, ...keysOf(offer).flatMap(([key, what]) => (what ? [make("dt", {}, make("kbd", {}, key)), make("dd", {}, what)] : [])));
}
