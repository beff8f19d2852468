// The rules in place: terms become links, and hovering or following one shows our words for it.

import { make } from "./dom.js";
import { ask } from "./wire.js";

/** @typedef {import("./wire.js").Entry} Entry */

export class Glossary {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    /** @type {Map<string, Entry>} */
    this.entries = new Map();
    /** @type {Map<string, string>} */
    this.terms = new Map();
    /** @type {RegExp | null} */
    this.pattern = null;
    /** Text that was written before the glossary came. @type {Map<HTMLElement, string>} */
    this.waiting = new Map();
    /** @type {Promise<void> | null} */
    this.loading = null;
    /** @type {Map<string, string>} */
    this.clauses = new Map();
  }

  load() {
    this.loading ??= ask(`glossary/${this.game}`).then(({ entries }) => this.take(entries), () => {});
    return this.loading;
  }

  /** @param {Entry[]} entries */
  take(entries) {
    for (const entry of entries) {
      this.entries.set(entry.id, entry);
      for (const term of [entry.title, ...entry.also]) this.terms.set(term.toLowerCase(), entry.id);
    }
    const longestFirst = [...this.terms.keys()].sort((a, b) => b.length - a.length);
    const words = longestFirst.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    this.pattern = words.length ? new RegExp(`(?<![\\p{L}\\p{N}-])(${words.join("|")})(?![\\p{L}\\p{N}-])`, "giu") : null;
    for (const [element, text] of this.waiting) this.write(element, text);
    this.waiting.clear();
  }

  /** Writes text with its terms linked; plain until the glossary is there. @param {HTMLElement} element @param {string} text */
  write(element, text) {
    if (element.dataset.written === text && (this.pattern === null) === (element.dataset.linked === undefined)) return;
    element.dataset.written = text;
    if (!this.pattern) {
      element.textContent = text;
      this.waiting.set(element, text);
      return;
    }
    element.dataset.linked = "";
    element.replaceChildren(...this.linked(text));
  }

  /** @param {string} text @param {string} [but] an entry that is not linked, since it is being read */
  linked(text, but) {
    if (!this.pattern) return [document.createTextNode(text)];
    /** @type {Node[]} */
    const parts = [];
    let end = 0;
    for (const match of text.matchAll(this.pattern)) {
      const id = this.terms.get(match[0].toLowerCase());
      if (!id || id === but || isInName(text, match[0], match.index)) continue;
      parts.push(document.createTextNode(text.slice(end, match.index)), this.link(id, match[0]));
      end = match.index + match[0].length;
    }
    parts.push(document.createTextNode(text.slice(end)));
    return parts;
  }

  /** @param {string} id @param {string} shown */
  link(id, shown) {
    return make("a", { class: "term", "data-term": id, href: `/rules/${this.game}#${id}` }, shown);
  }

  /** Links the terms in markup that the server drew. @param {Element} mount */
  linkIn(mount) {
    if (!this.pattern) return;
    const walker = document.createTreeWalker(mount, NodeFilter.SHOW_TEXT);
    /** @type {Text[]} */
    const texts = [];
    while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
    for (const text of texts) {
      if (text.parentElement?.closest("a, button, svg, h2, h3, h4")) continue;
      const parts = this.linked(text.data);
      if (parts.length > 1) text.replaceWith(...parts);
    }
  }

  /** Paragraphs with `[[shown|id]]` links. @param {string} text */
  paragraphs(text) {
    return text.split(/\n\s*\n/).filter((part) => part.trim()).map((part) => {
      const paragraph = make("p");
      let end = 0;
      for (const match of part.matchAll(/\[\[([^\]|]+)(?:\|([^\]]+))?\]\]/g)) {
        const id = match[2] ?? this.terms.get(match[1].toLowerCase()) ?? match[1].toLowerCase().replace(/\s+/g, "-");
        paragraph.append(part.slice(end, match.index), this.link(id, match[1]));
        end = match.index + match[0].length;
      }
      paragraph.append(part.slice(end));
      return paragraph;
    });
  }

  /** An entry in full. @param {Entry} entry */
  article(entry) {
    const see = entry.see.map((id) => this.entries.get(id)).filter((other) => other !== undefined);
    return make("article", { class: "entry", id: entry.id },
      make("h3", {}, make("a", { href: `/rules/${this.game}#${entry.id}`, "data-term": entry.id }, entry.title)),
      ...this.paragraphs(entry.text),
      see.length > 0 && make("p", { class: "see quiet" }, "See also: ",
        ...see.flatMap(({ id, title }, at) => [at ? ", " : "", this.link(id, title)])),
      entry.clauses.length > 0 && make("details", {
        class: "clause-list",
        ontoggle: (/** @type {Event} */ event) => void this.fillClauses(/** @type {HTMLDetailsElement} */ (event.target), entry.clauses),
      }, make("summary", { class: "quiet" }, "The exact rules")));
  }

  /** @param {HTMLDetailsElement} details @param {string[]} ids */
  async fillClauses(details, ids) {
    if (!details.open || details.querySelector("dl")) return;
    const list = make("dl");
    details.append(list);
    for (const { id, text } of await this.clausesOf(ids)) list.append(make("dt", {}, id), make("dd", {}, text));
  }

  /** @param {string[]} ids @returns {Promise<{id: string, text: string}[]>} */
  async clausesOf(ids) {
    const missing = ids.filter((id) => !this.clauses.has(id));
    if (missing.length) {
      const found = await ask(`clauses/${this.game}?ids=${encodeURIComponent(missing.join(","))}`).catch(() => []);
      for (const { id, text } of found) this.clauses.set(id, text);
    }
    return ids.filter((id) => this.clauses.has(id)).map((id) => ({ id, text: this.clauses.get(id) ?? "" }));
  }
}

/** Whether a capitalised word stands in a longer name: the “Star” of “Star Alliance” is no star. @param {string} text @param {string} word @param {number} at */
function isInName(text, word, at) {
  if (!/^\p{Lu}/u.test(word)) return false;
  return /^ \p{Lu}/u.test(text.slice(at + word.length)) || /\p{Lu}\p{Ll}+ $/u.test(text.slice(0, at));
}
