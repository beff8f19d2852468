// The table page: puts its parts together and keeps them in step.

import { Aftermath } from "./aftermath.js";
import { Chart } from "./chart.js";
import { Chat } from "./chat.js";
import { Curtain } from "./curtain.js";
import { beforePaint, by, make, replaceUnlike, seatMark } from "./dom.js";
import { closeDrawer, isDrawerOn, onPutAway, onRoom } from "./drawer.js";
import { NO_SEAT, enter, showNowhere, takeFragment } from "./entering.js";
import { part, setPart } from "./fragment.js";
import { Ghosts } from "./ghosts.js";
import { Glossary } from "./glossary.js";
import { Help } from "./help.js";
import { isKey, remember } from "./keep.js";
import { listen } from "./keys.js";
import { Lights } from "./lights.js";
import { Line } from "./line.js";
import { Log } from "./log.js";
import { listenToMenu } from "./menu.js";
import { Notes } from "./notes.js";
import { offers } from "./offers.js";
import { Panels } from "./panels.js";
import { listenToPointing } from "./pointing.js";
import { PromptBar } from "./prompt.js";
import { Regions } from "./regions.js";
import { Replay } from "./replay.js";
import { listenToTerms, openHelp } from "./rules-drawer.js";
import { say } from "./said.js";
import { Seating } from "./seating.js";
import { change, onSettings, settings } from "./settings.js";
import { signal } from "./signal.js";
import { Strips } from "./strips.js";
import { Table } from "./table.js";
import { Tabs } from "./tabs.js";
import { Refusal, sentence } from "./wire.js";

/**
 * @typedef {import("./wire.js").Page} Page
 * @typedef {import("./wire.js").Match} Match
 * @typedef {import("./wire.js").Offer} Offer
 */

const id = location.pathname.split("/")[2] ?? "";
const isPhone = () => matchMedia("(max-width: 700px)").matches;
/** On a phone or a tablet the map has a frame of its own, and nothing lies over it. */
const isFramed = () => matchMedia("(max-width: 1000px)").matches;
/** As much of the map's lower edge as the prompt usually covers. */
const USUAL = 226;

void begin();

async function begin() {
  const brought = takeFragment();
  const games = offers();
  const tabs = new Tabs();
  tabs.begin();
  try {
    const { match, key } = await enter(id, brought);
    const offer = (await games).find(({ name }) => name === match.game);
    if (!offer) throw new Error("This server does not know the game that is played here.");
    const play = new Play(match, offer, key, tabs);
    await play.table.open();
    play.begin();
    if (brought !== null) void play.tellOfLink(key === brought);
  } catch (problem) {
    if (problem instanceof Refusal && problem.status === 404 && await showNowhere()) return;
    by("question").textContent = sentence(problem);
    by("deeds").replaceChildren(make("a", { class: "button primary", href: "/" }, "To the start page"));
    if (!(problem instanceof Refusal)) console.error(problem);
  }
}

class Play {
  /** @param {Match} match @param {Offer} offer @param {string | null} key @param {Tabs} tabs */
  constructor(match, offer, key, tabs) {
    this.offer = offer;
    this.tabs = tabs;
    const panels = this.panels = new Panels(offer.panels, tabs);
    const lights = this.lights = new Lights(panels.inOrder());
    /** As much of the map's lower edge as is kept free. */
    this.lowerEdge = USUAL;
    const chart = this.chart = new Chart(by("map"), by("board"), () => this.covered(), /** @type {SVGSVGElement} */ (/** @type {unknown} */ (by("pins"))));
    this.regions = new Regions(panels.mounts, panels.board, {
      isSeen: (name) => name !== panels.list || panels.showsList(settings.list),
      // What is lit has attributes that were not drawn.
      drawing: () => lights.darken(),
      drawn: (changed) => this.drawn(changed),
    });
    const table = this.table = new Table(match, offer, key, this.regions, lights);
    table.say = say;
    const glossary = this.glossary = new Glossary(offer.name);
    this.promptBar = new PromptBar(table, glossary, () => this.openEnding());
    const announce = (/** @type {string} */ text) => {
      by("live").textContent = text;
    };
    this.announce = announce;
    this.log = new Log(table, glossary, {
      goTo: (step) => void (this.replay.isOpen ? this.replay.go(step) : this.replay.open(step)),
      reveal: (pieces) => {
        const piece = pieces.flatMap((name) => lights.of(name)).find((element) => by("board").contains(element));
        if (piece) chart.reveal(piece);
      },
      announce,
    });
    this.chat = new Chat(table, announce);
    this.replay = new Replay(table, (step) => this.log.upTo(step));
    this.notes = new Notes(table, by("board"));
    this.help = new Help(offer, glossary, (piece) => this.notes.on(piece));
    this.seating = new Seating(table);
    new Curtain(table);
    this.aftermaths = panels.scenes.map((scene) => new Aftermath(table, scene, () => this.log.lines, (sentence) => {
      // On a phone another sheet may lie over the scene.
      if (isPhone()) table.say(sentence);
    }));
    this.strips = new Strips(table);
    this.ghosts = new Ghosts(table, panels.board);
    this.wasOver = false;
    this.planned = 0;
    this.announced = "";
    this.place = "";
    tabs.opened = { chat: () => this.chat.read(), log: () => this.log.settle() };
    tabs.resized = () => beforePaint(this.refit);
    onRoom.push(this.refit);
    table.listeners.push(() => this.changed());
    onSettings(() => this.wearList());
    this.wearList();
    this.listen();
  }

