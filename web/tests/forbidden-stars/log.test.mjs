// The log: never a line that was taken back, only the lines that are wanted, and each a way to the board and the replay.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { asked, chance, clickOn, onTurn, settled } from "../driver.mjs";
import { openHall, sit } from "../hall.mjs";

/** @type {Awaited<ReturnType<typeof openHall>>} */
let hall;
before(async () => { hall = await openHall(); });
after(() => hall.close());

/** The lines that can be seen. @param {import("playwright-core").Page} page */
const lines = (page) => page.locator("#log-lines li:visible .said").allTextContents();

/** Someone without a browser. @param {{id: string}} match @param {string} key */
function player(match, key) {
  const look = () => hall.ask(`matches/${match.id}/page?log=0`, undefined, key);
  return {
    look,
    /** @param {string} choice */
    choose: async (choice) => hall.ask(`matches/${match.id}/choices?log=0`, { sequence: (await look()).sequence, choices: [choice] }, key),
    undo: async () => hall.ask(`matches/${match.id}/undo?log=0`, { sequence: (await look()).sequence }, key),
  };
}

/** Looks for two answers that can be taken back and are told differently. @param {ReturnType<typeof player>[]} players */
async function fork(players) {
  for (let turn = 0; turn < 200; turn += 1)
    for (const one of players) {
      const page = await one.look();
      const told = new Map();
      for (const { id } of page.prompt?.options.slice(0, 3) ?? []) {
        const then = await one.choose(id);
        if (!then.undo.possible) break;
        told.set(then.log.at(-1).text, id);
        await one.undo();
        if (told.size === 2) return { one, texts: [...told.keys()], ids: [...told.values()] };
      }
      const now = await one.look();
      if (now.prompt && now.sequence >= page.sequence && told.size < 2 && now.step === page.step) await one.choose(now.prompt.options[0].id);
    }
  throw new Error("Nothing could be taken back.");
}

test("what was taken back and chosen anew between two looks does not stay in the log", { timeout: 120_000 }, async () => {
  const made = await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "open" }]);
  const link = made.links[0].url.split("#")[1];
  const { key } = await hall.ask(`matches/${made.id}/join`, { seat: 1, name: "Bo" }, link);
  const { one, texts, ids } = await fork([player(made, made.key), player(made, key)]);
  const watcher = await hall.person();
  await watcher.goto(`/match/${made.id}`);
  await watcher.waitForSelector("#board > svg");
  await one.choose(ids[0]);
  const last = (/** @type {string} */ text) => watcher.waitForFunction((text) =>
    [...document.querySelectorAll("#log-lines .said")].at(-1)?.textContent === text, text, { timeout: 5000 });
  await last(texts[0]);

  // The page looks away while it happens.
  let logs = 0;
  watcher.on("request", (request) => { if (/\/log\?/.test(request.url())) logs += 1; });
  /** @type {(() => void) | undefined} */
  let release;
  const held = new Promise((ready) => { release = () => ready(null); });
  await watcher.route(/\/page\?/, async (route) => {
    await held;
    await route.continue();
  });
  await one.undo();
  await one.choose(ids[1]);
  release?.();
  await last(texts[1]);
  assert.equal((await watcher.locator("#log-lines .said", { hasText: texts[0] }).count()), 0, `“${texts[0]}” was taken back`);
  assert.equal(logs, 1, "one request more");
  assert.deepEqual(hall.errors, []);
});

