//! One step ahead: every choice is tried in a few imagined games, and the one that looks best after it is taken.

use crate::action::{Action, Plan, follow, list};
use crate::{Bot, Noise};
use kernel::{Advice, Chance, Deaf, Game, Rules, Seated};

/// Imagined games in which each choice is tried.
const SAMPLES: usize = 4;
/// How much a first impression counts beside the outlook. It decides between choices that look alike a step later.
const IMPRESSION: f32 = 0.001;

/// A bot that looks one step ahead.
#[derive(Debug)]
pub struct Greedy<R: Rules, A: Advice<R>> {
    advice: A,
    chance: Chance,
    plan: Option<Plan<A::Bundle>>,
    choices: Vec<R::Choice>,
    further: Vec<R::Choice>,
    bundles: Vec<A::Bundle>,
    actions: Vec<Action<R::Choice, A::Bundle>>,
    weights: Vec<f32>,
    worth: Vec<f32>,
}

impl<R: Rules, A: Advice<R>> Greedy<R, A> {
    pub fn new(advice: A, seed: u64) -> Self {
        Greedy {
            advice,
            chance: Chance::from_number(Noise::from_number(seed).number()),
            plan: None,
            choices: Vec::new(),
            further: Vec::new(),
            bundles: Vec::new(),
            actions: Vec::new(),
            weights: Vec::new(),
            worth: Vec::new(),
        }
    }

    fn best(&mut self, seated: &Seated<'_, R>, first: &Game<R>) -> Action<R::Choice, A::Bundle> {
        let seat = seated.seat();
        let decision = seated.decision().expect("a bot is asked when its seat is");
        list(&self.advice, first, seat, decision, &self.choices, &mut self.bundles, &mut self.actions);
        self.weights.clear();
        self.advice.weigh(first, seat, decision, &self.choices, &mut self.weights);
        let heaviest = self.weights.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
        self.worth.clear();
        self.worth.extend(self.weights.iter().map(|weight| IMPRESSION * SAMPLES as f32 * weight / heaviest));
        self.worth.resize(self.actions.len(), 0.0);
        for sample in 0..SAMPLES {
            let imagined = if sample == 0 { first.clone() } else { seated.conceal(&mut self.chance) };
            for (action, worth) in self.actions.iter().zip(&mut self.worth) {
                let mut game = imagined.clone();
                match *action {
                    Action::Choice(choice) => game.take(seat, choice, &mut Deaf),
                    Action::Bundle(bundle) => {
                        follow(&self.advice, bundle, &mut game, seat, &mut self.further, |_, _| {});
                    }
                }
                let outlook = if game.is_over() { self.advice.outcome(&game) } else { self.advice.evaluate(&game) };
                *worth += outlook[seat.index()];
            }
        }
        let best = (0..self.worth.len()).max_by(|&one, &other| self.worth[one].total_cmp(&self.worth[other]));
        self.actions[best.expect("nobody is asked with nothing to answer")]
    }
}

impl<R: Rules, A: Advice<R>> Bot<R> for Greedy<R, A> {
    fn choose(&mut self, seated: &Seated<'_, R>) -> R::Choice {
        seated.choices(&mut self.choices);
        if let [only] = self.choices[..] {
            return only;
        }
        let imagined = seated.conceal(&mut self.chance);
        if let Some(plan) = self.plan.take()
            && let Some(choice) = plan.go_on(&self.advice, &imagined, seated, &self.choices)
        {
            self.plan = Some(plan);
            return choice;
        }
        match self.best(seated, &imagined) {
            Action::Choice(choice) => choice,
            Action::Bundle(bundle) => {
                self.plan = Some(Plan::new(bundle, seated));
                let decision = seated.decision().expect("a bot is asked when its seat is");
                let first = self.advice.next_of(bundle, &imagined, seated.seat(), decision, &self.choices);
                first.expect("a bundle that is offered can be begun")
            }
        }
    }
}
