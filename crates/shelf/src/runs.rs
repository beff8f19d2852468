//! What a run of many games is made of.

use hosted::{Hosted, Tunable};
use lab::tuning::{Hunt, Sample, Tuning};
use std::sync::atomic::AtomicBool;

/// A game that broke no law.
#[derive(Clone, Debug)]
pub struct Lawful {
    pub decisions: usize,
    /// Concealed games that were looked at, and those of them that differed from the true one.
    pub concealed: usize,
    pub varied: usize,
    pub ending: String,
    /// How often each component was used, in the order of `components`.
    pub uses: Vec<u64>,
}

/// Weights as plain numbers, and the games that are played to tune them.
pub trait TuningRun: Sync {
    fn names(&self) -> Vec<String>;
    /// The weights that the bots play with.
    fn standard(&self) -> Vec<f32>;
    /// The weights in a text.
    fn read(&self, text: &str) -> Result<Vec<f32>, String>;
    fn write(&self, weights: &[f32]) -> String;
    fn harvest(&self, tuning: Tuning, weights: &[f32], stop: &AtomicBool, done: &(dyn Fn() + Sync)) -> Vec<Sample>;
    fn wins(&self, tuning: Tuning, weights: &[f32], opponent: &[f32], first: u64, stop: &AtomicBool) -> f64;
    /// One generation of a hunt.
    fn breed(&self, hunt: &mut Hunt, prey: &[f32], stop: &AtomicBool) -> f64;
}

pub(crate) struct Tuned<H: Hosted>(pub(crate) Tunable<H>);

impl<H: Hosted> TuningRun for Tuned<H> {
    fn names(&self) -> Vec<String> {
        (self.0.names)()
    }

    fn standard(&self) -> Vec<f32> {
        (self.0.weights)(&H::Adviser::default())
    }

    fn read(&self, text: &str) -> Result<Vec<f32>, String> {
        H::read_weights(text).map(|adviser| (self.0.weights)(&adviser))
    }

    fn write(&self, weights: &[f32]) -> String {
        H::write_weights(&(self.0.adviser)(weights))
    }

    fn harvest(&self, tuning: Tuning, weights: &[f32], stop: &AtomicBool, done: &(dyn Fn() + Sync)) -> Vec<Sample> {
        tuning.harvest(self.0, weights, stop, done)
    }

    fn wins(&self, tuning: Tuning, weights: &[f32], opponent: &[f32], first: u64, stop: &AtomicBool) -> f64 {
        tuning.wins(self.0, weights, opponent, first, stop)
    }

    fn breed(&self, hunt: &mut Hunt, prey: &[f32], stop: &AtomicBool) -> f64 {
        hunt.breed(self.0, prey, stop)
    }
}
