// One's own games in a list: which game, whose turn it is, how far each has got, who has won, against whom.

import { make } from "./dom.js";
import { sidesOf, titleOf } from "./offers.js";

/**
 * @typedef {import("./wire.js").Offer} Offer
 * @typedef {import("./wire.js").Summary} Summary
 */

/**
 * @param {Summary & {held?: number[]}} match
 * @param {Offer[]} offers
 * @param {string} place where the game was when it was last seen from here
 */
export function myGame(match, offers, place = "") {
  const sides = sidesOf(offers, match);
  const own = match.held ?? [match.seat];
  const others = match.seats.filter(({ seat }) => !own.includes(seat))
    .map(({ seat, name, sitter }) => (sitter === "open" ? `${sides[seat]} (free)` : name ? `${name} (${sides[seat]})` : sides[seat]));
  // Many games are of the same sides; they differ in when they were played.
  const told = [others.length > 0 && `against ${others.join(", ")}`, `begun ${moment(match.created)}`, match.sequence > 0 && `last played ${ago(match.updated)}`];
  return make("li", {},
    make("a", { href: `/match/${match.id}` }, match.name || sides.join(" against ")),
    match.my_turn && make("span", { class: "turn" }, "your turn"),
    make("span", { class: "quiet" }, { open: "waits for players", running: place || "running", over: result(match, own, sides) }[match.state]),
    make("small", { class: "quiet others" }, make("b", {}, titleOf(offers, match.game)), ` ${told.filter(Boolean).join("; ")}`));
}

/** Who has won. @param {Summary} match @param {(number | undefined)[]} own @param {string[]} sides */
function result({ winners, seats }, own, sides) {
  if (winners.length === 0) return "over";
  if (own.length === 1 && winners.some((seat) => own.includes(seat))) return winners.length > 1 ? "won together" : "you won";
  return `${winners.map((seat) => seats[seat].name || sides[seat]).join(" and ")} won`;
}

/** @param {number} time */
function moment(time) {
  return new Date(time).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}

/** @param {number} time */
export function ago(time) {
  const minutes = Math.round((Date.now() - time) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 90) return `${minutes} min ago`;
  if (minutes < 2880) return `${Math.round(minutes / 60)} hours ago`;
  return `${Math.round(minutes / 1440)} days ago`;
}
