//! How a battle may end: fought again and again, or, where it is small enough, walked through exactly.

mod exact;
mod fight;
mod what_if;
mod words;

pub use exact::{NotExact, exact, may_be_exact};
pub use what_if::{reinforced, what_if};

use crate::Shelved;
use bots::Kind;
use fight::{Fight, Outcome};
use forbidden_stars::board::Looking;
use forbidden_stars::components::StructureKind;
use forbidden_stars::force::{Force, UNIT_KINDS};
use forbidden_stars::table::{Area, Contest, Side, UnitKind};
use forbidden_stars::{Catalogue, Game, Position, describe};
use hosted::{Advised, Altered, Figures, KindLosses, Mean, Method, Player, Policies, Share, SideFigures};
use kernel::{Chance, Deaf, Seat};
use rayon::prelude::*;

/// Units by row of the faction sheet, then bastions.
const KINDS: usize = UNIT_KINDS + 1;
const BASTION: usize = UNIT_KINDS;

/// Two armies in one area, and where the fighting starts from.
#[derive(Clone, Debug)]
pub struct Battle {
    start: Start,
    /// Attacker and defender.
    seats: [Seat; 2],
    area: Area,
}

#[derive(Clone, Debug)]
enum Start {
    /// At the first step of the combat, everything hidden dealt anew for each battle.
    Position(Box<Position>),
    /// In the middle of a game, everything that `seen_by` cannot know dealt anew for each battle.
    Game { game: Box<Game>, seen_by: Seat },
}

/// Why there is nothing to fight over.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoBattle {
    #[error("{0}")]
    Unreadable(String),
    #[error(
        "the position is no battle: write `phase battle` and a line `contest AREA ATTACKER from AREA`, or the one line \
         `battle: FACTION UNIT, UNIT attack FACTION UNIT, bastion`"
    )]
    NoContest,
    #[error("{0} areas are contested; keep the one `contest` line whose odds are wanted")]
    SeveralContests(usize),
    #[error(
        "no battle is being fought where the record ends ({0}); save the game in the middle of one, or describe the \
         battle: orrery odds \"orks 2 nob attack ultramarines 2 scout\""
    )]
    Peace(String),
    #[error("whoever attacks has no structures where it is fought; name them on the other side")]
    AttackersStructures,
    #[error("there is no seat {0} in this game")]
    NoSuchSeat(u8),
}

impl Battle {
    /// `orks 2 nob, ork-boyz attack ultramarines 2 scout, bastion`, on a board of two tiles. More lines of a position may
    /// follow, each behind a semicolon: `…; orks assets none; orks upgrades ork-roks`.
    pub fn described(catalogue: &'static Catalogue, text: &str) -> Result<Battle, NoBattle> {
        Battle::in_position(words::read(catalogue, text).map_err(NoBattle::Unreadable)?)
    }

    /// A position at the start of a combat.
    pub fn in_position(position: Position) -> Result<Battle, NoBattle> {
        if !position.is_battle() {
            return Err(NoBattle::NoContest);
        }
        let table = position.table();
        let &[Contest { area, attacker, .. }] = &table.contests[..] else {
            return Err(NoBattle::SeveralContests(table.contests.len()));
        };
        let defender = table.all_seats().find(|&seat| seat != attacker && !table.force(area, seat).is_empty());
        let seats = [attacker, defender.ok_or(NoBattle::NoContest)?];
        if table.force(area, attacker).has_structures() {
            return Err(NoBattle::AttackersStructures);
        }
        Ok(Battle { start: Start::Position(Box::new(position)), seats, area })
    }

    /// The battle being fought in a game, as far as one seat can know it; if not said, the seat that is asked first.
    /// What that seat cannot know (cards in other hands and decks, sealed answers, dice to come) is dealt anew each time.
    pub fn in_game(game: &Game, seen_by: Option<Seat>) -> Result<Battle, NoBattle> {
        let asked = game.next_question().map(|question| question.seat);
        let (Some(battle), Some(asked)) = (&game.table.battle, asked) else {
            let place = if game.is_over() { "the game is over".to_owned() } else { game.breadcrumb() };
            return Err(NoBattle::Peace(place));
        };
        let seen_by = seen_by.unwrap_or(asked);
        if seen_by.0 >= game.seats() {
            return Err(NoBattle::NoSuchSeat(seen_by.0));
        }
        let (seats, area) = (battle.seats, battle.area);
        Ok(Battle { start: Start::Game { game: Box::new(game.clone()), seen_by }, seats, area })
    }

