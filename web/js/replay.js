// The replay: the same table at an earlier step, with a slider, marks for rounds and scenes, and a way to play on from there.

import { leave, once } from "./deed.js";
import { by, copy, make } from "./dom.js";
import { closeDrawer, isDrawerOn } from "./drawer.js";
import { setPart } from "./fragment.js";
import { kept, takeSeat } from "./keep.js";
import { Refusal, sentence } from "./wire.js";

/**
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("./wire.js").Mark} Mark
 */

/** A step every so many milliseconds. */
const PACE = 900;

export class Replay {
  /** @param {Table} table @param {(step: number | null) => void} moved */
  constructor(table, moved) {
    this.table = table;
    this.moved = moved;
    this.bar = by("replay");
    this.slider = /** @type {HTMLInputElement} */ (by("scrubber"));
    this.sight = /** @type {HTMLSelectElement} */ (by("sight"));
    /** @type {Mark[]} */
    this.marks = [];
    /** The first step that can be shown: before it the table was set up elsewhere. */
    this.first = 0;
    this.steps = 0;
    this.step = 0;
    this.isFetching = false;
    /** The timer that goes on step by step, or 0. */
    this.playing = 0;
    this.slider.addEventListener("input", () => {
      this.play(false);
      void this.go(Number(this.slider.value));
    });
    this.sight.addEventListener("change", () => void this.go(this.step));
    by("replay-close").addEventListener("click", () => void this.close());
    by("replay-back").addEventListener("click", () => void this.go(this.step - 1));
    by("replay-on").addEventListener("click", () => void this.go(this.step + 1));
    by("replay-play").addEventListener("click", () => this.play(this.playing === 0));
    by("replay-fork").addEventListener("click", () => once("fork", () => this.fork()));
    by("replay-link").addEventListener("click", () => void copy(location.href)
      .then((isDone) => this.table.say(isDone ? "The link to this step is copied." : "The link to this step stands in the address bar.")));
  }

  /** @param {number} [step] the last one unless told */
  async open(step) {
    try {
      const timeline = await this.table.ask("/timeline");
      [this.first, this.steps] = [timeline.first ?? 0, timeline.steps];
      this.marks = timeline.marks;
    } catch (problem) {
      this.table.say(sentence(problem));
      return;
    }
    // How it ended would lie over how it came to that.
    if (isDrawerOn("ending")) closeDrawer();
    this.table.isReplaying = true;
    this.slider.min = String(this.first);
    this.slider.max = String(this.steps);
    this.bar.hidden = false;
    document.body.classList.add("replaying");
    const isOver = Boolean(this.table.base?.outcome);
    const seats = this.table.base?.seats ?? [];
    const own = this.table.base?.seat ?? null;
    this.sight.replaceChildren(
      make("option", { value: "own" }, own === null ? "as everybody saw it" : "as I saw it"),
      ...(isOver ? [
        own !== null && make("option", { value: "public" }, "as everybody saw it"),
        ...seats.filter(({ seat }) => seat !== own).map(({ seat, side }) => make("option", { value: String(seat) }, `as ${side} saw it`)),
        make("option", { value: "all" }, "everything open"),
      ].filter((option) => option !== false) : []));
    this.sight.hidden = !isOver;
    // The server would refuse it: one could look behind what is hidden, also from one who sits before the same screen.
    by("replay-fork").hidden = !isOver && (own === null || seats.some(({ seat, sitter }) => sitter !== "bot" && seat !== own));
    by("marks").replaceChildren(...this.marks.map(({ step: at, kind, label }) =>
      make("i", { class: kind, style: `left:${(100 * (at - this.first)) / Math.max(1, this.steps - this.first)}%`, title: label })));
    await this.go(step ?? this.steps);
    this.slider.focus({ preventScroll: true });
  }

  get isOpen() {
    return this.table.isReplaying;
  }

  /** Shows a step. While one is being fetched, only the last one asked for counts. @param {number} step */
  async go(step) {
    this.step = Math.max(this.first, Math.min(this.steps, step));
    this.slider.value = String(this.step);
    const past = this.marks.filter(({ step: at }) => at <= this.step);
    const where = past.filter(({ kind }) => kind !== "scene").slice(-2).map(({ label }) => label).join(", ");
    this.slider.setAttribute("aria-valuetext", `Step ${this.step} of ${this.steps}${where ? `, ${where}` : ""}`);
    by("replay-step").textContent = `${this.step} / ${this.steps}`;
    setPart("step", String(this.step));
    if (this.isFetching) return;
    this.isFetching = true;
    try {
      const wanted = () => `${this.step} ${this.sight.value}`;
      for (let shown = ""; shown !== wanted() && this.isOpen;) {
        shown = wanted();
        const { step } = this;
        const page = await this.look(step);
        if (!this.isOpen) return;
        this.table.show({ ...page, prompt: null, staged: [], stop: null }, page.fragments);
        this.moved(step);
      }
    } catch (problem) {
      this.play(false);
      this.table.say(sentence(problem));
    } finally {
      this.isFetching = false;
    }
  }

  /** A step as somebody saw it. Where that is refused, as one saw it oneself. @param {number} step @returns {Promise<import("./wire.js").Page>} */
  async look(step) {
    const sight = this.sight.value || "own";
    const whose = sight === "own" ? "" : `view=${sight}&`;
    try {
      return await this.table.ask(`/steps/${step}?${whose}${this.table.question()}`);
    } catch (problem) {
      if (sight === "own" || !(problem instanceof Refusal) || (problem.status !== 422 && problem.status !== 403)) throw problem;
      this.table.say(`${sentence(problem)} Here is what you saw.`);
      this.sight.value = "own";
      return this.look(step);
    }
  }

  /** Goes on step by step until the end, or no longer. @param {boolean} isOn */
  play(isOn) {
    clearInterval(this.playing);
    this.playing = 0;
    const button = by("replay-play");
    button.textContent = isOn ? "Pause" : "Play";
    if (!isOn) return;
    if (this.step >= this.steps) void this.go(this.first);
    this.playing = window.setInterval(() => {
      // What is not there yet is waited for, not skipped.
      if (this.isFetching) return;
      if (this.step >= this.steps) this.play(false);
      else void this.go(this.step + 1);
    }, PACE);
  }

  /** From mark to mark. @param {1 | -1} direction */
  turn(direction) {
    const turns = [this.first, ...this.marks.map(({ step }) => step), this.steps];
    const next = direction > 0 ? turns.find((step) => step > this.step) : turns.filter((step) => step < this.step).pop();
    return this.go(next ?? this.step);
  }

  async close() {
    if (!this.isOpen) return;
    this.play(false);
    this.table.isReplaying = false;
    this.bar.hidden = true;
    document.body.classList.remove("replaying");
    setPart("step", null);
    this.moved(null);
    if (this.table.base) this.table.show(this.table.base, this.table.baseFragments);
    await this.table.refresh();
  }

  /** Play on from here: a new table where bots take the other seats. */
  async fork() {
    const { base } = this.table;
    if (!base) return;
    const bots = this.table.match.again.seats ?? [];
    const seats = base.seats.map(({ seat, name, sitter }) => seat === (base.seat ?? 0)
      ? { sitter: "person", name: sitter === "bot" ? kept("name", "") : name }
      : { sitter: "bot", bot: bots[seat]?.bot });
    try {
      const made = await this.table.ask("/fork", { body: { step: this.step, seats } });
      takeSeat(made, `From step ${this.step}`);
      await leave(`/match/${made.id}`);
    } catch (problem) {
      this.table.say(sentence(problem));
    }
  }
}
