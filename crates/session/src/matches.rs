//! A match: the game as it stands, who sits at it, and everything that led here.

mod past;
mod people;
mod told;

use crate::answers::read;
use crate::clocks::Clocks;
use crate::journal::{Absence, By, Entry, Made};
use crate::settings::{Settings, Sitting};
use crate::staging::Staging;
use crate::wire::Sitter;
use kernel::{
    Barrier, Chance, Game, Header, History, Presentation, Record, RecordError, Rules, Seat, SeatSet, Trail, Viewer,
};
use std::collections::BTreeMap;
use std::sync::Arc;
use told::Story;

/// One match being played.
#[derive(Debug)]
pub struct Match<R: Presentation> {
    catalogue: &'static R::Catalogue,
    /// None for a match that goes on from a position: a record begins with a set-up.
    header: Option<Header<R>>,
    settings: Settings,
    /// Where the choices start: set-up, or a snapshot under newer rules.
    start: Start<R>,
    /// The choices that stand.
    pub(crate) choices: Trail<Choice<R>>,
    pub(crate) game: Game<R>,
    history: History<R>,
    /// What was told, and who heard it.
    story: Story<R>,
    /// One every so many choices, along the whole game.
    marks: Trail<Arc<Mark<R>>>,
    /// From which seeds chance began anew, by the number of choices before.
    fresh: BTreeMap<usize, [u8; 32]>,
    sequence: u32,
    clocks: Clocks,
    /// Seats of those who share a screen, whoever plays for them now.
    here: SeatSet,
    /// Seats whose time was up when a bot stood in.
    timed_out: SeatSet,
    /// Whose decision was taken back, if that was the last that happened.
    taken_back: Option<Seat>,
    notice: Option<String>,
}

// Not derived: that would ask for a catalogue that can be copied, and it is only ever shared.
impl<R: Presentation> Clone for Match<R> {
    fn clone(&self) -> Self {
        Match {
            catalogue: self.catalogue,
            header: self.header.clone(),
            settings: self.settings.clone(),
            start: self.start.clone(),
            choices: self.choices.clone(),
            game: self.game.clone(),
            history: self.history.clone(),
            story: self.story.clone(),
            marks: self.marks.clone(),
            fresh: self.fresh.clone(),
            sequence: self.sequence,
            clocks: self.clocks.clone(),
            here: self.here,
            timed_out: self.timed_out,
            taken_back: self.taken_back,
            notice: self.notice.clone(),
        }
    }
}

/// The game before the first choice that is kept as such, and what was told while it was set up.
#[derive(Clone, Debug)]
struct Start<R: Rules> {
    game: Game<R>,
    events: Vec<R::Event>,
    /// Choices made before it, whose texts no longer fit the rules.
    step: u32,
}

/// The match after some choices, so that going back does not begin at the start.
#[derive(Clone, Debug)]
struct Mark<R: Rules> {
    game: Game<R>,
    history: History<R>,
    /// How many choices and events there were.
    choices: usize,
    events: usize,
}

/// A choice that stands.
#[derive(Clone, Debug)]
pub(crate) struct Choice<R: Rules> {
    pub seat: Seat,
    pub choice: R::Choice,
    pub by: By,
    /// The entry that made it.
    pub sequence: u32,
    /// Why it stays.
    pub barrier: Option<Stays>,
}

/// A choice that the game has taken already, on a copy: what it was before, and what was told of it.
#[derive(Clone, Debug)]
pub(crate) struct Taken<R: Rules> {
    pub seat: Seat,
    pub choice: R::Choice,
    pub by: By,
    pub before: Game<R>,
    pub events: Vec<R::Event>,
    pub barrier: Option<Stays>,
}

/// Why a choice cannot be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stays {
    Told(Barrier),
    /// Chance was used without anybody seeing it: a deck was shuffled.
    Chance,
}

impl Stays {
    /// "dice were rolled".
    pub fn reason(self) -> &'static str {
        match self {
            Stays::Told(Barrier::DiceRolled) => "dice were rolled",
            Stays::Told(Barrier::CardsDrawn) => "cards were drawn",
            Stays::Told(Barrier::Revealed) => "something was revealed",
            Stays::Chance => "a deck was shuffled",
        }
    }
}

