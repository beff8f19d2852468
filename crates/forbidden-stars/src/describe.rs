//! What people read: where the game is, what is asked, what happened, and by which clause.

use crate::Game;
use crate::board::Looking;
use crate::cards::response::Moment;
use crate::decisions::Decision;
use crate::events::{Event, Phase};
use crate::frame::Frame;
use crate::notation::Names;
use crate::table::{Area, Edge, EventId, UnitKind};
use kernel::Seat;

/// A frame's part of the breadcrumb.
pub fn frame(game: &Game, frame: &Frame) -> String {
    let names = Names::of(game.look());
    let table = &game.table;
    match frame {
        Frame::Match(_) => format!("Round {}", table.round),
        Frame::Setup(_) => "Set-up".to_owned(),
        Frame::Planning(_) => "Planning".to_owned(),
        Frame::Operations(_) => "Operations".to_owned(),
        Frame::Deploy(order) => format!("Deploy in {}", names.system(order.system)),
        Frame::Strategize(order) => format!("Strategize in {}", names.system(order.system)),
        Frame::Dominate(order) => format!("Dominate {}", names.system(order.system)),
        Frame::Advance(order) => format!("Advance into {}", names.system(order.system)),
        Frame::OrbitalStrike(_) => "Orbital strike".to_owned(),
        Frame::Combat(_) => match &table.battle {
            Some(battle) if battle.round > 0 => {
                format!("Combat {}, round {}", names.whereabouts(battle.area), battle.round)
            }
            Some(battle) => format!("Combat {}", names.whereabouts(battle.area)),
            None => "Combat".to_owned(),
        },
        Frame::AssessDamage(_) => "Assess damage".to_owned(),
        Frame::UnitCapacity(_) => "Unit capacity".to_owned(),
        Frame::Refresh(_) => "Refresh".to_owned(),
        Frame::EventStep(_) => "Events".to_owned(),
        Frame::MoveStorm(_) => "Warp Storm".to_owned(),
        Frame::Resolve(resolve) => resolve.source.name(game.catalogue).to_owned(),
        Frame::Turn(_)
        | Frame::BuyUpgrade(_)
        | Frame::Contests(_)
        | Frame::Capture(_)
        | Frame::SufferDamage(_)
        | Frame::Rout(_)
        | Frame::Retreat(_)
        | Frame::Effect(_)
        | Frame::SpecialEffect(_)
        | Frame::Window(_)
        | Frame::UseResponse(_) => String::new(),
    }
}

/// The question as the table hears it.
pub fn decision(game: &Game, seat: Seat, decision: Decision) -> String {
    format!("{}: {}", player(game, seat), question(game, decision))
}

/// What is asked, whoever is asked: "place an order token".
pub fn question(game: &Game, decision: Decision) -> String {
    let names = Names::of(game.look());
    match decision {
        Decision::PlaceTile => "place a tile".to_owned(),
        Decision::PlaceForces => "place initial forces on the new tile".to_owned(),
        Decision::PlaceObjective => "place an objective token".to_owned(),
        Decision::PlaceStorm => "place a Warp Storm".to_owned(),
        Decision::PlaceOrder => "place an order token".to_owned(),
        Decision::RevealOrder => "reveal an order".to_owned(),
        Decision::ResolveOrDivert => {
            let kind = game.table.order.map_or("revealed", |order| order.kind.id());
            format!("resolve the {kind} order, or put it on the event deck")
        }
        Decision::Respond(moment) => moment_question(moment).to_owned(),
        Decision::BuyUnit { left, .. } => format!("buy a unit (up to {left} more)"),
        Decision::BuyStructure => "buy a structure".to_owned(),
        Decision::BuyUpgrades { .. } | Decision::BuyUpgrade(_) => "take an upgrade".to_owned(),
        Decision::RemovePair => "choose the pair that leaves the combat deck".to_owned(),
        Decision::TakeProsperity => "choose an asset token".to_owned(),
        Decision::MoveShip => "move a ship".to_owned(),
        Decision::MoveGroundUnit => "move a ground unit".to_owned(),
        Decision::OrbitalStrike { .. } => "make an orbital strike".to_owned(),
        Decision::ChooseContest => "choose the combat to fight first".to_owned(),
        Decision::Reinforce => "commit reinforcement tokens".to_owned(),
        Decision::ChooseCombatCard => "choose a combat card".to_owned(),
        Decision::AssignDamage { left, .. } => format!("choose who suffers {left} damage"),
        Decision::SaveRouted => "spend a morale die to save the routed unit".to_owned(),
        Decision::RetreatTo { area, .. } => format!("retreat from {}", names.area_title(area)),
        Decision::KeepStructure => "choose a captured structure to keep".to_owned(),
        Decision::DestroyExcess { area } => format!("destroy a unit beyond the capacity of {}", names.area_title(area)),
        Decision::ChooseEvent => "choose an event card".to_owned(),
        Decision::PlayScheme => {
            let name = |event: EventId| game.catalogue.event(event).name.as_str();
            let player = game.table.players.iter().find(|player| player.event.is_some());
            let new = player.and_then(|player| player.event).map_or("the scheme", name);
            match player.and_then(|player| player.scheme) {
                Some(old) => format!("put {new} into play in place of {}", name(old)),
                None => format!("put {new} into play"),
            }
        }
        Decision::MoveStorm { .. } => "move a Warp Storm".to_owned(),
        Decision::Effect(at) => {
            let word = game.catalogue.program.word(at.pc);
            format!("{}: {}", at.source.name(game.catalogue), word.question(at))
        }
        Decision::Special(at) => {
            format!("{}: {}", at.source.name(game.catalogue), at.question())
        }
    }
}

