//! One battle, from its start to the clean-up.

use super::{BASTION, Battle, KINDS, Policies, Start};
use bots::{Bot, Noise, Random};
use forbidden_stars::components::StructureKind;
use forbidden_stars::force::UNIT_KINDS;
use forbidden_stars::table::{Area, Side};
use forbidden_stars::{Choice, Event, ForbiddenStars, Game};
use kernel::{Chance, Herald, History, Rules, Seat, Seated};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What was heard of one battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    seats: [Seat; 2],
    area: Area,
    pub winner: Option<Side>,
    is_decided: bool,
    /// The next combat has begun: whatever is told now belongs to that one.
    is_past: bool,
    /// Units destroyed in the area by row, then bastions.
    pub lost: [[u8; KINDS]; 2],
    /// How many units more or fewer than at the start. Whoever leaves the area is no loss.
    pub change: [i8; 2],
    /// How many units have left the area and may come back.
    away: [u8; 2],
}

impl Outcome {
    pub fn new(battle: &Battle) -> Outcome {
        Outcome {
            seats: battle.seats,
            area: battle.area,
            winner: None,
            is_decided: false,
            is_past: false,
            lost: [[0; KINDS]; 2],
            change: [0; 2],
            away: [0; 2],
        }
    }

    /// Is nothing left to be done in this battle, not even a retreat?
    pub fn is_final(&self, game: &Game) -> bool {
        self.is_past || game.is_over() || (self.is_decided && game.table.battle.is_none())
    }

    fn side_of(&self, seat: Seat) -> Option<usize> {
        self.seats.iter().position(|&other| other == seat)
    }
}

impl Herald<ForbiddenStars> for Outcome {
    fn tell(&mut self, event: Event) {
        if self.is_past {
            return;
        }
        match event {
            Event::CombatBegins { .. } if self.is_decided => self.is_past = true,
            Event::CombatWon { seat, .. } => {
                self.winner = Side::BOTH.into_iter().find(|&side| self.seats[side as usize] == seat);
                self.is_decided = true;
            }
            Event::NobodyWins { .. } => self.is_decided = true,
            Event::Destroyed { seat, unit, area } if area == self.area && unit.row() < UNIT_KINDS => {
                if let Some(side) = self.side_of(seat) {
                    self.lost[side][unit.row()] += 1;
                    self.change[side] -= 1;
                }
            }
            Event::StructureDestroyed { seat, structure: StructureKind::Bastion, area } if area == self.area => {
                if let Some(side) = self.side_of(seat) {
                    self.lost[side][BASTION] += 1;
                }
            }
            Event::UnitPlaced { seat, unit, area } if area == self.area && unit.row() < UNIT_KINDS => {
                if let Some(side) = self.side_of(seat) {
                    self.change[side] += 1;
                }
            }
            Event::UnitReplaced { seat, old, new, area } if area == self.area => {
                if let Some(side) = self.side_of(seat) {
                    // One unit for another changes nothing; one for a reinforcement token does.
                    self.change[side] += i8::from(new.row() < UNIT_KINDS) - i8::from(old.row() < UNIT_KINDS);
                }
            }
            Event::UnitMoved { seat, unit, from, to } if from != to && unit.row() < UNIT_KINDS => {
                if let Some(side) = self.side_of(seat) {
                    if from == self.area {
                        self.away[side] += 1;
                    } else if to == self.area && self.away[side] > 0 {
                        self.away[side] -= 1;
                    } else if to == self.area {
                        self.change[side] += 1;
                    }
                }
            }
            _ => {}
        }
    }
}

/// A thread that fights: its buffers serve for one battle after the other.
pub struct Fight<'a> {
    battle: &'a Battle,
    policies: &'a Policies,
    seed: u64,
    choices: Vec<Choice>,
}

impl<'a> Fight<'a> {
    pub fn new(battle: &'a Battle, policies: &'a Policies, seed: u64) -> Self {
        Fight { battle, policies, seed, choices: Vec::new() }
    }

    /// The battle with this number; none if the rules could not finish it.
    pub fn number(&mut self, number: u64) -> Option<Outcome> {
        // A battle that breaks is reported like any other; nothing of it is used again.
        catch_unwind(AssertUnwindSafe(|| self.fight(number))).ok()
    }

    fn fight(&mut self, number: u64) -> Outcome {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&self.seed.to_le_bytes());
        seed[8..16].copy_from_slice(&number.to_le_bytes());
        let mut chance = Chance::from_seed(seed);
        let mut noise = Noise::from_number(scrambled(self.seed, number));
        let mut outcome = Outcome::new(self.battle);
        let are_blind = self.policies.are_blind();
        let mut game = match &self.battle.start {
            Start::Position(position) if are_blind => position.start(chance, &mut outcome),
            Start::Position(position) => position.start_within_round(chance, &mut outcome),
            Start::Game { game, seen_by } => ForbiddenStars::conceal(game, *seen_by, &mut chance),
        };
        if are_blind {
            self.fight_blindly(&mut game, &mut noise, &mut outcome);
        } else {
            self.fight_with_bots(&mut game, &mut noise, &mut outcome);
        }
        outcome
    }

    /// Any legal choice, all equally likely: no bots, no history, no allocation.
    fn fight_blindly(&mut self, game: &mut Game, noise: &mut Noise, outcome: &mut Outcome) {
        while !outcome.is_final(game)
            && let Some(question) = game.next_question()
        {
            game.choices(question.seat, &mut self.choices);
            let choice = self.choices[noise.below(self.choices.len())];
            game.take(question.seat, choice, outcome);
        }
    }

    /// Those who are not in the battle, and may be asked all the same, choose at random.
    fn fight_with_bots(&mut self, game: &mut Game, noise: &mut Noise, outcome: &mut Outcome) {
        let mut bots: Vec<Box<dyn Bot<ForbiddenStars>>> = (0..game.seats())
            .map(|seat| -> Box<dyn Bot<ForbiddenStars>> {
                let seed = noise.number();
                match self.battle.seats.iter().position(|&fighter| fighter == Seat(seat)) {
                    Some(side) => self.policies.of(side).bot::<crate::Shelved>(seed),
                    None => Box::new(Random::new(seed)),
                }
            })
            .collect();
        let mut history = History::default();
        while !outcome.is_final(game)
            && let Some(question) = game.next_question()
        {
            let seat = question.seat;
            let choice = bots[seat.index()].choose(&Seated::new(game, &history, seat));
            history.note(game, seat, choice);
            game.take(seat, choice, outcome);
        }
    }
}

/// A number for the choices of one battle, far from those of its neighbours (the finaliser of SplitMix64).
fn scrambled(seed: u64, number: u64) -> u64 {
    let mut mixed = seed.rotate_left(32) ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
