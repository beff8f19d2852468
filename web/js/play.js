// The table page: puts its parts together and keeps them in step.

import { Aftermath } from "./aftermath.js";
import { Chart } from "./chart.js";
import { Chat } from "./chat.js";
import { Curtain } from "./curtain.js";
import { beforePaint, by, make, replaceUnlike, seatMark } from "./dom.js";
import { closeDrawer, isDrawerOn, onPutAway, onRoom, openDrawer } from "./drawer.js";
import { part, setPart } from "./fragment.js";
import { Glossary } from "./glossary.js";
import { Help } from "./help.js";
import { forget, isKey, keep, kept, keysOf, remember, useKey } from "./keep.js";
import { keyTable, listen } from "./keys.js";
import { Lights } from "./lights.js";
import { Line } from "./line.js";
import { Log } from "./log.js";
import { Notes } from "./notes.js";
import { parse } from "./patch.js";
import { NEW, PromptBar } from "./prompt.js";
import { Regions } from "./regions.js";
import { Replay } from "./replay.js";
import { change, onSettings, settings } from "./settings.js";
import { Seating } from "./seating.js";
import { signal } from "./signal.js";
import { Table } from "./table.js";
import { Refusal, sentence } from "./wire.js";

const id = location.pathname.split("/")[2] ?? "";
const isPhone = () => matchMedia("(max-width: 700px)").matches;
/** On a phone or a tablet the map has a frame of its own, and nothing lies over it. */
const isFramed = () => matchMedia("(max-width: 1000px)").matches;

/** A seat link carries its key in the fragment; it is taken off the address bar, and kept when the server knows it. */
function takeFragment() {
  const fragment = location.hash.slice(1);
  if (!fragment || fragment.includes("=")) return null;
  history.replaceState(null, "", location.pathname);
  return fragment;
}

/** As much of the map's lower edge as the prompt usually covers. */
const USUAL = 226;
let lowerEdge = USUAL;

const mounts = Object.fromEntries(["board", "list", "seats", "tray", "hand", "battle"].map((name) => [name, by(name)]));
const lights = new Lights([mounts.board, mounts.list, mounts.battle, mounts.tray, mounts.hand, mounts.seats]);
const chart = new Chart(by("map"), mounts.board, () => isFramed()
  // The buttons that zoom stand beside the map of a tablet, not on it.
  ? { left: 8, top: 8, right: isPhone() ? 8 : 46, bottom: 8 }
  : {
    left: document.body.classList.contains("left-folded") ? 24 : by("left").offsetWidth + 24,
    right: Math.max(document.body.classList.contains("right-folded") ? 0 : by("right").offsetWidth, by("drawer").offsetWidth) + 24,
    top: by("top").offsetHeight + 12,
    bottom: lowerEdge,
  }, /** @type {SVGSVGElement} */ (/** @type {unknown} */ (by("pins"))));
const brought = takeFragment();
/** @type {Glossary} */
let glossary;
/** @type {Notes} */
let notes;
const regions = new Regions(mounts, {
  isSeen: (name) => name !== "list" || settings.list,
  // What is lit has attributes that were not drawn.
  drawing: () => lights.darken(),
  drawn: (changed) => {
    if (changed.includes("board")) chart.drawn();
    if (changed.some((name) => name.startsWith("board")) && Object.keys(notes.written).length) setTimeout(() => notes.draw(), 0);
    lights.index();
    // Terms are for reading; the redraw does not wait for them.
    if (changed.includes("hand")) setTimeout(() => glossary.linkIn(mounts.hand), 60);
    for (const name of ["tray", "hand", "battle"]) mounts[name].toggleAttribute("hidden", mounts[name].childElementCount === 0);
  },
});
const table = new Table(id, keysOf(id)[0] ?? null, regions, lights);
glossary = new Glossary("forbidden-stars");
const promptBar = new PromptBar(table, glossary, () => openEnding());
const live = by("live");
const announce = (/** @type {string} */ text) => {
  live.textContent = text;
};
const log = new Log(table, glossary, {
  goTo: (step) => void (replay.isOpen ? replay.go(step) : replay.open(step)),
  reveal: (pieces) => {
    const piece = pieces.flatMap((name) => lights.of(name)).find((element) => mounts.board.contains(element));
    if (piece) chart.reveal(piece);
  },
  announce,
});
const chat = new Chat(table, announce);
const replay = new Replay(table, (step) => log.upTo(step));
notes = new Notes(table, mounts.board);
const help = new Help("forbidden-stars", glossary, (piece) => notes.on(piece));
const seating = new Seating(table);
new Curtain(table);
const aftermath = new Aftermath(table, () => log.lines, (sentence) => {
  // On a phone another sheet may lie over the battle.
  if (isPhone()) table.say(sentence);
});

