//! All randomness of a game: a seed, and how much of it is used.
//!
//! Each act of chance (a roll, a shuffle, a draw) reads its own ChaCha8 stream, numbered by a counter.
//! So the state is forty bytes, equal on every machine, and nobody can foretell a die from those seen.
//! The mapping from stream to result is ours and is fixed by golden vectors below: records outlive libraries.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use tinyvec::ArrayVec;

/// The most dice a test may script ahead.
const SCRIPT: usize = 48;

/// The source of every die and every shuffle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Chance {
    seed: [u8; 32],
    acts: u64,
    /// Dice that a test has laid down; the next roll takes from the front.
    script: Option<Script>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Script {
    faces: ArrayVec<[u8; SCRIPT]>,
    used: u8,
    beyond: Beyond,
}

/// What an act beyond the end of a script is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
enum Beyond {
    /// A mistake of the test.
    #[default]
    Mistake,
    /// The place where a walk through all that can happen branches.
    Branch(Option<Act>),
}

/// An act of chance whose results a walk through all that can happen tries one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Act {
    Roll { count: u8, sides: u8 },
    Draw { bound: u8 },
}

impl Chance {
    pub fn from_seed(seed: [u8; 32]) -> Chance {
        Chance { seed, acts: 0, script: None }
    }

    /// A short seed for people: the bytes of the number, then zeros.
    pub fn from_number(number: u64) -> Chance {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&number.to_le_bytes());
        Chance::from_seed(seed)
    }

    /// Dice rolls come from `faces`, in order; shuffles from the seed zero. For tests.
    pub fn scripted(faces: &[u8]) -> Chance {
        let mut chance = Chance::from_number(0);
        let mut script = Script::default();
        script.faces.extend(faces.iter().copied());
        chance.script = Some(script);
        chance
    }

    /// For a walk through all that can happen: rolls and draws come from `results`, in order, and the first act beyond
    /// them is noted. What follows that act means nothing; the walk starts again with its results laid down too.
    /// Shuffles leave everything where it lies.
    pub fn laid_down(results: &[u8]) -> Chance {
        let mut chance = Chance::scripted(results);
        if let Some(script) = &mut chance.script {
            script.beyond = Beyond::Branch(None);
        }
        chance
    }

    /// The first act for which `laid_down` had no result.
    pub fn branches_at(&self) -> Option<Act> {
        match self.script?.beyond {
            Beyond::Mistake => None,
            Beyond::Branch(act) => act,
        }
    }

    pub fn seed(&self) -> [u8; 32] {
        self.seed
    }

    /// How many scripted dice nobody has rolled yet.
    pub fn script_left(&self) -> usize {
        self.script.map_or(0, |script| script.faces.len() - usize::from(script.used))
    }

    /// Another source, independent of this one; uses one act.
    pub fn split(&mut self) -> Chance {
        let mut seed = [0; 32];
        self.act().fill_bytes(&mut seed);
        Chance::from_seed(seed)
    }

    /// A number from 0 up to but not including `bound`.
    pub fn below(&mut self, bound: u32) -> u32 {
        if let Some(script) = &mut self.script
            && let Beyond::Branch(act) = &mut script.beyond
        {
            let bound = u8::try_from(bound).expect("nobody walks through a draw of more than 255");
            return match script.faces.get(usize::from(script.used)) {
                Some(&result) => {
                    script.used += 1;
                    u32::from(result)
                }
                None => {
                    act.get_or_insert(Act::Draw { bound });
                    0
                }
            };
        }
        below(&mut self.act(), bound)
    }

    /// Rolls `count` dice of `sides`; `each` is told every result, from 0.
    pub fn roll(&mut self, count: u8, sides: u8, mut each: impl FnMut(u8)) {
        if count == 0 {
            return;
        }
        if let Some(script) = &mut self.script {
            if let Beyond::Branch(act) = &mut script.beyond
                && script.faces.len() - usize::from(script.used) < usize::from(count)
            {
                act.get_or_insert(Act::Roll { count, sides });
                (0..count).for_each(|_| each(0));
                return;
            }
            for _ in 0..count {
                let face = *script
                    .faces
                    .get(usize::from(script.used))
                    .expect("a scripted game lays down every die that is rolled");
                script.used += 1;
                each(face);
            }
            return;
        }
        let mut numbers = self.act();
        for _ in 0..count {
            each(below(&mut numbers, u32::from(sides)) as u8);
        }
    }

    /// Puts `items` into random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        let stays = self.script.is_some_and(|script| script.beyond != Beyond::Mistake);
        if items.len() < 2 || stays {
            return;
        }
        let mut numbers = self.act();
        for last in (1..items.len()).rev() {
            items.swap(last, below(&mut numbers, last as u32 + 1) as usize);
        }
    }

    fn act(&mut self) -> ChaCha8Rng {
        let mut numbers = ChaCha8Rng::from_seed(self.seed);
        numbers.set_stream(self.acts);
        self.acts += 1;
        numbers
    }
}

/// Without bias: numbers in the incomplete last range are drawn again.
fn below(numbers: &mut ChaCha8Rng, bound: u32) -> u32 {
    let limit = u32::MAX - u32::MAX % bound;
    loop {
        let number = numbers.next_u32();
        if number < limit {
            return number % bound;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records are replayed years later: these numbers may never change.
    #[test]
    fn golden_vectors() {
        let mut chance = Chance::from_number(2026);
        let mut rolled = Vec::new();
        chance.roll(12, 6, |face| rolled.push(face));
        let mut pile: Vec<u8> = (0..10).collect();
        chance.shuffle(&mut pile);
        let number = chance.below(1000);
        assert_eq!(
            format!("{rolled:?} {pile:?} {number}"),
            "[1, 2, 0, 2, 1, 5, 5, 0, 4, 3, 4, 4] [3, 1, 8, 7, 2, 6, 5, 4, 9, 0] 842"
        );
    }

    #[test]
    fn every_face_comes_about_equally_often() {
        let mut chance = Chance::from_number(1);
        let mut seen = [0u32; 6];
        for _ in 0..1000 {
            chance.roll(60, 6, |face| seen[usize::from(face)] += 1);
        }
        assert!(seen.iter().all(|&times| (9_700..10_300).contains(&times)), "{seen:?}");
    }

    #[test]
    fn a_script_is_rolled_in_order_and_counted_down() {
        let mut chance = Chance::scripted(&[2, 0, 1]);
        let mut rolled = Vec::new();
        chance.roll(2, 3, |face| rolled.push(face));
        assert_eq!((rolled, chance.script_left()), (vec![2, 0], 1));
    }

    #[test]
    fn a_walk_branches_at_the_first_act_that_is_not_laid_down() {
        let mut chance = Chance::laid_down(&[2, 0, 4]);
        let mut rolled = Vec::new();
        chance.roll(2, 3, |face| rolled.push(face));
        let mut pile = [3, 1, 2];
        chance.shuffle(&mut pile);
        assert_eq!((rolled, pile, chance.below(5), chance.branches_at()), (vec![2, 0], [3, 1, 2], 4, None));
        chance.below(7);
        chance.roll(1, 6, |_| ());
        assert_eq!(chance.branches_at(), Some(Act::Draw { bound: 7 }));
        let mut chance = Chance::laid_down(&[]);
        chance.roll(3, 6, |_| ());
        assert_eq!(chance.branches_at(), Some(Act::Roll { count: 3, sides: 6 }));
    }
}
