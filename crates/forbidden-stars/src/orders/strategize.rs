//! Strategize Order: buy a combat upgrade, an order upgrade, or both.

use crate::board::{Look, Looking};
use crate::cards::response::Moment;
use crate::cards::vocabulary::Permit;
use crate::decisions::{Choice, Decision};
use crate::frame::procedure;
use crate::pieces;
use crate::table::{CARDS_PER_FACTION, CardId, System, UPGRADES_PER_FACTION, UpgradeId};
use crate::{Flow, Play};
use kernel::{Seat, Verbs, Window};
use serde::{Deserialize, Serialize};

/// At most one upgrade of each kind, in either order; then the token goes to the event deck. [strategize-order.purchase.1]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Strategize {
    step: Step,
    seat: Seat,
    pub system: System,
    combat_bought: bool,
    order_bought: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    #[default]
    Begin,
    CheckPresence,
    Offer,
    Buy,
    Over,
}

procedure!(Strategize, Step);

impl Strategize {
    pub fn new(seat: Seat, system: System) -> Self {
        Strategize { seat, system, ..Strategize::default() }
    }

    pub fn run(&mut self, play: &mut Play<'_>) -> Flow {
        let seat = self.seat;
        match self.step {
            Step::Begin => self.call(Window::new(Moment::OrderStarts, seat), Step::CheckPresence),
            Step::CheckPresence => {
                // [strategize-order.purchase.2, card-clarifications.farseers.1]
                let allowed =
                    play.look().is_present(self.system, seat) || play.table.permits(Permit::StrategizeAnywhere);
                self.then(if allowed { Step::Offer } else { Step::Over })
            }
            Step::Offer => {
                let open = Terms { combat: !self.combat_bought, order: !self.order_bought, ..Terms::UPGRADE };
                if !any_upgrade(play.look(), seat, open) {
                    return self.then(Step::Over);
                }
                self.ask(seat, Decision::BuyUpgrades { combat: open.combat, order: open.order }, Step::Buy)
            }
            Step::Buy => match play.answer() {
                Choice::Pair(card) => {
                    self.combat_bought = true;
                    self.call(BuyUpgrade::chosen(seat, Terms::COMBAT_UPGRADE, Choice::Pair(card)), Step::Offer)
                }
                Choice::Upgrade(upgrade) => {
                    self.order_bought = true;
                    self.call(BuyUpgrade::chosen(seat, Terms::ORDER_UPGRADE, Choice::Upgrade(upgrade)), Step::Offer)
                }
                _ => self.then(Step::Over),
            },
            Step::Over => self.done(),
        }
    }
}

/// Which upgrades are on offer, and for how much.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Terms {
    pub combat: bool,
    pub order: bool,
    /// Materiel off the price.
    pub discount: u8,
    /// Nothing is paid and the player's own command level does not matter; at most this level.
    pub free_up_to: Option<u8>,
    pub optional: bool,
}

impl Terms {
    /// One of both kinds, at the printed price.
    pub const UPGRADE: Terms = Terms { combat: true, order: true, discount: 0, free_up_to: None, optional: false };
    pub const COMBAT_UPGRADE: Terms = Terms { order: false, ..Terms::UPGRADE };
    pub const ORDER_UPGRADE: Terms = Terms { combat: false, ..Terms::UPGRADE };

    /// What the player pays, if he may have it at all.
    fn price(self, look: Look<'_>, seat: Seat, level: u8, materiel: u8) -> Option<u8> {
        if let Some(most) = self.free_up_to {
            return (level <= most).then_some(0);
        }
        // Forge tokens do not help here. [forge-tokens.command.4]
        let price = materiel.saturating_sub(self.discount);
        (level <= look.command_level(seat) && price <= look.player(seat).materiel).then_some(price)
    }
}

/// One upgrade, on given terms; a combat upgrade then replaces a pair of the deck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BuyUpgrade {
    step: BuyStep,
    seat: Seat,
    terms: Terms,
    card: CardId,
    upgrade: UpgradeId,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BuyStep {
    #[default]
    Offer,
    Take,
    TakePair,
    TakeUpgrade,
    SwapPair,
}

