// One table as this browser sees it: what the server last said, what is pointed at, what is staged, and sending it.

import { standing } from "./choosing.js";
import { forget, forgetOthers, keep, kept } from "./keep.js";
import { settings } from "./settings.js";
import { Refusal, ask, sentence } from "./wire.js";

/**
 * @typedef {import("./wire.js").Page} Page
 * @typedef {import("./wire.js").Answer} Answer
 * @typedef {import("./wire.js").Match} Match
 * @typedef {import("./regions.js").Regions} Regions
 * @typedef {import("./lights.js").Lights} Lights
 */

/** What is said when a key that had opened the table opens it no more. */
export const VOID = "This link is void: the host has made a new one for this seat. Ask for it.";

/** So many choices the server takes at once. */
const BATCH = 200;

export class Table {
  /**
   * @param {Match} match @param {import("./wire.js").Offer} offer @param {string | null} key
   * @param {Regions} regions @param {Lights} lights
   */
  constructor(match, offer, key, regions, lights) {
    this.id = match.id;
    this.match = match;
    this.offer = offer;
    this.key = key;
    this.regions = regions;
    this.lights = lights;
    /** The seat that looks, where a key holds several. @type {number | null} */
    this.seat = null;
    /** The page as the match stands. @type {Page | null} */
    this.base = null;
    /** Its fragments, to go back to when a plan is dropped. @type {Page["fragments"]} */
    this.baseFragments = {};
    /** The page that is shown: the base, or what would be after the staged choices. @type {Page | null} */
    this.page = null;
    /** @type {string[]} */
    this.selection = [];
    /** What each staged answer points at; a preview that stops before it does not show it. @type {Map<string, string[]>} */
    this.pointedAt = new Map();
    /** A request is on its way: nothing can be pointed at, nothing is sent twice. */
    this.isBusy = false;
    this.isReplaying = false;
    /** A plan whose question is gone for now, and whose it is. @type {{seat: number | null, question: string, staged: string[]} | null} */
    this.aside = null;
    /** A decision is being taken back from here. */
    this.isUndoing = false;
    /** The key that had opened the table opens it no more: what is shown is the last that was seen with it. */
    this.isShut = false;
    this.logEnd = 0;
    /** @type {((table: Table) => void)[]} */
    this.listeners = [];
    /** Told of new lines, or, afresh, of lines that take the place of those with the same numbers. @type {((lines: import("./wire.js").LogLine[], afresh: boolean) => void)[]} */
    this.logListeners = [];
    /** Told which choices the server has taken, before the page that follows is shown. @type {((choices: string[]) => void)[]} */
    this.sentListeners = [];
    /** @type {(...words: (Node | string)[]) => void} */
    this.say = () => {};
    /** Asked before a page is shown; may hold it back until the right person looks. @type {(page: Page) => Promise<Page | null>} */
    this.admit = async (page) => page;
    this.wanted = false;
  }

  // What the rest of the page reads.

  get prompt() {
    return this.isReplaying || this.isShut ? null : this.page?.prompt ?? null;
  }

  get plan() {
    return this.page?.staged ?? [];
  }

  now() {
    return standing(this.options(), this.selection, this.lights.has);
  }

  /** What can be answered at this moment. Where nothing can follow the plan, something may still fit into it. */
  options() {
    return this.prompt?.options ?? [];
  }

  /** @param {string} path @param {{method?: string, body?: unknown}} [how] */
  async ask(path, how = {}) {
    try {
      return await ask(`matches/${this.id}${path}`, { ...how, key: this.key });
    } catch (problem) {
      if (!(problem instanceof Refusal && problem.status === 401 && this.base && this.key)) throw problem;
      this.isShut = true;
      this.changed();
      throw new Refusal(401, VOID);
    }
  }

  // Looking.

  async open() {
    this.isBusy = true;
    try {
      await this.receive(await this.ask(`/page?${this.question()}`));
    } finally {
      this.isBusy = false;
      this.changed();
    }
  }

  /** Gets the page again. While a request is on its way, once more after it. */
  async refresh() {
    if (this.isBusy || this.isReplaying) {
      this.wanted = true;
      return;
    }
    await this.busily(async () => {
      this.wanted = false;
      await this.receive(await this.ask(`/page?${this.question()}`));
    });
  }

