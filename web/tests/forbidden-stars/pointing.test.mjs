// Pointing with a real mouse: what is lit can be hit and does something, what is not lit does nothing at all.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { asked, chance, clickOn, onTurn, settled } from "../driver.mjs";
import { openHall, sit } from "../hall.mjs";

/** @type {Awaited<ReturnType<typeof openHall>>} */
let hall;
before(async () => { hall = await openHall(); });
after(() => hall.close());

/**
 * Pieces on the screen and a point of each where a click would reach it.
 * @param {import("playwright-core").Page} page @param {"lit" | "unlit"} which
 * @returns {Promise<{piece: string, x: number, y: number}[]>}
 */
function points(page, which) {
  return page.evaluate((which) => {
    const found = [];
    for (const element of document.querySelectorAll("[data-piece]")) {
      const isLit = element.classList.contains("lit");
      if (isLit !== (which === "lit")) continue;
      const box = element.getBoundingClientRect();
      search: for (const fx of [0.5, 0.2, 0.8, 0.05, 0.95])
        for (const fy of [0.5, 0.2, 0.8, 0.05, 0.95]) {
          const [x, y] = [Math.round(box.x + box.width * fx), Math.round(box.y + box.height * fy)];
          const at = document.elementFromPoint(x, y);
          if (!at || !element.contains(at)) continue;
          const isUnder = document.elementsFromPoint(x, y).some((other) => other.closest(".lit"));
          if (which === "lit" ? at.closest(".lit") !== element : isUnder || at.closest("button, a, summary")) continue;
          found.push({ piece: /** @type {HTMLElement} */ (element).dataset.piece ?? "", x, y });
          break search;
        }
    }
    return found;
  }, which);
}

test("every lit piece answers to a click, and no other piece does", { timeout: 240_000 }, async () => {
  const page = await hall.person({ viewport: { width: 1600, height: 1000 } });
  await sit(page, await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }]));
  await asked(page);
  const random = chance(17);
  const state = () => page.evaluate(() => `${document.querySelectorAll(".chosen").length} ${document.getElementById("plan")?.textContent}`);
  let posts = 0;
  page.on("request", (request) => { if (request.method() === "POST") posts += 1; });
  const kinds = new Set();
  for (let decision = 0; decision < 25; decision += 1) {
    await onTurn(page);
    if (await page.locator("#prompt.asked").count() && await page.locator("#plan li").count() === 0) {
      const lit = await points(page, "lit");
      const shown = await page.evaluate(() => document.querySelectorAll("#board .lit").length);
      assert.ok(shown === 0 || lit.length > 0, "lit things on the board can be reached");
      for (const { piece, x, y } of lit.sort(() => random() - 0.5).slice(0, 4)) {
        const before = await state();
        await page.mouse.click(x, y);
        await settled(page);
        assert.notEqual(await state(), before, `a click on ${piece} does something`);
        kinds.add(piece.split(":")[0]);
        await page.keyboard.press("Escape");
        await page.keyboard.press("Escape");
        await settled(page);
        assert.equal(await page.locator("#plan li").count(), 0);
      }
      const before = await state();
      posts = 0;
      for (const { piece, x, y } of (await points(page, "unlit")).sort(() => random() - 0.5).slice(0, 3)) {
        await page.mouse.click(x, y);
        assert.equal(await state(), before, `a click on ${piece} does nothing`);
      }
      assert.equal(posts, 0, "what is not lit sends nothing");
    }
    await clickOn(page, random, { clicks: 3, milliseconds: 1500 });
  }
  assert.ok(kinds.size >= 2, [...kinds].join(", "));
  assert.deepEqual(hall.errors, []);
});

test("the map moves under the hand, and comes back with 0", async () => {
  const page = await hall.person();
  await sit(page, await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }]));
  await asked(page);
  const view = () => page.getAttribute("#board > svg", "viewBox");
  const fitted = await view();
  await page.mouse.move(720, 300);
  await page.mouse.wheel(0, -300);
  const near = await view();
  assert.notEqual(near, fitted);
  await page.mouse.down();
  await page.mouse.move(760, 360, { steps: 4 });
  await page.mouse.up();
  assert.notEqual(await view(), near);
  assert.equal(await page.locator(".chosen, #plan li").count(), 0, "a drag points at nothing");
  await page.keyboard.press("0");
  assert.equal(await view(), fitted);
});