// Lines that pass: refusals, notices, the state of the connection.

let quiet = 0;
let saidAt = 0;
/** What is said in one breath stands together. */
const BREATH = 150;
table.say = (/** @type {(Node | string)[]} */ ...words) => {
  const line = by("said");
  if (!line.hidden && performance.now() - saidAt < BREATH) line.append(" ", ...words);
  else line.replaceChildren(...words);
  saidAt = performance.now();
  line.hidden = false;
  clearTimeout(quiet);
  // Where there is something to press, there is time to press it.
  quiet = window.setTimeout(() => {
    line.hidden = true;
  }, line.childElementCount ? 30_000 : 7000);
};

// Who comes and goes.

/** @type {import("./wire.js").SeatStrip[]} */
let seated = [];
table.listeners.push(() => {
  const { base } = table;
  if (!base || base.seats === seated) return;
  const news = base.seats.map((now, seat) => cameOrWent(seated[seat], now, seat === base.seat)).filter(Boolean);
  seated = base.seats;
  if (news.length) table.say(news.join(" "));
});

/** @param {import("./wire.js").SeatStrip | undefined} before @param {import("./wire.js").SeatStrip} now @param {boolean} isOwn */
function cameOrWent(before, { sitter, name, side }, isOwn) {
  if (!before || before.sitter === sitter) return "";
  const who = name ? `${name} (${side})` : side;
  if (sitter === "stand") return isOwn ? "A bot plays on for you. Under “Settings” you take your seat back." : `A bot plays on for ${who}.`;
  if (before.sitter === "stand") return isOwn ? "You have your seat back." : `${who} is back.`;
  return isOwn ? "" : `${who} sits down.`;
}

// The top: where the game is and whom it waits for.

let wasOver = false;
let planned = 0;
let announced = "";
table.listeners.push(() => {
  const { page, base } = table;
  if (!page || !base) return;
  light();
  document.body.classList.toggle("busy", table.isBusy);
  replaceUnlike(by("crumbs"), ...page.breadcrumb.map((part) => make("li", {}, part)));
  rememberPlace(base);
  const waited = page.seats.filter(({ asked }) => asked);
  replaceUnlike(by("waiting"), ...(waited.length ? [make("span", { class: "quiet" }, "waiting for")] : []),
    ...waited.map(({ seat, letter, side, name, asked, answered }) =>
      make("span", { class: `waited${answered ? " answered" : ""}`, title: asked ?? "" }, seatMark(seat, letter), seat === page.seat ? "you" : name || side)));
  void help.redrawn();
  strips(page);
  for (const tab of document.querySelectorAll("[data-holds]")) {
    const holds = /** @type {HTMLElement} */ (tab).dataset.holds?.split(" ") ?? [];
    tab.classList.toggle("has-lit", holds.some((name) => by(name).querySelector(".lit") !== null));
  }
  document.querySelector('#tabs [data-sheet="prompt"]')?.classList.toggle("has-lit", Boolean(table.prompt));
  // On a phone what was pointed out on another sheet is confirmed on the first.
  if (table.plan.length > planned && isPhone()) showSheet("prompt");
  planned = table.plan.length;
  ghosts();
  const isAsked = Boolean(base.prompt) && base.seat !== null && !base.outcome;
  // The board does not wait for the tab's title and picture.
  setTimeout(signal, 0, isAsked, base.breadcrumb[0] ?? "Table", base.prompt?.question ?? "");
  const sentence = by("question").textContent ?? "";
  if (sentence !== announced && !table.isBusy) {
    announced = sentence;
    announce(sentence);
  }
  by("notice").textContent = base.notice ?? "";
  by("notice").hidden = !base.notice;
  if (Boolean(page.outcome) && !wasOver && !replay.isOpen) {
    wasOver = true;
    openEnding();
  }
  showBattleTab(Boolean(regions.shown.battle?.html) || aftermath.isShown);
  beforePaint(makeRoom);
});

