//! Parley: envoys bid for favours at a court. A small game with the hardest timing we know.
//!
//! It proves that the kernel carries sealed bids, hidden hands, cards that answer cards to any depth, procedures that
//! are broken off and still tidy up, and rules that hold at every moment.
//!
//! # Rules
//!
//! - `[court.setup]` Two to six envoys. Shuffle the deck and deal each a hand; put the favours into the supply.
//!   The first envoy is the speaker.
//! - `[court.round]` Each round, clockwise from the speaker, everybody draws a card while the deck lasts. Then one favour
//!   is auctioned, and the speaker's office passes to the left. When the supply is empty the court rises.
//! - `[court.goal]` The moment an envoy has enough favours, the court rises.
//! - `[court.winners]` Who has the most favours wins; those who tie win together.
//! - `[auction.seal]` All envoys at once seal one card from their hands, or abstain; the bids are laid face down.
//! - `[auction.reveal]` Reveal the bids. The highest value wins the favour; of equal bids, the first clockwise from the
//!   speaker. The winning bid is discarded.
//! - `[auction.close]` However an auction ends, all bids still on the table go back to their owners' hands, and a favour
//!   that nobody won is lost.
//! - `[cards.windows]` At each moment that tricks can answer, all who could hold one decide at once whether to respond. The
//!   first who does, clockwise from the speaker, plays his trick; the others keep theirs, unseen. Then all decide again,
//!   first the envoy to his left, until all pass.
//! - `[cards.play]` A trick is announced; anybody may respond to that; unless it was cancelled it takes effect; then it is
//!   discarded.
//! - `[cards.veto]` When a card is played: cancel it.
//! - `[cards.scandal]` When bids are sealed: the auction ends.
//! - `[cards.windfall]` After a favour is won: draw two cards.
//! - `[cards.spy]` After a favour is won: look at another envoy's hand.

mod auction;
mod court;
mod notation;
mod play_card;
mod table;
mod view;
mod window;

pub use auction::Auction;
pub use court::Court;
pub use play_card::{PlayCard, Spy};
pub use table::{MAX_ENVOYS, Resolving, Table};
pub use view::View;
pub use window::Window;

use kernel::{Answer, Chance, Flow, Game, Objection, Play, Question, Rules, Seat, SeatSet, Viewer};
use serde::{Deserialize, Serialize};

/// The rules of Parley.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parley;

/// Everything printed, and the numbers on the rules sheet.
#[derive(Debug)]
pub struct Catalogue {
    /// Which cards are in the deck, and how many of each.
    pub deck: &'static [(Card, u8)],
    /// Cards dealt to each envoy.
    pub hand: u8,
    pub favours: u8,
    /// With so many favours an envoy ends the game.
    pub goal: u8,
}

