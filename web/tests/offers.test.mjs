// What follows from an offer, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { countsOf, fixedSides, lettersOf, usualOptions } from "../js/offers.js";

const map = { id: "map", title: "Map", values: [
  { id: "printed", title: "As printed", sides: { 2: ["reds", "blues"], 4: ["reds", "blues", "greens", "browns"] } },
  { id: "free", title: "Free", sides: null },
] };
const offer = /** @type {import("../js/wire.js").Offer} */ (/** @type {unknown} */ ({ seats: { least: 2, most: 4, usual: 2 }, letters: "sides", options: [map] }));

test("an option's value says how many may play with it, and as whom", () => {
  const usual = usualOptions(offer);
  assert.deepEqual(usual, { map: "printed" });
  assert.deepEqual(countsOf(offer, usual), [2, 4]);
  assert.deepEqual(fixedSides(offer, usual, 2), ["reds", "blues"]);
  assert.deepEqual(countsOf(offer, { map: "free" }), [2, 3, 4]);
  assert.equal(fixedSides(offer, { map: "free" }, 2), null);
});

test("a seat has the first letter of its side that no seat before it has, or that of its place", () => {
  assert.deepEqual(lettersOf(offer, ["reds", "blues", "browns", "greens"]), ["R", "B", "O", "G"]);
  assert.deepEqual(lettersOf(offer, ["aa", "aa", "a-b"]), ["A", "B", "C"]);
  assert.deepEqual(lettersOf({ ...offer, letters: "seats" }, ["reds", "blues"]), ["A", "B"]);
});
