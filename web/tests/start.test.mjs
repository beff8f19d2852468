// Beginning a game.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { asked } from "./driver.mjs";
import { TABLE, enter, openHall, sit } from "./hall.mjs";

/** @type {Awaited<ReturnType<typeof openHall>>} */
let hall;
before(async () => { hall = await openHall(); });
after(() => hall.close());

test("three clicks from the start page to a decision against three bots", async () => {
  const page = await hall.person();
  await page.goto("/");
  let clicks = 0;
  const click = async (/** @type {string} */ what) => {
    await page.click(what);
    clicks += 1;
  };
  await click("#play-bots");
  await click('#setup [data-players="4"]');
  await click("#setup .begin");
  await asked(page);
  assert.equal(clicks, 3);
  assert.equal(await page.locator("#strips li", { hasText: ", bot" }).count(), 3);
  assert.match(page.url(), /\/match\//);
  assert.ok(await page.locator(".lit").count() > 0, "something is lit");
  assert.deepEqual(hall.errors, []);
});

test("the first visit can be a guided round, with a card that is not in the way of the map", async () => {
  const page = await hall.person();
  await page.goto("/");
  await page.click("#learn");
  await page.waitForSelector("#guide:not([hidden])");
  const title = await page.textContent("#guide h2");
  assert.ok(title?.trim(), "the card has a title");
  await asked(page);
  await page.click("#guide-next");
  assert.notEqual(await page.textContent("#guide h2"), title);
  await page.click("#guide-skip");
  assert.ok(await page.isHidden("#guide"));
  await page.reload();
  await asked(page);
  assert.ok(await page.isHidden("#guide"), "skipped is skipped");
});

test("friends get a link each, and one who opens it sits down", async () => {
  const host = await hall.person();
  await host.goto("/");
  await host.click("#play-friends");
  await host.click("#setup .begin");
  const link = await host.inputValue(".link-row input");
  await host.click("#to-table");
  await host.waitForSelector("#seating:not([hidden])");
  // Whoever is asked plays on; the card leaves the map free, and can be folded away.
  await host.waitForFunction(() => document.querySelector("#prompt.asked") || /: nobody sits there yet\.$/.test(document.getElementById("question")?.textContent ?? ""));
  const isFree = () => host.evaluate(() => {
    const card = /** @type {HTMLElement} */ (document.getElementById("seating")).getBoundingClientRect();
    return [...document.querySelectorAll("#board [data-piece]")].every((piece) => piece.getBoundingClientRect().right <= card.left);
  });
  assert.ok(await isFree());
  await host.click("#seating summary");
  assert.ok(await host.isHidden("#seating .link-row"));
  await host.reload();
  await host.waitForSelector("#seating:not([hidden])");
  assert.ok(await host.isHidden("#seating .link-row"), "folded is folded");
  const friend = await hall.person();
  await friend.goto(link);
  await friend.waitForSelector("#join");
  assert.ok(!friend.url().includes("#"), "the key is taken off the address bar");
  await friend.fill("#seating input", "Bo <b>");
  await friend.click("#join");
  await friend.waitForSelector(TABLE);
  await host.waitForFunction(() => document.getElementById("strips")?.textContent?.includes("Bo <b>"));
  await Promise.race([asked(host), asked(friend)]);
  assert.deepEqual(hall.errors, []);
});

test("a second press lays no second table, and the next game can be begun from the same page", async () => {
  const page = await hall.person();
  let laid = 0;
  await page.route("**/api/matches", async (route) => {
    if (route.request().method() === "POST") {
      laid += 1;
      await new Promise((next) => setTimeout(next, 300));
    }
    await route.continue();
  });
  await page.goto("/");
  await page.click("#play-friends");
  await page.dblclick("#setup .begin");
  await page.waitForSelector(".link-row input");
  assert.equal(laid, 1);
  for (const games of [2, 3]) {
    await page.click("#play-bots");
    await page.dblclick("#setup .begin");
    await asked(page);
    assert.equal(laid, games);
    await page.goBack();
  }
});

test("a server without a public address sends paths, and the links begin where the page does", async () => {
  const host = await hall.person();
  await host.route("**/api/matches", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    const reply = await route.fetch();
    const made = await reply.json();
    const path = (/** @type {string} */ url) => { const { pathname, hash } = new URL(url, hall.base); return pathname + hash; };
    await route.fulfill({ response: reply, json: { ...made, url: path(made.url), links: made.links.map(({ seat, url }) => ({ seat, url: path(url) })) } });
  });
  await host.goto("/");
  await host.click("#play-friends");
  await host.click("#setup .begin");
  const link = await host.inputValue(".link-row input");
  assert.ok(link.startsWith(`${hall.base}/match/`), link);
  await host.click("#to-table");
  assert.equal(await host.inputValue("#seating .link-row input"), link);
  const friend = await hall.person();
  await friend.goto(link);
  await friend.waitForSelector("#join");
});

