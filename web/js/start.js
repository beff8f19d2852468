// The start page: ways to begin, tables that wait for players, and the games one is in.

import { by, make } from "./dom.js";
import { forgetMatch, keep, kept, knownMatches, remember } from "./keep.js";
import { drawOrrery } from "./orrery.js";
import { change, settings } from "./settings.js";
import { SetUp } from "./set-up.js";
import { ask, sentence } from "./wire.js";

/**
 * @typedef {import("./wire.js").GameOffer} GameOffer
 * @typedef {import("./wire.js").Summary} Summary
 */

drawOrrery(by("orrery"));

/** @param {unknown} problem */
function complain(problem) {
  by("problem").textContent = sentence(problem);
  by("problem").hidden = false;
}

by("theme").addEventListener("click", () => change({ theme: document.documentElement.dataset.theme === "night" ? "chart" : "night" }));
by("theme").title = `Now ${settings.theme}`;

/** @type {Promise<GameOffer[]>} */
const offers = ask("games");
const setUp = new SetUp(by("setup"), complain);

for (const way of document.querySelectorAll("[data-way]"))
  way.addEventListener("click", async () => {
    for (const other of document.querySelectorAll("[data-way]")) other.setAttribute("aria-expanded", String(other === way));
    try {
      setUp.open(await offers, /** @type {"bots"} */ (/** @type {HTMLElement} */ (way).dataset.way));
    } catch (problem) {
      complain(problem);
    }
  });

by("learn").addEventListener("click", async () => {
  try {
    await setUp.begin(setUp.guided(await offers));
  } catch (problem) {
    complain(problem);
  }
});

// On the first visit the guide is the way that stands out.
if (knownMatches().length === 0) by("learn").classList.add("first");

/** Sides as people call them. @param {Summary} match */
async function sidesOf(match) {
  const game = (await offers.catch(() => [])).find(({ name }) => name === match.game);
  return match.seats.map(({ side }) => game?.sides.find(({ id }) => id === side)?.name ?? side);
}

async function showMine() {
  /** @type {Map<string, Summary>} */
  const found = new Map();
  if (kept("account", "")) {
    const me = await ask("me").catch(() => null);
    if (me) by("account-link").textContent = me.name;
    for (const match of me?.matches ?? []) found.set(match.id, match);
  }
  await Promise.all(knownMatches().slice(0, 8).filter(({ id }) => !found.has(id)).map(async ({ id, key }) => {
    try {
      found.set(id, await ask(`matches/${id}`, { key }));
    } catch (problem) {
      if (/** @type {{status?: number}} */ (problem).status === 404) forgetMatch(id);
    }
  }));
  const matches = [...found.values()].sort((a, b) => b.updated - a.updated);
  by("mine").hidden = matches.length === 0;
  list("mine").replaceChildren(...await Promise.all(matches.map(async (match) => make("li", {},
    make("a", { href: `/match/${match.id}` }, match.name || (await sidesOf(match)).join(" against ")),
    match.my_turn && make("span", { class: "turn" }, "your turn"),
    make("span", { class: "quiet" }, { open: "waits for players", running: "running", over: "over" }[match.state]),
    make("span", { class: "quiet" }, ago(match.updated))))));
}

async function showLobby() {
  const { matches } = await ask("matches?state=open").catch(() => ({ matches: [] }));
  list("lobby").replaceChildren(...await Promise.all(/** @type {Summary[]} */ (matches).map(async (match) => {
    const free = match.seats.filter(({ sitter }) => sitter === "open");
    const sides = await sidesOf(match);
    return make("li", {},
      make("span", { class: "grow" }, match.name || "A table", make("span", { class: "quiet" }, ` – ${match.seats.map(({ name }, at) => name || sides[at]).join(", ")}`)),
      make("span", { class: "quiet" }, `${free.length} free`),
      make("button", { type: "button", onclick: () => void sitDown(match) }, "Sit down"));
  })));
}

/** @param {Summary} match */
async function sitDown(match) {
  const name = kept("name", "");
  if (!name) return location.assign(`/match/${match.id}`);
  try {
    const { key, seat } = await ask(`matches/${match.id}/join`, { body: { name } });
    keep(`key.${match.id}`, key);
    remember({ id: match.id, key, seat, name: match.name, at: Date.now() });
    location.assign(`/match/${match.id}`);
  } catch (problem) {
    complain(problem);
  }
}

/** @param {string} section */
function list(section) {
  return /** @type {HTMLElement} */ (by(section).querySelector("ul"));
}

/** @param {number} time */
function ago(time) {
  const minutes = Math.round((Date.now() - time) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 90) return `${minutes} min ago`;
  if (minutes < 2880) return `${Math.round(minutes / 60)} hours ago`;
  return `${Math.round(minutes / 1440)} days ago`;
}

void showMine();
void showLobby();
setInterval(() => document.visibilityState === "visible" && void showLobby(), 15_000);