    /// The seat whose knowledge the battles respect, if they start in the middle of a game.
    pub fn seen_by(&self) -> Option<Seat> {
        match self.start {
            Start::Position(_) => None,
            Start::Game { seen_by, .. } => Some(seen_by),
        }
    }

    /// Attacker and defender, if it is fought in the middle of a game.
    pub fn seats_of_game(&self) -> Option<[Seat; 2]> {
        match self.start {
            Start::Position(_) => None,
            Start::Game { .. } => Some(self.seats),
        }
    }

    /// The side of the one who asks; the attacker if nobody in particular does, or somebody who does not fight here.
    pub fn side_of_asker(&self) -> Side {
        let asks = |&side: &Side| self.seen_by() == Some(self.seats[side as usize]);
        Side::BOTH.into_iter().find(asks).unwrap_or(Side::Attacker)
    }

    /// The faction's name.
    pub fn faction(&self, seat: Seat) -> &'static str {
        describe::player(&self.example(), seat)
    }

    /// One game out of many that may be fought out; for names and numbers that are the same in all.
    fn example(&self) -> Game {
        match &self.start {
            Start::Position(position) => position.start(Chance::from_number(0), &mut Deaf),
            Start::Game { game, .. } => (**game).clone(),
        }
    }

    /// Who is there before the first die.
    fn army(&self, side: usize) -> Force {
        match &self.start {
            Start::Position(position) => position.table().force(self.area, self.seats[side]),
            Start::Game { game, .. } => game.table.force(self.area, self.seats[side]),
        }
    }
}

/// Both sides take any legal choice, all equally likely.
fn blind() -> Policies {
    let random = Player { kind: Kind::Random, weights: None };
    let random: Advised = random.advised::<Shelved>().expect("no weights are read for who weighs nothing");
    Policies { attacker: random.clone(), defender: random }
}

/// The odds of a battle, before the first one is fought.
pub fn begin(battle: Result<Battle, NoBattle>) -> Result<Box<dyn hosted::Odds>, String> {
    let battle = battle.map_err(|reason| reason.to_string())?;
    Ok(Box::new(Odds::new(battle, blind(), 0)))
}

/// The odds of one battle, sharper with every battle that is fought. Battle number n has its own seed, and the figures
/// are sums: they depend on the seed and the number of battles alone, however these are cut into slices or spread over
/// threads.
#[derive(Clone, Debug)]
pub struct Odds {
    battle: Battle,
    policies: Policies,
    seed: u64,
    fought: u64,
    tally: Tally,
}

/// A battle that cannot be finished is a fault of the rules; this many are kept to be looked into.
const BROKEN_KEPT: usize = 20;

/// The most battles that one thread fights before it takes the next; it sets up its buffers once for them.
const SLICE: u64 = 64;

/// If none of so many battles can be finished, more of them help nobody.
const HOPELESS: u64 = 100;

impl Odds {
    pub fn new(battle: Battle, policies: Policies, seed: u64) -> Odds {
        let tally = Tally::new(&battle);
        Odds { battle, policies, seed, fought: 0, tally }
    }

    /// Fights so many more battles, on this thread.
    pub fn sharpen(&mut self, battles: u64) {
        let numbers = self.fought..self.fought.saturating_add(battles);
        self.fought = numbers.end;
        let tally = self.fight(numbers);
        self.tally.join(tally);
    }

    /// Fights so many more battles, on all threads of the present pool. The figures are those of `sharpen`.
    pub fn sharpen_in_parallel(&mut self, battles: u64) {
        let (first, last) = (self.fought, self.fought.saturating_add(battles));
        self.fought = last;
        let length = battles.div_ceil(rayon::current_num_threads() as u64).clamp(1, SLICE);
        let slices = (last - first).div_ceil(length);
        let slice = |index| self.fight(first + index * length..last.min(first + (index + 1) * length));
        let mut tallies: Vec<Tally> = (0..slices).into_par_iter().map(slice).collect();
        tallies.drain(..).for_each(|tally| self.tally.join(tally));
    }

