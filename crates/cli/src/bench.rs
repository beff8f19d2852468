//! `orrery bench`: how large a game is, how fast it plays at random, and how fast bots search; all on one core.

use bots::search::Effort;
use bots::{Bot, Budget, Search};
use comfy_table::{Table, presets};
use forbidden_stars::advice::Adviser;
use forbidden_stars::{Catalogue, Game, MapChoice, Options};
use kernel::{Chance, Deaf, History, Seat, Seated};
use serde::Serialize;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

/// Games played before anything is measured, and to be measured.
const WARM_UP: u64 = 200;
const GAMES: u64 = 2_000;
const CLONES: u32 = 200_000;

/// One line of the report: a number of seats.
#[derive(Debug, Serialize)]
struct Measured {
    game_bytes: usize,
    clone_ns: f64,
    decisions_per_s: f64,
    games_per_s: f64,
    decisions_per_game: f64,
    listing_ns: Listing,
    allocations_per_decision: f64,
    /// Nanoseconds a decision, listing included, by round.
    round_ns: BTreeMap<u8, f64>,
    search: Searching,
}

/// Tree search through a whole game, on one core.
#[derive(Debug, Serialize)]
struct Searching {
    iterations_per_s: f64,
    tree_steps_per_s: f64,
    play_out_steps_per_s: f64,
    nodes_per_s: f64,
    /// The most nodes that a bot's tree held, and the most bytes that it may ever take.
    most_nodes: usize,
    memory_bound_bytes: usize,
}

#[derive(Debug, Serialize)]
struct Listing {
    p50: u64,
    p99: u64,
    p999: u64,
}

/// How the report is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    Table,
    Json,
}

pub fn run(output: Output, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut report = BTreeMap::new();
    for factions in [&["ultramarines", "chaos"][..], &["ultramarines", "chaos", "orks", "eldar"][..]] {
        eprintln!("measuring {} seats …", factions.len());
        report.insert(factions.len().to_string(), measure(factions)?);
    }
    match output {
        Output::Table => writeln!(out, "{}", table(&report))?,
        Output::Json => {
            writeln!(out, "{}", serde_json::to_string_pretty(&BTreeMap::from([("forbidden-stars", &report)]))?)?;
        }
    }
    Ok(())
}

fn measure(factions: &[&str]) -> anyhow::Result<Measured> {
    let catalogue = Catalogue::standard();
    let options =
        Options { factions: factions.iter().map(|id| (*id).to_owned()).collect(), map: MapChoice::Introductory };
    let mut start =
        |seed: u64| Game::new(catalogue, &options, Chance::from_number(seed), &mut Deaf).map_err(anyhow::Error::msg);
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
    let allocations = allocation_counter::measure(|| {
        for game in &mut games[WARM_UP as usize..] {
            decisions += play(game, &mut bot, &mut choices);
        }
    });
    let took = began.elapsed();
    let clone_ns = clone_cost(&start(1)?);
    let (listing_ns, round_ns) = closely(&mut start, &mut bot, &mut choices)?;
    Ok(Measured {
        game_bytes: std::mem::size_of::<Game>(),
        clone_ns,
        decisions_per_s: decisions as f64 / took.as_secs_f64(),
        games_per_s: GAMES as f64 / took.as_secs_f64(),
        decisions_per_game: decisions as f64 / GAMES as f64,
        listing_ns,
        allocations_per_decision: allocations.count_total as f64 / decisions as f64,
        round_ns,
        search: search(&start(2)?),
    })
}

/// Every seat searches, at so many iterations a decision.
const ITERATIONS: u32 = 200;

fn search(game: &Game) -> Searching {
    let mut game = game.clone();
    let bot = |seat: Seat| Search::new(Adviser::default(), Budget::Iterations(ITERATIONS), u64::from(seat.0));
    let mut bots: Vec<_> = game.table.all_seats().map(bot).collect();
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
fn play(game: &mut Game, bot: &mut Chance, choices: &mut Vec<forbidden_stars::Choice>) -> u64 {
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

fn clone_cost(game: &Game) -> f64 {
    let began = Instant::now();
    for _ in 0..CLONES {
        black_box(black_box(game).clone());
    }
    began.elapsed().as_nanos() as f64 / f64::from(CLONES)
}

/// Every listing and every decision timed by itself.
fn closely(
    start: &mut dyn FnMut(u64) -> anyhow::Result<Game>,
    bot: &mut Chance,
    choices: &mut Vec<forbidden_stars::Choice>,
) -> anyhow::Result<(Listing, BTreeMap<u8, f64>)> {
    let mut listings = Vec::new();
    let mut rounds: BTreeMap<u8, (Duration, u32)> = BTreeMap::new();
    for seed in 0..GAMES / 4 {
        let mut game = start(seed)?;
        let mut noise = Noise::new(bot);
        while let Some(question) = game.next_question() {
            let round = game.table.round;
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

fn table(report: &BTreeMap<String, Measured>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED);
    let mut header = vec!["Forbidden Stars, random play, one core".to_owned()];
    header.extend(report.keys().map(|seats| format!("{seats} seats")));
    table.set_header(header);
    let mut row = |name: &str, value: &dyn Fn(&Measured) -> String| {
        table.add_row(std::iter::once(name.to_owned()).chain(report.values().map(value)));
    };
    row("bytes of a game", &|m| m.game_bytes.to_string());
    row("clone, ns", &|m| format!("{:.0}", m.clone_ns));
    row("decisions per second", &|m| format!("{:.0}", m.decisions_per_s));
    row("games per second", &|m| format!("{:.0}", m.games_per_s));
    row("decisions per game", &|m| format!("{:.0}", m.decisions_per_game));
    row("listing choices, p50 ns", &|m| m.listing_ns.p50.to_string());
    row("listing choices, p99 ns", &|m| m.listing_ns.p99.to_string());
    row("listing choices, p99.9 ns", &|m| m.listing_ns.p999.to_string());
    row("allocations per decision", &|m| format!("{:.4}", m.allocations_per_decision));
    for round in 1..=8 {
        let value = |m: &Measured| m.round_ns.get(&round).map_or("–".to_owned(), |ns| format!("{ns:.0}"));
        row(&format!("ns a decision, round {round}"), &value);
    }
    row("search: iterations per second", &|m| format!("{:.0}", m.search.iterations_per_s));
    row("search: tree steps per second", &|m| format!("{:.0}", m.search.tree_steps_per_s));
    row("search: play-out steps per second", &|m| format!("{:.0}", m.search.play_out_steps_per_s));
    row("search: nodes per second", &|m| format!("{:.0}", m.search.nodes_per_s));
    row("search: most nodes in a tree", &|m| m.search.most_nodes.to_string());
    row("search: a tree takes at most, MiB", &|m| format!("{:.0}", m.search.memory_bound_bytes as f64 / 1_048_576.0));
    table
}