test("a double click picks once, and pointing at what is not lit shows what is", { timeout: 60_000 }, async () => {
  const page = await hall.person();
  await sit(page, await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }]));
  await asked(page);
  await page.locator("[data-region=tray] .lit").first().dblclick();
  await settled(page);
  assert.equal(await page.locator("[data-region=tray] .chosen").count(), 1);
  await page.keyboard.press("Escape");
  const [{ x, y }] = await points(page, "unlit");
  await page.mouse.click(x, y);
  assert.ok(await page.evaluate(() => document.body.classList.contains("nudged")));
  await page.waitForSelector("#said >> text=Only what is lit can be chosen now.");
  assert.deepEqual(hall.errors, []);
});

test("answers that name cards stand as the cards lie in the hand, and show them", { timeout: 120_000 }, async () => {
  const page = await hall.person();
  await sit(page, await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.keenBot() }]));
  await asked(page);
  const random = chance(21);
  const answer = page.locator('#answers .answer[data-pieces*="card:"]').first();
  for (let turn = 0; turn < 3000 && !await answer.count(); turn += 1) {
    const { state } = await clickOn(page, random, { clicks: 1 });
    if (state === "waiting") await page.waitForTimeout(15);
    assert.notEqual(state, "over", "there was a card to read");
    await settled(page);
  }
  const [answers, cards] = await page.evaluate(() => [
    [...document.querySelectorAll('#answers .answer[data-pieces*="card:"]')].map((element) => element.getAttribute("data-pieces")),
    [...document.querySelectorAll('[data-region=hand] [data-piece^="card:"]')].map((element) => element.getAttribute("data-piece")),
  ]);
  assert.deepEqual(answers, cards.filter((card) => answers.includes(card)));
  await answer.hover();
  await page.waitForSelector("#help:not([hidden]) .card");
  assert.deepEqual(hall.errors, []);
});

test("a bubble holds only what there is to read", async () => {
  const page = await hall.person();
  await sit(page, await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }]));
  await page.waitForSelector("#strips li");
  await page.$eval("#strips li", (strip) => {
    strip.setAttribute("data-piece", "nothing:here");
    strip.setAttribute("aria-label", "Nothing more is known");
    strip.dispatchEvent(new PointerEvent("pointermove", { bubbles: true, pointerType: "mouse", clientX: 100, clientY: 100 }));
  });
  await page.waitForSelector("#help:not([hidden]) >> text=Nothing more is known");
  assert.equal(await page.locator("#help .component").count(), 0);
});

test("a bubble tells how it stands now, and none opens under a pointer that rests", async () => {
  const page = await hall.person();
  await sit(page, await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }]));
  await asked(page);
  // Panels grow and shrink, and a bubble goes when its piece leaves the pointer; a storm stays where it is.
  const storm = page.locator("#board [data-piece^='storm:']").first();
  await storm.hover();
  await page.waitForSelector("#help:not([hidden])");
  await storm.evaluate((element) => element.setAttribute("aria-label", "Another name"));
  // The pointer rests where it is while something is chosen.
  for (const piece of ["[data-region=tray] [data-piece^='order:'].lit", "#board .system.lit"])
    await page.$eval(piece, (element) => element.dispatchEvent(new MouseEvent("click", { bubbles: true })));
  await page.waitForSelector("#help:not([hidden]) >> text=Another name");
  // A click closes it, and what the redraw brings under the pointer stays untold until the pointer moves.
  await page.locator("#confirm").click();
  await asked(page);
  await page.waitForTimeout(700);
  assert.ok(await page.locator("#help").isHidden());
  const { x, y } = /** @type {{x: number, y: number}} */ (await page.locator("#question").boundingBox());
  await page.mouse.move(x + 2, y + 2);
  await page.locator("#board .stack").first().hover();
  await page.waitForSelector("#help:not([hidden])");
});
