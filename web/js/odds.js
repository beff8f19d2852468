// How a scene may end, such as a battle: a first number at once, better ones after it, what one unit more would change, and a line of text to ask about others.

import { copy, insert, make } from "./dom.js";
import { openDrawer } from "./drawer.js";
import { part, setPart, withPart } from "./fragment.js";
import { Refusal, ask, sentence } from "./wire.js";

/**
 * @typedef {import("./wire.js").Odds} Odds
 * @typedef {import("./wire.js").WhatIf} WhatIf
 */

/** @typedef {(battles: number, whatIf: boolean) => Promise<Odds>} Question */

const ROUNDS = [500, 5_000, 50_000];
/** The round that also asks what one unit more would change: the first number does not wait for it. */
const WONDERING = 5_000;

/** @param {import("./table.js").Table} table @param {string[]} scenes the panels that scenes are shown in */
export function openOdds(table, scenes) {
  const { name: game, odds_example: example, scene_word } = table.offer;
  const word = scene_word.toLowerCase();
  const box = /** @type {HTMLTextAreaElement} */ (make("textarea", {
    rows: 3, maxlength: 500, "aria-label": `The ${word}`, spellcheck: "false", placeholder: example,
  }));
  const result = make("div", { class: "odds", "aria-live": "polite" });
  let asked = 0;

  /** @param {Question} question */
  const run = async (question) => {
    const mine = ++asked;
    /** @type {WhatIf[]} */
    let changes = [];
    result.setAttribute("aria-busy", "true");
    try {
      for (const battles of ROUNDS) {
        const odds = await question(battles, battles === WONDERING);
        if (mine !== asked) return;
        if (!box.value.trim()) box.value = odds.query ?? "";
        changes = odds.what_if ?? changes;
        for (const [at, role] of ["attacker", "defender"].entries())
          if (odds.seats) result.style.setProperty(`--${role}`, `var(--seat-${odds.seats[at]})`);
          else result.style.removeProperty(`--${role}`);
        result.replaceChildren(...shown(odds, rows(changes, odds, (query) => {
          box.value = query;
          inWords();
        })));
        if (odds.exact && battles >= WONDERING) break;
      }
    } catch (problem) {
      if (mine === asked) result.replaceChildren(make("p", { class: "quiet" }, sentence(problem)));
    }
    if (mine === asked) result.removeAttribute("aria-busy");
  };

  const inWords = () => {
    const battle = box.value.trim();
    setPart("odds", battle);
    void run(wondering((battles, more) => ask("odds", { body: { game, battle, battles, ...more } })));
  };
  const inView = () => {
    setPart("odds", "");
    const seat = table.seat === null ? "" : `&seat=${table.seat}`;
    void run((battles, whatIf) => table.ask(`/odds?battles=${battles}${whatIf ? "&what_if=true" : ""}${seat}`));
  };
  // The scene that is, not one that is only planned.
  const isOn = () => scenes.some((scene) => table.baseFragments[scene]?.html);

  const form = make("form", {
    class: "stack",
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      if (box.value.trim()) inWords();
      else begin();
    },
  }, make("label", {}, `The ${word} in words: change what you like.`, box),
  make("p", { class: "row" },
    make("button", { type: "submit", class: "plain" }, "Ask"),
    isOn() && make("button", { type: "button", onclick: () => {
      box.value = "";
      inView();
    } }, `The ${word} on the table`),
    make("button", { type: "button", onclick: () => void copy(withPart("odds", box.value.trim())).then((isDone) =>
      table.say(isDone ? "The link to these odds is copied." : "This browser does not let the page copy.")) }, "Copy link")));

  const begin = () => {
    if (isOn()) return inView();
    if (table.page?.ahead) {
      box.value = table.page.ahead;
      return inWords();
    }
    setPart("odds", "");
    result.replaceChildren(make("p", { class: "quiet" }, `There is no ${word} now. Stage what leads to one, or write one in words.`));
  };
  openDrawer("odds", "Odds", form, result);
  box.value = part("odds") ?? "";
  if (box.value) inWords();
  else begin();
}

/** Asks what if; a server that does not know the question is asked without. @param {(battles: number, more: {what_if?: true}) => Promise<Odds>} question @returns {Question} */
function wondering(question) {
  return async (battles, whatIf) => {
    if (!whatIf) return question(battles, {});
    try {
      return await question(battles, { what_if: true });
    } catch (problem) {
      if (problem instanceof Refusal && problem.status === 422) return question(battles, {});
      throw problem;
    }
  };
}

const NAMES = ["Attacker", "Defender", "Neither"];

/** @param {number} part */
function share(part) {
  return `${(100 * part).toFixed(part > 0 && part < 0.1 ? 1 : 0)} %`;
}

/** @param {number[]} wins */
function bar(wins) {
  return make("span", { class: "odds-bar", role: "img", "aria-label": NAMES.map((name, at) => `${name} ${share(wins[at] ?? 0)}`).join(", ") },
    ...NAMES.map((_, at) => make("span", { class: `part-${at}`, style: `flex-grow:${Math.max(0.001, wins[at] ?? 0)}` })));
}

/** @param {Odds} odds @param {HTMLElement[]} changes */
function shown({ text, svg, wins, error, battles, exact, note }, changes) {
  const picture = make("div", { class: "plot", tabindex: 0, role: "region", "aria-label": "How many units are left" });
  if (svg) insert(picture, svg);
  return [
    bar(wins),
    make("ul", { class: "odds-parts" }, ...NAMES.map((name, at) =>
      make("li", {}, make("i", { class: `part-${at}` }), `${name} `, make("b", {}, share(wins[at] ?? 0))))),
    make("p", { class: "quiet" }, exact ? "Exact." : `Played out ${battles.toLocaleString()} times, give or take ${share(error)}.`),
    ...(note ? [make("p", { class: "quiet" }, note)] : []),
    ...changes,
    picture,
    make("details", {}, make("summary", {}, "In words"), make("pre", {}, text)),
  ];
}

/** What if: each row is another battle, and a click asks for it. @param {WhatIf[]} changes @param {Odds} odds @param {(query: string) => void} wonder @returns {HTMLElement[]} */
function rows(changes, { wins: now }, wonder) {
  if (changes.length === 0) return [];
  const [{ side }] = changes;
  return [make("h3", {}, `What if: the ${NAMES[side].toLowerCase()}'s chance`), make("ul", { class: "what-if" }, ...changes.map(({ label, query, wins }) => {
    const more = Math.round(100 * (wins[side] - now[side]));
    return make("li", {}, make("button", { type: "button", title: query, onclick: () => wonder(query) },
      make("span", { class: "label" }, label), bar(wins),
      make("b", {}, share(wins[side])), make("small", { class: "quiet" }, more > 0 ? `+${more}` : more < 0 ? `−${-more}` : "±0")));
  }))];
}
