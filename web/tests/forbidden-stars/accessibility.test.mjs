// No serious finding of axe-core on any screen, in either theme.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { asked, chance, clickOn } from "../driver.mjs";
import { openHall, sit } from "../hall.mjs";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** @type {Awaited<ReturnType<typeof openHall>>} */
let hall;
before(async () => { hall = await openHall(); });
after(() => hall.close());

/** @param {import("playwright-core").Page} page @param {string} screen */
async function check(page, screen) {
  if (!await page.evaluate(() => "axe" in window)) await page.addScriptTag({ path: axe });
  const found = await page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run(document, { resultTypes: ["violations"] });
    return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 4).map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ""}`).join(" | ")}`);
  });
  assert.deepEqual(found, [], screen);
}

for (const theme of ["dark", "light"])
  test(`every screen, ${theme}`, { timeout: 300_000 }, async () => {
    const page = await hall.person({ colorScheme: theme, bypassCSP: true });
    await page.goto("/");
    await check(page, "start");
    await page.click("#play-bots");
    await page.waitForSelector("#setup .begin");
    await check(page, "set-up");
    await page.goto("/account");
    await page.waitForSelector("#log-in");
    await check(page, "account");
    await page.goto("/rules/forbidden-stars");
    await page.waitForSelector("article.entry");
    await check(page, "rules");

    const made = await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.keenBot() }]);
    await sit(page, made);
    await asked(page);
    await page.waitForTimeout(700);
    await check(page, "table, planning");
    await page.click("#open-help");
    await page.waitForSelector(".keys");
    await check(page, "help");
    await page.click("#drawer-close");
    await page.click("#open-settings");
    await check(page, "settings");
    await page.click("#drawer-close");
    await page.click("#open-notes");
    await page.selectOption("#drawer-body > select", { index: 1 });
    await page.keyboard.type("a note");
    await page.selectOption("#log-kind", "1");
    await check(page, "notes, and a log with lines held back");
    await page.click("#drawer-close");
    await page.selectOption("#log-kind", "3");
    await page.click("#as-list");
    await check(page, "list");
    await page.click("#as-list");

    const random = chance(21);
    let sawBattle = false;
    for (let turn = 0; turn < 3000 && !sawBattle; turn += 1) {
      const { state } = await clickOn(page, random, { clicks: 1 });
      if (state === "over") break;
      if (state === "waiting") await page.waitForTimeout(15);
      sawBattle = await page.evaluate(() => Boolean(document.querySelector("[data-region=battle]")?.childElementCount));
    }
    assert.ok(sawBattle, "there was a battle to look at");
    await check(page, "battle");
    await page.click("#open-odds");
    await page.waitForSelector(".odds-bar, .odds > .quiet");
    await check(page, "odds");
    await page.click("#drawer-close");
    await page.click("#open-replay");
    await page.waitForSelector("#replay:not([hidden])");
    await check(page, "replay");
  });

test("a curtain and a phone", { timeout: 120_000 }, async () => {
  const page = await hall.person({ bypassCSP: true, viewport: { width: 390, height: 844 } });
  await page.goto(`/match/${(await here()).id}`);
  await page.waitForSelector("#curtain:not([hidden])", { timeout: 3000 }).catch(() => {});
  await check(page, "phone");
});

async function here() {
  return hall.table([{ sitter: "here", name: "Ann" }, { sitter: "here", name: "Bo" }]);
}