  /** The table is open. */
  begin() {
    const { table, offer, seating, chat } = this;
    const { match, base } = table;
    if (!base) return;
    seating.show();
    if (base.seat === null) by("chat-text").setAttribute("placeholder", "Spectators listen");
    new Line(id, table.key, ({ sequence, chat: talk, present }) => {
      if (table.base && sequence <= table.base.sequence) this.strips.setPresent(present);
      if (sequence > (table.base?.sequence ?? 0)) void table.refresh().then(() => seating.again());
      if (talk > chat.last) void chat.load();
    }, (isUp) => {
      // Whatever happened while the line was down is caught up with.
      if (isUp && !by("connection").hidden) void table.refresh();
      by("connection").hidden = isUp;
    });
    this.followHash();
    this.showNews();
    if (match.guided && base.seat !== null) void import("./guide.js").then(({ Guide }) => new Guide(table, this.glossary).begin(offer.name));
    // What is only looked up later does not hold up the first sight of the board.
    setTimeout(() => void this.glossary.load().then(() => this.linkCards(Object.values(this.panels.mounts))), 1500);
  }

  // Drawing.

  /** The new markup stands. @param {string[]} changed */
  drawn(changed) {
    const { board, mounts } = this.panels;
    if (board !== null && changed.includes(board)) this.chart.drawn();
    if (changed.some((name) => name === board || name.startsWith(`${board}/`)) && Object.keys(this.notes.written).length) setTimeout(() => this.notes.draw(), 0);
    this.lights.index();
    // Terms are for reading; the redraw does not wait for them.
    const own = changed.filter((name) => mounts[name]?.classList.contains("own")).map((name) => mounts[name]);
    if (own.length) setTimeout(() => this.linkCards(own), 60);
    this.panels.tidy();
  }

  /** Terms on the viewer's own cards become links. @param {HTMLElement[]} mounts */
  linkCards(mounts) {
    for (const card of mounts.flatMap((mount) => [...mount.querySelectorAll(":scope.own .card")])) this.glossary.linkIn(card);
  }

