//! Refresh Phase: objectives, materiel, rally, events and storms.

use crate::board::{Look, Looking};
use crate::cards::resolve::{Resolve, Source};
use crate::cards::response::Moment;
use crate::combat::Contests;
use crate::components::StormIcon;
use crate::decisions::{Choice, Decision};
use crate::events::Event;
use crate::frame::{Procedure, procedure};
use crate::pieces;
use crate::table::{Edge, EventId, Lie, StormMove};
use crate::unit_capacity::UnitCapacity;
use crate::{Flow, Play, victory};
use kernel::{Seat, SeatSet, Verbs, Window};
use serde::{Deserialize, Serialize};

/// Steps in fixed order; the first three are simultaneous. [refresh-phase.order.1]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Refresh {
    step: Step,
    /// Players who have had their event step, clockwise from the first player.
    turn: u8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    #[default]
    CollectObjectives,
    CollectMateriel,
    RallyUnits,
    NextEvent,
    AfterEvent,
    Capacity,
    Over,
}

procedure!(Refresh, Step);

impl Refresh {
    pub fn run(&mut self, play: &mut Play<'_>) -> Flow {
        match self.step {
            Step::CollectObjectives => {
                collect_objectives(play);
                // With a winner the rest is not played. [winning.timing.1]
                if victory::is_won(play) {
                    return self.cut_short(Procedure::Match);
                }
                self.then(Step::CollectMateriel)
            }
            Step::CollectMateriel => {
                // [materiel.gain.1]
                for seat in play.table.turn_order() {
                    let look = play.look();
                    let income = look.friendly_worlds(seat).map(|area| look.facts(area).materiel).sum();
                    pieces::gain_materiel(play, seat, income);
                }
                self.then(Step::RallyUnits)
            }
            Step::RallyUnits => {
                // [rout-rally.rally.1]
                for system in &mut play.table.forces {
                    system.iter_mut().flatten().for_each(crate::force::Force::rally_all);
                }
                play.tell(Event::AllRally);
                self.then(Step::NextEvent)
            }
            Step::NextEvent if self.turn == play.table.seats => self.then(Step::Capacity),
            Step::NextEvent => {
                let seat = Seat((play.table.first_player.0 + self.turn) % play.table.seats);
                self.turn += 1;
                play.table.active_player = seat;
                let still_in = play.table.is_in(seat);
                self.call_if(still_in, EventStep::new(seat), Step::AfterEvent)
            }
            Step::AfterEvent => {
                if victory::is_won(play) || victory::eliminate(play) {
                    return self.cut_short(Procedure::Match);
                }
                self.then(Step::NextEvent)
            }
            // Once, after the last player's event. [unit-capacity.timing.4]
            Step::Capacity => self.call(UnitCapacity::default(), Step::Over),
            Step::Over => self.done(),
        }
    }
}

/// Own tokens from friendly worlds. [objective-tokens.collect.1]
fn collect_objectives(play: &mut Play<'_>) {
    for area in play.table.areas() {
        let Some(owner) = play.table.objective(area) else { continue };
        if play.look().is_friendly(area, owner) {
            play.table.set_objective(area, None);
            play.table.player_mut(owner).objectives += 1;
            play.tell(Event::ObjectiveCollected { seat: owner, area });
        }
    }
}

/// One player's events and storm, complete before the next player's. [refresh-phase.events.1]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EventStep {
    step: EventPart,
    seat: Seat,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EventPart {
    #[default]
    Draw,
    Choose,
    MoveStorm,
    StormOnly,
    UseCard,
    PlayScheme,
    FightOut,
    ShuffleBack,
}

procedure!(EventStep, EventPart);

impl EventStep {
    pub fn new(seat: Seat) -> Self {
        EventStep { step: EventPart::Draw, seat }
    }

