// The prompt: the question in one sentence, buttons for what cannot be pointed at, and the staged plan.

import { buttons, completions } from "./choosing.js";
import { beforePaint, by, make, replaceUnlike } from "./dom.js";
import { kept } from "./keep.js";
import { settings } from "./settings.js";
import { VOID } from "./table.js";

/**
 * @typedef {import("./table.js").Table} Table
 * @typedef {import("./wire.js").Answer} Answer
 * @typedef {import("./glossary.js").Glossary} Glossary
 */

/** More answers than this stand in a list that can be searched. */
const FEW = 9;
/** More than that are looked for where they lie. */
const MANY = 12;
/** As long as “Yes” and “None”: an answer that only its question explains. */
const TERSE = 5;
/** Whoever has sent fewer choices than this is new here. */
export const NEW = 6;

export class PromptBar {
  /** @param {Table} table @param {Glossary} glossary @param {() => void} ending opens how the game ended */
  constructor(table, glossary, ending) {
    this.ending = ending;
    this.table = table;
    this.glossary = glossary;
    this.bar = by("prompt");
    this.question = by("question");
    this.card = by("asking-card");
    this.clauses = by("clauses");
    this.answers = by("answers");
    this.plan = by("plan");
    this.deeds = by("deeds");
    this.commandBox = /** @type {HTMLInputElement} */ (by("command"));
    this.filter = "";
    this.isListOpen = false;
    this.asked = "";
    /** The answers behind the keys 1 to 9. @type {Answer[]} */
    this.numbered = [];
    this.commandBox.addEventListener("keydown", (event) => this.command(event));
    this.commandBox.addEventListener("input", () => this.complete());
    table.listeners.push(() => this.show());
  }

  show() {
    const { table } = this;
    const { page, prompt } = table;
    if (!page) return;
    const { answer: focus, reach } = document.activeElement instanceof HTMLElement ? document.activeElement.dataset : {};
    const asked = `${page.sequence} ${page.staged.length} ${prompt?.question}`;
    if (asked !== this.asked) {
      [this.asked, this.filter, this.isListOpen] = [asked, "", false];
      beforePaint(this.toTop);
    }
    this.bar.classList.toggle("asked", table.options().length > 0);
    // Behind a stop nothing new is asked.
    this.bar.dataset.kind = (!page.stop && prompt?.kind) || "";
    this.bar.classList.toggle("window", prompt?.shape === "window");
    this.bar.classList.toggle("waiting", !prompt && page.staged.length === 0 && !page.outcome && page.seats.some(({ asked }) => asked));
    if (table.isBusy) this.bar.setAttribute("aria-busy", "true");
    else this.bar.removeAttribute("aria-busy");
    this.glossary.write(this.question, this.sentence());
    this.glossary.write(this.card, prompt?.card ?? "");
    this.card.hidden = !prompt?.card;
    this.showClauses();
    this.showHint();
    this.showAnswers();
    this.showPlan();
    this.showDeeds();
    if (reach) /** @type {HTMLElement | null} */ (this.bar.querySelector(`[data-reach="${CSS.escape(reach)}"]`))?.focus({ preventScroll: true });
    if (focus) /** @type {HTMLElement | null} */ (this.bar.querySelector(`[data-answer="${CSS.escape(focus)}"]`))?.focus({ preventScroll: true });
  }

  toTop = () => {
    this.bar.scrollTop = 0;
  };

  /** One sentence, whatever the moment. */
  sentence() {
    const { page, prompt } = this.table;
    if (!page) return "";
    if (this.table.isShut) return VOID;
    if (page.outcome) return page.outcome.sentence;
    if (page.staged.length && page.stop) return prompt?.options.length ? `${prompt.question} Or confirm as it is.` : asSentence(page.stop);
    if (prompt) return prompt.question;
    const waited = page.seats.filter(({ asked }) => asked);
    if (page.seat !== null && page.seats[page.seat].sitter === "open") return "Sit down to play: say what we should call you.";
    if (waited.length === 0) return page.seat === null ? "You are watching." : "One moment.";
    // Bots of one kind have one name; then the side tells them apart.
    const isShared = (/** @type {string} */ name) => page.seats.filter((strip) => strip.name === name).length > 1;
    const names = waited.map(({ name, side }) => (!name ? side : isShared(name) ? `${name} (${side})` : name)).join(", ");
    const watching = page.seat === null ? "You are watching. " : "";
    if (waited.every(({ sitter }) => sitter === "open")) return `${watching}Waiting for ${names}: nobody sits there yet.`;
    const what = new Set(waited.map(({ asked }) => asked));
    return `${watching}Waiting for ${names}${what.size === 1 ? `: ${[...what][0]}` : ""}.`;
  }

