// Taking back: possible until information or another player is involved, and then the page says why not.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { asked, chance, clickOn, settled } from "./driver.mjs";
import { openHall, sit } from "./hall.mjs";

/** @type {Awaited<ReturnType<typeof openHall>>} */
let hall;
before(async () => { hall = await openHall(); });
after(() => hall.close());

test("what is confirmed can be undone somewhere, is refused with a reason elsewhere", { timeout: 240_000 }, async () => {
  const page = await hall.person();
  const made = await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }]);
  await sit(page, made);
  await asked(page);
  const random = chance(3);
  let undone = false;
  let refused = "";
  for (let tries = 0; tries < 900 && !(undone && refused); tries += 1) {
    const { state } = await clickOn(page, random, { clicks: 1 });
    if (state === "over") break;
    if (state === "waiting") await page.waitForTimeout(20);
    await settled(page);
    const isStaged = await page.locator("#plan li").count() > 0;
    if (isStaged) continue;
    if (!undone && await page.locator("#undo:not(:disabled)").count()) {
      const before = await hall.ask(`matches/${made.id}/page`, undefined, made.key);
      // The bot may be quicker than the hand: then it stands, and the next one is tried.
      const isClicked = await page.click("#undo", { timeout: 1000 }).then(() => true, () => false);
      await settled(page);
      const after = await hall.ask(`matches/${made.id}/page`, undefined, made.key);
      if (!isClicked || after.step >= before.step) continue;
      await asked(page);
      undone = true;
    }
    if (await page.locator("#undo:disabled").count()) refused = (await page.locator("#undo-reason").textContent().catch(() => "")) ?? "";
  }
  assert.ok(undone, "something could be taken back");
  assert.match(refused, /\w.*\.$/, "the refusal is a sentence");
  assert.deepEqual(hall.errors, []);
});

test("whoever looks on is told who took back a decision", { timeout: 60_000 }, async () => {
  const { ann, bo } = await hall.twoPeople();
  await Promise.race([asked(ann), asked(bo)]);
  const [first, second] = await ann.locator("#prompt.asked").count() ? [ann, bo] : [bo, ann];
  const lines = await second.locator("#log-lines li").count();
  const random = chance(2);
  while (await first.locator("#undo:not(:disabled)").count() === 0) {
    await clickOn(first, random, { clicks: 1 });
    await settled(first);
  }
  await second.waitForFunction((lines) => document.querySelectorAll("#log-lines li").length > lines, lines);
  await first.click("#undo");
  await second.waitForSelector(`#said >> text=${first === ann ? "Ann" : "Bo"} took back the last decision.`);
  assert.equal(await second.locator("#log-lines li").count(), lines);
  assert.ok(await first.isHidden("#said"), "they know");
});
