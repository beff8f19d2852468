//! A match of whichever game.

use crate::bots_on_offer::bot_kind;
use crate::hint::{self, SceneAdviser, Scope};
use crate::odds;
use crate::words::sentence;
use bots::{Budget, Kind};
use hosted::{Advised, Hosted, Wish};
use kernel::{Depth, Presentation, Record, Rules, Seat, Seated, Viewer};
use picture::Theme;
use session::wire::{Chances, Fragment, LogLine, Mark, MarkKind, Odds, Page, TurningPoint, WhatIf};
use session::{By, Entry, Looking, Match, Refusal, Settings, Shown};
use std::collections::BTreeMap;
use std::time::Duration;

/// A bot's turn, to be thought through elsewhere. It is told how long it may last at most, and answers with a choice in
/// notation.
pub type Thought = Box<dyn FnOnce(Duration) -> String + Send>;

/// The work that finds a finished game's chances; it is told how far it is and says whether to go on.
pub type Study = Box<dyn FnOnce(&(dyn Fn(usize, usize) -> bool + Sync)) -> Result<Chances, String> + Send>;

/// Work that is done elsewhere, as thoroughly as so many battles make it.
pub type Reckoning<T> = Box<dyn FnOnce(u64) -> Result<T, String> + Send>;

/// A match of whichever game.
pub trait AnyMatch: Send + Sync {
    fn game(&self) -> &'static str;
    fn sequence(&self) -> u32;
    fn step(&self) -> u32;
    fn first_step(&self) -> u32;
    fn is_over(&self) -> bool;
    /// Nobody before the game is over.
    fn winners(&self) -> Vec<u8>;
    fn seats(&self) -> u8;
    fn settings(&self) -> &Settings;
    /// Header as JSON; empty for a match that began from a position.
    fn header(&self) -> String;
    fn side_names(&self) -> Vec<String>;
    /// What the host asked for, as `set_up` reads it.
    fn wish(&self) -> Wish;
    fn seats_asked(&self) -> Vec<Seat>;
    fn is_bot_asked(&self) -> bool;
    fn wakes(&self) -> Option<i64>;

    fn page(&self, looking: Looking, have: &Have) -> Page;
    fn preview(&self, seat: Seat, choices: &[String], looking: Looking, have: &Have) -> Result<Page, Refusal>;
    fn past(&self, step: u32, looking: Looking, have: &Have) -> Option<Page>;
    fn log(&self, viewer: Viewer, from: u32, to: u32) -> Vec<LogLine>;
    fn marks(&self) -> Vec<Mark>;
    fn svg(&self, viewer: Viewer, theme: Theme) -> String;
    /// None for a match that began from a position.
    fn record(&self) -> Option<String>;
    /// What the viewer sees, in words, line by line.
    fn in_text(&self, viewer: Viewer) -> String;
    /// The position that stands now, as referees see it; none if the game has no positions.
    fn position(&self) -> Option<String>;
    /// Whether the position says all there is, so that somebody can go on from it.
    fn position_is_whole(&self) -> bool;
    fn breadcrumb(&self) -> String;
    fn fingerprint(&self) -> String;
    /// What each answer of this seat's question does, where its text does not tell; as many as there are answers.
    fn remarks(&self, seat: Seat) -> Vec<Option<String>>;
    /// The card that asks this seat, as the clauses name it.
    fn card_in_question(&self, seat: Seat) -> Option<String>;
    /// What a bot in the place of this seat would do, in words.
    fn hint(&self, seat: Seat, seed: u64) -> Vec<String>;