/// The card whose ability asks, if one does.
pub fn card_in_question(game: &Game, decision: Decision) -> Option<&'static str> {
    match decision {
        Decision::Effect(at) => Some(at.source.name(game.catalogue)),
        Decision::Special(at) => Some(at.source.name(game.catalogue)),
        _ => None,
    }
}

/// How the winners won: "with 2 objective tokens".
pub fn victory(game: &Game) -> String {
    let look = game.look();
    let Some(winner) = game.winners().iter().next() else { return String::new() };
    let counted = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let objectives = counted(look.player(winner).objectives.into(), "objective token");
    if look.player(winner).objectives >= look.table.seats {
        format!("with {objectives}")
    } else if look.table.turn_order().count() == 1 {
        "as the last one left".to_owned()
    } else {
        let worlds = counted(look.friendly_worlds(winner).count(), "world");
        let units = counted(look.units_on_board(winner).into(), "unit");
        format!("when the last round is over, with {objectives}, {worlds} and {units}")
    }
}

/// The faction's name as players say it.
pub fn player(game: &Game, seat: Seat) -> &'static str {
    &game.catalogue.factions[usize::from(game.table.player(seat).faction)].name
}

fn moment_question(moment: Moment) -> &'static str {
    match moment {
        Moment::Reveal => "use an upgrade on the revealed order",
        Moment::OrderStarts => "use an upgrade or scheme with this order",
        Moment::CombatStarts => "use an upgrade as the combat starts",
        Moment::CombatOver => "use an upgrade after the combat",
        Moment::OrderEnds => "use an upgrade after the order",
        Moment::StrikeDeclared => "declare upgrades for the orbital strike",
        Moment::StrikeRolled => "use an ability of the orbital strike",
        Moment::DamageStarts { .. } => "use a scheme before damage",
        Moment::DamageEnds { .. } => "use a scheme after damage",
        Moment::UnitRouted { .. } => "use a scheme on the routed unit",
        Moment::PlanningEnds => "use a scheme at the end of planning",
        Moment::StormMoves => "use a scheme against the storm's move",
        Moment::InsteadOfOrder => "use a scheme instead of revealing an order",
    }
}

/// What the branch with this index, counted from 0, does; none where the question has no such branch.
pub fn branch_label(game: &Game, decision: Decision, branch: u8) -> Option<&'static str> {
    match decision {
        Decision::Effect(at) => {
            let program = &game.catalogue.program;
            program.word(at.pc).branch_label(program, branch)
        }
        Decision::Special(at) => at.branch_label(branch),
        _ => None,
    }
}

