// Panels: a game's offer says which there are and where they stand; nothing comes without one.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { asked, chance, clickOn } from "./driver.mjs";
import { openHall, sit, strays } from "./hall.mjs";

/** @type {Awaited<ReturnType<typeof openHall>>} */
let hall;
before(async () => { hall = await openHall(); });
after(() => hall.close());

const againstBot = async () => hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }]);

/** Lets the pages that the server sends have more fragments. @param {import("playwright-core").Page} page @param {() => Record<string, string>} more */
async function withFragments(page, more) {
  await page.route(/\/(page|choices|preview)\?/, async (route) => {
    const reply = await route.fetch();
    const shown = await reply.json();
    if (shown.fragments) for (const [name, html] of Object.entries(more())) shown.fragments[name] = { version: `v${html.length}`, html };
    await route.fulfill({ response: reply, json: shown });
  });
}

/** Lets the games offer further panels. @param {import("playwright-core").Page} page @param {{id: string, title: string, place: string}[]} panels */
async function withPanels(page, panels) {
  await page.route("**/api/games", async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: (await reply.json()).map((offer) => ({ ...offer, panels: [...offer.panels, ...panels] })) });
  });
}

test("a scene that the page has never heard of opens while there is something in it; a tab is always there", async () => {
  const page = await hall.person();
  let agenda = "<p>For or against?</p>";
  await withPanels(page, [{ id: "agenda", title: "Agenda", place: "scene" }, { id: "technology", title: "Technology", place: "tab" }]);
  await withFragments(page, () => ({ agenda, technology: "<p>Gravity</p>" }));
  await sit(page, await againstBot());
  await asked(page);
  await page.waitForSelector("#agenda-panel >> text=For or against?");
  assert.equal(await page.getAttribute("#tab-agenda", "aria-selected"), "true");
  assert.ok(await page.evaluate(() => document.body.classList.contains("in-scene")));
  await page.click("#tab-technology");
  assert.ok(await page.isVisible("#technology-panel >> text=Gravity"));
  assert.ok(await page.isHidden("#agenda-panel"));
  // By keys from tab to tab.
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.getAttribute("#tab-agenda", "aria-selected"), "true");
  agenda = "";
  const random = chance(3);
  while (await page.isVisible("#tab-agenda")) await clickOn(page, random, { clicks: 1 });
  assert.equal(await page.getAttribute("#tab-log", "aria-selected"), "true", "the log has its place back");
  assert.ok(await page.isVisible("#tab-technology"));
  assert.deepEqual(hall.errors, []);
});

test("on a phone a scene is a sheet of its own", async () => {
  const page = await hall.person({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
  await withPanels(page, [{ id: "agenda", title: "Agenda", place: "scene" }]);
  await withFragments(page, () => ({ agenda: "<p>For or against?</p>" }));
  await sit(page, await againstBot());
  await asked(page);
  assert.ok(await page.isHidden("#agenda-panel"));
  await page.tap('#tabs [data-sheet="agenda"]');
  assert.ok(await page.isVisible("#agenda-panel >> text=For or against?"));
  await page.tap('#tabs [data-sheet="log"]');
  assert.ok(await page.isVisible("#log-lines"));
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  assert.deepEqual(hall.errors, []);
});

test("a fragment without a panel is told, and the game goes on", async () => {
  const page = await hall.person();
  await withFragments(page, () => ({ nowhere: "<p>Drawn for nobody</p>", "nowhere/else": "<p>Drawn for nobody</p>" }));
  await sit(page, await againstBot());
  await asked(page);
  assert.equal(await page.locator("text=Drawn for nobody").count(), 0);
  // Every test fails in which this is not taken off.
  assert.deepEqual(strays.splice(0), ["There is no panel for the fragment “nowhere”."]);
  assert.deepEqual(hall.errors, []);
});
