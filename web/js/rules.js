// The glossary as a page: searchable, and every entry a link.

import { by, make } from "./dom.js";
import { Glossary } from "./glossary.js";
import { offers, titleOf } from "./offers.js";
import "./settings.js";

const game = decodeURIComponent(location.pathname.split("/")[2] ?? "");
const glossary = new Glossary(game);
const find = /** @type {HTMLInputElement} */ (by("find"));

async function show() {
  by("title").textContent = `Rules of ${titleOf(await offers().catch(() => []), game)}`;
  document.title = `${by("title").textContent} – Orrery`;
  await glossary.load();
  /** @type {Map<string, HTMLElement>} */
  const groups = new Map();
  for (const entry of glossary.entries.values()) {
    let group = groups.get(entry.group);
    if (!group) {
      const id = `group-${entry.group.toLowerCase().replace(/[^a-z]+/g, "-")}`;
      group = make("section", { id, class: "plate" }, make("h2", {}, entry.group));
      groups.set(entry.group, group);
    }
    group.append(glossary.article(entry));
  }
  by("groups").replaceChildren(...[...groups].map(([name, section]) => make("a", { href: `#${section.id}` }, name)));
  by("entries").replaceChildren(...groups.values());
  if (groups.size > 0) return scrollToEntry();
  // Nobody has written any for this game.
  by("find").hidden = true;
  by("none").textContent = "There is no glossary of this game.";
  by("none").hidden = false;
}

function scrollToEntry() {
  document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
}

find.addEventListener("input", () => {
  const wanted = find.value.toLowerCase().trim();
  let found = 0;
  for (const section of by("entries").children) {
    let inside = 0;
    for (const article of section.querySelectorAll("article")) {
      const entry = glossary.entries.get(article.id);
      const isFound = !wanted || [entry?.title, ...(entry?.also ?? []), entry?.text].some((text) => text?.toLowerCase().includes(wanted));
      article.hidden = !isFound;
      inside += Number(isFound);
    }
    /** @type {HTMLElement} */ (section).hidden = inside === 0;
    found += inside;
  }
  by("none").hidden = found > 0;
});

document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== find) {
    event.preventDefault();
    find.focus();
  }
});

void show();
