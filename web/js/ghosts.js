// What a plan would change on the board is drawn as a ghost.

import { parse } from "./patch.js";

export class Ghosts {
  /** @param {import("./table.js").Table} table @param {string | null} picture the name of the board's fragment, where there is a board */
  constructor(table, picture) {
    this.table = table;
    this.picture = picture;
    /** How each piece was drawn in a part of the board, by the part's name. @type {Map<string, {html: string, looks: Map<string, string>}>} */
    this.drawn = new Map();
  }

  show() {
    const { table, picture } = this;
    if (picture === null) return;
    const { shown, mounts } = table.regions;
    const board = mounts[picture];
    for (const element of board.querySelectorAll(".planned")) element.classList.remove("ghost", "planned");
    if (table.plan.length === 0 || table.isReplaying) return;
    const changed = Object.keys(shown).filter((name) => name.startsWith(`${picture}/`) && shown[name].version !== table.baseFragments[name]?.version);
    const before = new Map(changed.flatMap((name) => [...this.looksIn(board, name, table.baseFragments[name]?.html ?? "")]));
    for (const name of changed)
      for (const element of board.querySelectorAll(`[data-part="${CSS.escape(name)}"] [data-glide]:not(.ghost)`))
        if (before.get(element.getAttribute("data-piece") ?? "") !== look(element)) element.classList.add("ghost", "planned");
  }

  /** How each piece is drawn in a part of the board; remembered, since a plan grows by many steps. @param {HTMLElement} board @param {string} name @param {string} html */
  looksIn(board, name, html) {
    const known = this.drawn.get(name);
    if (known?.html === html) return known.looks;
    const pieces = parse(board.firstElementChild ?? board, html).querySelectorAll("[data-glide]");
    const looks = new Map([...pieces].map((element) => [element.getAttribute("data-piece") ?? "", look(element)]));
    this.drawn.set(name, { html, looks });
    return looks;
  }
}

/** How a piece is drawn, whatever light falls on it. @param {Element} element */
function look(element) {
  return `${element.getAttribute("transform")} ${element.innerHTML}`;
}
