//! The games that can be played here, each behind the same face.

mod forbidden_stars;

use bots::{Budget, Kind};
use kernel::{Advice, Chance, Depth, Game, Header, Presentation, Record, Seat, Seated, Viewer};
use picture::{Picture, Theme};
use serde::{Deserialize, Serialize};
use session::wire::{Fragment, LogLine, Page};
use session::{By, Entry, Looking, Match, Refusal, Settings, Shown};
use std::collections::BTreeMap;
use std::time::Duration;
use utoipa::ToSchema;

/// A game that can be played here.
pub trait Hosted: Presentation + Picture {
    type Adviser: Advice<Self> + Default;

    fn catalogue() -> &'static Self::Catalogue;
    fn offer() -> Offer;
    /// The game's own options from what the host asked for.
    fn options(map: &str, sides: &[String]) -> Result<Self::Options, String>;
    /// What the host asked for, as `options` reads it: the map and the sides.
    fn asked_for(options: &Self::Options) -> (String, Vec<String>);
    /// The odds of the battle in view, as this seat can know them.
    fn odds(game: &Game<Self>, seat: Option<Seat>, battles: u64) -> Result<Odds, String>;
    /// The battle in view with one unit more or less of each kind for this seat, or for the attacker.
    fn what_if(game: &Game<Self>, seat: Option<Seat>, battles: u64) -> Result<Vec<WhatIf>, String>;
    /// The odds of a battle told in words.
    fn odds_of(text: &str, battles: u64) -> Result<Odds, String>;
    /// A battle told in words with one unit more or less of each kind for the attacker.
    fn what_if_of(text: &str, battles: u64) -> Result<Vec<WhatIf>, String>;
}

/// What a game offers to somebody who sets up a table.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Offer {
    pub name: String,
    pub title: String,
    /// It can be played now.
    pub available: bool,
    pub seats: SeatRange,
    pub sides: Vec<SideOffer>,
    pub maps: Vec<MapOffer>,
    pub bots: Vec<BotOffer>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct SeatRange {
    pub least: u8,
    pub most: u8,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct SideOffer {
    pub id: String,
    pub name: String,
    pub race: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct MapOffer {
    pub id: String,
    pub title: String,
    /// Which sides play on it, by number of seats; none where any may.
    pub sides: Option<BTreeMap<String, Vec<String>>>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct BotOffer {
    pub id: String,
    pub title: String,
    pub text: String,
}

/// How a battle may end.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Odds {
    pub title: String,
    pub text: String,
    pub svg: String,
    /// Shares of attacker, defender and nobody.
    pub wins: [f64; 3],
    /// The seats of attacker and defender; none for a battle told in words.
    pub seats: Option<[u8; 2]>,
    /// Standard error of the attacker's share; 0 if the shares are exact.
    pub error: f64,
    /// How many battles were fought out; 0 if the shares are exact.
    pub battles: u64,
    /// Everything that can happen was gone through.
    pub exact: bool,
    /// The battle in words, as `POST /api/odds` reads them; none where no words fit.
    #[schema(example = "orks 2 nob, ork-boyz attack ultramarines bastion, 2 scout; orks assets none")]
    pub query: Option<String>,
    /// A sentence on what these words leave out of a battle that is being fought.
    pub note: Option<String>,
    /// The same battle with one unit more or less; only if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what_if: Option<Vec<WhatIf>>,
}

/// A battle with one unit more or less.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct WhatIf {
    #[schema(example = "one more Nob")]
    pub label: String,
    /// In words, as `POST /api/odds` reads them.
    pub query: String,
    /// Whose unit it is: 0 for the attacker, 1 for the defender.
    pub side: u8,
    /// Shares of attacker, defender and nobody.
    pub wins: [f64; 3],
}

/// The chances of winning over a finished game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Chances {
    pub svg: String,
    /// The decisions that cost most, as sentences.
    pub turning_points: Vec<TurningPoint>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct TurningPoint {
    pub step: u32,
    pub seat: u8,
    pub text: String,
}

/// A mark on the replay scrubber.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Mark {
    pub step: u32,
    pub kind: MarkKind,
    pub label: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MarkKind {
    Round,
    Phase,
    Battle,
}

/// The bots that people may choose from, by name and what to expect.
pub fn bots_on_offer() -> Vec<BotOffer> {
    let bot = |id: &str, title: &str, text: &str| BotOffer { id: id.into(), title: title.into(), text: text.into() };
    vec![
        bot("search:100ms", "Navigator", "Thinks ahead for a tenth of a second. A good opponent."),
        bot("search:1000ms", "Admiral", "Thinks ahead for a second. The strongest."),
        bot("greedy", "Ensign", "Takes what looks best at once. For a first game."),
        bot("random", "Castaway", "Does anything that is legal."),
    ]
}

/// The most that a bot at a table may think, so that nobody keeps the machine busy.
const LONGEST_THOUGHT_MS: u128 = 2_000;
const MOST_ITERATIONS: u32 = 20_000;

/// The kind of bot with this name, if it may play here.
pub fn bot_kind(name: &str) -> Result<Kind, String> {
    let kind: Kind = name.parse().map_err(|unknown: bots::UnknownKind| sentence(&unknown.to_string()))?;
    let too_long = match kind {
        Kind::Search(bots::Budget::Time(time)) => time.as_millis() > LONGEST_THOUGHT_MS,
        Kind::Search(bots::Budget::Iterations(iterations)) => iterations > MOST_ITERATIONS,
        Kind::Random | Kind::Greedy => false,
    };
    if too_long {
        return Err(format!(
            "A bot at this table thinks for at most {LONGEST_THOUGHT_MS} ms or {MOST_ITERATIONS} iterations."
        ));
    }
    Ok(kind)
}

/// With a capital letter in front and a full stop behind.
pub fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map_or(String::new(), |first| first.to_uppercase().collect());
    let stop = if text.ends_with(['.', '!', '?']) { "" } else { "." };
    format!("{first}{}{stop}", letters.as_str())
}

