//! The viewer's cards, readable: combat cards, events, and while he buys, what is for sale.

use super::cards;
use super::scene::Scene;
use ::forbidden_stars::Decision;
use ::forbidden_stars::table::{CARDS_PER_FACTION, CardId, EventId, UPGRADES_PER_FACTION, UpgradeId};
use kernel::{Seat, Sight};
use maud::{Markup, html};

/// Nothing for those who only watch.
pub fn fragment(scene: &Scene<'_>) -> Markup {
    let Some(seat) = scene.own_seat() else { return html! {} };
    let player = scene.player(seat);
    let hand: Vec<CardId> = faces(&player.hand);
    let mut kinds = hand.clone();
    kinds.dedup();
    let events: Vec<EventId> = faces(&player.drawn_events).into_iter().chain(faces(&player.further_events)).collect();
    let offers = Offers::to(scene, seat);
    html! {
        div class="hand" {
            @if !kinds.is_empty() {
                section class="cards" aria-label="Combat cards in hand" {
                    @for card in &kinds {
                        (cards::combat(scene.catalogue, *card, hand.iter().filter(|other| *other == card).count()))
                    }
                }
            }
            @if !events.is_empty() {
                section class="cards" aria-label="Events drawn" { @for event in events { (cards::event(scene.catalogue, event)) } }
            }
            @if !offers.pairs.is_empty() {
                section class="cards" aria-label=(offers.title) {
                    h3 { (offers.title) }
                    @for card in offers.pairs { (cards::combat(scene.catalogue, card, 2)) }
                }
            }
            @if !offers.upgrades.is_empty() {
                section class="cards" aria-label="Order upgrades for sale" {
                    h3 { "Order upgrades" }
                    @for upgrade in offers.upgrades { (cards::upgrade(scene.catalogue, upgrade)) }
                }
            }
        }
    }
}

/// Cards that the question at hand is about, though nobody holds them.
#[derive(Debug, Default)]
struct Offers {
    title: &'static str,
    pairs: Vec<CardId>,
    upgrades: Vec<UpgradeId>,
}

impl Offers {
    fn to(scene: &Scene<'_>, seat: Seat) -> Offers {
        let player = scene.player(seat);
        let pairs = |owned: bool| -> Vec<CardId> {
            let mine = (0..CARDS_PER_FACTION).filter(|index| (player.pairs & (1 << index) != 0) == owned);
            mine.map(|index| CardId::new(player.faction, index)).collect()
        };
        let upgrades = || -> Vec<UpgradeId> {
            let missing = (0..UPGRADES_PER_FACTION).filter(|index| player.upgrades & (1 << index) == 0);
            missing.map(|index| UpgradeId::new(player.faction, index)).collect()
        };
        let asked = scene.view.questions.iter().find(|question| question.seat == seat);
        match asked.map(|question| question.decision) {
            Some(Decision::BuyUpgrades { combat, order }) => Offers {
                title: "Combat cards for sale",
                pairs: if combat { pairs(false) } else { Vec::new() },
                upgrades: if order { upgrades() } else { Vec::new() },
            },
            Some(Decision::BuyUpgrade(_)) => {
                Offers { title: "Combat cards for sale", pairs: pairs(false), upgrades: upgrades() }
            }
            Some(Decision::RemovePair) => {
                Offers { title: "Your combat deck", pairs: pairs(true), upgrades: Vec::new() }
            }
            Some(_) | None => Offers::default(),
        }
    }
}

fn faces<T: Copy>(pile: &[Sight<T>]) -> Vec<T> {
    pile.iter()
        .filter_map(|sight| match sight {
            Sight::Face(card) => Some(*card),
            Sight::Back => None,
        })
        .collect()
}
