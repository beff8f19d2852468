// Setting up Forbidden Stars, and its rules.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openHall } from "../hall.mjs";

/** @type {Awaited<ReturnType<typeof openHall>>} */
let hall;
before(async () => { hall = await openHall(); });
after(() => hall.close());

test("names, seats and what stands under “More” outlast another map and another number of players", async () => {
  const page = await hall.person();
  await page.goto("/");
  await page.click("#play-here");
  const names = () => page.locator("#setup .place input").evaluateAll((boxes) => boxes.map((box) => /** @type {HTMLInputElement} */ (box).value));
  await page.locator("#setup .place input").first().fill("Ann");
  await page.locator("#setup .place input").last().fill("Bo");
  await page.click("#setup summary");
  await page.fill('#setup input[name="name"]', "Friday");
  await page.locator('#setup [data-option=map]').selectOption("free");
  assert.deepEqual(await names(), ["Ann", "Bo"]);
  await page.click('#setup [data-players="4"]');
  assert.deepEqual(await names(), ["Ann", "Bo", "", ""]);
  await page.locator("#setup .place input").nth(2).fill("Cy");
  await page.getByLabel("Faction of seat 1").selectOption("orks");
  await page.locator('#setup .place select[aria-label^="Who plays"]').nth(1).selectOption("open");
  await page.click('#setup [data-players="3"]');
  assert.deepEqual(await names(), ["Ann", "Cy"]);
  assert.equal(await page.getByLabel("Faction of seat 1").inputValue(), "orks");
  assert.equal(await page.inputValue('#setup input[name="name"]'), "Friday");
});

test("four sides and a board that is built together can be chosen", async () => {
  const page = await hall.person();
  await page.goto("/");
  await page.click("#play-bots");
  await page.locator('#setup [data-option=map]').selectOption("free");
  await page.click('#setup [data-players="4"]');
  assert.equal(await page.getAttribute('#setup [data-players="4"]', "aria-pressed"), "true");
  await page.getByLabel("Faction of seat 1").selectOption("orks");
  assert.equal(await page.locator("#setup .place").count(), 4);
  await page.click("#setup .begin");
  await page.waitForSelector('#strips >> text=Evil Sunz');
  assert.equal(await page.locator("#strips li").count(), 4);
});

test("the glossary is searched, and every entry is a link", async () => {
  const page = await hall.person();
  await page.goto("/rules/forbidden-stars");
  await page.waitForSelector("article.entry");
  const all = await page.locator("article.entry:visible").count();
  await page.fill("#find", "orbital");
  const some = await page.locator("article.entry:visible").count();
  assert.ok(some > 0 && some < all, `${some} of ${all}`);
  const href = await page.locator("article.entry:visible h3 a").first().getAttribute("href");
  assert.match(href ?? "", /^\/rules\/forbidden-stars#/);
});