/// A bot's turn, to be thought through elsewhere. What it answers is a choice in notation.
/// Is told how long it may last at most.
pub type Thought = Box<dyn FnOnce(Duration) -> String + Send>;
/// The work that finds a finished game's chances; it is told how far it is and says whether to go on.
pub type Study = Box<dyn FnOnce(&(dyn Fn(usize, usize) -> bool + Sync)) -> Result<Chances, String> + Send>;

/// Work that is done elsewhere, as thoroughly as so many battles make it.
pub type Reckoning<T> = Box<dyn FnOnce(u64) -> Result<T, String> + Send>;

/// A match of whichever game.
pub trait Table: Send + Sync {
    fn game(&self) -> &'static str;
    fn sequence(&self) -> u32;
    fn step(&self) -> u32;
    fn first_step(&self) -> u32;
    fn is_over(&self) -> bool;
    /// Nobody before the game is over.
    fn winners(&self) -> Vec<u8>;
    fn seats(&self) -> u8;
    fn settings(&self) -> &Settings;
    /// Header as JSON.
    fn header(&self) -> String;
    fn side_names(&self) -> Vec<String>;
    /// The map and the sides, as `set_up` reads them.
    fn asked_for(&self) -> (String, Vec<String>);
    fn seats_asked(&self) -> Vec<Seat>;
    fn is_bot_asked(&self) -> bool;
    fn wakes(&self) -> Option<i64>;

    fn page(&self, looking: Looking, have: &Have) -> Page;
    fn preview(&self, seat: Seat, choices: &[String], looking: Looking, have: &Have) -> Result<Page, Refusal>;
    fn past(&self, step: u32, looking: Looking, have: &Have) -> Option<Page>;
    fn log(&self, viewer: Viewer, from: u32, to: u32) -> Vec<LogLine>;
    fn marks(&self) -> Vec<Mark>;
    fn svg(&self, viewer: Viewer, theme: Theme) -> String;
    fn record(&self) -> String;

    fn choose(&self, seat: Seat, choices: &[String], by: By) -> Result<Entry, Refusal>;
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
    fn odds(&self, seat: Option<Seat>) -> Reckoning<Odds>;
    fn what_if(&self, seat: Option<Seat>) -> Reckoning<Vec<WhatIf>>;
    fn study(&self) -> Study;
    fn snapshot(&self) -> Vec<u8>;
    /// The choices that stand up to a step, as the first entry of another journal.
    fn beginning(&self, step: u32) -> Option<Entry>;
    /// A copy to try something on.
    fn copy(&self) -> Box<dyn Table>;
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

struct Played<R: Hosted>(Match<R>);

impl<R: Hosted> Played<R> {
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
    fn drawn(&self, shown: Shown<R>, viewer: Viewer, have: &Have) -> Page {
        let Shown { mut page, view } = shown;
        for (name, html) in R::fragments(self.0.catalogue(), &view, viewer) {
            let version = blake3::hash(html.as_bytes()).to_hex()[..12].to_owned();
            if have.0.get(&name) != Some(&version) {
                page.fragments.insert(name, Fragment { version, html });
            }
        }
        page
    }
}

impl<R: Hosted> Table for Played<R> {
    fn game(&self) -> &'static str {
        R::NAME
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
        serde_json::to_string(self.0.header()).expect("a header is plain data")
    }

