// Players made of clicks and keys. They know no rules: they use what is lit and what is a button.

/** A small generator of chance, the same for the same seed. @param {number} seed */
export function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Clicks lit things and buttons until there is nothing to decide, the game is over, or enough was done.
 * The clicks are made inside the page, one after the other, as fast as the page answers.
 * @param {import("playwright-core").Page} page @param {() => number} random @param {{clicks?: number, milliseconds?: number}} [most]
 * @returns {Promise<{state: "waiting" | "over" | "asked", clicks: number}>}
 */
export function clickOn(page, random, { clicks = 400, milliseconds = 4000 } = {}) {
  const numbers = Array.from({ length: 3 * clicks }, random);
  return page.evaluate(async ({ numbers, clicks, milliseconds }) => {
    const began = performance.now();
    const rest = (/** @type {number} */ time) => new Promise((next) => setTimeout(next, time));
    const prompt = /** @type {HTMLElement} */ (document.getElementById("prompt"));
    const one = (/** @type {Element[]} */ all) => all[Math.floor((numbers.pop() ?? 0) * all.length)];
    const isSeen = (/** @type {Element} */ element) => element.getClientRects().length > 0;
    const click = (/** @type {Element} */ element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, clientX: x + width / 2, clientY: y + height / 2 }));
    };
    let done = 0;
    while (done < clicks && performance.now() - began < milliseconds) {
      if (prompt.hasAttribute("aria-busy")) {
        await rest(4);
        continue;
      }
      if (document.querySelector('#drawer:not([hidden])[data-subject="ending"]')) return { state: "over", clicks: done };
      const confirm = document.querySelector("#confirm:not(:disabled)");
      const isAsked = prompt.classList.contains("asked");
      if (confirm && (!isAsked || (numbers.pop() ?? 0) < 0.45)) click(confirm);
      else if (isAsked) {
        const lit = [...document.querySelectorAll(".lit")].filter(isSeen);
        const buttons = [...document.querySelectorAll("#answers button.answer:not(:disabled)")].filter(isSeen);
        const chosen = one(lit.length && (buttons.length === 0 || (numbers.pop() ?? 0) < 0.7) ? lit : buttons);
        if (!chosen) throw new Error(`Nothing to click: ${prompt.textContent}`);
        click(chosen);
      } else return { state: "waiting", clicks: done };
      done += 1;
      await rest(0);
    }
    return { state: "asked", clicks: done };
  }, { numbers, clicks, milliseconds });
}

/**
 * Answers one decision by keys alone: a number, or Tab to a lit thing and Enter; then Ctrl+Enter.
 * @param {import("playwright-core").Page} page @param {() => number} random
 * @returns {Promise<"waiting" | "over" | "played">}
 */
export async function pressKeys(page, random) {
  const state = await look(page);
  if (state.isOver) return "over";
  if (state.isBusy) return "waiting";
  if (!state.isAsked) {
    if (!state.hasPlan) return "waiting";
    await page.keyboard.press("Control+Enter");
    return "played";
  }
  if (state.hasPlan && random() < 0.5) await page.keyboard.press("Control+Enter");
  else if (state.numbered > 0 && (state.lit === 0 || random() < 0.5)) await page.keyboard.press(String(1 + Math.floor(random() * state.numbered)));
  else {
    // From wherever the focus is, an arrow finds the lit things.
    await page.keyboard.press("ArrowRight");
    const steps = Math.floor(random() * Math.min(6, state.lit));
    for (let step = 0; step < steps; step += 1) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
  }
  return "played";
}

/** @param {import("playwright-core").Page} page */
function look(page) {
  return page.evaluate(() => {
    const prompt = /** @type {HTMLElement} */ (document.getElementById("prompt"));
    const isSeen = (/** @type {Element} */ element) => element.getClientRects().length > 0;
    return {
      isOver: Boolean(document.querySelector('#drawer:not([hidden])[data-subject="ending"]')),
      isBusy: prompt.hasAttribute("aria-busy"),
      isAsked: prompt.classList.contains("asked"),
      hasPlan: Boolean(document.querySelector("#confirm")),
      numbered: Math.min(9, document.querySelectorAll("#answers > button.answer").length),
      lit: [...document.querySelectorAll(".lit")].filter(isSeen).length,
    };
  });
}

/** Waits until the page has nothing under way. @param {import("playwright-core").Page} page */
export async function settled(page) {
  await page.waitForFunction(() => !document.getElementById("prompt")?.hasAttribute("aria-busy"));
}

/** Waits until there is something to do on this page: a question, or a plan to confirm. @param {import("playwright-core").Page} page */
export async function onTurn(page) {
  await page.waitForFunction(() => {
    const prompt = document.getElementById("prompt");
    return !prompt?.hasAttribute("aria-busy") && (prompt?.classList.contains("asked") || document.getElementById("confirm"));
  }, undefined, { timeout: 20_000 });
}

/** Waits until this page is asked something. @param {import("playwright-core").Page} page */
export async function asked(page) {
  await page.waitForSelector("#prompt.asked:not([aria-busy])", { timeout: 20_000 });
}

/** Points at lit things until something is staged. @param {import("playwright-core").Page} page */
export async function stage(page) {
  for (let tries = 0; tries < 6 && await page.locator("#plan li").count() === 0; tries += 1) {
    await page.evaluate(() => {
      const lit = [...document.querySelectorAll(".lit")].find((element) => element.getClientRects().length > 0);
      (lit ?? document.querySelector("#answers button"))?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    });
    await settled(page);
  }
  await page.waitForSelector("#plan li");
}
