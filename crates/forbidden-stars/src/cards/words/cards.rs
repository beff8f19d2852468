//! Cards drawn, played, discarded, looked at and bought.

use super::{Meaning, one};
use crate::board::{Look, Looking};
use crate::cards::effect::{Effect, EffectQuestion, may_decline};
use crate::cards::numbers::Tally;
use crate::cards::vocabulary::{Count, Who};
use crate::combat;
use crate::components::Faction;
use crate::decisions::Choice;
use crate::events::Event;
use crate::orders::strategize::{self, Terms};
use crate::pieces;
use crate::table::{CardId, Faceup};
use crate::{Flow, Play};
use kernel::Seat;

/// Each different card.
fn each_card<'a, P, I: Iterator<Item = CardId>>(pile: &'a P, cards: impl Fn(&'a P) -> I, each: &mut dyn FnMut(Choice)) {
    for (index, card) in cards(pile).enumerate() {
        if !cards(pile).take(index).any(|earlier| earlier == card) {
            each(Choice::Card(card));
        }
    }
}

/// Buys one upgrade, cheaper by what is counted.
#[derive(Clone, Copy, Debug)]
pub struct BuyUpgrade {
    terms: Terms,
    discount: Tally,
}

impl BuyUpgrade {
    pub fn combat(faction: &Faction, discount: &Count) -> Result<BuyUpgrade, String> {
        Ok(BuyUpgrade { terms: Terms::COMBAT_UPGRADE, discount: Tally::read(faction, discount)? })
    }

    pub fn order(faction: &Faction, discount: &Count) -> Result<BuyUpgrade, String> {
        Ok(BuyUpgrade { terms: Terms::ORDER_UPGRADE, discount: Tally::read(faction, discount)? })
    }

    fn terms(self, look: Look<'_>, you: Seat) -> Terms {
        Terms { discount: self.discount.count(look, you), ..self.terms }
    }
}

impl Meaning for BuyUpgrade {
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let you = effect.at.you;
        let terms = Terms { optional: may_decline(effect.at), ..self.terms(play.look(), you) };
        effect.call_then_next(strategize::BuyUpgrade::offered(you, terms))
    }

    fn is_possible(&self, look: Look<'_>, at: EffectQuestion) -> bool {
        strategize::any_upgrade(look, at.you, self.terms(look, at.you))
    }

    fn opens_with_own_choice(&self) -> bool {
        true
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Draw;

impl Meaning for Draw {
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        combat::draw_card(play, effect.at.you);
        effect.next()
    }

    fn is_possible(&self, look: Look<'_>, at: EffectQuestion) -> bool {
        !look.player(at.you).deck.is_empty()
    }
}

#[derive(Clone, Copy, Debug)]
pub struct PlayForIcons;

impl Meaning for PlayForIcons {
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        effect.question_or_skip(play, effect.at.you)
    }

    fn answered(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let (you, card) = (effect.at.you, play.answer().card());
        let seen = play.table.player_mut(you).hand.take(card).expect("a card of the hand was chosen");
        let side = play.table.battle().side_of(you).expect("combat cards are played in combat");
        // It goes below the card being resolved, which stays the latest of its kind.
        let list = &mut play.table.battle_mut().side_mut(side).faceup;
        let at = list.len().saturating_sub(1);
        list.insert(at, Faceup { card: seen.what, rule: None });
        play.tell(Event::CardForIcons { seat: you, card });
        effect.next()
    }

    fn list(&self, look: Look<'_>, _seat: Seat, at: EffectQuestion, each: &mut dyn FnMut(Choice)) {
        let hand = look.player(at.you).hand;
        each_card(&hand, |hand| hand.iter(), each);
    }

    fn opens_with_own_choice(&self) -> bool {
        true
    }

    fn question(&self, _at: EffectQuestion) -> &'static str {
        "play a card for its icons"
    }

    fn lists_hand(&self) -> bool {
        true
    }
}

#[derive(Clone, Copy, Debug)]
pub struct DiscardFaceup {
    pub by: Who,
}

impl Meaning for DiscardFaceup {
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let picker = one(play, effect.at.you, self.by);
        effect.question_or_skip(play, picker)
    }

    fn answered(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let (you, card) = (effect.at.you, play.answer().card());
        let side = play.table.battle().side_of(you).expect("combat cards are played in combat");
        let picker = one(play, you, self.by);
        combat::discard_faceup(play, side.other(), card, picker);
        effect.next()
    }

    fn list(&self, look: Look<'_>, _seat: Seat, at: EffectQuestion, each: &mut dyn FnMut(Choice)) {
        if let Some(battle) = &look.table.battle
            && let Some(side) = battle.side_of(at.you)
        {
            let faceup = battle.side(side.other()).faceup;
            each_card(&faceup, |faceup| faceup.iter().map(|one| one.card), each);
        }
    }

    fn opens_with_own_choice(&self) -> bool {
        self.by == Who::You
    }

    fn question(&self, _at: EffectQuestion) -> &'static str {
        "discard a faceup card"
    }
}

#[derive(Clone, Copy, Debug)]
pub struct DiscardAtRandom;

impl Meaning for DiscardAtRandom {
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        if let Some(enemy) = play.table.opponent(effect.at.you) {
            let count = play.table.player(enemy).hand.len();
            if count > 0 {
                let index = play.chance.below(count as u32) as usize;
                let card = play.table.player_mut(enemy).hand.take_at(index).what;
                pieces::discard_combat_card(play, enemy, card);
            }
        }
        effect.next()
    }

    fn is_possible(&self, look: Look<'_>, at: EffectQuestion) -> bool {
        look.table.opponent(at.you).is_some_and(|enemy| !look.player(enemy).hand.is_empty())
    }
}

#[derive(Clone, Copy, Debug)]
pub struct LookAtFacedown;

impl Meaning for LookAtFacedown {
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let you = effect.at.you;
        let side = play.table.battle().side_of(you).expect("combat cards are played in combat");
        if let Some(seen) = &mut play.table.battle_mut().side_mut(side.other()).facedown {
            seen.by.insert(you);
            let card = seen.what;
            play.tell(Event::LookedAt { by: you, card: Some(card) });
        }
        effect.next()
    }

    fn is_possible(&self, look: Look<'_>, at: EffectQuestion) -> bool {
        let Some(battle) = &look.table.battle else { return false };
        battle.side_of(at.you).is_some_and(|side| battle.side(side.other()).facedown.is_some())
    }
}
