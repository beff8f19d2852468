//! Nim: heaps of counters, and whoever takes the last one wins. A small game whose best play is known.
//!
//! It proves that a search finds what is right where nothing is hidden: a position is lost for whoever is to move if the
//! heaps, written in binary and added without carrying, give zero (Bouton, 1901).
//!
//! # Rules
//!
//! - `[nim.setup]` One to six heaps of one to fifteen counters; two players. The first begins.
//! - `[nim.turn]` In turn, each takes one or more counters from one heap.
//! - `[nim.winner]` Who takes the last counter wins.

use kernel::{
    Advice, Chance, Flow, Game, List, MAX_SEATS, Objection, Outlook, Play, Rules, Seat, SeatSet, Verbs, Viewer,
};
use serde::{Deserialize, Serialize};

/// The rules of Nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nim;

pub const MOST_HEAPS: usize = 6;
pub const MOST_COUNTERS: u8 = 15;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    pub heaps: Vec<u8>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Table {
    pub heaps: List<[u8; MOST_HEAPS]>,
    /// What each player has taken.
    pub taken: [u8; 2],
    /// All counters of the game.
    pub counters: u8,
    pub mover: Seat,
}

impl Table {
    /// The heaps added without carrying; zero where whoever is to move has lost.
    pub fn nim_sum(&self) -> u8 {
        self.heaps.iter().fold(0, |sum, heap| sum ^ heap)
    }
}

/// The only question: what do you take?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TakeCounters;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Choice {
    pub heap: u8,
    pub count: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Took {
    pub seat: Seat,
    pub heap: u8,
    pub count: u8,
}

/// The players take in turn. [nim.turn]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Turns {
    step: Step,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    #[default]
    Offer,
    Take,
}

impl Verbs<Nim> for Turns {
    type Step = Step;

    fn mark(&mut self, step: Step) {
        self.step = step;
    }
}

impl Turns {
    fn run(&mut self, play: &mut Play<'_, Nim>) -> Flow<Nim> {
        match self.step {
            Step::Offer if play.table.heaps.iter().all(|&heap| heap == 0) => self.done(),
            Step::Offer => self.ask(play.table.mover, TakeCounters, Step::Take),
            Step::Take => {
                let (seat, Choice { heap, count }) = (play.table.mover, play.answer());
                play.table.heaps[usize::from(heap)] -= count;
                play.table.taken[seat.index()] += count;
                play.table.mover = seat.left(2);
                play.tell(Took { seat, heap, count });
                self.then(Step::Offer)
            }
        }
    }
}

/// Everything is open: the table is what everybody sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    pub heaps: Vec<u8>,
    pub taken: [u8; 2],
    pub mover: Seat,
}

impl Rules for Nim {
    const NAME: &'static str = "nim";
    const VERSION: u32 = 1;

    type Catalogue = ();
    type Options = Options;
    type Table = Table;
    type Frame = Turns;
    type Procedure = ();
    type Decision = TakeCounters;
    type Choice = Choice;
    type Event = Took;
    type View = View;

    fn catalogue_hash(_catalogue: &()) -> [u8; 32] {
        [0; 32]
    }

    /// [nim.setup]
    fn start(_catalogue: &'static (), options: &Options) -> Result<(Table, Turns), Objection> {
        let heaps = &options.heaps;
        if !(1..=MOST_HEAPS).contains(&heaps.len()) {
            return Err(format!("Nim is played with one to {MOST_HEAPS} heaps, not {}", heaps.len()).into());
        }
        if let Some(heap) = heaps.iter().find(|heap| !(1..=MOST_COUNTERS).contains(*heap)) {
            return Err(format!("a heap has one to {MOST_COUNTERS} counters, not {heap}").into());
        }
        let table = Table { heaps: heaps.iter().copied().collect(), counters: heaps.iter().sum(), ..Table::default() };
        Ok((table, Turns::default()))
    }

    fn seats(_table: &Table) -> u8 {
        2
    }

    /// Who would be next has not taken the last. [nim.winner]
    fn winners(table: &Table) -> SeatSet {
        SeatSet::only(table.mover.left(2))
    }

    fn run(turns: &mut Turns, play: &mut Play<'_, Self>) -> Flow<Self> {
        turns.run(play)
    }

    fn procedure(_turns: &Turns) {}

    fn close(_turns: &mut Turns) -> bool {
        false
    }

    fn choices(game: &Game<Self>, _seat: Seat, _decision: TakeCounters, out: &mut Vec<Choice>) {
        for (heap, &counters) in game.table.heaps.iter().enumerate() {
            out.extend((1..=counters).map(|count| Choice { heap: heap as u8, count }));
        }
    }

    fn view(game: &Game<Self>, _viewer: Viewer) -> View {
        let Table { heaps, taken, mover, .. } = &game.table;
        View { heaps: heaps.to_vec(), taken: *taken, mover: *mover }
    }

    fn conceal(game: &Game<Self>, _seat: Seat, chance: &mut Chance) -> Game<Self> {
        let mut imagined = game.clone();
        imagined.chance = chance.split();
        imagined
    }

    fn renew(game: &Game<Self>, chance: Chance) -> Game<Self> {
        let mut renewed = game.clone();
        renewed.chance = chance;
        renewed
    }

    fn told_to(event: &Took, _viewer: Viewer) -> Option<Took> {
        Some(*event)
    }

    fn print_choice(_game: &Game<Self>, choice: Choice) -> String {
        format!("take {} from {}", choice.count, choice.heap)
    }

    fn parse_choice(_game: &Game<Self>, text: &str) -> Result<Choice, Objection> {
        let parts = text.strip_prefix("take ").and_then(|rest| rest.split_once(" from "));
        parts
            .and_then(|(count, heap)| Some(Choice { heap: heap.parse().ok()?, count: count.parse().ok()? }))
            .ok_or_else(|| format!("“{text}” is not “take COUNT from HEAP”").into())
    }

    fn describe_frame(game: &Game<Self>, _turns: &Turns) -> String {
        format!("Nim, {:?}", game.table.heaps.as_slice())
    }

    fn describe_decision(_game: &Game<Self>, seat: Seat, _decision: TakeCounters) -> String {
        format!("{seat}: take counters from one heap")
    }

    fn describe_event(_game: &Game<Self>, event: &Took) -> String {
        format!("{} takes {} from heap {}", event.seat, event.count, event.heap)
    }

    fn clauses(_game: &Game<Self>, _decision: TakeCounters) -> Vec<&'static str> {
        vec!["nim.turn"]
    }

    fn conserved(game: &Game<Self>) -> Result<(), Objection> {
        let found = game.table.heaps.iter().chain(&game.table.taken).sum::<u8>();
        if found == game.table.counters {
            Ok(())
        } else {
            Err(format!("there are {found} counters, not {}", game.table.counters).into())
        }
    }
}

/// Knows nothing of Nim: all is equal until the last counter is taken.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ignorance;

impl Advice<Nim> for Ignorance {
    type Bundle = ();

    fn evaluate(&self, _game: &Game<Nim>) -> Outlook {
        let mut outlook = [0.0; MAX_SEATS];
        outlook[..2].fill(0.5);
        outlook
    }

    fn weigh(&self, _: &Game<Nim>, _: Seat, _: TakeCounters, choices: &[Choice], out: &mut Vec<f32>) {
        out.extend(choices.iter().map(|_| 1.0));
    }

    fn is_quiet(&self, _game: &Game<Nim>) -> bool {
        false
    }
}
