//! All randomness of a game: a seed, and how much of it is used.
//!
//! Each act of chance (a roll, a shuffle, a draw) reads its own ChaCha8 stream, numbered by a counter.
//! So the state is forty bytes, equal on every machine, and nobody can foretell a die from those seen.
//! The mapping from stream to result is ours and is fixed by golden vectors below: records outlive libraries.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

/// The source of every die and every shuffle: a seed and a counter, forty bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Saved", into = "Saved")]
pub struct Chance(Source);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Source {
    /// A seed, and how many acts of chance have used it.
    Seed([u8; 32], u32),
    /// What a test or a walk has laid down. No game that is played has any: it lies apart, and costs the others nothing.
    Script(Box<Script>),
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Script {
    /// Results that are laid down; the next act takes from the front.
    results: Vec<u8>,
    used: usize,
    beyond: Beyond,
    /// What is not laid down, a shuffle, comes from the seed zero.
    #[serde(skip)]
    acts: u32,
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
    /// So many dice with so many sides were rolled.
    Roll {
        /// How many dice.
        count: u8,
        /// How many sides each has.
        sides: u8,
    },
    /// A number was drawn.
    Draw {
        /// It is less than this.
        bound: u8,
    },
}

/// How chance is saved, by every engine so far.
#[derive(Serialize, Deserialize)]
struct Saved {
    seed: [u8; 32],
    acts: u32,
    script: Option<Script>,
}

impl From<Chance> for Saved {
    fn from(chance: Chance) -> Saved {
        match chance.0 {
            Source::Seed(seed, acts) => Saved { seed, acts, script: None },
            Source::Script(script) => Saved { seed: [0; 32], acts: script.acts, script: Some(*script) },
        }
    }
}

impl From<Saved> for Chance {
    fn from(Saved { seed, acts, script }: Saved) -> Chance {
        Chance(match script {
            None => Source::Seed(seed, acts),
            Some(script) => Source::Script(Box::new(Script { acts, ..script })),
        })
    }
}

impl Chance {
    /// From a seed that nobody knows.
    pub fn from_seed(seed: [u8; 32]) -> Chance {
        Chance(Source::Seed(seed, 0))
    }

    /// A short seed for people: the bytes of the number, then zeros.
    pub fn from_number(number: u64) -> Chance {
        let mut seed = [0; 32];
        seed[..8].copy_from_slice(&number.to_le_bytes());
        Chance::from_seed(seed)
    }

    /// Dice rolls come from `faces`, in order; shuffles from the seed zero. For tests.
    pub fn scripted(faces: &[u8]) -> Chance {
        Chance(Source::Script(Box::new(Script { results: faces.to_vec(), ..Script::default() })))
    }

    /// For a walk through all that can happen: rolls and draws come from `results`, in order, and the first act beyond
    /// them is noted. What follows that act means nothing; the walk starts again with its results laid down too.
    /// Shuffles leave everything where it lies.
    pub fn laid_down(results: &[u8]) -> Chance {
        let beyond = Beyond::Branch(None);
        Chance(Source::Script(Box::new(Script { results: results.to_vec(), beyond, ..Script::default() })))
    }

    /// The first act for which `laid_down` had no result.
    pub fn branches_at(&self) -> Option<Act> {
        match &self.0 {
            Source::Script(script) => script.branches_at(),
            Source::Seed(..) => None,
        }
    }

    /// The seed; zero where there is a script.
    pub fn seed(&self) -> [u8; 32] {
        match self.0 {
            Source::Seed(seed, _) => seed,
            Source::Script(_) => [0; 32],
        }
    }

    /// How many scripted dice nobody has rolled yet.
    pub fn script_left(&self) -> usize {
        match &self.0 {
            Source::Script(script) => script.results.len() - script.used,
            Source::Seed(..) => 0,
        }
    }

