//! Operations Phase: order tokens are revealed and resolved, one a turn.

use crate::board::{Look, Looking};
use crate::cards::response::{self, Moment, Response};
use crate::components::{OrderKind, SchemeMoment};
use crate::decisions::{Choice, Decision};
use crate::events::Event;
use crate::frame::{Frame, Procedure, procedure};
use crate::orders::advance::Advance;
use crate::orders::deploy::Deploy;
use crate::orders::dominate::Dominate;
use crate::orders::strategize::Strategize;
use crate::table::{OrderInProgress, System};
use crate::unit_capacity::UnitCapacity;
use crate::{Flow, Play, victory};
use kernel::{Seat, Verbs, Window};
use serde::{Deserialize, Serialize};

/// Turns go round until no order token is left on the board. [operations-phase.turns.1]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Operations {
    step: Step,
    turn: Seat,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    #[default]
    NextTurn,
    Reveal,
    CheckCapacity,
    CheckElimination,
}

procedure!(Operations, Step);

impl Operations {
    pub fn new(first: Seat) -> Self {
        Operations { step: Step::NextTurn, turn: first }
    }

    pub fn run(&mut self, play: &mut Play<'_>) -> Flow {
        match self.step {
            Step::NextTurn if play.table.orders.is_empty() => self.done(),
            Step::NextTurn => {
                let seats = play.table.seats;
                // Buried tokens wait; whoever has no token on top is passed over. [operations-phase.skip.1]
                let turn = self.turn.clockwise(seats).find(|&seat| can_reveal(play.look(), seat));
                let seat = turn.expect("the top token of a stack belongs to a player who can take it");
                self.turn = seat;
                play.table.active_player = seat;
                self.ask(seat, Decision::RevealOrder, Step::Reveal)
            }
            Step::Reveal => {
                let seat = self.turn;
                match play.answer() {
                    Choice::System(system) => self.call(Turn::new(seat, system), Step::CheckCapacity),
                    // An effect instead of revealing is the whole turn. [operations-phase.instead.1]
                    _ => self.call(
                        response::UseResponse::new(seat, Response::Scheme, Moment::InsteadOfOrder),
                        Step::CheckCapacity,
                    ),
                }
            }
            Step::CheckCapacity => self.call(UnitCapacity::default(), Step::CheckElimination),
            Step::CheckElimination => {
                play.table.order = None;
                self.turn = self.turn.left(play.table.seats);
                // [winning.timing.2, player-elimination.timing.1]
                if victory::is_won(play) || victory::eliminate(play) {
                    return self.cut_short(Procedure::Match);
                }
                self.then(Step::NextTurn)
            }
        }
    }
}

fn can_reveal(look: Look<'_>, seat: Seat) -> bool {
    look.table.is_in(seat) && own_tops(look, seat).next().is_some()
}

/// Systems whose top token is the player's. [stack.top.1]
fn own_tops(look: Look<'_>, seat: Seat) -> impl Iterator<Item = System> {
    let table = look.table;
    table.systems().filter(move |&system| table.top_order(system).is_some_and(|token| token.owner == seat))
}

// Every listing passes through `decisions::choices`: it is quicker without the long ones inside.
#[inline(never)]
pub fn list_reveals(look: Look<'_>, seat: Seat, out: &mut Vec<Choice>) {
    out.extend(own_tops(look, seat).map(Choice::System));
    if response::scheme_is_ready(look, seat, SchemeMoment::InsteadOfOrder, Moment::InsteadOfOrder) {
        out.push(Choice::Scheme);
    }
}

/// One turn: reveal a token, resolve or divert it, remove it. [operations-phase.turns.3]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Turn {
    step: TurnStep,
    seat: Seat,
    pub system: System,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TurnStep {
    #[default]
    Reveal,
    ResolveOrDivert,
    OnReveal,
    Resolve,
    AfterOrder,
    Remove,
}

procedure!(Turn, TurnStep);

impl Turn {
    fn new(seat: Seat, system: System) -> Self {
        Turn { step: TurnStep::Reveal, seat, system }
    }

    pub fn run(&mut self, play: &mut Play<'_>) -> Flow {
        let (seat, system) = (self.seat, self.system);
        match self.step {
            TurnStep::Reveal => {
                let token = play
                    .table
                    .orders
                    .iter_mut()
                    .rev()
                    .find(|token| token.system == system)
                    .expect("a stack with the player's token on top was chosen");
                token.revealed = true;
                let kind = token.kind;
                play.table.active_system = Some(system);
                play.table.order = Some(OrderInProgress::new(kind, system));
                play.tell(Event::OrderRevealed { seat, system, kind });
                // [strategize-order.event-deck.1]
                if kind == OrderKind::Strategize {
                    return self.then(TurnStep::OnReveal);
                }
                self.ask(seat, Decision::ResolveOrDivert, TurnStep::ResolveOrDivert)
            }
            TurnStep::ResolveOrDivert => match play.answer() {
                Choice::Divert => {
                    let kind = order_kind(play);
                    play.tell(Event::OrderDiverted { seat, kind });
                    take_token(play, seat, system, Whither::EventDeck);
                    self.done()
                }
                _ => self.then(TurnStep::OnReveal),
            },
            TurnStep::OnReveal => self.call(Window::new(Moment::Reveal, seat), TurnStep::Resolve),
            TurnStep::Resolve => {
                let order = order(seat, order_kind(play), system);
                self.call(order, TurnStep::AfterOrder)
            }
            TurnStep::AfterOrder => self.call(Window::new(Moment::OrderEnds, seat), TurnStep::Remove),
            TurnStep::Remove => {
                // A token resolved as another order counts as that order. [card-clarifications.green-tide.1]
                let whither = match order_kind(play) {
                    OrderKind::Strategize => Whither::EventDeck,
                    _ => Whither::PlayArea,
                };
                take_token(play, seat, system, whither);
                self.done()
            }
        }
    }
}

fn order_kind(play: &Play<'_>) -> OrderKind {
    play.table.order.expect("an order is being resolved").kind
}

/// The procedure of an order.
pub fn order(seat: Seat, kind: OrderKind, system: System) -> Frame {
    match kind {
        OrderKind::Deploy => Deploy::new(seat, system).into(),
        OrderKind::Strategize => Strategize::new(seat, system).into(),
        OrderKind::Dominate => Dominate::new(seat, system).into(),
        OrderKind::Advance => Advance::new(seat, system).into(),
    }
}

enum Whither {
    PlayArea,
    EventDeck,
}

/// Removes the revealed token from its stack. [operations-phase.remove.1, operations-phase.remove.2]
fn take_token(play: &mut Play<'_>, seat: Seat, system: System, whither: Whither) {
    // An order can eliminate nobody before it is over, so the token is still there.
    let at = play
        .table
        .orders
        .iter()
        .rposition(|token| token.system == system && token.owner == seat && token.revealed)
        .expect("the revealed token lies on its stack until it is removed");
    let kind = play.table.orders.remove(at).kind.index();
    let orders = &mut play.table.player_mut(seat).orders;
    match whither {
        Whither::PlayArea => orders.resolved[kind] += 1,
        Whither::EventDeck => orders.on_deck[kind] += 1,
    }
}
