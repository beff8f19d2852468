//! Running one ability: each word of the vocabulary, carried out.

use super::picks::{anything_to_pick, branches_end, deal_possible, first_unit, holds, limit_of, range_possible, tally};
use super::program::{FlatDeal, FlatStuff, Limit, Op, Paragraph, Pc, Tally, UnitFilter};
use super::resolve::Source;
use super::special::SpecialEffect;
use super::vocabulary::{State, Who};
use crate::board::Looking;
use crate::combat;
use crate::combat::retreat::Retreat;
use crate::combat::rout::{self, Rout};
use crate::components::Asset;
use crate::decisions::{Choice, Decision};
use crate::events::Event;
use crate::force::TOKENS;
use crate::frame::procedure;
use crate::orders::strategize::{BuyUpgrade, Terms};
use crate::pieces;
use crate::table::Area;
use crate::{Flow, Play};
use kernel::{Seat, Verbs};
use serde::{Deserialize, Serialize};

/// A bookmark into an ability.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Effect {
    step: Step,
    at: EffectQuestion,
}

/// Where an ability stands, and for whom: enough to list the answers to its question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct EffectQuestion {
    pub you: Seat,
    pub source: Source,
    pub pc: Pc,
    /// The first step of the ability; declining is possible only there.
    pub(super) start: Pc,
    pub(super) consent: Consent,
    /// Progress within a word: how many are done, or what was picked.
    pub(super) count: u8,
    pub(super) picked: Option<(Area, u8)>,
    /// Turns of the loop around this word.
    pub(super) turns: u8,
}

/// Whether the owner has agreed to an ability as a whole before it begins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Consent {
    /// It may still be declined.
    #[default]
    Open,
    /// Using the card was a choice of its own.
    Given,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    #[default]
    Read,
    Answered,
}

procedure!(Effect, Step);

impl Effect {
    pub fn new(you: Seat, source: Source, paragraph: &Paragraph, consent: Consent) -> Self {
        let at = EffectQuestion {
            you,
            source,
            pc: paragraph.start,
            start: paragraph.start,
            consent,
            ..EffectQuestion::default()
        };
        Effect { step: Step::Read, at }
    }

    pub fn source(&self) -> Source {
        self.at.source
    }

    pub fn run(&mut self, play: &mut Play<'_>) -> Flow {
        let line = &play.catalogue.program.lines[usize::from(self.at.pc)];
        match self.step {
            Step::Read => self.read(play, line.op),
            Step::Answered => {
                let answer = play.answer();
                match line.decline {
                    Some(skip) if answer == Choice::Decline && may_decline(self.at) => self.go(skip),
                    _ => self.answered(play, line.op, answer),
                }
            }
        }
    }

    /// On to another step.
    fn go(&mut self, pc: Pc) -> Flow {
        self.at.pc = pc;
        self.at.count = 0;
        self.at.picked = None;
        self.then(Step::Read)
    }

    fn next(&mut self) -> Flow {
        self.go(self.at.pc + 1)
    }

    fn question(&mut self, seat: Seat) -> Flow {
        self.ask(seat, Decision::Effect(self.at), Step::Answered)
    }

    /// Asks if there is anything to ask; otherwise the word has no effect.
    fn question_or_skip(&mut self, play: &Play<'_>, seat: Seat) -> Flow {
        if anything_to_pick(play.look(), seat, self.at) { self.question(seat) } else { self.next() }
    }

    /// Does another procedure, then goes on behind this word.
    fn call_then_next(&mut self, procedure: impl Into<crate::frame::Frame>) -> Flow {
        self.at.pc += 1;
        self.at.count = 0;
        self.at.picked = None;
        self.call(procedure, Step::Read)
    }

