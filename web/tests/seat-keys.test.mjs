// Keys to seats: whatever link is opened, and whatever the server says, none is lost.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { asked } from "./driver.mjs";
import { TABLE, openHall, sit } from "./hall.mjs";

/** @type {Awaited<ReturnType<typeof openHall>>} */
let hall;
before(async () => { hall = await openHall(); });
after(() => hall.close());

/** Somebody at a table against a bot. */
async function atTable() {
  const page = await hall.person();
  const made = await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }], { name: "Tuesday" });
  await sit(page, made);
  await asked(page);
  return { page, made };
}

/** The keys kept for a table. @param {import("playwright-core").Page} page @param {string} id @returns {Promise<string[]>} */
function keys(page, id) {
  return page.evaluate((id) => JSON.parse(localStorage.getItem(`orrery.key.${id}`) ?? "[]"), id);
}

test("the way to the decision by keyboard leaves the address and the seat alone", async () => {
  const { page, made } = await atTable();
  await page.focus("#skip");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "prompt");
  assert.ok(!page.url().includes("#"), page.url());
  await page.goto(`/match/${made.id}#prompt`);
  await asked(page);
  await page.reload();
  await asked(page);
  assert.deepEqual(await keys(page, made.id), [made.key]);
});

test("a link that is cut off or wrong does not cost the seat", async () => {
  const { page, made } = await atTable();
  for (const wrong of [made.key.slice(0, 40), "0".repeat(52)]) {
    await page.goto("about:blank");
    await page.goto(`/match/${made.id}#${wrong}`);
    await page.waitForSelector("#said >> text=leads to no seat");
    await asked(page);
    assert.deepEqual(await keys(page, made.id), [made.key]);
    assert.ok(!page.url().includes("#"), page.url());
  }
  // The same, pasted into the address bar of the open table.
  await page.goto(`/match/${made.id}#${made.key.slice(0, 40)}`);
  await page.waitForSelector("#said >> text=leads to no seat");
  await page.reload();
  await asked(page);
});

test("one key that is kept alone, as a text, still opens its seat", async () => {
  const { page, made } = await atTable();
  await page.evaluate(({ id, key }) => localStorage.setItem(`orrery.key.${id}`, JSON.stringify(key)), made);
  await page.reload();
  await asked(page);
});

test("a host who tries a friend's link goes back to their own seat", async () => {
  const made = await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "open" }]);
  const page = await hall.person();
  await sit(page, made);
  await page.goto("about:blank");
  await page.goto(made.links[0].url);
  await page.waitForSelector("#join");
  await page.waitForSelector("#said .play-as >> text=Play as Ann");
  assert.equal((await keys(page, made.id)).length, 2);
  await page.click("#open-settings");
  await page.click("#drawer .play-as >> text=Play as Ann");
  await page.waitForSelector("#seating >> text=The table waits for players");
  assert.equal((await keys(page, made.id))[0], made.key);
  // And over again to the friend's, whose seat is still free.
  await page.click("#open-settings");
  await page.click(`#drawer .play-as >> text=Play as ${(await hall.sides(made))[1]}`);
  await page.waitForSelector("#join");
  assert.equal((await keys(page, made.id)).length, 2);
});

test("a table that the server does not know is forgotten only on demand", async () => {
  const { page, made } = await atTable();
  await page.route(`**/api/matches/${made.id}`, (route) => route.fulfill({ status: 404, json: { error: "There is no such match." } }));
  await page.goto("/");
  const row = page.locator("#mine li", { hasText: "not on this server" });
  await row.waitFor();
  assert.match(await row.textContent() ?? "", /Tuesday/);
  assert.deepEqual(await keys(page, made.id), [made.key]);
  await row.getByRole("button", { name: "Forget this table" }).click();
  await row.waitFor({ state: "detached" });
  assert.deepEqual(await keys(page, made.id), []);
});

test("the link to my own seat opens it on a second device", async () => {
  const { page, made } = await atTable();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.click("#open-settings");
  await page.click("#copy-seat");
  await page.waitForSelector("#said >> text=is copied");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.startsWith(`${hall.base}/match/${made.id}#`), link);
  const second = await hall.person();
  await second.goto(link);
  await asked(second);
});

test("a seat is not lost when the answer that one sits does not arrive", async () => {
  const made = await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "open" }], { listed: true, name: "Stormy" });
  const page = await hall.person();
  await page.goto(`/match/${made.id}`);
  await page.route(`**/api/matches/${made.id}/join`, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.fill("#seating input", "Bo");
  await page.click("#join");
  await page.waitForSelector("#said >> text=does not answer");
  await page.unroute(`**/api/matches/${made.id}/join`);
  await page.reload();
  await page.waitForSelector(TABLE);
  const [key, ...others] = await keys(page, made.id);
  assert.deepEqual(others, []);
  assert.deepEqual((await hall.ask(`matches/${made.id}`, undefined, key)).held, [1]);
});

test("the host makes a new link for one who has lost theirs", async () => {
  const { made, ann: host, bo: friend } = await hall.twoPeople();
  await host.waitForSelector("#strips >> text=Bo");
  await host.click("#open-settings");
  assert.ok(await host.isHidden("#drawer [data-new-link]"), "a seat that is taken is not opened anew by one click");
  await host.click("#drawer [data-lost]");
  await host.waitForSelector("#drawer >> text=The table is shut to whoever plays as Bo");
  // A second press while the first is on its way would make void the link that is shown.
  await host.route("**/link", async (route) => {
    await new Promise((next) => setTimeout(next, 300));
    await route.continue();
  });
  await host.dblclick("#drawer [data-new-link]");
  const link = await host.inputValue("#drawer .link-row input");
  const elsewhere = await hall.person();
  await elsewhere.goto(link);
  await elsewhere.waitForSelector(TABLE);
  const [key] = await keys(elsewhere, made.id);
  assert.deepEqual((await hall.ask(`matches/${made.id}`, undefined, key)).held, [1]);
  await elsewhere.waitForSelector("#chat-lines >> text=A new link to the seat of Bo", { state: "attached" });
  const inside = await host.$eval("#drawer .link-row", (row) => row.querySelector("button").getBoundingClientRect().right
    <= document.getElementById("drawer-body").getBoundingClientRect().right);
  assert.ok(inside, "the button that copies it is in reach");
  // Whoever sat there is told, and still sees the board.
  await friend.waitForSelector("#question >> text=This link is void: the host has made a new one for this seat. Ask for it.");
  assert.ok(await friend.isVisible(TABLE));
  await friend.reload();
  await friend.waitForSelector("#question >> text=not known here");
});

test("who has no link to a table by invitation is offered no seat at it", async () => {
  const seats = [{ sitter: "person", name: "Ann" }, { sitter: "open" }];
  const [invited, listed] = [await hall.table(seats), await hall.table(seats, { listed: true })];
  const page = await hall.person();
  for (const [made, offers] of /** @type {[{id: string}, number][]} */ ([[listed, 1], [invited, 0]])) {
    await page.goto(`/match/${made.id}`);
    await page.waitForSelector(TABLE);
    await page.waitForSelector("#strips >> text=Ann");
    if (offers) await page.waitForSelector("#join");
    assert.equal(await page.locator("#join:visible").count(), offers);
  }
});