/// The clauses behind a question.
pub fn clauses(game: &Game, decision: Decision) -> Vec<&'static str> {
    match decision {
        Decision::PlaceTile => vec!["setup.build.2", "setup.board-size.5", "setup.tiles.3"],
        Decision::PlaceForces => vec!["setup.forces.1", "setup.forces.2", "setup.forces.3", "setup.forces.5"],
        Decision::PlaceObjective => vec!["setup.objectives.1", "setup.objectives.2", "setup.objectives.3"],
        Decision::PlaceStorm => vec!["setup.warp-storms.2", "setup.warp-storms.3", "setup.warp-storms.4"],
        Decision::PlaceOrder => {
            vec!["planning-phase.placement.1", "planning-phase.placement.3", "planning-phase.placement.6"]
        }
        Decision::RevealOrder => {
            vec!["operations-phase.turns.2", "stack.top.1", "operations-phase.instead.1", "operations-phase.instead.2"]
        }
        Decision::ResolveOrDivert => vec!["operations-phase.divert.1", "operations-phase.divert.2"],
        Decision::Respond(Moment::StrikeDeclared) => vec!["orbital-strike.upgrades.1", "orbital-strike.upgrades.2"],
        Decision::Respond(_) => {
            vec!["order-upgrade-cards.use.1", "order-upgrade-cards.use.7", "event-cards.scheme.4"]
        }
        Decision::BuyUnit { .. } => {
            vec!["deploy-order.units.1", "deploy-order.units.2", "deploy-order.units.3", "command-level.requirement.1"]
        }
        Decision::BuyStructure => vec!["deploy-order.structure.1", "deploy-order.structure.2", "structures.one.1"],
        Decision::BuyUpgrades { .. } | Decision::BuyUpgrade(_) => {
            vec!["strategize-order.purchase.1", "strategize-order.purchase.3", "command-level.requirement.2"]
        }
        Decision::RemovePair => vec!["combat-cards.upgrade.2", "combat-cards.upgrade.6"],
        Decision::TakeProsperity => vec!["assets.icons.2", "assets.limit.2"],
        Decision::MoveShip => vec!["advance-order.ships.1", "advance-order.contested.1", "moving-ships.storm.1"],
        Decision::MoveGroundUnit => {
            vec!["advance-order.ground.1", "moving-ground-units.path.1", "advance-order.contested.1"]
        }
        Decision::OrbitalStrike { .. } => {
            vec!["orbital-strike.when.1", "orbital-strike.target.1", "orbital-strike.target.2"]
        }
        Decision::ChooseContest => vec!["contested-areas.limit.1"],
        Decision::Reinforce => vec!["combat.reinforce.1", "reinforcement-tokens.use.1"],
        Decision::ChooseCombatCard => vec!["combat.choose-card.1", "combat.choose-card.2"],
        Decision::AssignDamage { side: None, .. } => vec!["orbital-strike.damage.3", "damage.assign.1"],
        Decision::AssignDamage { .. } => vec!["damage.assign.1", "damage.assign.2", "damage.excess.2"],
        Decision::SaveRouted => vec!["card-clarifications.ambush.1"],
        Decision::RetreatTo { .. } => {
            vec!["retreats.same-area.1", "retreats.attacker.1", "retreats.defender.1", "retreats.defender.2"]
        }
        Decision::KeepStructure => vec!["component-limitations.control-tokens.3"],
        Decision::DestroyExcess { .. } => vec!["unit-capacity.excess.1", "unit-capacity.timing.2"],
        Decision::ChooseEvent => vec!["refresh-phase.events.3", "event-cards.choose.1"],
        Decision::PlayScheme => vec!["event-cards.scheme.1", "event-cards.scheme.3"],
        Decision::MoveStorm { .. } => vec!["warp-storms-moving.choice.1", "warp-storms-moving.must.1"],
        Decision::Effect(at) => game.catalogue.program.word(at.pc).clauses().to_vec(),
        Decision::Special(_) => vec!["combat-card-resolution.whole.1", "event-cards.choice.1"],
    }
}

