//! Combat: preparation, three execution rounds, resolution.

pub mod damage;
pub mod retreat;
pub mod rout;

use crate::answers::PickedStructure;
use crate::board::{Look, Looking};
use crate::cards::resolve::{Resolve, Source};
use crate::cards::response::Moment;
use crate::cards::vocabulary::{LastingRule, Permit};
use crate::components::{Asset, Face, StructureKind};
use crate::decisions::{Choice, Decision};
use crate::events::Event;
use crate::force::{Posture, TOKENS, UNIT_KINDS};
use crate::frame::procedure;
use crate::pieces;
use crate::table::{
    Area, Battle, BattleSide, COMBAT_HAND, CardId, Contest, DICE_LIMIT, EXECUTION_ROUNDS, Faceup, Side,
};
use crate::{Flow, Play};
use damage::AssessDamage;
use kernel::{Seat, SeatSet, Verbs, Window};
use retreat::Retreat;
use serde::{Deserialize, Serialize};

/// Every area that waits for its combat, one after another. [contested-areas.limit.1]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Contests {
    step: ContestStep,
    seat: Seat,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ContestStep {
    #[default]
    Next,
    Chosen,
}

procedure!(Contests, ContestStep);

impl Contests {
    /// The acting player picks the order where several wait.
    pub fn new(seat: Seat) -> Self {
        Contests { step: ContestStep::Next, seat }
    }

    pub fn run(&mut self, play: &mut Play<'_>) -> Flow {
        let waiting = play.table.contests;
        match self.step {
            ContestStep::Next => match waiting[..] {
                [] => self.done(),
                [contest] => self.fight(play, contest),
                _ => self.ask(self.seat, Decision::ChooseContest, ContestStep::Chosen),
            },
            ContestStep::Chosen => {
                let area = play.answer().area();
                let contest = waiting.iter().find(|contest| contest.area == area);
                self.fight(play, *contest.expect("a waiting area was chosen"))
            }
        }
    }

    fn fight(&mut self, play: &mut Play<'_>, contest: Contest) -> Flow {
        play.table.contests.retain(|other| other.area != contest.area);
        // Another combat may have settled it meanwhile.
        let Some(defender) = play.look().holder_against(contest.area, contest.attacker) else {
            return self.then(ContestStep::Next);
        };
        if play.table.force(contest.area, contest.attacker).is_empty() {
            return self.then(ContestStep::Next);
        }
        play.table.battle = Some(Battle {
            area: contest.area,
            seats: [contest.attacker, defender],
            origins: contest.origins,
            advanced: contest.advanced,
            ..Battle::default()
        });
        self.call(Combat::default(), ContestStep::Next)
    }
}

/// Two armies in one area. Dice, cards and tokens lie in `table.battle`. [combat.rounds.1]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Combat {
    step: Step,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    #[default]
    Begin,
    AutomaticWin,
    RollDice,
    DrawCards,
    OfferReinforcements(Side),
    TakeReinforcements(Side),
    ChooseCards,
    LayCards,
    RevealCard(Side),
    AssessDamage,
    AfterDamage,
    EndOfRound,
    DetermineWinner,
    CaptureStructures,
    CleanUp,
}

procedure!(Combat, Step);

