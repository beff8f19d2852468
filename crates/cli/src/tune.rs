//! Weights for the adviser, from self-play: `orrery tune`.

use crate::INTERRUPTED;
use crate::runs::{Run, Threads};
use crate::seating::known_game;
use crate::show::read_file;
use crate::tables::table;
use anyhow::{Context, Result, bail};
use bots::Kind;
use forbidden_stars::advice::Weights;
use forbidden_stars::advice::standing::Part;
use lab::statistics::Share;
use lab::tuning::{Hunt, Tuning};
use rayon::ThreadPool;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The game: forbidden-stars
    game: String,
    /// Where the weights are written, after every turn
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Begin with these weights instead of the standard ones; with the file of an interrupted run it goes on
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Look for weights that beat the standard ones (or those of --from) instead: an exploiter
    #[arg(long)]
    exploit: bool,
    /// Who plays
    #[arg(long, default_value = "search:40")]
    bot: Kind,
    /// Games a turn
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(2..))]
    games: u64,
    /// How often to play, fit and check; or generations of exploiters
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    turns: u32,
    /// Games in which new weights are held against the old ones; they are kept if they do not lose
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(2..))]
    check: u64,
    #[arg(long, default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
}

pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<ExitCode> {
    known_game(&arguments.game)?;
    if !arguments.bot.is_reproducible() {
        bail!("weights are tuned by bots that play the same again; name a number of iterations, as in search:40");
    }
    if arguments.bot == Kind::Random {
        bail!("random does not listen to an adviser, so there is nothing to tune; name greedy or search:40");
    }
    let from = match &arguments.from {
        Some(path) => read_weights(path)?,
        None => Weights::standard(),
    };
    // What cannot be written is said before hours are spent.
    write(&arguments.out, &from)?;
    let pool = arguments.threads.pool()?;
    if arguments.exploit {
        let run = Run::start(u64::from(arguments.turns), 0)?;
        exploit(arguments, &from, &run, &pool, out)
    } else {
        let run = Run::start(u64::from(arguments.turns) * arguments.games, 0)?;
        fit(arguments, from, &run, &pool, out)
    }
}

pub fn read_weights(path: &Path) -> Result<Weights> {
    Weights::read(&read_file(path)?).with_context(|| format!("{}", path.display()))
}

fn write(path: &Path, weights: &Weights) -> Result<()> {
    std::fs::write(path, weights.write()).with_context(|| format!("{} cannot be written", path.display()))
}

fn fit(
    arguments: &Arguments,
    mut weights: Weights,
    run: &Run,
    pool: &ThreadPool,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    for turn in 0..arguments.turns {
        let seed = arguments.seed.wrapping_add(u64::from(turn) * (arguments.games + arguments.check));
        let tuning = Tuning { games: arguments.games, seed, kind: arguments.bot };
        let samples = pool.install(|| tuning.harvest(&weights, &run.stop, &|| run.bar.inc(1)));
        if run.is_stopped() {
            return interrupted(arguments, turn, out);
        }
        let fitted = pool.install(|| Tuning::fit(&samples, &weights));
        let before = Tuning::surprise(&samples, &weights).0;
        let after = Tuning::surprise(&samples, &fitted).0;
        let check = Tuning { games: arguments.check, seed: seed.wrapping_add(arguments.games), kind: arguments.bot };
        let won = pool.install(|| check.wins(&fitted, &weights, 0, &run.stop));
        if run.is_stopped() {
            return interrupted(arguments, turn, out);
        }
        let share = Share::new(won * arguments.check as f64, arguments.check);
        let verdict = if won >= 0.5 { "kept" } else { "not kept" };
        writeln!(
            out,
            "turn {}: {} tables of {} games, surprise {before:.4} before and {after:.4} after the fit; the new weights \
             win {share} against the old: {verdict}",
            turn + 1,
            samples.len(),
            arguments.games,
        )?;
        if won >= 0.5 {
            weights = fitted;
            write(&arguments.out, &weights)?;
        }
    }
    print(&weights, out)?;
    Ok(ExitCode::SUCCESS)
}

fn exploit(
    arguments: &Arguments,
    prey: &Weights,
    run: &Run,
    pool: &ThreadPool,
    out: &mut dyn Write,
) -> Result<ExitCode> {
    let hunt = Tuning { games: arguments.games, seed: arguments.seed, kind: arguments.bot };
    // One generation after the other, so that each is written before the next is bred.
    let mut hunter = Hunt::new(hunt, prey);
    for generation in 0..arguments.turns {
        let share = pool.install(|| hunter.breed(prey, &run.stop));
        if run.is_stopped() {
            return interrupted(arguments, generation, out);
        }
        run.bar.inc(1);
        write(&arguments.out, &hunter.weights())?;
        writeln!(out, "generation {}: {:.1} % won on its own games", generation + 1, 100.0 * share)?;
    }
    // On games that it was not bred on.
    let check = Tuning { games: arguments.check, seed: arguments.seed.wrapping_add(1 << 40), kind: arguments.bot };
    let hunter = hunter.weights();
    for (who, weights) in [("the exploiter", &hunter), ("the mirror", prey)] {
        let won = pool.install(|| check.wins(weights, prey, 0, &run.stop));
        let share = Share::new(won * arguments.check as f64, arguments.check);
        writeln!(out, "{who} wins {share} of {} new games against the weights it was bred on", arguments.check)?;
    }
    print(&hunter, out)?;
    Ok(ExitCode::SUCCESS)
}

fn interrupted(arguments: &Arguments, turns: u32, out: &mut dyn Write) -> Result<ExitCode> {
    writeln!(out, "Interrupted; {} has the weights after {turns} turns.", arguments.out.display())?;
    Ok(ExitCode::from(INTERRUPTED))
}

fn print(weights: &Weights, out: &mut dyn Write) -> Result<()> {
    let mut rows = table(&["part", "early", "late"]);
    for part in Part::ALL {
        let (early, late) = (weights.early[part as usize], weights.late[part as usize]);
        rows.add_row([part.name().to_owned(), format!("{early:.2}"), format!("{late:.2}")]);
    }
    writeln!(out, "{}", rows.trim_fmt())?;
    Ok(())
}