    pub fn run(&mut self, play: &mut Play<'_>) -> Flow {
        let seat = self.seat;
        match self.step {
            EventPart::Draw => {
                let player = play.table.player_mut(seat);
                let tokens: u8 = player.orders.on_deck.iter().sum();
                for kind in 0..4 {
                    player.orders.resolved[kind] += std::mem::take(&mut player.orders.on_deck[kind]);
                }
                draw_events(play, seat, tokens);
                // Without tokens only the top card's storm icon counts. [refresh-phase.events.6]
                if play.table.player(seat).drawn_events.is_empty() {
                    return self.then(EventPart::StormOnly);
                }
                play.tell(Event::EventsDrawn { seat, cards: tokens });
                self.ask(seat, Decision::ChooseEvent, EventPart::Choose)
            }
            EventPart::Choose => {
                let event = play.answer().event();
                choose_event(play, seat, event);
                play.tell(Event::EventChosen { seat, event });
                self.then(EventPart::MoveStorm)
            }
            // The storm moves before the ability. [refresh-phase.events.4]
            EventPart::MoveStorm => {
                let event = play.table.player(seat).event.expect("an event was chosen");
                let icon = play.catalogue.event(event).storm;
                self.call(MoveStorm::by_icon(seat, icon), EventPart::UseCard)
            }
            EventPart::StormOnly => {
                let player = play.table.player_mut(seat);
                let Some(seen) = player.events.draw(SeatSet::NONE) else { return self.done() };
                player.event = Some(seen.what);
                play.tell(Event::EventRevealed { seat, event: seen.what });
                let icon = play.catalogue.event(seen.what).storm;
                self.call(MoveStorm::by_icon(seat, icon), EventPart::ShuffleBack)
            }
            EventPart::UseCard => {
                let event = play.table.player(seat).event.expect("an event was chosen");
                if play.catalogue.event_facts(event).scheme.is_some() {
                    return self.ask(seat, Decision::PlayScheme, EventPart::PlayScheme);
                }
                self.call(Resolve::new(seat, Source::Event(event)), EventPart::FightOut)
            }
            // Declined, it is shuffled back and an earlier scheme stays. [event-cards.scheme.3]
            EventPart::PlayScheme => {
                if play.answer() == Choice::Accept
                    && let Some(scheme) = play.table.player_mut(seat).event.take()
                {
                    pieces::play_scheme(play, seat, scheme);
                }
                self.then(EventPart::ShuffleBack)
            }
            // [event-cards.combat-start.1]
            EventPart::FightOut => self.call(Contests::new(seat), EventPart::ShuffleBack),
            EventPart::ShuffleBack => {
                shuffle_events_back(play, seat);
                self.done()
            }
        }
    }
}

/// As many as there are, at most `count`. [refresh-phase.events.7]
pub fn draw_events(play: &mut Play<'_>, seat: Seat, count: u8) {
    let player = play.table.player_mut(seat);
    for _ in 0..count {
        if let Some(seen) = player.events.draw(SeatSet::only(seat)) {
            player.drawn_events.put(seen.what, seen.by);
        }
    }
}

/// The chosen card is shown to all. [visibility.events.3]
fn choose_event(play: &mut Play<'_>, seat: Seat, event: EventId) {
    let player = play.table.player_mut(seat);
    player.drawn_events.take(event).expect("a drawn event was chosen");
    player.event = Some(event);
}

/// All event cards but a scheme in play. [refresh-phase.events.5, refresh-phase.events.8]
fn shuffle_events_back(play: &mut Play<'_>, seat: Seat) {
    let player = play.table.player_mut(seat);
    if let Some(event) = player.event.take() {
        player.events.put(event, SeatSet::NONE);
    }
    while let Some(seen) = player.drawn_events.draw(SeatSet::NONE) {
        player.events.put(seen.what, SeatSet::NONE);
    }
    player.events.shuffle(play.chance);
}

pub fn list_events(look: Look<'_>, seat: Seat, out: &mut Vec<Choice>) {
    out.extend(look.player(seat).drawn_events.iter().map(Choice::Event));
}

/// One storm moves, if any can. [warp-storms-moving.must.1]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MoveStorm {
    step: StormStep,
    seat: Seat,
    /// The icon that sets the direction.
    icon: Option<StormIcon>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum StormStep {
    #[default]
    Offer,
    Announce,
    Move,
}