    /// Another source, independent of this one; uses one act.
    pub fn split(&mut self) -> Chance {
        let mut seed = [0; 32];
        self.act().fill_bytes(&mut seed);
        Chance::from_seed(seed)
    }

    /// A number from 0 up to but not including `bound`.
    pub fn below(&mut self, bound: u32) -> u32 {
        if let Source::Script(script) = &mut self.0
            && script.is_walk()
        {
            return script.draw(bound);
        }
        below(&mut self.act(), bound)
    }

    /// Rolls `count` dice of `sides`; `each` is told every result, from 0.
    pub fn roll(&mut self, count: u8, sides: u8, mut each: impl FnMut(u8)) {
        if count == 0 {
            return;
        }
        if let Source::Script(script) = &mut self.0 {
            script.roll(count, sides, each);
            return;
        }
        let mut numbers = self.act();
        for _ in 0..count {
            each(below(&mut numbers, u32::from(sides)) as u8);
        }
    }

    /// Puts `items` into random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        let stays = matches!(&self.0, Source::Script(script) if script.is_walk());
        if items.len() < 2 || stays {
            return;
        }
        let mut numbers = self.act();
        for last in (1..items.len()).rev() {
            items.swap(last, below(&mut numbers, last as u32 + 1) as usize);
        }
    }

    fn act(&mut self) -> ChaCha8Rng {
        let (seed, acts) = match &mut self.0 {
            Source::Seed(seed, acts) => (*seed, acts),
            Source::Script(script) => ([0; 32], &mut script.acts),
        };
        let mut numbers = ChaCha8Rng::from_seed(seed);
        numbers.set_stream(u64::from(*acts));
        *acts += 1;
        numbers
    }
}

impl Script {
    fn is_walk(&self) -> bool {
        self.beyond != Beyond::Mistake
    }

    fn branches_at(&self) -> Option<Act> {
        match self.beyond {
            Beyond::Mistake => None,
            Beyond::Branch(act) => act,
        }
    }

    /// Notes the first act beyond what is laid down.
    fn branch(&mut self, act: Act) {
        if let Beyond::Branch(first) = &mut self.beyond {
            first.get_or_insert(act);
        }
    }

    fn draw(&mut self, bound: u32) -> u32 {
        let bound = u8::try_from(bound).expect("nobody walks through a draw of more than 255");
        match self.results.get(self.used) {
            Some(&result) => {
                self.used += 1;
                u32::from(result)
            }
            None => {
                self.branch(Act::Draw { bound });
                0
            }
        }
    }

    fn roll(&mut self, count: u8, sides: u8, each: impl FnMut(u8)) {
        let end = self.used + usize::from(count);
        if self.is_walk() && end > self.results.len() {
            self.branch(Act::Roll { count, sides });
            std::iter::repeat_n(0, count.into()).for_each(each);
            return;
        }
        let faces = self.results.get(self.used..end).expect("a scripted game lays down every die that is rolled");
        faces.iter().copied().for_each(each);
        self.used = end;
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

    /// Every copy of a game carries its chance along: a script may not make it larger.
    #[test]
    fn chance_is_forty_bytes() {
        assert_eq!(size_of::<Chance>(), 40);
    }

    /// Snapshots of older engines hold a seed, a counter, and a place for a script.
    #[test]
    fn chance_is_saved_as_ever() {
        let mut chance = Chance::from_number(3);
        (0..200).for_each(|_| chance.shuffle(&mut [1, 2]));
        let bytes = postcard::to_allocvec(&chance).expect("plain data");
        assert_eq!((bytes[0], &bytes[32..]), (3, [200, 1, 0].as_slice()));
        let mut script = Chance::scripted(&[5; 60]);
        script.roll(50, 6, |_| ());
        script.below(2);
        for chance in [chance, script] {
            let bytes = postcard::to_allocvec(&chance).expect("plain data");
            assert_eq!(postcard::from_bytes(&bytes), Ok(chance));
        }
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
