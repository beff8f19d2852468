// The parts of the table that a game brings with it: a place for each of its panels.

import { by, make } from "./dom.js";

/** @typedef {import("./wire.js").Panel} Panel */

export class Panels {
  /** @param {Panel[]} offered @param {import("./tabs.js").Tabs} tabs */
  constructor(offered, tabs) {
    this.tabs = tabs;
    const named = (/** @type {Panel["place"]} */ place) => offered.filter((panel) => panel.place === place);
    /** What the server draws goes in here, by the panel's id. @type {Record<string, HTMLElement>} */
    this.mounts = {};
    const [board] = named("board");
    const [list] = named("list");
    /** The panel of the picture in the middle. */
    this.board = board?.id ?? null;
    /** The panel of the same in words. */
    this.list = list?.id ?? null;
    this.scenes = named("scene").map(({ id }) => id);
    if (board) this.mount(board, by("board"));
    if (list) this.mount(list, by("list"));
    by("map").setAttribute("aria-label", (board ?? list)?.title ?? "Table");
    by("list").setAttribute("aria-label", list?.title ?? "");
    // What one has oneself stands before what everybody has.
    for (const panel of [...named("own"), ...named("seats")]) by("areas").append(this.mount(panel, make("div", { class: panel.place, hidden: true })));
    for (const panel of named("scene")) tabs.add(panel, [aftermath(), this.mount(panel, make("div"))]);
    for (const panel of named("tab")) tabs.add(panel, [this.mount(panel, make("div"))]);
    for (const { id, place } of offered) if (place === "scene" || place === "tab") tabs.holders.set(id, this.mounts[id]);
    tabs.holders.set("you", by("areas"));
    by("as-list").hidden = !board || !list;
  }

  /** In the order in which Tab goes through them: the middle first, then what happens, then what everybody has. */
  inOrder() {
    const { board, list, scenes, mounts } = this;
    const first = [board, list, ...scenes].filter((name) => name !== null);
    return [...first, ...Object.keys(mounts).filter((name) => !first.includes(name))].map((name) => mounts[name]);
  }

  /** @param {Panel} panel @param {HTMLElement} place */
  mount({ id }, place) {
    place.dataset.region = id;
    this.mounts[id] = place;
    return place;
  }

  /** Whether the words are shown instead of the picture. @param {boolean} isWanted */
  showsList(isWanted) {
    return this.list !== null && (isWanted || this.board === null);
  }

  /** What is empty takes no room. */
  tidy() {
    for (const [id, mount] of Object.entries(this.mounts))
      if (id !== this.board && id !== this.list) mount.hidden = mount.childElementCount === 0;
  }
}

/** How a scene stood at last, until the viewer decides something. */
function aftermath() {
  return make("div", { class: "aftermath", hidden: true }, make("h2", { class: "result" }), make("ol", { class: "tale quiet" }), make("div", { class: "last" }));
}