/// Why a match does not do what it was asked. The match is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("The match has moved on: it is at entry {sequence} now.")]
    Stale { sequence: u32 },
    #[error("{0}")]
    Illegal(String),
    #[error("Nothing more can be staged: {0}. Confirm what is staged first.")]
    Stopped(String),
    #[error("{0}")]
    NoUndo(String),
    #[error("There is no seat {0} at this table.")]
    NoSuchSeat(u8),
    #[error("Somebody sits there already.")]
    Taken,
    #[error("{0}")]
    NotNow(&'static str),
}

impl<R: Presentation> Match<R> {
    /// A match before its first entry.
    pub fn new(
        catalogue: &'static R::Catalogue,
        options: &R::Options,
        chance: Chance,
        settings: Settings,
        now: i64,
    ) -> Result<Self, RecordError> {
        let header = Record::<R>::new(catalogue, options, &chance).header;
        Match::open(catalogue, header, settings, now)
    }

    /// The match with this header, before its first entry.
    pub fn open(
        catalogue: &'static R::Catalogue,
        header: Header<R>,
        settings: Settings,
        now: i64,
    ) -> Result<Self, RecordError> {
        let record = Record { header, choices: Vec::new(), fresh: BTreeMap::new(), cut_off: false };
        let mut events: Vec<R::Event> = Vec::new();
        let game = record.begin(catalogue, &mut events)?;
        Match::from(catalogue, Some(record.header), game, events, settings, now)
    }

    /// A match that goes on from this game, of which nothing is known but how it stands.
    pub fn from_position(
        catalogue: &'static R::Catalogue,
        game: Game<R>,
        settings: Settings,
        now: i64,
    ) -> Result<Self, RecordError> {
        Match::from(catalogue, None, game, Vec::new(), settings, now)
    }

    fn from(
        catalogue: &'static R::Catalogue,
        header: Option<Header<R>>,
        game: Game<R>,
        events: Vec<R::Event>,
        settings: Settings,
        now: i64,
    ) -> Result<Self, RecordError> {
        if settings.seats.len() != usize::from(game.seats()) {
            return Err(RecordError::Options(format!(
                "{} seats are taken at a table for {}",
                settings.seats.len(),
                game.seats()
            )));
        }
        let clocks = Clocks::new(settings.clock, settings.seats.len(), now);
        let here = seats_of(&settings, |sitting| sitting.sitter == Sitter::Here);
        let mut story = Story::default();
        story.tell(0, game.seats(), events.iter().cloned());
        Ok(Match {
            catalogue,
            header,
            settings,
            start: Start { game: game.clone(), events, step: 0 },
            choices: Trail::default(),
            game,
            history: History::default(),
            story,
            marks: Trail::default(),
            fresh: BTreeMap::new(),
            sequence: 0,
            clocks,
            here,
            timed_out: SeatSet::NONE,
            taken_back: None,
            notice: None,
        })
    }

