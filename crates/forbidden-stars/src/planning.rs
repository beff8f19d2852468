//! Planning Phase: order tokens are placed facedown.

use crate::board::{Look, Looking};
use crate::cards::response::Moment;
use crate::components::OrderKind;
use crate::decisions::{Choice, Decision};
use crate::events::Event;
use crate::frame::procedure;
use crate::table::{ORDERS_PER_ROUND, OrderToken, System};
use crate::{Flow, Play};
use kernel::{Seat, Verbs, Window};
use serde::{Deserialize, Serialize};

/// Each player in turn places one token, four times over. [planning-phase.placement.1]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Planning {
    step: Step,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    #[default]
    NextPlacement,
    Place,
    EndOfPhase,
    Over,
}

procedure!(Planning, Step);

impl Planning {
    pub fn run(&mut self, play: &mut Play<'_>) -> Flow {
        match self.step {
            Step::NextPlacement => match next_to_place(play.look()) {
                Some(seat) => {
                    play.table.active_player = seat;
                    self.ask(seat, Decision::PlaceOrder, Step::Place)
                }
                None => self.then(Step::EndOfPhase),
            },
            Step::Place => {
                let (kind, system) = play.answer().placed_order();
                let owner = play.table.active_player;
                play.table.player_mut(owner).orders.unplaced[kind.index()] -= 1;
                play.table.put_order_on_top(OrderToken { system, owner, kind, revealed: false });
                play.tell(Event::OrderPlaced { seat: owner, system });
                self.then(Step::NextPlacement)
            }
            Step::EndOfPhase => {
                let first = play.table.first_player;
                self.call(Window::new(Moment::PlanningEnds, first), Step::Over)
            }
            Step::Over => self.done(),
        }
    }
}

/// Of those with the fewest tokens on the board the first in turn order: so they take turns until each has four.
/// Whoever has no token or no system for it is passed over. [planning-phase.no-placement.1]
fn next_to_place(look: Look<'_>) -> Option<Seat> {
    let placed = |seat: Seat| look.table.orders.iter().filter(|token| token.owner == seat).count();
    look.table
        .turn_order()
        .filter(|&seat| placed(seat) < usize::from(ORDERS_PER_ROUND))
        .filter(|&seat| look.player(seat).orders.unplaced != [0; 4] && order_systems(look, seat).next().is_some())
        .min_by_key(|&seat| placed(seat))
}

/// Where `seat` may place orders: systems with a unit or structure of his, and their neighbours. [planning-phase.placement.3]
pub fn order_systems(look: Look<'_>, seat: Seat) -> impl Iterator<Item = System> {
    let mut allowed = 0u16;
    for system in look.table.systems() {
        if look.is_present(system, seat) {
            allowed |= 1 << system.0;
            for next in look.adjacent_systems(system) {
                allowed |= 1 << next.0;
            }
        }
    }
    look.table.systems().filter(move |system| allowed & (1 << system.0) != 0)
}

// Every listing passes through `decisions::choices`: it is quicker without the long ones inside.
#[inline(never)]
pub fn list_orders(look: Look<'_>, seat: Seat, out: &mut Vec<Choice>) {
    let unplaced = look.player(seat).orders.unplaced;
    for system in order_systems(look, seat) {
        for kind in OrderKind::ALL {
            if unplaced[kind.index()] > 0 {
                out.push(Choice::PlaceOrder { kind, system });
            }
        }
    }
}
