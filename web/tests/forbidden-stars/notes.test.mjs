// Private notes on stacks of orders: written by hand or by keys, kept in this browser, told to nobody.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { asked } from "../driver.mjs";
import { openHall, sit } from "../hall.mjs";

/** @type {Awaited<ReturnType<typeof openHall>>} */
let hall;
before(async () => { hall = await openHall(); });
after(() => hall.close());

/** What this browser keeps of notes. @param {import("playwright-core").Page} page */
const kept = (page) => page.evaluate(() => Object.keys(localStorage).filter((name) => name.includes(".notes.")));

test("a pin on a stack, by pointer and by keys; never sent; forgotten with the table", { timeout: 60_000 }, async () => {
  const page = await hall.person();
  /** @type {string[]} */
  const sent = [];
  page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`));
  await sit(page, await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }]));
  await asked(page);
  const stack = page.locator('#board [data-piece^="stack:"]').first();
  await stack.hover();
  await page.click("#pins .offered .head");
  await page.waitForSelector('#drawer[data-subject="notes"] textarea:focus');
  await page.keyboard.type("heavy fleet under here");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.waitForSelector("#drawer", { state: "hidden" });
  await page.reload();
  await asked(page);
  assert.match(await page.getAttribute("#pins .pin:not(.offered)", "aria-label") ?? "", /heavy fleet under here$/);

  // The pin stays on its stack when the map moves.
  const apart = () => page.evaluate(() => {
    const [pin, stack] = ["#pins .pin", '#board [data-piece^="stack:"]'].map((selector) => document.querySelector(selector)?.getBoundingClientRect());
    return [Math.round((pin?.x ?? 0) - (stack?.x ?? 0)), Math.round((pin?.y ?? 0) - (stack?.y ?? 0))];
  });
  const before = await apart();
  await page.mouse.move(720, 300);
  await page.mouse.down();
  await page.mouse.move(760, 340, { steps: 4 });
  await page.mouse.up();
  assert.deepEqual(await apart(), before);

  // By keys: the pin is a button, and “n” opens the notes.
  await page.focus("#pins .pin");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#drawer textarea:focus");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await page.waitForSelector('#drawer:not([hidden])[data-subject="notes"]');
  await page.selectOption("#drawer-body > select", { index: 2 });
  await page.keyboard.type("second");
  assert.equal(await page.locator("#pins .pin:not(.offered)").count(), 2);
  await page.locator("#drawer .note button").last().click();
  assert.equal(await page.locator("#pins .pin:not(.offered)").count(), 1);
  assert.deepEqual(sent.filter((words) => /heavy|second/.test(words)), [], "nobody is told");

  assert.equal((await kept(page)).length, 1);
  await page.route(/\/api\/matches\/[^/?]+$/, (route) => route.fulfill({ status: 404, json: { error: "There is no such match." } }));
  await page.goto("/");
  await page.click("#mine >> text=Forget this table");
  await page.waitForFunction(() => !Object.keys(localStorage).some((name) => name.includes(".notes.")));
  assert.deepEqual(hall.errors.filter((error) => !/404/.test(error)), []);
});

test("those who share a screen do not share notes", { timeout: 60_000 }, async () => {
  const page = await hall.person();
  const made = await hall.table([{ sitter: "here", name: "Ann" }, { sitter: "here", name: "Bo" }]);
  await page.goto(`/match/${made.id}#${made.key}`);
  await page.click("#curtain-open");
  await asked(page);
  await page.keyboard.press("n");
  await page.selectOption("#drawer-body > select", { index: 1 });
  await page.keyboard.type("mine alone");
  await page.locator("#drawer-body").click();
  const { prompt, sequence, seat } = await hall.ask(`matches/${made.id}/page`, undefined, made.key);
  await hall.ask(`matches/${made.id}/choices`, { sequence, seat, choices: [prompt.options[0].id] }, made.key);
  await page.waitForSelector("#curtain:not([hidden])");
  await page.click("#curtain-open");
  await asked(page);
  assert.equal(await page.locator("#pins .pin:not(.offered)").count(), 0);
  assert.equal(await page.locator("#drawer:not([hidden])").count(), 0, "the drawer with the other's notes is shut");
  assert.deepEqual(hall.errors.filter((error) => !/404/.test(error)), []);
});