  showClauses() {
    const ids = this.table.prompt?.clauses ?? [];
    replaceUnlike(this.clauses, ...ids.slice(0, 6).map((id, at) =>
      make("button", { class: "clause", "data-clause": id, type: "button", "aria-label": `§${at + 1}, rule ${id}` }, `§${at + 1}`)));
  }

  /** Whoever is new here is told how a choice is made. */
  showHint() {
    const { plan, selection, prompt } = this.table;
    const sent = kept("sent", 0);
    const isNew = sent < NEW && Boolean(prompt?.options.length);
    const [pick, read] = matchMedia("(hover: none)").matches
      ? ["Tap what is lit, on the map or under “You”, or choose below.", "Hold anything to read about it."]
      : ["Point at what is lit, or choose below.", "Rest the pointer on anything to read about it."];
    const isLit = this.table.now().lit.size > 0;
    const words = plan.length ? "Nothing is sent before you confirm."
      : !isLit ? `Choose below. ${read}` : selection.length ? "Go on: point at what is lit now, or choose below." : `${pick} ${read}`;
    const isWeary = sent >= NEW && sent < 3 * NEW && plan.length === 1 && !settings.atOnce;
    by("hint").textContent = prompt?.now_or_never ? "Add what you want before you confirm: some of this is not offered afterwards." : isNew ? words : isWeary ? "Single choices can go without confirming: see Settings." : "";
  }

  showAnswers() {
    const { table } = this;
    const options = table.options();
    const now = table.now();
    const plain = new Set(buttons(options, now, table.lights.has));
    const left = asInHand(options.filter((option) => plain.has(option) || now.remaining.includes(option)));
    const asNumbers = table.prompt?.shape === "number" ? numbersOf(left) : null;
    if (asNumbers && asNumbers.length > 4) {
      this.numbered = left.slice(0, FEW);
      this.answers.classList.remove("many");
      this.answers.replaceChildren(this.stepper(asNumbers), ...left.slice(0, FEW).map((answer, at) => this.button(answer, at)));
      return;
    }
    const standing = left.length <= FEW ? left : [...plain].slice(0, FEW);
    this.numbered = standing;
    const parts = standing.map((answer, at) => this.button(answer, at));
    // Long answers stand side by side, so that the prompt stays low and the map in view.
    const letters = standing.reduce((sum, { label }) => sum + label.length + 6, 0);
    this.answers.classList.toggle("many", parts.length > 2 && letters > 64);
    const own = left.length > FEW || table.selection.length ? this.inReach() : [];
    if (left.length > FEW) this.answers.replaceChildren(...own, ...parts, this.longList(left));
    else this.answers.replaceChildren(...own, ...parts);
  }

  /** On a phone the viewer's own pieces lie on another sheet: those that can be picked stand here too. */
  inReach() {
    if (!matchMedia("(max-width: 700px)").matches) return [];
    const { table } = this;
    const pieces = [...new Set([...table.now().lit, ...table.selection])];
    const own = pieces.flatMap((piece) => {
      const place = table.lights.of(piece).find((element) => element.closest(".own"));
      const label = place?.getAttribute("data-said") ?? place?.getAttribute("aria-label");
      return place && label ? [{ piece, label: label[0].toUpperCase() + label.slice(1) }] : [];
    });
    return own.length === 0 || own.length > MANY ? [] : [make("div", { class: "in-reach row", role: "group", "aria-label": "Your own pieces" },
      ...own.map(({ piece, label }) => make("button", {
        type: "button", "aria-pressed": String(table.selection.includes(piece)), "data-reach": piece, onclick: () => void table.point(piece),
      }, label)))];
  }