    /// The entry that makes these choices, and the match after it.
    fn choose(&self, seat: Seat, choices: &[String], by: By, at: i64) -> Result<(Entry, Box<dyn AnyMatch>), Refusal>;
    fn forced(&self) -> Option<Entry>;
    fn undo(&self, seat: Seat) -> Result<Entry, Refusal>;
    fn sit(&self, seat: Seat, name: &str) -> Result<Entry, Refusal>;
    fn resign(&self, seat: Seat, bot: &str) -> Result<Entry, Refusal>;
    fn come_back(&self, seat: Seat) -> Result<Entry, Refusal>;
    fn out_of_time(&self, now: i64) -> Option<Entry>;
    /// Takes an entry that is in the journal.
    fn apply(&mut self, entry: &Entry, at: i64) -> Result<(), Refusal>;

    /// The next bot's turn, if we wait for one.
    fn thought(&self) -> Option<(Seat, Thought)>;
    /// What this bot answers in a seat that is asked.
    fn thought_of(&self, seat: Seat, player: &Advised, seed: u64) -> Thought;
    /// The scene in view, if one is played.
    fn odds_in(&self, seat: Option<Seat>) -> Result<Box<dyn hosted::Odds>, String>;
    fn odds(&self, seat: Option<Seat>) -> Reckoning<Odds>;
    fn what_if(&self, seat: Option<Seat>) -> Reckoning<Vec<WhatIf>>;
    fn study(&self) -> Study;
    fn snapshot(&self) -> Vec<u8>;
    /// The choices that stand up to a step, as the first entry of another journal.
    fn beginning(&self, step: u32) -> Option<Entry>;
    /// A copy to try something on.
    fn copy(&self) -> Box<dyn AnyMatch>;
    /// Lets an entry pass whose choices no longer fit the rules; a later one says where the game goes on.
    fn pass_over(&mut self, entry: &Entry, at: i64) -> Result<(), Refusal>;
    /// Why the match may go another way under these rules than it went, if it began under others.
    fn stranger(&self) -> Option<String>;
    /// Was the game after so many choices what this snapshot holds? One that cannot be read says nothing.
    fn agrees_with(&self, step: u32, snapshot: &[u8]) -> bool;
    /// The entry by which the match goes on from a snapshot, though rules have changed.
    fn rebase(&self, step: u32, reason: &str, snapshot: &[u8]) -> Result<Entry, String>;
}

/// The fragments that a viewer has already, by name and version.
#[derive(Clone, Debug, Default)]
pub struct Have(BTreeMap<String, String>);

impl Have {
    /// `board.3f2a,hand.91bc`; what cannot be read is not had.
    pub fn read(text: &str) -> Have {
        Have(text.split(',').filter_map(|part| part.split_once('.')).map(|(a, b)| (a.into(), b.into())).collect())
    }
}

/// A match, and whether it has a game to win.
pub(crate) struct Played<H: Hosted>(pub(crate) Match<H::Rules>, pub(crate) Scope);

impl<H: Hosted> Played<H> {
    /// Nobody is the referee before the game is over, whoever let him in: until then he looks on like others.
    fn admitted(&self, viewer: Viewer) -> Viewer {
        match viewer {
            Viewer::Referee if !self.0.is_over() => Viewer::Spectator,
            Viewer::Seat(_) | Viewer::Spectator | Viewer::Referee => viewer,
        }
    }

    fn looking(&self, looking: Looking) -> Looking {
        Looking { viewer: self.admitted(looking.viewer), ..looking }
    }

    /// The page with its pictures, save those that the viewer has.
    fn drawn(&self, shown: Shown<H::Rules>, viewer: Viewer, have: &Have) -> Page {
        let Shown { mut page, view } = shown;
        for (name, html) in H::fragments(self.0.catalogue(), &view, viewer) {
            let version = blake3::hash(html.as_bytes()).to_hex()[..12].to_owned();
            if have.0.get(&name) != Some(&version) {
                page.fragments.insert(name, Fragment { version, html });
            }
        }
        page
    }
}