  /** What the top says, and whatever follows from another page or another choice. */
  changed() {
    const { table, tabs } = this;
    const { page, base } = table;
    if (!page || !base) return;
    this.light();
    document.body.classList.toggle("busy", table.isBusy);
    replaceUnlike(by("crumbs"), ...page.breadcrumb.map((part) => make("li", {}, part)));
    this.rememberPlace(base);
    const waited = page.seats.filter(({ asked }) => asked);
    replaceUnlike(by("waiting"), ...(waited.length ? [make("span", { class: "quiet" }, "waiting for")] : []),
      ...waited.map(({ seat, letter, side, name, asked, answered }) =>
        make("span", { class: `waited${answered ? " answered" : ""}`, title: asked ?? "" }, seatMark(seat, letter), seat === page.seat ? "you" : name || side)));
    void this.help.redrawn();
    this.strips.show(page);
    tabs.mark();
    by("tabs").querySelector('[data-sheet="prompt"]')?.classList.toggle("has-lit", Boolean(table.prompt));
    // On a phone what was pointed out on another sheet is confirmed on the first.
    if (table.plan.length > this.planned && isPhone()) tabs.showSheet("prompt");
    this.planned = table.plan.length;
    this.ghosts.show();
    const isAsked = Boolean(base.prompt) && base.seat !== null && !base.outcome;
    // The board does not wait for the tab's title and picture.
    setTimeout(signal, 0, isAsked, base.breadcrumb[0] ?? this.offer.title, base.prompt?.question ?? "");
    const sentence = by("question").textContent ?? "";
    if (sentence !== this.announced && !table.isBusy) {
      this.announced = sentence;
      this.announce(sentence);
    }
    by("notice").textContent = base.notice ?? "";
    by("notice").hidden = !base.notice;
    if (Boolean(page.outcome) && !this.wasOver && !this.replay.isOpen) {
      this.wasOver = true;
      this.openEnding();
    }
    for (const aftermath of this.aftermaths)
      tabs.setScene(aftermath.scene, Boolean(this.regions.shown[aftermath.scene]?.html) || aftermath.isShown);
    beforePaint(this.makeRoom);
  }

  /** What was drawn anew has no lights and no marks. */
  light() {
    const { table, lights } = this;
    // While something is on its way the lights stay, so that the focus does; pointing is deaf meanwhile.
    lights.light(table.now().lit, table.selection);
    const last = table.page?.stop ? table.page.staged.at(-1)?.id ?? "" : "";
    lights.mark("staged", table.pointedAt.get(last) ?? []);
    // An answer that was pointed at may be gone.
    this.log.noteAgain();
  }

  /** The start page tells how far the game had come. @param {Page} base */
  rememberPlace({ game, seat, seats, breadcrumb }) {
    const now = `${seat} ${breadcrumb[0]}`;
    if (seat === null || now === this.place) return;
    this.place = now;
    remember({ id, game, seat, name: this.table.match.name || seats.map(({ side }) => side).join(", "), at: Date.now(), place: breadcrumb[0] });
  }

  /** What happened since the last visit shows on the board until the first deed. */
  showNews() {
    const { log, lights } = this;
    const pieces = new Set(log.lines.filter(({ number }) => number >= log.since).flatMap((line) => line.pieces));
    if (pieces.size === 0) return;
    lights.mark("recent", pieces);
    for (const deed of ["keydown", "pointerdown"]) document.addEventListener(deed, () => lights.mark("recent", []), { once: true });
  }

  // The map and what lies over it.

  covered() {
    // The buttons that zoom stand beside the map of a tablet, not on it.
    if (isFramed()) return { left: 8, top: 8, right: isPhone() ? 8 : 46, bottom: 8 };
    const isFolded = (/** @type {string} */ side) => document.body.classList.contains(`${side}-folded`);
    return {
      left: isFolded("left") ? 24 : by("left").offsetWidth + 24,
      right: Math.max(isFolded("right") ? 0 : by("right").offsetWidth, by("drawer").offsetWidth) + 24,
      top: by("top").offsetHeight + 12,
      bottom: this.lowerEdge,
    };
  }

  refit = () => {
    if (!this.chart.isMoved) this.chart.fit();
  };

  /** A tall prompt may lie over something lit; then the map, unless somebody has moved it, makes room. */
  makeRoom = () => {
    const { chart } = this;
    if (isFramed() || chart.isMoved || this.table.isBusy) return;
    const prompt = by("prompt").getBoundingClientRect();
    const isOver = (/** @type {DOMRect} */ box) => box.y + box.height / 2 > prompt.y
      && box.x + box.width / 2 > prompt.x && box.x + box.width / 2 < prompt.right;
    const isSmall = prompt.height + 24 <= USUAL;
    if (!isSmall && ![...by("board").querySelectorAll(".lit")].some((element) => isOver(element.getBoundingClientRect()))) return;
    // Room that was made stays until the question is a small one again: a map that jumps is hard to read.
    const wanted = isSmall ? USUAL : prompt.height + 24;
    if (wanted === this.lowerEdge) return;
    this.lowerEdge = wanted;
    chart.fit();
  };

