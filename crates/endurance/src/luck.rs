//! Chance of our own: the same seed tries the same things, as far as the clock allows.

use crate::wire::Prompt;
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

#[derive(Clone, Debug)]
pub struct Luck(Xoshiro256PlusPlus);

impl Luck {
    pub fn of(seed: u64, number: u64) -> Luck {
        Luck(Xoshiro256PlusPlus::seed_from_u64(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }

    /// A number from 0 to one below this.
    pub fn below(&mut self, end: usize) -> usize {
        (self.0.next_u64() % end.max(1) as u64) as usize
    }

    pub fn between(&mut self, least: u64, most: u64) -> u64 {
        least + self.0.next_u64() % (most - least + 1)
    }

    pub fn one_in(&mut self, many: usize) -> bool {
        self.below(many) == 0
    }

    /// An answer at random. One that ends a series of answers comes often enough for games to go on.
    pub fn answer(&mut self, prompt: &Prompt, haste: Haste) -> Option<String> {
        let ends = |id: &str| matches!(id.split(' ').next(), Some("done" | "pass" | "decline" | "no"));
        if haste == Haste::Some
            && let Some(end) = prompt.options.iter().find(|option| ends(&option.id))
            && self.one_in(3)
        {
            return Some(end.id.clone());
        }
        let among: Vec<&str> = prompt.options.iter().map(|option| option.id.as_str()).collect();
        let longer: Vec<&str> = among.iter().copied().filter(|id| !ends(id)).collect();
        let among = if haste == Haste::None && !longer.is_empty() { longer } else { among };
        (!among.is_empty()).then(|| among[self.below(among.len())].to_owned())
    }
}

/// Whether a player gets on with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Haste {
    Some,
    /// He goes on as long as anything else can be chosen: for long games.
    None,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Answer;

    fn prompt(ids: &[&str]) -> Prompt {
        Prompt { options: ids.iter().map(|id| Answer { id: (*id).to_owned() }).collect() }
    }

    #[test]
    fn the_same_seed_answers_alike() {
        let asked = prompt(&["place deploy 1A", "place advance 1A", "done"]);
        let answers = |seed| -> Vec<_> {
            let mut luck = Luck::of(seed, 3);
            (0..50).map(|_| luck.answer(&asked, Haste::Some)).collect()
        };
        assert_eq!(answers(7), answers(7));
        assert_ne!(answers(7), answers(8));
    }

    #[test]
    fn without_haste_a_series_goes_on_while_it_can() {
        let mut luck = Luck::of(1, 1);
        let asked = prompt(&["done", "buy scout"]);
        assert!((0..50).all(|_| luck.answer(&asked, Haste::None).as_deref() == Some("buy scout")));
        assert_eq!(luck.answer(&prompt(&["done"]), Haste::None).as_deref(), Some("done"));
        assert_eq!(luck.answer(&prompt(&[]), Haste::None), None);
    }
}
