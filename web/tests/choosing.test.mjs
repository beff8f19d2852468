// The grammar of pointing, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { buttons, completions, neighbour, standing } from "../js/choosing.js";

const everywhere = () => true;
const move = (unit, to) => ({ id: `move ${unit} ${to}`, label: `Move ${unit} to ${to}`, pieces: [`unit:${unit}`, `area:${to}`] });
const options = [move("scout", "pergam"), move("scout", "lodor"), move("nob", "lodor"), { id: "done", label: "Done", pieces: [] }];

test("all pieces of all answers are lit before anything is pointed at", () => {
  const { lit, decided } = standing(options, [], everywhere);
  assert.deepEqual([...lit].sort(), ["area:lodor", "area:pergam", "unit:nob", "unit:scout"]);
  assert.equal(decided, null);
});

test("pointing narrows down in any order, and the last answer is decided", () => {
  assert.deepEqual([...standing(options, ["unit:scout"], everywhere).lit].sort(), ["area:lodor", "area:pergam"]);
  assert.equal(standing(options, ["area:pergam"], everywhere).decided?.id, "move scout pergam");
  assert.equal(standing(options, ["area:lodor", "unit:nob"], everywhere).decided?.id, "move nob lodor");
});

test("answers with the same pieces become buttons", () => {
  const twins = [{ ...options[0], id: "buy", label: "Buy" }, { ...options[0], id: "buy with cache", label: "Buy with a cache" }];
  const now = standing(twins, ["unit:scout", "area:pergam"], everywhere);
  assert.equal(now.decided, null);
  assert.deepEqual(buttons(twins, now, everywhere).map(({ id }) => id), ["buy", "buy with cache"]);
});

test("what is not drawn is answered by button", () => {
  const isDrawn = (piece) => piece !== "area:pergam";
  const now = standing(options, [], isDrawn);
  assert.ok(!now.remaining.includes(options[0]));
  assert.deepEqual(buttons(options, now, isDrawn).map(({ id }) => id), ["move scout pergam", "done"]);
});

test("the command box completes from the notation", () => {
  assert.equal(completions(options, "done").length, 1);
  assert.equal(completions(options, "move scout").length, 2);
  assert.equal(completions(options, "nob lodor")[0].id, "move nob lodor");
});

test("arrows go to what lies ahead, not to what lies aside", () => {
  const places = [{ x: 100, y: 0, what: "east" }, { x: 40, y: 90, what: "south" }];
  assert.equal(neighbour({ x: 0, y: 0 }, "right", places), "east");
  assert.equal(neighbour({ x: 0, y: 0 }, "down", places), "south");
  assert.equal(neighbour({ x: 0, y: 0 }, "up", places), null);
});
