//! Any legal choice, all equally likely.

use crate::{Bot, Noise};
use kernel::{Rules, Seated};

#[derive(Clone, Debug)]
pub struct Random<R: Rules> {
    noise: Noise,
    choices: Vec<R::Choice>,
}

impl<R: Rules> Random<R> {
    pub fn new(seed: u64) -> Self {
        Random { noise: Noise::from_number(seed), choices: Vec::new() }
    }
}

impl<R: Rules> Bot<R> for Random<R> {
    fn choose(&mut self, seated: &Seated<'_, R>) -> R::Choice {
        seated.choices(&mut self.choices);
        self.choices[self.noise.below(self.choices.len())]
    }
}