/** What was drawn anew has no lights and no marks. */
function light() {
  // While something is on its way the lights stay, so that the focus does; pointing is deaf meanwhile.
  lights.light(table.now().lit, table.selection);
  const last = table.page?.stop ? table.page.staged.at(-1)?.id ?? "" : "";
  lights.mark("staged", table.pointedAt.get(last) ?? []);
  // An answer that was pointed at may be gone.
  log.noteAgain();
}

let place = "";
/** The start page tells how far the game had come. @param {import("./wire.js").Page} base */
function rememberPlace({ seat, seats, breadcrumb }) {
  const now = `${seat} ${breadcrumb[0]}`;
  if (seat === null || now === place) return;
  place = now;
  remember({ id, seat, name: table.match?.name || seats.map(({ side }) => side).join(", "), at: Date.now(), place: breadcrumb[0] });
}

function openEnding() {
  void import("./ending.js").then(({ openEnding: open }) => open(table, () => void replay.open(0)));
}

/** A tall prompt may lie over something lit; then the map, unless somebody has moved it, makes room. */
function makeRoom() {
  if (isFramed() || chart.isMoved || table.isBusy) return;
  const prompt = by("prompt").getBoundingClientRect();
  const isOver = (/** @type {DOMRect} */ box) => box.y + box.height / 2 > prompt.y
    && box.x + box.width / 2 > prompt.x && box.x + box.width / 2 < prompt.right;
  const isSmall = prompt.height + 24 <= USUAL;
  if (!isSmall && ![...mounts.board.querySelectorAll(".lit")].some((element) => isOver(element.getBoundingClientRect()))) return;
  // Room that was made stays until the question is a small one again: a map that jumps is hard to read.
  const wanted = isSmall ? USUAL : prompt.height + 24;
  if (wanted === lowerEdge) return;
  lowerEdge = wanted;
  chart.fit();
}

/** What the plan would change is drawn as a ghost. */
function ghosts() {
  for (const element of mounts.board.querySelectorAll(".planned")) element.classList.remove("ghost", "planned");
  if (table.plan.length === 0 || replay.isOpen) return;
  const { shown } = regions;
  const changed = Object.keys(shown).filter((name) => name.startsWith("board/") && shown[name].version !== table.baseFragments[name]?.version);
  const before = new Map(changed.flatMap((name) => [...looksIn(name, table.baseFragments[name]?.html ?? "")]));
  for (const name of changed)
    for (const element of mounts.board.querySelectorAll(`[data-part="${CSS.escape(name)}"] [data-glide]:not(.ghost)`))
      if (before.get(element.getAttribute("data-piece") ?? "") !== look(element)) element.classList.add("ghost", "planned");
}

/** How each piece was drawn in a part of the board, by the part's name. @type {Map<string, {html: string, looks: Map<string, string>}>} */
const drawn = new Map();

/** How each piece is drawn in a part of the board; remembered, since a plan grows by many steps. @param {string} name @param {string} html */
function looksIn(name, html) {
  const known = drawn.get(name);
  if (known?.html === html) return known.looks;
  const pieces = parse(mounts.board.firstElementChild ?? mounts.board, html).querySelectorAll("[data-glide]");
  const looks = new Map([...pieces].map((element) => [element.getAttribute("data-piece") ?? "", look(element)]));
  drawn.set(name, { html, looks });
  return looks;
}

/** How a piece is drawn, whatever light falls on it. @param {Element} element */
function look(element) {
  return `${element.getAttribute("transform")} ${element.innerHTML}`;
}

