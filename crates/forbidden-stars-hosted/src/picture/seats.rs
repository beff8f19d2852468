//! Everybody's play area, as far as everybody may see it: one panel a seat, in seat order.

use super::badges::{inline_mark, inline_structure};
use super::scene::Scene;
use super::seals;
use ::forbidden_stars::components::{OrderKind, StructureKind};
use ::forbidden_stars::notation::slug;
use ::forbidden_stars::table::{Area, CardId, EventId, MATERIEL_LIMIT, UPGRADES_PER_FACTION, UpgradeId};
use ::forbidden_stars::view::PlayerView;
use kernel::{Seat, Sight};
use maud::{Markup, html};
use picture::seat_class;

pub fn fragment(scene: &Scene<'_>) -> Markup {
    html! {
        ol class="seats" { @for seat in scene.seats() { (panel(scene, seat)) } }
    }
}

fn panel(scene: &Scene<'_>, seat: Seat) -> Markup {
    let player = scene.player(seat);
    let faction = &scene.catalogue.factions[usize::from(player.faction)];
    let view = scene.view;
    let out = view.eliminated.contains(seat);
    let won = view.winners.contains(seat);
    let asked = view.questions.iter().any(|question| question.seat == seat);
    html! {
        li class={ "seat " (seat_class(seat)) @if scene.viewer.is(seat) { " own" } @if asked { " asked" } @if out { " eliminated" } }
            data-piece={ "player:" (faction.id) } aria-label={ (faction.name) ", " (faction.race) } {
            header {
                (inline_mark(scene, seat))
                h3 { (faction.name) }
                span class="quiet" { (faction.race) }
                @if view.first_player == seat { span class="tag" title="holds the first player token" { "first" } }
                @if won { span class="tag won" { "winner" } }
                @if out { span class="tag" { "eliminated" } }
                @if view.answered.contains(seat) { span class="tag" { "has answered" } }
            }
            @if !out {
                div class="facts" {
                    (dial(player.materiel))
                    div class="stock" {
                        (objectives(player.objectives, view.players.len()))
                        div class="row" {
                            @for (icon, count) in seals::ASSET_ICONS.into_iter().zip(player.assets) {
                                span class="count" title={ (seals::asset(icon).name) " tokens" } {
                                    (seals::inline_seal(seals::asset(icon)))
                                    span class="unseen" { (seals::asset(icon).name) " tokens " }
                                    (count)
                                }
                            }
                            span class="count" title="cities: the command level" {
                                (inline_structure(seat_class(seat), StructureKind::City))
                                span class="unseen" { "command level " }
                                (command_level(scene, seat))
                            }
                        }
                    }
                }
                (orders(scene, seat, player))
                (cards(scene, player))
                (powers(scene, player))
            }
        }
    }
}

/// Materiel on its dial, from nothing at the left to fourteen at the right.
fn dial(materiel: u8) -> Markup {
    // Fourteen steps over three quarters of a circle.
    let angle = f32::from(materiel) * 270.0 / f32::from(MATERIEL_LIMIT) - 135.0;
    let ticks: Vec<i32> =
        (0..=i32::from(MATERIEL_LIMIT)).map(|step| step * 2700 / i32::from(MATERIEL_LIMIT) / 10 - 135).collect();
    html! {
        svg class="dial" viewBox="-26 -26 52 52" role="img" aria-label={ "materiel " (materiel) " of " (MATERIEL_LIMIT) } {
            circle class="plate" r="24" {}
            @for tick in ticks { path class="tick" d="M0-22V-18.5" transform=(format!("rotate({tick})")) {} }
            path class="hand-of-dial" d="M0-23L3.2-13.5H-3.2Z" transform=(format!("rotate({angle:.0})")) {}
            text y="6" { (materiel) }
        }
    }
}

/// Collected of needed.
fn objectives(collected: u8, needed: usize) -> Markup {
    const STAR: &str = "M0-11L3-4L10.6-3.4L4.8 1.6L6.6 9L0 5L-6.6 9L-4.8 1.6L-10.6-3.4L-3-4Z";
    html! {
        div class="objectives" role="img" aria-label={ "objectives " (collected) " of " (needed) } title="objectives" {
            @for place in 0..needed.max(usize::from(collected)) {
                (seals::inline(if place < usize::from(collected) { "taken" } else { "open" }, STAR))
            }
        }
    }
}

fn command_level(scene: &Scene<'_>, seat: Seat) -> u8 {
    (0..scene.view.forces.len() as u8).map(|area| scene.force(Area(area), seat).structures(StructureKind::City)).sum()
}

