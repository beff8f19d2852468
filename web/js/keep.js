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

/** @typedef {{id: string, key: string | null, seat: number | null, name: string, at: number}} KnownMatch */

/** Tables that this browser sat at, newest first. @returns {KnownMatch[]} */
export function knownMatches() {
  return kept("matches", /** @type {KnownMatch[]} */ ([]));
}

/** @param {KnownMatch} match */
export function remember(match) {
  keep("matches", [match, ...knownMatches().filter(({ id }) => id !== match.id)].slice(0, 40));
}

/** Forgets a table and all that was kept about it. @param {string} id */
export function forgetMatch(id) {
  keep("matches", knownMatches().filter((match) => match.id !== id));
  for (const one of ["key", "made", "links", "guide"]) forget(`${one}.${id}`);
  for (const bySeat of ["draft", "seen", "notes"]) forgetOthers(`${bySeat}.${id}.`, "");
}
