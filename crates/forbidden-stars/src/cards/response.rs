//! Moments at which order upgrades and schemes may be used.

use super::resolve::{self, Resolve, Source};
use crate::board::{Look, Looking};
use crate::components::{SchemeMoment, UpgradeMoment};
use crate::decisions::{Choice, Decision};
use crate::events::Event;
use crate::frame::{Frame, procedure};
use crate::pieces;
use crate::table::{Side, UPGRADES_PER_FACTION, UpgradeId};
use crate::{Flow, ForbiddenStars, Play};
use kernel::{Responses, Seat, Verbs};
use serde::{Deserialize, Serialize};

/// Something that upgrades and schemes can answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Moment {
    /// An order token was revealed and is to be resolved.
    #[default]
    Reveal,
    OrderStarts,
    CombatStarts,
    CombatOver,
    OrderEnds,
    StrikeDeclared,
    StrikeRolled,
    /// In a combat the sides have their turns one after the other. [simultaneous-effects.order.2]
    DamageStarts {
        of: Side,
    },
    DamageEnds {
        of: Side,
    },
    UnitRouted {
        owner: Seat,
    },
    PlanningEnds,
    StormMoves,
    InsteadOfOrder,
}

/// What is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Response {
    #[default]
    Scheme,
    Upgrade(UpgradeId),
}

impl Responses for ForbiddenStars {
    type Moment = Moment;
    type Ability = Response;

    /// Upgrades and schemes lie open, so everybody knows who can respond.
    fn could_respond(play: &Play<'_>, seat: Seat, moment: Moment) -> bool {
        play.table.is_in(seat) && each_response(play.look(), seat, moment).next().is_some()
    }

    fn ask_response(_seat: Seat, moment: Moment) -> Decision {
        Decision::Respond(moment)
    }

    fn response(choice: Choice) -> Option<Response> {
        match choice {
            Choice::Scheme => Some(Response::Scheme),
            Choice::Upgrade(upgrade) => Some(Response::Upgrade(upgrade)),
            _ => None,
        }
    }

    fn use_ability(seat: Seat, ability: Response, moment: Moment) -> Frame {
        UseResponse::new(seat, ability, moment).into()
    }
}

pub fn list(look: Look<'_>, seat: Seat, moment: Moment, out: &mut Vec<Choice>) {
    out.extend(each_response(look, seat, moment).map(|response| match response {
        Response::Scheme => Choice::Scheme,
        Response::Upgrade(upgrade) => Choice::Upgrade(upgrade),
    }));
    out.push(Choice::Done);
}

fn each_response(look: Look<'_>, seat: Seat, moment: Moment) -> impl Iterator<Item = Response> {
    let scheme = scheme_moment(look, seat, moment)
        .filter(|&wanted| scheme_is_ready(look, seat, wanted, moment))
        .map(|_| Response::Scheme);
    let upgrades = upgrade_moment(look, seat, moment).into_iter().flat_map(move |wanted| {
        ready_upgrades(look, seat, wanted).filter(move |&upgrade| upgrade_applies(look, seat, upgrade, wanted))
    });
    let declared = (moment == Moment::StrikeRolled && is_striker(look, seat))
        .then(|| {
            declared_upgrades(look, seat)
                .filter(move |&upgrade| resolve::any_usable(look, seat, Source::Upgrade(upgrade)))
        })
        .into_iter()
        .flatten();
    upgrades.chain(declared).map(Response::Upgrade).chain(scheme)
}