impl<H: Hosted> AnyMatch for Played<H> {
    fn game(&self) -> &'static str {
        H::Rules::NAME
    }

    fn sequence(&self) -> u32 {
        self.0.sequence()
    }

    fn step(&self) -> u32 {
        self.0.step()
    }

    fn first_step(&self) -> u32 {
        self.0.first_step()
    }

    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    fn winners(&self) -> Vec<u8> {
        if self.0.is_over() { self.0.game().winners().iter().map(|seat| seat.0).collect() } else { Vec::new() }
    }

    fn seats(&self) -> u8 {
        self.0.seats()
    }

    fn settings(&self) -> &Settings {
        self.0.settings()
    }

    fn header(&self) -> String {
        self.0.header().map_or(String::new(), |header| serde_json::to_string(header).expect("a header is plain data"))
    }

    fn side_names(&self) -> Vec<String> {
        (0..self.0.seats()).map(|seat| H::Rules::seat_name(self.0.game(), Seat(seat))).collect()
    }

    fn wish(&self) -> Wish {
        self.0.header().map_or_else(Wish::default, |header| H::wish(&header.options))
    }

    fn seats_asked(&self) -> Vec<Seat> {
        self.0.game().open_questions().map(|question| question.seat).collect()
    }

    fn is_bot_asked(&self) -> bool {
        self.0.bots_asked().next().is_some()
    }

    fn wakes(&self) -> Option<i64> {
        self.0.wakes()
    }

    fn page(&self, looking: Looking, have: &Have) -> Page {
        let looking = self.looking(looking);
        self.drawn(self.0.page(looking), looking.viewer, have)
    }

    fn preview(&self, seat: Seat, choices: &[String], looking: Looking, have: &Have) -> Result<Page, Refusal> {
        let looking = self.looking(looking);
        Ok(self.drawn(self.0.preview(seat, choices, looking)?, looking.viewer, have))
    }

    fn past(&self, step: u32, looking: Looking, have: &Have) -> Option<Page> {
        let (past, looking) = (self.0.at_step(step)?, self.looking(looking));
        Some(self.drawn(past.past_page(looking), looking.viewer, have))
    }

    fn log(&self, viewer: Viewer, from: u32, to: u32) -> Vec<LogLine> {
        self.0.log(self.admitted(viewer), from, to).0
    }

    fn marks(&self) -> Vec<Mark> {
        let kind = |depth: Depth| match depth {
            Depth::Round => MarkKind::Round,
            Depth::Phase => MarkKind::Phase,
            Depth::Turn | Depth::Detail => MarkKind::Scene,
        };
        self.0.landmarks().into_iter().map(|(step, depth, label)| Mark { step, kind: kind(depth), label }).collect()
    }

    fn svg(&self, viewer: Viewer, theme: Theme) -> String {
        let viewer = self.admitted(viewer);
        H::svg(self.0.catalogue(), &self.0.view(viewer), viewer, theme)
    }

    fn record(&self) -> Option<String> {
        self.0.record().map(|record| record.to_string())
    }

    fn in_text(&self, viewer: Viewer) -> String {
        let viewer = self.admitted(viewer);
        H::in_text(self.0.catalogue(), &self.0.view(viewer), viewer)
    }

    fn position(&self) -> Option<String> {
        H::positions().map(|positions| (positions.write)(self.0.game()))
    }

    fn position_is_whole(&self) -> bool {
        H::positions().is_some_and(|positions| (positions.is_whole)(self.0.game()))
    }

    fn breadcrumb(&self) -> String {
        self.0.game().breadcrumb()
    }

    fn fingerprint(&self) -> String {
        kernel::fingerprint(self.0.game())
    }

    fn remarks(&self, seat: Seat) -> Vec<Option<String>> {
        let game = self.0.game();
        let Some(decision) = game.question_of(seat) else { return Vec::new() };
        let mut choices = Vec::new();
        game.choices(seat, &mut choices);
        choices.into_iter().map(|choice| H::remark(game, seat, decision, choice)).collect()
    }

    fn card_in_question(&self, seat: Seat) -> Option<String> {
        let game = self.0.game();
        H::card_in_question(game, game.question_of(seat)?)
    }

    fn hint(&self, seat: Seat, seed: u64) -> Vec<String> {
        let (game, history) = self.0.thinking_of(seat);
        hint::think::<H>(&game, &Seated::new(&game, &history, seat), self.1, seed)
    }

    fn choose(&self, seat: Seat, choices: &[String], by: By, at: i64) -> Result<(Entry, Box<dyn AnyMatch>), Refusal> {
        let (entry, next) = self.0.choose(seat, choices, by, at)?;
        Ok((entry, Box::new(Played::<H>(next, self.1))))
    }

    fn forced(&self) -> Option<Entry> {
        self.0.forced()
    }

    fn undo(&self, seat: Seat) -> Result<Entry, Refusal> {
        self.0.undo(seat)
    }

    fn sit(&self, seat: Seat, name: &str) -> Result<Entry, Refusal> {
        self.0.sit(seat, name)
    }

    fn resign(&self, seat: Seat, bot: &str) -> Result<Entry, Refusal> {
        self.0.resign(seat, bot)
    }

    fn come_back(&self, seat: Seat) -> Result<Entry, Refusal> {
        self.0.come_back(seat)
    }

    fn out_of_time(&self, now: i64) -> Option<Entry> {
        self.0.out_of_time(now)
    }

    fn apply(&mut self, entry: &Entry, at: i64) -> Result<(), Refusal> {
        self.0.apply(entry, at)
    }

    fn thought(&self) -> Option<(Seat, Thought)> {
        let (seat, kind) = self.0.bots_asked().next()?;
        // A bot whose name is not known any more is no reason to leave a table waiting for ever.
        let kind = bot_kind(kind).unwrap_or(Kind::Greedy);
        let player = Advised::new::<H>(kind.to_string(), kind, H::Adviser::default());
        let seed = u64::from(self.0.step()) << 8 | u64::from(seat.0);
        Some((seat, self.thought_of(seat, &player, seed)))
    }

    fn thought_of(&self, seat: Seat, player: &Advised, seed: u64) -> Thought {
        let (game, history) = self.0.thinking_of(seat);
        let (kind, adviser, scope) = (player.kind(), player.adviser::<H>().clone(), self.1);
        Box::new(move |most: Duration| {
            let kind = match kind {
                Kind::Search(Budget::Time(time)) => Kind::Search(Budget::Time(time.min(most))),
                other => other,
            };
            let mut bot = match scope {
                Scope::Game => kind.seat(&adviser, seed),
                Scope::Scene => kind.seat(&SceneAdviser(adviser), seed),
            };
            H::Rules::print_choice(&game, bot.choose(&Seated::new(&game, &history, seat)))
        })
    }

    fn odds_in(&self, seat: Option<Seat>) -> Result<Box<dyn hosted::Odds>, String> {
        H::odds_in(self.0.game(), seat)
    }

    fn odds(&self, seat: Option<Seat>) -> Reckoning<Odds> {
        let game = self.0.game().clone();
        Box::new(move |battles| odds::told(&mut *odds::in_view::<H>(&game, seat)?, odds::HERE, battles))
    }

    fn what_if(&self, seat: Option<Seat>) -> Reckoning<Vec<WhatIf>> {
        let game = self.0.game().clone();
        Box::new(move |battles| Ok(odds::what_if(&*odds::in_view::<H>(&game, seat)?, battles)))
    }

    fn study(&self) -> Study {
        let record = self.0.record();
        let names = self.side_names();
        Box::new(move |go_on| {
            let record = record.ok_or("A match that began from a position has no record to go through.")?;
            study::<H>(&record, &names, go_on)
        })
    }

    fn snapshot(&self) -> Vec<u8> {
        kernel::snapshot(self.0.game())
    }

    fn beginning(&self, step: u32) -> Option<Entry> {
        if self.0.first_step() > 0 {
            return None;
        }
        let record = self.0.at_step(step)?.record()?;
        let made = |(seat, choice): (Seat, String)| session::Made { seat: seat.0, choice, by: By::Forced };
        Some(Entry::Choose { made: record.choices.into_iter().map(made).collect() })
    }

    fn copy(&self) -> Box<dyn AnyMatch> {
        Box::new(Played::<H>(self.0.clone(), self.1))
    }

    fn pass_over(&mut self, entry: &Entry, at: i64) -> Result<(), Refusal> {
        self.0.pass_over(entry, at)
    }

    fn stranger(&self) -> Option<String> {
        let header = self.0.header()?.clone();
        let record = Record::<H::Rules> { header, choices: Vec::new(), fresh: BTreeMap::new(), cut_off: false };
        record.stranger(self.0.catalogue())
    }

    fn agrees_with(&self, step: u32, snapshot: &[u8]) -> bool {
        let then = kernel::from_older_snapshot::<H::Rules>(self.0.catalogue(), snapshot);
        match (then, self.0.at_step(step)) {
            (Ok(then), Some(now)) => kernel::fingerprint(&then) == kernel::fingerprint(now.game()),
            _ => true,
        }
    }

    fn rebase(&self, step: u32, reason: &str, snapshot: &[u8]) -> Result<Entry, String> {
        let game =
            kernel::from_older_snapshot::<H::Rules>(self.0.catalogue(), snapshot).map_err(|error| error.to_string())?;
        Ok(Entry::Rebase {
            to: step,
            engine: kernel::ENGINE_VERSION.to_owned(),
            reason: reason.to_owned(),
            snapshot: kernel::hex(&kernel::snapshot(&game)),
        })
    }
}

