//! What a search spends, keeps and repeats.

use crate::nim::begin;
use crate::search;
use bots::search::Settings;
use bots::{Bot, Budget, Search};
use kernel::{Deaf, Game, History, Seat, Seated};
use std::time::{Duration, Instant};
use testkit::nim::{Choice, Ignorance, Nim};

const HEAPS: [u8; 4] = [5, 6, 7, 3];

/// Lets one search play both seats.
fn choices_of(settings: Settings, seed: u64) -> Vec<Choice> {
    let (mut game, mut history) = (begin(&HEAPS), History::default());
    let mut bot = Search::with_settings(Ignorance, settings, seed);
    let mut choices = Vec::new();
    while let Some(question) = game.next_question() {
        let choice = bot.choose(&Seated::new(&game, &history, question.seat));
        history.note(&game, question.seat, choice);
        game.choose(question.seat, choice, &mut Deaf).expect("a bot plays by the rules");
        choices.push(choice);
    }
    choices
}

#[test]
fn the_same_seed_makes_the_same_choices() {
    for trees in [1, 2, 3] {
        let settings = Settings { trees, ..Settings::new(Budget::Iterations(301)) };
        let first = choices_of(settings, 4);
        // Once more while other threads keep the processors busy: what runs when must not matter.
        let again = std::thread::scope(|threads| {
            for seed in 5..8 {
                threads.spawn(move || choices_of(settings, seed));
            }
            choices_of(settings, 4)
        });
        assert_eq!(first, again, "{trees} trees");
    }
    let settings = Settings::new(Budget::Iterations(301));
    assert!((0..5).any(|seed| choices_of(settings, seed) != choices_of(settings, 4)), "the seed is used");
}

#[test]
fn all_iterations_are_spent_however_many_trees_share_them() {
    for trees in [1, 2, 3] {
        let settings = Settings { trees, ..Settings::new(Budget::Iterations(301)) };
        let mut bot = Search::with_settings(Ignorance, settings, 1);
        let thought = bot.think(&Seated::new(&begin(&HEAPS), &History::default(), Seat(0)));
        assert_eq!(thought.effort.iterations, 301);
        assert_eq!(thought.options.iter().map(|option| u64::from(option.visits)).sum::<u64>(), 301);
        let total: f32 = thought.outlook.iter().sum();
        assert!((total - 1.0).abs() < 1e-3, "{thought:?}");
    }
}

#[test]
fn a_choice_without_alternative_costs_nothing() {
    let mut bot = search::<Nim, _>(Ignorance, 1_000, 1);
    assert_eq!(bot.choose(&Seated::new(&begin(&[1]), &History::default(), Seat(0))), Choice { heap: 0, count: 1 });
    assert_eq!(bot.effort().iterations, 0);
    bot.choose(&Seated::new(&begin(&[1, 1]), &History::default(), Seat(0)));
    assert_eq!(bot.effort().iterations, 1_000);
}

/// A game, what was heard of it, and a search that has thought about its first move.
fn after_a_first_thought(iterations: u32) -> (Game<Nim>, History<Nim>, Search<Nim, Ignorance>) {
    let (game, history) = (begin(&HEAPS), History::default());
    let mut bot = search(Ignorance, iterations, 1);
    bot.think(&Seated::new(&game, &history, Seat(0)));
    (game, history, bot)
}

fn take(game: &mut Game<Nim>, history: &mut History<Nim>, choice: Choice) {
    let seat = game.next_question().expect("the game goes on").seat;
    history.note(game, seat, choice);
    game.choose(seat, choice, &mut Deaf).expect("a legal choice");
}

/// How often the options at the root were tried, in this search and in those before it.
fn visits(bot: &mut Search<Nim, Ignorance>, game: &Game<Nim>, history: &History<Nim>) -> u64 {
    let seat = game.next_question().expect("the game goes on").seat;
    bot.think(&Seated::new(game, history, seat)).options.iter().map(|option| u64::from(option.visits)).sum()
}

#[test]
fn the_tree_is_kept_from_one_decision_to_the_next() {
    let (mut game, mut history, mut bot) = after_a_first_thought(4_000);
    take(&mut game, &mut history, Choice { heap: 2, count: 7 });
    assert!(visits(&mut bot, &game, &history) > 4_000, "what was learnt about the reply counts");
    assert!(bot.nodes() > 4_001, "the nodes are kept: {}", bot.nodes());
    let mut fresh = search(Ignorance, 4_000, 1);
    assert_eq!(visits(&mut fresh, &game, &history), 4_000);
}

#[test]
fn a_choice_taken_back_starts_the_tree_afresh() {
    let (mut game, mut history, mut bot) = after_a_first_thought(300);
    let (before, heard_before) = (game.clone(), history.clone());
    take(&mut game, &mut history, Choice { heap: 2, count: 7 });
    visits(&mut bot, &game, &history);
    assert_eq!(visits(&mut bot, &before, &heard_before), 300);
}

/// As many choices as before, but others: the tree of what did not happen is of no use.
#[test]
fn a_choice_taken_back_for_another_starts_the_tree_afresh() {
    let (game, history, mut bot) = after_a_first_thought(300);
    let later = |choice| {
        let (mut game, mut history) = (game.clone(), history.clone());
        take(&mut game, &mut history, choice);
        (game, history)
    };
    let (one, heard_one) = later(Choice { heap: 2, count: 7 });
    visits(&mut bot, &one, &heard_one);
    let (other, heard_other) = later(Choice { heap: 0, count: 5 });
    assert_eq!(visits(&mut bot, &other, &heard_other), 300);
    assert!(bot.nodes() <= 301, "{}", bot.nodes());
}

#[test]
fn a_time_budget_is_kept() {
    let (game, history) = (begin(&[9, 10, 11, 12]), History::default());
    let budget = Duration::from_millis(100);
    let tries = (0..4).map(|seed| {
        let mut bot = Search::new(Ignorance, Budget::Time(budget), seed);
        let began = Instant::now();
        bot.choose(&Seated::new(&game, &history, Seat(0)));
        assert!(bot.effort().iterations > 10, "{:?}", bot.effort());
        began.elapsed()
    });
    // The best of several: a busy machine may stop anybody for a while.
    let best = tries.min().expect("there were some tries");
    assert!(best >= budget && best < budget + Duration::from_millis(20), "{best:?}");
}

#[test]
fn a_long_search_stays_within_its_memory() {
    let (game, history) = (begin(&[15; 6]), History::default());
    let (mut bound, mut nodes) = (0, 0);
    let used = allocation_counter::measure(|| {
        let mut bot = search(Ignorance, 60_000, 1);
        bot.choose(&Seated::new(&game, &history, Seat(0)));
        (bound, nodes) = (bot.memory_bound(), bot.nodes());
    });
    assert!(nodes < 59_000, "the tree is full before the search is over: {nodes}");
    assert!(used.bytes_max <= bound as u64, "{} of {bound} bytes", used.bytes_max);
}
