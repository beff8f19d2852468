//! How large a game is, how fast it plays at random, and how fast bots search; all on one core.

use bots::search::Effort;
use bots::{Bot, Budget, Search};
use hosted::{Hosted, Wish};
use kernel::{Chance, Deaf, Game, History, Rules, Seat, Seated};
use serde::Serialize;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Games played before anything is measured, and to be measured.
const WARM_UP: u64 = 200;
const GAMES: u64 = 2_000;
const CLONES: u32 = 200_000;

/// One line of the report: a number of seats.
#[derive(Debug, Serialize)]
pub struct Measured {
    pub game_bytes: usize,
    pub clone_ns: f64,
    pub decisions_per_s: f64,
    pub games_per_s: f64,
    pub decisions_per_game: f64,
    pub listing_ns: Listing,
    /// Nanoseconds a decision, listing included, by round.
    pub round_ns: BTreeMap<u8, f64>,
    pub search: Searching,
}

/// Tree search through a whole game, on one core.
#[derive(Debug, Serialize)]
pub struct Searching {
    pub iterations_per_s: f64,
    pub tree_steps_per_s: f64,
    pub play_out_steps_per_s: f64,
    pub nodes_per_s: f64,
    /// The most nodes that a bot's tree held, and the most bytes that it may ever take.
    pub most_nodes: usize,
    pub memory_bound_bytes: usize,
}

#[derive(Debug, Serialize)]
pub struct Listing {
    pub p50: u64,
    pub p99: u64,
    pub p999: u64,
}

pub(crate) fn measure<H: Hosted>(wish: &Wish) -> Result<Measured, String> {
    let options = H::options(wish)?;
    let mut start =
        |seed: u64| Game::new(H::catalogue(), &options, Chance::from_number(seed), &mut Deaf).map_err(String::from);
    let mut choices = Vec::with_capacity(1_024);
    let mut bot = Chance::from_number(7).split();
    let mut games = Vec::new();
    for seed in 0..WARM_UP + GAMES {
        games.push(start(seed)?);
    }
    for game in &mut games[..WARM_UP as usize] {
        play(game, &mut bot, &mut choices);
    }
    // The whole, undisturbed: this is the figure that counts.
    let mut decisions = 0u64;
    let began = Instant::now();
    for game in &mut games[WARM_UP as usize..] {
        decisions += play(game, &mut bot, &mut choices);
    }
    let took = began.elapsed();
    let clone_ns = clone_cost(&start(1)?);
    let (listing_ns, round_ns) = closely::<H>(&mut start, &mut bot, &mut choices)?;
    Ok(Measured {
        game_bytes: std::mem::size_of::<Game<H::Rules>>(),
        clone_ns,
        decisions_per_s: decisions as f64 / took.as_secs_f64(),
        games_per_s: GAMES as f64 / took.as_secs_f64(),
        decisions_per_game: decisions as f64 / GAMES as f64,
        listing_ns,
        round_ns,
        search: search::<H>(&start(2)?),
    })
}

/// Every seat searches, at so many iterations a decision.
const ITERATIONS: u32 = 200;

fn search<H: Hosted>(game: &Game<H::Rules>) -> Searching {
    let mut game = game.clone();
    let bot = |seat: Seat| Search::new(H::Adviser::default(), Budget::Iterations(ITERATIONS), u64::from(seat.0));
    let mut bots: Vec<_> = (0..game.seats()).map(Seat).map(bot).collect();
    let (mut effort, mut took, mut most_nodes) = (Effort::default(), Duration::ZERO, 0);
    let mut history = History::default();
    while let Some(question) = game.next_question() {
        let bot = &mut bots[question.seat.index()];
        let before = bot.decisions();
        let began = Instant::now();
        let choice = bot.choose(&Seated::new(&game, &history, question.seat));
        let thought = began.elapsed();
        // What is forced or part of a bundle takes no search.
        if bot.decisions() > before {
            took += thought;
            effort = effort.and(bot.effort());
            most_nodes = most_nodes.max(bot.nodes());
        }
        history.note(&game, question.seat, choice);
        game.take(question.seat, choice, &mut Deaf);
    }
    let per_s = |count: u64| count as f64 / took.as_secs_f64();
    Searching {
        iterations_per_s: per_s(effort.iterations),
        tree_steps_per_s: per_s(effort.tree_steps),
        play_out_steps_per_s: per_s(effort.play_out_steps),
        nodes_per_s: per_s(effort.nodes),
        most_nodes,
        memory_bound_bytes: bots[0].memory_bound(),
    }
}

/// Random play to the end; the number of decisions.
fn play<R: Rules>(game: &mut Game<R>, bot: &mut Chance, choices: &mut Vec<R::Choice>) -> u64 {
    let mut noise = Noise::new(bot);
    let mut decisions = 0;
    while let Some(question) = game.next_question() {
        game.choices(question.seat, choices);
        let choice = choices[noise.below(choices.len())];
        game.take(question.seat, choice, &mut Deaf);
        decisions += 1;
    }
    decisions
}

/// A cheap source for the bot's picks, so that the engine is measured and not the bot.
struct Noise(u64);

impl Noise {
    fn new(chance: &mut Chance) -> Self {
        Noise(u64::from(chance.below(u32::MAX)) << 17 | 1)
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 32) as usize * bound) >> 32
    }
}

fn clone_cost<R: Rules>(game: &Game<R>) -> f64 {
    let began = Instant::now();
    for _ in 0..CLONES {
        black_box(black_box(game).clone());
    }
    began.elapsed().as_nanos() as f64 / f64::from(CLONES)
}

/// Every listing and every decision timed by itself.
fn closely<H: Hosted>(
    start: &mut dyn FnMut(u64) -> Result<Game<H::Rules>, String>,
    bot: &mut Chance,
    choices: &mut Vec<<H::Rules as Rules>::Choice>,
) -> Result<(Listing, BTreeMap<u8, f64>), String> {
    let mut listings = Vec::new();
    let mut rounds: BTreeMap<u8, (Duration, u32)> = BTreeMap::new();
    for seed in 0..GAMES / 4 {
        let mut game = start(seed)?;
        let mut noise = Noise::new(bot);
        while let Some(question) = game.next_question() {
            let round = H::progress(&game).round;
            let began = Instant::now();
            game.choices(question.seat, choices);
            let listed = began.elapsed();
            let choice = choices[noise.below(choices.len())];
            game.take(question.seat, choice, &mut Deaf);
            let (total, count) = rounds.entry(round).or_default();
            *total += began.elapsed();
            *count += 1;
            listings.push(listed.as_nanos() as u64);
        }
    }
    listings.sort_unstable();
    let at = |part: f64| listings[((listings.len() - 1) as f64 * part) as usize];
    let by_round =
        rounds.into_iter().map(|(round, (total, count))| (round, total.as_nanos() as f64 / f64::from(count))).collect();
    Ok((Listing { p50: at(0.5), p99: at(0.99), p999: at(0.999) }, by_round))
}
