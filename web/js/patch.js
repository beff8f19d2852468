// New markup in place of old, keeping every branch that reads the same: a move changes two systems, not the whole board.

/**
 * @param {Element} mount what holds the old markup
 * @param {string} before what was put into it
 * @param {string} after
 */
export function patch(mount, before, after) {
  if (before && patchInside(mount, before, after)) return;
  mount.replaceChildren(parse(mount, after));
}

/** One node of markup as text, and where its inside lies in it. @typedef {{text: string, open: string, inside: string}} Branch */

/** @param {Element} parent @param {string} before @param {string} after @returns {boolean} whether it could be done */
function patchInside(parent, before, after) {
  if (before === after) return true;
  const [old, now] = [branches(before), branches(after)];
  const nodes = [...parent.childNodes];
  if (!old || !now || nodes.length !== old.length) return false;
  // Mostly a few in the middle change. What follows would find the others too, but has to read each of them whole.
  const fewer = Math.min(old.length, now.length);
  let [head, tail] = [0, 0];
  while (head < fewer && old[head].text === now[head].text) head += 1;
  while (tail < fewer - head && old[old.length - 1 - tail].text === now[now.length - 1 - tail].text) tail += 1;
  const [oldEnd, nowEnd] = [old.length - tail, now.length - tail];
  /** Where each text stood. @type {Map<string, number[]>} */
  const stood = new Map();
  for (let at = head; at < oldEnd; at += 1) {
    const places = stood.get(old[at].text);
    if (places) places.push(at);
    else stood.set(old[at].text, [at]);
  }
  let [from, to] = [head, head];
  for (let at = head; at < nowEnd; at += 1) {
    const same = stood.get(now[at].text)?.find((place) => place >= from);
    if (same === undefined) continue;
    between(parent, nodes.slice(from, same), old.slice(from, same), now.slice(to, at), nodes[same]);
    [from, to] = [same + 1, at + 1];
  }
  between(parent, nodes.slice(from, oldEnd), old.slice(from, oldEnd), now.slice(to, nowEnd), nodes[oldEnd] ?? null);
  return true;
}

/** What stands between two nodes that stay. @param {Element} parent @param {ChildNode[]} nodes @param {Branch[]} old @param {Branch[]} now @param {ChildNode | null} next */
function between(parent, nodes, old, now, next) {
  if (old.length !== now.length) {
    for (const node of nodes) parent.removeChild(node);
    if (now.length > 0) parent.insertBefore(parse(parent, now.map(({ text }) => text).join("")), next);
    return;
  }
  for (const [at, node] of nodes.entries()) {
    if (node instanceof Text && !/[<&]/.test(now[at].text)) {
      node.data = now[at].text;
      continue;
    }
    const isSame = node instanceof Element && isMended(node, old[at], now[at]);
    if (!isSame || !patchInside(node, old[at].inside, now[at].inside)) parent.replaceChild(parse(parent, now[at].text), node);
  }
}

/** Lets a node that shows the same thing stay: its attributes change, and what is in it may. @param {Element} node @param {Branch} old @param {Branch} now @returns {boolean} whether it may stay */
function isMended(node, old, now) {
  // The parser may have put an element between.
  if (old.open === "" || !old.open.startsWith(`<${node.localName}`)) return false;
  if (old.open === now.open) return true;
  if (!now.open.startsWith(`<${node.localName}`)) return false;
  const both = [old, now].map(({ open }) => `${open}</${node.localName}>`).join("");
  const [was, is] = parse(/** @type {Element} */ (node.parentNode), both).children;
  // Another piece is another node: it may have the focus, or be on its way.
  if (!was || !is || was.localName !== is.localName || was.getAttribute("data-piece") !== is.getAttribute("data-piece")) return false;
  for (const { name } of was.attributes) if (!is.hasAttribute(name)) node.removeAttribute(name);
  for (const { name, value } of is.attributes) if (was.getAttribute(name) !== value && name !== "class") node.setAttribute(name, value);
  // The page has marked it with classes of its own.
  for (const name of was.classList) if (!is.classList.contains(name)) node.classList.remove(name);
  if (is.classList.length) node.classList.add(...is.classList);
  return true;
}

/** Markup as nodes that may stand in this parent. @param {Element} parent @param {string} markup */
export function parse(parent, markup) {
  const template = document.createElement("template");
  const isDrawing = parent.namespaceURI === "http://www.w3.org/2000/svg";
  template.innerHTML = isDrawing ? `<svg>${markup}</svg>` : markup;
  const fragment = document.createDocumentFragment();
  fragment.append(.../** @type {Element} */ (isDrawing ? template.content.firstChild : template.content).childNodes);
  return fragment;
}

/** The nodes side by side in markup where every element is closed; nothing if it is not like that. @param {string} markup @returns {Branch[] | null} */
function branches(markup) {
  /** @type {Branch[]} */
  const found = [];
  let [depth, begin, inside, quote] = [0, 0, 0, markup.indexOf('"')];
  for (let at = 0; at < markup.length;) {
    const tag = markup.indexOf("<", at);
    if (depth === 0 && tag !== at) {
      const end = tag < 0 ? markup.length : tag;
      found.push({ text: markup.slice(at, end), open: "", inside: "" });
      at = end;
      continue;
    }
    if (tag < 0) return null;
    const end = markup.indexOf(">", tag) + 1;
    if (end === 0) return null;
    let quotes = 0;
    while (quote >= 0 && quote < end) {
      if (quote > tag) quotes += 1;
      quote = markup.indexOf('"', quote + 1);
    }
    // An attribute may hold what looks like the end of a tag.
    if (quotes % 2 === 1) return null;
    at = end;
    if (markup.charCodeAt(tag + 1) === 47) {
      depth -= 1;
      if (depth === 0) found.push({ text: markup.slice(begin, end), open: markup.slice(begin, inside), inside: markup.slice(inside, tag) });
      if (depth < 0) return null;
    } else if (markup.charCodeAt(end - 2) === 47) {
      if (depth === 0) found.push({ text: markup.slice(tag, end), open: "", inside: "" });
    } else {
      if (depth === 0) [begin, inside] = [tag, end];
      depth += 1;
    }
  }
  return depth === 0 ? found : null;
}
