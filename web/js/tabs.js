// Panels: tabs on the right, folds at the sides, one sheet at a time on a phone.

import { by, make } from "./dom.js";
import { keep, kept } from "./keep.js";

/** @typedef {import("./wire.js").Panel} Panel */

/** The sheets of a phone that are no tabs on the right. */
const OTHER_SHEETS = ["prompt", "you"];

export class Tabs {
  constructor() {
    /** What to do when a tab comes into view. @type {Record<string, () => void>} */
    this.opened = {};
    /** Told when the right side takes more or less room. */
    this.resized = () => {};
    /** What each tab or sheet holds, where something in it may be lit. @type {Map<string, HTMLElement>} */
    this.holders = new Map();
    /** The scenes that go on. @type {Set<string>} */
    this.scenes = new Set();
    this.right = by("right");
    this.row = /** @type {HTMLElement} */ (this.right.querySelector('[role="tablist"]'));
    this.row.addEventListener("click", (event) => this.pressed(event, ({ tab = "" }) => this.show(tab)));
    this.row.addEventListener("keydown", (event) => this.walk(event));
    by("tabs").addEventListener("click", (event) => this.pressed(event, ({ sheet = "" }) => this.showSheet(sheet)));
    for (const side of ["left", "right"]) {
      const isFolded = document.body.classList.toggle(`${side}-folded`, kept(`folded.${side}`, false));
      by(`fold-${side}`).setAttribute("aria-expanded", String(!isFolded));
      by(`fold-${side}`).addEventListener("click", () => this.fold(side));
    }
  }

  /** @param {Event} event @param {(dataset: DOMStringMap) => void} then */
  pressed(event, then) {
    const button = event.target instanceof Element ? event.target.closest('[role="tab"]') : null;
    if (button) then(/** @type {HTMLElement} */ (button).dataset);
  }

  /** A tab for a panel: scenes before the log, others after the chat. @param {Panel} panel @param {HTMLElement[]} content */
  add({ id, title, place }, content) {
    const tab = make("button", { type: "button", role: "tab", id: `tab-${id}`, "data-tab": id, "aria-controls": `${id}-panel` }, title);
    const sheet = make("button", { type: "button", role: "tab", "data-sheet": id, "data-tab": id, "aria-controls": "right" }, title);
    for (const [row, button] of [[this.row, tab], [by("tabs"), sheet]])
      row.insertBefore(button, place === "scene" ? row.querySelector('[data-tab="log"]') : null);
    this.right.append(make("div", { id: `${id}-panel`, class: "panel drawn scroll", role: "tabpanel", tabindex: 0, "aria-labelledby": `tab-${id}`, hidden: true }, ...content));
    for (const button of [tab, sheet]) button.hidden = place === "scene";
  }

  /** @param {string} tab */
  show(tab) {
    document.body.classList.remove("right-folded");
    for (const button of this.row.children) {
      const { tab: name = "" } = /** @type {HTMLElement} */ (button).dataset;
      by(`${name}-panel`).hidden = name !== tab;
      button.setAttribute("aria-selected", String(name === tab));
      /** @type {HTMLElement} */ (button).tabIndex = name === tab ? 0 : -1;
    }
    by("chat").hidden = tab !== "chat";
    if (!OTHER_SHEETS.includes(document.body.dataset.sheet ?? "")) this.wear(tab);
    this.opened[tab]?.();
  }

  /** @param {string} sheet */
  showSheet(sheet) {
    this.wear(sheet);
    if (!OTHER_SHEETS.includes(sheet)) this.show(sheet);
  }

  /** @param {string} sheet */
  wear(sheet) {
    document.body.dataset.sheet = sheet;
    for (const button of by("tabs").children) button.setAttribute("aria-selected", String(/** @type {HTMLElement} */ (button).dataset.sheet === sheet));
  }

  /** Those that are shown when nothing else is. */
  begin() {
    this.showSheet("prompt");
    const isFolded = document.body.classList.contains("right-folded");
    this.show("log");
    document.body.classList.toggle("right-folded", isFolded);
  }

  /** A scene takes the panel when it begins and gives it back when it is over and seen. @param {string} scene @param {boolean} isOn */
  setScene(scene, isOn) {
    if (this.scenes.has(scene) === isOn) return;
    if (isOn) this.scenes.add(scene);
    else this.scenes.delete(scene);
    for (const tab of document.querySelectorAll(`[data-tab="${CSS.escape(scene)}"]`)) tab.toggleAttribute("hidden", !isOn);
    const isShown = !by(`${scene}-panel`).hidden;
    if (isOn || isShown) this.show(isOn ? scene : [...this.scenes].at(-1) ?? "log");
    document.body.classList.toggle("in-scene", this.scenes.size > 0);
    this.resized();
  }

  /** A dot on what holds something lit. */
  mark() {
    for (const [name, holder] of this.holders) {
      const isLit = holder.querySelector(".lit") !== null;
      for (const button of document.querySelectorAll(`[data-tab="${CSS.escape(name)}"], [data-sheet="${CSS.escape(name)}"]`)) button.classList.toggle("has-lit", isLit);
    }
  }

  /** @param {KeyboardEvent} event */
  walk(event) {
    const { key, target } = event;
    if ((key !== "ArrowLeft" && key !== "ArrowRight") || !(target instanceof HTMLElement)) return;
    event.preventDefault();
    const tabs = /** @type {HTMLElement[]} */ ([...this.row.querySelectorAll('[role="tab"]:not([hidden])')]);
    const next = tabs[(tabs.indexOf(target) + (key === "ArrowRight" ? 1 : tabs.length - 1)) % tabs.length];
    next.click();
    next.focus();
  }

  /** @param {string} side */
  fold(side) {
    const isFolded = document.body.classList.toggle(`${side}-folded`);
    by(`fold-${side}`).setAttribute("aria-expanded", String(!isFolded));
    keep(`folded.${side}`, isFolded);
    this.resized();
  }
}