    pub fn catalogue(&self) -> &'static R::Catalogue {
        self.catalogue
    }

    /// None for a match that began from a position.
    pub fn header(&self) -> Option<&Header<R>> {
        self.header.as_ref()
    }

    /// As they are now: people have sat down and bots stand in since the match was made.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Entries so far.
    pub fn sequence(&self) -> u32 {
        self.sequence
    }

    /// Choices that stand.
    pub fn step(&self) -> u32 {
        self.start.step + self.choices.len() as u32
    }

    pub fn is_over(&self) -> bool {
        self.game.is_over()
    }

    pub fn seats(&self) -> u8 {
        self.game.seats()
    }

    pub(crate) fn story(&self) -> &Story<R> {
        &self.story
    }

    pub(crate) fn taken_back(&self) -> Option<Seat> {
        self.taken_back
    }

    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// What a viewer may see now.
    pub fn view(&self, viewer: Viewer) -> R::View {
        R::view(&self.game, viewer)
    }

    /// The true game, for the referee's own use: bots get `thinking_of`, people get pages.
    pub fn game(&self) -> &Game<R> {
        &self.game
    }

    /// The record of the match as far as its choices fit the rules it began with; none if it began from a position.
    pub fn record(&self) -> Option<Record<R>> {
        let fresh = self.fresh.clone();
        let mut record = Record { header: self.header.clone()?, choices: Vec::new(), fresh, cut_off: false };
        let mut game = self.start.game.clone();
        for (index, made) in self.choices.iter().enumerate() {
            record.freshen(&mut game, index);
            record.push(made.seat, R::print_choice(&game, made.choice));
            game.take(made.seat, made.choice, &mut kernel::Deaf);
        }
        Some(record)
    }

    /// Persons that we wait for. Where nobody sits yet, nobody thinks.
    pub(crate) fn thinking(&self) -> SeatSet {
        let people = seats_of(&self.settings, |sitting| sitting.is_human() && sitting.sitter != Sitter::Open);
        self.game.open_questions().map(|question| question.seat).filter(|&seat| people.contains(seat)).collect()
    }

    pub(crate) fn clock_of(&self, seat: Seat, now: i64) -> Option<i64> {
        self.clocks.left(seat, self.thinking(), now)
    }

    /// When somebody's time is up, if it will ever be and a bot would then stand in.
    pub fn wakes(&self) -> Option<i64> {
        self.settings.stand_in.as_ref()?;
        self.clocks.runs_out(self.thinking())
    }

    /// The bots that must answer now.
    pub fn bots_asked(&self) -> impl Iterator<Item = (Seat, &str)> {
        self.game
            .open_questions()
            .filter_map(|question| Some((question.seat, self.settings.seats[question.seat.index()].bot.as_deref()?)))
    }

    /// What a bot in this seat gets to think with.
    pub fn thinking_of(&self, seat: Seat) -> (Game<R>, History<R>) {
        debug_assert!(self.game.question_of(seat).is_some());
        (self.game.clone(), self.history.clone())
    }

    /// The entry that makes these choices, and the match after it; or why it cannot be. Nothing is tried twice: what was
    /// taken while the answers were read is what the match goes on with.
    pub fn choose(&self, seat: Seat, texts: &[String], by: By, at: i64) -> Result<(Entry, Self), Refusal> {
        self.check_seat(seat)?;
        if texts.is_empty() {
            return Err(Refusal::NotNow("Choose something first."));
        }
        let mut staging = Staging::of(self, seat);
        staging.stage_all(texts, by)?;
        let (made, game, taken) = staging.make();
        let mut next = self.clone();
        next.take_all(game, taken, at);
        next.taken_back = None;
        next.sequence += 1;
        Ok((Entry::Choose { made }, next))
    }

    /// The entry that starts a match whose first questions have only one answer.
    pub fn forced(&self) -> Option<Entry> {
        let question = self.game.next_question()?;
        let (made, _, _) = Staging::of(self, question.seat).make();
        (!made.is_empty()).then_some(Entry::Choose { made })
    }

    pub(crate) fn check_seat(&self, seat: Seat) -> Result<(), Refusal> {
        if seat.0 < self.seats() { Ok(()) } else { Err(Refusal::NoSuchSeat(seat.0)) }
    }

    /// Takes an entry of the journal. One that does not fit changes nothing.
    pub fn apply(&mut self, entry: &Entry, at: i64) -> Result<(), Refusal> {
        match entry {
            Entry::Choose { made } => self.make(made, at)?,
            Entry::Undo { to, .. } => self.take_back(*to, at)?,
            Entry::Sit { seat, name } => {
                let sitting = self.sitting_after(*seat, at)?;
                *sitting = Sitting::person(name);
            }
            Entry::StandIn { seat, bot, why } => {
                if *why == Absence::OutOfTime {
                    self.timed_out.insert(Seat(*seat));
                }
                let sitting = self.sitting_after(*seat, at)?;
                sitting.sitter = Sitter::Stand;
                sitting.bot = Some(bot.clone());
            }
            Entry::Return { seat } => {
                let here = self.here;
                let sitting = self.sitting_after(*seat, at)?;
                sitting.sitter = if here.contains(Seat(*seat)) { Sitter::Here } else { Sitter::Person };
                sitting.bot = None;
                // Who leaves of his own accord makes no time by that.
                if self.timed_out.contains(Seat(*seat)) {
                    self.timed_out.remove(Seat(*seat));
                    self.clocks.refill(Seat(*seat));
                }
            }
            Entry::Renew { seed } => self.renew(seed, at)?,
            Entry::Rebase { to, engine, snapshot, .. } => self.rebase(*to, engine, snapshot, at)?,
        }
        self.taken_back = match entry {
            Entry::Undo { seat, .. } => Some(Seat(*seat)),
            Entry::Choose { .. } | Entry::Renew { .. } | Entry::Rebase { .. } => None,
            Entry::Sit { .. } | Entry::StandIn { .. } | Entry::Return { .. } => None,
        };
        self.sequence += 1;
        Ok(())
    }

    /// Takes of an entry only what it says about people: its choices no longer fit the rules, and a later entry says
    /// where the game goes on.
    pub fn pass_over(&mut self, entry: &Entry, at: i64) -> Result<(), Refusal> {
        match entry {
            Entry::Choose { .. } | Entry::Undo { .. } | Entry::Renew { .. } | Entry::Rebase { .. } => {
                self.sequence += 1;
                Ok(())
            }
            Entry::Sit { .. } | Entry::StandIn { .. } | Entry::Return { .. } => {
                // Whose clock ran is not known without the choices.
                self.clocks.pass(SeatSet::NONE, at);
                self.apply(entry, at)
            }
        }
    }

    fn pass_time(&mut self, at: i64) {
        let thinking = self.thinking();
        self.clocks.pass(thinking, at);
    }

    fn make(&mut self, made: &[Made], at: i64) -> Result<(), Refusal> {
        // All or none: the choices are taken on a copy.
        let mut game = self.game.clone();
        let mut taken = Vec::with_capacity(made.len());
        for one in made {
            let seat = Seat(one.seat);
            let choice = read(&game, seat, &one.choice)?;
            taken.push(take(&mut game, seat, choice, one.by));
        }
        self.take_all(game, taken, at);
        Ok(())
    }

    /// Goes on with choices that were taken already, and where they have led.
    fn take_all(&mut self, game: Game<R>, taken: Vec<Taken<R>>, at: i64) {
        self.pass_time(at);
        let (before, sequence) = (self.choices.len(), self.sequence + 1);
        let mut after: Vec<Game<R>> = taken.iter().skip(1).map(|one| one.before.clone()).chain([game]).collect();
        for (one, after) in taken.into_iter().zip(after.drain(..)) {
            self.take(one, after, sequence);
        }
        for seat in answerers(self.choices.from(before)) {
            self.clocks.answered(seat);
        }
    }

    fn take(&mut self, taken: Taken<R>, after: Game<R>, sequence: u32) {
        let Taken { seat, choice, by, before, events, barrier } = taken;
        self.history.note(&before, seat, choice);
        self.game = after;
        self.choices.push(Choice { seat, choice, by, sequence, barrier });
        self.story.tell(self.step(), self.seats(), events);
        self.mark();
    }
}