    fn fight(&self, numbers: std::ops::Range<u64>) -> Tally {
        let mut tally = Tally::new(&self.battle);
        let mut fight = Fight::new(&self.battle, &self.policies, self.seed);
        for number in numbers {
            match fight.number(number) {
                Some(outcome) => tally.add(&outcome, 1.0),
                None => tally.broken.push(number),
            }
        }
        tally
    }

    /// Were there many battles, and could none of them be finished? Then there is nothing to sharpen.
    pub fn is_hopeless(&self) -> bool {
        self.fought >= HOPELESS && self.tally.weight == 0.0
    }

    /// The odds of changed battles, with the same players and from the same seed.
    fn altered(&self, battles: Vec<what_if::Altered>) -> Vec<Altered> {
        let odds = |battle| Box::new(Odds::new(battle, self.policies.clone(), self.seed));
        let face = |one: what_if::Altered| Altered {
            side: one.side,
            change: one.change,
            unit: one.unit,
            odds: odds(one.battle),
        };
        battles.into_iter().map(face).collect()
    }

    /// How far the attacker's share may be off, as a standard error. Reckoned with one more victory and one more defeat,
    /// so that a few battles that all went one way do not pass for certainty.
    pub fn precision(&self) -> f64 {
        let battles = self.tally.weight;
        let share = (self.tally.wins[0] + 1.0) / (battles + 2.0);
        (share * (1.0 - share) / (battles + 2.0)).sqrt()
    }

    pub fn figures(&self) -> Figures {
        self.tally.figures(&self.battle, &self.policies, Method::Fought { battles: self.tally.weight as u64 })
    }
}

impl hosted::Odds for Odds {
    fn begin(&mut self, policies: Policies, seed: u64) {
        *self = Odds::new(self.battle.clone(), policies, seed);
    }

    fn sharpen(&mut self, times: u64) {
        Odds::sharpen(self, times);
    }

    fn sharpen_in_parallel(&mut self, times: u64) {
        Odds::sharpen_in_parallel(self, times);
    }

    fn fought(&self) -> u64 {
        self.fought
    }

    fn precision(&self) -> f64 {
        Odds::precision(self)
    }

    fn is_hopeless(&self) -> bool {
        Odds::is_hopeless(self)
    }

    fn figures(&self) -> Figures {
        Odds::figures(self)
    }

    fn exact(&self, most: usize, is_stopped: &dyn Fn() -> bool) -> Result<Figures, hosted::NotExact> {
        exact(&self.battle, most, is_stopped).map_err(|reason| match reason {
            NotExact::Interrupted => hosted::NotExact::Interrupted,
            other => hosted::NotExact::TooMuch(other.to_string()),
        })
    }

    fn may_be_exact(&self) -> bool {
        may_be_exact(&self.battle)
    }

    fn what_if(&self) -> Vec<Altered> {
        self.altered(what_if(&self.battle, self.battle.side_of_asker()))
    }

    fn reinforced(&self) -> Vec<Altered> {
        self.altered(reinforced(&self.battle))
    }

    fn in_words(&self) -> Option<String> {
        self.battle.in_words()
    }

    fn left_out(&self) -> Vec<String> {
        self.battle.left_out().into_iter().map(str::to_owned).collect()
    }

    fn seats(&self) -> Option<[Seat; 2]> {
        self.battle.seats_of_game()
    }

    fn copy(&self) -> Box<dyn hosted::Odds> {
        Box::new(self.clone())
    }
}

/// Outcomes, each with a weight: 1 for a battle that was fought, its probability where all are walked through.
#[derive(Clone, Debug)]
struct Tally {
    armies: [Force; 2],
    weight: f64,
    /// Attacker, defender, nobody.
    wins: [f64; 3],
    lost: [[Moments; KINDS]; 2],
    /// Units of all kinds.
    lost_units: [Moments; 2],
    survivors: [Vec<f64>; 2],
    broken: Vec<u64>,
}

/// Sums of numbers and of their squares.
#[derive(Clone, Copy, Debug, Default)]
struct Moments {
    sum: f64,
    squares: f64,
}

impl Moments {
    fn add(&mut self, number: u8, weight: f64) {
        self.sum += weight * f64::from(number);
        self.squares += weight * f64::from(number) * f64::from(number);
    }

    fn join(&mut self, other: Moments) {
        self.sum += other.sum;
        self.squares += other.squares;
    }

