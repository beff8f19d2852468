// The replay, and playing on from an earlier step.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { asked, chance, clickOn, onTurn } from "../driver.mjs";
import { openHall, sit } from "../hall.mjs";

/** @type {Awaited<ReturnType<typeof openHall>>} */
let hall;
before(async () => { hall = await openHall(); });
after(() => hall.close());

/** @param {import("playwright-core").Page} page */
const step = (page) => page.evaluate(() => Number(/** @type {HTMLInputElement} */ (document.getElementById("scrubber")).value));

test("scrub by keys, open a step by its address, and play on from there", { timeout: 240_000 }, async () => {
  const page = await hall.person();
  const made = await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }]);
  await sit(page, made);
  const random = chance(5);
  for (let turn = 0; turn < 12; turn += 1) {
    await onTurn(page);
    await clickOn(page, random, { clicks: 12, milliseconds: 1500 });
  }
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());

  await page.keyboard.press("r");
  await page.waitForSelector("#replay:not([hidden])");
  const last = await step(page);
  assert.ok(last > 4, `${last} steps`);
  assert.equal(await page.locator(".lit").count(), 0, "nothing can be chosen in the past");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await step(page), last - 1);
  await page.keyboard.press("Home");
  assert.equal(await step(page), 0);
  await page.click("#replay-play");
  await page.waitForFunction(() => Number(/** @type {HTMLInputElement} */ (document.getElementById("scrubber")).value) >= 2);
  await page.click("#replay-play");
  assert.equal(await page.textContent("#replay-play"), "Play");
  await page.focus("#scrubber");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("End");
  assert.equal(await step(page), last);
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => /step=\d+/.test(location.hash));

  const link = page.url();
  await page.reload();
  await page.waitForSelector("#replay:not([hidden])");
  assert.equal(page.url(), link);
  await page.keyboard.press("Escape");
  await page.waitForSelector("#replay", { state: "hidden" });

  // A line of the log is a door to its step; of earlier rounds none may be in sight. A battle stands before it; while one
  // is asked, none begins.
  await onTurn(page);
  await page.click("#tab-log");
  await page.locator("#log-lines li[data-step]:visible .said").first().click({ modifiers: ["Alt"] });
  await page.waitForSelector("#replay:not([hidden])");
  await page.click("#replay-on");
  const here = page.url();
  /** @type {string[]} */
  const forks = [];
  page.on("request", (request) => { if (request.url().endsWith("/fork")) forks.push(request.url()); });
  await page.dblclick("#replay-fork");
  await page.waitForURL((url) => url.pathname !== new URL(here).pathname);
  await page.waitForSelector("#board > svg");
  await asked(page);
  assert.equal(forks.length, 1, "a second press is no second game");
  assert.deepEqual(hall.errors, []);
});

/** A game played to its end, without a browser. */
async function finished() {
  const made = await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }]);
  const random = chance(1);
  for (let choices = 0; choices < 20_000; choices += 1) {
    const { outcome, prompt, sequence } = await hall.ask(`matches/${made.id}/page`, undefined, made.key);
    if (outcome) return made;
    const id = prompt?.options[Math.floor(random() * prompt.options.length)].id;
    // Where both are asked at once the bot may have answered meanwhile; then the page is looked at again.
    if (id) await hall.ask(`matches/${made.id}/choices`, { sequence, choices: [id] }, made.key).catch((problem) => {
      if (!/ 409 /.test(problem.message)) throw problem;
    });
    else await new Promise((next) => setTimeout(next, 5));
  }
  throw new Error("The game does not end.");
}

test("a finished game is seen with other eyes, and a refusal is told", { timeout: 120_000 }, async () => {
  const page = await hall.person();
  const made = await finished();
  /** @type {string[]} */
  const asked = [];
  await page.route(/\/steps\/\d+\?/, async (route) => {
    const query = new URL(route.request().url()).searchParams;
    asked.push(query.get("view") ?? "");
    if (query.get("view") === "all") await route.fulfill({ status: 403, json: { error: "Not at this table." } });
    else await route.continue();
  });
  await sit(page, made);
  await page.waitForSelector('#drawer[data-subject="ending"]:not([hidden])');
  await page.click("#drawer-close");
  await page.click("#how-it-ended");
  await page.click("#drawer >> text=Watch the replay");
  await page.waitForSelector("#replay:not([hidden])");
  await page.waitForSelector("#drawer", { state: "hidden" });
  const sights = await page.locator("#sight option").allTextContents();
  assert.deepEqual([sights[0], sights[1], sights.at(-1)], ["as I saw it", "as everybody saw it", "everything open"]);
  await page.focus("#scrubber");
  await page.keyboard.press("End");
  const hand = () => page.locator("[data-region=hand] > *").count();
  await page.waitForFunction(() => document.querySelector("[data-region=tray]")?.childElementCount);
  await page.selectOption("#sight", "public");
  await page.waitForFunction(() => !document.querySelector("[data-region=tray]")?.childElementCount);
  assert.equal(await hand(), 0, "everybody saw no hand");
  await page.selectOption("#sight", "all");
  await page.waitForSelector("#said >> text=Not at this table. Here is what you saw.");
  assert.equal(await page.inputValue("#sight"), "own");
  await page.waitForFunction(() => document.querySelector("[data-region=tray]")?.childElementCount);
  assert.ok(asked.includes("all") && asked.includes("public"), asked.join());
  assert.deepEqual(hall.errors.splice(0).filter((error) => !/403/.test(error)), []);
});

test("the same table is set again as the server tells it", { timeout: 120_000 }, async () => {
  const page = await hall.person();
  const made = await finished();
  const again = {
    game: "forbidden-stars", options: { map: "introductory" }, sides: ["ultramarines", "chaos"], name: "Once more",
    seats: [{ sitter: "bot", bot: await hall.quickBot() }, { sitter: "person", name: "Ann" }],
  };
  await page.route(new RegExp(`/api/matches/${made.id}$`), async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: { ...await reply.json(), again } });
  });
  await sit(page, made);
  const [request] = await Promise.all([page.waitForRequest(/\/api\/matches$/), page.click("#rematch")]);
  assert.deepEqual(request.postDataJSON(), again);
  await page.waitForURL((url) => !url.pathname.includes(made.id));
  await asked(page);
  assert.deepEqual(hall.errors, []);
});