impl Combat {
    pub fn run(&mut self, play: &mut Play<'_>) -> Flow {
        match self.step {
            Step::Begin => {
                let battle = *play.table.battle();
                let [attacker, defender] = battle.seats;
                play.tell(Event::CombatBegins { area: battle.area, attacker, defender });
                self.call(Window::new(Moment::CombatStarts, attacker), Step::AutomaticWin)
            }
            Step::AutomaticWin => {
                // Before anything else of the combat. [combat.auto-win.1, combat.start.1]
                let defence = play.look().battle_force(Side::Defender);
                if defence.standing_units() == 0 && !defence.has_bastion() {
                    return self.win(play, Side::Attacker);
                }
                gain_die_of_order(play);
                self.then(Step::RollDice)
            }
            Step::RollDice => {
                roll_dice(play);
                self.then(Step::DrawCards)
            }
            Step::DrawCards => {
                draw_hands(play);
                self.then(Step::OfferReinforcements(Side::Attacker))
            }
            Step::OfferReinforcements(side) => {
                let seat = play.table.battle().seat(side);
                if most_reinforcements(play.look(), seat) == 0 {
                    return self.then(after_reinforcing(side));
                }
                self.ask(seat, Decision::Reinforce, Step::TakeReinforcements(side))
            }
            Step::TakeReinforcements(side) => {
                reinforce(play, side, play.answer().amount());
                self.then(after_reinforcing(side))
            }
            Step::ChooseCards => {
                let battle = play.table.battle_mut();
                battle.round += 1;
                battle.assessments = 0;
                let (round, seats) = (battle.round, battle.seats);
                play.tell(Event::ExecutionRound(round));
                let table = &*play.table;
                // With an empty hand a side plays nothing. [combat.choose-card.2]
                let choosing = seats.into_iter().filter(|&seat| !table.player(seat).hand.is_empty());
                self.ask_each(choosing, |_| Decision::ChooseCombatCard, Step::LayCards)
            }
            Step::LayCards => {
                lay_cards(play);
                self.then(Step::RevealCard(Side::Attacker))
            }
            // Attacker first, fully; only then the defender. [combat.resolve-cards.1]
            Step::RevealCard(side) => {
                let next = match side {
                    Side::Attacker => Step::RevealCard(Side::Defender),
                    Side::Defender => Step::AssessDamage,
                };
                let battle = play.table.battle_mut();
                let seat = battle.seat(side);
                let Some(seen) = battle.side_mut(side).facedown.take() else { return self.then(next) };
                battle.side_mut(side).faceup.push(Faceup { card: seen.what, rule: None });
                play.tell(Event::CardRevealed { seat, card: seen.what });
                self.call(Resolve::new(seat, Source::Combat(seen.what)), next)
            }
            Step::AssessDamage => {
                play.table.battle_mut().assessments += 1;
                self.call(AssessDamage::default(), Step::AfterDamage)
            }
            Step::AfterDamage => {
                let look = play.look();
                let presence = Side::BOTH.map(|side| look.battle_force(side).can_fight_on());
                match presence {
                    [true, false] => self.survive(play, Side::Attacker),
                    [false, true] => self.survive(play, Side::Defender),
                    [false, false] => self.then(Step::CleanUp),
                    // [card-clarifications.armoured-advance.3]
                    [true, true] if play.table.battle().assessments < assessments_due(play.look()) => {
                        forget_damage(play);
                        self.then(Step::AssessDamage)
                    }
                    [true, true] => self.then(Step::EndOfRound),
                }
            }
            Step::EndOfRound => {
                end_execution_round(play);
                let over = play.table.battle().round == EXECUTION_ROUNDS;
                self.then(if over { Step::DetermineWinner } else { Step::ChooseCards })
            }
            Step::DetermineWinner => {
                let look = play.look();
                let [attacker, defender] = Side::BOTH.map(|side| morale(look, side));
                play.tell(Event::Morale { attacker, defender });
                // A tie is won by the defender. [combat.determine-winner.3]
                let winner = if attacker > defender { Side::Attacker } else { Side::Defender };
                self.win(play, winner)
            }
            // Capture follows the loser's retreat. [combat.capture.2]
            Step::CaptureStructures => {
                let attacker_won = play.table.battle().winner == Some(Side::Attacker);
                self.call_if(attacker_won, Capture::default(), Step::CleanUp)
            }
            Step::CleanUp => {
                clean_up(play);
                self.done()
            }
        }
    }

    /// The loser retreats all his units. [combat.determine-winner.2, combat.auto-win.2]
    fn win(&mut self, play: &mut Play<'_>, winner: Side) -> Flow {
        let area = self.announce(play, winner);
        let loser = play.table.battle().seat(winner.other());
        self.call(Retreat::all(loser, area), Step::CaptureStructures)
    }