  /** @param {number} [log] the first log line wanted */
  question(log = this.logEnd) {
    const parts = new URLSearchParams({ log: String(log), have: this.regions.have() });
    if (this.seat !== null) parts.set("seat", String(this.seat));
    return parts;
  }

  /** A page of the match as it stands. @param {Page} page */
  async receive(page) {
    const admitted = await this.admit(page);
    if (!admitted) return;
    // Whoever has come by a link sits down before they play.
    if (admitted.seat !== null && admitted.seats[admitted.seat].sitter === "open") admitted.prompt = null;
    const before = this.base;
    let afresh = !before || before.seat !== admitted.seat || this.logEnd === 0;
    /** @type {import("./wire.js").LogLine[] | null} */
    let lines = admitted.log;
    if (!afresh && this.isLogInDoubt(admitted)) {
      afresh = true;
      const seat = this.seat === null ? "" : `&seat=${this.seat}`;
      lines = await this.ask(`/log?from=0&to=${admitted.log_end}${seat}`).catch(() => null);
    }
    const staged = before?.seat === admitted.seat ? this.plan.map(({ id }) => id) : [];
    this.base = admitted;
    this.baseFragments = { ...this.regions.shown, ...admitted.fragments };
    // A log that could not be fetched comes with the next page.
    this.logEnd = lines ? admitted.log_end : 0;
    this.show(admitted, this.baseFragments);
    if (lines) for (const listener of this.logListeners) listener(lines, afresh);
    forgetOthers(`draft.${this.id}.`, this.draftName());
    const isBack = admitted.step < (before?.step ?? 0);
    await this.restore(staged, isBack ? before?.prompt?.question ?? null : null);
  }

  /**
   * Whether lines that stand in the log may have been taken back, or some in between were not sent.
   * Bots take nothing back; whoever else could may have chosen anew since.
   * @param {Page} page
   */
  isLogInDoubt(page) {
    const { base } = this;
    if (!base) return false;
    if (page.step < base.step || page.log_end < this.logEnd || page.log.length < page.log_end - this.logEnd) return true;
    const couldTakeBack = base.undo.possible || base.seats.some(({ seat, sitter }) => seat !== base.seat && sitter !== "bot");
    return couldTakeBack && page.sequence > base.sequence + 1;
  }

  /** @param {Page} page @param {Page["fragments"]} fragments */
  show(page, fragments) {
    page.received ??= Date.now();
    this.page = page;
    this.selection = [];
    const began = performance.now();
    const changed = this.regions.draw(fragments);
    this.changed();
    this.regions.refocus();
    // For whoever looks at a trace of the browser, as the tests do.
    if (changed.length) performance.measure("redraw", { start: began, detail: changed });
  }

  changed() {
    for (const listener of this.listeners) listener(this);
  }

  // Pointing and staging.

  /** @param {string} piece */
  async point(piece) {
    if (this.isBusy) return;
    if (this.selection.includes(piece)) this.selection = this.selection.filter((other) => other !== piece);
    else if (this.now().lit.has(piece)) this.selection = [...this.selection, piece];
    else return;
    const { decided } = this.now();
    if (decided) await this.stage(decided);
    else this.changed();
  }

  /** @param {Answer} answer */
  async stage(answer) {
    if (this.isBusy || !this.prompt) return;
    this.pointedAt.set(answer.id, answer.pieces);
    const isPass = this.prompt.shape === "window" && answer.pieces.length === 0;
    const isSingle = this.prompt.shape !== "compose" && this.prompt.shape !== "assign";
    const choices = [...this.plan.map(({ id }) => id), answer.id];
    if (isPass || (settings.atOnce && isSingle && this.plan.length === 0)) await this.send(choices);
    else await this.preview(choices);
  }

  /** Drops a staged choice and all after it. @param {number} index */
  async drop(index) {
    if (this.isBusy || index >= this.plan.length) return;
    await this.preview(this.plan.slice(0, index).map(({ id }) => id));
  }

  /** One step back: what is pointed at first, then what is staged. */
  async back() {
    if (this.selection.length) {
      this.selection = [];
      this.changed();
    } else if (this.plan.length) await this.drop(0);
  }

  /** The first answer again and again, until the question is another one. */
  async fill() {
    const question = this.prompt?.kind ?? this.prompt?.question;
    for (let most = BATCH; most > 0 && this.prompt && (this.prompt.kind ?? this.prompt.question) === question; most -= 1) {
      const [first] = this.options();
      if (!first) return;
      const staged = this.plan.length;
      await this.preview([...this.plan.map(({ id }) => id), first.id]);
      if (this.plan.length <= staged) return;
    }
  }

