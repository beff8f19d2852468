// How much comes over the wire at first, and how long a redraw takes.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { asked, chance, clickOn, onTurn } from "./driver.mjs";
import { openHall, sit } from "./hall.mjs";

/** @type {Awaited<ReturnType<typeof openHall>>} */
let hall;
before(async () => { hall = await openHall(); });
after(() => hall.close());

test("the first sight of a table is under 150 kB", async () => {
  const made = await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }]);
  const page = await hall.person();
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => { bytes += encodedDataLength; });
  await sit(page, made);
  await asked(page);
  assert.ok(bytes < 150_000, `${bytes} bytes`);
  console.log(`first load: ${(bytes / 1000).toFixed(1)} kB`);
});

for (const map of ["introductory", "free"])
  test(`a redraw takes less than a frame: ${map} map`, { timeout: 120_000 }, async () => {
    const made = await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }], { map });
    const page = await hall.person();
    await sit(page, made);
    const random = chance(2);
    await onTurn(page);
    // The first is no redraw.
    const trace = await traceOf(page, async () => {
      for (let turn = 0; turn < 10; turn += 1) {
        await onTurn(page);
        await clickOn(page, random, { clicks: 8, milliseconds: 1500 });
      }
    });
    for (const [what, times] of Object.entries(redraws(trace))) {
      const sorted = times.sort((a, b) => a - b);
      const upTo = (/** @type {number} */ share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
      console.log(`${map} map, ${what}: ${times.length} redraws, median ${upTo(0.5).toFixed(1)} ms, 95 of 100 within ${upTo(0.95).toFixed(1)} ms, longest ${upTo(1).toFixed(1)} ms`);
      // Others may be at work on this machine, and many wait for them then.
      assert.ok(upTo(0.5) < 16, `${what}: ${upTo(0.5)} ms`);
    }
  });

/** @typedef {{name: string, ph: string, ts: number, dur?: number, pid: number, tid: number}} TraceEvent times in microseconds */

/** What the browser says it did meanwhile. @param {import("playwright-core").Page} page @param {() => Promise<void>} meanwhile */
async function traceOf(page, meanwhile) {
  const browser = /** @type {import("playwright-core").Browser} */ (page.context().browser());
  await browser.startTracing(page, { categories: ["blink.user_timing", "devtools.timeline"] });
  await meanwhile();
  const trace = JSON.parse(String(await browser.stopTracing()));
  return /** @type {TraceEvent[]} */ (trace.traceEvents).sort((a, b) => a.ts - b.ts);
}

/**
 * Milliseconds that each redraw took, until the new markup stands and until it is laid out; without what else happened between.
 * @param {TraceEvent[]} trace
 */
function redraws(trace) {
  /** @type {Record<string, number[]>} */
  const found = { "until it stands": [], "until it is laid out": [] };
  const ends = trace.filter(({ name, ph }) => name === "redraw" && ph === "e");
  for (const [index, began] of trace.filter(({ name, ph }) => name === "redraw" && ph === "b").entries()) {
    const ended = ends[index];
    const after = trace.filter(({ ts, pid, tid }) => ts >= ended.ts && pid === began.pid && tid === began.tid);
    const [style, layout] = ["UpdateLayoutTree", "Layout"].map((name) => after.find((event) => event.name === name));
    if (!style || !layout) continue;
    const markup = ended.ts - began.ts;
    found["until it stands"].push(markup / 1000);
    found["until it is laid out"].push((markup + (style.dur ?? 0) + (layout.dur ?? 0)) / 1000);
  }
  return found;
}
