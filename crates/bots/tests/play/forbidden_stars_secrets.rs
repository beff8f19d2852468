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

/// Two bots that play the same seat of a whole game, and remember: one sees the true game and hears the true choices,
/// its twin sees games that differ in what the seat cannot know, and hears of hidden choices that sound the same.
fn keep_comparing(kind: Kind, factions: &[&str], seed: u64) -> usize {
    let options =
        Options { factions: factions.iter().map(|id| (*id).to_owned()).collect(), map: MapChoice::Introductory };
    let start = Chance::from_number(seed);
    let mut game = Game::new(Catalogue::standard(), &options, start, &mut Deaf).expect("a legal table");
    let mut walk = Chance::from_number(seed ^ 0x7717);
    let watched = Seat(seed as u8 % 2);
    let [mut one, mut twin] = [(); 2].map(|()| kind.seat(&Adviser::default(), seed));
    let (mut truth, mut rumour) = (History::default(), History::default());
    let (mut choices, mut disguised) = (Vec::new(), 0);
    while let Some(question) = game.next_question() {
        let (seat, decision) = (question.seat, question.decision);
        game.choices(seat, &mut choices);
        let choice = if seat == watched {
            let variant = ForbiddenStars::conceal(&game, seat, &mut walk);
            let choice = one.choose(&Seated::new(&game, &truth, seat));
            let other = twin.choose(&Seated::new(&variant, &rumour, seat));
            assert_eq!(choice, other, "{kind}, seed {seed}, at {}", game.breadcrumb());
            choice
        } else {
            choices[walk.below(choices.len() as u32) as usize]
        };
        truth.note(&game, seat, choice);
        let sounds_alike = |other: &&Choice| {
            **other != choice && ForbiddenStars::heard(decision, **other) == ForbiddenStars::heard(decision, choice)
        };
        let alike: Vec<&Choice> = choices.iter().filter(sounds_alike).collect();
        if seat == watched || alike.is_empty() {
            rumour.note(&game, seat, choice);
        } else {
            disguised += 1;
            rumour.note(&game, seat, *alike[walk.below(alike.len() as u32) as usize]);
        }
        game.choose(seat, choice, &mut Deaf).expect("it was offered");
    }
    disguised
}

#[test]
fn bots_that_remember_choose_alike_too() {
    for (kind, games) in [(Kind::Greedy, 2), (Kind::Search(bots::Budget::Iterations(60)), 2)] {
        for seed in 0..games {
            let disguised = keep_comparing(kind, &["ultramarines", "chaos"], seed);
            assert!(disguised > 30, "{kind}: hardly anything was hidden: {disguised}");
        }
    }
}

/// Nobody hears more of a combat card than he sees: it lies facedown until it is revealed.
#[test]
fn a_facedown_card_is_not_heard() {
    let options =
        Options { factions: ["ultramarines", "chaos"].map(str::to_owned).to_vec(), map: MapChoice::Introductory };
    let mut looked = 0;
    for seed in 0..40 {
        let start = Chance::from_number(seed);
        let mut game = Game::new(Catalogue::standard(), &options, start, &mut Deaf).expect("a legal table");
        let mut walk = Chance::from_number(seed ^ 0xface);
        let (mut history, mut choices) = (History::default(), Vec::new());
        while let Some(question) = game.next_question() {
            for seat in game.table.all_seats() {
                let Some(battle) = &game.table.battle else { continue };
                let Some(enemy) = game.table.opponent(seat) else { continue };
                let side = battle.side_of(enemy).expect("both are in it");
                let Some(card) = battle.side(side).facedown.filter(|card| !card.by.contains(seat)) else { continue };
                let seated = Seated::new(&game, &history, seat);
                let last =
                    seated.heard().filter(|(by, choice)| *by == enemy && matches!(choice, Choice::Card(_))).last();
                assert_eq!(last, Some((enemy, Choice::Card(Default::default()))), "the card is {card:?}");
                looked += 1;
            }
            game.choices(question.seat, &mut choices);
            let choice = choices[walk.below(choices.len() as u32) as usize];
            history.note(&game, question.seat, choice);
            game.choose(question.seat, choice, &mut Deaf).expect("it was offered");
        }
    }
    assert!(looked > 20, "hardly a card lay facedown: {looked}");
}
