// How the battle may end: a first number at once, better ones after it, and a line of text to ask about other battles.

import { insert, make } from "./dom.js";
import { openDrawer } from "./drawer.js";
import { ask, sentence } from "./wire.js";

/** @typedef {import("./wire.js").Odds} Odds */

const ROUNDS = [500, 5_000, 50_000];

/** @param {import("./table.js").Table} table */
export function openOdds(table) {
  const game = table.base?.game ?? "";
  const box = /** @type {HTMLTextAreaElement} */ (make("textarea", {
    rows: 3, "aria-label": "The battle", spellcheck: "false", placeholder: "orks 2 nob, ork-boyz attack ultramarines 2 scout, bastion",
  }));
  const result = make("div", { class: "odds", "aria-live": "polite" });
  let asked = 0;

  /** @param {(battles: number) => Promise<Odds>} question */
  const run = async (question) => {
    const mine = ++asked;
    for (const battles of ROUNDS) {
      try {
        const odds = await question(battles);
        if (mine !== asked) return;
        if (battles === ROUNDS[0] && !box.value) box.value = odds.query ?? "";
        result.replaceChildren(...shown(odds));
        if (odds.exact) return;
      } catch (problem) {
        if (mine === asked) result.replaceChildren(make("p", { class: "quiet" }, sentence(problem)));
        return;
      }
    }
  };

  const form = make("form", {
    class: "stack",
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      void run((battles) => ask("odds", { body: { game, battle: box.value, battles } }));
    },
  }, make("label", {}, "A battle in words: change what you like.", box), make("button", { type: "submit", class: "plain" }, "Ask again"));
  openDrawer("odds", "Odds", form, result);
  if (table.regions.shown.battle?.html) void run((battles) => table.ask(`/odds?battles=${battles}${table.seat === null ? "" : `&seat=${table.seat}`}`));
  else result.replaceChildren(make("p", { class: "quiet" }, "There is no battle now. Write one, or come back when there is."));
}

/** @param {Odds} odds */
function shown({ text, svg, wins, error, battles, exact }) {
  const share = (/** @type {number} */ part) => `${(100 * part).toFixed(part > 0 && part < 0.1 ? 1 : 0)} %`;
  const names = ["Attacker", "Defender", "Neither"];
  const picture = make("div", { class: "odds-picture" });
  if (svg) insert(picture, svg);
  return [
    make("div", { class: "odds-bar", role: "img", "aria-label": names.map((name, at) => `${name} ${share(wins[at] ?? 0)}`).join(", ") },
      ...names.map((_, at) => make("span", { class: `part-${at}`, style: `flex-grow:${Math.max(0.001, wins[at] ?? 0)}` }))),
    make("ul", { class: "odds-parts" }, ...names.map((name, at) =>
      make("li", {}, make("i", { class: `part-${at}` }), `${name} `, make("b", {}, share(wins[at] ?? 0))))),
    make("p", { class: "quiet" }, exact ? "Exact." : `${battles.toLocaleString()} battles, give or take ${share(error)}.`),
    picture,
    make("details", {}, make("summary", {}, "In words"), make("pre", {}, text)),
  ];
}
