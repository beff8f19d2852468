// Setting up a table: everything has a sensible beginning, so that "Start" is enough.

import { leave, once } from "./deed.js";
import { make, seatMark } from "./dom.js";
import { keep, kept, takeSeat } from "./keep.js";
import { countsOf, fixedSides, lettersOf, usualOptions } from "./offers.js";
import { linkRow, onlyHere } from "./seating.js";
import { ask, sentence } from "./wire.js";

/**
 * @typedef {import("./wire.js").Offer} Offer
 * @typedef {import("./wire.js").NewMatch} NewMatch
 * @typedef {"bots" | "friends" | "here"} Way
 * @typedef {{sitter: string, bot?: string}} Seat
 */

const TITLES = { bots: "Against bots", friends: "With friends", here: "At one screen" };
const OTHERS = { bots: "bot", friends: "open", here: "here" };

export class SetUp {
  /** @param {HTMLElement} form @param {(problem: unknown) => void} complain */
  constructor(form, complain) {
    this.form = form;
    this.complain = complain;
    /** @type {Offer | null} */
    this.offer = null;
    /** @type {Way | null} */
    this.way = null;
    this.players = 0;
    /** The value of each option. @type {Record<string, string>} */
    this.options = {};
    /** Sides by seat. @type {string[]} */
    this.sides = [];
    /** @type {Seat[]} */
    this.seats = [];
    /** Names by seat; they stay when seats come and go. */
    this.names = [kept("name", "")];
    /** What stands under "More". @type {HTMLElement | null} */
    this.extras = null;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.begin(this.order());
    });
  }

  /** @param {Offer} offer @param {Way} way */
  open(offer, way) {
    if (offer !== this.offer || way === "bots") this.players = offer.seats.usual;
    if (offer !== this.offer) this.options = usualOptions(offer);
    this.offer = offer;
    this.way = way;
    this.extras = this.more(way);
    [this.seats, this.sides] = [[], []];
    this.deal();
    this.form.hidden = false;
    this.show();
  }

  /** Who sits where: as before, and where nobody was asked yet, as is usual. */
  deal() {
    const { offer, way } = this;
    if (!offer || !way) return;
    const counts = countsOf(offer, this.options);
    if (!counts.includes(this.players)) this.players = counts[0] ?? offer.seats.usual;
    const { players } = this;
    const fixed = fixedSides(offer, this.options, players);
    this.sides = fixed ? [...fixed] : [...new Set([...this.sides, ...offer.sides.map(({ id }) => id)])].slice(0, players);
    // Your own seat does not go away with the last ones.
    const mine = this.seats.findIndex(({ sitter }) => sitter === "person");
    if (mine >= players) this.swap(mine, 0);
    this.seats = this.sides.map((_, seat) => this.seats[seat] ?? this.sitting(seat === 0 && way !== "here" ? "person" : OTHERS[way]));
  }

  /** Two change places. @param {number} one @param {number} other */
  swap(one, other) {
    [this.seats[one], this.seats[other]] = [this.seats[other], this.seats[one]];
    [this.names[one], this.names[other]] = [this.names[other], this.names[one]];
  }

  /** @param {string} sitter @returns {Seat} */
  sitting(sitter) {
    return sitter === "bot" ? { sitter, bot: this.offer?.bots[0]?.id } : { sitter };
  }

  show() {
    const { offer, way, form } = this;
    if (!offer || !way) return;
    const letters = lettersOf(offer, this.sides);
    const counts = countsOf(offer, this.options);
    const isFixed = fixedSides(offer, this.options, this.players) !== null;
    form.replaceChildren(make("div", { class: "stack" },
      make("h2", { id: "setup-title" }, `${offer.title}: ${TITLES[way].toLowerCase()}`),
      ...offer.options.filter(({ values }) => values.length > 1).map(({ id, title, values }) =>
        field(title, choice(values.map((value) => [value.id, value.title]), this.options[id], (value) => { this.options[id] = value; this.deal(); this.show(); }, undefined, id))),
      counts.length > 1 && make("div", { class: "field", role: "group", "aria-labelledby": "players" }, make("span", { id: "players" }, "Players"),
        make("span", { class: "row" }, ...counts.map((count) => make("button", {
          type: "button", "data-players": count, "aria-pressed": String(count === this.players), onclick: () => this.seatFor(count),
        }, String(count))))),
      make("div", { class: "places", role: "group", "aria-label": "Seats" }, ...this.seats.map((seat, at) => this.seatRow(offer, seat, at, letters[at], isFixed))),
      this.extras,
      make("button", { type: "submit", class: "primary begin" }, "Start")));
  }

  /** @param {number} players */
  seatFor(players) {
    this.players = players;
    this.deal();
    this.show();
    /** @type {HTMLElement | null} */ (this.form.querySelector(`[data-players="${players}"]`))?.focus({ preventScroll: true });
  }

  /** @param {Offer} offer @param {Seat} seat @param {number} at @param {string} letter @param {boolean} isFixed */
  seatRow({ sides, side_word, bots }, seat, at, letter, isFixed) {
    const name = (/** @type {string} */ id) => sides.find((side) => side.id === id)?.name ?? id;
    const side = isFixed
      ? make("span", {}, name(this.sides[at]))
      : choice(sides.map(({ id, name: shown }) => [id, shown]), this.sides[at], (value) => this.takeSide(at, value), `${side_word} of seat ${at + 1}`);
    const who = choice([
      ["person", "you"], ...(this.way === "here" ? [["here", "somebody here"]] : []),
      ...bots.map(({ id, title }) => [`bot ${id}`, `bot: ${title}`]), ["open", "a friend, by link"],
    ].filter(([value]) => this.way !== "here" || value !== "person"), seat.sitter === "bot" ? `bot ${seat.bot}` : seat.sitter, (value) => this.seatBy(at, value), `Who plays ${name(this.sides[at])}`);
    // What a bot is like is told once, however many seats it has.
    const isFirst = seat.sitter === "bot" && this.seats.findIndex(({ bot }) => bot === seat.bot) === at;
    return make("div", { class: "place" }, seatMark(at, letter), side, make("span", { class: "stack" }, who,
      isFirst && make("small", { class: "quiet" }, bots.find(({ id }) => id === seat.bot)?.text ?? ""),
      (seat.sitter === "here" || seat.sitter === "person") && make("input", {
        placeholder: seat.sitter === "person" ? "Your name" : `Name of player ${at + 1}`, "aria-label": `Name for ${name(this.sides[at])}`,
        maxlength: 40, value: this.names[at] ?? "", autocomplete: "nickname",
        oninput: (/** @type {Event} */ event) => { this.names[at] = /** @type {HTMLInputElement} */ (event.target).value; },
      })));
  }

  /** A side is played once: whoever had it takes the one that is given up. @param {number} at @param {string} side */
  takeSide(at, side) {
    const other = this.sides.indexOf(side);
    if (other >= 0) this.sides[other] = this.sides[at];
    this.sides[at] = side;
    this.show();
  }

  /** You sit once: choosing "you" elsewhere leaves your old seat to another. @param {number} at @param {string} value */
  seatBy(at, value) {
    const old = value === "person" ? this.seats.findIndex(({ sitter }) => sitter === "person") : -1;
    if (old >= 0) this.swap(old, at);
    else this.seats[at] = value.startsWith("bot ") ? { sitter: "bot", bot: value.slice(4) } : this.sitting(value);
    this.show();
  }

  /** @param {Way} way */
  more(way) {
    const details = make("details", {}, make("summary", {}, way === "friends" ? "More: who may join, clock, bots that stand in" : "More: table name, clock, bots that stand in"));
    const box = (/** @type {string} */ name, /** @type {string} */ words, /** @type {boolean} */ on) =>
      make("label", { class: "check" }, make("input", { type: "checkbox", name, checked: on }), words);
    const { odds_example: example, scene_word: scene } = /** @type {Offer} */ (this.offer);
    details.append(make("div", { class: "stack" },
      field("Name of the table", make("input", { name: "name", maxlength: 40 })),
      field("Clock", make("select", { name: "clock" },
        make("option", { value: "none" }, "none"),
        make("option", { value: "banked 3" }, "3 days to spend"), make("option", { value: "banked 10" }, "10 days to spend"),
        make("option", { value: "live 45 20" }, "live: 45 minutes and 20 seconds a decision"), make("option", { value: "live 90 30" }, "live: 90 minutes and 30 seconds a decision"))),
      way === "friends" ? box("listed", "Let anybody join from the start page", false) : "",
      box("stand_in", "A bot stands in when somebody's time is up", true),
      example === null ? "" : box("odds", `The odds of each ${scene.toLowerCase()} may be asked for`, true),
      box("answers_forced", "The only possible answer is given without asking", true),
      box("spectators", "Others may watch", true)));
    return details;
  }

  /** What is sent to open the table. */
  order() {
    const form = new FormData(/** @type {HTMLFormElement} */ (this.form));
    const [kind, first, second] = String(form.get("clock") ?? "none").split(" ");
    const clock = kind === "banked" ? { kind, days: Number(first) }
      : kind === "live" ? { kind, minutes: Number(first), increment_seconds: Number(second) } : { kind };
    const name = (/** @type {number} */ seat) => this.names[seat]?.trim();
    const mine = name(this.seats.findIndex(({ sitter }) => sitter === "person"));
    if (mine) keep("name", mine);
    return {
      game: this.offer?.name, sides: this.sides, options: this.options,
      seats: this.seats.map(({ sitter, bot }, at) => ({
        sitter, bot, name: sitter === "person" ? name(at) : sitter === "here" ? name(at) || `Player ${at + 1}` : undefined,
      })),
      name: String(form.get("name") ?? "").trim() || undefined, clock,
      listed: form.has("listed"), stand_in: form.has("stand_in"), odds: form.has("odds"), spectators: form.has("spectators"), answers_forced: form.has("answers_forced"),
    };
  }

  /** The guided first round: as its guide knows it, against the gentlest bots that play on purpose. @param {Offer} offer */
  guided(offer) {
    const { sides = [], options = {} } = offer.guided ?? {};
    const easy = offer.bots.find(({ id }) => id === "greedy") ?? offer.bots[0];
    const name = this.names[0].trim() || undefined;
    return {
      game: offer.name, sides, options, seats: sides.map((_, seat) => (seat === 0 ? { sitter: "person", name } : { sitter: "bot", bot: easy?.id })),
      name: "First game", clock: { kind: "none" }, stand_in: true, odds: true, spectators: true, answers_forced: true, guided: true,
    };
  }

  /** @param {Record<string, any>} order */
  begin(order) {
    return once("begin", async () => {
      try {
        const made = /** @type {NewMatch} */ (await ask("matches", { body: order }));
        takeSeat(made, order.name ?? "");
        if (made.links.length) this.invite(made);
        else await leave(`/match/${made.id}`);
      } catch (problem) {
        this.complain(sentence(problem));
      }
    });
  }

  /** @param {NewMatch} made */
  invite(made) {
    const name = (/** @type {number} */ seat) => this.offer?.sides.find(({ id }) => id === this.sides[seat])?.name ?? `Seat ${seat + 1}`;
    const said = make("p", { class: "quiet", role: "status" });
    this.form.replaceChildren(make("div", { class: "stack" },
      make("h2", { id: "setup-title" }, "Send these links to your friends"),
      make("p", { class: "quiet" }, "Whoever opens a link may take that seat. You find them again at the table."),
      ...made.links.map(({ seat, url }) => linkRow(name(seat), url, (text) => { said.textContent = text; })), ...onlyHere(made.links), said,
      make("a", { class: "button primary", href: `/match/${made.id}`, id: "to-table" }, "To the table")));
  }
}

/** @param {string} label @param {HTMLElement} control */
function field(label, control) {
  return make("label", { class: "field" }, make("span", {}, label), control);
}

/** @param {string[][]} values @param {string} now @param {(value: string) => void} chosen @param {string} [label] @param {string} [option] */
function choice(values, now, chosen, label, option) {
  return make("select", { "aria-label": label, "data-option": option, onchange: (/** @type {Event} */ event) => chosen(/** @type {HTMLSelectElement} */ (event.target).value) },
    ...values.map(([value, text]) => make("option", { value, selected: value === now }, text)));
}