    fn side_names(&self) -> Vec<String> {
        (0..self.0.seats()).map(|seat| R::seat_name(self.0.game(), Seat(seat))).collect()
    }

    fn asked_for(&self) -> (String, Vec<String>) {
        R::asked_for(&self.0.header().options)
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
            Depth::Turn | Depth::Detail => MarkKind::Battle,
        };
        self.0.landmarks().into_iter().map(|(step, depth, label)| Mark { step, kind: kind(depth), label }).collect()
    }

    fn svg(&self, viewer: Viewer, theme: Theme) -> String {
        let viewer = self.admitted(viewer);
        R::svg(self.0.catalogue(), &self.0.view(viewer), viewer, theme)
    }

    fn record(&self) -> String {
        self.0.record().to_string()
    }

    fn choose(&self, seat: Seat, choices: &[String], by: By) -> Result<Entry, Refusal> {
        self.0.choose(seat, choices, by)
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
        let (game, history) = self.0.thinking_of(seat);
        let seed = u64::from(self.0.step()) << 8 | u64::from(seat.0);
        let thought = move |most: Duration| {
            let kind = match kind {
                Kind::Search(Budget::Time(time)) => Kind::Search(Budget::Time(time.min(most))),
                other => other,
            };
            let mut bot = kind.seat(&R::Adviser::default(), seed);
            let began = std::time::Instant::now();
            let choice = bot.choose(&Seated::new(&game, &history, seat));
            crate::metrics::THOUGHTS.add(began.elapsed());
            R::print_choice(&game, choice)
        };
        Some((seat, Box::new(thought)))
    }

    fn odds(&self, seat: Option<Seat>) -> Reckoning<Odds> {
        let game = self.0.game().clone();
        Box::new(move |battles| R::odds(&game, seat, battles))
    }

    fn what_if(&self, seat: Option<Seat>) -> Reckoning<Vec<WhatIf>> {
        let game = self.0.game().clone();
        Box::new(move |battles| R::what_if(&game, seat, battles))
    }

    fn study(&self) -> Study {
        let record = self.0.record();
        let names = self.side_names();
        Box::new(move |go_on| study::<R>(&record, &names, go_on))
    }

    fn snapshot(&self) -> Vec<u8> {
        kernel::snapshot(self.0.game())
    }

    fn beginning(&self, step: u32) -> Option<Entry> {
        if self.0.first_step() > 0 {
            return None;
        }
        let record = self.0.at_step(step)?.record();
        let made = |(seat, choice): (Seat, String)| session::Made { seat: seat.0, choice, by: By::Forced };
        Some(Entry::Choose { made: record.choices.into_iter().map(made).collect() })
    }

    fn copy(&self) -> Box<dyn Table> {
        Box::new(Played(self.0.clone()))
    }

    fn pass_over(&mut self, entry: &Entry, at: i64) -> Result<(), Refusal> {
        self.0.pass_over(entry, at)
    }

    fn stranger(&self) -> Option<String> {
        let record = Record::<R> { header: self.0.header().clone(), choices: Vec::new(), cut_off: false };
        record.stranger(self.0.catalogue())
    }

    fn agrees_with(&self, step: u32, snapshot: &[u8]) -> bool {
        let then = kernel::from_older_snapshot::<R>(self.0.catalogue(), snapshot);
        match (then, self.0.at_step(step)) {
            (Ok(then), Some(now)) => kernel::fingerprint(&then) == kernel::fingerprint(now.game()),
            _ => true,
        }
    }

    fn rebase(&self, step: u32, reason: &str, snapshot: &[u8]) -> Result<Entry, String> {
        let game = kernel::from_older_snapshot::<R>(self.0.catalogue(), snapshot).map_err(|error| error.to_string())?;
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

fn study<R: Hosted>(
    record: &Record<R>,
    names: &[String],
    go_on: &(dyn Fn(usize, usize) -> bool + Sync),
) -> Result<Chances, String> {
    let thoroughness = lab::analysis::Thoroughness { iterations: ITERATIONS, ..Default::default() };
    let adviser = R::Adviser::default();
    let analysis = lab::analysis::analyse(R::catalogue(), record, &adviser, thoroughness, go_on)
        .map_err(|error| sentence(&error.to_string()))?;
    let svg = lab::analysis::svg(&analysis, names)?;
    let turning_points = analysis.worst().into_iter().take(5).map(|weighed| TurningPoint {
        step: weighed.number as u32,
        seat: weighed.seat,
        text: in_words(record, weighed).unwrap_or_else(|| format!("{}: {}", weighed.question, weighed.chosen)),
    });
    Ok(Chances { svg, turning_points: turning_points.collect() })
}

/// "Round 2, Evil Sunz: place an order token: Deploy in Ton Haagen's Hope (cost 7 of 100)."
fn in_words<R: Hosted>(record: &Record<R>, weighed: &lab::analysis::Weighed) -> Option<String> {
    let mut game = record.begin(R::catalogue(), &mut kernel::Deaf).ok()?;
    let index = weighed.number.checked_sub(1)?;
    for earlier in 0..index {
        record.step(&mut game, earlier, &mut kernel::Deaf).ok()?;
    }
    let (seat, text) = record.choices.get(index)?;
    let decision = game.question_of(*seat)?;
    let label = R::label(&game, *seat, decision, R::parse_choice(&game, text).ok()?);
    let question = R::question(&game, decision);
    let when = game.stack().iter().map(|frame| R::describe_frame(&game, frame)).find(|part| !part.is_empty())?;
    let who = R::seat_name(&game, *seat);
    Some(sentence(&format!("{when}, {who}: {question}: {label} (cost {:.0} of 100)", weighed.cost * 100.0)))
}

/// What can be played here.
pub fn offers() -> Vec<Offer> {
    let planned = |name: &str, title: &str, least, most| Offer {
        name: name.into(),
        title: title.into(),
        available: false,
        seats: SeatRange { least, most },
        sides: Vec::new(),
        maps: Vec::new(),
        bots: Vec::new(),
    };
    vec![
        ::forbidden_stars::ForbiddenStars::offer(),
        planned("starcraft", "StarCraft: The Board Game", 2, 6),
        planned("twilight-imperium", "Twilight Imperium", 3, 6),
    ]
}

/// Runs `$body` with `$game` standing for the rules called `$name`.
macro_rules! with_game {
    ($name:expr, $game:ident => $body:expr) => {
        match $name {
            <::forbidden_stars::ForbiddenStars as kernel::Rules>::NAME => {
                type $game = ::forbidden_stars::ForbiddenStars;
                $body
            }
            other => Err(format!("There is no game called “{}” here.", other.chars().take(40).collect::<String>())),
        }
    };
}

/// A new table.
pub fn set_up(
    game: &str,
    map: &str,
    sides: &[String],
    seed: [u8; 32],
    settings: Settings,
    now: i64,
) -> Result<Box<dyn Table>, String> {
    with_game!(game, G => {
        let options = <G as Hosted>::options(map, sides).map_err(|reason| sentence(&reason))?;
        let table = Match::<G>::new(G::catalogue(), &options, Chance::from_seed(seed), settings, now)
            .map_err(|error| sentence(&plain(&error)))?;
        Ok(Box::new(Played(table)) as Box<dyn Table>)
    })
}

/// A table as it was when its match was made.
pub fn open(game: &str, header: &str, settings: Settings, created: i64) -> Result<Box<dyn Table>, String> {
    with_game!(game, G => {
        let header: Header<G> = serde_json::from_str(header).map_err(|error| sentence(&error.to_string()))?;
        let table = Match::open(G::catalogue(), header, settings, created).map_err(|error| sentence(&plain(&error)))?;
        Ok(Box::new(Played(table)) as Box<dyn Table>)
    })
}

/// Errors of records name the line of a file; at a table there is none.
fn plain(error: &kernel::RecordError) -> String {
    match error {
        kernel::RecordError::Options(reason) => reason.clone(),
        other => other.to_string(),
    }
}

/// The odds of a battle told in words.
pub fn odds_of(game: &str, text: &str, battles: u64) -> Result<Odds, String> {
    with_game!(game, G => <G as Hosted>::odds_of(text, battles))
}

/// A battle told in words with one unit more or less of each kind for the attacker.
pub fn what_if_of(game: &str, text: &str, battles: u64) -> Result<Vec<WhatIf>, String> {
    with_game!(game, G => <G as Hosted>::what_if_of(text, battles))
}

/// A component as HTML, by the id of its piece.
pub fn component(game: &str, piece: &str) -> Result<Option<String>, String> {
    with_game!(game, G => Ok(<G as Picture>::component(G::catalogue(), piece)))
}

#[cfg(test)]
mod tests;