/** Whether each seat is here, and its clock. @param {import("./wire.js").Page} page */
function strips(page) {
  const { received = Date.now() } = page;
  replaceUnlike(by("strips"), ...page.seats.map(({ seat, letter, side, name, sitter, asked, answered, clock, ticking, present, eliminated }) => {
    const state = eliminated ? "eliminated" : answered ? "has answered" : asked ? "to act" : "";
    const isOwn = seat === page.seat;
    const called = name || (sitter === "open" ? "free seat" : isOwn ? "You" : side);
    const notes = [called !== side && side, isOwn && called !== "You" && "you", sitter === "bot" ? "bot" : sitter === "stand" && "bot stands in"];
    const time = make("span", { class: "clock" });
    if (clock !== null) {
      time.dataset.left = String(clock);
      time.dataset.as = String(received);
      time.dataset.ticking = String(ticking);
    }
    return make("li", { class: `strip${asked && !answered ? " acting" : ""}${eliminated ? " out" : ""}` },
      seatMark(seat, letter),
      make("span", { class: "who" }, called, make("small", { class: "quiet" }, ` ${notes.filter(Boolean).join(", ")}`)),
      present && sitter === "person" && make("span", { class: "here", title: "At the table" }, make("span", { class: "unseen" }, "at the table")),
      state && make("small", { class: "quiet state" }, state), time);
  }));
  tick();
}

function tick() {
  for (const clock of document.querySelectorAll(".clock[data-left]")) {
    const { left = "0", as = "0", ticking } = /** @type {HTMLElement} */ (clock).dataset;
    const rest = Math.max(0, Number(left) - (ticking === "true" ? Date.now() - Number(as) : 0));
    const [days, hours, minutes, seconds] = [rest / 864e5, (rest / 36e5) % 24, (rest / 6e4) % 60, (rest / 1000) % 60].map(Math.floor);
    const isUp = rest === 0 && table.match?.stand_in === false;
    clock.textContent = isUp ? "time is up" : days ? `${days} d ${hours} h` : hours ? `${hours} h ${minutes} min` : `${minutes}:${String(seconds).padStart(2, "0")}`;
    clock.classList.toggle("short", rest < 6e4);
  }
}
setInterval(tick, 1000);

// Pointing.

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element) || event.target.closest("button, a:not(.term), input, summary, select, textarea")) return;
  // A term on a card that can be chosen is part of the card.
  if (event.target.closest(".term")) {
    if (!event.target.closest(".lit, .chosen")) return;
    event.preventDefault();
  }
  const direct = event.target.closest(".lit, .chosen");
  // What is not lit does not stand in the way of what is.
  const hit = direct ?? (event.target.closest("[data-region]")
    && document.elementsFromPoint(event.clientX, event.clientY).map((element) => element.closest(".lit, .chosen")).find(Boolean));
  if (!hit) return nudge(event.target);
  // Enter after a click confirms; it does not pick the same piece again.
  if (document.activeElement === hit) /** @type {HTMLElement} */ (hit).blur();
  const piece = /** @type {HTMLElement} */ (hit).dataset.piece ?? "";
  // The second half of a double click does not put back what the first one picked.
  if (event.detail > 1 && table.selection.includes(piece)) return;
  void table.point(piece);
});

let nudged = 0;
/** Somebody pointed at what cannot be chosen: what can be flashes up. @param {Element} target */
function nudge(target) {
  if (!target.closest("[data-piece]") || table.isBusy || table.now().lit.size === 0) return;
  document.body.classList.add("nudged");
  clearTimeout(nudged);
  nudged = window.setTimeout(() => document.body.classList.remove("nudged"), 900);
  if (kept("sent", 0) < NEW) table.say("Only what is lit can be chosen now.");
}

// Terms open beside the table; with a modifier key they open as any link.

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element) || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const { term, clause } = /** @type {HTMLElement | null} */ (event.target.closest("[data-term], [data-clause]"))?.dataset ?? {};
  if (term) event.preventDefault();
  if (term) void openEntry(term);
  if (clause) void openClause(clause);
});

