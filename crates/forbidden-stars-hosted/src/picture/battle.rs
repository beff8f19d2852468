//! A combat or an orbital strike: two facing columns, the attacker on the left.

use super::badges::{inline_mark, inline_structure, inline_unit};
use super::scene::Scene;
use super::{cards, seals};
use ::forbidden_stars::components::{Face, StructureKind};
use ::forbidden_stars::force::TOKENS;
use ::forbidden_stars::table::{Area, BASTION, CardId, EXECUTION_ROUNDS, Hurt, Strike};
use ::forbidden_stars::view::{BattleView, SideView};
use ::forbidden_stars::{Choice, Decision};
use kernel::{Seat, Sight};
use maud::{Markup, html};
use picture::seat_class;

/// Nothing while nobody fights.
pub fn fragment(scene: &Scene<'_>) -> Markup {
    match (&scene.view.battle, &scene.view.strike) {
        (Some(battle), _) => combat(scene, battle),
        (None, Some(strike)) => self::strike(scene, strike),
        (None, None) => html! {},
    }
}

fn combat(scene: &Scene<'_>, battle: &BattleView) -> Markup {
    let values = |index: usize| Face::ALL.map(|face| value(scene, battle, index, face));
    let [attack, defend] = [values(0), values(1)];
    let damage = [damage(defend, attack), damage(attack, defend)];
    html! {
        section class="battle" aria-label={ "Combat, " (scene.area_title(battle.area)) } {
            header { h2 { "Combat, " (scene.area_title(battle.area)) } (rail(scene, battle)) }
            div class="columns" {
                @for (index, side) in battle.sides.iter().enumerate() {
                    @let seat = battle.seats[index];
                    div class={ "column " (seat_class(seat)) } role="group"
                        aria-label={ (scene.faction_name(seat)) ", " (["attacker", "defender"][index]) } {
                        h3 { (inline_mark(scene, seat)) (scene.faction_name(seat)) span class="quiet" { " " (["attacks", "defends"][index]) } }
                        (totals([attack, defend][index], damage[index]))
                        (dice(scene, seat, side.dice))
                        (extras(side))
                        (units(scene, battle.area, seat, &side.hurt))
                        (played(scene, seat, side))
                    }
                }
            }
        }
    }
}

fn strike(scene: &Scene<'_>, strike: &Strike) -> Markup {
    let title = format!("Orbital strike on {}", scene.area_title(strike.world));
    html! {
        section class="battle strike" aria-label=(title) {
            header { h2 { (title) } p class="quiet" { "from " (scene.area_title(strike.void)) } }
            div class="columns" {
                div class={ "column " (seat_class(strike.by)) } role="group" aria-label={ (scene.faction_name(strike.by)) ", strikes" } {
                    h3 { (inline_mark(scene, strike.by)) (scene.faction_name(strike.by)) span class="quiet" { " strikes" } }
                    (dice(scene, strike.by, strike.dice))
                    (units(scene, strike.void, strike.by, &[]))
                }
                div class={ "column " (seat_class(strike.against)) } role="group" aria-label={ (scene.faction_name(strike.against)) ", is struck" } {
                    h3 { (inline_mark(scene, strike.against)) (scene.faction_name(strike.against)) span class="quiet" { " is struck" } }
                    @if strike.dice.iter().any(|&count| count > 0) {
                        p class="suffers" { (seals::inline("offence", seals::face(Face::Offence))) (strike.dice[Face::Offence.index()]) " damage" }
                    }
                    (units(scene, strike.world, strike.against, &[]))
                }
            }
        }
    }
}

/// The rounds of a combat, the present one marked, and what is done in it now.
fn rail(scene: &Scene<'_>, battle: &BattleView) -> Markup {
    html! {
        ol class="rail" {
            @for round in 0..=EXECUTION_ROUNDS + 1 {
                @let now = round == battle.round.min(EXECUTION_ROUNDS + 1);
                li class=[now.then_some("now")] aria-current=[now.then_some("step")] {
                    @if round == 0 { "Dice" } @else if round > EXECUTION_ROUNDS { "Morale" } @else { "Round " (round) }
                }
            }
        }
        @if let Some(step) = scene.view.questions.first().and_then(|question| step(question.decision)) { p class="quiet" { (step) } }
    }
}