    /// The only side left wins; nobody is there to retreat. [combat.early-end.1]
    fn survive(&mut self, play: &mut Play<'_>, winner: Side) -> Flow {
        self.announce(play, winner);
        self.then(Step::CaptureStructures)
    }

    fn announce(&mut self, play: &mut Play<'_>, winner: Side) -> Area {
        let battle = play.table.battle_mut();
        battle.winner = Some(winner);
        let (seat, area) = (battle.seat(winner), battle.area);
        play.tell(Event::CombatWon { seat, area });
        area
    }

    /// Both sides are gone before damage: only clean-up is left. [combat.early-end.8]
    pub fn close(&mut self) {
        self.step = Step::CleanUp;
    }
}

/// Only in a combat that the order itself starts, not in one that a card starts meanwhile. [combat.start.2]
fn gain_die_of_order(play: &mut Play<'_>) {
    let attacker = play.table.battle().seat(Side::Attacker);
    let by_order = play.table.battle().advanced && attacker == play.table.active_player;
    if by_order && play.table.permits(Permit::MoraleDieAtCombatStart) {
        pieces::gain_dice(play, attacker, Face::Morale, 1);
    }
}

fn roll_dice(play: &mut Play<'_>) {
    for side in Side::BOTH {
        let seat = play.table.battle().seat(side);
        let dice = combat_value(play.look(), side).min(DICE_LIMIT);
        pieces::roll_dice(play, seat, dice);
    }
}

fn draw_hands(play: &mut Play<'_>) {
    for seat in play.table.battle().seats {
        for _ in 0..COMBAT_HAND {
            if let Some(card) = draw(play, seat) {
                play.tell(Event::CardDealt { seat, card });
            }
        }
        play.tell(Event::HandDrawn { seat, cards: COMBAT_HAND as u8 });
    }
}

fn reinforce(play: &mut Play<'_>, side: Side, tokens: u8) {
    let seat = play.table.battle().seat(side);
    let area = play.table.battle().area;
    for _ in 0..tokens {
        play.table.player_mut(seat).assets[Asset::Reinforcement.index()] -= 1;
        play.table.force_mut(area, seat).add(TOKENS, Posture::Standing);
    }
    play.tell(Event::Reinforced { seat, tokens });
}

fn lay_cards(play: &mut Play<'_>) {
    for side in Side::BOTH {
        let seat = play.table.battle().seat(side);
        if let Some(Choice::Card(card)) = play.answer_of(seat) {
            let card = play.table.player_mut(seat).hand.take(card).expect("a card of the hand was chosen");
            play.table.battle_mut().side_mut(side).facedown = Some(card);
        }
    }
}

fn after_reinforcing(side: Side) -> Step {
    match side {
        Side::Attacker => Step::OfferReinforcements(Side::Defender),
        Side::Defender => Step::ChooseCards,
    }
}

/// Unrouted units and bastions roll. [combat.roll-dice.1, combat.roll-dice.2]
pub fn combat_value(look: Look<'_>, side: Side) -> u8 {
    let seat = look.table.battle().seat(side);
    let force = look.battle_force(side);
    let units: u8 = (0..UNIT_KINDS).map(|row| force.standing(row) * look.stats(seat, row).combat).sum();
    units + force.structures(StructureKind::Bastion) * bastion(look, seat).combat
}

pub fn bastion(look: Look<'_>, seat: Seat) -> crate::components::Fighter {
    look.catalogue.factions[usize::from(look.player(seat).faction)].bastion
}