test("lines by seat, by depth, by battle and by words; copied as they are shown", { timeout: 180_000 }, async () => {
  const page = await hall.person({ permissions: ["clipboard-read", "clipboard-write"] });
  await sit(page, await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.keenBot() }]));
  await asked(page);
  const random = chance(21);
  for (let turn = 0; turn < 3000 && !await page.locator("#log-lines .said", { hasText: /^Combat on/ }).count(); turn += 1) {
    const { state } = await clickOn(page, random, { clicks: 4 });
    if (state === "waiting") await page.waitForTimeout(15);
    assert.notEqual(state, "over", "there was a battle to look for");
  }
  await settled(page);
  await page.click("#tab-log");
  const all = await lines(page);
  assert.equal(await page.locator("#log-held").isVisible(), false);

  await page.selectOption("#log-kind", "1");
  assert.deepEqual([...new Set((await lines(page)).map((text) => text.replace(/.* /, "")))], ["Phase"]);
  assert.match(await page.textContent("#log-count") ?? "", /^\d+ of \d+ lines hidden$/);
  await page.selectOption("#log-kind", "0");
  assert.deepEqual(await lines(page), []);
  assert.ok(await page.locator("#log-lines summary:visible").count() > 0, "rounds still stand");
  await page.selectOption("#log-kind", "scenes");
  await page.waitForFunction(() => document.querySelector("#log-lines li.depth-2:not([hidden])"));
  for (const text of await page.locator("#log-lines li.depth-2:visible .said").allTextContents()) assert.match(text, /^Combat on/);

  await page.click("#log-all");
  assert.deepEqual(await lines(page), all);
  // By keys: back from the log over the list to the seats.
  await page.focus("#log-kind");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Space");
  assert.equal(await page.locator('#log-seats [aria-pressed="true"]').count(), 1);
  const letters = await page.locator("#log-lines li:not(.depth-1):visible .letter").allTextContents();
  assert.deepEqual([...new Set(letters)], [await page.textContent('#log-seats [aria-pressed="true"]')]);
  await page.fill("#log-filter", "order");
  for (const text of await page.locator("#log-lines li:not(.depth-1):visible .said").allTextContents()) assert.match(text, /order/);
  await page.click("#log-copy");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(copied.split("\n").filter((line) => /order/.test(line)).length, await page.locator("#log-lines li:not(.depth-1):visible").count());
  assert.match(copied, /^— Round/);
  assert.deepEqual(hall.errors, []);
});

test("a line shows its pieces on the board; Alt opens the replay; arrows walk", { timeout: 60_000 }, async () => {
  const page = await hall.person();
  await sit(page, await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }]));
  const random = chance(5);
  for (let turn = 0; turn < 6; turn += 1) {
    await onTurn(page);
    await clickOn(page, random, { clicks: 12, milliseconds: 1500 });
  }
  // Where a battle is fought, its panel lies over the log; while one is asked, none begins.
  await onTurn(page);
  await page.click("#tab-log");
  await page.waitForTimeout(50);
  const left = () => page.evaluate(() => {
    const { scrollHeight, scrollTop, clientHeight } = /** @type {HTMLElement} */ (document.getElementById("log-lines"));
    return scrollHeight - scrollTop - clientHeight;
  });
  assert.ok(await left() < 3, "the newest line is in view");
  const line = page.locator("#log-lines li[data-about^='stack:']").first();
  // Beside the words: there a term may be, which leads to the rules.
  await line.click({ position: { x: 2, y: 8 } });
  await page.mouse.move(700, 10);
  // What a picked line is about stays lit, also on a board that is drawn anew.
  await page.waitForSelector("#board .noted", { state: "attached", timeout: 5_000 });
  const picked = await line.getAttribute("data-about");
  await clickOn(page, random, { clicks: 1 });
  await onTurn(page);
  await page.waitForSelector("#board .noted", { state: "attached", timeout: 5_000 });
  assert.equal(await page.locator("#log-lines .picked").getAttribute("data-about"), picked);
  await page.click("#tab-log");
  assert.equal(await page.locator("#replay").isVisible(), false);
  await page.focus("#log-lines");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  assert.ok(await page.evaluate(() => document.activeElement?.matches("#log-lines li")), "a line has the focus");
  await line.click({ modifiers: ["Alt"], position: { x: 2, y: 8 } });
  await page.waitForSelector("#replay:not([hidden])");
  assert.equal(await page.inputValue("#scrubber"), await line.getAttribute("data-step"));
  assert.deepEqual(hall.errors, []);
});

test("a battle that is over stays in view with its winner until the viewer decides", { timeout: 180_000 }, async () => {
  const page = await hall.person();
  await sit(page, await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.keenBot() }]));
  const random = chance(4);
  for (let clicks = 0; clicks < 1500 && await page.isHidden(".aftermath"); clicks += 1) {
    const { state } = await clickOn(page, random, { clicks: 1 });
    assert.notEqual(state, "over", "a battle was fought");
    if (state === "waiting") await page.waitForTimeout(30);
    await settled(page);
  }
  const result = (await page.textContent(".aftermath .result"))?.slice(0, -1) ?? "";
  assert.match(result, /wins/);
  assert.ok(await page.locator(".aftermath .last .battle").isVisible());
  assert.ok(await page.locator(".aftermath .tale li").count() > 0, "what happened last is told");
  await page.waitForSelector(`#log-lines li >> text=${result}`, { state: "attached" });
  await asked(page);
  for (let clicks = 0; clicks < 200 && await page.isVisible(".aftermath"); clicks += 1) {
    await clickOn(page, random, { clicks: 1 });
    await settled(page);
  }
  assert.ok(await page.isHidden(".aftermath"));
  assert.deepEqual(hall.errors, []);
});
