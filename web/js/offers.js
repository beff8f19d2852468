// What the games say about themselves: which there are, what may be chosen, what their seats are marked with.

import { ask } from "./wire.js";

/**
 * @typedef {import("./wire.js").Offer} Offer
 * @typedef {import("./wire.js").ValueOffer} ValueOffer
 */

/** All games that can be played here, in the order in which they are shown. @returns {Promise<Offer[]>} */
export function offers() {
  return ask("games");
}

/** What a game is called; its name where this server does not know it any more. @param {Offer[]} all @param {string} game */
export function titleOf(all, game) {
  return all.find(({ name }) => name === game)?.title ?? game;
}

/** Sides as people call them. @param {Offer[]} all @param {{game: string, seats: {side: string}[]}} match */
export function sidesOf(all, { game, seats }) {
  const offer = all.find(({ name }) => name === game);
  return seats.map(({ side }) => offer?.sides.find(({ id }) => id === side)?.name ?? side);
}

/** The letters of seats, as at the table. @param {Offer} offer @param {string[]} sides by their ids, clockwise from the first seat */
export function lettersOf(offer, sides) {
  /** @type {string[]} */
  const letters = [];
  for (const [seat, side] of sides.entries()) {
    const own = offer.letters === "sides" ? `${side}abcdefghijklmnopqrstuvwxyz`.toUpperCase().match(/[A-Z]/g) ?? [] : [];
    letters.push(own.find((letter) => !letters.includes(letter)) ?? "ABCDEFGH"[seat]);
  }
  return letters;
}

/** How many may play with these values of the options. @param {Offer} offer @param {Record<string, string>} options */
export function countsOf(offer, options) {
  const counts = Array.from({ length: offer.seats.most - offer.seats.least + 1 }, (_, at) => offer.seats.least + at);
  return counts.filter((count) => chosen(offer, options).every(({ sides }) => !sides || sides[String(count)]));
}

/** The sides that play with these values, where they leave no choice. @param {Offer} offer @param {Record<string, string>} options @param {number} players */
export function fixedSides(offer, options, players) {
  return chosen(offer, options).map(({ sides }) => sides?.[String(players)]).find(Boolean) ?? null;
}

/** The usual value of every option. @param {Offer} offer @returns {Record<string, string>} */
export function usualOptions({ options }) {
  return Object.fromEntries(options.map(({ id, values }) => [id, values[0]?.id ?? ""]));
}

/** @param {Offer} offer @param {Record<string, string>} options @returns {ValueOffer[]} */
function chosen(offer, options) {
  return offer.options.flatMap(({ id, values }) => values.find((value) => value.id === options[id]) ?? []);
}