procedure!(MoveStorm, StormStep);

impl MoveStorm {
    pub fn by_icon(seat: Seat, icon: StormIcon) -> Self {
        MoveStorm { step: StormStep::Offer, seat, icon: Some(icon) }
    }

    pub fn run(&mut self, play: &mut Play<'_>) -> Flow {
        let (seat, icon) = (self.seat, self.icon);
        match self.step {
            StormStep::Offer if !each_storm_move(play.look(), icon, None, |_| ()) => self.done(),
            StormStep::Offer => self.ask(seat, Decision::MoveStorm { icon, of: None }, StormStep::Announce),
            StormStep::Announce => {
                let (from, to) = play.answer().storm();
                play.table.storm_move = Some(StormMove { by: seat, from, to });
                let first = play.table.first_player;
                self.call(Window::new(Moment::StormMoves, first), StormStep::Move)
            }
            StormStep::Move => {
                // Another player may have taken the move over.
                if let Some(StormMove { by, from, to }) = play.table.storm_move.take() {
                    pieces::move_storm(play, by, from, to);
                }
                self.done()
            }
        }
    }
}

pub fn list_storm_moves(look: Look<'_>, icon: Option<StormIcon>, of: Option<Edge>, out: &mut Vec<Choice>) {
    each_storm_move(look, icon, of, |choice| out.push(choice));
}

/// Unmoved storms, both directions of the icon (all eight without one), onto free tile edges.
/// [warp-storms-moving.choice.1, warp-storms-moving.occupied.1, warp-storms-moving.edge.1]
pub fn each_storm_move(
    look: Look<'_>,
    icon: Option<StormIcon>,
    of: Option<Edge>,
    mut each: impl FnMut(Choice),
) -> bool {
    let mut found = false;
    let icons = [StormIcon::Across, StormIcon::Sideways, StormIcon::TurnLeft, StormIcon::TurnRight];
    for storm in look.table.storms.iter() {
        let wanted = match of {
            Some(edge) => storm.edge == edge,
            None => !storm.moved,
        };
        if !wanted {
            continue;
        }
        for direction in icons.into_iter().filter(|&one| icon.is_none_or(|icon| icon == one)) {
            for to in targets(storm.edge, direction) {
                if look.is_tile_edge(to) && !look.has_storm(to) {
                    found = true;
                    each(Choice::Storm { from: storm.edge, to });
                }
            }
        }
    }
    found
}

/// The two edges an icon leads to, read relative to the token. [warp-storms-moving.geometry.1, warp-storms-moving.geometry.2]
pub fn targets(edge: Edge, icon: StormIcon) -> [Edge; 2] {
    let Edge { lie, col, row } = edge;
    let horizontal = |col, row| Edge { lie: Lie::Horizontal, col, row };
    let vertical = |col, row| Edge { lie: Lie::Vertical, col, row };
    match (lie, icon) {
        (Lie::Horizontal, StormIcon::Across) => [horizontal(col, row - 1), horizontal(col, row + 1)],
        (Lie::Horizontal, StormIcon::Sideways) => [horizontal(col - 1, row), horizontal(col + 1, row)],
        (Lie::Horizontal, StormIcon::TurnLeft) => [vertical(col, row - 1), vertical(col + 1, row)],
        (Lie::Horizontal, StormIcon::TurnRight) => [vertical(col + 1, row - 1), vertical(col, row)],
        (Lie::Vertical, StormIcon::Across) => [vertical(col - 1, row), vertical(col + 1, row)],
        (Lie::Vertical, StormIcon::Sideways) => [vertical(col, row - 1), vertical(col, row + 1)],
        (Lie::Vertical, StormIcon::TurnLeft) => [horizontal(col - 1, row + 1), horizontal(col, row)],
        (Lie::Vertical, StormIcon::TurnRight) => [horizontal(col - 1, row), horizontal(col, row + 1)],
    }
}
