// Coming to a table: with the key in a link, with one that was kept, or with none.

import { make } from "./dom.js";
import { forget, isKey, kept, keyToCome, keysOf, useKey } from "./keep.js";
import { Refusal, ask } from "./wire.js";

/** @typedef {import("./wire.js").Match} Match */

export const NO_SEAT = "This link leads to no seat at this table. Perhaps a part of it is missing.";

/** A seat link carries its key in the fragment; it is taken off the address bar, and kept when the server knows it. */
export function takeFragment() {
  const fragment = location.hash.slice(1);
  if (!fragment || fragment.includes("=")) return null;
  history.replaceState(null, "", location.pathname);
  return fragment;
}

/**
 * The table, seen with the key that was brought, or else with one that was kept.
 * @param {string} id @param {string | null} brought
 * @returns {Promise<{match: Match, key: string | null}>}
 */
export async function enter(id, brought) {
  const look = async (/** @type {string | null} */ key) => ({ match: /** @type {Match} */ (await ask(`matches/${id}`, { key })), key });
  const own = keysOf(id);
  const keys = brought !== null && isKey(brought) ? [brought, ...own.filter((other) => other !== brought)] : own;
  for (const [at, key] of keys.entries())
    try {
      const seen = await look(key);
      const own = await exchanged(id, key, seen.match);
      if (own !== key) return await look(own);
      useKey(id, key);
      return seen;
    } catch (problem) {
      const isRefused = problem instanceof Refusal && (problem.status === 401 || problem.status === 403);
      if (!isRefused || at === keys.length - 1) throw problem;
    }
  // A seat that was asked for, and the answer got lost.
  const toCome = kept(`to-come.${id}`, "");
  if (isKey(toCome))
    try {
      const seen = await look(toCome);
      useKey(id, toCome);
      forget(`to-come.${id}`);
      return seen;
    } catch (problem) {
      if (!(problem instanceof Refusal && problem.status === 401)) throw problem;
    }
  return look(null);
}

/**
 * A new link to a seat that somebody has taken already is for the one who lost the key: it is exchanged for one that nobody
 * else has. Other keys stay.
 * @param {string} id @param {string} key @param {Match} match
 */
async function exchanged(id, key, match) {
  const [seat] = match.seats.filter(({ seat }) => match.held.includes(seat));
  if (!match.by_link || !seat || seat.sitter === "open") return key;
  const said = await ask(`matches/${id}/join`, { key, body: { name: seat.name || "Player", key: keyToCome(id) } });
  useKey(id, said.key);
  forget(`to-come.${id}`);
  return /** @type {string} */ (said.key);
}

/** There is no such table: instead of an empty one stands what any address without a page says. @returns {Promise<boolean>} whether that could be fetched */
export async function showNowhere() {
  const reply = await fetch("/web/missing.html").catch(() => null);
  if (!reply?.ok) return false;
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  document.title = page.title;
  document.body.classList.add("nowhere");
  document.body.append(make("section", { id: "nowhere", class: "scroll" }, ...page.querySelectorAll("body > header, main > *")));
  return true;
}
