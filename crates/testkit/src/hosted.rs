//! Parley and Nim as hosted games: what stands on a shelf beside the games that people come for, in tests.

use crate::{nim, parley};
use hosted::{Hosted, Offer, OptionOffer, Plain, Progress, ValueOffer, Wish};
use kernel::{Barrier, Depth, Game, Presentation, Rules, Seat, Shape};
use nim::Nim;
use parley::{Choice, Decision, Event, Parley};

/// Parley: a hidden hand, sealed bids, windows.
#[derive(Clone, Copy, Debug)]
pub struct HostedParley;

/// Nim: nothing hidden, nothing drawn.
#[derive(Clone, Copy, Debug)]
pub struct HostedNim;

const PLAYERS: [&str; 6] =
    ["First player", "Second player", "Third player", "Fourth player", "Fifth player", "Sixth player"];

impl Hosted for HostedParley {
    type Rules = Parley;
    type Adviser = Plain<HostedParley>;

    fn catalogue() -> &'static parley::Catalogue {
        &parley::BOX
    }

    fn offer() -> Offer {
        let pitch = "Bid for favours at a court where every card can be answered.";
        Offer { score_word: "favours".to_owned(), ..Offer::of_places(Parley::NAME, "Parley", pitch, &PLAYERS) }
    }

    fn options(wish: &Wish) -> Result<parley::Options, String> {
        Ok(parley::Options { envoys: wish.sides.len() as u8 })
    }

    fn wish(options: &parley::Options) -> Wish {
        Wish::of_places(&Self::offer(), options.envoys)
    }

    fn progress(game: &Game<Parley>) -> Progress {
        let favours = &game.table.favours[..usize::from(game.seats())];
        Progress {
            round: favours.iter().sum::<u8>() + game.table.lost + 1,
            scores: favours.iter().map(|&favours| i32::from(favours)).collect(),
            ending: game.is_over().then_some("end"),
        }
    }
}

impl Presentation for Parley {
    fn seat_name(_game: &Game<Self>, seat: Seat) -> String {
        PLAYERS[seat.index()].to_owned()
    }

    fn question(game: &Game<Self>, decision: Decision) -> String {
        let whole = Parley::describe_decision(game, Seat(0), decision);
        whole.split_once(": ").map_or(whole.clone(), |(_, question)| question.to_owned())
    }

    fn shape(_game: &Game<Self>, _seat: Seat, decision: Decision) -> Shape {
        match decision {
            Decision::Respond(_) => Shape::Window,
            Decision::SealBid | Decision::ChooseHand => Shape::Pick,
        }
    }

    fn is_enough(choice: Choice) -> bool {
        choice == Choice::Pass
    }

    fn barrier(event: &Event) -> Option<Barrier> {
        match event {
            Event::Drew { .. } => Some(Barrier::CardsDrawn),
            Event::Laid { .. } | Event::Revealed { .. } | Event::Played { .. } | Event::LookedAt { .. } => {
                Some(Barrier::Revealed)
            }
            Event::Won { .. } | Event::BrokenOff | Event::TookBack { .. } | Event::Cancelled { .. } | Event::Rose => {
                None
            }
        }
    }

    fn doer(event: &Event) -> Option<Seat> {
        match *event {
            Event::Drew { seat, .. }
            | Event::Laid { seat }
            | Event::Revealed { seat, .. }
            | Event::Won { seat }
            | Event::TookBack { seat }
            | Event::Played { seat, .. }
            | Event::LookedAt { seat, .. } => Some(seat),
            Event::BrokenOff | Event::Cancelled { .. } | Event::Rose => None,
        }
    }

    fn depth(event: &Event) -> Depth {
        match event {
            Event::Won { .. } | Event::Rose => Depth::Turn,
            _ => Depth::Detail,
        }
    }

    fn victory(game: &Game<Self>) -> String {
        let most = game.table.favours.iter().max().copied().unwrap_or_default();
        format!("with {most} favours")
    }
}

impl Hosted for HostedNim {
    type Rules = Nim;
    type Adviser = Plain<HostedNim>;

    fn catalogue() -> &'static () {
        &()
    }

    fn offer() -> Offer {
        let pitch = "Take counters from one heap; whoever takes the last one wins.";
        let value = |id: &str| ValueOffer { id: id.to_owned(), title: format!("Heaps of {id}"), sides: None };
        Offer {
            options: vec![OptionOffer {
                id: "heaps".to_owned(),
                title: "Heaps".to_owned(),
                values: vec![value("3-4-5"), value("1-3-5-7")],
            }],
            ..Offer::of_places(Nim::NAME, "Nim", pitch, &PLAYERS[..2])
        }
    }

    fn options(wish: &Wish) -> Result<nim::Options, String> {
        Self::offer().check(wish)?;
        let heaps = wish.option("heaps").unwrap_or("3-4-5");
        let heaps: Result<Vec<u8>, _> = heaps.split('-').map(str::parse).collect();
        Ok(nim::Options { heaps: heaps.map_err(|_| "heaps are numbers with a dash between".to_owned())? })
    }

    fn wish(options: &nim::Options) -> Wish {
        let heaps: Vec<String> = options.heaps.iter().map(u8::to_string).collect();
        Wish::of_places(&Self::offer(), 2).with("heaps", &heaps.join("-"))
    }

    fn progress(game: &Game<Nim>) -> Progress {
        Progress {
            round: 1,
            scores: game.table.taken.iter().map(|&taken| i32::from(taken)).collect(),
            ending: game.is_over().then_some("end"),
        }
    }
}

impl Presentation for Nim {
    fn seat_name(_game: &Game<Self>, seat: Seat) -> String {
        PLAYERS[seat.index()].to_owned()
    }

    fn question(_game: &Game<Self>, _decision: nim::TakeCounters) -> String {
        "take counters from a heap".to_owned()
    }

    fn is_answer_count_public(_game: &Game<Self>, _seat: Seat, _decision: nim::TakeCounters) -> bool {
        true
    }

    fn barrier(_event: &nim::Took) -> Option<Barrier> {
        None
    }

    fn doer(event: &nim::Took) -> Option<Seat> {
        Some(event.seat)
    }

    fn depth(_event: &nim::Took) -> Depth {
        Depth::Turn
    }

    fn victory(_game: &Game<Self>) -> String {
        "with the last counter".to_owned()
    }
}