test("people before one screen begin with a curtain", async () => {
  const page = await hall.person();
  await page.goto("/");
  await page.click("#play-here");
  await page.locator("#setup .place input").first().fill("Ann");
  await page.locator("#setup .place input").last().fill("Bo");
  await page.click("#setup .begin");
  await page.waitForSelector("#curtain:not([hidden])");
  assert.match(await page.textContent("#curtain-name") ?? "", /^(Ann|Bo) \(/);
  await page.click("#curtain-open");
  await asked(page);
});

test("your own seat stays when the last ones go, and can be taken again after a bot had it", async () => {
  const page = await hall.person();
  await page.goto("/");
  await page.click("#play-bots");
  await page.click('#setup [data-players="4"]');
  const who = page.locator('#setup .place select[aria-label^="Who plays"]');
  await page.fill("#setup .place input", "Ann");
  await who.nth(3).selectOption("person");
  await page.click('#setup [data-players="2"]');
  assert.equal(await who.first().inputValue(), "person");
  assert.equal(await page.inputValue("#setup .place input"), "Ann");
  await who.first().selectOption({ index: 1 });
  assert.equal(await page.locator("#setup .place input").count(), 0);
  await who.nth(1).selectOption("person");
  assert.equal(await who.nth(1).inputValue(), "person");
});

test("the way that is chosen is the one that stands out", async () => {
  const page = await hall.person();
  await page.goto("/");
  for (const way of ["play-here", "play-friends", "play-bots"]) {
    await page.click(`#${way}`);
    assert.deepEqual(await page.locator(".way.primary").evaluateAll((ways) => ways.map(({ id }) => id)), [way]);
  }
});

test("a listed table stands in the lobby and can be joined from there", async () => {
  const made = await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "open" }], { listed: true, name: "Come and play" });
  const page = await hall.person();
  await page.goto("/");
  const row = page.locator("#lobby li", { hasText: "Come and play" });
  await row.waitFor();
  const [, side] = await hall.sides(made);
  const { title } = await hall.offer();
  assert.equal((await row.innerText()).replace(/\s+/g, " "), `Come and play – Ann Sit down ${title} free: ${side}`);
  await row.getByRole("button").click();
  await page.waitForURL(new RegExp(made.id));
  await page.waitForSelector(`#seating >> text=${side}`);
  await page.fill("#seating input", "Cy");
  await page.click("#join");
  await page.waitForSelector("#strips >> text=Cy");
});

test("one's own table in the lobby is opened, not joined", async () => {
  const made = await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "open" }], { listed: true, name: "Mine" });
  const page = await hall.person();
  await sit(page, made);
  await page.goto("/");
  const row = page.locator("#lobby li", { hasText: "Mine" });
  await row.waitFor();
  assert.equal(await row.getByRole("button").count(), 0);
  await row.getByRole("link", { name: "Open your table" }).click();
  await page.waitForSelector(TABLE);
});

test("whoever joins a table with several free sides chooses one of them", async () => {
  const made = await hall.table([{ sitter: "open" }, { sitter: "open" }], { listed: true, name: "All welcome" });
  const page = await hall.person();
  await page.goto("/");
  await page.locator("#lobby li", { hasText: "All welcome" }).getByRole("button").click();
  await page.selectOption("#seating select", { label: (await hall.sides(made))[1] });
  await page.fill("#seating input", "Cy");
  await page.click("#join");
  await page.waitForSelector("#strips li:nth-child(2) >> text=Cy");
});