/// How thoroughly a finished game is gone through: a few seconds' work.
const ITERATIONS: u32 = 60;

fn study<H: Hosted>(
    record: &Record<H::Rules>,
    names: &[String],
    go_on: &(dyn Fn(usize, usize) -> bool + Sync),
) -> Result<Chances, String> {
    let thoroughness = lab::analysis::Thoroughness { iterations: ITERATIONS, ..Default::default() };
    let adviser = H::Adviser::default();
    let analysis = lab::analysis::analyse(H::catalogue(), record, &adviser, thoroughness, go_on)
        .map_err(|error| sentence(&error.to_string()))?;
    let svg = lab::analysis::svg(&analysis, names)?;
    let turning_points = analysis.worst().into_iter().take(5).map(|weighed| TurningPoint {
        step: weighed.number as u32,
        seat: weighed.seat,
        text: in_words::<H>(record, weighed).unwrap_or_else(|| format!("{}: {}", weighed.question, weighed.chosen)),
    });
    Ok(Chances { svg, turning_points: turning_points.collect() })
}

/// "Round 2, the Reds: choose a card: Ambush (cost 7 of 100)."
fn in_words<H: Hosted>(record: &Record<H::Rules>, weighed: &lab::analysis::Weighed) -> Option<String> {
    let mut game = record.begin(H::catalogue(), &mut kernel::Deaf).ok()?;
    let index = weighed.number.checked_sub(1)?;
    for earlier in 0..index {
        record.step(&mut game, earlier, &mut kernel::Deaf).ok()?;
    }
    let (seat, text) = record.choices.get(index)?;
    let decision = game.question_of(*seat)?;
    let label = H::Rules::label(&game, *seat, decision, H::Rules::parse_choice(&game, text).ok()?);
    let question = H::Rules::question(&game, decision);
    let when = game.stack().iter().map(|frame| H::Rules::describe_frame(&game, frame)).find(|part| !part.is_empty())?;
    let who = H::Rules::seat_name(&game, *seat);
    Some(sentence(&format!("{when}, {who}: {question}: {label} (cost {:.0} of 100)", weighed.cost * 100.0)))
}