/// Dice, faceup cards, unrouted units, bastions. [combat.determine-winner.1, morale.sources.1]
pub fn morale(look: Look<'_>, side: Side) -> u8 {
    let battle = look.table.battle();
    let seat = battle.seat(side);
    let force = look.battle_force(side);
    let units: u8 = (0..=TOKENS)
        .filter(|&row| force.standing(row) > 0)
        .map(|row| force.standing(row) * look.stats_at(seat, row, battle.area).morale)
        .sum();
    units
        + force.structures(StructureKind::Bastion) * bastion(look, seat).morale
        + icons(look, side, Face::Morale)
        + battle.side(side).dice[Face::Morale.index()]
}

/// Icons on faceup cards, and those borrowed for the round.
pub fn icons(look: Look<'_>, side: Side, face: Face) -> u8 {
    let side = look.table.battle().side(side);
    let cards: u8 = side.faceup.iter().map(|faceup| look.catalogue.card(faceup.card).icons[face.index()]).sum();
    cards + side.borrowed[face.index()]
}

/// Dice, combat tokens and faceup cards. [combat.assess-damage.1, combat.assess-damage.2]
pub fn value(look: Look<'_>, side: Side, face: Face) -> u8 {
    let there = look.table.battle().side(side);
    let tokens = there.tokens.get(face.index()).copied().unwrap_or(0);
    there.dice[face.index()] + tokens + icons(look, side, face)
}

/// As many tokens as plastic units, routed ones counted. [reinforcement-tokens.use.1, reinforcement-tokens.use.2]
pub fn most_reinforcements(look: Look<'_>, seat: Seat) -> u8 {
    let area = look.table.battle().area;
    look.force(area, seat).plastic().min(look.player(seat).has(Asset::Reinforcement))
}

pub fn draw_card(play: &mut Play<'_>, seat: Seat) {
    if let Some(card) = draw(play, seat) {
        play.tell(Event::CardDrawn { seat, card: Some(card) });
    }
}

fn draw(play: &mut Play<'_>, seat: Seat) -> Option<CardId> {
    let player = play.table.player_mut(seat);
    let seen = player.deck.draw(SeatSet::only(seat))?;
    player.hand.put(seen.what, seen.by);
    Some(seen.what)
}

/// Each different card of the hand.
pub fn list_hand(look: Look<'_>, seat: Seat, out: &mut Vec<Choice>) {
    for card in look.player(seat).hand.iter() {
        if !out.contains(&Choice::Card(card)) {
            out.push(Choice::Card(card));
        }
    }
}

fn forget_damage(play: &mut Play<'_>) {
    for side in &mut play.table.battle_mut().sides {
        side.hurt.clear();
    }
}

/// One assess damage step a round, and one more for each card that says so and still lies faceup. [combat-card-resolution.discard.1]
fn assessments_due(look: Look<'_>) -> u8 {
    let battle = look.table.battle();
    1 + Side::BOTH.into_iter().map(|side| battle.rules(side, LastingRule::AssessDamageAgain)).sum::<u8>()
}

/// Tokens go back, damage is forgotten, rules of the round end; cards stay. [combat.end-of-round.1, combat.end-of-round.3]
fn end_execution_round(play: &mut Play<'_>) {
    forget_damage(play);
    for side in &mut play.table.battle_mut().sides {
        side.tokens = [0; 2];
        side.borrowed = [0; 3];
        for faceup in side.faceup.iter_mut() {
            if faceup.rule != Some(LastingRule::CopyTokens) {
                faceup.rule = None;
            }
        }
    }
}

/// Tokens, cards and dice go back. [combat.clean-up.1, combat.clean-up.2, combat.clean-up.3]
fn clean_up(play: &mut Play<'_>) {
    let battle = play.table.battle.take().expect("a combat is being fought");
    if battle.winner.is_none() {
        play.tell(Event::NobodyWins { area: battle.area });
    }
    for side in Side::BOTH {
        let seat = battle.seat(side);
        for area in play.table.areas() {
            for posture in Posture::BOTH {
                while play.table.force(area, seat).count(TOKENS, posture) > 0 {
                    play.table.force_mut(area, seat).remove(TOKENS, posture);
                    play.table.asset_supply[Asset::Reinforcement.index()] += 1;
                }
            }
        }
        gather_cards(play, seat, battle.side(side));
    }
    play.table.serpent_contest = None;
}

