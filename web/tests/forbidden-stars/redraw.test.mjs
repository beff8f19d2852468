// A page that is mended in place reads like one drawn afresh: nothing of what stood there before is left.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { chance, clickOn, onTurn, settled } from "../driver.mjs";
import { openHall, sit } from "../hall.mjs";

/** @type {Awaited<ReturnType<typeof openHall>>} */
let hall;
before(async () => { hall = await openHall(); });
after(() => hall.close());

for (const [map, reducedMotion] of [["introductory", "no-preference"], ["free", "reduce"]])
  test(`a page that has seen the whole game reads as one just opened: ${map} map`, { timeout: 120_000 }, async () => {
    const made = await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }], { options: { map } });
    const page = await hall.person({ reducedMotion });
    await sit(page, made);
    await onTurn(page);
    await page.evaluate(() => document.querySelector("[data-region=seats] [data-piece]")?.setAttribute("data-first", ""));
    const random = chance(5);
    for (let turn = 0; turn < 6; turn += 1) {
      await onTurn(page);
      await clickOn(page, random, { clicks: 12, milliseconds: 2500 });
      await onTurn(page);
      const other = await page.context().newPage();
      await other.goto(page.url());
      await onTurn(other);
      const [mended, afresh] = [await read(page), await read(other)];
      for (const [at, line] of afresh.entries()) assert.equal(mended[at], line);
      assert.equal(mended.length, afresh.length);
      await other.close();
    }
    assert.equal(await page.locator("[data-region=seats] [data-first]").count(), 1, "it was mended, and not put in anew");
    assert.deepEqual(hall.errors, []);
  });

/** Everything that the server drew, a line for each element and text; attributes and classes in order. @param {import("playwright-core").Page} page */
async function read(page) {
  await settled(page);
  // What is pointed at and not yet staged is known to one page alone, and so is where a plan was pointed out.
  if (await page.$(".chosen")) await page.keyboard.press("Escape");
  // The list is drawn when it is looked at.
  await page.click("#as-list");
  await page.waitForSelector("#list [data-piece]");
  const lines = await page.evaluate(() => {
    /** @type {string[]} */
    const lines = [];
    for (const mount of ["board", "list", "seats", "tray", "hand", "battle"]) {
      const drawn = /** @type {Element} */ (/** @type {Element} */ (document.querySelector(`[data-region=${mount}]`)).cloneNode(true));
      // Terms are linked when there is time.
      for (const term of drawn.querySelectorAll("a.term")) term.replaceWith(...term.childNodes);
      drawn.normalize();
      const walker = document.createTreeWalker(drawn, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const node = walker.currentNode;
        if (!(node instanceof Element)) {
          lines.push(node.nodeValue ?? "");
          continue;
        }
        // The map may have made room for an earlier question.
        const attributes = [...node.attributes].filter(({ name }) => !["class", "viewBox", "data-first"].includes(name)).map(({ name, value }) => `${name}="${value}"`);
        const classes = [...node.classList].filter((own) => own !== "staged" && own !== "recent");
        lines.push(`${mount} <${node.localName} ${attributes.sort().join(" ")}> ${classes.sort().join(" ")}`);
      }
    }
    return lines;
  });
  await page.click("#as-list");
  return lines;
}