/** @param {string} term */
async function openEntry(term) {
  await glossary.load();
  const entry = glossary.entries.get(term);
  if (entry) openDrawer("rules", "Rules", glossary.article(entry), make("p", {}, make("a", { href: `/rules/${glossary.game}`, target: "_blank" }, "The whole glossary")));
}

/** @param {string} clause */
async function openClause(clause) {
  await glossary.load();
  const [found] = await glossary.clausesOf([clause]);
  const about = [...glossary.entries.values()].filter(({ clauses }) => clauses.includes(clause));
  openDrawer("rules", "Rules", make("dl", {}, make("dt", {}, clause), make("dd", {}, found?.text ?? "This clause is not in the list.")),
    ...about.map((entry) => glossary.article(entry)));
}

async function openKeys() {
  await glossary.load();
  const results = make("div", {});
  const find = make("input", {
    type: "search", placeholder: "Find a rule", "aria-label": "Find a rule",
    oninput: (/** @type {Event} */ event) => {
      const wanted = /** @type {HTMLInputElement} */ (event.target).value.toLowerCase().trim();
      const found = wanted ? [...glossary.entries.values()].filter(({ title, also, text }) =>
        [title, ...also].some((term) => term.toLowerCase().includes(wanted)) || text.toLowerCase().includes(wanted)).slice(0, 12) : [];
      results.replaceChildren(...found.map((entry) => glossary.article(entry)));
    },
  });
  openDrawer("help", "Help", find, results, make("h3", {}, "Keys"), keyTable(),
    make("p", {}, make("a", { href: `/rules/${glossary.game}`, target: "_blank" }, "The whole glossary")));
  find.focus();
}

// Panels: tabs on the right, folds at the sides, one sheet on a phone.

/** @param {"battle" | "log" | "chat"} tab */
function showTab(tab) {
  document.body.classList.remove("right-folded");
  for (const name of ["battle", "log", "chat"]) by(`${name}-panel`).hidden = name !== tab;
  by("chat").hidden = tab !== "chat";
  for (const button of document.querySelectorAll('#right [role="tab"]')) {
    const isThis = /** @type {HTMLElement} */ (button).dataset.tab === tab;
    button.setAttribute("aria-selected", String(isThis));
    /** @type {HTMLElement} */ (button).tabIndex = isThis ? 0 : -1;
  }
  if (tab === "chat") chat.read();
  if (tab === "log") log.settle();
}

let wasBattle = false;
/** A battle takes the panel when it begins and gives it back when it is over and seen. @param {boolean} isBattle */
function showBattleTab(isBattle) {
  for (const tab of document.querySelectorAll('[data-tab="battle"]')) tab.toggleAttribute("hidden", !isBattle);
  if (isBattle !== wasBattle) {
    wasBattle = isBattle;
    if (isBattle || !by("battle-panel").hidden) showTab(isBattle ? "battle" : "log");
    document.body.classList.toggle("in-battle", isBattle);
    by("sheet-log").textContent = isBattle ? "Battle" : "Log";
    beforePaint(refit);
  }
}

function refit() {
  if (!chart.isMoved) chart.fit();
}
onRoom.push(refit);

/** @param {string} sheet */
function showSheet(sheet) {
  document.body.dataset.sheet = sheet;
  if (sheet === "chat" || sheet === "log") showTab(sheet === "chat" ? "chat" : wasBattle ? "battle" : "log");
  for (const button of document.querySelectorAll("#tabs [data-sheet]"))
    button.setAttribute("aria-selected", String(/** @type {HTMLElement} */ (button).dataset.sheet === sheet));
}

for (const button of document.querySelectorAll("#tabs [data-sheet]"))
  button.addEventListener("click", () => showSheet(/** @type {HTMLElement} */ (button).dataset.sheet ?? "prompt"));
