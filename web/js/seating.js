// Taking a seat, inviting others to theirs, and leaving one.

import { once } from "./deed.js";
import { by, copy, make } from "./dom.js";
import { closeDrawer } from "./drawer.js";
import { forget, forgetKey, keep, kept, keyToCome, keysOf, useKey } from "./keep.js";
import { ask, sentence } from "./wire.js";

/** @typedef {import("./table.js").Table} Table */

export class Seating {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.card = by("seating");
    // The card stands over the log, which makes room for it; the map stays free.
    new ResizeObserver(() => {
      const height = this.card.hidden ? 0 : this.card.offsetHeight + 8;
      document.body.style.setProperty("--seating", `${height}px`);
    }).observe(this.card);
  }

  /** Looks at the match again, since somebody may have sat down. */
  async again() {
    if (this.table.match?.state !== "open") return;
    this.table.match = await this.table.ask("").catch(() => this.table.match);
    this.show();
    this.table.changed();
  }

  show() {
    const { match } = this.table;
    const open = match?.seats.filter(({ sitter }) => sitter === "open") ?? [];
    const mine = open.find(({ seat }) => match?.held.includes(seat) && !match.host);
    this.card.hidden = !match || open.length === 0;
    if (!match || open.length === 0) return;
    const side = mine && (this.table.base?.seats[mine.seat]?.side ?? mine.side);
    if (mine) this.card.replaceChildren(this.joinForm(mine.seat, `You are asked to play ${side}. Once you sit down the link is void, and the seat is yours alone.`));
    else if (match.host) this.card.replaceChildren(this.invitation());
    else if (match.held.length === 0 && match.again.listed) this.card.replaceChildren(this.joinForm(null, "There is a free seat at this table.", open.map(({ seat }) => seat)));
    else this.card.hidden = true;
  }

  /** @param {number | null} seat the seat that is one's own to take, if there is one @param {string} words @param {number[]} free */
  joinForm(seat, words, free = []) {
    const name = make("input", { required: true, maxlength: 40, value: kept("name", ""), autocomplete: "nickname", "aria-label": "Your name" });
    const sides = make("select", { "aria-label": "Side" }, ...free.map((at) => make("option", { value: at }, this.sideOf(at))));
    const side = free.length > 1 ? sides : make("b", {}, this.sideOf(free[0] ?? 0));
    return make("form", {
      class: "stack",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        void once("join", () => this.join(seat, name.value.trim(), free.length ? Number(sides.value) : null));
      },
    }, make("h2", {}, words), free.length > 0 && make("div", { class: "field" }, make("span", {}, "You play"), side), make("label", { class: "field" }, make("span", {}, "Your name"), name),
    make("button", { type: "submit", class: "primary", id: "join" }, "Sit down"));
  }

  /** @param {number | null} seat @param {string} name @param {number | null} wanted a free seat of an open table */
  async join(seat, name, wanted) {
    try {
      keep("name", name);
      const said = await this.table.ask("/join", { body: { seat: seat ?? wanted, name, key: keyToCome(this.table.id) } });
      forget(`to-come.${this.table.id}`);
      if (said.key !== this.table.key) {
        // Another key is another person to the server: everything is opened anew.
        useKey(this.table.id, said.key);
        if (seat !== null && this.table.key) forgetKey(this.table.id, this.table.key);
        return location.reload();
      }
      this.table.match = await this.table.ask("");
      await this.table.refresh();
      this.show();
    } catch (problem) {
      this.table.say(sentence(problem));
    }
  }

  /** The links for those who have not come yet. */
  invitation() {
    const { match, id } = this.table;
    const isFree = (/** @type {number} */ seat) => match?.seats[seat]?.sitter === "open";
    const links = kept(`links.${id}`, /** @type {{seat: number, url: string}[]} */ ([])).filter(({ seat }) => isFree(seat));
    const without = match?.seats.filter(({ seat, sitter }) => sitter === "open" && !links.some((link) => link.seat === seat)) ?? [];
    // Whoever wants the place for something else folds it away, for good.
    const folded = `folded.seating.${id}`;
    // The event that tells of it afterwards comes too late for one who leaves at once.
    const fold = (/** @type {Event} */ event) => keep(folded, /** @type {Element} */ (event.currentTarget).closest("details")?.open);
    return make("details", { open: !kept(folded, false) }, make("summary", { onclick: fold }, make("h2", {}, links.length ? "Send these links to your friends" : "The table waits for players")),
      make("p", { class: "quiet" }, "Whoever opens a link first takes that seat, and then the link is void. Play may begin: the game waits only where a free seat is asked."),
      ...links.map(({ seat, url }) => linkRow(this.sideOf(seat), url, (text) => this.table.say(text))), ...onlyHere(links),
      without.length > 0 && make("p", { class: "quiet" }, "A new link makes one that was sent before void."),
      ...without.map(({ seat }) => {
        const row = make("div", { class: "link-row" }, make("span", {}, this.sideOf(seat)));
        row.append(this.newLink(seat, "Make a new link", row));
        return row;
      }));
  }

  /** @param {number} seat */
  sideOf(seat) {
    return this.table.base?.seats[seat]?.side ?? `Seat ${seat + 1}`;
  }

  /** A button that makes a new link to a seat. @param {number} seat @param {string} words @param {HTMLElement} row what gives way to the link */
  newLink(seat, words, row) {
    const { id } = this.table;
    return make("button", {
      type: "button", "data-new-link": seat,
      // With the second link the first, which is shown, would be void.
      onclick: () => once(`link ${seat}`, async () => {
        try {
          const link = await this.table.ask(`/seats/${seat}/link`, { method: "POST" });
          const others = kept(`links.${id}`, /** @type {{seat: number, url: string}[]} */ ([])).filter((other) => other.seat !== seat);
          keep(`links.${id}`, [...others, link]);
          row.replaceWith(linkRow(this.sideOf(seat), link.url, (text) => this.table.say(text)));
        } catch (problem) {
          this.table.say(sentence(problem));
        }
      }),
    }, words);
  }

  /** What stands under the settings of the host: new links for those who have lost theirs. */
  lostLinks() {
    const { match, base } = this.table;
    const others = match?.host ? match.seats.filter(({ seat }) => ["person", "stand"].includes(base?.seats[seat]?.sitter ?? "") && !match.held.includes(seat)) : [];
    if (others.length === 0) return [];
    return [make("h3", {}, "Lost links"),
      make("p", { class: "quiet" }, "Has somebody lost the link to a seat? With a new one the old one is void, and everybody reads of it in the chat."),
      ...others.map(({ seat, name }) => this.lostLink(seat, name || this.sideOf(seat)))];
  }

  /** A new link puts out whoever sits there, so it is asked for twice. @param {number} seat @param {string} name @returns {HTMLElement} */
  lostLink(seat, name) {
    const row = make("div", { class: "stack" });
    const yes = this.newLink(seat, "Yes, make it", row);
    yes.classList.add("danger");
    const sure = make("div", { class: "row", hidden: true },
      make("span", {}, `The table is shut to whoever plays as ${name} now, until they have the new link.`), yes);
    row.append(make("div", { class: "row" }, make("span", { class: "grow" }, name),
      make("button", { type: "button", "data-lost": seat, onclick: () => { sure.hidden = false; } }, "Make a new link…")), sure);
    return row;
  }

  /** The other seats that this browser has a key for, each as a button that goes over to it. @returns {Promise<HTMLElement[]>} */
  async others() {
    const { id, key, base } = this.table;
    const held = await Promise.all(keysOf(id).filter((other) => other !== key).map(async (other) => {
      const match = /** @type {import("./wire.js").Match | null} */ (await ask(`matches/${id}`, { key: other }).catch(() => null));
      return { other, seats: match?.seats.filter(({ seat }) => match.held.includes(seat)) ?? [] };
    }));
    return held.filter(({ seats }) => seats.length).map(({ other, seats }) => make("button", {
      type: "button", class: "play-as",
      onclick: () => {
        useKey(id, other);
        location.reload();
      },
    }, `Play as ${seats.map(({ seat, side, name }) => name || (base?.seats[seat]?.side ?? side)).join(" and ")}`));
  }

  /** What stands under the settings: the keys of this table. */
  keys() {
    const { id, key, base } = this.table;
    if (!base || base.seat === null || !key) return [];
    const link = new URL(`/match/${id}#${key}`, location.origin).href;
    const deeds = make("p", { class: "row" }, make("button", {
      type: "button", id: "copy-seat",
      onclick: () => void copy(link).then((isDone) => this.table.say(isDone ? "The link to your seat is copied. Open it on your other device." : link)),
    }, "Copy the link to my seat"));
    void this.others().then((buttons) => deeds.append(...buttons));
    return [make("h3", {}, "My seat"), make("p", { class: "quiet" }, "Whoever has the link to your seat plays for you."), deeds];
  }

  /** @param {"resign" | "return"} how */
  async part(how) {
    await this.table.leave(how);
    // What it offered is done.
    closeDrawer();
  }

  /** What stands under the settings: leaving. */
  parting() {
    const { base, match } = this.table;
    if (!base || base.seat === null || base.outcome || !match) return [];
    if (base.seats[base.seat]?.sitter === "stand")
      return [make("h3", {}, "Coming back"), make("button", { type: "button", onclick: () => void this.part("return") }, "Take the seat back from the bot")];
    const sure = make("button", { type: "button", hidden: true, class: "danger", onclick: () => void this.part("resign") }, "Yes, a bot plays on for me");
    return [make("h3", {}, "Leaving"), make("p", { class: "row" },
      make("button", { type: "button", onclick: () => { sure.hidden = false; } }, "Resign"), sure)];
  }
}

/** Says so where links lead no farther than this computer. @param {{url: string}[]} links */
export function onlyHere(links) {
  const isHere = links.some(({ url }) => /^(localhost|127\.|\[::1\])/.test(new URL(url, location.origin).hostname));
  return isHere ? [make("p", { class: "quiet" }, "These links open on this computer only. For friends elsewhere start Orrery with ",
    make("code", {}, "--listen 0.0.0.0:7447"), " and open this page under your computer's own address.")] : [];
}

/** A link to copy. @param {string} label @param {string} url @param {(text: string) => void} say */
export function linkRow(label, url, say) {
  const full = new URL(url, location.origin).href;
  const box = make("input", { readonly: true, value: full, "aria-label": `Link for ${label}`, onfocus: (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select() });
  return make("div", { class: "link-row" }, make("span", {}, label), box, make("button", {
    type: "button",
    onclick: () => void copy(full).then((isDone) => (isDone ? say(`The link for ${label} is copied.`) : box.select())),
  }, "Copy"));
}
