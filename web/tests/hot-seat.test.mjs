// Several people before one screen: nobody sees what another may see.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { chance, clickOn } from "./driver.mjs";
import { TABLE, openHall } from "./hall.mjs";

/** @type {Awaited<ReturnType<typeof openHall>>} */
let hall;
before(async () => { hall = await openHall(); });
after(() => hall.close());

test("the curtain falls whenever the screen passes to another person", { timeout: 180_000 }, async () => {
  const page = await hall.person();
  const made = await hall.table([{ sitter: "here", name: "Ann" }, { sitter: "here", name: "Bo" }]);
  await page.goto(`/match/${made.id}#${made.key}`);
  await page.waitForSelector("#curtain:not([hidden])");
  assert.equal(await page.locator(TABLE).count(), 0, "nothing is drawn behind the first curtain");
  const random = chance(13);
  const names = new Set();
  for (let turn = 0; turn < 30 && names.size < 2; turn += 1) {
    if (await page.locator("#curtain:not([hidden])").count()) {
      names.add(await page.textContent("#curtain-name"));
      assert.equal(await page.evaluate(() => getComputedStyle(document.getElementById("left") ?? document.body).visibility), "hidden");
      await page.click("#curtain-open");
      await page.waitForSelector("#prompt.asked");
    }
    await clickOn(page, random, { clicks: 10, milliseconds: 1500 });
    await page.waitForTimeout(100);
  }
  assert.deepEqual([...names].map((name) => String(name).split(" ")[0]).sort(), ["Ann", "Bo"]);
  // Whoever looks may look again without a curtain; the other may not.
  if (await page.locator("#curtain:not([hidden])").count()) await page.click("#curtain-open");
  await page.waitForSelector("#prompt.asked");
  // What the other has laid facedown would be turned up in a game of one's own.
  await page.goto(`/match/${made.id}#step=1`);
  await page.waitForSelector("#replay:not([hidden])");
  assert.ok(await page.isHidden("#replay-fork"));
  await page.click("#replay-close");
  await page.reload();
  await page.waitForSelector("#prompt.asked");
  assert.equal(await page.locator("#curtain:not([hidden])").count(), 0);
  assert.deepEqual(hall.errors, []);
});
