//! A table as those see it who sit around it.

use crate::client::{Client, Lost, Reply};
use crate::luck::{Haste, Luck};
use crate::wire::{Batch, Fork, Joining, LogLine, NewSeat, NewTable, Offer, Page, Prompt, Seated, Turn};
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use tokio::sync::OnceCell;

/// A match and the keys to its seats.
#[derive(Clone, Debug)]
pub struct Table {
    pub id: String,
    pub chairs: Vec<Chair>,
}

/// Somebody who sits at a table: his key, and the last page that he was shown.
#[derive(Clone, Debug, Default)]
pub struct Chair {
    pub id: String,
    pub key: String,
    /// The seat that the last page was for.
    pub seat: Option<u8>,
    pub sequence: u32,
    pub step: u32,
    pub prompt: Option<Prompt>,
    pub is_over: bool,
    pub can_undo: bool,
    pub log_end: u32,
    have: BTreeMap<String, String>,
}

/// Who sits around a new table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Company {
    /// Four persons, each with a key of his own.
    Apart,
    /// Four persons before one screen, with one key.
    Together,
    /// Two persons with keys of their own, and two bots.
    Mixed,
    /// Four bots; the one chair looks on.
    Bots(&'static str),
}

impl Company {
    fn seats(self) -> Vec<NewSeat> {
        let seat = |sitter| NewSeat { sitter, name: "Ann", bot: None };
        let bot = |kind| NewSeat { sitter: "bot", name: "", bot: Some(kind) };
        match self {
            Company::Apart => vec![seat("person"), seat("open"), seat("open"), seat("open")],
            Company::Together => vec![seat("here"); 4],
            Company::Mixed => vec![seat("person"), bot("random"), seat("open"), bot("random")],
            Company::Bots(kind) => vec![bot(kind); 4],
        }
    }

    /// Bots answer without being asked by us.
    pub fn has_bots(self) -> bool {
        match self {
            Company::Apart | Company::Together => false,
            Company::Mixed | Company::Bots(_) => true,
        }
    }
}

/// The first game that the server offers for four.
async fn game(client: &Client) -> Result<&'static str> {
    static GAME: OnceCell<String> = OnceCell::const_new();
    let found = GAME.get_or_try_init(async || {
        let offers: Vec<Offer> = client.get("/api/games", "").await?.read().context("there are no games")?;
        let fitting = offers.into_iter().find(|offer| (offer.seats.least..=offer.seats.most).contains(&4));
        fitting.map(|offer| offer.name).context("no game on this server is for four; host one that is")
    });
    Ok(found.await?)
}

impl Table {
    pub async fn new(client: &Client, company: Company) -> Result<Table> {
        let seats = company.seats();
        let new = NewTable { game: game(client).await?, options: BTreeMap::new(), seats };
        Table::seated(client, &client.post("/api/matches", "", &new).await?).await
    }

    /// Six persons at the longest match of the game that lasts as long as one likes.
    pub async fn marathon(client: &Client) -> Result<Table> {
        let seat = |sitter| NewSeat { sitter, name: "Ann", bot: None };
        let seats = [vec![seat("person")], vec![seat("open"); 5]].concat();
        let options = [("turns", "20000")].into();
        let new = NewTable { game: "marathon", options, seats };
        Table::seated(client, &client.post("/api/matches", "", &new).await?).await
    }

    /// Another table where this game goes on from a step. Fresh tables flatter a server: their games are short.
    pub async fn fork(&self, client: &Client, step: u32, company: Company) -> Result<Table> {
        let fork = Fork { step, seats: company.seats() };
        let path = format!("/api/matches/{}/fork", self.id);
        Table::seated(client, &client.post(&path, &self.chairs[0].key, &fork).await?).await
    }

    async fn seated(client: &Client, reply: &Reply) -> Result<Table> {
        let host: Seated = reply.read().context("no table could be set up")?;
        let mut chairs = vec![Chair::new(&host.id, &host.key)];
        for link in &host.links {
            let key = link.url.split_once('#').context("a link has no key")?.1.to_owned();
            let path = format!("/api/matches/{}/join", host.id);
            let joined: Seated = client.post(&path, &key, &Joining { name: "Bo" }).await?.read()?;
            debug_assert!(joined.id == host.id && link.seat > 0);
            chairs.push(Chair::new(&host.id, &joined.key));
        }
        Ok(Table { id: host.id, chairs })
    }

