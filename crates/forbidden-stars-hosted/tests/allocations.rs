//! Nothing is allocated while a game is played: listing choices, choosing, running the rules.

use forbidden_stars::{Choice, Decision, Game};
use forbidden_stars_hosted::Shelved;
use hosted::{Hosted, Wish};
use kernel::{Chance, Deaf};

/// Random play for as long as `goes_on`; the number of decisions.
fn play(game: &mut Game, chance: &mut Chance, choices: &mut Vec<Choice>, goes_on: fn(Decision) -> bool) -> u64 {
    let mut decisions = 0;
    while let Some(question) = game.next_question().filter(|question| goes_on(question.decision)) {
        game.choices(question.seat, choices);
        let choice = choices[chance.below(choices.len() as u32) as usize];
        game.take(question.seat, choice, &mut Deaf);
        decisions += 1;
    }
    decisions
}

/// Every number of seats, both maps, from the first order token to the end. Where players build the board themselves, that
/// comes before and is not counted: it happens once, and no bot looks ahead beyond it. The list of choices belongs to
/// whoever asks for them, so it is long enough before anything is counted.
#[test]
fn a_decision_allocates_nothing() {
    let offer = Shelved::offer();
    let mut choices: Vec<Choice> = Vec::with_capacity(1_024);
    let mut chance = Chance::from_number(7);
    for seats in offer.seats.least..=offer.seats.most {
        for value in &offer.options[0].values {
            let wish = Wish { seats: Some(seats), ..Wish::default() }.with(&offer.options[0].id, &value.id);
            let options = Shelved::fill(&wish, 0).and_then(|wish| Shelved::options(&wish)).expect("a table");
            let mut start = |number: u64| {
                let chance_of_game = Chance::from_number(number);
                let mut game = Game::new(Shelved::catalogue(), &options, chance_of_game, &mut Deaf).expect("a game");
                play(&mut game, &mut chance, &mut choices, |decision| !matches!(decision, Decision::PlaceOrder));
                game
            };
            let mut games: Vec<Game> = (0..20).map(&mut start).collect();
            let mut decisions = 0;
            let measured = allocation_counter::measure(|| {
                for game in &mut games {
                    decisions += play(game, &mut chance, &mut choices, |_| true);
                }
            });
            assert!(decisions > 1_000);
            assert_eq!(measured.count_total, 0, "in {decisions} decisions of {seats} seats on the {} map", value.id);
        }
    }
}
