// The address names what is open: a step of the replay, a scene whose odds are asked. Never a key.

const NAMES = ["step", "odds"];

/** @param {string} name @returns {string | null} */
export function part(name) {
  return new URLSearchParams(location.hash.slice(1)).get(name);
}

/** @param {string} name @param {string | null} value nothing takes the part out */
export function setPart(name, value) {
  history.replaceState(null, "", withPart(name, value));
}

/** The address of this page with another part. @param {string} name @param {string | null} value */
export function withPart(name, value) {
  const parts = new URLSearchParams();
  for (const one of NAMES) {
    const its = one === name ? value : part(one);
    if (its !== null) parts.set(one, its);
  }
  const fragment = String(parts);
  return `${location.origin}${location.pathname}${fragment ? `#${fragment}` : ""}`;
}