  /** @param {Answer} answer @param {number} at */
  button(answer, at) {
    const number = at < FEW ? make("kbd", { "aria-hidden": "true" }, String(at + 1)) : null;
    return make("button", {
      type: "button", class: answer.pieces.length ? "answer" : "answer plain", "data-answer": answer.id,
      "data-pieces": answer.pieces.join(" "),
      onclick: (/** @type {MouseEvent} */ event) => {
        // Enter after a click confirms; it does not press the same button again.
        if (event.detail > 0) /** @type {HTMLElement} */ (event.currentTarget).blur();
        void this.table.stage(answer);
      },
      onpointerenter: () => this.note(answer), onpointerleave: () => this.note(null),
      onfocus: () => this.note(answer), onblur: () => this.note(null),
    }, number, answer.label);
  }

  /** Shows on the board what a button is about. @param {Answer | null} answer */
  note(answer) {
    this.table.lights.mark("noted", answer?.pieces ?? []);
  }

  /** All answers, grouped and searchable. @param {Answer[]} answers */
  longList(answers) {
    const list = make("div", { class: "groups" });
    const fill = () => {
      const found = this.filter ? completions(answers, this.filter) : answers;
      const groups = new Map(/** @type {[string, Answer[]][]} */ ([]));
      for (const answer of found) {
        const group = answer.id.split(" ")[0];
        groups.set(group, [...(groups.get(group) ?? []), answer]);
      }
      list.replaceChildren(...[...groups].map(([group, members]) =>
        make("fieldset", {}, groups.size > 1 ? make("legend", {}, group) : null, ...members.map((answer) => this.button(answer, FEW)))));
      if (found.length === 0) list.replaceChildren(make("p", { class: "quiet" }, "No answer reads like that."));
    };
    const details = make("details", { class: "all", open: this.isListOpen });
    details.append(
      make("summary", {}, `All ${answers.length} answers`),
      make("input", {
        type: "search", class: "filter", placeholder: "Find an answer", "aria-label": "Find an answer", value: this.filter,
        oninput: (/** @type {Event} */ event) => {
          this.filter = /** @type {HTMLInputElement} */ (event.target).value;
          fill();
        },
      }),
      list,
    );
    // Hundreds of buttons are made only for those who look at them.
    details.addEventListener("toggle", () => {
      this.isListOpen = details.open;
      if (details.open && !list.hasChildNodes()) fill();
    });
    if (this.isListOpen) fill();
    return details;
  }

  /** @param {{answer: Answer, number: number}[]} numbers */
  stepper(numbers) {
    const sorted = [...numbers].sort((a, b) => a.number - b.number);
    let at = sorted.length - 1;
    const shown = make("output", { class: "number" }, String(sorted[at].number));
    const step = (/** @type {number} */ by) => {
      at = Math.max(0, Math.min(sorted.length - 1, at + by));
      shown.textContent = String(sorted[at].number);
    };
    return make("span", { class: "stepper", role: "group", "aria-label": "How many" },
      make("button", { type: "button", "aria-label": "One fewer", onclick: () => step(-1) }, "−"),
      shown,
      make("button", { type: "button", "aria-label": "One more", onclick: () => step(1) }, "+"),
      make("button", { type: "button", class: "plain", onclick: () => void this.table.stage(sorted[at].answer) }, "Choose"));
  }

  showPlan() {
    const { plan } = this.table;
    this.plan.hidden = plan.length === 0;
    this.plan.replaceChildren(...plan.map(({ label, question }, index) =>
      // A bare "No" says nothing.
      make("li", {}, make("span", {}, label, label.length <= TERSE && make("small", { class: "quiet" }, ` ${question}`)), make("button", {
        type: "button", class: "drop", disabled: this.table.isBusy, title: "Drop this and what follows it",
        "aria-label": `Drop “${label}” and what follows it`, onclick: () => void this.table.drop(index),
      }, "×"))));
  }