test("my games are found again on the start page", async () => {
  const page = await hall.person();
  const made = await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }], { name: "Tuesday" });
  await sit(page, made);
  await page.goto("/");
  await page.click("#mine >> text=Tuesday");
  await page.waitForSelector(TABLE);
});

test("my games tell against whom, how far, whose turn it is and who has won, however many there are", { timeout: 60_000 }, async () => {
  const page = await hall.person();
  const bot = await hall.quickBot();
  const first = await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot }], { name: "Game 0" });
  await sit(page, first);
  await asked(page);
  const crumb = await page.textContent("#crumbs li");
  const rest = [];
  for (let at = 1; at < 12; at += 1) rest.push(await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "open" }], { name: `Game ${at}` }));
  await page.evaluate((rest) => {
    const known = JSON.parse(localStorage.getItem("orrery.matches") ?? "[]");
    for (const { id, key } of rest) {
      localStorage.setItem(`orrery.key.${id}`, JSON.stringify([key]));
      known.push({ id, seat: 0, name: "", at: Date.now() });
    }
    localStorage.setItem("orrery.matches", JSON.stringify(known));
  }, rest);
  const threeDays = 3 * 24 * 60 * 60 * 1000;
  await page.route(`**/api/matches/${first.id}`, async (route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: { ...await reply.json(), sequence: 9, updated: Date.now() - threeDays } });
  });
  for (const [at, winners] of [[0, [0]], [1, [1]], [2, [0, 1]], [3, []]])
    await page.route(`**/api/matches/${rest[at].id}`, async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ response: reply, json: { ...await reply.json(), state: "over", winners } });
    });
  await page.goto("/");
  await page.waitForSelector("#mine li");
  assert.equal(await page.locator("#mine li").count(), 12);
  const row = await page.locator("#mine li", { has: page.getByRole("link", { name: "Game 0", exact: true }) }).innerText();
  assert.match(row, /your turn/);
  assert.ok(row.includes(crumb ?? ""), crumb ?? "");
  const [, side] = await hall.sides(first);
  assert.match(row, new RegExp(`against .*${side}`));
  assert.ok(row.includes((await hall.offer()).title), "which game it is");
  assert.doesNotMatch(row, /Ann/);
  assert.match(row, new RegExp(`begun .*${new Date().getFullYear()}.*; last played 3 days ago$`));
  assert.match(await page.locator("#mine li", { hasText: "Game 7" }).innerText(), new RegExp(`waits for players[^]*against ${side} \\(free\\); begun [^;]*$`));
  const results = await Promise.all([1, 2, 3, 4].map((at) => page.locator("#mine li", { has: page.getByRole("link", { name: `Game ${at}`, exact: true }) }).locator("span.quiet").innerText()));
  assert.deepEqual(results, ["you won", `${side} won`, "won together", "over"]);
});

test("a spectator sees the table and is asked nothing", async () => {
  const made = await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }]);
  const page = await hall.person();
  await page.goto(`/match/${made.id}`);
  await page.waitForSelector(TABLE);
  assert.equal(await page.locator(".lit").count(), 0);
  assert.equal(await page.locator("#undo").count(), 0);
});

