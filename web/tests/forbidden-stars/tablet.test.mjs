// A tablet: the map has its place, everything else stands beside it, and what is lit is in reach.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { asked, chance, clickOn, settled } from "../driver.mjs";
import { openHall, sit } from "../hall.mjs";

/** @type {Awaited<ReturnType<typeof openHall>>} */
let hall;
before(async () => { hall = await openHall(); });
after(() => hall.close());

const UPRIGHT = { width: 820, height: 1180 };
const SIZES = [UPRIGHT, { width: 768, height: 1024 }, { width: 1000, height: 700 }];

/** What lies over something else or runs over the edge, and words at the top that are cut. @param {import("playwright-core").Page} page */
function faults(page) {
  return page.evaluate(() => {
    const boxes = ["top", "map", "left", "right", "prompt", "seating", "guide"].map((id) => ({ id, box: /** @type {HTMLElement} */ (document.getElementById(id)).getBoundingClientRect() }))
      .filter(({ box }) => box.height > 0);
    const over = boxes.flatMap(({ id, box }, at) => boxes.slice(at + 1)
      .filter(({ box: other }) => Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1 && Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1)
      .map(({ id: other }) => `${id} and ${other}`));
    const outside = boxes.filter(({ box }) => box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight).map(({ id }) => `${id} and the edge`);
    const cut = [...document.querySelectorAll("#crumbs, #crumbs li, #waiting")].filter((words) => words.scrollWidth > words.clientWidth).map((words) => `cut: ${words.textContent}`);
    return [...over, ...outside, ...cut];
  });
}

test("nothing lies over the map, and the orders that are lit can be pointed at", { timeout: 60_000 }, async () => {
  for (const viewport of SIZES) {
    const page = await hall.person({ viewport });
    await sit(page, await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }]));
    await asked(page);
    const size = `${viewport.width}×${viewport.height}`;
    assert.deepEqual(await faults(page), [], size);
    const share = await page.evaluate(() => {
      const boxes = [...document.querySelectorAll("#board .system")].map((system) => system.getBoundingClientRect());
      const height = Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top));
      return height / /** @type {HTMLElement} */ (document.getElementById("map")).clientHeight;
    });
    assert.ok(share > 0.8, `the map fills its frame at ${size}: ${share}`);
    const orders = await page.$$eval("[data-region=tray] .own-order.lit", (orders) => orders.map((order) => {
      const { x, y, width, height, right } = order.getBoundingClientRect();
      const isOnTop = order.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      return isOnTop && [...order.querySelectorAll("kbd")].every((key) => key.getBoundingClientRect().right <= right);
    }));
    assert.deepEqual(orders, [true, true, true, true], size);
    await page.close();
  }
  assert.deepEqual(hall.errors, []);
});

test("the biggest map leaves room for the buttons that zoom", { timeout: 60_000 }, async () => {
  const bot = await hall.quickBot();
  const made = await hall.table([{ sitter: "person", name: "Ann" }, ...[1, 2, 3].map(() => ({ sitter: "bot", bot }))]);
  for (const viewport of SIZES) {
    const page = await hall.person({ viewport });
    await sit(page, made);
    const isBeside = await page.evaluate(() => {
      const zoom = /** @type {HTMLElement} */ (document.getElementById("zoom")).getBoundingClientRect();
      return [...document.querySelectorAll("#board .system")].every((system) => system.getBoundingClientRect().right <= zoom.left);
    });
    assert.ok(isBeside, `${viewport.width}×${viewport.height}`);
    await page.close();
  }
});

test("panels that were folded on a wide screen are there on a tablet", async () => {
  const page = await hall.person({ viewport: UPRIGHT });
  await page.goto("/");
  await page.evaluate(() => { for (const side of ["left", "right"]) localStorage.setItem(`orrery.folded.${side}`, "true"); });
  await sit(page, await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }]));
  await asked(page);
  for (const panel of ["#left", "#right"]) assert.ok(await page.isVisible(panel), panel);
  assert.deepEqual(await faults(page), []);
  await page.click("#open-menu");
  await page.click("#open-replay");
  await page.waitForSelector("#replay:not([hidden])");
});

test("the guide stands beside the map, and in a battle leaves both panels free", async () => {
  for (const viewport of SIZES) {
    const page = await hall.person({ viewport });
    await sit(page, await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }], { guided: true }));
    await page.waitForSelector("#guide:not([hidden])");
    // The log makes room once the card's size is known.
    await page.waitForFunction(() => parseFloat(document.body.style.getPropertyValue("--guide")) > 0);
    assert.deepEqual(await faults(page), []);
    await page.evaluate(() => document.body.classList.add("in-scene"));
    assert.deepEqual(await faults(page), ["map and guide"]);
    await page.click("#guide-next");
    await page.close();
  }
});

test("a battle is fought with both panels in view, and the top says whom it waits for", { timeout: 120_000 }, async () => {
  const page = await hall.person({ viewport: { width: 768, height: 1024 } });
  await sit(page, await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.keenBot() }]));
  await asked(page);
  const random = chance(4);
  const map = () => page.evaluate(() => JSON.stringify(document.getElementById("map")?.getBoundingClientRect()));
  const first = await map();
  // What is left to look at after a battle is no battle.
  while (await page.locator("body.in-scene:has(#prompt.asked):has(#crumbs li:last-child:text('Combat'))").count() === 0) {
    const { state } = await clickOn(page, random, { clicks: 1 });
    assert.notEqual(state, "over", "there was a battle");
    if (state === "waiting") await page.waitForTimeout(15);
    await settled(page);
    assert.equal(await map(), first, "the map stays where it is, whatever is asked");
  }
  assert.deepEqual(await faults(page), []);
  assert.match(await page.innerText("#waiting"), /you/);
});