    fn read(&mut self, play: &mut Play<'_>, op: Op) -> Flow {
        let you = self.at.you;
        let enemy = play.table.opponent(you);
        match op {
            Op::End => self.done(),
            Op::Jump(to) => self.go(to),
            Op::May { skip } => {
                if self.at.pc == self.at.start && self.at.consent == Consent::Given {
                    return self.next();
                }
                let body = range_possible(play.look(), self.at, self.at.pc + 1, skip);
                if body { self.question(you) } else { self.go(skip) }
            }
            Op::If { condition, skip } => {
                if holds(play.look(), you, condition) {
                    self.next()
                } else {
                    self.go(skip)
                }
            }
            Op::Choose { .. } => match branches_end(play.look(), self.at.pc) {
                end if !anything_to_pick(play.look(), you, self.at) => self.go(end),
                _ => self.question(you),
            },
            Op::Branch { body, .. } => self.go(body),
            Op::Offer { deal, refused } => match enemy {
                Some(enemy) if deal_possible(play.look(), enemy, deal) => self.question(enemy),
                _ => self.go(refused),
            },
            Op::Repeat { limit, end } => {
                let again = self.at.turns < limit_of(play.look(), you, limit)
                    && range_possible(play.look(), self.at, self.at.pc + 1, end);
                if again {
                    return self.question(you);
                }
                self.at.turns = 0;
                self.go(end)
            }
            Op::ForEach { per, end } => {
                if self.at.turns == 0 {
                    // Counted once, when the word begins.
                    self.at.turns = tally(play.look(), you, per) + 1;
                }
                self.at.turns -= 1;
                if self.at.turns == 0 { self.go(end) } else { self.next() }
            }
            Op::Again(head) => self.go(head),
            Op::Gain { who, what, per } => {
                let times = per.map_or(1, |per| tally(play.look(), you, per));
                for seat in whom(play, you, who) {
                    gain(play, seat, what, times);
                }
                self.next()
            }
            Op::Lose { who, what, picked_by } => match what {
                FlatStuff::AnyDice(_) => {
                    let picker = one(play, you, picked_by);
                    self.question_or_skip(play, picker)
                }
                _ => {
                    for seat in whom(play, you, who) {
                        lose(play, seat, what);
                    }
                    self.next()
                }
            },
            Op::Spend { faces, count } => {
                let dice = play.table.dice(you);
                let mut kinds = faces.iter().filter(|face| dice[face.index()] > 0);
                let (first, second) = (kinds.next(), kinds.next());
                match (first, second) {
                    (Some(face), None) => {
                        (self.at.count..count).for_each(|_| pieces::remove_die(play, you, face));
                        pieces::tell_dice(play, you);
                        self.next()
                    }
                    (Some(_), Some(_)) => self.question(you),
                    (None, _) => self.next(),
                }
            }
            Op::Pay(materiel) => {
                pieces::pay(play, you, materiel);
                self.next()
            }
            Op::Reroll { who, faces, count, picked_by } => {
                let picker = one(play, you, picked_by);
                match count {
                    Limit::UpTo(_) | Limit::Exactly(_) => self.pick_or_roll(play, picker, who),
                    Limit::All | Limit::Per(_) => {
                        let most = limit_of(play.look(), you, count);
                        for seat in whom(play, you, who) {
                            let mut lifted = 0;
                            for face in faces.iter() {
                                while lifted < most && play.table.die(seat, face) > 0 {
                                    pieces::remove_die(play, seat, face);
                                    lifted += 1;
                                }
                            }
                            pieces::roll_dice(play, seat, lifted);
                        }
                        self.next()
                    }
                }
            }
            Op::Convert { count, .. } => {
                let more = self.at.count < limit_of(play.look(), you, count);
                if more { self.question_or_skip(play, you) } else { self.next() }
            }
            Op::RallyAll => {
                let area = play.table.battle().area;
                pieces::rally_all(play, you, area);
                self.next()
            }
            Op::Rout { of, by, all, units } => {
                if all {
                    return self.rout_all(play, of, units);
                }
                let picker = one(play, you, by);
                self.question_or_skip(play, picker)
            }
            Op::Destroy { of, by, all, units } => {
                if all {
                    for seat in whom(play, you, of) {
                        while let Some((area, row, routed)) = first_unit(play.look(), you, seat, units) {
                            pieces::destroy_unit(play, seat, row, routed, area);
                        }
                    }
                    return self.next();
                }
                let picker = one(play, you, by);
                self.question_or_skip(play, picker)
            }
            Op::Retreat { of } => {
                let owner = one(play, you, of);
                self.question_or_skip(play, owner)
            }
            Op::RallyOne
            | Op::Place { .. }
            | Op::Relocate { .. }
            | Op::Replace { .. }
            | Op::Build { .. }
            | Op::PlayForIcons => self.question_or_skip(play, you),
            Op::DiscardFaceup { by } => {
                let picker = one(play, you, by);
                self.question_or_skip(play, picker)
            }
            Op::Reinforce => {
                reinforce(play, you);
                self.next()
            }
            Op::BuyCombatUpgrade { discount } => self.buy(play, discount, Terms::bought(true, false)),
            Op::BuyOrderUpgrade { discount } => self.buy(play, discount, Terms::bought(false, true)),
            Op::Draw => {
                combat::draw_card(play, you);
                self.next()
            }
            Op::DiscardAtRandom => {
                if let Some(enemy) = enemy {
                    discard_at_random(play, enemy);
                }
                self.next()
            }
            Op::LookAtFacedown => {
                look_at_facedown(play, you);
                self.next()
            }
            Op::Lasting(rule) => {
                if let Source::Combat(card) = self.at.source {
                    let side = play.table.battle().side_of(you).expect("combat cards are played in combat");
                    let faceup = &mut play.table.battle_mut().side_mut(side).faceup;
                    // The copy played last is the one being resolved.
                    if let Some(faceup) = faceup.iter_mut().rev().find(|faceup| faceup.card == card) {
                        faceup.rule = Some(rule);
                    }
                }
                self.next()
            }
            Op::Permit(permit) => {
                if let Some(order) = &mut play.table.order {
                    order.permit(permit);
                }
                self.next()
            }
            Op::Special(which) => {
                let special = SpecialEffect::new(which, you, self.at.source);
                self.call_then_next(special)
            }
        }
    }

