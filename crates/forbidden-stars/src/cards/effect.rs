//! Running one ability: each word of the vocabulary, carried out.

use super::program::{AreaFilter, Features, FlatDeal, FlatStuff, Limit, Op, Paragraph, Pc, Tally, UnitFilter};
use super::resolve::{Source, enemy_can_be_routed};
use super::special::{self, SpecialEffect};
use super::vocabulary::{Condition, Permit, Place, State, Terrain, Who};
use crate::board::{Look, Looking, Standing};
use crate::combat::retreat::{self, Retreat};
use crate::combat::rout::{self, Rout};
use crate::combat::{self};
use crate::components::{Asset, Face};
use crate::decisions::{Choice, Decision};
use crate::events::Event;
use crate::force::{TOKENS, UNIT_KINDS};
use crate::frame::procedure;
use crate::orders::strategize::{self, BuyUpgrade, Terms};
use crate::orders::{dominate, purchase};
use crate::pieces;
use crate::table::{Area, DICE_LIMIT, Side, System};
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
    start: Pc,
    /// The player has already agreed to the whole.
    committed: bool,
    /// Progress within a word: how many are done, or what was picked.
    count: u8,
    picked: Option<(Area, u8)>,
    /// Turns of the loop around this word.
    turns: u8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    #[default]
    Read,
    Answered,
}

procedure!(Effect, Step);

