// A second press is no second deed.

/** Those that go on. @type {Set<string>} */
const going = new Set();

/** Does a deed, unless one of the same name still goes on. @param {string} name @param {() => Promise<unknown>} deed */
export async function once(name, deed) {
  if (going.has(name)) return;
  going.add(name);
  try {
    await deed();
  } finally {
    going.delete(name);
  }
}

/** How long another page may take to come, in milliseconds. */
const PATIENCE = 10_000;

/** Leaves for another page. It lasts until somebody comes back to this one, or the other does not come. @param {string} address */
export function leave(address) {
  location.assign(address);
  return new Promise((back) => {
    addEventListener("pageshow", back, { once: true });
    setTimeout(back, PATIENCE);
  });
}
