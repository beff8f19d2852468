// Forbidden Stars on a phone: tokens in reach, and a guide that is not in the way.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { asked } from "../driver.mjs";
import { openHall, sit } from "../hall.mjs";

/** @type {Awaited<ReturnType<typeof openHall>>} */
let hall;
before(async () => { hall = await openHall(); });
after(() => hall.close());

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

test("own order tokens are picked where the question stands", async () => {
  const page = await hall.person(PHONE);
  await sit(page, await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }]));
  await asked(page);
  await page.tap('[data-reach="order:deploy"]');
  await page.waitForSelector('[data-reach="order:deploy"][aria-pressed="true"]');
  await page.$eval("#board .system.lit", (element) => element.dispatchEvent(new MouseEvent("click", { bubbles: true })));
  await page.waitForSelector("#plan li >> text=Deploy");
});

test("the guide leaves the map in view, and what is staged can be confirmed", { timeout: 60_000 }, async () => {
  const page = await hall.person(PHONE);
  await sit(page, await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }], { guided: true }));
  await page.waitForSelector("#guide:not([hidden])");
  const [map, guide] = await page.evaluate(() => ["map", "guide"].map((id) => document.getElementById(id)?.getBoundingClientRect().toJSON()));
  assert.ok(guide.top >= map.bottom - 1, `${guide.top} < ${map.bottom}`);
  // It lies over the decision alone, and is there again when one comes back to it.
  for (const sheet of ["you", "log", "chat"]) {
    await page.tap(`#tabs [data-sheet="${sheet}"]`);
    assert.ok(await page.isHidden("#guide"), sheet);
  }
  await page.tap('#tabs [data-sheet="prompt"]');
  assert.ok(await page.isVisible("#guide"));
  await page.tap('#tabs [data-sheet="you"]');
  await page.evaluate(() => /** @type {HTMLElement} */ (document.querySelector("[data-region=tray] .lit")).click());
  await page.tap("#board .system.lit", { position: { x: 10, y: 10 } });
  await page.tap("#confirm");
  assert.deepEqual(hall.errors, []);
});
