//! What clients want to know besides a view.

use crate::{Choice, Decision, Event, Packhorse, notation};
use kernel::{Barrier, Depth, Game, Presentation, Seat, Shape};

impl Presentation for Packhorse {
    fn seat_name(_game: &Game<Self>, seat: Seat) -> String {
        notation::name(seat).to_owned()
    }

    fn question(_game: &Game<Self>, decision: Decision) -> String {
        notation::question(decision).to_owned()
    }

    fn shape(_game: &Game<Self>, _seat: Seat, decision: Decision) -> Shape {
        match decision {
            Decision::SendPack => Shape::Pick,
            Decision::DemandToll => Shape::Window,
        }
    }

    fn is_enough(choice: Choice) -> bool {
        choice == Choice::Pass
    }

    fn barrier(event: &Event) -> Option<Barrier> {
        match event {
            Event::Drew { .. } => Some(Barrier::CardsDrawn),
            Event::TookToll { .. } | Event::Opened { .. } => Some(Barrier::Revealed),
            Event::Sent { .. } | Event::Closed => None,
        }
    }

    fn doer(event: &Event) -> Option<Seat> {
        match *event {
            Event::Drew { seat, .. } | Event::Sent { seat, .. } => Some(seat),
            Event::TookToll { seat } | Event::Opened { seat, .. } => Some(seat),
            Event::Closed => None,
        }
    }

    fn depth(event: &Event) -> Depth {
        match event {
            Event::Sent { .. } | Event::Closed => Depth::Turn,
            Event::Drew { .. } | Event::TookToll { .. } | Event::Opened { .. } => Depth::Detail,
        }
    }

    fn victory(game: &Game<Self>) -> String {
        let most = game.table.seats().map(|seat| game.table.worth(seat)).max();
        format!("with a stall worth {}", most.unwrap_or_default())
    }
}