test("an account is made, kept, and left", async () => {
  const page = await hall.person();
  await page.goto("/account");
  await enter(page, "register", "Navigator", "letters");
  await page.waitForSelector("#said >> text=A password has 8 to 200 letters.");
  await enter(page, "register", "Navigator", "eight888");
  await page.waitForSelector("#my-games");
  await page.reload();
  await page.waitForSelector("#my-games");
  const wishes = page.locator('section[aria-labelledby="notifications"]');
  await wishes.locator('input[name="url"]').fill("https://127.0.0.1/hook");
  await wishes.getByRole("button", { name: "Keep" }).click();
  await page.waitForFunction(() => /\.$/.test(document.getElementById("said")?.textContent ?? ""));
  assert.notEqual(await page.textContent("#said"), "Kept.", "a webhook leads out into the world");
  await wishes.locator('input[name="url"]').fill("");
  await wishes.locator('input[name="from"]').fill("22:30");
  await wishes.locator('input[name="to"]').fill("07:00");
  await wishes.getByRole("button", { name: "Keep" }).click();
  await page.waitForSelector("text=Kept.");
  await page.reload();
  await page.waitForSelector("#my-games");
  assert.equal(await page.inputValue('input[name="from"]'), "22:30");
  await page.fill('input[name="label"]', "A bot of mine");
  // What is said by the button that copies is not taken back when the list of keys comes.
  await page.route(/\/api\/me\/keys$/, async (route) => {
    if (route.request().method() === "GET") await new Promise((next) => setTimeout(next, 1000));
    await route.continue();
  });
  const listed = page.waitForResponse((reply) => reply.request().method() === "GET" && /\/api\/me\/keys$/.test(reply.url()));
  await page.click("text=Make a key");
  // The key, what is to be done with it and how stand together.
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const shown = page.locator("output");
  await shown.getByText("This key is shown once.").waitFor();
  const key = await shown.locator("code").textContent() ?? "";
  assert.ok(key.length > 20, key);
  await shown.getByRole("button", { name: "Copy" }).click();
  await page.waitForSelector("#said >> text=The key is copied.");
  await listed;
  await page.getByText("A bot of mine").waitFor();
  assert.ok(await page.locator("#said").isVisible());
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), key);
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await page.waitForSelector("#log-in");
  await page.waitForSelector("#said >> text=You are logged out.");
});

test("keys, password and account are changed and taken back on the page", async () => {
  const page = await hall.person();
  await page.goto("/account");
  const plate = (/** @type {string} */ id) => page.locator(`section[aria-labelledby="${id}"]`);
  const enters = async (/** @type {"register" | "log-in"} */ door, /** @type {string} */ password) => {
    await enter(page, door, "Quartermaster", password);
    await page.waitForSelector("#my-games");
  };
  await enters("register", "eight888");
  await plate("keys").locator("input").fill("A bot of mine");
  await plate("keys").getByRole("button", { name: "Make a key" }).click();
  const row = plate("keys").locator("li", { hasText: "A bot of mine" });
  await row.waitFor();
  assert.match(await row.innerText(), /never used/);
  await row.getByRole("button").click();
  await row.waitFor({ state: "detached" });
  await plate("password").locator('input[name="old"]').fill("eight888");
  await plate("password").locator('input[name="new"]').fill("nine99999");
  await plate("password").getByRole("button").click();
  await page.waitForSelector("#said >> text=The password is changed.");
  const box = await page.locator("#said").boundingBox();
  assert.ok(box && box.y >= 0 && box.y + box.height <= 900, "the answer is in view, though the form is far down");
  await page.getByRole("button", { name: "Log out on all devices" }).click();
  await page.waitForSelector("#said >> text=You are logged out on all devices.");
  await enters("log-in", "nine99999");
  await page.getByRole("button", { name: "Delete the account…" }).click();
  await plate("leave").locator("input").fill("nine99999");
  await page.getByRole("button", { name: "for good" }).click();
  await page.waitForSelector("#log-in");
  await page.waitForSelector("#said >> text=The account is deleted.");
  await enters("register", "eight888");
});

test("an address without a table leads back to the start", async () => {
  const page = await hall.person();
  await page.goto("/nowhere");
  await page.click("text=To the start page");
  await page.waitForSelector("#play-bots");
  await page.goto("/match/aaaaaaaaaaaa");
  await page.waitForSelector("h1 >> text=There is nothing at this address");
  for (const part of ["#top", "#left", "#right", "#prompt", "#menu"]) assert.ok(await page.isHidden(part), part);
  await page.click("text=To the start page");
  await page.waitForSelector("#play-bots");
});

test("a table that is not open to spectators says so and leads back to the start", async () => {
  const made = await hall.table([{ sitter: "person", name: "Ann" }, { sitter: "bot", bot: await hall.quickBot() }], { spectators: false });
  const page = await hall.person();
  await page.goto(`/match/${made.id}`);
  await page.waitForSelector("#question >> text=not open to spectators");
  await page.click("#deeds a");
  await page.waitForSelector("#play-bots");
});
