// Coming back: what happened meanwhile is marked, the tab says whose turn it is, and talk is only text.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { asked, chance, clickOn } from "./driver.mjs";
import { TABLE, openHall, sit } from "./hall.mjs";

/** @type {Awaited<ReturnType<typeof openHall>>} */
let hall;
before(async () => { hall = await openHall(); });
after(() => hall.close());

/** Two people at a table: whoever is asked first, and the other. */
async function inTurn() {
  const { ann, bo } = await hall.twoPeople();
  await Promise.race([asked(ann), asked(bo)]);
  const isAnn = await ann.locator("#prompt.asked").count() > 0;
  return isAnn ? { first: ann, second: bo } : { first: bo, second: ann };
}

test("the log marks what is new since the last visit, and the tab says that it is your turn", { timeout: 120_000 }, async () => {
  const { first, second } = await inTurn();
  const random = chance(8);
  const away = first.url();
  await first.goto("about:blank");
  // The first one's answer is needed before the second one can move: they answer, leave, and come back.
  await first.goto(away);
  await asked(first);
  assert.match(await first.title(), /Your turn/);
  assert.match(await first.getAttribute('link[rel="icon"]', "href") ?? "", /turn/);
  while ((await clickOn(first, random, { clicks: 4, milliseconds: 1000 })).state !== "waiting");
  assert.doesNotMatch(await first.title(), /Your turn/);
  await first.goto("about:blank");
  await asked(second);
  while ((await clickOn(second, random, { clicks: 4, milliseconds: 1000 })).state !== "waiting");
  await first.goto(away);
  await first.waitForSelector("#log-lines .since");
  const news = await first.evaluate(() => {
    const lines = [...document.querySelectorAll("#log-lines li")];
    return lines.slice(lines.findIndex((line) => line.classList.contains("since")) + 1).map((line) => line.textContent);
  });
  assert.ok(news.length > 0 && news.length < 6, news.join("\n"));
});

test("what people say and how they are called is text, whatever it looks like", async () => {
  const { first, second } = await inTurn();
  const nasty = '<img src=x onerror="document.title=1"> & [[orders]]';
  await first.keyboard.press("c");
  await first.fill("#chat-text", nasty);
  await first.keyboard.press("Enter");
  await second.waitForFunction((said) => document.getElementById("chat-lines")?.textContent?.includes(said), nasty);
  assert.equal(await second.locator("#chat-lines img").count(), 0);
  assert.notEqual(await second.title(), "1");
});

test("what others said and was not seen yet is marked on the chat's tab, whenever they said it", async () => {
  const { first, second } = await inTurn();
  const say = async (/** @type {string} */ words) => {
    await first.fill("#chat-text", words);
    await first.keyboard.press("Enter");
    await first.waitForSelector(`#chat-lines >> text=${words}`);
  };
  const marked = (/** @type {import("playwright-core").Page} */ page, /** @type {string} */ unread) =>
    page.waitForSelector(`#tab-chat[data-unread="${unread}"]`, { timeout: 5000 });
  await first.keyboard.press("c");
  await say("The first word");
  await marked(second, "1");
  await second.click("#tab-chat");
  await marked(second, "");
  const away = second.url();
  await second.goto("about:blank");
  await say("The second word");
  await say("The third word");
  await second.goto(away);
  await marked(second, "2");
  await second.reload();
  await marked(second, "2");
  await second.click("#tab-chat");
  await second.reload();
  await second.waitForSelector("#chat-lines >> text=The third word", { state: "attached" });
  await marked(second, "");
  // One's own words are known.
  await first.evaluate((id) => localStorage.removeItem(`orrery.heard.${id}`), away.split("/")[4]);
  await first.reload();
  await first.waitForSelector("#chat-lines >> text=The third word", { state: "attached" });
  await marked(first, "");
});

test("a server that went away and came back is found again, and the page says so meanwhile", { timeout: 90_000 }, async () => {
  const { first } = await inTurn();
  const question = await first.textContent("#question");
  await hall.goDown();
  await first.waitForSelector("#connection:not([hidden])");
  await hall.comeUp();
  await first.waitForSelector("#connection", { state: "hidden", timeout: 40_000 });
  await asked(first);
  assert.equal(await first.textContent("#question"), question);
  const random = chance(4);
  while ((await clickOn(first, random, { clicks: 4, milliseconds: 1000 })).state === "asked");
});

test("whoever looks elsewhere is told of their turn, though the page is in view", { timeout: 60_000 }, async () => {
  const { first, second } = await inTurn();
  await second.context().grantPermissions(["notifications"]);
  await second.evaluate(() => localStorage.setItem("orrery.settings", JSON.stringify({ notify: true })));
  await second.addInitScript(() => {
    document.hasFocus = () => false;
    /** @type {any} */ (window).told = [];
    window.Notification = /** @type {any} */ (class {
      static permission = "granted";
      /** @param {string} title */
      constructor(title) { /** @type {any} */ (window).told.push(title); }
    });
  });
  await second.reload();
  await second.waitForSelector(TABLE);
  const random = chance(8);
  while ((await clickOn(first, random, { clicks: 4, milliseconds: 1000 })).state !== "waiting");
  await asked(second);
  assert.deepEqual(await second.evaluate(() => /** @type {any} */ (window).told), ["Your turn"]);
});

test("a clock that has run out says so where nobody stands in", async () => {
  const made = await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }],
    { clock: { kind: "live", minutes: 45, increment_seconds: 20 }, stand_in: false });
  const page = await hall.person();
  await page.route("**/page?*", async (route) => {
    const reply = await route.fetch();
    const shown = await reply.json();
    shown.seats[0].clock = 0;
    await route.fulfill({ response: reply, json: shown });
  });
  await sit(page, made);
  await page.waitForSelector("#strips .clock >> text=time is up");
  assert.equal(await page.locator("#strips .clock", { hasText: "time is up" }).count(), 1);
});