/// The event as a line of the log.
#[expect(clippy::too_many_lines, reason = "an arm for each event, of which none may be forgotten")]
pub fn event(game: &Game, event: &Event) -> String {
    let names = Names::of(game.look());
    let who = |seat: Seat| player(game, seat);
    let place = |area: Area| names.area_title(area);
    let there = |area: Area| names.whereabouts(area);
    let unit = |unit: UnitKind| game.catalogue.unit_name(unit);
    let one = |unit: UnitKind| with_article(game.catalogue.unit_name(unit));
    let count = |number: u8, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
    let edge = |edge: Edge| names.edge_in_words(edge);
    let faces = |dice: [u8; 3]| format!("{} offence, {} defence, {} morale", dice[0], dice[1], dice[2]);
    let card = |card: crate::table::CardId| &game.catalogue.card_text(card).name;
    let event_name = |event: crate::table::EventId| &game.catalogue.event(event).name;
    match *event {
        Event::FirstPlayer(seat) => format!("{} goes first", who(seat)),
        Event::TilePlaced { seat, system } => format!("{} places tile {}", who(seat), names.system(system)),
        Event::UnitPut { seat, unit: kind, area } => {
            format!("{} sets up {} {}", who(seat), one(kind), there(area))
        }
        Event::StructurePut { seat, structure, area } => {
            format!("{} sets up a {} {}", who(seat), structure.id(), there(area))
        }
        Event::ObjectivePut { owner, area } => format!("an objective of {} lies {}", who(owner), there(area)),
        Event::StormPut { seat, edge: at } => format!("{} places a Warp Storm {}", who(seat), edge(at)),
        Event::RoundBegins(round) => format!("— Round {round} —"),
        Event::PhaseBegins(Phase::Planning) => "Planning Phase".to_owned(),
        Event::PhaseBegins(Phase::Operations) => "Operations Phase".to_owned(),
        Event::PhaseBegins(Phase::Refresh) => "Refresh Phase".to_owned(),
        Event::OrderPlaced { seat, system } => format!("{} places an order in {}", who(seat), names.system(system)),
        Event::OrderRevealed { seat, system, kind } => {
            format!("{} reveals {} in {}", who(seat), kind.id(), names.system(system))
        }
        Event::OrderDiverted { seat, kind } => format!("{} puts the {} order on the event deck", who(seat), kind.id()),
        Event::ResolvedAs { seat, kind } => format!("{} resolves it as {}", who(seat), kind.id()),
        Event::OrdersOnDeck { seat, kind } => {
            format!("{} puts {} token on the event deck", who(seat), with_article(kind.id()))
        }
        Event::TokenShifted { seat, system } => format!("{} shifts an order in {}", who(seat), names.system(system)),
        Event::UpgradeUsed { seat, upgrade } => format!("{} uses {}", who(seat), game.catalogue.upgrade(upgrade).name),
        Event::SchemeUsed { seat, scheme } => format!("{} uses {}", who(seat), event_name(scheme)),
        Event::UnitBought { seat, unit: kind, area } => {
            format!("{} buys {} {}", who(seat), one(kind), there(area))
        }
        Event::StructureBuilt { seat, structure, area } => {
            format!("{} builds a {} {}", who(seat), structure.id(), there(area))
        }
        Event::StructureReplaced { seat, old, new, area } => {
            format!("{} turns a {} into a {} {}", who(seat), old.id(), new.id(), there(area))
        }
        Event::UpgradeGained { seat, upgrade } => {
            format!("{} gains {}", who(seat), game.catalogue.upgrade(upgrade).name)
        }
        Event::PairGained { seat, gained, removed } => {
            format!("{} puts {} into the combat deck for {}", who(seat), card(gained), card(removed))
        }
        Event::MaterielGained { seat, amount } => format!("{} gains {amount} materiel", who(seat)),
        Event::MaterielLost { seat, amount } => format!("{} loses {amount} materiel", who(seat)),
        Event::AssetGained { seat, asset } => format!("{} gains a {} token", who(seat), asset.id()),
        Event::AssetLost { seat, asset } => format!("{} gives up a {} token", who(seat), asset.id()),
        Event::UnitMoved { seat, unit: kind, from, to } => {
            format!("{} moves {} from {} to {}", who(seat), one(kind), place(from), place(to))
        }
        Event::UnitPlaced { seat, unit: kind, area } => {
            format!("{} places {} {}", who(seat), one(kind), there(area))
        }
        Event::UnitReplaced { seat, old, new, area } => {
            format!("{} replaces {} by {} {}", who(seat), one(old), one(new), there(area))
        }
        Event::StrikeBegins { seat, void, world } => {
            format!("{} strikes {} from {}", who(seat), place(world), place(void))
        }
        Event::CombatBegins { area, attacker, defender } => {
            format!("Combat {}: {} attacks {}", there(area), who(attacker), who(defender))
        }
        Event::ExecutionRound(round) => format!("Execution round {round}"),
        Event::Rolled { seat, dice } => format!("{} rolls {}", who(seat), faces(dice)),
        Event::DiceNow { seat, dice } => format!("{} has {}", who(seat), faces(dice)),
        Event::Tokens { seat, tokens } => {
            format!("{} has {} offence and {} defence tokens", who(seat), tokens[0], tokens[1])
        }
        Event::HandDrawn { seat, cards } => format!("{} draws {}", who(seat), count(cards, "combat card")),
        Event::CardDealt { seat, card: drawn } | Event::CardDrawn { seat, card: Some(drawn) } => {
            format!("{} draws {}", who(seat), card(drawn))
        }
        Event::CardDrawn { seat, card: None } => format!("{} draws a combat card", who(seat)),
        Event::Reinforced { seat, tokens } => format!("{} commits {}", who(seat), count(tokens, "reinforcement token")),
        Event::CardRevealed { seat, card: shown } => format!("{} reveals {}", who(seat), card(shown)),
        Event::CardForIcons { seat, card: shown } => format!("{} plays {} for its icons", who(seat), card(shown)),
        Event::CardDiscarded { seat, card: shown } => format!("{} discards {}", who(seat), card(shown)),
        Event::LookedAt { by, card: Some(seen) } => format!("{} sees {}", who(by), card(seen)),
        Event::LookedAt { by, card: None } => format!("{} looks at the facedown card", who(by)),
        Event::Suffers { seat, damage } => format!("{} suffers {damage} damage", who(seat)),
        Event::Routed { unit: kind, area, .. } => format!("{} routed {}", unit(kind), there(area)),
        Event::Rallied { unit: kind, area, .. } => format!("{} rallied {}", unit(kind), there(area)),
        Event::RalliedAll { seat, area } => format!("{} rallies every unit {}", who(seat), there(area)),
        Event::Destroyed { unit: kind, area, .. } => format!("{} destroyed {}", unit(kind), there(area)),
        Event::StructureDestroyed { structure, area, .. } => format!("{} destroyed {}", structure.id(), there(area)),
        Event::Retreats { seat, from, to } => format!("{} retreats from {} to {}", who(seat), place(from), place(to)),
        Event::Morale { attacker, defender } => format!("Morale {attacker} against {defender}"),
        Event::CombatWon { seat, area } => format!("{} wins {}", who(seat), there(area)),
        Event::NobodyWins { area } => format!("Nobody wins {}", there(area)),
        Event::Captured { seat, structure, area } => {
            format!("{} captures the {} {}", who(seat), structure.id(), there(area))
        }
        Event::ObjectiveCollected { seat, area } => format!("{} collects an objective {}", who(seat), there(area)),
        Event::AllRally => "All units rally".to_owned(),
        Event::EventsDrawn { seat, cards } => format!("{} draws {}", who(seat), count(cards, "event card")),
        Event::EventChosen { seat, event } => format!("{} chooses {}", who(seat), event_name(event)),
        Event::EventRevealed { seat, event } => format!("{} reveals {} for its storm", who(seat), event_name(event)),
        Event::SchemeInPlay { seat, scheme } => format!("{} puts {} into play", who(seat), event_name(scheme)),
        Event::EventDiscarded { seat, event } => format!("{} discards {}", who(seat), event_name(event)),
        Event::StormMoved { seat, from, to } => {
            format!("{} moves the Warp Storm {} to the edge {}", who(seat), edge(from), edge(to))
        }
        Event::Eliminated(seat) => format!("{} is eliminated", who(seat)),
        Event::Won(winners) => {
            let winners: Vec<&str> = winners.iter().map(who).collect();
            format!("Victory for {}", winners.join(" and "))
        }
    }
}

/// "a Scout", "an Iconoclast".
pub fn with_article(name: &str) -> String {
    let vowel = name.starts_with(['A', 'E', 'I', 'O', 'U', 'a', 'e', 'i', 'o', 'u']);
    format!("{} {name}", if vowel { "an" } else { "a" })
}