fn gather_cards(play: &mut Play<'_>, seat: Seat, side: &BattleSide) {
    let player = play.table.player_mut(seat);
    let played = side.faceup.iter().map(|faceup| faceup.card).chain(side.facedown.map(|seen| seen.what));
    let untouched = side.faceup.is_empty() && side.facedown.is_none() && player.hand.is_empty();
    played.for_each(|card| player.deck.put(card, SeatSet::NONE));
    while let Some(seen) = player.hand.draw(SeatSet::NONE) {
        player.deck.put(seen.what, SeatSet::NONE);
    }
    // After an automatic win the decks stay untouched. [combat.auto-win.1]
    if !untouched {
        player.deck.shuffle(play.chance);
    }
}

/// The winning attacker takes the structures that are left. [combat.capture.1]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Capture {
    step: CaptureStep,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CaptureStep {
    #[default]
    Next,
    Keep,
}

procedure!(Capture, CaptureStep);

impl Capture {
    pub fn run(&mut self, play: &mut Play<'_>) -> Flow {
        let battle = *play.table.battle();
        let [winner, loser] = battle.seats;
        match self.step {
            CaptureStep::Next => {
                let left = play.table.force(battle.area, loser);
                let free = play.table.player(winner).control_tokens;
                let first = StructureKind::ALL.into_iter().find(|&kind| left.structures(kind) > 0);
                match first {
                    None => self.done(),
                    // Without a control token a captured structure is destroyed. [component-limitations.control-tokens.2]
                    Some(kind) if free == 0 => {
                        pieces::destroy_structure(play, loser, kind, battle.area);
                        self.then(CaptureStep::Next)
                    }
                    Some(kind) if free >= left.structure_count() => {
                        capture(play, winner, loser, kind, battle.area);
                        self.then(CaptureStep::Next)
                    }
                    // [component-limitations.control-tokens.3]
                    Some(_) => self.ask(winner, Decision::KeepStructure, CaptureStep::Keep),
                }
            }
            CaptureStep::Keep => {
                let PickedStructure { structure, area } = play.answer().structure();
                capture(play, winner, loser, structure, area);
                self.then(CaptureStep::Next)
            }
        }
    }
}

fn capture(play: &mut Play<'_>, winner: Seat, loser: Seat, structure: StructureKind, area: Area) {
    play.table.force_mut(area, loser).remove_structure(structure);
    play.table.player_mut(loser).control_tokens += 1;
    play.table.force_mut(area, winner).add_structure(structure);
    play.table.player_mut(winner).control_tokens -= 1;
    play.tell(Event::Captured { seat: winner, structure, area });
}

pub fn list_captured(look: Look<'_>, out: &mut Vec<Choice>) {
    let area = look.table.battle().area;
    let left = look.battle_force(Side::Defender);
    out.extend(
        StructureKind::ALL
            .into_iter()
            .filter(|&kind| left.structures(kind) > 0)
            .map(|structure| Choice::Structure { structure, area }),
    );
}

/// A faceup card is discarded: icons and rules go, what it has given stays. [combat-card-resolution.icons.2, combat-card-resolution.discard.2]
/// Of two copies an owner gives up the one without a rule, and his opponent takes the one that has it.
pub fn discard_faceup(play: &mut Play<'_>, side: Side, card: CardId, picker: Seat) {
    let battle = play.table.battle_mut();
    let seat = battle.seat(side);
    let faceup = &mut battle.side_mut(side).faceup;
    let wanted = |faceup: &Faceup| faceup.card == card && faceup.rule.is_none() == (picker == seat);
    let at = faceup.iter().rposition(wanted).or_else(|| faceup.iter().rposition(|faceup| faceup.card == card));
    faceup.remove(at.expect("a faceup card was chosen"));
    pieces::discard_combat_card(play, seat, card);
}
