// Choosing among several games: a plate each, and everything else belongs to the one that is chosen.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { asked } from "./driver.mjs";
import { openHall } from "./hall.mjs";

/** @type {Awaited<ReturnType<typeof openHall>>} */
let hall;
before(async () => { hall = await openHall(); });
after(() => hall.close());

/** The start page, once the games are shown. @param {import("playwright-core").Page} page */
async function open(page) {
  await page.goto("/");
  await page.waitForSelector(".game");
}

/** The marks of seats in a place: letter, shape and colour. @param {import("playwright-core").Page} page @param {string} place */
function marks(page, place) {
  return page.locator(`${place} .letter`).evaluateAll((letters) => letters.map((letter) => {
    const { backgroundColor, clipPath, borderRadius } = getComputedStyle(letter);
    return [letter.textContent, backgroundColor, `${clipPath} ${borderRadius}`];
  }));
}

test("each game has a plate with its name, what it is like, for how many and how long, and its board", async () => {
  const page = await hall.person();
  await open(page);
  const offers = await hall.ask("games");
  assert.ok(offers.length > 1);
  assert.equal(await page.locator(".game").count(), offers.length);
  for (const { name, title, pitch, time, seats, panels } of offers) {
    const plate = page.locator(`[data-game="${name}"]`);
    const words = await plate.innerText();
    for (const said of [title, pitch, time, String(seats.most)]) assert.ok(words.includes(said), `${name}: ${said}`);
    if (panels.some(({ place }) => place === "board")) {
      await page.waitForFunction((name) => /** @type {HTMLImageElement | null} */ (document.querySelector(`[data-game="${name}"] img`))?.naturalWidth, name);
      const night = await plate.locator("img").getAttribute("src");
      await page.click("#theme");
      assert.notEqual(await plate.locator("img").getAttribute("src"), night, "the board has the colours of the page");
    } else assert.equal(await plate.locator("svg").count(), 1);
  }
  assert.deepEqual(hall.errors, []);
});

test("the ways to begin, the rules and the set-up are those of the chosen game, which is remembered", async () => {
  const page = await hall.person();
  await open(page);
  const offers = await hall.ask("games");
  const chosen = () => page.locator(".game :checked").inputValue();
  assert.equal(await chosen(), offers[0].name);
  for (const { name, title, guided, options } of offers) {
    await page.click(`[data-game="${name}"]`);
    assert.equal(await page.getAttribute("#rules-link", "href"), `/rules/${name}`);
    assert.equal(await page.textContent("#play-title"), `Play ${title} against bots`);
    assert.equal(await page.isVisible("#learn"), guided !== null);
    await page.click("#play-friends");
    assert.ok((await page.textContent("#setup-title"))?.startsWith(title));
    assert.equal(await page.locator("#setup [data-option]").count(), options.filter(({ values }) => values.length > 1).length);
  }
  const last = offers.at(-1).name;
  await page.reload();
  await page.waitForSelector(".game");
  assert.equal(await chosen(), last);
  // By keys alone.
  await page.focus(".game :checked");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await chosen(), offers.at(-2).name);
  assert.ok((await page.getAttribute("#rules-link", "href"))?.endsWith(offers.at(-2).name));
  assert.deepEqual(hall.errors, []);
});

test("every game is three clicks from a decision, and seats look at the table as in the set-up", async () => {
  for (const { name, title } of await hall.ask("games")) {
    const page = await hall.person();
    await open(page);
    await page.click(`[data-game="${name}"]`);
    await page.click("#play-bots");
    const before = await marks(page, "#setup");
    await page.click("#setup .begin");
    await asked(page);
    assert.deepEqual(await marks(page, "#strips"), before, title);
    await open(page);
    await page.waitForSelector(`#mine li >> text=${title}`);
    await page.close();
  }
  assert.deepEqual(hall.errors, []);
});

test("eight seats can be set up, and no two look alike", async () => {
  const page = await hall.person();
  await page.route("**/api/games", async (route) => {
    const [offer] = await (await route.fetch()).json();
    const sides = "abcdefgh".split("").map((letter) => ({ id: `s-${letter}`, name: `Side ${letter}`, race: "" }));
    const some = { id: "some", title: "Some", values: [{ id: "few", title: "Few", sides: { 3: ["s-c", "s-a", "s-b"] } }, { id: "all", title: "All", sides: null }] };
    await route.fulfill({ json: [{ ...offer, seats: { least: 3, most: 8, usual: 6 }, sides, letters: "sides", options: [some] }] });
  });
  await open(page);
  assert.equal(await page.locator(".game input").count(), 0, "one game is no choice");
  await page.click("#play-here");
  // What is usual for the option leaves three sides, and no choice among them.
  assert.equal(await page.locator("#setup .place").count(), 3);
  assert.equal(await page.locator("#setup [data-players]").count(), 0);
  await page.selectOption("#setup [data-option=some]", "all");
  assert.deepEqual(await page.locator("#setup [data-players]").allTextContents(), ["3", "4", "5", "6", "7", "8"]);
  await page.click('#setup [data-players="8"]');
  const all = await marks(page, "#setup");
  assert.equal(all.length, 8);
  for (const [part, what] of ["letters", "colours", "shapes"].entries()) assert.equal(new Set(all.map((mark) => mark[part])).size, 8, what);
  assert.deepEqual(hall.errors, []);
});