  /** @param {string[]} choices */
  async preview(choices) {
    if (choices.length === 0 && this.base) {
      forget(this.draftName());
      this.show({ ...this.base, staged: [] }, this.baseFragments);
      return;
    }
    await this.busily(() => this.previewNow(choices));
  }

  /** @param {string[]} choices */
  async previewNow(choices) {
    const page = /** @type {Page} */ (await this.ask(`/preview?${new URLSearchParams({ have: this.regions.have() })}`, {
      body: { sequence: this.base?.sequence, seat: this.answering(), choices },
    }));
    keep(this.draftName(), choices);
    this.show({ ...page, stop: page.stop ?? (page.prompt ? null : "Confirm to see what follows.") }, page.fragments);
  }

  /** Which seat answers; only a key with several seats has to say so. */
  answering() {
    return this.seat ?? this.page?.seat ?? null;
  }

  draftName() {
    return `draft.${this.id}.${this.base?.seat}.${this.base?.sequence}`;
  }

  /**
   * Stages again what was staged when the page was left, or before somebody else's answer came in. Where the question is
   * gone, because somebody took back what led to it, the plan waits until it is asked again.
   * @param {string[]} staged @param {string | null} question the one that it answers, if that was taken back
   */
  async restore(staged, question) {
    if (staged.length && !this.prompt) {
      this.aside = question === null ? null : { seat: this.base?.seat ?? null, question, staged };
      this.say(this.aside ? "What you had staged waits until you are asked again." : "What you had staged is dropped: the table has moved on.");
    }
    if (!this.prompt) return;
    const { aside } = this;
    const waits = aside?.question === this.prompt.question && aside.seat === this.base?.seat ? aside.staged : [];
    this.aside = null;
    const draft = kept(this.draftName(), staged.length ? staged : waits);
    if (!draft.length) return;
    try {
      await this.previewNow(draft);
    } catch {
      // The page is right without it.
      forget(this.draftName());
      if (staged.length) this.say("What you had staged is no longer possible: the table has changed.");
    }
  }

  // Sending.

  async confirm() {
    if (this.plan.length) await this.send(this.plan.map(({ id }) => id));
  }

  /** @param {string[]} choices */
  async send(choices) {
    if (this.isBusy) return;
    await this.busily(async () => {
      const draft = this.draftName();
      const page = await this.ask(`/choices?${this.question()}`, {
        body: { sequence: this.base?.sequence, seat: this.answering(), choices },
      });
      forget(draft);
      keep("sent", Math.min(kept("sent", 0) + 1, 99));
      this.page = this.base;
      for (const listener of this.sentListeners) listener(choices);
      await this.receive(page);
    });
  }

  async undo() {
    if (this.isBusy || !this.base?.undo.possible) return;
    await this.busily(async () => {
      const page = await this.ask(`/undo?${this.question(0)}`, { body: { sequence: this.base?.sequence, seat: this.answering() } });
      this.logEnd = 0;
      this.isUndoing = true;
      try {
        await this.receive(page);
      } finally {
        this.isUndoing = false;
      }
    });
  }

  /** A bot plays on for this seat, or gives it back. @param {"resign" | "return"} how */
  async leave(how) {
    await this.busily(async () => {
      await this.receive(await this.ask(`/${how}?${this.question()}`, { body: { sequence: this.base?.sequence, seat: this.answering() } }));
    });
  }

  /** Nothing else can be asked for meanwhile; what goes wrong is said in a quiet line. @param {() => Promise<void>} work */
  async busily(work) {
    this.isBusy = true;
    this.changed();
    let again = false;
    try {
      await work();
    } catch (problem) {
      again = problem instanceof Refusal && problem.status === 409;
      // What was planned for another situation is not carried over into this one.
      if (again) {
        forget(this.draftName());
        this.page = this.base;
      }
      this.say(again ? "The table had moved on. Here is how it stands now." : sentence(problem));
      if (!(problem instanceof Refusal)) console.error(problem);
    } finally {
      this.isBusy = false;
      this.selection = [];
      this.changed();
    }
    if (again || this.wanted) {
      this.wanted = false;
      await this.refresh();
    }
  }
}
