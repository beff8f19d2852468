//! The bots' own randomness: quick, and apart from the game's.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A source of random numbers for picks and play-outs.
#[derive(Clone, Debug)]
pub struct Noise(Xoshiro256PlusPlus);

impl Noise {
    pub fn from_number(number: u64) -> Noise {
        Noise(Xoshiro256PlusPlus::seed_from_u64(number))
    }

    /// A number from 0 up to but not including `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u64::from(self.0.next_u32()) * bound as u64) >> 32) as usize
    }

    /// A number from 0 up to but not including 1.
    pub fn unit(&mut self) -> f32 {
        (self.0.next_u32() >> 8) as f32 / (1u32 << 24) as f32
    }

    pub fn number(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// An index, each as likely as its weight says.
    pub fn pick(&mut self, weights: &[f32]) -> usize {
        let mut left = self.unit() * weights.iter().sum::<f32>();
        for (index, weight) in weights.iter().enumerate() {
            left -= weight;
            if left < 0.0 {
                return index;
            }
        }
        // Rounding may leave a crumb.
        weights.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picks_are_as_frequent_as_their_weights() {
        let mut noise = Noise::from_number(1);
        let mut seen = [0; 3];
        for _ in 0..60_000 {
            seen[noise.pick(&[1.0, 0.0, 2.0])] += 1;
        }
        assert!((19_000..21_000).contains(&seen[0]) && seen[1] == 0, "{seen:?}");
    }
}