/// Takes a choice, and notes what it was before and what was told of it.
pub(crate) fn take<R: Presentation>(game: &mut Game<R>, seat: Seat, choice: R::Choice, by: By) -> Taken<R> {
    let before = game.clone();
    let mut events: Vec<R::Event> = Vec::new();
    game.take(seat, choice, &mut events);
    // Where several were asked at once, the last answer shows what the others have sealed. What else happens then depends
    // on them: even whether cards are drawn would tell.
    let unseals = before.questions().len() > 1 && before.open_questions().count() == 1;
    let barrier = if unseals {
        Some(Stays::Told(Barrier::Revealed))
    } else {
        what_stays::<R>(&events, game.chance != before.chance)
    };
    Taken { seat, choice, by, before, events, barrier }
}

fn seats_of(settings: &Settings, wanted: impl Fn(&Sitting) -> bool) -> SeatSet {
    let seats = settings.seats.iter().enumerate();
    seats.filter(|(_, sitting)| wanted(sitting)).map(|(seat, _)| Seat(seat as u8)).collect()
}

/// The persons who gave these answers, one for each entry: a batch is one answer, however many pieces it has.
fn answerers<'a, R: Rules>(choices: impl Iterator<Item = &'a Choice<R>>) -> Vec<Seat> {
    let mut answers: Vec<(u32, Seat)> = Vec::new();
    for made in choices.filter(|made| made.by == By::Person) {
        if !answers.contains(&(made.sequence, made.seat)) {
            answers.push((made.sequence, made.seat));
        }
    }
    answers.into_iter().map(|(_, seat)| seat).collect()
}

pub(crate) fn what_stays<R: Presentation>(events: &[R::Event], chance_used: bool) -> Option<Stays> {
    events.iter().find_map(|event| R::barrier(event)).map(Stays::Told).or(chance_used.then_some(Stays::Chance))
}