/// What is done at a question of a combat, for the rail.
fn step(decision: Decision) -> Option<&'static str> {
    match decision {
        Decision::Reinforce => Some("Reinforcements are committed."),
        Decision::ChooseCombatCard => Some("Both choose a combat card."),
        Decision::Effect(_) | Decision::Special(_) => Some("Cards are resolved."),
        Decision::AssignDamage { .. } => Some("Damage is assigned."),
        Decision::SaveRouted => Some("A routed unit may be saved."),
        Decision::RetreatTo { .. } => Some("The beaten side retreats."),
        Decision::KeepStructure => Some("A structure is taken or destroyed."),
        Decision::Respond(_) => Some("Players may respond."),
        Decision::PlaceTile
        | Decision::PlaceForces
        | Decision::PlaceObjective
        | Decision::PlaceStorm
        | Decision::PlaceOrder
        | Decision::RevealOrder
        | Decision::ResolveOrDivert
        | Decision::BuyUnit { .. }
        | Decision::BuyStructure
        | Decision::BuyUpgrades { .. }
        | Decision::BuyUpgrade(_)
        | Decision::RemovePair
        | Decision::TakeProsperity
        | Decision::MoveShip
        | Decision::MoveGroundUnit
        | Decision::OrbitalStrike { .. }
        | Decision::ChooseContest
        | Decision::DestroyExcess { .. }
        | Decision::ChooseEvent
        | Decision::PlayScheme
        | Decision::MoveStorm { .. } => None,
    }
}

/// Dice, tokens, faceup cards and borrowed icons; for morale, standing units as well. [combat.assess-damage.1]
fn value(scene: &Scene<'_>, battle: &BattleView, index: usize, face: Face) -> u8 {
    let side = &battle.sides[index];
    let cards: u8 = side.faceup.iter().map(|faceup| scene.catalogue.card(faceup.card).icons[face.index()]).sum();
    let shown = side.dice[face.index()] + cards + side.borrowed[face.index()];
    match face {
        Face::Offence => shown + side.tokens[0],
        Face::Defence => shown + side.tokens[1],
        Face::Morale => shown + standing_morale(scene, battle.area, battle.seats[index]),
    }
}

fn standing_morale(scene: &Scene<'_>, area: Area, seat: Seat) -> u8 {
    let force = scene.force(area, seat);
    let units: u8 = (0..=TOKENS)
        .map(|row| force.standing(row) * scene.strength(seat, row, area).map_or(0, |strength| strength.morale))
        .sum();
    let sheet = &scene.catalogue.factions[usize::from(scene.player(seat).faction)];
    units + force.structures(StructureKind::Bastion) * sheet.bastion.morale
}

/// What `struck` would suffer if damage were assessed now.
fn damage(striking: [u8; 3], struck: [u8; 3]) -> u8 {
    striking[Face::Offence.index()].saturating_sub(struck[Face::Defence.index()])
}

fn totals(values: [u8; 3], damage: u8) -> Markup {
    html! {
        div class="totals" {
            @for face in Face::ALL {
                span class={ "total " (face.id()) } title={ (face.id()) " in all" } {
                    (seals::inline(face.id(), seals::face(face)))
                    span class="unseen" { (face.id()) " " }
                    b { (values[face.index()]) }
                }
            }
            span class="suffers quiet" title="if damage were assessed now" { "takes " (damage) }
        }
    }
}