for (const button of document.querySelectorAll('#right [role="tab"]')) {
  button.addEventListener("click", () => showTab(/** @type {"log"} */ (/** @type {HTMLElement} */ (button).dataset.tab)));
  button.addEventListener("keydown", (event) => {
    const { key } = /** @type {KeyboardEvent} */ (event);
    if (key !== "ArrowLeft" && key !== "ArrowRight") return;
    event.preventDefault();
    const tabs = [...document.querySelectorAll('#right [role="tab"]:not([hidden])')];
    const next = tabs[(tabs.indexOf(button) + (key === "ArrowRight" ? 1 : tabs.length - 1)) % tabs.length];
    /** @type {HTMLElement} */ (next).click();
    /** @type {HTMLElement} */ (next).focus();
  });
}
for (const side of ["left", "right"])
  by(`fold-${side}`).addEventListener("click", () => {
    const folded = document.body.classList.toggle(`${side}-folded`);
    by(`fold-${side}`).setAttribute("aria-expanded", String(!folded));
    keep(`folded.${side}`, folded);
    if (!chart.isMoved) chart.fit();
  });

function wearList() {
  document.body.classList.toggle("as-list", settings.list);
  by("as-list").setAttribute("aria-pressed", String(settings.list));
  if (settings.list && table.page) {
    regions.catchUp("list");
    light();
  }
  // A map that was not drawn had no places for pins.
  notes.draw();
}
onSettings(wearList);
wearList();

// What is opened seldom is fetched when it is.
const open = {
  odds: () => (isDrawerOn("odds") ? void closeDrawer() : void import("./odds.js").then(({ openOdds }) => openOdds(table))),
  replay: () => void (replay.isOpen ? replay.close() : replay.open()),
  settings: () => (isDrawerOn("settings") ? void closeDrawer() : void import("./settings-panel.js").then(({ openSettings }) => openSettings(...seating.keys(), ...seating.lostLinks(), ...seating.parting()))),
  notes: () => (isDrawerOn("notes") ? void closeDrawer() : notes.open()),
  help: () => (isDrawerOn("help") ? void closeDrawer() : void openKeys()),
  list: () => change({ list: !settings.list }),
};
by("open-menu").addEventListener("click", (event) => {
  event.stopPropagation();
  by("open-menu").setAttribute("aria-expanded", String(document.body.classList.toggle("menu-open")));
});
function closeMenu() {
  document.body.classList.remove("menu-open");
  by("open-menu").setAttribute("aria-expanded", "false");
}
document.addEventListener("click", closeMenu);
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !document.body.classList.contains("menu-open")) return;
  // Only the menu is closed; what is pointed at stays.
  event.preventDefault();
  closeMenu();
  by("open-menu").focus();
});
by("as-list").addEventListener("click", open.list);
by("open-odds").addEventListener("click", open.odds);
by("open-replay").addEventListener("click", open.replay);
by("open-notes").addEventListener("click", open.notes);
by("open-help").addEventListener("click", open.help);
by("open-settings").addEventListener("click", open.settings);
by("drawer-close").addEventListener("click", closeDrawer);
by("zoom-in").addEventListener("click", () => chart.zoom(1.3));
by("zoom-out").addEventListener("click", () => chart.zoom(1 / 1.3));
by("zoom-fit").addEventListener("click", () => chart.fit());

listen({
  table, promptBar, chart, replay, closeHelp: () => help.close(),
  panels: {
    l: () => { showSheet("log"); showTab("log"); by("log-lines").focus(); },
    c: () => { showSheet("chat"); showTab("chat"); by("chat-text").focus(); },
    o: open.odds, n: open.notes, r: open.replay, m: open.list, "?": open.help,
  },
});

// Opening the table.

by("skip").addEventListener("click", () => {
  const prompt = by("prompt");
  prompt.tabIndex = -1;
  prompt.focus();
  prompt.addEventListener("blur", () => prompt.removeAttribute("tabindex"), { once: true });
});

const NO_SEAT = "This link leads to no seat at this table. Perhaps a part of it is missing.";

