//! What a bot cannot know cannot change what it chooses.

use bots::Kind;
use forbidden_stars::advice::Adviser;
use forbidden_stars::{Catalogue, Choice, ForbiddenStars, Game, MapChoice, Options};
use kernel::{Chance, Deaf, History, Rules, Seat, Seated};

/// One decision in so many is looked at.
const EVERY: usize = 5;

/// What is looked at, and how often it was.
#[derive(Debug, Default)]
struct Tally {
    compared: usize,
    /// The variant was another game, and not only another seed.
    varied: usize,
    /// Somebody else had sealed an answer by then, and the variant has another one.
    sealed: usize,
}

fn chosen(kind: Kind, seed: u64, game: &Game, history: &History<ForbiddenStars>, seat: Seat) -> Choice {
    kind.seat(&Adviser::default(), seed).choose(&Seated::new(game, history, seat))
}

/// Walks through a random game. Every now and then a fresh bot is shown the true game, and its twin a game that differs
/// in what the seat cannot know; they have heard the same.
fn compare(kind: Kind, factions: &[&str], map: MapChoice, seed: u64, tally: &mut Tally) {
    let options = Options { factions: factions.iter().map(|id| (*id).to_owned()).collect(), map };
    let start = Chance::from_number(seed);
    let mut game = Game::new(Catalogue::standard(), &options, start, &mut Deaf).expect("a legal table");
    let mut walk = Chance::from_number(seed ^ 0x5eed);
    let mut history = History::default();
    let mut choices = Vec::new();
    let mut made = 0;
    while !game.is_over() {
        // Any of those who are asked: others may have sealed an answer before.
        let open: Vec<Seat> = game.open_questions().map(|question| question.seat).collect();
        let seat = open[walk.below(open.len() as u32) as usize];
        let others_sealed = game.questions().len() > open.len();
        game.choices(seat, &mut choices);
        if choices.len() > 1 && (made % EVERY == 0 || others_sealed) {
            let variant = ForbiddenStars::conceal(&game, seat, &mut walk);
            let [truth, other] = [&game, &variant].map(|game| chosen(kind, seed, game, &history, seat));
            assert_eq!(truth, other, "{kind}, seed {seed}, after {made} choices at {}", game.breadcrumb());
            tally.compared += 1;
            tally.varied += usize::from(variant.table != game.table);
            let sealed =
                |game: &Game| game.table.all_seats().map(|seat| game.sealed_answer_of(seat)).collect::<Vec<_>>();
            tally.sealed += usize::from(sealed(&game) != sealed(&variant));
        }
        let choice = choices[walk.below(choices.len() as u32) as usize];
        history.note(&game, seat, choice);
        game.choose(seat, choice, &mut Deaf).expect("it was offered");
        made += 1;
    }
}

#[test]
fn bots_choose_alike_in_games_that_they_cannot_tell_apart() {
    for (kind, games) in [(Kind::Random, 6), (Kind::Greedy, 3), (Kind::Search(bots::Budget::Iterations(50)), 2)] {
        let mut tally = Tally::default();
        for seed in 0..games {
            let (factions, map): (&[&str], _) = match seed % 3 {
                0 => (&["ultramarines", "chaos"], MapChoice::Introductory),
                1 => (&["eldar", "orks"], MapChoice::Free),
                _ => (&["orks", "ultramarines", "chaos"], MapChoice::Introductory),
            };
            compare(kind, factions, map, seed, &mut tally);
        }
        assert!(tally.varied > 60 && tally.sealed > 0, "{kind}: the variants hardly vary: {tally:?}");
    }
}
