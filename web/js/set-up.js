// Setting up a table: everything has a sensible beginning, so that "Start" is enough.

import { leave, once } from "./deed.js";
import { make, seatMark } from "./dom.js";
import { keep, kept, takeSeat } from "./keep.js";
import { linkRow, onlyHere } from "./seating.js";
import { ask, sentence } from "./wire.js";

/**
 * @typedef {import("./wire.js").GameOffer} GameOffer
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
    this.players = 2;
    this.map = "";
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

  /** @param {GameOffer[]} games @param {Way} way */
  open(games, way) {
    const game = games.find(({ available }) => available);
    if (!game) return this.complain("No game can be played on this server.");
    this.games = games;
    this.game = game;
    this.way = way;
    this.players = way === "bots" ? 2 : this.players;
    this.map = game.maps.find(({ sides }) => sides)?.id ?? game.maps[0].id;
    this.extras = this.more(way);
    [this.seats, this.sides] = [[], []];
    this.deal();
    this.form.hidden = false;
    this.show();
    this.form.scrollIntoView({ block: "nearest" });
    /** @type {HTMLElement | null} */ (this.form.querySelector(".begin"))?.focus({ preventScroll: true });
  }

  /** Who sits where: as before, and where nobody was asked yet, as is usual. */
  deal() {
    const { game, players, way } = this;
    if (!game || !way) return;
    const offer = game.maps.find(({ id }) => id === this.map);
    const fixed = offer?.sides?.[String(players)];
    this.sides = fixed ? [...fixed] : [...new Set([...this.sides, ...game.sides.map(({ id }) => id)])].slice(0, players);
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
    return sitter === "bot" ? { sitter, bot: this.game?.bots[0]?.id } : { sitter };
  }

  show() {
    const { game, way, form } = this;
    if (!game || !way) return;
    const offer = game.maps.find(({ id }) => id === this.map);
    const isFixed = Boolean(offer?.sides?.[String(this.players)]);
    const counts = Array.from({ length: game.seats.most - game.seats.least + 1 }, (_, at) => game.seats.least + at)
      .filter((count) => !offer?.sides || offer.sides[String(count)]);
    form.replaceChildren(make("div", { class: "stack" },
      make("h2", { id: "setup-title" }, `${game.title}: ${TITLES[way].toLowerCase()}`),
      field("Map", choice(game.maps.map(({ id, title }) => [id, title]), this.map, (value) => { this.map = value; this.deal(); this.show(); })),
      make("div", { class: "field", role: "group", "aria-labelledby": "players" }, make("span", { id: "players" }, "Players"),
        make("span", { class: "row" }, ...counts.map((count) => make("button", {
          type: "button", "data-players": count, "aria-pressed": String(count === this.players), onclick: () => this.seatFor(count),
        }, String(count))))),
      make("div", { class: "places", role: "group", "aria-label": "Seats" }, ...this.seats.map((seat, at) => this.seatRow(seat, at, isFixed))),
      this.extras,
      make("button", { type: "submit", class: "primary begin" }, "Start"),
      this.otherGames()));
  }

  /** @param {number} players */
  seatFor(players) {
    this.players = players;
    this.deal();
    this.show();
    /** @type {HTMLElement | null} */ (this.form.querySelector(`[data-players="${players}"]`))?.focus({ preventScroll: true });
  }

  /** @param {Seat} seat @param {number} at @param {boolean} isFixed */
  seatRow(seat, at, isFixed) {
    const sides = /** @type {GameOffer} */ (this.game).sides;
    const name = (/** @type {string} */ id) => sides.find((side) => side.id === id)?.name ?? id;
    const side = isFixed
      ? make("span", {}, name(this.sides[at]))
      : choice(sides.map(({ id, name: shown }) => [id, shown]), this.sides[at], (value) => this.takeSide(at, value), `Side of seat ${at + 1}`);
    const bots = this.game?.bots ?? [];
    const who = choice([
      ["person", "you"], ...(this.way === "here" ? [["here", "somebody here"]] : []),
      ...bots.map(({ id, title }) => [`bot ${id}`, `bot: ${title}`]), ["open", "a friend, by link"],
    ].filter(([value]) => this.way !== "here" || value !== "person"), seat.sitter === "bot" ? `bot ${seat.bot}` : seat.sitter, (value) => this.seatBy(at, value), `Who plays ${name(this.sides[at])}`);
    return make("div", { class: "place" }, seatMark(at, "ABCDEF"[at]), side, make("span", { class: "stack" }, who,
      seat.sitter === "bot" && make("small", { class: "quiet" }, bots.find(({ id }) => id === seat.bot)?.text ?? ""),
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
    details.append(make("div", { class: "stack" },
      field("Name of the table", make("input", { name: "name", maxlength: 40 })),
      field("Clock", make("select", { name: "clock" },
        make("option", { value: "none" }, "none"),
        make("option", { value: "banked 3" }, "3 days to spend"), make("option", { value: "banked 10" }, "10 days to spend"),
        make("option", { value: "live 45 20" }, "live: 45 minutes and 20 seconds a decision"), make("option", { value: "live 90 30" }, "live: 90 minutes and 30 seconds a decision"))),
      way === "friends" ? box("listed", "Let anybody join from the start page", false) : "",
      box("stand_in", "A bot stands in when somebody's time is up", true),
      box("odds", "Odds of battles may be asked for", true),
      box("answers_forced", "The only possible answer is given without asking", true),
      box("spectators", "Others may watch", true)));
    return details;
  }

  otherGames() {
    const others = (this.games ?? []).filter(({ available }) => !available).map(({ title }) => title);
    return others.length ? make("p", { class: "quiet" }, `Planned on the same engine: ${others.join(", ")}.`) : "";
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
      game: this.game?.name, map: this.map, sides: this.sides,
      seats: this.seats.map(({ sitter, bot }, at) => ({
        sitter, bot, name: sitter === "person" ? name(at) : sitter === "here" ? name(at) || `Player ${at + 1}` : undefined,
      })),
      name: String(form.get("name") ?? "").trim() || undefined, clock,
      listed: form.has("listed"), stand_in: form.has("stand_in"), odds: form.has("odds"), spectators: form.has("spectators"), answers_forced: form.has("answers_forced"),
    };
  }

  /** The guided first round. @param {GameOffer[]} games */
  guided(games) {
    const game = games.find(({ available }) => available);
    if (!game) throw new Error("No game can be played on this server.");
    [this.game, this.games, this.way, this.players] = [game, games, "bots", 2];
    this.map = game.maps.find(({ sides }) => sides?.["2"])?.id ?? game.maps[0].id;
    [this.seats, this.sides] = [[], []];
    this.deal();
    const easy = game.bots.find(({ id }) => id === "greedy") ?? game.bots[0];
    this.seats = this.seats.map((seat) => (seat.sitter === "bot" ? { sitter: "bot", bot: easy.id } : seat));
    return { ...this.order(), stand_in: true, odds: true, spectators: true, answers_forced: true, guided: true, name: "First game" };
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
    const name = (/** @type {number} */ seat) => this.game?.sides.find(({ id }) => id === this.sides[seat])?.name ?? `Seat ${seat + 1}`;
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

/** @param {string[][]} values @param {string} now @param {(value: string) => void} chosen @param {string} [label] */
function choice(values, now, chosen, label) {
  return make("select", { "aria-label": label, onchange: (/** @type {Event} */ event) => chosen(/** @type {HTMLSelectElement} */ (event.target).value) },
    ...values.map(([value, text]) => make("option", { value, selected: value === now }, text)));
}