    fn answered(&mut self, play: &mut Play<'_>, op: Op, answer: Choice) -> Flow {
        let you = self.at.you;
        match (op, answer) {
            (Op::May { .. } | Op::Repeat { .. }, Choice::Accept) => {
                if matches!(op, Op::Repeat { .. }) {
                    self.at.turns += 1;
                }
                self.next()
            }
            (Op::May { skip }, _) => self.go(skip),
            (Op::Repeat { end, .. }, _) => {
                self.at.turns = 0;
                self.go(end)
            }
            (Op::Choose { .. }, Choice::Branch(branch)) => self.go(self.at.pc + 1 + Pc::from(branch)),
            (Op::Offer { refused, .. }, Choice::Decline) => self.go(refused),
            (Op::Offer { deal, .. }, answer) => self.take_deal(play, deal, answer),
            (Op::Lose { who, what: FlatStuff::AnyDice(count), .. }, Choice::Face(face)) => {
                let loser = one(play, you, who);
                pieces::remove_die(play, loser, face);
                pieces::tell_dice(play, loser);
                self.at.count += 1;
                if self.at.count == count { self.next() } else { self.then(Step::Read) }
            }
            (Op::Spend { count, .. }, Choice::Face(face)) => {
                pieces::remove_die(play, you, face);
                pieces::tell_dice(play, you);
                self.at.count += 1;
                if self.at.count == count { self.next() } else { self.then(Step::Read) }
            }
            (Op::Reroll { who, .. }, Choice::Face(face)) => {
                let owner = one(play, you, who);
                pieces::remove_die(play, owner, face);
                self.at.count += 1;
                self.then(Step::Read)
            }
            (Op::Reroll { who, .. }, _) => self.roll_lifted(play, who),
            (Op::Convert { to, .. }, Choice::Face(face)) => {
                let dice = play.table.dice_mut(you);
                dice[face.index()] -= 1;
                dice[to.index()] += 1;
                pieces::tell_dice(play, you);
                self.at.count += 1;
                self.at.picked = Some((Area(0), face.index() as u8));
                self.then(Step::Read)
            }
            (Op::RallyOne, Choice::Unit { area, unit, .. }) => {
                pieces::rally(play, you, unit.row(), area);
                self.next()
            }
            (Op::Rout { .. }, Choice::Unit { area, unit, .. }) => {
                let owner = owner_of(play, unit);
                self.call_then_next(Rout::new(owner, unit.row(), area))
            }
            (Op::Destroy { .. }, Choice::Unit { area, unit, routed, .. }) => {
                let owner = owner_of(play, unit);
                pieces::destroy_unit(play, owner, unit.row(), routed, area);
                self.next()
            }
            (Op::Retreat { .. }, Choice::Unit { area, unit, routed, .. }) => {
                let owner = owner_of(play, unit);
                self.call_then_next(Retreat::one(owner, area, unit.row(), routed))
            }
            (Op::Place { count, .. }, Choice::PlaceUnit { unit, area }) => {
                for _ in 0..count {
                    if play.table.player(you).reserve[unit.row()] > 0 {
                        pieces::place_free_unit(play, you, unit.row(), area);
                    }
                }
                self.next()
            }
            (Op::Relocate { .. }, Choice::Unit { area, unit, .. }) => {
                self.at.picked = Some((area, unit.row() as u8));
                self.then(Step::Read)
            }
            (Op::Relocate { .. }, Choice::Area(to)) => {
                let (from, row) = self.at.picked.expect("the unit was picked before the place");
                pieces::shift_unit(play, you, usize::from(row), from, to);
                pieces::note_contest(play, you, to);
                self.next()
            }
            (Op::Replace { with, .. }, Choice::Unit { area, unit, routed, .. }) => {
                pieces::replace_unit(play, you, unit.row(), routed, area, usize::from(with));
                self.next()
            }
            (Op::Build { kind, .. }, Choice::Area(area)) => {
                pieces::build_structure(play, you, kind, area);
                self.next()
            }
            (Op::PlayForIcons, Choice::Card(card)) => {
                let seen = play.table.player_mut(you).hand.take(card).expect("a card of the hand was chosen");
                let side = play.table.battle().side_of(you).expect("combat cards are played in combat");
                let faceup = crate::table::Faceup { card: seen.what, rule: None };
                // It goes below the card being resolved, which stays the latest of its kind.
                let list = &mut play.table.battle_mut().side_mut(side).faceup;
                let at = list.len().saturating_sub(1);
                list.insert(at, faceup);
                play.tell(Event::CardForIcons { seat: you, card });
                self.next()
            }
            (Op::DiscardFaceup { by }, Choice::Card(card)) => {
                let side = play.table.battle().side_of(you).expect("combat cards are played in combat");
                let picker = one(play, you, by);
                combat::discard_faceup(play, side.other(), card, picker);
                self.next()
            }
            // Where stopping is offered, it ends the word.
            _ => self.next(),
        }
    }

