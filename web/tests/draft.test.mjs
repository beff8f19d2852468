// Staging: nothing reaches the match before it is confirmed, and nothing staged is lost.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { asked, settled, stage } from "./driver.mjs";
import { openHall, sit } from "./hall.mjs";

/** @type {Awaited<ReturnType<typeof openHall>>} */
let hall;
before(async () => { hall = await openHall(); });
after(() => hall.close());

const againstBot = async () => hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }]);

test("a reload and the same browser's second window find the draft", async () => {
  const page = await hall.person();
  const made = await againstBot();
  await sit(page, made);
  await asked(page);
  await stage(page);
  const plan = await page.textContent("#plan");
  const { sequence } = await hall.ask(`matches/${made.id}`, undefined, made.key);
  await page.reload();
  await page.waitForSelector("#plan li");
  assert.equal(await page.textContent("#plan"), plan);
  const second = await page.context().newPage();
  await second.goto(page.url());
  await second.waitForSelector("#plan li");
  assert.equal((await hall.ask(`matches/${made.id}`, undefined, made.key)).sequence, sequence, "nothing was sent");
});

test("what is planned is drawn as not there yet, and nothing else is", async () => {
  const page = await hall.person();
  await sit(page, await againstBot());
  await asked(page);
  assert.equal(await page.locator("#board .planned").count(), 0);
  await stage(page);
  const [planned, all] = [await page.locator("#board .planned").count(), await page.locator("#board [data-glide]").count()];
  assert.ok(planned > 0 && planned <= 2, `${planned} of ${all} are drawn as planned`);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => document.querySelectorAll("#board .planned").length === 0);
});

test("another device shows the same table, and what one confirms the other sees", async () => {
  const [one, other] = [await hall.person(), await hall.person()];
  const made = await againstBot();
  await sit(one, made);
  await sit(other, made);
  await asked(one);
  await asked(other);
  assert.equal(await one.textContent("#question"), await other.textContent("#question"));
  await stage(one);
  const lines = await other.locator("#log-lines li").count();
  await one.click("#confirm");
  await other.waitForFunction((count) => document.querySelectorAll("#log-lines li").length > count, lines);
});

test("a stale click is harmless: the page says so and shows how it stands", async () => {
  const [one, other] = [await hall.person(), await hall.person()];
  const made = await againstBot();
  let isDeaf = false;
  await other.routeWebSocket(/\/socket$/, (socket) => {
    socket.connectToServer().onMessage((message) => { if (!isDeaf) socket.send(message); });
  });
  await sit(one, made);
  await sit(other, made);
  await asked(one);
  await asked(other);
  await stage(one);
  await stage(other);
  // The second device does not hear of the first one's choice before it sends its own.
  isDeaf = true;
  await one.click("#confirm");
  await one.waitForFunction(() => document.getElementById("plan")?.hidden);
  await other.click("#confirm");
  isDeaf = false;
  await other.waitForSelector("#said >> text=The table had moved on.");
  await other.waitForFunction(() => document.getElementById("plan")?.hidden);
  await asked(one);
  await asked(other);
  assert.equal(await other.textContent("#question"), await one.textContent("#question"));
});

test("single choices go at once for those who want that", async () => {
  const page = await hall.person();
  await sit(page, await againstBot());
  await asked(page);
  await page.click("#open-settings");
  await page.check('label:has-text("at once") input');
  await page.keyboard.press("Escape");
  const before = await page.locator("#log-lines li").count();
  for (let tries = 0; tries < 6 && await page.locator("#log-lines li").count() === before; tries += 1) {
    await page.evaluate(() => {
      const lit = [...document.querySelectorAll(".lit")].find((element) => element.getClientRects().length > 0);
      lit?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    });
    await settled(page);
    await page.waitForTimeout(50);
  }
  assert.equal(await page.locator("#confirm").count(), 0);
  assert.ok(await page.locator("#log-lines li").count() > before);
});

test("a clock runs on, whatever is pointed at meanwhile", async () => {
  const page = await hall.person();
  await sit(page, await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }],
    { clock: { kind: "live", minutes: 45, increment_seconds: 20 } }));
  await asked(page);
  const seconds = async () => {
    const [minutes, seconds] = (await page.locator(".strip.acting .clock").innerText()).split(":");
    return 60 * Number(minutes) + Number(seconds);
  };
  const first = await seconds();
  await page.waitForTimeout(2500);
  await stage(page);
  assert.ok(await seconds() <= first - 2, "a preview tells the time that is left");
  await page.waitForTimeout(2500);
  for (const key of ["Escape", "m", "m"]) {
    await page.keyboard.press(key);
    const left = await seconds();
    assert.ok(left <= first - 4, `${key}: ${first} s at first, ${left} s after five`);
  }
});
