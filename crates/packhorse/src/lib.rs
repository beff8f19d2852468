//! Packhorse: traders send closed packs over a narrow bridge, and whoever dares takes toll.
//!
//! A small game for those who want to write one: `docs/a-new-game.md` builds it step by step.
//!
//! # Rules
//!
//! - `[fair.setup]` Two to four traders. Shuffle the deck and deal three cards to each. The first trader takes the reins.
//! - `[fair.turn]` Whoever holds the reins draws a card and sends a pack over the bridge. When the deck is empty at the
//!   start of a turn, the fair closes.
//! - `[fair.goal]` Once a stall is worth twelve, nobody is asked any more: the fair closes.
//! - `[fair.winners]` The stall that is worth most wins; those who tie win together.
//! - `[cards.worth]` Wares are worth their number, from one to four. A toll is worth nothing.
//! - `[crossing.send]` To send a pack, lay a card from your hand on the bridge, facedown.
//! - `[crossing.open]` A pack that nobody takes is opened at its sender's stall: the card lies there faceup to the end.
//! - `[crossing.close]` However a crossing ends, the reins pass to the left.
//! - `[toll.demand]` While a pack is on the bridge, all others decide at once whether they demand toll.
//! - `[toll.take]` The first who does, from the sender's left, discards a toll; the pack is opened at his stall instead, and
//!   the crossing ends. The others keep their tolls, unseen.

#![forbid(unsafe_code)]

mod cards;
mod crossing;
mod fair;
mod notation;
mod presentation;
mod table;
mod toll;
mod view;

pub use cards::{Card, DECK};
pub use crossing::Crossing;
pub use fair::Fair;
pub use table::{GOAL, MAX_TRADERS, TRADERS, Table};
pub use toll::TakeToll;
pub use view::{Trader, View};

use kernel::{Answer, Chance, Flow, Game, Objection, Play, Question, Rules, Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};

/// The rules of Packhorse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packhorse;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    pub traders: u8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Decision {
    #[default]
    SendPack,
    DemandToll,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Choice {
    #[default]
    Pass,
    Demand,
    Send(Card),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// The card is told to its new owner alone.
    Drew {
        seat: Seat,
        card: Option<Card>,
    },
    /// The card is told to its sender alone.
    Sent {
        seat: Seat,
        card: Option<Card>,
    },
    TookToll {
        seat: Seat,
    },
    Opened {
        seat: Seat,
        card: Card,
    },
    Closed,
}

kernel::procedures! {
    /// A bookmark into the rules.
    pub enum Frame of Packhorse;
    /// What something may cut short.
    pub enum Procedure;
    Fair(Fair) => close,
    Crossing(Crossing) => close,
    TakeToll(TakeToll),
}

impl Rules for Packhorse {
    const NAME: &'static str = "packhorse";
    const VERSION: u32 = 1;

    /// All that is printed are the cards of [`DECK`].
    type Catalogue = ();
    type Options = Options;
    type Table = Table;
    type Frame = Frame;
    type Procedure = Procedure;
    type Decision = Decision;
    type Choice = Choice;
    type Event = Event;
    type View = View;

    fn catalogue_hash(_catalogue: &()) -> [u8; 32] {
        [0; 32]
    }

    /// [fair.setup]
    fn start(_catalogue: &'static (), options: &Options) -> Result<(Table, Frame), Objection> {
        if !(2..=MAX_TRADERS).contains(&usize::from(options.traders)) {
            return Err(format!("Packhorse is for two to four traders, not {}", options.traders).into());
        }
        Ok((Table::set_up(options.traders), Fair::default().into()))
    }

    fn seats(table: &Table) -> u8 {
        table.traders
    }

    /// [fair.winners]
    fn winners(table: &Table) -> SeatSet {
        let most = table.seats().map(|seat| table.worth(seat)).max();
        table.seats().filter(|&seat| Some(table.worth(seat)) == most).collect()
    }

    fn run(frame: &mut Frame, play: &mut Play<'_, Self>) -> Flow<Self> {
        frame.run(play)
    }

    fn procedure(frame: &Frame) -> Procedure {
        frame.procedure()
    }

    fn close(frame: &mut Frame) -> bool {
        frame.close()
    }

    /// [fair.goal]
    fn standing(play: &mut Play<'_, Self>) -> Option<Procedure> {
        play.table.seats().any(|seat| play.table.worth(seat) >= GOAL).then_some(Procedure::Fair)
    }

    fn choices(game: &Game<Self>, seat: Seat, decision: Decision, out: &mut Vec<Choice>) {
        let hand = &game.table.hands[seat.index()];
        match decision {
            Decision::SendPack => out.extend(hand.iter().map(Choice::Send)),
            Decision::DemandToll => {
                out.push(Choice::Pass);
                out.extend(hand.contains(Card::Toll).then_some(Choice::Demand));
            }
        }
        // Equal cards are one choice.
        out.sort_unstable();
        out.dedup();
    }

    fn view(game: &Game<Self>, viewer: Viewer) -> View {
        view::view(game, viewer)
    }

    fn conceal(game: &Game<Self>, seat: Seat, chance: &mut Chance) -> Game<Self> {
        view::conceal(game, seat, chance)
    }

    fn renew(game: &Game<Self>, chance: Chance) -> Game<Self> {
        view::renew(game, chance)
    }

    fn told_to(event: &Event, viewer: Viewer) -> Option<Event> {
        Some(match *event {
            Event::Drew { seat, .. } if !viewer.sees_with(seat) => Event::Drew { seat, card: None },
            Event::Sent { seat, .. } if !viewer.sees_with(seat) => Event::Sent { seat, card: None },
            told => told,
        })
    }

    /// A pack is closed. [crossing.send]
    fn heard(_decision: Decision, choice: Choice) -> Choice {
        match choice {
            Choice::Send(_) => Choice::Send(Card::default()),
            Choice::Pass | Choice::Demand => choice,
        }
    }

    fn heard_by(
        listener: Seat,
        asked: &[Question<Decision>],
        answers: &[Answer<Choice>],
        which: usize,
    ) -> Option<Choice> {
        match asked[0].decision {
            Decision::SendPack => kernel::heard_as_said::<Packhorse>(listener, asked, answers, which),
            Decision::DemandToll => toll::heard(answers, which),
        }
    }

    fn print_choice(_game: &Game<Self>, choice: Choice) -> String {
        choice.to_string()
    }

    fn parse_choice(_game: &Game<Self>, text: &str) -> Result<Choice, Objection> {
        Ok(text.parse()?)
    }

    fn describe_frame(game: &Game<Self>, frame: &Frame) -> String {
        notation::describe_frame(game, frame)
    }

    fn describe_decision(_game: &Game<Self>, seat: Seat, decision: Decision) -> String {
        format!("{}: {}", notation::name(seat), notation::question(decision))
    }

    fn describe_event(_game: &Game<Self>, event: &Event) -> String {
        event.to_string()
    }

    fn clauses(_game: &Game<Self>, decision: Decision) -> Vec<&'static str> {
        match decision {
            Decision::SendPack => vec!["fair.turn", "crossing.send"],
            Decision::DemandToll => vec!["toll.demand", "toll.take"],
        }
    }

    fn conserved(game: &Game<Self>) -> Result<(), Objection> {
        game.table.count()
    }
}