/// The game as it lies in its box.
pub static BOX: Catalogue = Catalogue {
    deck: &[
        (Card::Gift(1), 8),
        (Card::Gift(2), 8),
        (Card::Gift(3), 6),
        (Card::Trick(Trick::Veto), 8),
        (Card::Trick(Trick::Scandal), 4),
        (Card::Trick(Trick::Windfall), 4),
        (Card::Trick(Trick::Spy), 4),
    ],
    hand: 4,
    favours: 9,
    goal: 3,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Card {
    /// Worth its number in an auction.
    Gift(u8),
    /// Worth nothing in an auction, but may be bid.
    Trick(Trick),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Trick {
    Veto,
    Scandal,
    Windfall,
    Spy,
}

impl Default for Card {
    fn default() -> Self {
        Card::Gift(0)
    }
}

impl Card {
    pub fn value(self) -> u8 {
        match self {
            Card::Gift(value) => value,
            Card::Trick(_) => 0,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    pub envoys: u8,
}

/// A moment that tricks can answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Moment {
    /// So many cards lie on the table, each an answer to the one before.
    WhenCardPlayed {
        cards: u8,
    },
    #[default]
    WhenBidsSealed,
    AfterFavourWon,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Decision {
    #[default]
    SealBid,
    Respond(Moment),
    ChooseHand,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Choice {
    #[default]
    Abstain,
    Bid(Card),
    Pass,
    Play(Trick),
    LookAt(Seat),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// The card is told to its new owner alone.
    Drew {
        seat: Seat,
        card: Option<Card>,
    },
    Laid {
        seat: Seat,
    },
    Revealed {
        seat: Seat,
        card: Card,
    },
    Won {
        seat: Seat,
    },
    BrokenOff,
    TookBack {
        seat: Seat,
    },
    Played {
        seat: Seat,
        trick: Trick,
    },
    Cancelled {
        trick: Trick,
    },
    LookedAt {
        seat: Seat,
        hand: Seat,
    },
    Rose,
}

kernel::procedures! {
    /// A bookmark into the rules.
    pub enum Frame of Parley;
    /// What something may cut short.
    pub enum Procedure;
    Court(Court) => close,
    Auction(Auction) => close,
    PlayCard(PlayCard) => close,
    Spy(Spy),
    Window(Window),
}

impl Rules for Parley {
    const NAME: &'static str = "parley";
    const VERSION: u32 = 1;

    type Catalogue = Catalogue;
    type Options = Options;
    type Table = Table;
    type Frame = Frame;
    type Procedure = Procedure;
    type Decision = Decision;
    type Choice = Choice;
    type Event = Event;
    type View = View;

    fn catalogue_hash(catalogue: &Catalogue) -> [u8; 32] {
        // Nobody forges a catalogue of Parley: folding what is printed tells its variants apart.
        let mut hash = [0u8; 32];
        for (index, byte) in format!("{catalogue:?}").bytes().enumerate() {
            let slot = &mut hash[index % 32];
            *slot = slot.rotate_left(3) ^ byte;
        }
        hash
    }

    fn start(catalogue: &'static Catalogue, options: &Options) -> Result<(Table, Frame), Objection> {
        let envoys = options.envoys;
        if !(2..=MAX_ENVOYS as u8).contains(&envoys) {
            return Err(format!("Parley is for two to six envoys, not {envoys}").into());
        }
        Ok((Table::set_up(catalogue, envoys), Frame::Court(Court::default())))
    }

    fn seats(table: &Table) -> u8 {
        table.envoys
    }

    /// [court.winners]
    fn winners(table: &Table) -> SeatSet {
        let most = table.seats().map(|seat| table.favours[seat.index()]).max();
        table.seats().filter(|seat| Some(table.favours[seat.index()]) == most).collect()
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

    /// [court.goal]
    fn standing(play: &mut Play<'_, Self>) -> Option<Procedure> {
        let goal = play.catalogue.goal;
        play.table.favours.iter().any(|&favours| favours >= goal).then_some(Procedure::Court)
    }

    fn choices(game: &Game<Self>, seat: Seat, decision: Decision, out: &mut Vec<Choice>) {
        let hand = &game.table.hands[seat.index()];
        match decision {
            Decision::SealBid => {
                out.push(Choice::Abstain);
                out.extend(hand.iter().map(Choice::Bid));
            }
            Decision::Respond(moment) => {
                out.push(Choice::Pass);
                let answers = |trick: &Trick| window::answers(*trick, moment);
                out.extend(hand.iter().filter_map(play_card::trick).filter(answers).map(Choice::Play));
            }
            Decision::ChooseHand => {
                out.extend(game.table.seats().filter(|&other| other != seat).map(Choice::LookAt));
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
        match *event {
            Event::Drew { seat, .. } if !viewer.is(seat) => Some(Event::Drew { seat, card: None }),
            told => Some(told),
        }
    }

    /// A bid is laid facedown. [auction.seal]
    fn heard(_decision: Decision, choice: Choice) -> Choice {
        match choice {
            Choice::Bid(_) => Choice::Bid(Card::default()),
            Choice::Abstain | Choice::Pass | Choice::Play(_) | Choice::LookAt(_) => choice,
        }
    }

    fn heard_by(
        listener: Seat,
        asked: &[Question<Decision>],
        answers: &[Answer<Choice>],
        which: usize,
    ) -> Option<Choice> {
        match asked[0].decision {
            Decision::Respond(_) => window::heard(answers, which),
            Decision::SealBid | Decision::ChooseHand => {
                kernel::heard_as_said::<Parley>(listener, asked, answers, which)
            }
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
        notation::describe_decision(seat, decision)
    }

    fn describe_event(_game: &Game<Self>, event: &Event) -> String {
        event.to_string()
    }

    fn clauses(_game: &Game<Self>, decision: Decision) -> Vec<&'static str> {
        match decision {
            Decision::SealBid => vec!["auction.seal"],
            Decision::Respond(_) => vec!["cards.windows"],
            Decision::ChooseHand => vec!["cards.spy"],
        }
    }

    fn conserved(game: &Game<Self>) -> Result<(), Objection> {
        let being_played = game.stack().iter().filter(|frame| Parley::procedure(frame) == Procedure::PlayCard).count();
        let resolving = game.table.resolving.len();
        if resolving != being_played {
            return Err(format!("{resolving} tricks lie on the table while {being_played} are being played").into());
        }
        Ok(game.table.count_against(game.catalogue)?)
    }
}
