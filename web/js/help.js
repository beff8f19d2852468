// Hovering, focusing or holding a piece, a term or a clause shows what it is, beside the pointer and never in its way.

import { by, insert, make } from "./dom.js";
import { ask } from "./wire.js";

const PATIENCE = 350;
const HOLD = 500;
/** How far a hand that has just clicked moves without meaning anything, in pixels. */
const TREMBLE = 12;
export class Help {
  /** @param {import("./wire.js").Offer} offer @param {import("./glossary.js").Glossary} glossary @param {(piece: string) => string} noteOn what the reader wrote on a piece */
  constructor(offer, glossary, noteOn) {
    this.game = offer.name;
    /** Kinds of pieces that the server describes in words of their own. */
    this.described = new Set(offer.described);
    /** Those of them that are read before they are chosen. */
    this.readFirst = new Set(offer.read_first);
    this.glossary = glossary;
    this.noteOn = noteOn;
    this.bubble = by("help");
    /** @type {Map<string, string>} */
    this.components = new Map();
    /** @type {number | undefined} */
    this.timer = undefined;
    /** @type {Element | null} */
    this.subject = null;
    this.isHeld = false;
    /** Where the pointer was pressed and still is. @type {{x: number, y: number} | null} */
    this.pressed = null;
    // What comes to lie under a pointer that rests is not being looked at.
    document.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "touch" && this.subjectOf(event.target) !== this.subject) this.close();
    });
    document.addEventListener("pointerdown", (event) => this.press(event));
    document.addEventListener("pointermove", (event) => {
      const { clientX: x, clientY: y, pointerType, movementX, movementY } = event;
      if (pointerType === "touch") {
        if (Math.hypot(movementX, movementY) > 6) clearTimeout(this.timer);
      } else if (!this.pressed || Math.hypot(x - this.pressed.x, y - this.pressed.y) > TREMBLE) {
        this.pressed = null;
        this.consider(event.target, x, y);
      }
    });
    document.addEventListener("pointerup", (event) => {
      if (event.pointerType === "touch" && !this.isHeld) clearTimeout(this.timer);
    });
    document.addEventListener("focusin", (event) => {
      if (!(event.target instanceof Element) || !event.target.matches(":focus-visible")) return;
      const box = event.target.getBoundingClientRect();
      // Whoever walks by keys reads the question and the answers meanwhile; a pointer is moved away.
      this.consider(event.target, box.right, box.top, by("prompt"));
    });
    // A piece that was held to be read about is not also picked.
    document.addEventListener("click", (event) => {
      if (this.isHeld) {
        event.stopPropagation();
        event.preventDefault();
      }
      this.isHeld = false;
    }, true);
    document.addEventListener("wheel", () => this.close(), { passive: true });
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.close();
    const { target, clientX, clientY } = event;
    this.pressed = { x: clientX, y: clientY };
    if (event.pointerType !== "touch") return;
    this.timer = window.setTimeout(() => {
      this.isHeld = true;
      void this.open(target, clientX, clientY);
    }, HOLD);
  }

  /** @param {EventTarget | null} target @param {number} x @param {number} y @param {HTMLElement} [clear] what the bubble must not cover */
  consider(target, x, y, clear) {
    const subject = this.subjectOf(target);
    if (subject === this.subject) return;
    this.close();
    this.subject = subject;
    if (subject) this.timer = window.setTimeout(() => void this.open(subject, x, y, clear), PATIENCE);
  }

  close() {
    clearTimeout(this.timer);
    this.bubble.hidden = true;
    this.subject = null;
  }

  /** The page was drawn anew: what is told must still be true. */
  async redrawn() {
    const { subject } = this;
    if (this.bubble.hidden || !subject) return;
    const content = subject.isConnected ? await this.about(/** @type {HTMLElement} */ (subject)) : null;
    if (this.subject !== subject) return;
    if (content) this.bubble.replaceChildren(content);
    else this.close();
  }

  /** @param {EventTarget | null} target @param {number} x @param {number} y @param {HTMLElement} [clear] */
  async open(target, x, y, clear) {
    const subject = this.subjectOf(target);
    if (!subject?.isConnected) return;
    this.subject = subject;
    const content = await this.about(/** @type {HTMLElement} */ (subject));
    if (this.subject !== subject || !content) return;
    this.bubble.replaceChildren(content);
    this.bubble.hidden = false;
    const { width, height } = this.bubble.getBoundingClientRect();
    const left = x + 18 + width > innerWidth ? Math.max(8, x - 18 - width) : x + 18;
    const kept = clear?.getBoundingClientRect();
    const isOver = kept && kept.height > 0 && left < kept.right && left + width > kept.left;
    const bottom = isOver ? kept.top : innerHeight;
    const top = Math.max(8, Math.min(y + 14, bottom - height - 8));
    this.bubble.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  }

  /** @param {HTMLElement} subject @returns {Promise<Node | null>} */
  async about(subject) {
    const { term, clause } = subject.dataset;
    const piece = subject.dataset.piece ?? this.cardOf(subject);
    if (term) {
      const entry = this.glossary.entries.get(term);
      return entry ? make("div", {}, make("h3", {}, entry.title), ...this.glossary.paragraphs(entry.text).slice(0, 2)) : null;
    }
    if (clause) {
      const [found] = await this.glossary.clausesOf([clause]);
      return found ? make("div", {}, make("h3", {}, clause), make("p", {}, found.text)) : null;
    }
    if (!piece) return null;
    const words = subject.dataset.pieces ? "" : subject.dataset.said ?? subject.getAttribute("aria-label") ?? subject.querySelector("title")?.textContent ?? "";
    const markup = await this.component(piece);
    if (!words && !markup) return null;
    const described = markup ? make("div", { class: "component" }) : null;
    if (described) insert(described, markup);
    const note = this.noteOn(piece);
    return make("div", {}, words && make("p", { class: markup ? "quiet" : "name" }, words), described, note && make("p", { class: "noted-down" }, note));
  }

  /** @param {string} piece */
  async component(piece) {
    const [kind] = piece.split(":");
    if (!this.described.has(kind)) return "";
    // Where a unit stands does not change what it is.
    const what = piece.replace(/@.*$/, "");
    const known = this.components.get(what);
    if (known !== undefined) return known;
    this.components.set(what, "");
    const markup = await ask(`components/${this.game}/${encodeURIComponent(what)}`).then(({ html }) => html, () => "");
    this.components.set(what, markup);
    return markup;
  }

  /** @param {EventTarget | null} target */
  subjectOf(target) {
    const subject = target instanceof Element ? target.closest("[data-term], [data-clause], [data-piece], [data-pieces]") : null;
    return subject instanceof HTMLElement && subject.dataset.pieces !== undefined && !this.cardOf(subject) ? null : subject;
  }

  /** The card that an answer names: it is read before it is chosen. @param {HTMLElement} answer */
  cardOf(answer) {
    return answer.dataset.pieces?.split(" ").find((piece) => this.readFirst.has(piece.split(":")[0]));
  }
}
