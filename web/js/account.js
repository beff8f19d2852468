// The account: coming in, my games, being told of my turn, keys for programs.

import { once } from "./deed.js";
import { by, copy, make } from "./dom.js";
import { forget, keep, kept, keysOf, knownMatches } from "./keep.js";
import { myGame } from "./my-games.js";
import { offers } from "./offers.js";
import "./settings.js";
import { Refusal, ask, sentence } from "./wire.js";

/**
 * @typedef {{webhook?: {url: string, format: string, prefix: string} | null, mail?: string | null, quiet?: {from: string, to: string, zone_offset_minutes: number} | null, off?: string[]}} Notifications
 * @typedef {{name: string, matches: import("./wire.js").Summary[], notifications: Notifications, last_error?: string | null, can_mail: boolean}} Me
 */

/** @param {string} text */
function say(text) {
  by("said").textContent = text;
  by("said").hidden = false;
}

/** Does something and says how it went. @param {() => Promise<string | void>} deed */
async function attempt(deed) {
  // At the end it would be too late: something else may have been said meanwhile.
  by("said").hidden = true;
  try {
    const said = await deed();
    if (said) say(said);
  } catch (problem) {
    say(sentence(problem));
  }
}

/** Attempts it for one press. @param {string} name @param {() => Promise<string | void>} deed */
const press = (name, deed) => once(name, () => attempt(deed));

/** @param {string} title @param {string} id @param {...(Node | string)} content */
function plate(title, id, ...content) {
  return make("section", { class: "plate", "aria-labelledby": id }, make("h2", { id }, title), ...content);
}

/** @param {string} label @param {Record<string, unknown>} attributes */
function field(label, attributes) {
  return make("label", { class: "field" }, make("span", {}, label), make("input", attributes));
}

/** @param {Event} event */
function fields(event) {
  event.preventDefault();
  return new FormData(/** @type {HTMLFormElement} */ (event.target));
}

/** @param {"accounts" | "login"} path @param {Event} event */
function enter(path, event) {
  const form = fields(event);
  void press("enter", async () => {
    const name = String(form.get("name")).trim();
    await ask(path, { body: { name, password: form.get("password") } });
    keep("account", name);
    keep("name", kept("name", "") || name);
    await show();
  });
}

function doors() {
  by("title").textContent = "Account";
  by("parts").replaceChildren(
    plate("Log in", "log-in", make("form", { class: "stack", onsubmit: (/** @type {Event} */ event) => enter("login", event) },
      field("Name", { name: "name", required: true, maxlength: 40, autocomplete: "username" }),
      field("Password", { name: "password", type: "password", required: true, autocomplete: "current-password" }),
      make("button", { type: "submit", class: "primary" }, "Log in"))),
    plate("Register", "register", make("form", { class: "stack", onsubmit: (/** @type {Event} */ event) => enter("accounts", event) },
      field("Name", { name: "name", required: true, maxlength: 40, autocomplete: "username" }),
      field("Password, 8 letters or more", { name: "password", type: "password", required: true, autocomplete: "new-password" }),
      make("button", { type: "submit", class: "primary" }, "Register"))));
}

/** @param {Me} me @param {import("./wire.js").Offer[]} offers */
function rooms(me, offers) {
  by("title").textContent = me.name;
  by("parts").replaceChildren(games(me, offers), notifications(me), keys(), password(), leaving());
}

function password() {
  return plate("Password", "password", make("form", {
    class: "stack",
    onsubmit: (/** @type {Event} */ event) => {
      const form = fields(event);
      void press("password", async () => {
        await ask("me/password", { method: "PUT", body: { old: form.get("old"), new: form.get("new") } });
        /** @type {HTMLFormElement} */ (event.target).reset();
        return "The password is changed. Other devices have to log in again; keys for programs stay as they are.";
      });
    },
  },
  field("Password until now", { name: "old", type: "password", required: true, autocomplete: "current-password" }),
  field("New password, 8 letters or more", { name: "new", type: "password", required: true, minlength: 8, maxlength: 200, autocomplete: "new-password" }),
  make("button", { type: "submit" }, "Change the password")));
}

function leaving() {
  const leave = (/** @type {string} */ path, /** @type {string} */ said, /** @type {unknown} */ body) => press("leave", async () => {
    await ask(path, { method: "POST", body });
    forget("account");
    doors();
    return said;
  });
  const sure = make("form", {
    class: "stack", hidden: true,
    onsubmit: (/** @type {Event} */ event) => void leave("me/delete", "The account is deleted.", { password: fields(event).get("password") }),
  },
  make("p", {}, "Your name, password, keys and notifications are deleted. Games go on: a seat is still opened by its link, so copy the links you need first."),
  field("Your password", { name: "password", type: "password", required: true, autocomplete: "current-password" }),
  make("button", { type: "submit", class: "danger" }, "Delete the account for good"));
  return plate("Leave", "leave", make("p", { class: "row" },
    make("button", { type: "button", onclick: () => void leave("logout", "You are logged out.", undefined) }, "Log out"),
    make("button", { type: "button", onclick: () => void leave("logout-everywhere", "You are logged out on all devices.", undefined) }, "Log out on all devices"),
    make("button", { type: "button", onclick: () => { sure.hidden = !sure.hidden; } }, "Delete the account…")), sure);
}