    fn mean(self, weight: f64, method: Method) -> Mean {
        if weight == 0.0 {
            return Mean::default();
        }
        let mean = self.sum / weight;
        let standard_error = match method {
            Method::Fought { .. } => ((self.squares / weight - mean * mean).max(0.0) / weight).sqrt(),
            Method::Exact { .. } => 0.0,
        };
        Mean { mean, standard_error }
    }
}

impl Tally {
    fn new(battle: &Battle) -> Tally {
        let armies = [0, 1].map(|side| battle.army(side));
        Tally {
            armies,
            weight: 0.0,
            wins: [0.0; 3],
            lost: Default::default(),
            lost_units: Default::default(),
            survivors: armies.map(|army| vec![0.0; usize::from(army.plastic()) + 1]),
            broken: Vec::new(),
        }
    }

    fn add(&mut self, outcome: &Outcome, weight: f64) {
        self.weight += weight;
        self.wins[outcome.winner.map_or(2, |side| side as usize)] += weight;
        for side in 0..2 {
            let lost = &outcome.lost[side];
            for kind in 0..KINDS {
                self.lost[side][kind].add(lost[kind], weight);
            }
            self.lost_units[side].add(lost[..UNIT_KINDS].iter().sum(), weight);
            let left = self.armies[side].plastic().saturating_add_signed(outcome.change[side]);
            let survivors = &mut self.survivors[side];
            if survivors.len() <= usize::from(left) {
                survivors.resize(usize::from(left) + 1, 0.0);
            }
            survivors[usize::from(left)] += weight;
        }
    }

    fn join(&mut self, other: Tally) {
        self.weight += other.weight;
        for (mine, theirs) in self.wins.iter_mut().zip(other.wins) {
            *mine += theirs;
        }
        for side in 0..2 {
            for kind in 0..KINDS {
                self.lost[side][kind].join(other.lost[side][kind]);
            }
            self.lost_units[side].join(other.lost_units[side]);
            let (mine, theirs) = (&mut self.survivors[side], &other.survivors[side]);
            mine.resize(mine.len().max(theirs.len()), 0.0);
            for (mine, theirs) in mine.iter_mut().zip(theirs) {
                *mine += theirs;
            }
        }
        let room = BROKEN_KEPT.saturating_sub(self.broken.len());
        self.broken.extend(other.broken.into_iter().take(room));
    }

    fn figures(&self, battle: &Battle, policies: &Policies, method: Method) -> Figures {
        let game = battle.example();
        let share = |weight: f64| match method {
            Method::Fought { battles } => Share::new(weight, battles),
            Method::Exact { .. } => {
                // Rounding may leave a crumb.
                let weight = weight.min(1.0);
                Share { count: weight, of: 1, share: weight, standard_error: 0.0, low: weight, high: weight }
            }
        };
        let side = |side: usize| {
            let seat = battle.seats[side];
            let army = self.armies[side];
            let kinds = (0..KINDS).filter_map(|kind| {
                let (name, of) = if kind == BASTION {
                    ("Bastion".to_owned(), army.structures(StructureKind::Bastion))
                } else {
                    let unit = UnitKind::new(game.look().player(seat).faction, kind);
                    (game.catalogue.unit_name(unit).to_owned(), army.of(kind))
                };
                let lost = self.lost[side][kind].mean(self.weight, method);
                (of > 0 || lost.mean > 0.0).then_some(KindLosses { kind: name, of, lost })
            });
            SideFigures {
                side: describe::player(&game, seat).to_owned(),
                policy: policies.of(side).name.clone(),
                wins: share(self.wins[side]),
                losses: self.lost_units[side].mean(self.weight, method),
                losses_by_kind: kinds.collect(),
                survivors: self.survivors[side].iter().map(|&weight| share(weight)).collect(),
            }
        };
        let faction_id = |side: usize| {
            let faction = game.look().player(battle.seats[side]).faction;
            game.catalogue.factions[usize::from(faction)].id.clone()
        };
        Figures {
            method,
            attacker_side: faction_id(0),
            defender_side: faction_id(1),
            as_seen_by: battle.seen_by().map(|seat| describe::player(&game, seat).to_owned()),
            attacker: side(0),
            defender: side(1),
            nobody_wins: share(self.wins[2]),
            broken: self.broken.clone(),
        }
    }
}

#[cfg(test)]
mod tests;
