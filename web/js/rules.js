// The glossary as a page: searchable, and every entry a link.

import { by, make } from "./dom.js";
import { Glossary } from "./glossary.js";
import "./settings.js";

const game = location.pathname.split("/")[2] ?? "forbidden-stars";
const glossary = new Glossary(game);
const find = /** @type {HTMLInputElement} */ (by("find"));
by("title").textContent = `Rules of ${game.split("-").map((word) => word[0].toUpperCase() + word.slice(1)).join(" ")}`;
document.title = `${by("title").textContent} – Orrery`;

async function show() {
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
  by("none").hidden = groups.size > 0;
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