    /// Dice named by face are lifted one by one and rolled together.
    fn pick_or_roll(&mut self, play: &mut Play<'_>, picker: Seat, who: Who) -> Flow {
        let Op::Reroll { faces, count, .. } = play.catalogue.program.lines[usize::from(self.at.pc)].op else {
            return self.next();
        };
        let owner = one(play, self.at.you, who);
        let dice = play.table.dice(owner);
        let kinds = faces.iter().filter(|face| dice[face.index()] > 0).count();
        let most = limit_of(play.look(), self.at.you, count);
        if self.at.count >= most || kinds == 0 {
            return self.roll_lifted(play, who);
        }
        if let Limit::Exactly(_) = count
            && kinds == 1
            && let Some(face) = faces.iter().find(|face| dice[face.index()] > 0)
        {
            pieces::remove_die(play, owner, face);
            self.at.count += 1;
            return self.then(Step::Read);
        }
        self.question(picker)
    }

    fn roll_lifted(&mut self, play: &mut Play<'_>, who: Who) -> Flow {
        let owner = one(play, self.at.you, who);
        pieces::roll_dice(play, owner, self.at.count);
        self.next()
    }

    fn rout_all(&mut self, play: &mut Play<'_>, of: Who, units: UnitFilter) -> Flow {
        let owner = one(play, self.at.you, of);
        let standing = UnitFilter { state: State::Standing, ..units };
        match first_unit(play.look(), self.at.you, owner, standing) {
            Some((area, row, _)) if !rout::cannot_rout(play.look(), owner, area) => {
                self.call(Rout::new(owner, row, area), Step::Read)
            }
            _ => self.next(),
        }
    }

    fn take_deal(&mut self, play: &mut Play<'_>, deal: FlatDeal, answer: Choice) -> Flow {
        match (deal, answer) {
            (FlatDeal::Spend(_, count), Choice::Face(face)) => {
                let payer = one(play, self.at.you, Who::Enemy);
                pieces::remove_die(play, payer, face);
                pieces::tell_dice(play, payer);
                self.at.count += 1;
                if self.at.count == count { self.next() } else { self.question(payer) }
            }
            (FlatDeal::RoutOwn, Choice::Unit { area, unit, .. }) => {
                let owner = owner_of(play, unit);
                self.call_then_next(Rout::new(owner, unit.row(), area))
            }
            (FlatDeal::DestroyOwn(_), Choice::Unit { area, unit, routed, .. }) => {
                let owner = owner_of(play, unit);
                pieces::destroy_unit(play, owner, unit.row(), routed, area);
                self.next()
            }
            _ => unreachable!("a deal is taken with what it asks for"),
        }
    }