/// The schemes that answer a moment, if this seat takes part in it. [combat.effects-by-others.1]
fn scheme_moment(look: Look<'_>, seat: Seat, moment: Moment) -> Option<SchemeMoment> {
    let active = look.table.active_player == seat;
    let fights = look.table.battle.and_then(|battle| battle.side_of(seat));
    match moment {
        Moment::OrderStarts if active => {
            let advancing = look.table.order.is_some_and(|order| order.kind == crate::components::OrderKind::Advance);
            advancing.then_some(SchemeMoment::Advance)
        }
        Moment::StrikeDeclared if is_striker(look, seat) => Some(SchemeMoment::StrikeDeclared),
        Moment::StrikeRolled if is_striker(look, seat) => Some(SchemeMoment::StrikeRolled),
        Moment::DamageStarts { of } if fights == Some(of) => Some(SchemeMoment::DamageStarts),
        Moment::DamageEnds { of } if fights == Some(of) => Some(SchemeMoment::DamageEnds),
        Moment::UnitRouted { owner, .. } if fights.is_some() && owner != seat => Some(SchemeMoment::UnitRouted),
        Moment::PlanningEnds => Some(SchemeMoment::PlanningEnds),
        Moment::StormMoves if look.table.storm_move.is_some_and(|storm| storm.by != seat) => {
            Some(SchemeMoment::StormMoves)
        }
        Moment::InsteadOfOrder if active => Some(SchemeMoment::InsteadOfOrder),
        Moment::Reveal
        | Moment::OrderStarts
        | Moment::CombatStarts
        | Moment::CombatOver
        | Moment::OrderEnds
        | Moment::StrikeDeclared
        | Moment::StrikeRolled
        | Moment::DamageStarts { .. }
        | Moment::DamageEnds { .. }
        | Moment::UnitRouted { .. }
        | Moment::StormMoves
        | Moment::InsteadOfOrder => None,
    }
}

fn is_striker(look: Look<'_>, seat: Seat) -> bool {
    look.table.strike.is_some_and(|strike| strike.by == seat)
}

/// The scheme in play answers this moment and could do something.
pub fn scheme_is_ready(look: Look<'_>, seat: Seat, wanted: SchemeMoment, moment: Moment) -> bool {
    let Some(scheme) = look.player(seat).scheme else { return false };
    look.catalogue.event_facts(scheme).scheme == Some(wanted)
        && (matches!(moment, Moment::UnitRouted { .. } | Moment::StormMoves)
            || resolve::any_usable(look, seat, Source::Event(scheme)))
}

/// The upgrades that answer a moment: those of the order being resolved, for the player who resolves it.
fn upgrade_moment(look: Look<'_>, seat: Seat, moment: Moment) -> Option<UpgradeMoment> {
    if look.table.active_player != seat || look.table.order.is_none() {
        return None;
    }
    match moment {
        Moment::Reveal => Some(UpgradeMoment::Reveal),
        Moment::OrderStarts => Some(UpgradeMoment::Start),
        Moment::CombatStarts => {
            look.table.battle.is_some_and(|battle| battle.seats[0] == seat).then_some(UpgradeMoment::CombatStart)
        }
        Moment::CombatOver => Some(UpgradeMoment::AfterCombat),
        Moment::OrderEnds => Some(UpgradeMoment::End),
        Moment::StrikeDeclared => is_striker(look, seat).then_some(UpgradeMoment::Strike),
        Moment::StrikeRolled
        | Moment::DamageStarts { .. }
        | Moment::DamageEnds { .. }
        | Moment::UnitRouted { .. }
        | Moment::PlanningEnds
        | Moment::StormMoves
        | Moment::InsteadOfOrder => None,
    }
}

/// Faceup upgrades of the order being resolved, for this moment. [order-upgrade-cards.use.1]
pub fn ready_upgrades(look: Look<'_>, seat: Seat, wanted: UpgradeMoment) -> impl Iterator<Item = UpgradeId> {
    let player = look.table.player(seat);
    let kind = look.table.order.map(|order| order.kind);
    (0..UPGRADES_PER_FACTION)
        .filter(|&index| player.is_upgrade_ready(index))
        .map(|index| UpgradeId::new(player.faction, index))
        .filter(move |&upgrade| {
            let printed = look.catalogue.upgrade(upgrade);
            printed.moment == wanted && Some(printed.order) == kind
        })
}

