// Private notes on pieces of one kind, such as stacks of orders: a pin beside the piece, the words in the drawer. They stay
// in this browser. The game says which kind it is; where it names none, there are no notes.

import { by, make } from "./dom.js";
import { closeDrawer, isDrawerOn, openDrawer } from "./drawer.js";
import { forget, keep, kept } from "./keep.js";

/** @typedef {Record<string, string>} Written by the piece that a note hangs on */

const DRAWING = "http://www.w3.org/2000/svg";
const LONGEST = 300;
/** From the middle of a piece, in units of the board. */
const ASIDE = { x: 50, y: -44 };

export class Notes {
  /** @param {import("./table.js").Table} table @param {HTMLElement} board */
  constructor(table, board) {
    this.table = table;
    this.board = board;
    const [kind, words] = table.offer.notes_on ?? ["", ""];
    /** What can carry a note, as a selector. */
    this.bearer = kind ? `[data-piece^="${kind}:"]` : "";
    /** What people call it. */
    this.words = words;
    this.layer = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (by("pins")));
    /** @type {Written} */
    this.written = {};
    /** Whose notes they are. @type {string} */
    this.name = "";
    /** The piece under the pointer, which is offered a pin. @type {string | null} */
    this.offered = null;
    if (!this.bearer) return;
    table.listeners.push(() => this.read());
    board.addEventListener("pointerover", (event) => this.offer(event.target));
    this.layer.addEventListener("click", (event) => this.openFrom(event.target));
    this.layer.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.openFrom(event.target);
    });
  }

  /** Those who share a screen do not share notes. */
  read() {
    const { base, id } = this.table;
    const name = `notes.${id}.${base?.seat ?? "spectator"}`;
    if (!base || name === this.name) return;
    if (this.name && isDrawerOn("notes")) closeDrawer();
    [this.name, this.written] = [name, kept(name, {})];
    this.draw();
  }

  /** @param {string} piece @param {string} text */
  write(piece, text) {
    if (text.trim()) this.written[piece] = text;
    else delete this.written[piece];
    if (Object.keys(this.written).length) keep(this.name, this.written);
    else forget(this.name);
    this.draw();
  }

  /** What is written on a piece, or on the one that it lies in. @param {string} piece */
  on(piece) {
    if (Object.keys(this.written).length === 0) return "";
    const bearer = this.board.querySelector(`[data-piece="${CSS.escape(piece)}"]`)?.closest(this.bearer);
    return this.written[piece] ?? this.written[bearer?.getAttribute("data-piece") ?? ""] ?? "";
  }

  // Pins.

  /** Puts the pins where their pieces are drawn. */
  draw() {
    const wanted = new Set([...Object.keys(this.written), ...(this.offered ? [this.offered] : [])]);
    const focused = document.activeElement?.getAttribute("data-pin");
    this.layer.replaceChildren(...[...wanted].flatMap((piece) => this.pin(piece) ?? []));
    if (focused) /** @type {SVGElement | null} */ (this.layer.querySelector(`[data-pin="${CSS.escape(focused)}"]`))?.focus();
  }

  /** @param {string} piece */
  pin(piece) {
    const place = this.placeOf(piece);
    if (!place) return null;
    const text = this.written[piece];
    const pin = drawn("g", {
      class: text ? "pin" : "pin offered", "data-pin": piece, role: "button", tabindex: text ? "0" : "-1",
      transform: `translate(${place.x + ASIDE.x} ${place.y + ASIDE.y})scale(1.25)`,
      "aria-label": text ? `Your note on ${this.called(piece)}: ${text}` : `Write a note on ${this.called(piece)}`,
    });
    const title = drawn("title", {});
    title.textContent = text ?? "Write a note";
    pin.append(title, drawn("circle", { class: "reach", r: "26" }), drawn("path", { d: "M0 20L-4 3H4Z" }), drawn("circle", { class: "head", cy: "-4", r: "11" }));
    return pin;
  }

  /** The middle of a piece, in units of the board. @param {string} piece */
  placeOf(piece) {
    const svg = this.board.querySelector("svg");
    const drawing = svg?.querySelector(`[data-piece="${CSS.escape(piece)}"]`);
    const [from, to] = [drawing instanceof SVGGraphicsElement ? drawing.getScreenCTM() : null, svg?.getScreenCTM()];
    if (!from || !to) return null;
    const { e: x, f: y } = to.inverse().multiply(from);
    return { x: Math.round(x), y: Math.round(y) };
  }

  /** A piece under the pointer may get a note. @param {EventTarget | null} target */
  offer(target) {
    if (!(target instanceof Element)) return;
    const piece = target.closest(this.bearer)?.getAttribute("data-piece") ?? null;
    if (piece === this.offered) return;
    // The way from the piece to its pin leads over the rest of the place that it is in.
    const offered = this.offered && this.board.querySelector(`[data-piece="${CSS.escape(this.offered)}"]`);
    if (!piece && offered && placeAround(offered)?.contains(target)) return;
    this.offered = piece;
    this.draw();
  }

  // Writing.

  /** @param {EventTarget | null} target */
  openFrom(target) {
    const piece = target instanceof Element ? target.closest("[data-pin]")?.getAttribute("data-pin") : null;
    if (piece) this.open(piece);
  }

  /** The name for people of the place that a piece is in, where the board tells it. @param {string} piece */
  called(piece) {
    const drawing = this.board.querySelector(`[data-piece="${CSS.escape(piece)}"]`);
    const place = drawing && placeAround(drawing);
    return (place ?? drawing)?.getAttribute("aria-label") ?? piece.replace(/^.*:/, "");
  }

  /** @param {string | null} [wanted] the piece to write on; the one that has the focus or the pointer unless told */
  open(wanted = this.near()) {
    if (!this.bearer) return;
    const bearers = [...this.board.querySelectorAll(this.bearer)].map((bearer) => bearer.getAttribute("data-piece") ?? "");
    const list = make("div", { class: "stack" });
    const add = (/** @type {string} */ piece) => {
      const box = make("textarea", {
        rows: 2, maxlength: LONGEST, "data-note": piece,
        oninput: (/** @type {Event} */ event) => this.write(piece, /** @type {HTMLTextAreaElement} */ (event.target).value),
      });
      box.value = this.written[piece] ?? "";
      const row = make("div", { class: "note" }, make("label", {}, make("span", {}, this.called(piece)), box), make("button", {
        type: "button", class: "link", onclick: () => {
          this.write(piece, "");
          row.remove();
        },
      }, "Remove"));
      list.append(row);
      return box;
    };
    for (const piece of new Set([...Object.keys(this.written), ...(wanted ? [wanted] : [])])) add(piece);
    const another = make("select", {
      "aria-label": "Write a note on",
      onchange: (/** @type {Event} */ event) => {
        const piece = /** @type {HTMLSelectElement} */ (event.target).value;
        const box = list.querySelector(`[data-note="${CSS.escape(piece)}"]`) ?? add(piece);
        /** @type {HTMLElement} */ (box).focus();
        another.value = "";
      },
    }, make("option", { value: "" }, "Write a note on …"), ...bearers.map((piece) => make("option", { value: piece }, this.called(piece))));
    openDrawer("notes", `Notes on ${this.words}`, make("p", { class: "quiet" }, "Only you read them: they stay in this browser."), list, another);
    const box = wanted ? list.querySelector(`[data-note="${CSS.escape(wanted)}"]`) : another;
    /** @type {HTMLElement} */ (box ?? another).focus();
  }

  /** The piece that is focused or under the pointer, or lies in what is. */
  near() {
    if (!this.bearer) return null;
    const focused = document.activeElement?.closest("[data-piece]");
    const bearer = focused?.closest(this.bearer) ?? focused?.querySelector(this.bearer);
    return bearer?.getAttribute("data-piece") ?? this.offered;
  }
}

/** What a piece lies in. @param {Element} piece */
function placeAround(piece) {
  return piece.parentElement?.closest("[data-piece]") ?? null;
}

/** @param {string} tag @param {Record<string, string>} attributes */
function drawn(tag, attributes) {
  const element = document.createElementNS(DRAWING, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