    fn buy(&mut self, play: &Play<'_>, discount: Tally, terms: Terms) -> Flow {
        let discount = tally(play.look(), self.at.you, discount);
        let terms = Terms { discount, optional: may_decline(self.at), ..terms };
        let buy = BuyUpgrade::offered(self.at.you, terms);
        self.call_then_next(buy)
    }
}

/// Declining the whole is possible at its first question, unless the player has committed himself.
pub(super) fn may_decline(at: EffectQuestion) -> bool {
    at.pc == at.start && at.consent == Consent::Open && at.picked.is_none()
}

fn owner_of(play: &Play<'_>, unit: crate::table::UnitKind) -> Seat {
    play.table.seat_of_faction(unit.faction()).expect("units on the board have a player")
}

/// One seat: yours, or your opponent's.
fn one(play: &Play<'_>, you: Seat, who: Who) -> Seat {
    match who {
        Who::You | Who::Both => you,
        Who::Enemy => play.table.opponent(you).expect("there is an opponent in a combat or strike"),
    }
}

fn whom(play: &Play<'_>, you: Seat, who: Who) -> impl Iterator<Item = Seat> + use<> {
    let enemy = play.table.opponent(you);
    let (first, second) = match who {
        Who::You => (Some(you), None),
        Who::Enemy => (enemy, None),
        Who::Both => (Some(you), enemy),
    };
    first.into_iter().chain(second)
}

fn gain(play: &mut Play<'_>, seat: Seat, what: FlatStuff, times: u8) {
    match what {
        FlatStuff::Rolled(count) => pieces::roll_dice(play, seat, count * times),
        FlatStuff::Dice(face, count) => pieces::gain_dice(play, seat, face, count * times),
        FlatStuff::Tokens { offence, defence } => pieces::gain_tokens(play, seat, offence * times, defence * times),
        FlatStuff::Materiel(amount) => pieces::gain_materiel(play, seat, amount * times),
        FlatStuff::Assets(asset, count) => (0..count * times).for_each(|_| pieces::gain_asset(play, seat, asset)),
        FlatStuff::AnyDice(_) => unreachable!("dice are gained rolled or with a face"),
    }
}

fn lose(play: &mut Play<'_>, seat: Seat, what: FlatStuff) {
    match what {
        FlatStuff::Dice(face, count) => {
            let dice = play.table.dice_mut(seat);
            dice[face.index()] = dice[face.index()].saturating_sub(count);
            pieces::tell_dice(play, seat);
        }
        FlatStuff::Tokens { offence, defence } => pieces::lose_tokens(play, seat, offence, defence),
        FlatStuff::Materiel(amount) => pieces::lose_materiel(play, seat, amount),
        FlatStuff::Assets(asset, count) => {
            for _ in 0..count.min(play.table.player(seat).has(asset)) {
                pieces::give_up_asset(play, seat, asset);
            }
        }
        FlatStuff::Rolled(_) | FlatStuff::AnyDice(_) => unreachable!("lost dice are named or picked"),
    }
}

/// A free token from the supply joins the combat. [reinforcement-tokens.free.1, reinforcement-tokens.free.2]
fn reinforce(play: &mut Play<'_>, seat: Seat) {
    let supply = &mut play.table.asset_supply[Asset::Reinforcement.index()];
    if *supply > 0 {
        *supply -= 1;
        let area = play.table.battle().area;
        play.table.force_mut(area, seat).add(TOKENS, false);
        play.tell(Event::Reinforced { seat, tokens: 1 });
    }
}

fn discard_at_random(play: &mut Play<'_>, seat: Seat) {
    let count = play.table.player(seat).hand.len();
    if count > 0 {
        let index = play.chance.below(count as u32) as usize;
        let card = play.table.player_mut(seat).hand.take_at(index).what;
        pieces::discard_combat_card(play, seat, card);
    }
}

fn look_at_facedown(play: &mut Play<'_>, you: Seat) {
    let side = play.table.battle().side_of(you).expect("combat cards are played in combat");
    if let Some(seen) = &mut play.table.battle_mut().side_mut(side.other()).facedown {
        seen.by.insert(you);
        let card = seen.what;
        play.tell(Event::LookedAt { by: you, card: Some(card) });
    }
}
