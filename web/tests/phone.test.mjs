// A phone in portrait: nothing runs over the edge, everything can be hit with a thumb, and turns can be played.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { asked, chance, clickOn, onTurn, settled } from "./driver.mjs";
import { openHall, sit } from "./hall.mjs";

/** @type {Awaited<ReturnType<typeof openHall>>} */
let hall;
before(async () => { hall = await openHall(); });
after(() => hall.close());

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

/** Buttons and fields that are too small, and whether the page is wider than the screen. @param {import("playwright-core").Page} page */
function measure(page) {
  return page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    small: [...document.querySelectorAll("button, select, input, summary, .way, #top a, #tabs button")]
      .filter((element) => element.getClientRects().length > 0 && !element.closest("[data-region]"))
      .filter((element) => !(element instanceof HTMLInputElement && ["checkbox", "radio", "range"].includes(element.type)))
      .map((element) => ({ box: element.getBoundingClientRect(), words: element.id || element.textContent || element.className }))
      .filter(({ box }) => box.height < 43.5 || box.width < 43.5)
      .map(({ box, words }) => `${words} ${Math.round(box.width)}×${Math.round(box.height)}`),
  }));
}

test("a long word is said, and the chat stays on the screen; who presses twice sits down once", { timeout: 60_000 }, async () => {
  const made = await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "open" }]);
  await hall.ask(`matches/${made.id}/chat`, { text: `See https://example.org/${"a".repeat(120)}` }, made.key);
  const page = await hall.person(PHONE);
  await page.goto(made.links[0].url);
  await page.fill("#seating input", "Bo");
  await page.dblclick("#join");
  await page.waitForSelector("#seating", { state: "hidden" });
  await page.waitForTimeout(300);
  assert.equal(await page.isVisible("#said"), false, await page.textContent("#said") ?? "");
  await page.click('#tabs [data-sheet="chat"]');
  const box = await page.locator("#chat-form button").boundingBox();
  assert.ok(box && box.x + box.width <= 390, JSON.stringify(box));
  assert.deepEqual(hall.errors, []);
});

test("every screen fits and every target is big enough", { timeout: 120_000 }, async () => {
  const page = await hall.person(PHONE);
  const { name } = await hall.offer();
  for (const path of ["/", "/account", `/rules/${name}`]) {
    await page.goto(path);
    await page.waitForTimeout(300);
    const { wide, small } = await measure(page);
    assert.equal(wide, 390, path);
    assert.deepEqual(small.filter((words) => !/exact rules/.test(words)), [], path);
  }
  await sit(page, await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }]));
  await asked(page);
  for (const sheet of ["prompt", "you", "log", "chat"]) {
    await page.click(`#tabs [data-sheet="${sheet}"]`);
    const { wide, small } = await measure(page);
    assert.equal(wide, 390, sheet);
    assert.deepEqual(small, [], sheet);
  }
});

test("the button that copies a link is in reach", async () => {
  const made = await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "open" }]);
  const page = await hall.person(PHONE);
  await page.goto("/");
  await page.evaluate(({ id, links }) => localStorage.setItem(`orrery.links.${id}`, JSON.stringify(links)), made);
  await sit(page, made);
  const isInside = (/** @type {string} */ row) => page.$eval(row, (element) => {
    const [outer, inner] = [element.parentElement, element.querySelector("button")].map((box) => /** @type {Element} */ (box).getBoundingClientRect());
    return inner.right <= outer.right && outer.right <= innerWidth;
  });
  assert.ok(await isInside("#seating .link-row"));
});

test("Escape closes the menu, and the focus goes back to its button", async () => {
  const page = await hall.person(PHONE);
  await sit(page, await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }]));
  await asked(page);
  await page.tap("#open-menu");
  assert.ok(await page.isVisible("#menu"));
  await page.keyboard.press("Escape");
  assert.ok(await page.isHidden("#menu"));
  assert.equal(await page.getAttribute("#open-menu", "aria-expanded"), "false");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "open-menu");
});

test("the menu opens over whatever else is open", async () => {
  const page = await hall.person(PHONE);
  await sit(page, await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }]));
  await asked(page);
  for (const time of ["first", "second"]) {
    await page.click("#open-menu");
    await page.click("#open-odds", { timeout: 2000 }).catch(() => assert.fail(`the ${time} time it cannot be reached`));
  }
  await page.waitForSelector("#drawer", { state: "hidden" });
});

test("turns are played by touch", { timeout: 120_000 }, async () => {
  const page = await hall.person(PHONE);
  await sit(page, await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }]));
  await asked(page);
  await page.tap("#answers summary, #answers button");
  const answer = page.locator("#answers button.answer").first();
  await answer.tap();
  await settled(page);
  if (await page.locator("#confirm").count()) await page.tap("#confirm");
  await settled(page);
  const random = chance(9);
  const map = () => page.evaluate(() => JSON.stringify(document.getElementById("map")?.getBoundingClientRect()));
  const first = await map();
  for (let turn = 0; turn < 6; turn += 1) {
    await onTurn(page);
    await clickOn(page, random, { clicks: 20, milliseconds: 2000 });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    assert.equal(await map(), first, "the map stays where it is, whatever is asked");
  }
  for (const sheet of ["you", "log", "chat", "prompt"]) {
    await page.tap(`#tabs [data-sheet="${sheet}"]`);
    assert.equal(await map(), first, sheet);
  }
  assert.deepEqual(hall.errors, []);
});

