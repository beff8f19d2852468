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
  const [old, now] = [branches(before), branches(after)];
  const nodes = [...parent.childNodes];
  if (!old || !now || nodes.length !== old.length) return false;
  let first = 0;
  while (first < old.length && first < now.length && old[first].text === now[first].text) first += 1;
  let last = 0;
  while (last < old.length - first && last < now.length - first && old[old.length - 1 - last].text === now[now.length - 1 - last].text) last += 1;
  const [oldEnd, nowEnd] = [old.length - last, now.length - last];
  if (oldEnd - first === nowEnd - first) {
    for (let at = first; at < oldEnd; at += 1) {
      if (old[at].text === now[at].text) continue;
      const node = nodes[at];
      const isSame = node instanceof Element && isLike(node, old[at], now[at]);
      if (!isSame || !patchInside(node, old[at].inside, now[at].inside)) parent.replaceChild(parse(parent, now[at].text), node);
    }
    return true;
  }
  const next = nodes[oldEnd] ?? null;
  for (const node of nodes.slice(first, oldEnd)) parent.removeChild(node);
  if (nowEnd > first) parent.insertBefore(parse(parent, now.slice(first, nowEnd).map(({ text }) => text).join("")), next);
  return true;
}

/** Whether the node stays and only its inside changes. @param {Element} node @param {Branch} old @param {Branch} now */
function isLike(node, old, now) {
  // The parser may have put an element between.
  if (old.open === "" || !old.open.startsWith(`<${node.localName}`)) return false;
  if (old.open === now.open) return true;
  // A board that grows is still the same board.
  if (node.localName !== "svg" || !now.open.startsWith("<svg")) return false;
  const grown = /** @type {Element} */ (parse(document.body, `${now.open}</svg>`).firstChild);
  for (const { name, value } of grown.attributes) node.setAttribute(name, value);
  return true;
}

/** @param {Element} parent @param {string} markup */
function parse(parent, markup) {
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
  let [depth, begin, inside] = [0, 0, 0];
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
