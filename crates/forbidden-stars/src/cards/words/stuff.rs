//! What is gained, lost and paid: dice, combat tokens, materiel, asset tokens.

use super::{Meaning, Outlook, one, whom};
use crate::board::{Look, Looking};
use crate::cards::effect::{Effect, EffectQuestion};
use crate::cards::filters::Faces;
use crate::cards::numbers::Tally;
use crate::cards::vocabulary::{Count, Stuff, Who};
use crate::components::{Asset, Face, Faction};
use crate::decisions::Choice;
use crate::events::Event;
use crate::force::{Posture, TOKENS};
use crate::orders::dominate;
use crate::pieces;
use crate::table::DICE_LIMIT;
use crate::{Flow, Play};
use kernel::Seat;

/// Something with a number: `Stuff`, once the cards are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Amount {
    Rolled(u8),
    Dice(Face, u8),
    AnyDice(u8),
    Tokens { offence: u8, defence: u8 },
    Materiel(u8),
    Assets(Asset, u8),
}

impl Amount {
    fn read(stuff: &Stuff) -> Amount {
        match stuff {
            Stuff::Rolled(count) => Amount::Rolled(*count),
            Stuff::Dice(face, count) => Amount::Dice(*face, *count),
            Stuff::AnyDice(count) => Amount::AnyDice(*count),
            Stuff::Tokens { offence, defence } => Amount::Tokens { offence: *offence, defence: *defence },
            Stuff::Materiel(amount) => Amount::Materiel(*amount),
            Stuff::Assets(asset, count) => Amount::Assets(*asset, *count),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Gain {
    who: Who,
    what: Amount,
    per: Option<Tally>,
}

impl Gain {
    pub fn read(faction: &Faction, who: Who, what: &Stuff, per: Option<&Count>) -> Result<Gain, String> {
        let per = per.map(|per| Tally::read(faction, per)).transpose()?;
        Ok(Gain { who, what: Amount::read(what), per })
    }

    fn times(self, look: Look<'_>, you: Seat) -> u8 {
        self.per.map_or(1, |per| per.count(look, you))
    }
}

impl Meaning for Gain {
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let you = effect.at.you;
        let times = self.times(play.look(), you);
        for seat in whom(play, you, self.who) {
            match self.what {
                Amount::Rolled(count) => pieces::roll_dice(play, seat, count * times),
                Amount::Dice(face, count) => pieces::gain_dice(play, seat, face, count * times),
                Amount::Tokens { offence, defence } => {
                    pieces::gain_tokens(play, seat, offence * times, defence * times);
                }
                Amount::Materiel(amount) => pieces::gain_materiel(play, seat, amount * times),
                Amount::Assets(asset, count) => {
                    (0..count * times).for_each(|_| pieces::gain_asset(play, seat, asset));
                }
                Amount::AnyDice(_) => unreachable!("dice are gained rolled or with a face"),
            }
        }
        effect.next()
    }

    fn is_possible(&self, look: Look<'_>, at: EffectQuestion) -> bool {
        let you = at.you;
        let (seat, spent) =
            if self.who == Who::Enemy { (look.table.opponent(you).unwrap_or(you), 0) } else { (you, at.count) };
        self.times(look, you) > 0
            && match self.what {
                Amount::Assets(asset, _) => dominate::can_gain(look, seat, asset),
                // Dice spent on the way make room for others.
                Amount::Rolled(_) | Amount::Dice(..) => look.table.dice_count(seat) < DICE_LIMIT + spent,
                Amount::AnyDice(_) | Amount::Tokens { .. } | Amount::Materiel(_) => true,
            }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Lose {
    who: Who,
    what: Amount,
    picked_by: Who,
}

impl Lose {
    pub fn read(who: Who, what: &Stuff, picked_by: Who) -> Lose {
        Lose { who, what: Amount::read(what), picked_by }
    }
}

impl Meaning for Lose {
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let you = effect.at.you;
        if let Amount::AnyDice(_) = self.what {
            let picker = one(play, you, self.picked_by);
            return effect.question_or_skip(play, picker);
        }
        for seat in whom(play, you, self.who) {
            lose(play, seat, self.what);
        }
        effect.next()
    }

    fn answered(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let Amount::AnyDice(count) = self.what else { unreachable!("only dice to be picked are asked about") };
        let loser = one(play, effect.at.you, self.who);
        effect.give_die(play, loser, count)
    }

    fn list(&self, look: Look<'_>, _seat: Seat, at: EffectQuestion, each: &mut dyn FnMut(Choice)) {
        let owner = super::owner(look, at.you, self.who).unwrap_or(at.you);
        Faces::ANY.each_die(look, owner, each);
    }

    fn is_possible(&self, look: Look<'_>, at: EffectQuestion) -> bool {
        super::owner(look, at.you, self.who).is_some_and(|seat| match self.what {
            Amount::AnyDice(_) => look.table.dice_count(seat) > 0,
            Amount::Dice(face, _) => look.table.die(seat, face) > 0,
            Amount::Tokens { offence, defence } => {
                let battle = look.table.battle.as_ref();
                let tokens = battle.and_then(|battle| battle.side_of(seat).map(|side| battle.side(side).tokens));
                let [offence_tokens, defence_tokens] = tokens.unwrap_or_default();
                (offence > 0 && offence_tokens > 0) || (defence > 0 && defence_tokens > 0)
            }
            Amount::Materiel(_) => look.player(seat).materiel > 0,
            Amount::Assets(asset, _) => look.player(seat).has(asset) > 0,
            Amount::Rolled(_) => false,
        })
    }

    fn question(&self, _at: EffectQuestion) -> &'static str {
        "choose a die to lose"
    }

    fn clauses(&self) -> &'static [&'static str] {
        &["gaining-losing.lose.3"]
    }

    fn whose_dice(&self) -> Who {
        if self.who == Who::You { Who::You } else { Who::Enemy }
    }
}

fn lose(play: &mut Play<'_>, seat: Seat, what: Amount) {
    match what {
        Amount::Dice(face, count) => {
            let dice = play.table.dice_mut(seat);
            dice[face.index()] = dice[face.index()].saturating_sub(count);
            pieces::tell_dice(play, seat);
        }
        Amount::Tokens { offence, defence } => pieces::lose_tokens(play, seat, offence, defence),
        Amount::Materiel(amount) => pieces::lose_materiel(play, seat, amount),
        Amount::Assets(asset, count) => {
            for _ in 0..count.min(play.table.player(seat).has(asset)) {
                pieces::give_up_asset(play, seat, asset);
            }
        }
        Amount::Rolled(_) | Amount::AnyDice(_) => unreachable!("lost dice are named or picked"),
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Pay(pub u8);

impl Meaning for Pay {
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        pieces::pay(play, effect.at.you, self.0);
        effect.next()
    }

    fn outlook(&self, look: Look<'_>, at: EffectQuestion) -> Outlook {
        if look.player(at.you).materiel >= self.0 { Outlook::Paid { dice: 0 } } else { Outlook::Never }
    }
}

/// A free token from the supply joins the combat. [reinforcement-tokens.free.1, reinforcement-tokens.free.2]
#[derive(Clone, Copy, Debug)]
pub struct Reinforce;

impl Meaning for Reinforce {
    fn run(&self, effect: &mut Effect, play: &mut Play<'_>) -> Flow {
        let seat = effect.at.you;
        let supply = &mut play.table.asset_supply[Asset::Reinforcement.index()];
        if *supply > 0 {
            *supply -= 1;
            let area = play.table.battle().area;
            play.table.force_mut(area, seat).add(TOKENS, Posture::Standing);
            play.tell(Event::Reinforced { seat, tokens: 1 });
        }
        effect.next()
    }

    fn is_possible(&self, look: Look<'_>, _at: EffectQuestion) -> bool {
        look.table.asset_supply[Asset::Reinforcement.index()] > 0
    }
}
