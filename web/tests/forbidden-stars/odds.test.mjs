// The odds panel: in words and from the table, what one unit more would change, and a link that gives away nothing.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { asked, chance, clickOn, settled } from "../driver.mjs";
import { openHall, sit } from "../hall.mjs";

/** @type {Awaited<ReturnType<typeof openHall>>} */
let hall;
before(async () => { hall = await openHall(); });
after(() => hall.close());

const BATTLE = "orks 2 nob, ork-boyz attack ultramarines 2 scout, bastion";
const STRONGER = "orks 3 nob, ork-boyz attack ultramarines 2 scout, bastion";

test("a battle in words is asked for, its link opens it again, and closing clears the address", { timeout: 60_000 }, async () => {
  const made = await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }]);
  const page = await hall.person({ permissions: ["clipboard-read", "clipboard-write"] });
  await sit(page, made);
  await asked(page);
  await page.click("#open-odds");
  await page.fill("#drawer textarea", BATTLE);
  await page.click("#drawer button.plain");
  await page.waitForSelector(".odds:not([aria-busy]) .odds-bar");
  // The plot is drawn in ink on white; the page gives it the colours of the theme.
  for (const colorScheme of /** @type {const} */ (["dark", "light"])) {
    await page.emulateMedia({ colorScheme });
    const [ground, ink, text] = await page.evaluate(() => [
      ...[".plot rect", ".plot text"].map((part) => getComputedStyle(/** @type {Element} */ (document.querySelector(part))).fill),
      getComputedStyle(document.documentElement).color,
    ]);
    assert.equal(ground, "rgba(0, 0, 0, 0)");
    assert.equal(ink, text, colorScheme);
  }
  await page.click("#drawer >> text=Copy link");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, page.url());
  assert.ok(!link.includes(made.key), "the key is nobody else's");

  // Somebody else may open it, without a seat.
  const other = await hall.person();
  await other.goto(link);
  await other.waitForSelector(".odds .odds-bar");
  assert.equal(await other.inputValue("#drawer textarea"), BATTLE);
  await other.click("#drawer-close");
  assert.equal(new URL(other.url()).hash, "");
  // What the server cannot read it says; the page stays as it is.
  await page.fill("#drawer textarea", "nothing attacks nobody");
  await page.click("#drawer button.plain");
  await page.waitForSelector(".odds > p.quiet:only-child");
  assert.deepEqual(hall.errors.splice(0).filter((error) => !/422/.test(error)), []);
});

test("the battle on the table fills in its words; a row of changes asks for others", { timeout: 180_000 }, async () => {
  const page = await hall.person();
  await sit(page, await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.keenBot() }]));
  await asked(page);
  const random = chance(21);
  // A battle that is only planned is not yet one to ask about.
  const isBattle = () => page.evaluate(() => Boolean(document.querySelector("[data-region=battle] > *")) && !document.getElementById("confirm"));
  for (let turn = 0; turn < 3000 && !await isBattle(); turn += 1) {
    const { state } = await clickOn(page, random, { clicks: 1 });
    if (state === "waiting") await page.waitForTimeout(15);
    assert.notEqual(state, "over", "there was a battle to ask about");
  }
  await settled(page);
  const odds = { title: BATTLE, query: BATTLE, note: "Dice that are rolled are left out.", text: "About even.", svg: "", wins: [0.5, 0.4, 0.1], error: 0.01, battles: 500, exact: false };
  const changed = [{ label: "one Nob more", query: STRONGER, side: 0, wins: [0.7, 0.25, 0.05] }];
  /** @type {string[]} */
  const wondered = [];
  await page.route(/\/odds(\?|$)/, async (route) => {
    const { battle, what_if: inBody } = route.request().postDataJSON() ?? {};
    const isAsked = Boolean(inBody) || route.request().url().includes("what_if=true");
    if (isAsked) wondered.push(battle ?? "on the table");
    await route.fulfill({ json: { ...odds, ...(battle ? { query: battle } : {}), ...(isAsked ? { what_if: changed } : {}) } });
  });
  await page.click("#open-odds");
  await page.waitForSelector(".what-if button");
  assert.equal(await page.inputValue("#drawer textarea"), BATTLE);
  assert.ok(await page.locator("#drawer >> text=Dice that are rolled are left out.").count());
  assert.match(await page.textContent(".what-if button") ?? "", /one Nob more70 %\+20/);
  await page.click(".what-if button");
  await page.waitForFunction((words) => new URLSearchParams(location.hash.slice(1)).get("odds") === words, STRONGER);
  assert.equal(await page.inputValue("#drawer textarea"), STRONGER);
  await page.waitForSelector(".odds:not([aria-busy]) .what-if");
  assert.deepEqual(wondered, ["on the table", STRONGER]);
  assert.deepEqual(hall.errors, []);
});

test("a staged attack fills in its words", async () => {
  const page = await hall.person();
  await sit(page, await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }]));
  await asked(page);
  // What the server says of an attack, for whatever is staged here.
  await page.route(/\/preview/, async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: { ...await reply.json(), ahead: BATTLE } });
  });
  for (const piece of ["[data-region=tray] [data-piece^='order:'].lit", "#board .system.lit"]) {
    await page.$eval(piece, (element) => element.dispatchEvent(new MouseEvent("click", { bubbles: true })));
    await settled(page);
  }
  await page.waitForSelector("#plan li");
  await page.click("#open-odds");
  await page.waitForSelector(".odds .odds-bar");
  assert.equal(await page.inputValue("#drawer textarea"), BATTLE);
});