  wearList() {
    const { panels, regions, table } = this;
    const isList = panels.showsList(settings.list);
    document.body.classList.toggle("as-list", isList);
    by("as-list").setAttribute("aria-pressed", String(isList));
    if (isList && panels.list !== null && table.page) {
      regions.catchUp(panels.list);
      this.light();
    }
    // A map that was not drawn had no places for pins.
    this.notes.draw();
  }

  // Opening what is opened seldom, which is fetched when it is.

  openEnding() {
    void import("./ending.js").then(({ openEnding }) => openEnding(this.table, () => void this.replay.open(0)));
  }

  openOdds = () => {
    if (isDrawerOn("odds")) closeDrawer();
    else if (this.hasOdds) void import("./odds.js").then(({ openOdds }) => openOdds(this.table, this.panels.scenes));
  };

  get hasOdds() {
    return this.offer.odds_example !== null && this.table.match.odds;
  }

  listen() {
    const { table, glossary, offer, chart, replay, notes, seating, tabs, panels } = this;
    const open = {
      replay: () => void (replay.isOpen ? replay.close() : replay.open()),
      settings: () => (isDrawerOn("settings") ? void closeDrawer() : void import("./settings-panel.js").then(({ openSettings }) => openSettings(...seating.keys(), ...seating.lostLinks(), ...seating.parting()))),
      notes: () => (isDrawerOn("notes") ? void closeDrawer() : notes.open()),
      help: () => (isDrawerOn("help") ? void closeDrawer() : void openHelp(glossary, offer)),
      list: () => (panels.board !== null && panels.list !== null ? change({ list: !settings.list }) : undefined),
    };
    listenToPointing(table);
    listenToTerms(glossary);
    by("open-odds").hidden = !this.hasOdds;
    by("open-odds").title = `Odds of the ${offer.scene_word.toLowerCase()} (o)`;
    by("open-notes").hidden = offer.notes_on === null;
    by("open-notes").title = `Your notes on ${offer.notes_on?.[1]} (n)`;
    listenToMenu({
      "as-list": open.list, "open-odds": this.openOdds, "open-replay": open.replay, "open-notes": open.notes,
      "open-help": open.help, "open-settings": open.settings,
    });
    by("drawer-close").addEventListener("click", closeDrawer);
    by("zoom-in").addEventListener("click", () => chart.zoom(1.3));
    by("zoom-out").addEventListener("click", () => chart.zoom(1 / 1.3));
    by("zoom-fit").addEventListener("click", () => chart.fit());
    listen({
      table, promptBar: this.promptBar, chart, replay, closeHelp: () => this.help.close(), showSeats: () => tabs.showSheet("you"),
      panels: {
        l: () => { tabs.showSheet("log"); by("log-lines").focus(); },
        c: () => { tabs.showSheet("chat"); by("chat-text").focus(); },
        o: this.openOdds, n: open.notes, r: open.replay, m: open.list, "?": open.help,
      },
    });
    by("skip").addEventListener("click", () => {
      const prompt = by("prompt");
      prompt.tabIndex = -1;
      prompt.focus();
      prompt.addEventListener("blur", () => prompt.removeAttribute("tabindex"), { once: true });
    });
    onPutAway.push((subject) => {
      if (subject === "odds") setPart("odds", null);
    });
    addEventListener("hashchange", () => {
      // A seat link that is pasted into the address bar opens the table anew, for whoever it is made out to.
      if (isKey(location.hash.slice(1))) return location.reload();
      if (takeFragment() !== null) table.say(NO_SEAT);
      this.followHash();
    });
  }

  followHash() {
    const { replay } = this;
    const step = part("step");
    if (step && !(replay.isOpen && replay.step === Number(step))) void (replay.isOpen ? replay.go(Number(step)) : replay.open(Number(step)));
    if (part("odds") !== null && !isDrawerOn("odds")) this.openOdds();
  }

  /** Says what became of a link that was brought; one who had other seats here can go back to them. @param {boolean} isTaken */
  async tellOfLink(isTaken) {
    const { table, seating } = this;
    if (!isTaken) return table.say(NO_SEAT);
    const others = await seating.others();
    if (others.length) table.say("Your other seat is not lost. ", ...others);
  }
}
