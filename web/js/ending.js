// The end of a game: who won, how everybody stood, how the chances went, and another round.

import { leave, once } from "./deed.js";
import { insert, make, seatMark } from "./dom.js";
import { openDrawer } from "./drawer.js";
import { takeSeat } from "./keep.js";
import { ask, sentence } from "./wire.js";

/** @param {import("./table.js").Table} table @param {() => void} replay */
export function openEnding(table, replay) {
  const page = table.base;
  if (!page?.outcome) return;
  const { winners, sentence: said } = page.outcome;
  const chances = make("div", { class: "chances" }, make("p", { class: "quiet" }, "The chances over the game are being reckoned."));
  const standings = [...page.seats].sort((a, b) => Number(winners.includes(b.seat)) - Number(winners.includes(a.seat)));
  openDrawer("ending", "The game is over",
    make("p", { class: "winner" }, said),
    make("ol", { class: "standings" }, ...standings.map(({ seat, letter, side, name, eliminated }) =>
      make("li", { class: winners.includes(seat) ? "won" : "" }, seatMark(seat, letter), make("b", {}, side), ` ${name}`,
        winners.includes(seat) ? make("span", { class: "tag" }, "won") : eliminated ? make("span", { class: "tag" }, "eliminated") : null))),
    make("h3", {}, "Chances over the game"), chances,
    make("p", { class: "row" },
      make("button", { type: "button", class: "primary", id: "rematch", onclick: () => once("rematch", () => rematch(table)) }, "Play again"),
      make("button", { type: "button", onclick: replay }, "Watch the replay"),
      make("button", { type: "button", onclick: () => void keepRecord(table) }, "Keep the record")));
  void fillChances(table, chances);
}

/** The curve may take the server a while. @param {import("./table.js").Table} table @param {HTMLElement} place */
async function fillChances(table, place) {
  for (let tries = 0; tries < 60 && place.isConnected; tries += 1) {
    try {
      const found = await table.ask("/chances");
      if (!found.unfinished) {
        const plot = make("div", { class: "plot", tabindex: 0, role: "region", "aria-label": "Chances over the game" });
        insert(plot, found.svg);
        place.replaceChildren(plot);
        const turns = /** @type {{step: number, text: string}[]} */ (found.turning_points ?? []);
        if (turns.length) place.append(make("h3", {}, "What cost most"), make("ol", { class: "turns" }, ...turns.map(({ step, text }) =>
          make("li", {}, make("a", { href: `#step=${step}` }, text)))));
        return;
      }
    } catch (problem) {
      place.replaceChildren(make("p", { class: "quiet" }, sentence(problem)));
      return;
    }
    await new Promise((next) => setTimeout(next, 2000));
  }
}

/** The same table again. @param {import("./table.js").Table} table */
async function rematch(table) {
  const order = table.match?.again;
  try {
    const made = await ask("matches", { body: order });
    takeSeat(made, order?.name ?? "");
    await leave(`/match/${made.id}`);
  } catch (problem) {
    table.say(sentence(problem));
  }
}

/** The record as a file. @param {import("./table.js").Table} table */
async function keepRecord(table) {
  try {
    const record = await table.ask("/record");
    const address = URL.createObjectURL(new Blob([record], { type: "text/plain" }));
    make("a", { href: address, download: `${table.id}.txt` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  } catch (problem) {
    table.say(sentence(problem));
  }
}
