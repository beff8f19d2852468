// A whole game against a bot by keys alone, and the keys one by one.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { asked, chance, pressKeys, settled } from "./driver.mjs";
import { openHall, sit } from "./hall.mjs";

/** @type {Awaited<ReturnType<typeof openHall>>} */
let hall;
before(async () => { hall = await openHall(); });
after(() => hall.close());

const againstBot = async () => hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }]);

test("a game is played to its end without a mouse", { timeout: 600_000 }, async () => {
  const page = await hall.person();
  await sit(page, await againstBot());
  const random = chance(Number(process.env.SEED ?? 11));
  let waited = 0;
  for (let presses = 0; ; presses += 1) {
    const state = await pressKeys(page, random);
    if (state === "over") break;
    waited = state === "waiting" ? waited + 1 : 0;
    if (waited) await page.waitForTimeout(15);
    assert.ok(waited < 2000, `Waited too long: ${await page.textContent("#question")}`);
    assert.ok(presses < 60_000, "The game does not end.");
  }
  assert.ok(await page.textContent(".winner"));
  assert.deepEqual(hall.errors, []);
});

test("Tab goes through the lit things, then to the buttons; arrows go by direction", async () => {
  const page = await hall.person();
  await sit(page, await againstBot());
  await asked(page);
  await page.keyboard.press("Tab");
  const first = await page.evaluate(() => document.activeElement?.getAttribute("data-piece"));
  assert.ok(first, "a lit piece has the focus");
  const count = await page.locator(".lit:visible").count();
  for (let step = 0; step < count; step += 1) await page.keyboard.press("Tab");
  assert.ok(await page.evaluate(() => Boolean(document.activeElement?.closest("#prompt"))), "after the last lit thing comes the prompt");
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
  await page.keyboard.press("ArrowRight");
  const from = await page.evaluate(() => document.activeElement?.getAttribute("data-piece"));
  for (const key of ["ArrowDown", "ArrowRight", "ArrowUp", "ArrowDown"]) await page.keyboard.press(key);
  const to = await page.evaluate(() => document.activeElement?.getAttribute("data-piece"));
  assert.ok(from && to && from !== to, `${from} → ${to}`);
});

test("the focus stays on what is picked, leaves what is staged, and finds the button that confirms", async () => {
  const page = await hall.person();
  await sit(page, await againstBot());
  await asked(page);
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-piece"));
  await page.keyboard.press("Tab");
  const first = await focused();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".chosen");
  assert.equal(await focused(), first);
  await page.keyboard.press("Escape");
  await page.waitForSelector(".chosen", { state: "detached" });
  assert.equal(await focused(), first);
  // A whole choice by keys alone, and on to the button.
  for (let most = 6; most > 0 && await page.locator("#confirm").count() === 0; most -= 1) {
    await page.keyboard.press("ArrowRight");
    for (let steps = 12; steps > 0 && await page.locator(".chosen:focus").count() > 0; steps -= 1) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await settled(page);
  }
  await page.waitForSelector("#confirm");
  assert.equal(await focused(), null);
  const lit = await page.locator(".lit:visible").count();
  for (let step = 0; step <= lit; step += 1) await page.keyboard.press("Tab");
  assert.ok(await page.evaluate(() => Boolean(document.activeElement?.closest("#prompt"))), "after the last lit thing comes the prompt");
});

test("Escape drops the plan, Backspace its last choice", async () => {
  const page = await hall.person();
  await sit(page, await againstBot());
  await asked(page);
  await page.keyboard.press("/");
  const notation = await page.evaluate(() => document.querySelector("#notation option")?.getAttribute("value"));
  await page.keyboard.type(notation ?? "");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#plan li");
  await page.keyboard.press("Escape");
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
  await page.keyboard.press("Backspace");
  await page.waitForSelector("#plan", { state: "hidden" });
  assert.equal(await page.locator("#confirm").count(), 0);
});

test("keys open and close panels, and do nothing while somebody types", async () => {
  const page = await hall.person();
  await sit(page, await againstBot());
  await asked(page);
  await page.keyboard.press("?");
  await page.waitForSelector('#drawer:not([hidden])[data-subject="help"]');
  await page.keyboard.type("order");
  await page.waitForSelector("#drawer .entry");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.waitForSelector("#drawer", { state: "hidden" });
  await page.keyboard.press("c");
  await page.waitForSelector("#chat-text:focus");
  await page.keyboard.type("u o l ? 1 hello");
  assert.equal(await page.inputValue("#chat-text"), "u o l ? 1 hello");
  await page.keyboard.press("Enter");
  await page.waitForSelector("#chat-lines >> text=hello");
  await page.keyboard.press("Escape");
  await page.keyboard.press("m");
  await page.waitForSelector("#list", { state: "visible" });
  await page.waitForSelector("#list .lit");
  await settled(page);
});

test("a bubble that the keyboard opens leaves the prompt in view", async () => {
  const page = await hall.person();
  await sit(page, await againstBot());
  await asked(page);
  await page.keyboard.press("Tab");
  await page.focus("#clauses button");
  await page.waitForSelector("#help:not([hidden])");
  const [bubble, prompt] = [await page.locator("#help").boundingBox(), await page.locator("#prompt").boundingBox()];
  assert.ok(bubble && prompt && bubble.y + bubble.height <= prompt.y, JSON.stringify({ bubble, prompt }));
});
