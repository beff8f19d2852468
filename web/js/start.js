// The start page: the games, the ways to begin one, tables that wait for players, and the games one is in.

import { Chooser } from "./chooser.js";
import { by, make } from "./dom.js";
import { forgetMatch, keyToCome, keysOf, kept, knownMatches, takeSeat } from "./keep.js";
import { ago, myGame } from "./my-games.js";
import { offers, sidesOf, titleOf } from "./offers.js";
import { change, settings } from "./settings.js";
import { SetUp } from "./set-up.js";
import { ask, sentence } from "./wire.js";

/**
 * @typedef {import("./wire.js").Offer} Offer
 * @typedef {import("./wire.js").Summary} Summary
 * @typedef {import("./set-up.js").Way} Way
 */

// A page that is left open does not keep the computer busy.
setTimeout(() => by("games").classList.add("at-rest"), 60_000);

/** @param {unknown} problem */
function complain(problem) {
  by("problem").textContent = sentence(problem);
  by("problem").hidden = false;
}

by("theme").addEventListener("click", () => change({ theme: document.documentElement.dataset.theme === "night" ? "chart" : "night" }));
by("theme").title = `Now ${settings.theme}`;

const games = offers();
/** The account that is logged in here, if there is one. @type {Promise<{name: string, matches: Summary[]} | null>} */
const account = kept("account", "") ? ask("me").catch(() => null) : Promise.resolve(null);
const setUp = new SetUp(by("setup"), complain);
const ways = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-way]")]);

/** Done once the games are known: whoever presses sooner is not forgotten. */
const chooser = games.then((all) => {
  if (all.length === 0) throw new Error("No game can be played on this server.");
  return new Chooser(by("games"), all, show);
});
chooser.catch(complain);

/** Another game is chosen: the ways to begin are its ways. @param {Offer} offer */
function show(offer) {
  by("rules-link").setAttribute("href", `/rules/${offer.name}`);
  by("play-title").textContent = `Play ${offer.title} against bots`;
  by("learn").hidden = offer.guided === null;
  if (setUp.way) setUp.open(offer, setUp.way);
}

for (const way of ways)
  way.addEventListener("click", async () => {
    for (const other of ways) {
      other.setAttribute("aria-expanded", String(other === way));
      other.classList.toggle("primary", other === way);
    }
    const { offer } = await chooser;
    setUp.open(offer, /** @type {Way} */ (way.dataset.way));
    by("setup").scrollIntoView({ block: "nearest" });
    /** @type {HTMLElement | null} */ (by("setup").querySelector(".begin"))?.focus({ preventScroll: true });
  });

by("learn").addEventListener("click", async () => {
  const { offer } = await chooser;
  await setUp.begin(setUp.guided(offer));
});

// On the first visit the guide is the way that stands out.
if (knownMatches().length === 0) by("learn").classList.add("first");

/** All tables of mine: those of the account, and those that this browser has sat at. */
async function showMine() {
  /** @type {Map<string, Summary & {held?: number[]}>} */
  const found = new Map();
  const me = await account;
  if (me) by("account-link").textContent = me.name;
  for (const match of me?.matches ?? []) found.set(match.id, match);
  const known = knownMatches();
  /** What the server said instead of showing a table. @type {Map<string, string>} */
  const refused = new Map();
  await Promise.all(known.filter(({ id }) => !found.has(id)).map(async ({ id }) => {
    try {
      found.set(id, await ask(`matches/${id}`, { key: keysOf(id)[0] }));
    } catch (problem) {
      refused.set(id, /** @type {{status?: number}} */ (problem).status === 404 ? "not on this server" : sentence(problem));
    }
  }));
  const matches = [...found.values()].sort((a, b) => Number(b.my_turn ?? false) - Number(a.my_turn ?? false) || b.updated - a.updated);
  const named = await games.catch(() => []);
  const rows = matches.map((match) => myGame(match, named, known.find(({ id }) => id === match.id)?.place));
  rows.push(...known.filter(({ id }) => refused.has(id)).map(({ id, game, name, at }) => make("li", {},
    make("span", { class: "grow" }, name || "A table"),
    make("span", { class: "quiet" }, refused.get(id) ?? ""),
    make("span", { class: "quiet" }, `${game ? `${titleOf(named, game)}, ` : ""}seen ${ago(at)}`),
    // The key may open a seat elsewhere, or here again tomorrow: only the player throws it away.
    make("button", { type: "button", class: "link", onclick: () => { forgetMatch(id); void showMine(); } }, "Forget this table"))));
  by("mine").hidden = rows.length === 0;
  list("mine").replaceChildren(...rows);
}

/** How many pages of open tables are shown. */
let lobbyPages = 1;

async function showLobby() {
  /** @type {Summary[]} */
  const matches = [];
  let next = "";
  for (let page = 0; page < lobbyPages && next !== null; page += 1) {
    const part = await ask(`matches${next && `?before=${encodeURIComponent(next)}`}`).catch(() => ({ matches: [], next: null }));
    matches.push(...part.matches);
    next = part.next;
  }
  const me = await account;
  // Whoever has a key to a table, or an account that sits there, goes on there.
  const isMine = (/** @type {string} */ id) => keysOf(id).length > 0 || me?.matches.some((match) => match.id === id);
  const named = await games.catch(() => []);
  const rows = matches.map((match) => {
    const sides = sidesOf(named, match);
    const sitting = match.seats.filter(({ sitter }) => sitter !== "open").map(({ name, seat }) => name || sides[seat]);
    const free = match.seats.filter(({ sitter }) => sitter === "open").map(({ seat }) => sides[seat]);
    return make("li", {},
      make("span", { class: "grow" }, match.name || "A table", sitting.length > 0 && make("span", { class: "quiet" }, ` – ${sitting.join(", ")}`)),
      isMine(match.id)
        ? make("a", { class: "button", href: `/match/${match.id}` }, "Open your table")
        : make("button", { type: "button", onclick: () => void sitDown(match) }, "Sit down"),
      make("small", { class: "quiet others" }, make("b", {}, titleOf(named, match.game)), ` free: ${free.join(", ")}`));
  });
  if (next) rows.push(make("li", {}, make("button", { type: "button", class: "link", onclick: () => { lobbyPages += 1; void showLobby(); } }, "More tables")));
  list("lobby").replaceChildren(...rows);
}

/** @param {Summary} match */
async function sitDown(match) {
  const name = kept("name", "");
  // Whoever has no name yet, or a choice of sides, is asked at the table.
  if (!name || match.seats.filter(({ sitter }) => sitter === "open").length > 1) return location.assign(`/match/${match.id}`);
  try {
    const { key, seat } = await ask(`matches/${match.id}/join`, { body: { name, key: keyToCome(match.id) } });
    takeSeat({ id: match.id, key, seat }, match.name);
    location.assign(`/match/${match.id}`);
  } catch (problem) {
    complain(problem);
  }
}

/** @param {string} section */
function list(section) {
  return /** @type {HTMLElement} */ (by(section).querySelector("ul"));
}

void showMine();
void showLobby();
setInterval(() => document.visibilityState === "visible" && void showLobby(), 15_000);
