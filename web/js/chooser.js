// The games as plates, each with its board: one of them is chosen, and the ways to begin belong to it.

import { make } from "./dom.js";
import { keep, kept } from "./keep.js";
import { drawOrrery } from "./orrery.js";
import { onSettings } from "./settings.js";

/** @typedef {import("./wire.js").Offer} Offer */

export class Chooser {
  /** @param {HTMLElement} place @param {Offer[]} offers @param {(offer: Offer) => void} chosen told now, and whenever another game is chosen */
  constructor(place, offers, chosen) {
    /** The one chosen last is chosen again. */
    this.offer = offers.find(({ name }) => name === kept("game", "")) ?? offers[0];
    /** The drawn boards. @type {[HTMLImageElement, string][]} */
    this.pictures = [];
    const isChoice = offers.length > 1;
    place.classList.toggle("single", !isChoice);
    place.replaceChildren(...offers.map((offer) => this.plate(offer, isChoice, () => {
      this.offer = offer;
      keep("game", offer.name);
      chosen(offer);
    })));
    const wear = () => {
      const { theme } = document.documentElement.dataset;
      for (const [picture, name] of this.pictures) picture.src = `/api/games/${name}/board.svg?theme=${theme}`;
    };
    onSettings(wear);
    matchMedia("(prefers-color-scheme: light)").addEventListener("change", wear);
    wear();
    chosen(this.offer);
  }

  /** @param {Offer} offer @param {boolean} isChoice @param {() => void} choose */
  plate(offer, isChoice, choose) {
    const { name, title, pitch, time, seats } = offer;
    const players = seats.least === seats.most ? `${seats.least} players` : `${seats.least} to ${seats.most} players`;
    return make(isChoice ? "label" : "div", { class: "game", "data-game": name },
      isChoice && make("input", { type: "radio", name: "game", value: name, class: "unseen", checked: offer === this.offer, onchange: choose }),
      make("span", { class: "board" }, this.picture(offer)),
      make("span", { class: "about" },
        make("b", { class: "title" }, title),
        make("span", { class: "quiet pitch" }, pitch),
        make("span", { class: "facts" }, make("span", { class: "players" }, players), make("span", { class: "time" }, time))));
  }

  /** Its board; a game without one has the instrument that the house is named after. @param {Offer} offer */
  picture({ name, panels, seats }) {
    if (!panels.some(({ place }) => place === "board")) return drawOrrery(seats.most);
    const picture = make("img", { alt: "", decoding: "async" });
    this.pictures.push([picture, name]);
    return picture;
  }
}