/// Dice by face, as faces.
fn dice(scene: &Scene<'_>, seat: Seat, dice: [u8; 3]) -> Markup {
    html! {
        div class="dice" {
            @for face in Face::ALL {
                @let count = dice[face.index()];
                @if count > 0 {
                    span class={ "die-group " (face.id()) } role="group" data-piece={ "die:" (seat.0) "." (face.id()) } data-glide={ "d" (seat.0) "." (face.id()) }
                        aria-label={ (scene.faction_name(seat)) ": " (count) " dice show " (face.id()) } {
                        @for _ in 0..count {
                            svg class="die" viewBox="-18 -18 36 36" aria-hidden="true" {
                                rect x="-16" y="-16" width="32" height="32" rx="6" {}
                                path fill-rule="evenodd" d=(seals::face(face)) {}
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Combat tokens and borrowed icons.
fn extras(side: &SideView) -> Markup {
    let tokens = [(Face::Offence, side.tokens[0]), (Face::Defence, side.tokens[1])];
    html! {
        div class="row extras" {
            @for (face, count) in tokens.into_iter().filter(|(_, count)| *count > 0) {
                span class="combat-token" { (seals::inline(face.id(), seals::face(face))) "×" (count) span class="quiet" { " tokens" } }
            }
            @for face in Face::ALL.into_iter().filter(|face| side.borrowed[face.index()] > 0) {
                span class="borrowed" { (seals::inline(face.id(), seals::face(face))) "×" (side.borrowed[face.index()]) span class="quiet" { " borrowed" } }
            }
        }
    }
}

/// Alike units: kind, state, damage.
#[derive(Clone, Copy, Debug)]
struct Group {
    row: usize,
    routed: bool,
    hurt: u8,
    count: u8,
}

fn units(scene: &Scene<'_>, area: Area, seat: Seat, hurts: &[Hurt]) -> Markup {
    let force = scene.force(area, seat);
    let id = scene.area_id(area);
    let mut groups: Vec<Group> = Vec::new();
    for (row, posture, count) in force.groups() {
        let routed = posture.is_routed();
        let mut damages: Vec<u8> = hurts
            .iter()
            .filter(|hurt| usize::from(hurt.row) == row && hurt.posture == posture)
            .map(|hurt| hurt.damage)
            .collect();
        damages.sort_unstable();
        let whole = count.saturating_sub(damages.len() as u8);
        if whole > 0 {
            groups.push(Group { row, routed, hurt: 0, count: whole });
        }
        for hurt in damages {
            match groups.last_mut() {
                Some(last) if (last.row, last.routed, last.hurt) == (row, routed, hurt) => last.count += 1,
                Some(_) | None => groups.push(Group { row, routed, hurt, count: 1 }),
            }
        }
    }
    let bastion = scene.catalogue.factions[usize::from(scene.player(seat).faction)].bastion;
    let bastion_hurt = hurts.iter().find(|hurt| hurt.row == BASTION).map_or(0, |hurt| hurt.damage);
    html! {
        ul class="fighters" {
            @for group in &groups { (fighter(scene, &id, area, seat, *group)) }
            @if force.has_bastion() {
                li class="fighter" data-piece={ "structure:bastion@" (id) } aria-label={ "bastion, health " (bastion.health) ", damage " (bastion_hurt) } {
                    (inline_structure(seat_class(seat), StructureKind::Bastion))
                    span class="kind-name" { "bastion" }
                    (health(bastion.health, bastion_hurt))
                }
            }
        }
    }
}

fn fighter(scene: &Scene<'_>, id: &str, area: Area, seat: Seat, group: Group) -> Markup {
    let Group { row, routed, hurt, count } = group;
    let unit = scene.unit_id(seat, row);
    let strength = scene.strength(seat, row, area);
    let mut piece = format!("unit:{unit}@{id}");
    if routed {
        piece += ".routed";
    }
    if hurt > 0 {
        piece += &format!(".hurt{hurt}");
    }
    html! {
        li class={ "fighter" @if routed { " routed" } } data-piece=(piece) data-glide={ "u" (seat.0) "." (unit) }
            aria-label={
                (scene.units_in_words(seat, row, count)) @if routed { ", routed" } @if hurt > 0 { ", damage " (hurt) }
            } {
            (inline_unit(scene.catalogue, scene.unit(seat, row), seat_class(seat), routed))
            span class="kind-name" { @if count > 1 { b { (count) "× " } } (scene.catalogue.unit_name(scene.unit(seat, row))) @if routed { span class="quiet" { " routed" } } }
            @if let Some(strength) = strength { (health(strength.health, hurt)) }
        }
    }
}

/// Pips of health, the spent ones struck.
fn health(health: u8, hurt: u8) -> Markup {
    html! {
        svg class="health" viewBox=(format!("0 0 {} 12", 11 * u32::from(health))) role="img" aria-label={ "health " (health) ", damage " (hurt) } {
            @for pip in 0..health {
                @let x = 11 * u32::from(pip);
                @if pip < hurt {
                    path class="wound" d=(format!("M{} 2L{} 10M{} 10L{} 2", x + 1, x + 9, x + 1, x + 9)) {}
                } @else {
                    rect class="pip" x=(x + 1) y="2" width="8" height="8" rx="2" {}
                }
            }
        }
    }
}

/// A card that is chosen and not yet laid down, since the other still thinks: its owner sees it, everybody sees its back.
fn sealed(scene: &Scene<'_>, seat: Seat) -> Option<Sight<CardId>> {
    let is_chosen = scene.view.answered.contains(seat)
        && scene.view.questions.iter().any(|question| question.decision == Decision::ChooseCombatCard);
    let own = scene.view.own_answer.filter(|_| scene.own_seat() == Some(seat));
    match own {
        Some(Choice::Card(card)) if is_chosen => Some(Sight::Face(card)),
        _ => is_chosen.then_some(Sight::Back),
    }
}

/// The card on the table facedown, then those turned up.
fn played(scene: &Scene<'_>, seat: Seat, side: &SideView) -> Markup {
    html! {
        div class="played" {
            @match side.facedown.or(sealed(scene, seat)) {
                Some(Sight::Face(card)) => {
                    div class="own-facedown" { p class="quiet" { "Facedown: only you see it." } (cards::combat(scene.catalogue, card, 1)) }
                }
                Some(Sight::Back) => (cards::back(scene.faction_name(seat), seat_class(seat))),
                None => {}
            }
            @for faceup in side.faceup.iter().rev() { (cards::combat(scene.catalogue, faceup.card, 1)) }
        }
    }
}
