// The guided first round: a card beside the map that explains each decision when it first comes. The player really chooses.

import { by, make } from "./dom.js";
import { keep, kept } from "./keep.js";
import { ask } from "./wire.js";

/** @typedef {import("./wire.js").GuideStep} GuideStep */

const STAGED = "This is your plan. Confirm sends it; the cross behind it takes it back.";

export class Guide {
  /** @param {import("./table.js").Table} table @param {import("./glossary.js").Glossary} glossary */
  constructor(table, glossary) {
    this.table = table;
    this.glossary = glossary;
    this.card = by("guide");
    this.name = `guide.${table.id}`;
    /**
     * What was read or has passed, what waits to be read, what of it came within a plan, how often each question was
     * answered, and the kind of each that is open: the one at the table, and those that follow parts of the plan.
     */
    this.memory = {
      shown: /** @type {string[]} */ ([]), waiting: /** @type {string[]} */ ([]), asked: /** @type {Record<string, number>} */ ({}),
      within: /** @type {string[]} */ ([]), open: /** @type {Record<string, string>} */ ({}), off: false,
      ...kept(this.name, {}),
    };
    /** The steps of this moment, once it is known. @type {string[] | null} */
    this.now = null;
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
    this.table.sentListeners.push((choices) => this.answered(choices));
    this.look();
  }

  /** Steps come with a question, at the table or within a plan. While others decide, what is being read stays. */
  look() {
    const { base, page, isReplaying, plan } = this.table;
    const { memory } = this;
    if (!base || !page || isReplaying || memory.off) return;
    if (!base.prompt) this.answered([""]);
    // Behind a stop nothing new is asked.
    if (page.prompt && !page.stop) {
      memory.open[planned(plan.map(({ id }) => id))] = page.prompt.kind ?? "";
      const now = this.steps.filter((step) => this.isMoment(step, page)).map(({ id }) => id);
      this.now = now;
      const fresh = now.filter((id) => !memory.shown.includes(id) && !memory.waiting.includes(id));
      // A plan may be dropped: what explains the question before it has not passed yet.
      const passed = plan.length ? [] : memory.waiting.filter((id) => !now.includes(id));
      // And what came within a plan that was dropped comes again.
      memory.shown.push(...passed.filter((id) => !memory.within.includes(id)));
      memory.within = plan.length ? [...memory.within, ...fresh] : [];
      // What explains the question at hand goes before what was put off.
      memory.waiting = [...fresh, ...memory.waiting.filter((id) => !passed.includes(id))];
      keep(this.name, memory);
    }
    this.show();
  }

  /** How often a question has come. One counts once until it is answered, whatever others do meanwhile and however often it is planned. @param {string} kind */
  count(kind) {
    const { asked, open } = this.memory;
    const choices = this.table.plan.map(({ id }) => id);
    const ahead = [...choices, ""].filter((_, at) => open[planned(choices.slice(0, at))] === kind);
    return (asked[kind] ?? 0) + ahead.length;
  }

  /** The questions before each of these choices are answered; those planned otherwise never came. @param {string[]} choices */
  answered(choices) {
    const { asked, open } = this.memory;
    const kinds = choices.map((_, at) => open[planned(choices.slice(0, at))]);
    for (const kind of kinds) if (kind) asked[kind] = (asked[kind] ?? 0) + 1;
    [this.memory.open, this.memory.within] = [{}, []];
    if (kinds.some(Boolean)) keep(this.name, this.memory);
  }

  /** Whether a step is about what goes on now. @param {GuideStep} step @param {import("./wire.js").Page} page */
  isMoment(step, { moments, prompt }) {
    const { when } = step;
    if (moments.includes(when)) return true;
    const asked = this.count(when);
    const isLatest = !this.steps.some((other) => other.when === when && times(other) > times(step) && times(other) <= asked);
    return when === prompt?.kind && asked >= times(step) && isLatest;
  }

  show() {
    const waiting = this.waiting();
    const step = this.current();
    this.card.hidden = !step;
    // On a phone the card gives way to a plan, unless it explains what the plan has led to.
    this.card.classList.toggle("within", Boolean(step && this.table.plan.length && !this.table.page?.stop && step.when === this.table.page?.prompt?.kind));
    this.point();
    const isStaged = this.table.plan.length > 0 && Boolean(this.table.page?.stop);
    const written = step ? `${step.id} ${waiting.length > 1} ${isStaged}` : "";
    if (written === this.written) return;
    this.written = written;
    if (!step) return;
    const hadFocus = this.card.contains(document.activeElement);
    const onward = make("button", { type: "button", class: "primary", id: "guide-next", onclick: () => this.next() }, waiting.length > 1 ? "Next" : "I see");
    this.card.replaceChildren(
      make("h2", {}, step.title),
      ...this.glossary.paragraphs(step.text),
      step.try ? make("p", { class: "try" }, ...this.glossary.paragraphs(isStaged ? STAGED : step.try).flatMap((part) => [...part.childNodes])) : "",
      make("p", { class: "row" }, onward,
        make("button", { type: "button", class: "link", id: "guide-skip", onclick: () => this.skip() }, "Skip the guide")));
    if (hadFocus) onward.focus();
  }

  /** What waits to be read and is about this moment. */
  waiting() {
    const { now } = this;
    return this.memory.waiting.filter((id) => !now || now.includes(id));
  }

  current() {
    const [first] = this.waiting();
    return this.steps.find(({ id }) => id === first);
  }

  /** The step on the card was read. */
  next() {
    const [read] = this.waiting();
    this.memory.shown.push(read);
    this.memory.waiting = this.memory.waiting.filter((id) => id !== read);
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
    const { lights } = this.table;
    lights.mark("guided", [...lights.places.keys()].filter((piece) => looks.some((look) => piece.startsWith(look))));
  }
}

/** At which time of asking a step is shown. @param {GuideStep} step */
function times(step) {
  return step.times ?? 1;
}

/** A plan as one word. @param {string[]} choices */
function planned(choices) {
  return choices.join("\n");
}
