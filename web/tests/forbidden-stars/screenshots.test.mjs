// Pictures for the documentation; made only when asked for by SCREENSHOTS=1.

import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { asked, chance, clickOn, settled } from "../driver.mjs";
import { openHall, sit } from "../hall.mjs";

const FOLDER = join(dirname(fileURLToPath(import.meta.url)), "../../../docs/screenshots");
const isWanted = process.env.SCREENSHOTS === "1";

/** @type {Awaited<ReturnType<typeof openHall>>} */
let hall;
before(async () => {
  if (!isWanted) return;
  hall = await openHall();
  await mkdir(FOLDER, { recursive: true });
});
after(() => hall?.close());

test("screens of the client", { skip: !isWanted, timeout: 400_000 }, async () => {
  const page = await hall.person();
  const shoot = (/** @type {string} */ name, from = page) => from.screenshot({ path: join(FOLDER, `${name}.png`) });
  await page.goto("/");
  await page.waitForTimeout(500);
  await shoot("start");
  const made = await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.keenBot() }]);
  await sit(page, made);
  await asked(page);
  await page.waitForTimeout(900);
  await shoot("planning");
  const wanted = new Map([["operations", /operations/i], ["refresh", /refresh/i]]);
  const random = chance(Number(process.env.SEED ?? 4));
  let sawBattle = false;
  for (let turn = 0; turn < 3000 && (wanted.size || !sawBattle); turn += 1) {
    const { state } = await clickOn(page, random, { clicks: 1 });
    if (state === "over") break;
    if (state === "waiting") await page.waitForTimeout(15);
    await settled(page);
    const crumbs = (await page.textContent("#crumbs")) ?? "";
    const isAsked = await page.locator("#prompt.asked").count() > 0;
    for (const [name, words] of wanted)
      if (isAsked && words.test(crumbs)) {
        await shoot(name);
        wanted.delete(name);
      }
    if (!sawBattle && isAsked && await page.evaluate(() => Boolean(document.querySelector("[data-region=battle] .die, [data-region=battle] [data-piece^='die:']")))) {
      sawBattle = true;
      await shoot("battle");
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await shoot("chart");
  await page.emulateMedia({ colorScheme: "dark" });
  await shoot("night");
  await page.click("#open-replay");
  await page.waitForSelector("#replay:not([hidden])");
  await page.keyboard.press("Shift+ArrowLeft");
  await page.waitForTimeout(400);
  await shoot("replay");
  const phone = await hall.person({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 });
  await sit(phone, await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }]));
  await asked(phone);
  await phone.waitForTimeout(700);
  await shoot("phone", phone);
});
