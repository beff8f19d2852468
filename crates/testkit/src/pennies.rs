//! Matching pennies with unequal stakes: two players show a coin at once.
//!
//! It proves that a search neither looks at a sealed answer nor believes that others look at its own. Both players do
//! best to show heads two times in five: then the matcher wins six fifths of a chip a round whatever the other does.
//!
//! # Rules
//!
//! - `[pennies.show]` Both show a side of their coin at the same moment.
//! - `[pennies.pay]` The hider has staked three chips. Two heads win all three for the matcher, two tails win two;
//!   everything else stays with the hider.
//! - `[pennies.winner]` The matcher wins if the coins match, the hider if they do not.

use kernel::{Advice, Chance, Flow, Game, MAX_SEATS, Objection, Outlook, Play, Rules, Seat, SeatSet, Verbs, Viewer};
use serde::{Deserialize, Serialize};

/// The rules of matching pennies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pennies;

pub const MATCHER: Seat = Seat(0);
pub const HIDER: Seat = Seat(1);

/// How often each shows heads where neither can be exploited.
pub const HEADS: f32 = 0.4;

/// The matcher's part of the stakes where neither can be exploited.
pub const VALUE: f32 = 0.4;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Side {
    #[default]
    Heads,
    Tails,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Table {
    /// The coins, once they are shown.
    pub shown: Option<[Side; 2]>,
}

impl Table {
    /// The chips that the matcher gets. [pennies.pay]
    pub fn pay(&self) -> u8 {
        match self.shown {
            Some([Side::Heads, Side::Heads]) => 3,
            Some([Side::Tails, Side::Tails]) => 2,
            Some(_) | None => 0,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Round {
    #[default]
    Ask,
    Show,
}

impl Verbs<Pennies> for Round {
    type Step = Round;

    fn mark(&mut self, step: Round) {
        *self = step;
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    pub shown: Option<[Side; 2]>,
    pub answered: SeatSet,
    pub own_answer: Option<Side>,
}

impl Rules for Pennies {
    const NAME: &'static str = "pennies";
    const VERSION: u32 = 1;

    type Catalogue = ();
    type Options = Options;
    type Table = Table;
    type Frame = Round;
    type Procedure = ();
    type Decision = ();
    type Choice = Side;
    type Event = [Side; 2];
    type View = View;

    fn catalogue_hash(_catalogue: &()) -> [u8; 32] {
        [0; 32]
    }

    fn start(_catalogue: &'static (), _options: &Options) -> Result<(Table, Round), Objection> {
        Ok((Table::default(), Round::default()))
    }

    fn seats(_table: &Table) -> u8 {
        2
    }

    /// [pennies.winner]
    fn winners(table: &Table) -> SeatSet {
        SeatSet::only(if table.pay() > 0 { MATCHER } else { HIDER })
    }

    fn run(round: &mut Round, play: &mut Play<'_, Self>) -> Flow<Self> {
        match round {
            Round::Ask => round.ask_each([MATCHER, HIDER], |_| (), Round::Show),
            Round::Show => {
                let shown = [MATCHER, HIDER].map(|seat| play.answer_of(seat).expect("both were asked"));
                play.table.shown = Some(shown);
                play.tell(shown);
                round.done()
            }
        }
    }

    fn procedure(_round: &Round) {}

    fn close(_round: &mut Round) -> bool {
        false
    }

    fn choices(_game: &Game<Self>, _seat: Seat, _decision: (), out: &mut Vec<Side>) {
        out.extend([Side::Heads, Side::Tails]);
    }

    fn view(game: &Game<Self>, viewer: Viewer) -> View {
        View {
            shown: game.table.shown,
            answered: [MATCHER, HIDER].into_iter().filter(|&seat| game.has_answered(seat)).collect(),
            own_answer: match viewer {
                Viewer::Seat(seat) => game.sealed_answer_of(seat),
                Viewer::Spectator | Viewer::Referee => None,
            },
        }
    }

    fn conceal(game: &Game<Self>, seat: Seat, chance: &mut Chance) -> Game<Self> {
        let mut imagined = game.clone();
        for answer in imagined.sealed_answers().iter_mut().filter(|answer| answer.seat != seat) {
            answer.choice = if chance.below(2) == 0 { Side::Heads } else { Side::Tails };
        }
        imagined.chance = chance.split();
        imagined
    }

    fn renew(game: &Game<Self>, chance: Chance) -> Game<Self> {
        let mut renewed = game.clone();
        renewed.chance = chance;
        renewed
    }

    fn told_to(event: &[Side; 2], _viewer: Viewer) -> Option<[Side; 2]> {
        Some(*event)
    }

    fn print_choice(_game: &Game<Self>, choice: Side) -> String {
        match choice {
            Side::Heads => "heads".to_owned(),
            Side::Tails => "tails".to_owned(),
        }
    }

    fn parse_choice(_game: &Game<Self>, text: &str) -> Result<Side, Objection> {
        match text {
            "heads" => Ok(Side::Heads),
            "tails" => Ok(Side::Tails),
            _ => Err(format!("“{text}” is neither heads nor tails").into()),
        }
    }

    fn describe_frame(_game: &Game<Self>, _round: &Round) -> String {
        "Matching pennies".to_owned()
    }

    fn describe_decision(_game: &Game<Self>, seat: Seat, _decision: ()) -> String {
        format!("{seat}: show heads or tails")
    }

    fn describe_event(_game: &Game<Self>, event: &[Side; 2]) -> String {
        format!("{event:?} are shown")
    }

    fn clauses(_game: &Game<Self>, _decision: ()) -> Vec<&'static str> {
        vec!["pennies.show"]
    }

    fn conserved(_game: &Game<Self>) -> Result<(), Objection> {
        Ok(())
    }
}

/// Knows the stakes and nothing else.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stakes;

impl Advice<Pennies> for Stakes {
    type Bundle = ();

    fn evaluate(&self, _game: &Game<Pennies>) -> Outlook {
        let mut outlook = [0.0; MAX_SEATS];
        outlook[..2].fill(0.5);
        outlook
    }

    fn outcome(&self, game: &Game<Pennies>) -> Outlook {
        let mut outlook = [0.0; MAX_SEATS];
        outlook[MATCHER.index()] = f32::from(game.table.pay()) / 3.0;
        outlook[HIDER.index()] = 1.0 - outlook[MATCHER.index()];
        outlook
    }

    fn weigh(&self, _: &Game<Pennies>, _: Seat, _: (), choices: &[Side], out: &mut Vec<f32>) {
        out.extend(choices.iter().map(|_| 1.0));
    }

    fn is_quiet(&self, _game: &Game<Pennies>) -> bool {
        false
    }
}
