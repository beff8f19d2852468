// People at one table: who they are called, who comes and goes, and what becomes of a plan when somebody takes back.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { asked, settled, stage } from "./driver.mjs";
import { enter, openHall, sit } from "./hall.mjs";

/** @type {Awaited<ReturnType<typeof openHall>>} */
let hall;
before(async () => { hall = await openHall(); });
after(() => hall.close());

test("a host without a name is called by their side, and who comes by a link sits down before they play", async () => {
  const made = await hall.table([{ sitter: "person" }, { sitter: "open" }]);
  const [host, guest] = [await hall.person(), await hall.person()];
  await sit(host, made);
  const [side, other] = await hall.sides(made);
  assert.match(await host.innerText("#strips li >> nth=0"), new RegExp(`^\\w\\s*You ${side}`));
  await guest.goto(made.links[0].url);
  await guest.waitForSelector("#join");
  assert.match(await guest.innerText("#strips li >> nth=0"), new RegExp(`^\\w\\s*${side}`));
  assert.doesNotMatch(await guest.innerText("#top"), /You/);
  // Whoever is asked first: the guest answers nothing before they sit.
  assert.match(await guest.innerText("#question"), /^Sit down to play/);
  assert.equal(await guest.locator(".lit").count(), 0);
  await guest.fill("#seating input", "Bo");
  await guest.click("#join");
  await host.waitForSelector(`#said >> text=Bo (${other}) sits down.`);
  await Promise.race([asked(host), asked(guest)]);
  assert.deepEqual(hall.errors, []);
});

test("who leaves to a bot and who comes back is told, and the offer is closed", async () => {
  const { made, ann, bo } = await hall.twoPeople();
  const [, side] = await hall.sides(made);
  await bo.click("#open-settings");
  await bo.click("text=Resign");
  await bo.click("text=Yes, a bot plays on for me");
  await ann.waitForSelector(`#said >> text=A bot plays on for Bo (${side}).`);
  await bo.waitForSelector("#said >> text=A bot plays on for you.");
  await bo.waitForSelector("#drawer", { state: "hidden" });
  await bo.click("#open-settings");
  await bo.click("text=Take the seat back from the bot");
  await ann.waitForSelector(`#said >> text=Bo (${side}) is back.`);
  assert.deepEqual(hall.errors, []);
});

test("what one has staged waits while another takes back, and is staged again", { timeout: 60_000 }, async () => {
  const { ann, bo } = await hall.twoPeople();
  await Promise.race([asked(ann), asked(bo)]);
  const [first, second] = await ann.locator("#prompt.asked").count() ? [ann, bo] : [bo, ann];
  await stage(first);
  await first.click("#confirm");
  await asked(second);
  await stage(second);
  const plan = await second.textContent("#plan");
  await first.click("#undo");
  await second.waitForSelector("#said >> text=What you had staged waits until you are asked again.");
  assert.equal(await second.locator("#plan li").count(), 0);
  await asked(first);
  await stage(first);
  await first.click("#confirm");
  await second.waitForSelector("#plan li");
  assert.equal(await second.textContent("#plan"), plan);
  assert.deepEqual(hall.errors, []);
});

test("a game that goes on between people is looked at again, not played on from", async () => {
  const { ann } = await hall.twoPeople();
  await ann.click("#open-replay");
  await ann.waitForSelector("#replay:not([hidden])");
  assert.ok(await ann.isHidden("#replay-fork"));
});

test("links that lead no farther than this computer say so", async () => {
  const made = await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "open" }]);
  const page = await hall.person();
  await sit(page, made);
  await page.evaluate(({ id, links }) => localStorage.setItem(`orrery.links.${id}`, JSON.stringify(links)), made);
  await page.reload();
  await page.waitForSelector("#seating >> text=These links open on this computer only.");
});

test("games of a guest are taken along into an account", async () => {
  const page = await hall.person();
  await sit(page, await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }], { name: "Sunday" }));
  await asked(page);
  await page.goto("/account");
  await enter(page, "register", "Wanderer", "eight888");
  await page.click("#take-along");
  await page.waitForSelector("#said >> text=1 of 1 taken along.");
  await page.waitForSelector(".games >> text=Sunday");
  assert.ok(await page.isHidden("#take-along"));
  assert.deepEqual(hall.errors, []);
});

test("a wide drawer lies over neither the decision nor the map", async () => {
  for (const [width, isFolded] of /** @type {[number, boolean][]} */ ([[1100, false], [1280, false], [1440, false], [1440, true], [1920, false]])) {
    const page = await hall.person({ viewport: { width, height: 900 } });
    await sit(page, await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }]));
    await asked(page);
    if (isFolded) await page.click("#fold-right");
    await page.click("#open-odds");
    await page.waitForSelector("#drawer:not([hidden])");
    await settled(page);
    const over = await page.evaluate(() => {
      const drawer = /** @type {Element} */ (document.getElementById("drawer")).getBoundingClientRect();
      return [...document.querySelectorAll("#prompt, #board [data-piece]")].filter((element) => {
        const { right, bottom, top } = element.getBoundingClientRect();
        return right > drawer.left + 1 && bottom > drawer.top + 1 && top < drawer.bottom - 1;
      }).map((element) => element.id || element.getAttribute("data-piece"));
    });
    assert.deepEqual(over, [], `${width} wide`);
    await page.close();
  }
});