  showDeeds() {
    const { table } = this;
    const { page, plan, selection } = table;
    if (!page) return;
    const isPlayer = page.seat !== null && !table.isReplaying && !table.isShut;
    const { possible, reason } = table.base?.undo ?? { possible: false, reason: "" };
    const isReason = isPlayer && !page.outcome && !possible && plan.length === 0 && !by("hint").textContent;
    by("undo-reason").textContent = isReason ? reason : "";
    const key = (/** @type {string} */ name) => make("kbd", { "aria-hidden": "true" }, name);
    this.deeds.replaceChildren(...[
      table.prompt?.shape === "assign" && table.options().length > 0 && make("button", {
        type: "button", id: "fill", disabled: table.isBusy, title: "Take the first answer until the question changes",
        onclick: () => void table.fill(),
      }, key("A"), "Fill in"),
      isPlayer && !page.outcome && plan.length === 0 && make("button", {
        type: "button", id: "undo", disabled: table.isBusy || !possible, title: reason, onclick: () => void table.undo(),
      }, key("u"), "Undo"),
      isPlayer && page.seats[page.seat ?? 0]?.sitter === "stand" && !page.outcome && make("button", {
        type: "button", id: "return", class: "primary", disabled: table.isBusy, onclick: () => void table.leave("return"),
      }, "Take the seat back"),
      page.outcome && !table.isReplaying && make("button", { type: "button", id: "how-it-ended", class: "primary", onclick: () => this.ending() }, "How it ended"),
      (plan.length > 0 || selection.length > 0) && make("button", {
        type: "button", id: "clear", disabled: table.isBusy, onclick: () => void table.back(),
      }, key("Esc"), selection.length ? "Point anew" : "Drop"),
      plan.length > 0 && make("button", {
        type: "button", id: "confirm", class: "primary", disabled: table.isBusy, onclick: () => void table.confirm(),
      }, key("↵"), plan.length === 1 ? "Confirm" : `Confirm ${plan.length} choices`),
    ].filter((part) => part instanceof Node));
  }

  // The command box: answers by their notation.

  openCommandBox() {
    by("command-row").hidden = false;
    this.complete();
    this.commandBox.focus();
  }

  closeCommandBox() {
    this.commandBox.value = "";
    by("command-row").hidden = true;
    this.commandBox.blur();
  }

  complete() {
    const found = completions(this.table.options(), this.commandBox.value).slice(0, 60);
    by("notation").replaceChildren(...found.map(({ id, label }) => make("option", { value: id }, label)));
    by("command-says").textContent = found.length === 1 ? found[0].label : `${found.length} answers begin so`;
  }

  /** @param {KeyboardEvent} event */
  command(event) {
    if (event.key === "Escape") this.closeCommandBox();
    if (event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    const typed = this.commandBox.value;
    if (!typed.trim()) {
      this.closeCommandBox();
      void this.table.confirm();
      return;
    }
    const found = completions(this.table.options(), typed);
    if (found.length === 1) {
      this.commandBox.value = "";
      void this.table.stage(found[0]).then(() => this.complete());
    } else by("command-says").textContent = found.length ? `${found.length} answers read so; go on typing.` : "No answer reads like that.";
  }
}

/** The numbers that the answers are, if they all are numbers. @param {Answer[]} answers */
function numbersOf(answers) {
  const numbers = answers.map((answer) => ({ answer, number: Number((/\d+/.exec(answer.id) ?? ["x"])[0]) }));
  return numbers.length > 1 && numbers.every(({ number }) => !Number.isNaN(number)) ? numbers : null;
}

/** Why nothing more can be staged, as a sentence. @param {string} words */
function asSentence(words) {
  return /^\p{Ll}/u.test(words) ? `When you confirm, ${words}.` : words;
}

/** Cards are numbered as they lie in the hand; other answers as the rules list them. @param {Answer[]} answers */
function asInHand(answers) {
  const cards = [...by("areas").querySelectorAll(".own .card[data-piece]")].map((card) => /** @type {HTMLElement} */ (card).dataset.piece);
  const place = (/** @type {Answer} */ { pieces }) => (pieces.length ? cards.indexOf(pieces[0]) : cards.length);
  return answers.every((answer) => place(answer) >= 0) ? [...answers].sort((a, b) => place(a) - place(b)) : answers;
}
