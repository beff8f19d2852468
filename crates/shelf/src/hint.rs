//! What a bot would do in a player's place.

use bots::search::{Considered, Thought};
use bots::{Budget, Search};
use hosted::Hosted;
use kernel::{Advice, Game, Outlook, Presentation, Rules, Seat, Seated};
use std::time::Duration;

/// How long it thinks.
const BUDGET: Budget = Budget::Time(Duration::from_millis(700));

/// How many choices are named.
const MOST: usize = 3;

/// What is being played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    Game,
    /// A scene and nothing after it: there is no game to win.
    Scene,
}

/// The search's favourites in words. It is shown the seat's own view of the game; `game` is only for the notation.
pub(crate) fn think<H: Hosted>(
    game: &Game<H::Rules>,
    seated: &Seated<'_, H::Rules>,
    scope: Scope,
    seed: u64,
) -> Vec<String> {
    let mut choices = Vec::new();
    seated.choices(&mut choices);
    if let [only] = choices[..] {
        return vec![format!("There is only one choice: {}.", H::Rules::print_choice(game, only))];
    }
    let thought = match scope {
        Scope::Game => Search::new(H::Adviser::default(), BUDGET, seed).think(seated),
        Scope::Scene => Search::new(SceneAdviser(H::Adviser::default()), BUDGET, seed).think(seated),
    };
    let own = thought.outlook[seated.seat().index()];
    let mut lines = vec![match scope {
        Scope::Game => format!("From here a bot in your place expects to win {}. It would consider:", often(own)),
        Scope::Scene => "Nobody wins a game by this alone, so there are no chances to tell; `orrery odds` says how it \
                         may end. A bot would consider, most of all first:"
            .to_owned(),
    }];
    for option in favourites(&thought) {
        let number = choices.iter().position(|&choice| choice == option.choice).map_or(0, |index| index + 1);
        let text = H::Rules::print_choice(game, option.choice);
        lines.push(match scope {
            Scope::Game => format!("{number:>4}  {text}  — then {}", often(option.outlook)),
            Scope::Scene => format!("{number:>4}  {text}"),
        });
    }
    lines
}

/// What was looked at most; what was hardly looked at is no advice.
fn favourites<R: Presentation>(thought: &Thought<R>) -> impl Iterator<Item = &Considered<R>> {
    let most = thought.options.first().map_or(0, |option| option.visits);
    thought.options.iter().filter(move |option| 8 * option.visits >= most).take(MOST)
}

fn often(chance: f32) -> String {
    match (100.0 * chance).round() as u32 {
        0 => "hardly ever".to_owned(),
        100.. => "nearly always".to_owned(),
        games => format!("{games} games in 100"),
    }
}

/// Advice for a scene alone. It has no winner of the game, so what counts is how the table it leaves would stand.
#[derive(Clone, Debug)]
pub(crate) struct SceneAdviser<A>(pub(crate) A);

impl<R: Rules, A: Advice<R>> Advice<R> for SceneAdviser<A> {
    type Bundle = A::Bundle;

    fn evaluate(&self, game: &Game<R>) -> Outlook {
        self.0.evaluate(game)
    }

    fn outcome(&self, game: &Game<R>) -> Outlook {
        self.0.evaluate(game)
    }

    fn weigh(&self, game: &Game<R>, seat: Seat, decision: R::Decision, choices: &[R::Choice], out: &mut Vec<f32>) {
        self.0.weigh(game, seat, decision, choices, out);
    }

    fn is_quiet(&self, game: &Game<R>) -> bool {
        self.0.is_quiet(game)
    }

    fn bundles(
        &self,
        game: &Game<R>,
        seat: Seat,
        decision: R::Decision,
        choices: &[R::Choice],
        out: &mut Vec<Self::Bundle>,
    ) {
        self.0.bundles(game, seat, decision, choices, out);
    }

    fn next_of(
        &self,
        bundle: Self::Bundle,
        game: &Game<R>,
        seat: Seat,
        decision: R::Decision,
        choices: &[R::Choice],
    ) -> Option<R::Choice> {
        self.0.next_of(bundle, game, seat, decision, choices)
    }
}