impl Effect {
    pub fn new(you: Seat, source: Source, paragraph: &Paragraph, committed: bool) -> Self {
        let at = EffectQuestion {
            you,
            source,
            pc: paragraph.start,
            start: paragraph.start,
            committed,
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
                if self.at.pc == self.at.start && self.at.committed {
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
fn may_decline(at: EffectQuestion) -> bool {
    at.pc == at.start && !at.committed && at.picked.is_none()
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

/// Whether a condition holds for `you`.
pub fn holds(look: Look<'_>, you: Seat, condition: Condition) -> bool {
    let side = look.table.battle.and_then(|battle| battle.side_of(you));
    let enemy = look.table.opponent(you);
    let force = |seat: Option<Seat>| match (seat, look.here()) {
        (Some(seat), Some(here)) => look.force(here, seat),
        _ => Default::default(),
    };
    match condition {
        Condition::Attacking => side == Some(Side::Attacker),
        Condition::Defending => side == Some(Side::Defender),
        Condition::MoreMoraleDice => {
            let theirs = enemy.map_or(0, |enemy| look.table.die(enemy, Face::Morale));
            look.table.die(you, Face::Morale) > theirs
        }
        Condition::MoreStandingUnits => force(Some(you)).standing_units() > force(enemy).standing_units(),
        Condition::EnemyHasRouted => force(enemy).routed_units() > 0,
        Condition::EnemyHasStanding => enemy_can_be_routed(look, you),
        Condition::OnWorld => look.here().is_some_and(|here| look.is_world(here)),
    }
}

fn tally(look: Look<'_>, you: Seat, tally: Tally) -> u8 {
    match tally {
        Tally::Standing(rows) => look.here().map_or(0, |here| look.standing_of(here, you, rows)),
        Tally::MoraleDice => look.table.die(you, Face::Morale),
        Tally::ForgeTokens => look.player(you).has(Asset::Forge),
        Tally::WorldsWith(kind) => {
            look.friendly_worlds(you).filter(|&area| look.force(area, you).structures(kind) > 0).count() as u8
        }
    }
}

fn limit_of(look: Look<'_>, you: Seat, limit: Limit) -> u8 {
    match limit {
        Limit::Exactly(count) | Limit::UpTo(count) => count,
        Limit::All => u8::MAX,
        Limit::Per(per) => tally(look, you, per),
    }
}

/// Could this ability be used now? Its condition holds, its price can be paid, and it would do something.
pub fn is_usable(look: Look<'_>, you: Seat, source: Source, paragraph: &Paragraph) -> bool {
    if paragraph.when.is_some_and(|condition| !holds(look, you, condition)) {
        return false;
    }
    let at = EffectQuestion { you, source, ..EffectQuestion::default() };
    range_possible(look, at, paragraph.start, paragraph.end)
}

/// Every price at the front can be paid, and something behind it can happen. [combat-card-resolution.whole.2]
/// While this is tested `at.count` is the number of own dice spent so far: they make room for others.
fn range_possible(look: Look<'_>, at: EffectQuestion, start: Pc, end: Pc) -> bool {
    let lines = &look.catalogue.program.lines;
    let you = at.you;
    let mut pc = start;
    let mut spent = at.count;
    let mut leading = true;
    while pc < end {
        let here = EffectQuestion { pc, count: spent, picked: None, ..at };
        match lines[usize::from(pc)].op {
            Op::End | Op::Jump(_) | Op::Again(_) => return false,
            Op::May { .. } | Op::Branch { .. } => {}
            Op::Spend { faces, count } => {
                if faces.of(look.table.dice(you)) < count {
                    return false;
                }
                spent += count;
            }
            Op::Pay(materiel) => {
                if look.player(you).materiel < materiel {
                    return false;
                }
            }
            // Giving up an own unit at the front is a price too.
            Op::Rout { of: Who::You, .. } | Op::Destroy { of: Who::You, .. } if leading && pc + 1 < end => {
                if !op_possible(look, here) {
                    return false;
                }
            }
            Op::If { condition, skip } => {
                if !holds(look, you, condition) {
                    pc = skip;
                    continue;
                }
            }
            Op::Choose { .. } => {
                if anything_to_pick(look, you, here) {
                    return true;
                }
                pc = branches_end(look, pc);
                continue;
            }
            Op::Offer { .. } => return true,
            Op::Repeat { limit, end: after } => {
                if limit_of(look, you, limit) > 0 && range_possible(look, here, pc + 1, after) {
                    return true;
                }
                pc = after;
                continue;
            }
            Op::ForEach { per, end: after } => {
                if tally(look, you, per) > 0 && range_possible(look, here, pc + 1, after) {
                    return true;
                }
                pc = after;
                continue;
            }
            _ => {
                leading = false;
                if op_possible(look, here) {
                    return true;
                }
            }
        }
        pc += 1;
    }
    false
}

/// Behind the last branch of a choice.
fn branches_end(look: Look<'_>, pc: Pc) -> Pc {
    let lines = &look.catalogue.program.lines;
    let Op::Branch { end, .. } = lines[usize::from(pc) + 1].op else { unreachable!("branches follow a choice") };
    match lines[usize::from(end)].op {
        Op::Jump(after) => after,
        _ => unreachable!("a branch ends with a jump"),
    }
}

/// Would this word do anything?
fn op_possible(look: Look<'_>, at: EffectQuestion) -> bool {
    let you = at.you;
    let enemy = look.table.opponent(you);
    match look.catalogue.program.lines[usize::from(at.pc)].op {
        Op::Gain { who, what, per } => {
            let times = per.map_or(1, |per| tally(look, you, per));
            let (seat, spent) = if who == Who::Enemy { (enemy.unwrap_or(you), 0) } else { (you, at.count) };
            times > 0
                && match what {
                    FlatStuff::Assets(asset, _) => dominate::can_gain(look, seat, asset),
                    FlatStuff::Rolled(_) | FlatStuff::Dice(..) => look.table.dice_count(seat) < DICE_LIMIT + spent,
                    _ => true,
                }
        }
        Op::Lose { who, what, .. } => {
            let seat = if who == Who::You { Some(you) } else { enemy };
            seat.is_some_and(|seat| match what {
                FlatStuff::AnyDice(_) => look.table.dice_count(seat) > 0,
                FlatStuff::Dice(face, _) => look.table.die(seat, face) > 0,
                FlatStuff::Tokens { offence, defence } => {
                    let tokens = look
                        .table
                        .battle
                        .and_then(|battle| battle.side_of(seat).map(|side| battle.side(side).tokens))
                        .unwrap_or_default();
                    (offence > 0 && tokens[0] > 0) || (defence > 0 && tokens[1] > 0)
                }
                FlatStuff::Materiel(_) => look.player(seat).materiel > 0,
                FlatStuff::Assets(asset, _) => look.player(seat).has(asset) > 0,
                FlatStuff::Rolled(_) => false,
            })
        }
        Op::Reroll { who, faces, .. } => {
            let own = who != Who::Enemy && faces.of(look.table.dice(you)) > 0;
            own || (who != Who::You && enemy.is_some_and(|enemy| faces.of(look.table.dice(enemy)) > 0))
        }
        Op::RallyAll => look.here().is_some_and(|here| look.force(here, you).routed_units() > 0),
        Op::Rout { of, all: true, units, .. } => {
            let owner = if of == Who::You { Some(you) } else { enemy };
            let standing = UnitFilter { state: State::Standing, ..units };
            owner.is_some_and(|owner| first_unit(look, you, owner, standing).is_some())
                && (of != Who::Enemy || enemy_can_be_routed(look, you))
        }
        Op::Destroy { of, all: true, units, .. } => {
            (of != Who::Enemy && first_unit(look, you, you, units).is_some())
                || (of != Who::You && enemy.is_some_and(|enemy| first_unit(look, you, enemy, units).is_some()))
        }
        Op::Reinforce => look.table.asset_supply[Asset::Reinforcement.index()] > 0,
        Op::BuyCombatUpgrade { discount } => can_buy(look, you, discount, Terms::bought(true, false)),
        Op::BuyOrderUpgrade { discount } => can_buy(look, you, discount, Terms::bought(false, true)),
        Op::Draw => !look.player(you).deck.is_empty(),
        Op::DiscardAtRandom => enemy.is_some_and(|enemy| !look.player(enemy).hand.is_empty()),
        Op::LookAtFacedown => look
            .table
            .battle
            .and_then(|battle| battle.side_of(you).map(|side| battle.side(side.other()).facedown.is_some()))
            .unwrap_or(false),
        Op::Lasting(_) => true,
        Op::Permit(permit) => permit_helps(look, you, permit),
        Op::Special(which) => special::possible(look, you, which),
        _ => anything_to_pick(look, you, at),
    }
}

/// Would this permit change anything? One that would not is not offered.
fn permit_helps(look: Look<'_>, you: Seat, permit: Permit) -> bool {
    let system = look.this_system();
    match permit {
        Permit::BastionsAreFactories => {
            system.is_some_and(|system| system.areas().any(|area| look.force(area, you).has_bastion()))
        }
        Permit::StrategizeAnywhere => system.is_some_and(|system| !look.is_present(system, you)),
        Permit::ShipsCrossStorms
        | Permit::UnitsCrossStorms
        | Permit::MoraleDieAtCombatStart
        | Permit::PassUncontrolledVoid
        | Permit::StructureFirst
        | Permit::SecondStructure
        | Permit::StrikeRouts
        | Permit::StrikeAllOffence => true,
    }
}

fn can_buy(look: Look<'_>, you: Seat, discount: Tally, terms: Terms) -> bool {
    let terms = Terms { discount: tally(look, you, discount), ..terms };
    strategize::any_upgrade(look, you, terms)
}

fn deal_possible(look: Look<'_>, enemy: Seat, deal: FlatDeal) -> bool {
    let Some(here) = look.here() else { return false };
    let force = look.force(here, enemy);
    match deal {
        FlatDeal::Spend(faces, count) => faces.of(look.table.dice(enemy)) >= count,
        FlatDeal::RoutOwn => force.standing_units() > 0 && !rout::cannot_rout(look, enemy, here),
        FlatDeal::DestroyOwn(State::Routed) => force.routed_units() > 0,
        FlatDeal::DestroyOwn(State::Standing) => force.standing_units() > 0,
        FlatDeal::DestroyOwn(State::Either) => force.has_units(),
    }
}

/// Has the question of this step any answer besides declining?
fn anything_to_pick(look: Look<'_>, seat: Seat, at: EffectQuestion) -> bool {
    let mut found = false;
    each_pick(look, seat, at, &mut |_| found = true);
    found
}

/// The answers to the question of this step.
pub fn list(look: Look<'_>, seat: Seat, at: EffectQuestion, out: &mut Vec<Choice>) {
    each_pick(look, seat, at, &mut |choice| out.push(choice));
    let line = &look.catalogue.program.lines[usize::from(at.pc)];
    match line.op {
        Op::May { .. } => out.push(Choice::Decline),
        Op::Repeat { .. } | Op::Convert { .. } => out.push(Choice::Done),
        Op::Reroll { count: Limit::UpTo(_), .. } => out.push(Choice::Done),
        // The opponent's own decision; a deal once begun is finished.
        Op::Offer { .. } if at.count == 0 => out.push(Choice::Decline),
        Op::Retreat { of: Who::Enemy } => out.push(Choice::Decline),
        _ if line.decline.is_some() && may_decline(at) => out.push(Choice::Decline),
        _ => {}
    }
}

fn each_pick(look: Look<'_>, seat: Seat, at: EffectQuestion, each: &mut dyn FnMut(Choice)) {
    let you = at.you;
    let enemy = look.table.opponent(you);
    let lines = &look.catalogue.program.lines;
    match lines[usize::from(at.pc)].op {
        Op::May { .. } | Op::Repeat { .. } => each(Choice::Accept),
        Op::Choose { count } => {
            for branch in 0..count {
                let Op::Branch { body, end, .. } = lines[usize::from(at.pc) + 1 + usize::from(branch)].op else {
                    unreachable!("branches follow a choice")
                };
                if range_possible(look, at, body, end) {
                    each(Choice::Branch(branch));
                }
            }
        }
        Op::Offer { deal, .. } => match deal {
            FlatDeal::Spend(faces, _) => each_face(look, seat, faces.iter(), each),
            FlatDeal::RoutOwn => each_unit_of(look, you, seat, here(State::Standing), each),
            FlatDeal::DestroyOwn(state) => each_unit_of(look, you, seat, here(state), each),
        },
        Op::Lose { who, .. } => {
            let owner = if who == Who::You { you } else { enemy.unwrap_or(you) };
            each_face(look, owner, Face::ALL.into_iter(), each);
        }
        Op::Spend { faces, .. } => each_face(look, you, faces.iter(), each),
        Op::Reroll { who, faces, .. } => {
            let owner = if who == Who::Enemy { enemy.unwrap_or(you) } else { you };
            each_face(look, owner, faces.iter(), each);
        }
        Op::Convert { from, to, .. } => {
            // Each set of dice is offered in one order only.
            let last = at.picked.map_or(0, |(_, face)| face);
            let faces = from.iter().filter(|&face| face != to && face.index() >= usize::from(last));
            each_face(look, you, faces, each);
        }
        Op::RallyOne => each_unit_of(look, you, you, here(State::Routed), each),
        Op::Rout { of, units, .. } => {
            let standing = UnitFilter { state: State::Standing, ..units };
            let owner = if of == Who::You { Some(you) } else { enemy };
            if let Some(owner) = owner
                && !look.here().is_some_and(|here| rout::cannot_rout(look, owner, here))
            {
                each_unit_of(look, you, owner, standing, each);
            }
        }
        Op::Destroy { of, units, .. } => {
            if of != Who::Enemy {
                each_unit_of(look, you, you, units, each);
            }
            if let Some(enemy) = enemy.filter(|_| of != Who::You) {
                each_unit_of(look, you, enemy, units, each);
            }
        }
        Op::Retreat { of } => {
            let owner = if of == Who::You { Some(you) } else { enemy };
            if let Some(owner) = owner.filter(|&owner| retreat::can_be_picked(look, owner)) {
                each_unit_of(look, you, owner, here(State::Either), each);
            }
        }
        Op::Place { rows, count, areas } => {
            for row in (0..UNIT_KINDS).filter(|row| rows & (1 << row) != 0 && look.player(you).reserve[*row] > 0) {
                for area in areas_of(look, you, areas) {
                    if look.fits(you, row, area) && has_room(look, you, area, count) {
                        each(Choice::PlaceUnit { unit: look.kind(you, row), area });
                    }
                }
            }
        }
        Op::Relocate { units, from, to } => match at.picked {
            Some((area, row)) => {
                for target in areas_of(look, you, to) {
                    if target != area && look.fits(you, usize::from(row), target) {
                        each(Choice::Area(target));
                    }
                }
            }
            None => each_unit_of(look, you, you, UnitFilter { state: State::Standing, ..units }, &mut |choice| {
                if let Choice::Unit { area, unit, .. } = choice
                    && unit.row() != TOKENS
                    && terrain_fits(look, from, area)
                    && areas_of(look, you, to).any(|target| target != area && look.fits(you, unit.row(), target))
                {
                    each(choice);
                }
            }),
        },
        Op::Replace { units, with } => {
            if look.player(you).reserve[usize::from(with)] > 0 {
                each_unit_of(look, you, you, units, &mut |choice| {
                    // A ground unit's place is no place for a ship.
                    if let Choice::Unit { area, .. } = choice
                        && look.fits(you, usize::from(with), area)
                    {
                        each(choice);
                    }
                });
            }
        }
        Op::Build { kind, areas, beside_another } => {
            if purchase::can_build(look, you, kind) {
                for area in areas_of(look, you, areas) {
                    // [structures.one.1, golden-rules.card-only-deviation.1]
                    if look.is_world(area) && (beside_another || !look.force(area, you).has_structures()) {
                        each(Choice::Area(area));
                    }
                }
            }
        }
        Op::PlayForIcons => {
            let hand = look.player(you).hand;
            each_card(&hand, |hand| hand.iter(), each);
        }
        Op::DiscardFaceup { .. } => {
            if let Some(battle) = &look.table.battle
                && let Some(side) = battle.side_of(you)
            {
                let faceup = battle.side(side.other()).faceup;
                each_card(&faceup, |faceup| faceup.iter().map(|one| one.card), each);
            }
        }
        _ => {}
    }
}

fn here(state: State) -> UnitFilter {
    UnitFilter { at: Place::Here, rows: 0b11_1111, state, level: u8::MAX }
}

fn each_face(look: Look<'_>, owner: Seat, faces: impl Iterator<Item = Face>, each: &mut dyn FnMut(Choice)) {
    let dice = look.table.dice(owner);
    faces.filter(|face| dice[face.index()] > 0).for_each(|face| each(Choice::Face(face)));
}

/// Each different card.
fn each_card<'a, P, I: Iterator<Item = crate::table::CardId>>(
    pile: &'a P,
    cards: impl Fn(&'a P) -> I,
    each: &mut dyn FnMut(Choice),
) {
    for (index, card) in cards(pile).enumerate() {
        if !cards(pile).take(index).any(|earlier| earlier == card) {
            each(Choice::Card(card));
        }
    }
}

/// A combat has at most five attackers when it starts, whatever caused it. [combat.attackers-cap.1]
fn has_room(look: Look<'_>, you: Seat, area: Area, _count: u8) -> bool {
    let joins_combat = look.table.battle.is_some_and(|battle| battle.area == area);
    joins_combat
        || look.standing(area, you) != Standing::Enemy && look.standing(area, you) != Standing::Contested
        || look.force(area, you).units() < crate::table::MOVEMENT_CAP
}

fn first_unit(look: Look<'_>, you: Seat, owner: Seat, units: UnitFilter) -> Option<(Area, usize, bool)> {
    let mut first = None;
    each_unit_of(look, you, owner, units, &mut |choice| {
        if let (None, Choice::Unit { area, unit, routed, .. }) = (first, choice) {
            first = Some((area, unit.row(), routed));
        }
    });
    first
}

/// Units of `owner` that fit the filter; rows are those of `you`, so they bind own units only.
pub fn each_unit_of(look: Look<'_>, you: Seat, owner: Seat, units: UnitFilter, each: &mut dyn FnMut(Choice)) {
    let named = you == owner;
    for area in places(look, units.at) {
        let force = look.force(area, owner);
        if !force.has_units() {
            continue;
        }
        for (row, routed, _) in force.groups() {
            let state_fits = match units.state {
                State::Either => true,
                State::Standing => !routed,
                State::Routed => routed,
            };
            let row_fits = !named || units.rows & (1 << look.row_at(owner, row, area)) != 0;
            if state_fits && row_fits && look.stats_at(owner, row, area).level <= units.level {
                each(Choice::Unit { area, unit: look.kind(owner, row), routed, hurt: 0 });
            }
        }
    }
}

/// The areas of a place.
fn places(look: Look<'_>, place: Place) -> impl Iterator<Item = Area> {
    let here = look.here();
    let system = look.this_system();
    look.table.areas().filter(move |&area| match place {
        Place::Here => Some(area) == here,
        Place::ThisSystem => Some(area.system()) == system,
        Place::ElsewhereInThisSystem => Some(area.system()) == system && Some(area) != here,
        Place::AdjacentSystems => system.is_some_and(|system: System| look.are_adjacent(system, area.system())),
        Place::Anywhere => true,
    })
}

fn terrain_fits(look: Look<'_>, terrain: Terrain, area: Area) -> bool {
    match terrain {
        Terrain::Fitting => true,
        Terrain::World => look.is_world(area),
        Terrain::Void => !look.is_world(area),
    }
}

/// The areas that fit the filter.
fn areas_of(look: Look<'_>, you: Seat, areas: AreaFilter) -> impl Iterator<Item = Area> {
    places(look, areas.at).filter(move |&area| {
        let state = match look.standing(area, you) {
            Standing::Friendly => areas.friendly,
            Standing::Uncontrolled => areas.uncontrolled,
            Standing::Enemy => areas.enemy,
            // Only the area being fought over is contested.
            Standing::Contested => areas.at == Place::Here,
        };
        state
            && terrain_fits(look, areas.terrain, area)
            && (areas.with == Features::default() || has_any(look, you, area, areas.with))
            && !has_any(look, you, area, areas.without)
    })
}

/// Does the area have any of these features?
fn has_any(look: Look<'_>, you: Seat, area: Area, features: Features) -> bool {
    let table = look.table;
    let structure = |kind: crate::components::StructureKind| {
        features.structures & (1 << kind.index()) != 0
            && table.all_seats().any(|seat| table.force(area, seat).structures(kind) > 0)
    };
    let units_in = |area: Area, rows: u8| {
        rows != 0 && (0..UNIT_KINDS).any(|row| rows & (1 << row) != 0 && table.force(area, you).of(row) > 0)
    };
    (features.any_structure && table.all_seats().any(|seat| table.force(area, seat).has_structures()))
        || crate::components::StructureKind::ALL.into_iter().any(structure)
        || (features.own_objective && table.objective(area) == Some(you))
        || units_in(area, features.units)
        || (features.units_in_system != 0
            && area.system().areas().any(|other| units_in(other, features.units_in_system)))
}
