// Making and finding elements. Text always goes in as text; markup comes from the server alone, by `insert`.

/**
 * An element with attributes, listeners (`onclick: …`) and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...(Node | string | null | undefined | false)} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

/** The element that the page must have under this id. @param {string} id @returns {HTMLElement} */
export function by(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no element “${id}”.`);
  return element;
}

/** Puts these into an element, unless their like stand there: what is not touched is not styled and laid out anew. Not for what listens. @param {Element} element @param {...Node} nodes */
export function replaceUnlike(element, ...nodes) {
  const present = element.childNodes;
  if (present.length === nodes.length && nodes.every((node, at) => node.isEqualNode(present[at]))) return;
  element.replaceChildren(...nodes);
}

/** Shows what our own server drew. Nothing written by people passes here. @param {Element} target @param {string} markup */
export function insert(target, markup) {
  target.innerHTML = markup;
}

/** @param {EventTarget | null} target @returns {boolean} whether keys pressed here are text */
export function isTyping(target) {
  return target instanceof HTMLElement
    && (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
      || (target instanceof HTMLInputElement && !["checkbox", "radio", "range", "button"].includes(target.type)));
}

/** What waits for the next frame. @type {Set<() => void>} */
const waiting = new Set();

/** Does it once before the next frame is painted: who asks sooner where things lie has the page laid out once more. @param {() => void} job */
export function beforePaint(job) {
  if (waiting.size === 0)
    requestAnimationFrame(() => {
      const jobs = [...waiting];
      waiting.clear();
      for (const job of jobs) job();
    });
  waiting.add(job);
}

/** A mark for a seat: letter, colour and shape together. @param {number} seat @param {string} letter */
export function seatMark(seat, letter) {
  return make("span", { class: `letter s${seat}`, "aria-hidden": "true" }, letter);
}

/** Puts text where it can be pasted from. Only a page that came over a safe line has a clipboard; elsewhere an old way may do. @param {string} text @returns {Promise<boolean>} */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const before = document.activeElement;
    const box = make("textarea", { class: "unseen", readonly: true, "aria-hidden": "true" });
    box.value = text;
    document.body.append(box);
    box.select();
    const isDone = document.execCommand("copy");
    box.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    return isDone;
  }
}
