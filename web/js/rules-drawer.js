// Rules looked up beside the table: terms and clauses where they stand, and the keys with a search over the glossary.

import { make } from "./dom.js";
import { openDrawer } from "./drawer.js";
import { keyTable } from "./keys.js";

/** @typedef {import("./glossary.js").Glossary} Glossary */

/** Terms open beside the table; with a modifier key they open as any link. @param {Glossary} glossary */
export function listenToTerms(glossary) {
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { term, clause } = /** @type {HTMLElement | null} */ (event.target.closest("[data-term], [data-clause]"))?.dataset ?? {};
    if (term) event.preventDefault();
    if (term) void openEntry(glossary, term);
    if (clause) void openClause(glossary, clause);
  });
}

/** @param {Glossary} glossary @param {string} term */
async function openEntry(glossary, term) {
  await glossary.load();
  const entry = glossary.entries.get(term);
  if (entry) openDrawer("rules", "Rules", glossary.article(entry), whole(glossary));
}

/** @param {Glossary} glossary @param {string} clause */
async function openClause(glossary, clause) {
  await glossary.load();
  const [found] = await glossary.clausesOf([clause]);
  const about = [...glossary.entries.values()].filter(({ clauses }) => clauses.includes(clause));
  openDrawer("rules", "Rules", make("dl", {}, make("dt", {}, clause), make("dd", {}, found?.text ?? "This clause is not in the list.")),
    ...about.map((entry) => glossary.article(entry)));
}

/** @param {Glossary} glossary @param {import("./wire.js").Offer} offer */
export async function openHelp(glossary, offer) {
  await glossary.load();
  const keys = [make("h3", {}, "Keys"), keyTable(offer)];
  // A game without words of its own has only keys.
  if (glossary.entries.size === 0) return openDrawer("help", "Help", ...keys);
  const results = make("div", {});
  const find = make("input", {
    type: "search", placeholder: "Find a rule", "aria-label": "Find a rule",
    oninput: (/** @type {Event} */ event) => {
      const wanted = /** @type {HTMLInputElement} */ (event.target).value.toLowerCase().trim();
      const found = wanted ? [...glossary.entries.values()].filter(({ title, also, text }) =>
        [title, ...also].some((term) => term.toLowerCase().includes(wanted)) || text.toLowerCase().includes(wanted)).slice(0, 12) : [];
      results.replaceChildren(...found.map((entry) => glossary.article(entry)));
    },
  });
  openDrawer("help", "Help", find, results, ...keys, whole(glossary));
  find.focus();
}

/** @param {Glossary} glossary */
function whole(glossary) {
  return make("p", {}, make("a", { href: `/rules/${glossary.game}`, target: "_blank" }, "The whole glossary"));
}