    /// Plays so many choices, or until the game is over, with all seats under the first key.
    pub async fn play(&mut self, client: &Client, luck: &mut Luck, haste: Haste, choices: u32) -> Result<()> {
        let chair = &mut self.chairs[0];
        chair.look(client).await??;
        for _ in 0..choices {
            let Some(answer) = chair.prompt.as_ref().and_then(|prompt| luck.answer(prompt, haste)) else { break };
            let reply = chair.choose(client, vec![answer]).await?;
            chair.see(&reply.read()?);
            if chair.prompt.is_none() {
                // With several seats under one key, another of them is asked now.
                chair.look(client).await??;
            }
        }
        Ok(())
    }
}

impl Chair {
    /// One who has not looked yet.
    pub fn new(id: &str, key: &str) -> Chair {
        Chair { id: id.to_owned(), key: key.to_owned(), ..Chair::default() }
    }

    /// Fetches the page, as far as it is new.
    pub async fn look(&mut self, client: &Client) -> Result<Result<(Reply, Vec<LogLine>)>, Lost> {
        let reply = client.get(&self.page_path(), &self.key).await?;
        Ok(reply.read::<Page>().map(|page| {
            self.see(&page);
            (reply, page.log)
        }))
    }

    pub fn page_path(&self) -> String {
        format!("/api/matches/{}/page?{}", self.id, self.known())
    }

    pub fn choices_path(&self) -> String {
        format!("/api/matches/{}/choices?{}", self.id, self.known())
    }

    /// Sends choices for what the last page asked.
    pub async fn choose(&self, client: &Client, choices: Vec<String>) -> Result<Reply, Lost> {
        let batch = Batch { sequence: self.sequence, seat: self.seat, choices };
        client.post(&self.choices_path(), &self.key, &batch).await
    }

    /// Takes back what was chosen last.
    pub async fn undo(&self, client: &Client) -> Result<Reply, Lost> {
        let turn = Turn { sequence: self.sequence, seat: self.seat };
        client.post(&format!("/api/matches/{}/undo?{}", self.id, self.known()), &self.key, &turn).await
    }

    /// The question that would follow if this were chosen, unless something must happen first.
    pub async fn foresee(&self, client: &Client, choice: &str) -> Result<Option<Prompt>, Lost> {
        let batch = Batch { sequence: self.sequence, seat: self.seat, choices: vec![choice.to_owned()] };
        let path = format!("/api/matches/{}/preview?{}", self.id, self.known());
        let page: Option<Page> = client.post(&path, &self.key, &batch).await?.read().ok();
        Ok(page.filter(|page| page.stop.is_none()).and_then(|page| page.prompt))
    }

    fn known(&self) -> String {
        let have: Vec<String> = self.have.iter().map(|(name, version)| format!("{name}.{version}")).collect();
        format!("log={}&have={}", self.log_end, have.join(","))
    }

    /// Takes over what a page says. An older page than the last says nothing.
    pub fn see(&mut self, page: &Page) {
        if page.sequence < self.sequence {
            return;
        }
        self.sequence = page.sequence;
        self.step = page.step;
        self.seat = page.seat;
        self.is_over = page.outcome.is_some();
        self.can_undo = page.undo.possible;
        self.log_end = page.log_end;
        for (name, fragment) in &page.fragments {
            self.have.insert(name.clone(), fragment.version.clone());
        }
        self.prompt.clone_from(&page.prompt);
    }

    /// The version of the board as it was last shown.
    pub fn board(&self) -> Option<String> {
        board(self.have.iter().map(|(name, version)| (name.as_str(), version.as_str())))
    }
}

/// The versions of the board's parts, as one.
pub fn board<'a>(pictures: impl Iterator<Item = (&'a str, &'a str)>) -> Option<String> {
    let parts: Vec<String> = pictures
        .filter(|(name, _)| name.split('/').next() == Some("board"))
        .map(|(name, version)| format!("{name}.{version}"))
        .collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}
