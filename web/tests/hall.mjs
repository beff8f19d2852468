// A server of our own and a browser for the tests: `orrery serve` on a free port with a data folder that is thrown away.
// On its shelf stand the games that can be played here, and Parley and Nim.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { countsOf, fixedSides, usualOptions } from "../js/offers.js";

const ROOT = resolve(fileURLToPath(import.meta.url), "../../..");
const BINARY = resolve(ROOT, process.env.ORRERY_BIN ?? "target/release/examples/with_small_games");
const FLAGS = [
  "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
];

/** Fragments that came to any page and had no panel: no game sends what it does not offer. @type {string[]} */
export const strays = [];
afterEach(() => assert.deepEqual(strays.splice(0), []));

/** Opens a hall. Close it after the tests, or they do not end. */
export async function openHall() {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), "orrery-web-"));
  const base = `http://127.0.0.1:${port}`;
  let server = await serve(port, folder);
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
  return {
    base,
    browser,
    /** What went wrong in any page: errors on the console and exceptions. @type {string[]} */
    errors: [],

    /** A browser of its own, as another person would have. */
    async person(options = {}) {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 }, colorScheme: "dark", reducedMotion: "reduce", baseURL: base, ...options,
      });
      const page = await context.newPage();
      page.on("pageerror", (error) => this.errors.push(`${error}`));
      page.on("console", (message) => {
        if (/^There is no panel for the fragment/.test(message.text())) strays.push(message.text());
        // A refused request (the table had moved on) is answered on the page; the browser reports it all the same.
        if (message.type() === "error" && !/status of (409|429)/.test(message.text()))
          this.errors.push(`${message.text()} ${message.location().url}`);
      });
      return page;
    },

    /** @param {string} path @param {unknown} [body] @param {string} [key] */
    async ask(path, body, key) {
      const reply = await fetch(`${base}/api/${path}`, {
        method: body === undefined ? "GET" : "POST",
        headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...(key ? { authorization: `Bearer ${key}` } : {}) },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const said = await reply.json();
      if (!reply.ok) throw new Error(`${path}: ${reply.status} ${said.error}`);
      return said;
    },

    /** What a game offers; the first on the shelf unless named. @param {string} [name] @returns {Promise<import("../js/wire.js").Offer>} */
    async offer(name) {
      const offers = await this.ask("games");
      return name ? offers.find((offer) => offer.name === name) : offers[0];
    },

    /** A table with the usual options. @param {{sitter: string, name?: string, bot?: string}[]} seats @param {{game?: string, options?: Record<string, string>} & Record<string, unknown>} [more] */
    async table(seats, { game, options = {}, ...more } = {}) {
      const offer = await this.offer(game);
      const chosen = { ...usualOptions(offer), ...options };
      assert.ok(countsOf(offer, chosen).includes(seats.length), `${offer.title} for ${seats.length}`);
      const sides = fixedSides(offer, chosen, seats.length) ?? offer.sides.slice(0, seats.length).map(({ id }) => id);
      return this.ask("matches", { game: offer.name, options: chosen, sides, seats, ...more });
    },

    /** How the sides of a match are called. @param {{id: string}} made @returns {Promise<string[]>} */
    async sides({ id }) {
      const { seats } = await this.ask(`matches/${id}/page`);
      return seats.map(({ side }) => side);
    },

    /** Ann has laid a table, and Bo has followed her link. */
    async twoPeople() {
      const made = await this.table([{ sitter: "person", name: "Ann" }, { sitter: "open" }]);
      const [ann, bo] = [await this.person(), await this.person()];
      await sit(ann, made);
      await bo.goto(made.links[0].url);
      await bo.fill("#seating input", "Bo");
      await bo.click("#join");
      await bo.waitForSelector("#seating", { state: "hidden" });
      return { made, ann, bo };
    },

    /** The quickest bot, by its id. */
    async quickBot() {
      const { bots } = await this.offer();
      return (bots.find(({ id }) => /random/.test(id)) ?? bots[0]).id;
    },

    /** A bot that picks fights, by its id. */
    async keenBot() {
      const { bots } = await this.offer();
      return (bots.find(({ id }) => /greedy/.test(id)) ?? bots[0]).id;
    },

    /** The server goes away. */
    async goDown() {
      server.kill("SIGTERM");
      await new Promise((ended) => (server.exitCode === null ? server.once("exit", ended) : ended(null)));
    },

    /** It comes back, at the same place with the same matches. */
    async comeUp() {
      server = await serve(port, folder);
    },

    async close() {
      await browser.close();
      await this.goDown();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Sits down at a table in a page of its own. @param {import("playwright-core").Page} page @param {{id: string, key: string}} match */
export async function sit(page, match) {
  await page.goto(`/match/${match.id}#${match.key}`);
  await page.waitForSelector(TABLE);
}

/** A table that stands: its board, or its list where the game has no board. */
export const TABLE = "#board > svg, #list > *";

/** Registers or logs in on the account's page. @param {import("playwright-core").Page} page @param {"register" | "log-in"} door @param {string} name @param {string} password */
export async function enter(page, door, name, password) {
  const plate = page.locator(`section[aria-labelledby="${door}"]`);
  await plate.locator('input[name="name"]').fill(name);
  await plate.locator('input[name="password"]').fill(password);
  await plate.getByRole("button").click();
}

/** @param {number} port @param {string} folder */
async function serve(port, folder) {
  const server = spawn(BINARY, [
    "serve", "--listen", `127.0.0.1:${port}`, "--data", folder, "--web", join(ROOT, "web"), "--flood-limit", "0", "--no-browser",
    // Who sees a test fail can see it again. Another number, other games.
    "--seed", process.env.SEED || "1",
  ], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [server.stdout, server.stderr]) stream.on("data", (text) => (said = (said + text).slice(-4000)));
  await answers(`http://127.0.0.1:${port}`, () => said, () => server.exitCode !== null);
  return server;
}

async function freePort() {
  const server = createServer();
  await new Promise((ready) => server.listen(0, "127.0.0.1", () => ready(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  await new Promise((closed) => server.close(closed));
  return port;
}

async function answers(base, said, isGone) {
  for (let tries = 0; tries < 200; tries += 1) {
    if (isGone()) throw new Error(`The server has gone:\n${said()}`);
    if (await fetch(`${base}/api/games`).then(({ ok }) => ok, () => false)) return;
    await new Promise((next) => setTimeout(next, 50));
  }
  throw new Error(`The server does not answer:\n${said()}`);
}
