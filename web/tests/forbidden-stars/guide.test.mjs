// The guide keeps up with the game, whether or not its cards are read.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { asked, chance, clickOn, settled } from "../driver.mjs";
import { openHall } from "../hall.mjs";

/** @type {Awaited<ReturnType<typeof openHall>>} */
let hall;
before(async () => { hall = await openHall(); });
after(() => hall.close());

/** @param {import("playwright-core").Page} page */
const title = (page) => page.textContent("#guide h2");

/** A guided game at its first question. */
async function learner() {
  const page = await hall.person();
  await page.goto("/");
  await page.click("#learn");
  await asked(page);
  await page.waitForSelector("#guide:not([hidden])");
  return page;
}

/** Places one order token, whichever. @param {import("playwright-core").Page} page @param {() => number} random */
async function placeOrder(page, random) {
  const stood = await page.locator("#log-lines li").count();
  await page.waitForFunction(() => document.querySelector("#prompt.asked:not([aria-busy])"));
  while (await page.locator("#log-lines li").count() === stood) {
    await clickOn(page, random, { clicks: 1 });
    await settled(page);
  }
  await asked(page);
}

test("a step of the present question comes before those put off, and a reload loses none", { timeout: 60_000 }, async () => {
  const page = await learner();
  assert.equal(await title(page), "Two worlds to take");
  await page.click("#guide-next");
  assert.equal(await title(page), "Reading the map");
  await placeOrder(page, chance(3));
  await page.waitForSelector("#guide >> text=Stacks are taken from the top");
  await page.reload();
  await asked(page);
  await page.waitForSelector("#guide >> text=Stacks are taken from the top");
  await page.click("#guide-next");
  // What was read does not come again, what explained the first order has passed, and the rest is still there.
  /** @type {(string | null)[]} */
  const rest = [];
  while (await page.isVisible("#guide")) {
    rest.push(await title(page));
    await page.click("#guide-next");
  }
  assert.deepEqual(rest, ["Reading the map", "What a world is worth", "Your forces", "Storms bar the way"]);
  assert.deepEqual(hall.errors, []);
});

test("what is staged is to be confirmed, and no longer to be tried", async () => {
  const page = await learner();
  while (!await page.isVisible("#guide .try")) await page.click("#guide-next");
  const advice = await page.textContent("#guide .try");
  for (const piece of ["[data-region=tray] [data-piece^='order:'].lit", "#board .system.lit"])
    await page.$eval(piece, (element) => element.dispatchEvent(new MouseEvent("click", { bubbles: true })));
  await page.waitForSelector("#guide .try >> text=Confirm sends it");
  await page.keyboard.press("Escape");
  await page.waitForFunction((advice) => document.querySelector("#guide .try")?.textContent === advice, advice);
});

test("what the guide points at is marked in the list too, though that is drawn only now", async () => {
  const page = await learner();
  while (await page.locator("#board .guided[data-piece^='system:'], #board .guided[data-piece^='area:']").count() === 0) await page.click("#guide-next");
  await page.click("#as-list");
  await page.waitForSelector("#list .guided");
});

test("whoever plays on without reading is told of the present, and of the second round when it begins", { timeout: 180_000 }, async () => {
  const page = await learner();
  const random = chance(5);
  const planning = ["Two worlds to take", "Reading the map", "What a world is worth", "Your forces", "Storms bar the way",
    "Orders lie face down", "Stacks are taken from the top", "Four kinds of orders", "Plan backwards"];
  for (;;) {
    const { crumbs, card, isAsked } = await page.evaluate(() => ({
      crumbs: document.getElementById("crumbs")?.innerText ?? "",
      card: document.querySelector("#guide:not([hidden]) h2")?.textContent ?? "",
      isAsked: Boolean(document.querySelector("#prompt.asked:not([aria-busy])")) && !document.getElementById("confirm"),
    }));
    if (isAsked && /Round 2/.test(crumbs)) {
      assert.equal(card, "On to round two");
      break;
    }
    if (isAsked && /Operations|Refresh/.test(crumbs)) assert.ok(!planning.includes(card), `“${card}” in ${crumbs}`);
    await clickOn(page, random, { clicks: 1 });
    await settled(page);
  }
});

test("each decision shows the card that explains it, within a plan too", { timeout: 240_000 }, async () => {
  const page = await learner();
  const { steps } = await hall.ask("guides/forbidden-stars");
  const kindNow = async () => await page.getAttribute("#prompt", "data-kind") ?? "";
  /** Questions that stood there to be answered. @type {Set<string>} */
  const came = new Set();
  /** At which question each card was first read. @type {Map<string, string>} */
  const seen = new Map();
  /** Cards that came within a plan, which was dropped then: they come again. @type {Set<string>} */
  const dropped = new Set();
  const random = chance(11);
  const end = Date.now() + 60_000;
  while (Date.now() < end && !(["choose-combat-card", "move-ground-unit"].every((one) => came.has(one)))) {
    await settled(page);
    if (await page.locator('#drawer:not([hidden])[data-subject="ending"]').count()) break;
    if (await page.locator("#prompt.asked, #confirm").count() === 0) {
      await page.waitForTimeout(30);
      continue;
    }
    while (await page.isVisible("#guide-next")) {
      const card = await title(page) ?? "";
      if (!dropped.has(card) && await page.locator("#plan li").count()) {
        dropped.add(card);
        await page.click("#clear");
        await settled(page);
        continue;
      }
      if (!seen.has(card)) seen.set(card, await kindNow());
      await page.click("#guide-next");
    }
    came.add(await kindNow());
    await clickOn(page, random, { clicks: 1 });
  }
  assert.ok(dropped.size > 0, "some came within a plan");
  assert.ok(came.has("resolve-or-divert"));
  for (const { id, when, times, title: card } of steps)
    if ((times ?? 1) === 1 && came.has(when)) assert.equal(seen.get(card), when, id);
  assert.deepEqual(hall.errors, []);
});

test("the second round of a combat is not the second round", async () => {
  const page = await learner();
  const { steps } = await hall.ask("guides/forbidden-stars");
  const next = steps.find(({ when }) => when === "end").title;
  // The page as it is in the second round of a combat of the first round, whatever goes on here.
  await page.route("**/page?*", async (route) => {
    const reply = await route.fetch();
    const shown = { ...await reply.json(), breadcrumb: ["Round 1", "Operations", "Combat", "Round 2"], moments: ["phase:operations", "battle"] };
    await route.fulfill({ response: reply, json: shown });
  });
  await page.reload();
  await page.waitForSelector("#crumbs >> text=Round 2");
  await page.waitForSelector("#guide:not([hidden])");
  const battle = steps.filter(({ when }) => when === "battle").map(({ title }) => title);
  /** @type {(string | null)[]} */
  const told = [];
  while (await page.isVisible("#guide")) {
    told.push(await title(page));
    await page.click("#guide-next");
  }
  for (const card of battle) assert.ok(told.includes(card), card);
  assert.ok(!told.includes(next), `“${next}” in a combat`);
});