/// Could the upgrade do something now?
fn upgrade_applies(look: Look<'_>, seat: Seat, upgrade: UpgradeId, moment: UpgradeMoment) -> bool {
    match moment {
        // Declared before the roll; a strike upgrade for bastions alone is declared by aiming at one.
        UpgradeMoment::Strike => true,
        // [card-clarifications.crusade.1]
        UpgradeMoment::CombatStart => {
            let system = look.table.battle().area.system();
            !system.areas().any(|area| look.is_world(area) && look.is_friendly(area, seat))
                && resolve::any_usable(look, seat, Source::Upgrade(upgrade))
        }
        UpgradeMoment::Reveal
        | UpgradeMoment::Start
        | UpgradeMoment::BuyStructure
        | UpgradeMoment::AfterCombat
        | UpgradeMoment::End => resolve::any_usable(look, seat, Source::Upgrade(upgrade)),
    }
}

/// Upgrades declared for the strike at hand whose ability is still to be used.
pub fn declared_upgrades(look: Look<'_>, seat: Seat) -> impl Iterator<Item = UpgradeId> {
    let declared = look.table.strike().declared;
    let faction = look.table.player(seat).faction;
    (0..UPGRADES_PER_FACTION)
        .filter(move |index| declared & (1 << index) != 0)
        .map(move |index| UpgradeId::new(faction, index))
}

/// Works once per round. [order-upgrade-cards.use.2]
pub fn turn_facedown(play: &mut Play<'_>, seat: Seat, upgrade: UpgradeId) {
    play.table.player_mut(seat).used_upgrades |= 1 << upgrade.index();
    play.tell(Event::UpgradeUsed { seat, upgrade });
}

/// The use of a strike upgrade is decided before rolling. [orbital-strike.upgrades.1]
pub fn declare_strike_upgrade(play: &mut Play<'_>, seat: Seat, upgrade: UpgradeId) {
    turn_facedown(play, seat, upgrade);
    play.table.strike_mut().declared |= 1 << upgrade.index();
}

/// Turns the upgrade facedown or discards the scheme, then does what it says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct UseResponse {
    step: Step,
    seat: Seat,
    response: Response,
    pub moment: Moment,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    #[default]
    Use,
    FightOut,
    Over,
}

procedure!(UseResponse, Step);

impl UseResponse {
    pub fn new(seat: Seat, response: Response, moment: Moment) -> Self {
        UseResponse { step: Step::Use, seat, response, moment }
    }

    pub fn run(&mut self, play: &mut Play<'_>) -> Flow {
        let seat = self.seat;
        match self.step {
            Step::Use => match self.response {
                Response::Scheme => {
                    let scheme = play.table.player_mut(seat).scheme.take().expect("a scheme in play was chosen");
                    play.tell(Event::SchemeUsed { seat, scheme });
                    pieces::discard_event(play, seat, scheme);
                    self.call(Resolve::committed(seat, Source::Event(scheme)), Step::FightOut)
                }
                Response::Upgrade(upgrade) if self.moment == Moment::StrikeDeclared => {
                    declare_strike_upgrade(play, seat, upgrade);
                    self.done()
                }
                Response::Upgrade(upgrade) if self.moment == Moment::StrikeRolled => {
                    play.table.strike_mut().declared &= !(1 << upgrade.index());
                    self.call(Resolve::committed(seat, Source::Upgrade(upgrade)), Step::Over)
                }
                Response::Upgrade(upgrade) => {
                    turn_facedown(play, seat, upgrade);
                    self.call(Resolve::committed(seat, Source::Upgrade(upgrade)), Step::Over)
                }
            },
            // What a scheme makes contested outside a combat or order is fought over at once.
            Step::FightOut => {
                let at_once = self.moment == Moment::InsteadOfOrder;
                self.call_if(at_once, crate::combat::Contests::new(seat), Step::Over)
            }
            Step::Over => self.done(),
        }
    }
}