fn orders(scene: &Scene<'_>, seat: Seat, player: &PlayerView) -> Markup {
    let on_board = scene.view.orders.iter().filter(|token| token.owner == seat).count();
    html! {
        div class="row orders" {
            span class="count" title="order tokens not placed" {
                @match player.unplaced_kinds {
                    Some(kinds) => (signs(kinds)),
                    None => (seals::inline("back", HEXAGON)),
                }
                span { (player.unplaced) span class="quiet" { " in reserve" } }
            }
            @if on_board > 0 { span class="count" { (on_board) span class="quiet" { " on the map" } } }
            @if player.resolved.iter().any(|&count| count > 0) {
                span class="count" title="order tokens resolved" { (signs(player.resolved)) span class="quiet" { "resolved" } }
            }
            @if player.on_deck.iter().any(|&count| count > 0) {
                span class="count" title="order tokens on the event deck" { (signs(player.on_deck)) span class="quiet" { "on the deck" } }
            }
        }
    }
}

const HEXAGON: &str = "M-7-12H7L13 0L7 12H-7L-13 0Z";

/// The signs of order tokens, each as often as there are.
fn signs(kinds: [u8; 4]) -> Markup {
    html! {
        @for kind in OrderKind::ALL {
            @for _ in 0..kinds[kind.index()] { (seals::inline("order", seals::order(kind))) }
        }
        span class="unseen" {
            @for kind in OrderKind::ALL {
                @if kinds[kind.index()] > 0 { (kinds[kind.index()]) " " (kind.id()) " " }
            }
        }
    }
}

fn cards(scene: &Scene<'_>, player: &PlayerView) -> Markup {
    html! {
        div class="row" {
            span class="count" title="cards in hand" { (seals::inline("deck", seals::CARD)) (player.hand.len()) span class="quiet" { " in hand" } }
            span class="count" title="combat deck" { (player.deck) span class="quiet" { " in the deck" } }
            span class="count" title="event deck" { (player.event_deck) span class="quiet" { " events" } }
        }
        @if !known(&player.hand).is_empty() && !scene.viewer_owns(player) {
            div class="chips" { span class="quiet" { "seen:" } @for card in known(&player.hand) { (card_chip(scene, card, "seen in this hand")) } }
        }
        @if !player.open_deck.is_empty() {
            div class="chips" { span class="quiet" { "deck:" } @for &card in &player.open_deck { (card_chip(scene, card, "in the deck")) } }
        }
        @if !player.open_events.is_empty() {
            div class="chips" { @for &event in &player.open_events { (event_chip(scene, event, "coming")) } }
        }
    }
}

/// The faces among what lies hidden.
fn known<T: Copy>(pile: &[Sight<T>]) -> Vec<T> {
    pile.iter()
        .filter_map(|sight| match sight {
            Sight::Face(card) => Some(*card),
            Sight::Back => None,
        })
        .collect()
}

fn card_chip(scene: &Scene<'_>, card: CardId, place: &str) -> Markup {
    let name = &scene.catalogue.card_text(card).name;
    html! {
        span class="power known" role="group" data-piece={ "card:" (slug(name)) } aria-label={ (place) ": " (name) } { (name) }
    }
}

/// Order upgrades, the scheme, the event at hand.
fn powers(scene: &Scene<'_>, player: &PlayerView) -> Markup {
    let upgrades: Vec<u8> = (0..UPGRADES_PER_FACTION).filter(|index| player.upgrades & (1 << index) != 0).collect();
    let drawn: Vec<EventId> = if scene.viewer_owns(player) {
        Vec::new()
    } else {
        known(&player.drawn_events).into_iter().chain(known(&player.further_events)).collect()
    };
    html! {
        @if !upgrades.is_empty() || player.scheme.is_some() || player.event.is_some() || !drawn.is_empty() {
            div class="chips" {
                @for index in upgrades {
                    @let upgrade = scene.catalogue.upgrade(UpgradeId::new(player.faction, index));
                    @let used = player.used_upgrades & (1 << index) != 0;
                    span class={ "power upgrade" @if used { " used" } } role="group" data-piece={ "upgrade:" (slug(&upgrade.name)) }
                        aria-label={ "order upgrade " (upgrade.name) @if used { ", used" } } {
                        (seals::inline("order", seals::order(upgrade.order))) (upgrade.name)
                    }
                }
                @if let Some(scheme) = player.scheme { (event_chip(scene, scheme, "scheme")) }
                @if let Some(event) = player.event { (event_chip(scene, event, "event")) }
                @for event in drawn { (event_chip(scene, event, "drawn")) }
            }
        }
    }
}

fn event_chip(scene: &Scene<'_>, event: EventId, what: &str) -> Markup {
    let name = &scene.catalogue.event(event).name;
    html! {
        span class={ "power " (what) } role="group" data-piece={ "event:" (slug(name)) } aria-label={ (what) " " (name) } {
            span class="quiet" { (what) } " " (name)
        }
    }
}
