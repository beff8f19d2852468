// A game without any picture: its list is what is shown, and it is played to its end like any other.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { asked, chance, clickOn } from "./driver.mjs";
import { openHall, sit } from "./hall.mjs";

/** @type {Awaited<ReturnType<typeof openHall>>} */
let hall;
before(async () => { hall = await openHall(); });
after(() => hall.close());

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** One person and two bots. */
async function laid() {
  const bot = { sitter: "bot", bot: await hall.quickBot() };
  return hall.table([{ sitter: "person", name: "Ann" }, bot, bot], { game: "parley" });
}

for (const [where, options] of /** @type {[string, object][]} */ ([["a wide screen", {}], ["a phone", PHONE]]))
  test(`a match of Parley on ${where}, by clicks on what is lit or answers`, { timeout: 120_000 }, async () => {
    const page = await hall.person(options);
    await sit(page, await laid());
    await asked(page);
    for (const part of ["#board", "#zoom", "#as-list", "#open-odds", "#open-notes"]) assert.ok(await page.isHidden(part), part);
    assert.ok(await page.isVisible("#list"));
    const random = chance(Number(process.env.SEED ?? 7));
    for (let state = ""; state !== "over";) {
      ({ state } = await clickOn(page, random));
      // Bots answer meanwhile.
      if (state === "waiting") await page.waitForSelector('#prompt.asked:not([aria-busy]), #confirm, #drawer:not([hidden])[data-subject="ending"]');
    }
    assert.ok(await page.textContent(".winner"));
    assert.deepEqual(hall.errors, []);
  });

test("keys that belong to what the game has not do nothing, and help does not name them", async () => {
  const page = await hall.person();
  await sit(page, await laid());
  await asked(page);
  for (const key of ["o", "n", "m"]) await page.keyboard.press(key);
  assert.ok(await page.isHidden("#drawer"));
  assert.ok(await page.isVisible("#list"));
  await page.keyboard.press("?");
  await page.waitForSelector("#drawer .keys");
  assert.doesNotMatch(await page.innerText("#drawer .keys"), /odds|notes/);
  assert.deepEqual(hall.errors, []);
});
