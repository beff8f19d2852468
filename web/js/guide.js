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
    /** What was read or has passed, what waits to be read (the first is on the card), and how often each question came. */
    this.memory = {
      shown: /** @type {string[]} */ ([]), waiting: /** @type {string[]} */ ([]), asked: /** @type {Record<string, number>} */ ({}), last: "", off: false,
      ...kept(this.name, {}),
    };
    /** @type {GuideStep[]} */
    this.steps = [];
    /** What the card shows, so that it is made anew only when it changes. */
    this.written = "";
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

  /** Steps come with a question. While others decide, what is being read stays. */
  look() {
    const { base, isReplaying, plan } = this.table;
    const { memory } = this;
    if (!base || isReplaying || memory.off) return;
    if (base.prompt && !plan.length) {
      const decision = `${base.sequence} ${base.prompt.kind}`;
      if (base.prompt.kind && decision !== memory.last) {
        memory.last = decision;
        memory.asked[base.prompt.kind] = (memory.asked[base.prompt.kind] ?? 0) + 1;
      }
      const now = this.steps.filter((step) => this.isMoment(step, base)).map(({ id }) => id);
      const passed = memory.waiting.filter((id) => !now.includes(id));
      memory.shown.push(...passed);
      const fresh = now.filter((id) => !memory.shown.includes(id) && !memory.waiting.includes(id));
      // What explains the question at hand goes before what was put off.
      memory.waiting = [...fresh, ...memory.waiting.filter((id) => now.includes(id))];
      keep(this.name, memory);
    }
    this.show();
  }

  /** Whether a step is about what goes on now. @param {GuideStep} step @param {import("./wire.js").Page} base */
  isMoment({ when, times = 1 }, { breadcrumb, prompt }) {
    const place = breadcrumb.join(" ").toLowerCase();
    if (when === "start") return place.includes("round 1") && place.includes("planning");
    if (when === "end") return place.includes("round 2");
    if (when === "battle") return Boolean(this.table.regions.shown.battle?.html);
    if (when.startsWith("phase:")) return place.includes(when.slice(6));
    const asked = this.memory.asked[when] ?? 0;
    const isLatest = !this.steps.some((other) => other.when === when && (other.times ?? 1) > times && (other.times ?? 1) <= asked);
    return when === prompt?.kind && asked >= times && isLatest;
  }

  show() {
    const { waiting } = this.memory;
    const step = this.current();
    this.card.hidden = !step;
    this.point();
    const written = step ? `${step.id} ${waiting.length > 1}` : "";
    if (written === this.written) return;
    this.written = written;
    if (!step) return;
    const hadFocus = this.card.contains(document.activeElement);
    const onward = make("button", { type: "button", class: "primary", id: "guide-next", onclick: () => this.next() }, waiting.length > 1 ? "Next" : "I see");
    this.card.replaceChildren(
      make("h2", {}, step.title),
      ...this.glossary.paragraphs(step.text),
      step.try ? make("p", { class: "try" }, ...this.glossary.paragraphs(step.try).flatMap((part) => [...part.childNodes])) : "",
      make("p", { class: "row" }, onward,
        make("button", { type: "button", class: "link", id: "guide-skip", onclick: () => this.skip() }, "Skip the guide")));
    if (hadFocus) onward.focus();
  }

  current() {
    return this.steps.find(({ id }) => id === this.memory.waiting[0]);
  }

  /** The step on the card was read. */
  next() {
    const [read, ...waiting] = this.memory.waiting;
    this.memory.shown.push(read);
    this.memory.waiting = waiting;
    keep(this.name, this.memory);
    this.show();
  }

  skip() {
    this.memory.off = true;
    this.memory.waiting = [];
    keep(this.name, this.memory);
    this.show();
  }

  /** A soft mark on what the step is about. */
  point() {
    const looks = (this.current()?.look ?? []).map((look) => look.replace(/\*$/, ""));
    this.table.lights.mark("guided", (piece) => looks.some((look) => piece.startsWith(look)));
  }
}