procedure!(BuyUpgrade, BuyStep);

impl BuyUpgrade {
    /// The player is asked which.
    pub fn offered(seat: Seat, terms: Terms) -> Self {
        BuyUpgrade { seat, terms, ..BuyUpgrade::default() }
    }

    /// The player has said which.
    fn chosen(seat: Seat, terms: Terms, choice: Choice) -> Self {
        let mut buy = BuyUpgrade { seat, terms, ..BuyUpgrade::default() };
        buy.note(choice);
        buy
    }

    fn note(&mut self, choice: Choice) {
        match choice {
            Choice::Pair(card) => (self.card, self.step) = (card, BuyStep::TakePair),
            Choice::Upgrade(upgrade) => (self.upgrade, self.step) = (upgrade, BuyStep::TakeUpgrade),
            _ => self.step = BuyStep::Offer,
        }
    }

    pub fn run(&mut self, play: &mut Play<'_>) -> Flow {
        let (seat, terms) = (self.seat, self.terms);
        match self.step {
            BuyStep::Offer => {
                if !any_upgrade(play.look(), seat, terms) {
                    return self.done();
                }
                self.ask(seat, Decision::BuyUpgrade(terms), BuyStep::Take)
            }
            BuyStep::Take => match play.answer() {
                Choice::Decline => self.done(),
                choice => {
                    self.note(choice);
                    Flow::Then
                }
            },
            BuyStep::TakeUpgrade => {
                let printed = play.catalogue.upgrade(self.upgrade);
                let price = terms.price(play.look(), seat, printed.level, printed.materiel);
                pieces::pay(play, seat, price.expect("only what can be paid is offered"));
                pieces::gain_upgrade(play, seat, self.upgrade);
                self.done()
            }
            BuyStep::TakePair => {
                let printed = play.catalogue.card(self.card);
                let price = terms.price(play.look(), seat, printed.level, printed.materiel);
                pieces::pay(play, seat, price.expect("only what can be paid is offered"));
                self.ask(seat, Decision::RemovePair, BuyStep::SwapPair)
            }
            BuyStep::SwapPair => {
                let removed = play.answer().pair();
                pieces::swap_pair(play, seat, self.card, removed);
                self.done()
            }
        }
    }
}

pub fn list_upgrades(look: Look<'_>, seat: Seat, terms: Terms, out: &mut Vec<Choice>) {
    each_upgrade(look, seat, terms, |choice| out.push(choice));
}

pub fn any_upgrade(look: Look<'_>, seat: Seat, terms: Terms) -> bool {
    let mut found = false;
    each_upgrade(look, seat, terms, |_| found = true);
    found
}

/// Pairs that are not in the deck, order upgrades not yet in play. [combat-cards.upgrade.3, order-upgrade-cards.purchase.1]
fn each_upgrade(look: Look<'_>, seat: Seat, terms: Terms, mut each: impl FnMut(Choice)) {
    let player = look.player(seat);
    for index in (0..CARDS_PER_FACTION).filter(|index| terms.combat && player.pairs & (1 << index) == 0) {
        let card = CardId::new(player.faction, index);
        let printed = look.catalogue.card(card);
        if terms.price(look, seat, printed.level, printed.materiel).is_some() {
            each(Choice::Pair(card));
        }
    }
    for index in (0..UPGRADES_PER_FACTION).filter(|&index| terms.order && !player.has_upgrade(index)) {
        let upgrade = UpgradeId::new(player.faction, index);
        let printed = look.catalogue.upgrade(upgrade);
        if terms.price(look, seat, printed.level, printed.materiel).is_some() {
            each(Choice::Upgrade(upgrade));
        }
    }
}

/// The five pairs of the deck. [combat-cards.upgrade.6]
pub fn list_pairs(look: Look<'_>, seat: Seat, out: &mut Vec<Choice>) {
    let player = look.player(seat);
    out.extend(
        (0..CARDS_PER_FACTION)
            .filter(|index| player.pairs & (1 << index) != 0)
            .map(|index| Choice::Pair(CardId::new(player.faction, index))),
    );
}