/** Opens the table with the key that was brought, or else with one that was kept. @returns {Promise<boolean>} whether the one brought was taken */
async function enter() {
  const own = keysOf(id);
  const keys = brought !== null && isKey(brought) ? [brought, ...own.filter((other) => other !== brought)] : own;
  for (const [at, key] of keys.entries()) {
    table.key = key;
    try {
      await table.open();
      useKey(id, key);
      return key === brought;
    } catch (problem) {
      const isRefused = problem instanceof Refusal && (problem.status === 401 || problem.status === 403);
      if (!isRefused || at === keys.length - 1) throw problem;
    }
  }
  // A seat that was asked for, and the answer got lost.
  const toCome = kept(`to-come.${id}`, "");
  if (isKey(toCome)) {
    table.key = toCome;
    try {
      await table.open();
      useKey(id, toCome);
      forget(`to-come.${id}`);
      return false;
    } catch (problem) {
      if (!(problem instanceof Refusal && problem.status === 401)) throw problem;
    }
  }
  table.key = null;
  await table.open();
  return false;
}

/** Says what became of a link that was brought; one who had other seats here can go back to them. @param {boolean} isTaken */
async function tellOfLink(isTaken) {
  if (!isTaken) return table.say(NO_SEAT);
  const others = await seating.others();
  if (others.length) table.say("Your other seat is not lost. ", ...others);
}

function followHash() {
  const step = part("step");
  if (step && !(replay.isOpen && replay.step === Number(step))) void (replay.isOpen ? replay.go(Number(step)) : replay.open(Number(step)));
  if (part("odds") !== null && table.match?.odds !== false && !isDrawerOn("odds")) open.odds();
}
addEventListener("hashchange", () => {
  // A seat link that is pasted into the address bar opens the table anew, for whoever it is made out to.
  if (isKey(location.hash.slice(1))) return location.reload();
  if (takeFragment() !== null) table.say(NO_SEAT);
  followHash();
});
onPutAway.push((subject) => {
  if (subject === "odds") setPart("odds", null);
});

/** There is no such table: instead of an empty one stands what any address without a page says. @returns {Promise<boolean>} whether that could be fetched */
async function showNowhere() {
  const reply = await fetch("/web/missing.html").catch(() => null);
  if (!reply?.ok) return false;
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  document.title = page.title;
  document.body.classList.add("nowhere");
  document.body.append(make("section", { id: "nowhere", class: "scroll" }, ...page.querySelectorAll("body > header, main > *")));
  return true;
}

/** What happened since the last visit shows on the board until the first deed. */
function showNews() {
  const pieces = new Set(log.lines.filter(({ number }) => number >= log.since).flatMap((line) => line.pieces));
  if (pieces.size === 0) return;
  lights.mark("recent", pieces);
  for (const deed of ["keydown", "pointerdown"]) document.addEventListener(deed, () => lights.mark("recent", []), { once: true });
}

async function begin() {
  document.body.classList.toggle("left-folded", kept("folded.left", false));
  document.body.classList.toggle("right-folded", kept("folded.right", false));
  showSheet("prompt");
  showTab("log");
  try {
    const isTaken = await enter();
    if (brought !== null) void tellOfLink(isTaken);
  } catch (problem) {
    if (problem instanceof Refusal && problem.status === 404 && await showNowhere()) return;
    by("question").textContent = sentence(problem);
    by("deeds").replaceChildren(make("a", { class: "button primary", href: "/" }, "To the start page"));
    return;
  }
  const { match, base } = table;
  if (!match || !base) return;
  seating.show();
  if (base.seat === null) by("chat-text").setAttribute("placeholder", "Spectators listen");
  by("open-odds").hidden = match.odds === false;
  new Line(id, table.key, ({ sequence, chat: talk, present }) => {
    if (table.base && sequence <= table.base.sequence) {
      for (const strip of table.base.seats) strip.present = present.includes(strip.seat);
      strips(table.base);
    }
    if (sequence > (table.base?.sequence ?? 0)) void table.refresh().then(() => seating.again());
    if (talk > chat.last) void chat.load();
  }, (isUp) => {
    // Whatever happened while the line was down is caught up with.
    if (isUp && !by("connection").hidden) void table.refresh();
    by("connection").hidden = isUp;
  });
  followHash();
  showNews();
  if (match.guided && base.seat !== null) void import("./guide.js").then(({ Guide }) => new Guide(table, glossary).begin(base.game));
  // What is only looked up later does not hold up the first sight of the board.
  setTimeout(() => void glossary.load().then(() => glossary.linkIn(mounts.hand)), 1500);
}

void begin();