/** @param {Me} me @param {import("./wire.js").Offer[]} offers */
function games({ matches }, offers) {
  const stay = kept("stay", /** @type {string[]} */ ([]));
  const isNew = (/** @type {{id: string, seat: number | null}} */ { id, seat }) => seat !== null && keysOf(id).length > 0 && !stay.includes(id) && !matches.some((match) => match.id === id);
  const guests = knownMatches().filter(isNew);
  return plate("My games", "my-games",
    matches.length ? make("ul", { class: "games" }, ...matches.map((match) => myGame(match, offers))) : make("p", { class: "quiet" }, "None yet."),
    ...(guests.length ? [make("p", { class: "row" }, make("button", { type: "button", id: "take-along", onclick: () => void press("take along", () => takeAlong(guests)) },
      guests.length === 1 ? "Take along the game of this browser" : `Take along the ${guests.length} games of this browser`))] : []));
}

/** Games that were begun without the account. @param {{id: string}[]} guests */
async function takeAlong(guests) {
  let taken = 0;
  const stay = kept("stay", /** @type {string[]} */ ([]));
  for (const { id } of guests)
    try {
      // Of several keys only the one in use: others may be those of friends.
      const { seats } = await ask(`matches/${id}/take-along`, { method: "POST", key: keysOf(id)[0] });
      taken += seats.length ? 1 : 0;
      if (seats.length === 0) stay.push(id);
    } catch (problem) {
      if (!(problem instanceof Refusal) || ![401, 403, 404].includes(problem.status)) throw problem;
      stay.push(id);
    }
  keep("stay", stay);
  await show();
  const rest = guests.length - taken;
  return `${taken} of ${guests.length} taken along.${rest ? " What was opened by somebody's link stays with the link." : ""}`;
}

/** @param {Me} me */
function notifications({ notifications: now, last_error: problem, can_mail: canMail }) {
  const format = make("select", { name: "format" }, ...["discord", "slack", "raw"].map((value) =>
    make("option", { value, selected: now.webhook?.format === value }, value)));
  return plate("When it is my turn", "notifications", make("form", {
    class: "stack",
    onsubmit: (/** @type {Event} */ event) => {
      const form = fields(event);
      const text = (/** @type {string} */ name) => String(form.get(name) ?? "").trim();
      void attempt(async () => {
        await ask("me/notifications", {
          method: "PUT",
          body: {
            webhook: text("url") ? { url: text("url"), format: text("format"), prefix: text("prefix") } : null,
            mail: text("mail") || null,
            quiet: text("from") && text("to") ? { from: text("from"), to: text("to"), zone_offset_minutes: -new Date().getTimezoneOffset() } : null,
          },
        });
        return "Kept.";
      });
    },
  },
  field("Webhook address", { name: "url", type: "url", value: now.webhook?.url ?? "", placeholder: "https://" }),
  make("label", { class: "field" }, make("span", {}, "Format"), format),
  field("Words before the message, such as a mention", { name: "prefix", maxlength: 80, value: now.webhook?.prefix ?? "" }),
  canMail ? field("Mail address", { name: "mail", type: "email", value: now.mail ?? "", autocomplete: "email" }) : "",
  field("Quiet from", { name: "from", type: "time", value: now.quiet?.from ?? "" }),
  field("Quiet until", { name: "to", type: "time", value: now.quiet?.to ?? "" }),
  now.off?.length ? make("p", { class: "problem" }, `Switched off after too many failures: ${now.off.join(", ")}. Keeping the settings switches it on again.`) : "",
  problem ? make("p", { class: "problem" }, `The last message did not go out: ${problem}`) : "",
  make("p", { class: "row" }, make("button", { type: "submit", class: "primary" }, "Keep"), make("button", {
    type: "button", onclick: () => void press("test", async () => {
      const { result } = await ask("me/notifications/test", { method: "POST" });
      return result ?? "A message is on its way.";
    }),
  }, "Send a test"))));
}

/** @typedef {{id: string, label: string, created: number, last_used: number | null}} KnownKey */

function keys() {
  const shown = make("output", { class: "stack" });
  const known = make("ul", {});
  const day = (/** @type {number} */ time) => new Date(time).toLocaleDateString();
  const list = async () => known.replaceChildren(.../** @type {KnownKey[]} */ (await ask("me/keys")).map(({ id, label, created, last_used }) => make("li", { class: "row" },
    make("span", { class: "grow" }, label || "without a name"),
    make("span", { class: "quiet" }, `made ${day(created)}, ${last_used ? `last used ${day(last_used)}` : "never used"}`),
    make("button", {
      type: "button", "aria-label": `Remove the key ${label}`,
      onclick: () => void press(`remove ${id}`, async () => {
        await ask(`me/keys/${id}`, { method: "DELETE" });
        shown.textContent = "";
        await list();
        return "The key is removed: it opens nothing any more.";
      }),
    }, "Remove"))));
  void attempt(async () => void await list());
  return plate("Keys for programs", "keys", known, make("form", {
    class: "stack",
    onsubmit: (/** @type {Event} */ event) => {
      const label = String(fields(event).get("label")).trim();
      void press("make a key", async () => {
        const { key } = await ask("me/keys", { body: { label } });
        shown.replaceChildren(make("span", {}, "This key is shown once. Keep it somewhere safe."),
          make("span", { class: "row" }, make("code", {}, key), make("button", {
            type: "button",
            onclick: () => void attempt(async () => (await copy(key) ? "The key is copied." : "This browser does not let the page copy.")),
          }, "Copy")));
        /** @type {HTMLFormElement} */ (event.target).reset();
        await list();
      });
    },
  }, field("What it is for", { name: "label", required: true, maxlength: 40 }), shown, make("button", { type: "submit" }, "Make a key")));
}

async function show() {
  // A stranger is not asked for: the page knows whether somebody came in from this browser.
  const me = kept("account", "") ? /** @type {Me | null} */ (await ask("me").catch(() => null)) : null;
  if (me) rooms(me, await offers().catch(() => []));
  else doors();
}

void attempt(show);
