//! Parley and Nim as hosted games: what stands on a shelf beside the games that people come for, in tests.

use crate::{nim, parley};
use hosted::{EndingOffer, Hosted, Letters, Offer, OptionOffer, Panel, Place, Plain, Progress, SeatRange, SideOffer};
use hosted::{ValueOffer, Wish};
use kernel::{Barrier, Depth, Game, Presentation, Rules, Seat, Shape};
use nim::Nim;
use parley::{Choice, Decision, Event, Parley};

/// Parley: a hidden hand, sealed bids, windows.
#[derive(Clone, Copy, Debug)]
pub struct HostedParley;

/// Nim: nothing hidden, nothing drawn.
#[derive(Clone, Copy, Debug)]
pub struct HostedNim;

fn seat_names(count: usize) -> impl Iterator<Item = SideOffer> {
    let names = ["first", "second", "third", "fourth", "fifth", "sixth"];
    names.into_iter().take(count).map(|id| SideOffer { id: id.to_owned(), name: side_name(id), race: String::new() })
}

/// "First envoy".
fn side_name(id: &str) -> String {
    format!("{}{} player", id[..1].to_uppercase(), &id[1..])
}

fn offer(name: &str, title: &str, pitch: &str, seats: SeatRange) -> Offer {
    let ending = |id: &str, title: &str| EndingOffer { id: id.to_owned(), title: title.to_owned() };
    Offer {
        name: name.to_owned(),
        title: title.to_owned(),
        pitch: pitch.to_owned(),
        time: "5 minutes".to_owned(),
        seats,
        sides: seat_names(usize::from(seats.most)).collect(),
        side_word: "Player".to_owned(),
        letters: Letters::Seats,
        options: Vec::new(),
        panels: vec![Panel::new("list", "Table", Place::List)],
        endings: vec![ending("end", "the end")],
        score_word: "points".to_owned(),
        described: Vec::new(),
        read_first: Vec::new(),
        notes_on: None,
        scene_word: String::new(),
        odds_example: None,
        guided: None,
        bots: Vec::new(),
    }
}

/// The first so many players, clockwise.
fn sides(count: u8) -> Vec<String> {
    seat_names(usize::from(count)).map(|side| side.id).collect()
}

impl Hosted for HostedParley {
    type Rules = Parley;
    type Adviser = Plain<HostedParley>;

    fn catalogue() -> &'static parley::Catalogue {
        &parley::BOX
    }

    fn offer() -> Offer {
        let seats = SeatRange { least: 2, most: 6, usual: 4 };
        Offer {
            score_word: "favours".to_owned(),
            ..offer(Parley::NAME, "Parley", "Bid for favours at a court where every card can be answered.", seats)
        }
    }

    fn options(wish: &Wish) -> Result<parley::Options, String> {
        Ok(parley::Options { envoys: wish.sides.len() as u8 })
    }

    fn wish(options: &parley::Options) -> Wish {
        Wish { sides: sides(options.envoys), ..Wish::default() }
    }

    fn fill(wish: &Wish, _number: u64) -> Result<Wish, String> {
        Ok(Wish { sides: sides(wish.seats(&Self::offer())?), ..Wish::default() })
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
        seat_names(6).nth(seat.index()).map_or(String::new(), |side| side.name)
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
            Event::Revealed { .. } | Event::Played { .. } | Event::LookedAt { .. } => Some(Barrier::Revealed),
            Event::Laid { .. }
            | Event::Won { .. }
            | Event::BrokenOff
            | Event::TookBack { .. }
            | Event::Cancelled { .. }
            | Event::Rose => None,
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
        let value = |id: &str| ValueOffer { id: id.to_owned(), title: format!("Heaps of {id}"), sides: None };
        Offer {
            options: vec![OptionOffer {
                id: "heaps".to_owned(),
                title: "Heaps".to_owned(),
                values: vec![value("3-4-5"), value("1-3-5-7")],
            }],
            ..offer(
                Nim::NAME,
                "Nim",
                "Take counters from one heap; whoever takes the last one wins.",
                SeatRange { least: 2, most: 2, usual: 2 },
            )
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
        Wish { sides: sides(2), ..Wish::default().with("heaps", &heaps.join("-")) }
    }

    fn fill(wish: &Wish, _number: u64) -> Result<Wish, String> {
        let offer = Self::offer();
        wish.seats(&offer)?;
        offer.check(wish)?;
        Ok(Wish { sides: sides(2), ..Wish::default().with("heaps", wish.option("heaps").unwrap_or("3-4-5")) })
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
        seat_names(2).nth(seat.index()).map_or(String::new(), |side| side.name)
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
