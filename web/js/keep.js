// What this browser remembers. A browser that refuses to remember plays on without.

/** @template T @param {string} name @param {T} otherwise @returns {T} */
export function kept(name, otherwise) {
  try {
    const text = localStorage.getItem(`orrery.${name}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {unknown} value */
export function keep(name, value) {
  try {
    localStorage.setItem(`orrery.${name}`, JSON.stringify(value));
  } catch { /* Full or forbidden: the page works without. */ }
}

/** @param {string} name */
export function forget(name) {
  try {
    localStorage.removeItem(`orrery.${name}`);
  } catch { /* Nothing was kept. */ }
}

/** Forgets all that begins so, but what is named. @param {string} beginning @param {string} but */
export function forgetOthers(beginning, but) {
  try {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(`orrery.${beginning}`) && name !== `orrery.${but}`) localStorage.removeItem(name);
  } catch { /* Nothing was kept. */ }
}

// A key opens a seat. The server keeps only hashes of them, so a key that is lost here is lost for good.

/** Whether a text has the shape of a key; whether the key opens anything only the server knows. @param {string} text */
export function isKey(text) {
  return /^[0-9a-z]{52}$/.test(text);
}

const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * A key of our own making, 256 bits of chance, for a seat at a table: the same each time until the server has said that it
 * opens it. An answer that got lost does not cost the seat then.
 * @param {string} id
 */
export function keyToCome(id) {
  const before = kept(`to-come.${id}`, "");
  if (isKey(before)) return before;
  const chance = crypto.getRandomValues(new Uint8Array(52));
  // Of 52 letters the last holds one bit only.
  const key = Array.from(chance, (byte, at) => LETTERS[at < 51 ? byte % 32 : (byte % 2) * 16]).join("");
  keep(`to-come.${id}`, key);
  return key;
}

/** All keys that this browser was given for a table, the one in use first. @param {string} id @returns {string[]} */
export function keysOf(id) {
  // One that is kept alone is a list of one.
  return [kept(`key.${id}`, /** @type {string | string[]} */ ([]))].flat();
}

/** Puts a key in front of the others of its table. @param {string} id @param {string} key */
export function useKey(id, key) {
  keep(`key.${id}`, [key, ...keysOf(id).filter((other) => other !== key)]);
}

/** A key that opens nothing any more. @param {string} id @param {string} key */
export function forgetKey(id, key) {
  keep(`key.${id}`, keysOf(id).filter((other) => other !== key));
}

/** @typedef {{id: string, game?: string, seat: number | null, name: string, at: number, place?: string}} KnownMatch `game`: once it was looked at */

/** Tables that this browser sat at, newest first. @returns {KnownMatch[]} */
export function knownMatches() {
  return kept("matches", /** @type {KnownMatch[]} */ ([]));
}

/** @param {KnownMatch} match */
export function remember(match) {
  keep("matches", [match, ...knownMatches().filter(({ id }) => id !== match.id)].slice(0, 40));
}

/** Keeps what the server said when a table was made or a seat taken. @param {{id: string, key: string, seat: number | null, links?: {seat: number, url: string}[]}} taken @param {string} name */
export function takeSeat({ id, key, seat, links = [] }, name) {
  useKey(id, key);
  forget(`to-come.${id}`);
  // Only this browser can show the links again.
  if (links.length) keep(`links.${id}`, links);
  remember({ id, seat, name, at: Date.now() });
}

/** Forgets a table and all that was kept about it. @param {string} id */
export function forgetMatch(id) {
  keep("matches", knownMatches().filter((match) => match.id !== id));
  for (const one of ["key", "to-come", "links", "guide", "heard", "folded.seating"]) forget(`${one}.${id}`);
  for (const bySeat of ["draft", "seen", "notes"]) forgetOthers(`${bySeat}.${id}.`, "");
}
