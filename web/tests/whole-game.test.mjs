// A whole game for two through two browsers, by clicks on lit things and buttons alone.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { chance, clickOn } from "./driver.mjs";
import { openHall } from "./hall.mjs";

/** @type {Awaited<ReturnType<typeof openHall>>} */
let hall;
before(async () => { hall = await openHall(); });
after(() => hall.close());

test("two people play a game from the first order to the end", { timeout: 600_000 }, async () => {
  const { made, ann, bo } = await hall.twoPeople();
  const random = chance(Number(process.env.SEED ?? 7));
  let clicks = 0;
  let idle = 0;
  for (let over = false; !over;) {
    let progress = 0;
    for (const page of [ann, bo]) {
      const played = await clickOn(page, random);
      progress += played.clicks;
      over ||= played.state === "over";
    }
    clicks += progress;
    idle = progress ? 0 : idle + 1;
    if (idle) await new Promise((next) => setTimeout(next, 100));
    assert.ok(idle < 150, `Both wait: ${await ann.textContent("#question")} / ${await bo.textContent("#question")}`);
  }
  for (const page of [ann, bo]) await page.waitForSelector('#drawer[data-subject="ending"] .winner');
  assert.ok(clicks > 100, `${clicks} clicks`);
  assert.deepEqual(hall.errors, []);
  await ann.click("#rematch");
  await ann.waitForURL((url) => !url.pathname.includes(made.id));
  await ann.waitForSelector("#seating .link-row");
  // The first is no redraw.
  const [, ...times] = await bo.evaluate(() => performance.getEntriesByName("redraw").map(({ duration }) => duration));
  const sorted = times.sort((a, b) => a - b);
  console.log(`${clicks} clicks; ${sorted.length} redraws: median ${sorted[sorted.length >> 1].toFixed(1)} ms, 99 of 100 within ${sorted[Math.floor(sorted.length * 0.99)].toFixed(1)} ms, longest ${sorted[sorted.length - 1].toFixed(1)} ms`);
});
