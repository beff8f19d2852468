// The replay, and playing on from an earlier step.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { asked, chance, clickOn, onTurn } from "./driver.mjs";
import { openHall, sit } from "./hall.mjs";

/** @type {Awaited<ReturnType<typeof openHall>>} */
let hall;
before(async () => { hall = await openHall(); });
after(() => hall.close());

/** @param {import("playwright-core").Page} page */
const step = (page) => page.evaluate(() => Number(/** @type {HTMLInputElement} */ (document.getElementById("scrubber")).value));

test("scrub by keys, open a step by its address, and play on from there", { timeout: 240_000 }, async () => {
  const page = await hall.person();
  const made = await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }]);
  await sit(page, made);
  const random = chance(5);
  for (let turn = 0; turn < 12; turn += 1) {
    await onTurn(page);
    await clickOn(page, random, { clicks: 12, milliseconds: 1500 });
  }
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());

  await page.keyboard.press("r");
  await page.waitForSelector("#replay:not([hidden])");
  const last = await step(page);
  assert.ok(last > 4, `${last} steps`);
  assert.equal(await page.locator(".lit").count(), 0, "nothing can be chosen in the past");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await step(page), last - 1);
  await page.keyboard.press("Home");
  assert.equal(await step(page), 0);
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("End");
  assert.equal(await step(page), last);
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => /step=\d+/.test(location.hash));

  const link = page.url();
  await page.reload();
  await page.waitForSelector("#replay:not([hidden])");
  assert.equal(page.url(), link);
  await page.keyboard.press("Escape");
  await page.waitForSelector("#replay", { state: "hidden" });

  // A line of the log is a door to its step.
  await page.locator("#log-lines li[data-step] .said").first().click({ modifiers: ["Alt"] });
  await page.waitForSelector("#replay:not([hidden])");
  await page.click("#replay-on");
  const here = page.url();
  await page.click("#replay-fork");
  await page.waitForURL((url) => url.pathname !== new URL(here).pathname);
  await page.waitForSelector("#board > svg");
  await asked(page);
  assert.deepEqual(hall.errors, []);
});
