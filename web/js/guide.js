// The guided first round: a card beside the map that explains each decision when it first comes. The player really chooses.

import { by, make } from "./dom.js";
import { keep, kept } from "./keep.js";
import { ask } from "./wire.js";

/** @typedef {import("./wire.js").GuideStep} GuideStep */

export class Guide {
  /** @param {import("./table.js").Table} table @param {import("./glossary.js").Glossary} glossary */
  constructor(table, glossary) {
    this.table = table;
    this.glossary = glossary;
    this.card = by("guide");
    this.name = `guide.${table.id}`;
    this.memory = kept(this.name, { shown: /** @type {string[]} */ ([]), asked: /** @type {Record<string, number>} */ ({}), last: "", off: false });
    /** @type {GuideStep[]} */
    this.steps = [];
    /** @type {GuideStep[]} */
    this.waiting = [];
    // The card stands over the log, which makes room for it; the map stays free.
    new ResizeObserver(() => {
      const height = this.card.hidden ? 0 : this.card.offsetHeight + 8;
      document.body.style.setProperty("--guide", `${height}px`);
    }).observe(this.card);
  }

  /** @param {string} game */
  async begin(game) {
    if (this.memory.off) return;
    this.steps = await ask(`guides/${game}`).then(({ steps }) => steps, () => []);
    await this.glossary.load();
    this.table.listeners.push(() => this.look());
    this.look();
  }

  look() {
    const { base, isReplaying, plan } = this.table;
    if (!base || isReplaying || plan.length || this.memory.off) return;
    const { prompt } = base;
    const decision = `${base.sequence} ${prompt?.kind}`;
    if (prompt?.kind && decision !== this.memory.last) {
      this.memory.last = decision;
      this.memory.asked[prompt.kind] = (this.memory.asked[prompt.kind] ?? 0) + 1;
    }
    const place = base.breadcrumb.join(" ").toLowerCase();
    const due = this.steps.filter(({ id, when, times = 1 }) => !this.memory.shown.includes(id) && (
      when === "start"
      || (when === "battle" && Boolean(this.table.regions.shown.battle?.html))
      || (when === "end" && Boolean(base.outcome))
      || (when.startsWith("phase:") && place.includes(when.slice(6)))
      || (when === prompt?.kind && (this.memory.asked[when] ?? 0) >= times)));
    for (const step of due) {
      this.memory.shown.push(step.id);
      this.waiting.push(step);
    }
    keep(this.name, this.memory);
    if (this.card.hidden && this.waiting.length) this.next();
    else this.point();
  }

  next() {
    this.current = this.waiting.shift();
    const step = this.current;
    this.card.hidden = !step;
    this.point();
    if (!step) return;
    this.card.replaceChildren(
      make("h2", {}, step.title),
      ...this.glossary.paragraphs(step.text),
      step.try ? make("p", { class: "try" }, ...this.glossary.paragraphs(step.try).flatMap((part) => [...part.childNodes])) : "",
      make("p", { class: "row" },
        make("button", { type: "button", class: "primary", id: "guide-next", onclick: () => this.next() }, this.waiting.length ? "Next" : "I see"),
        make("button", { type: "button", class: "link", onclick: () => this.skip() }, "Skip the guide")));
  }

  skip() {
    this.memory.off = true;
    keep(this.name, this.memory);
    this.waiting = [];
    this.current = undefined;
    this.card.hidden = true;
    this.point();
  }

  /** A soft mark on what the step is about. */
  point() {
    const looks = (this.current?.look ?? []).map((look) => look.replace(/\*$/, ""));
    this.table.lights.mark("guided", (piece) => looks.some((look) => piece.startsWith(look)));
  }
}
