//! What a bot would do in a player's place.

use bots::search::{Considered, Thought};
use bots::{Budget, Search};
use forbidden_stars::advice::Adviser;
use forbidden_stars::{Choice, Decision, ForbiddenStars, Game};
use kernel::{Advice, Outlook, Rules, Seat, Seated};
use std::time::Duration;

/// How long it thinks.
const BUDGET: Budget = Budget::Time(Duration::from_millis(700));

/// How many choices are named.
const MOST: usize = 3;

/// Thinks for whoever asks. Each time it starts afresh, so that players who share a keyboard share no thoughts.
#[derive(Debug)]
pub struct Hinter {
    seed: u64,
    scope: Scope,
}

/// What is being played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    Game,
    /// A battle and nothing after it: there is no game to win.
    Battle,
}

impl Hinter {
    pub fn new(seed: u64, scope: Scope) -> Hinter {
        Hinter { seed, scope }
    }

    /// The search's favourites in words. It is shown the seat's own view of the game; `game` is only for the notation.
    pub fn think(&mut self, game: &Game, seated: &Seated<'_, ForbiddenStars>) -> Vec<String> {
        let mut choices = Vec::new();
        seated.choices(&mut choices);
        if let [only] = choices[..] {
            return vec![format!("There is only one choice: {}.", ForbiddenStars::print_choice(game, only))];
        }
        self.seed = self.seed.wrapping_add(1);
        let thought = match self.scope {
            Scope::Game => Search::new(Adviser::default(), BUDGET, self.seed).think(seated),
            Scope::Battle => Search::new(BattleAdviser(Adviser::default()), BUDGET, self.seed).think(seated),
        };
        let own = thought.outlook[seated.seat().index()];
        let mut lines = vec![match self.scope {
            Scope::Game => format!("From here a bot in your place expects to win {}. It would consider:", often(own)),
            Scope::Battle => "A battle alone has no winner, so there are no chances to tell; `orrery odds` says how \
                              it may end. A bot would consider, most of all first:"
                .to_owned(),
        }];
        for option in favourites(&thought) {
            let number = choices.iter().position(|&choice| choice == option.choice).map_or(0, |index| index + 1);
            let text = ForbiddenStars::print_choice(game, option.choice);
            lines.push(match self.scope {
                Scope::Game => format!("{number:>4}  {text}  — then {}", often(option.outlook)),
                Scope::Battle => format!("{number:>4}  {text}"),
            });
        }
        lines
    }
}

/// What was looked at most; what was hardly looked at is no advice.
fn favourites(thought: &Thought<ForbiddenStars>) -> impl Iterator<Item = &Considered<ForbiddenStars>> {
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

/// Advice for a battle alone. It has no winner of the game, so what counts is how the table it leaves would stand.
#[derive(Clone, Debug)]
struct BattleAdviser(Adviser);

impl Advice<ForbiddenStars> for BattleAdviser {
    type Bundle = <Adviser as Advice<ForbiddenStars>>::Bundle;

    fn evaluate(&self, game: &Game) -> Outlook {
        self.0.evaluate(game)
    }

    fn outcome(&self, game: &Game) -> Outlook {
        self.0.evaluate(game)
    }

    fn weigh(&self, game: &Game, seat: Seat, decision: Decision, choices: &[Choice], out: &mut Vec<f32>) {
        self.0.weigh(game, seat, decision, choices, out);
    }

    fn is_quiet(&self, game: &Game) -> bool {
        self.0.is_quiet(game)
    }

    fn bundles(&self, game: &Game, seat: Seat, decision: Decision, choices: &[Choice], out: &mut Vec<Self::Bundle>) {
        self.0.bundles(game, seat, decision, choices, out);
    }

    fn next_of(
        &self,
        bundle: Self::Bundle,
        game: &Game,
        seat: Seat,
        decision: Decision,
        choices: &[Choice],
    ) -> Option<Choice> {
        self.0.next_of(bundle, game, seat, decision, choices)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use forbidden_stars::{Catalogue, Position};
    use kernel::{Chance, Deaf};

    /// Of a battle that is over the better table is worth more, though nobody has won the game.
    #[test]
    fn a_battle_is_worth_the_table_it_leaves() {
        let catalogue = Catalogue::standard();
        let worth = |battle: &str| {
            let position = Position::read(catalogue, battle).expect("a battle");
            let mut game = position.start(Chance::from_number(1), &mut Deaf);
            let mut choices = Vec::new();
            while let Some(question) = game.next_question() {
                game.choices(question.seat, &mut choices);
                game.take(question.seat, choices[0], &mut Deaf);
            }
            assert!(game.winners().is_empty());
            BattleAdviser(Adviser::default()).outcome(&game)[0]
        };
        let strong = worth("battle: orks 3 nob attack ultramarines scout");
        let weak = worth("battle: orks ork-boyz attack ultramarines 3 space-marine");
        assert!(strong > weak && weak > 0.0, "{strong} {weak}");
    }
}
