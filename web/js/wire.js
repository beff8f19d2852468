// What goes over the wire, and the one way to ask the server. The names are those of `crates/session/src/wire.rs`.

/**
 * @typedef {{version: string, html: string}} Fragment
 * @typedef {{seat: number, letter: string, side: string, name: string, sitter: string, asked: string | null, answered: boolean, eliminated: boolean, clock: number | null, ticking: boolean, present: boolean}} SeatStrip
 * @typedef {{id: string, label: string, pieces: string[]}} Answer
 * @typedef {"pick" | "compose" | "assign" | "number" | "window"} Shape
 * @typedef {{question: string, shape: Shape, kind?: string, card: string | null, options: Answer[], now_or_never: boolean, clauses: string[]}} Prompt
 * @typedef {{number: number, step: number, seat: number | null, text: string, pieces: string[], depth: number, scene: "begins" | "ends" | null, private: boolean}} LogLine
 * @typedef {{id: string, label: string, question: string}} Staged
 * @typedef {{game: string, sequence: number, step: number, seat: number | null, breadcrumb: string[], seats: SeatStrip[],
 *   prompt: Prompt | null, staged: Staged[], stop: string | null, moments: string[], ahead: string | null, undo: {possible: boolean, reason: string}, taken_back: number | null,
 *   outcome: {winners: number[], sentence: string} | null, fragments: Record<string, Fragment>,
 *   log: LogLine[], log_end: number, notice: string | null, received?: number}} Page
 *   `received`: when it came, by our own clock; nobody sends it
 * @typedef {{seat: number, side: string, name: string, sitter: string}} SeatSummary
 * @typedef {{id: string, game: string, name: string, state: "open" | "running" | "over", created: number, updated: number,
 *   seats: SeatSummary[], sequence: number, winners: number[], seat?: number, my_turn?: boolean}} Summary
 * @typedef {Summary & {clock: unknown, stand_in: boolean, guided: boolean, odds: boolean, host: boolean, held: number[], by_link: boolean, spectators: boolean,
 *   options: Record<string, string>, again: Record<string, any>}} Match
 * @typedef {{sides: string[], options: Record<string, string>, seats?: number}} Wish
 * @typedef {{id: string, name: string, race: string}} Side
 * @typedef {{id: string, title: string, sides: Record<string, string[]> | null}} ValueOffer `sides`: which play with it, by number of seats
 * @typedef {{id: string, title: string, values: ValueOffer[]}} OptionOffer
 * @typedef {{id: string, title: string, place: "board" | "list" | "seats" | "own" | "scene" | "tab"}} Panel
 * @typedef {{name: string, title: string, pitch: string, time: string, seats: {least: number, most: number, usual: number},
 *   sides: Side[], side_word: string, letters: "sides" | "seats", options: OptionOffer[], panels: Panel[], endings: {id: string, title: string}[],
 *   score_word: string, described: string[], read_first: string[], notes_on: [string, string] | null, scene_word: string,
 *   odds_example: string | null, guided: Wish | null, bots: {id: string, title: string, text: string}[]}} Offer
 * @typedef {{id: string, url: string, key: string, seat: number | null, links: {seat: number, url: string}[]}} NewMatch
 * @typedef {{id: string, title: string, also: string[], text: string, clauses: string[], see: string[], group: string}} Entry
 * @typedef {{label: string, query: string, side: number, wins: number[]}} WhatIf
 * @typedef {{title: string, query?: string, note?: string | null, text: string, svg: string, wins: number[], seats: number[] | null, error: number, battles: number, exact: boolean, what_if?: WhatIf[] | null}} Odds
 * @typedef {{step: number, kind: "round" | "phase" | "scene", label: string}} Mark
 * @typedef {{id: string, when: string, times?: number | null, title: string, text: string, look?: string[], try?: string}} GuideStep
 */

/** The server said no, in a sentence for a person. */
export class Refusal extends Error {
  /** @param {number} status @param {string} sentence */
  constructor(status, sentence) {
    super(sentence);
    this.status = status;
  }
}

/**
 * @param {string} path below `/api/`
 * @param {{method?: string, body?: unknown, key?: string | null}} [how]
 * @returns {Promise<any>}
 */
export async function ask(path, { method, body, key } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (key) headers.authorization = `Bearer ${key}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  let reply;
  try {
    reply = await fetch(`/api/${path}`, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: "same-origin",
    });
  } catch {
    throw new Refusal(0, "The server does not answer. What you see is the last it said.");
  }
  const text = await reply.text();
  const said = text && (reply.headers.get("content-type") ?? "").includes("json") ? JSON.parse(text) : text;
  if (!reply.ok) throw new Refusal(reply.status, said?.error ?? `The server answered with status ${reply.status}.`);
  return reply.status === 202 ? { ...said, unfinished: true } : said;
}

/** What a person reads of whatever went wrong. @param {unknown} problem */
export function sentence(problem) {
  return problem instanceof Error ? problem.message : String(problem);
}
