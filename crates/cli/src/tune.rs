//! Weights for the adviser, from self-play: `orrery tune`.

use crate::output::{self, Output};
use crate::runs::{Run, Threads};
use crate::tables::table;
use crate::{INTERRUPTED, numbers};
use anyhow::{Context, Error, Result, bail};
use bots::Kind;
use hosted::{Player, PlayerError, Share, weights_in};
use lab::tuning::{Hunt, Tuning, fit, surprise};
use rayon::ThreadPool;
use shelf::{Shelf, TuningRun};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// The game
    #[arg(value_name = "GAME")]
    title: String,
    /// Where the weights are written, after every turn. Weights that are there already give way only with --from
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Begin with these weights instead of the standard ones; with the file of an interrupted run it goes on
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Look for weights that beat the standard ones (or those of --from) instead: an exploiter
    #[arg(long)]
    exploit: bool,
    /// Who plays: greedy, or search with a number of iterations
    #[arg(long, value_name = "BOT", default_value = "search:40")]
    bot: Player,
    /// Games a turn
    #[arg(long, default_value_t = 500, value_parser = numbers::pairs, allow_negative_numbers = true)]
    games: u64,
    /// How often to play, fit and check; or generations of exploiters
    #[arg(long, default_value_t = 3, value_parser = numbers::turns, allow_negative_numbers = true)]
    turns: u32,
    /// Games in which new weights are held against the old ones; they are kept if they do not lose
    #[arg(long, default_value_t = 200, value_parser = numbers::pairs, allow_negative_numbers = true)]
    check: u64,
    /// The seed of the first game; the next has the next number
    #[arg(long, default_value_t = 0, value_parser = numbers::seed, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
}

pub fn run(arguments: &Arguments, shelf: Shelf, out: &mut dyn Write) -> Result<ExitCode> {
    let title = shelf.find(&arguments.title).map_err(Error::msg)?;
    let kind = kind_of(&arguments.bot)?;
    let tuning = title.tuning();
    let tuning = tuning.with_context(|| format!("the bots of {} have no weights to tune", title.offer().title))?;
    let from = match &arguments.from {
        Some(path) => read_weights(&*tuning, path)?,
        None => tuning.standard(),
    };
    // What cannot be written is said before hours are spent.
    let file = Output::new(&arguments.out, output::Kind::Weights(title))?;
    if file.is_taken() && arguments.from.is_none() {
        bail!("{0} exists; go on from it with --from {0}, or name another file", arguments.out.display());
    }
    let pool = arguments.threads.pool()?;
    let games = if arguments.exploit { 1 } else { arguments.games };
    let run = Run::start(u64::from(arguments.turns).saturating_mul(games), 0)?;
    let work = Work { arguments, tuning: &*tuning, kind, file, run, pool };
    if arguments.exploit { work.exploit(&from, out) } else { work.fit(from, out) }
}

fn read_weights(tuning: &dyn TuningRun, path: &Path) -> Result<Vec<f32>, PlayerError> {
    let read = tuning.read(&weights_in(path)?);
    read.map_err(|reason| PlayerError::Weights { file: path.display().to_string(), reason })
}

/// Weights are what is tuned, so a bot with weights of its own makes no sense here.
fn kind_of(bot: &Player) -> Result<Kind> {
    let Player { kind, weights } = bot;
    if let Some(weights) = weights {
        bail!(
            "weights are what is tuned, so the bot has none of its own: name --bot {kind}, and --from {} to begin with \
             those weights",
            weights.display()
        );
    }
    if !kind.is_reproducible() {
        bail!("weights are tuned by bots that play the same again; name a number of iterations, as in search:40");
    }
    if *kind == Kind::Random {
        bail!("random does not listen to an adviser, so there is nothing to tune; name greedy or search:40");
    }
    Ok(*kind)
}

/// What lasts from turn to turn.
struct Work<'a> {
    arguments: &'a Arguments,
    tuning: &'a dyn TuningRun,
    kind: Kind,
    file: Output,
    run: Run,
    pool: ThreadPool,
}

impl Work<'_> {
    fn fit(&self, mut weights: Vec<f32>, out: &mut dyn Write) -> Result<ExitCode> {
        let Work { arguments, tuning: of_game, kind, run, pool, .. } = self;
        let (games, kind) = (arguments.games, *kind);
        for turn in 0..arguments.turns {
            let seed = arguments.seed.wrapping_add(u64::from(turn) * (games + arguments.check));
            let tuning = Tuning { games, seed, kind };
            let samples = pool.install(|| of_game.harvest(tuning, &weights, &run.stop, &|| run.bar.inc(1)));
            if run.is_stopped() {
                return self.interrupted("turn", turn, out);
            }
            // Every fifth game is held out of the fit, to see how it does on games that it has not seen.
            let (held_out, learnt): (Vec<_>, Vec<_>) = samples.into_iter().partition(|sample| sample.game % 5 == 4);
            let fitted = pool.install(|| fit(&learnt, &weights));
            let before = surprise(&held_out, &weights).0;
            let after = surprise(&held_out, &fitted).0;
            let check = Tuning { games: arguments.check, seed: seed.wrapping_add(games), kind };
            let won = pool.install(|| of_game.wins(check, &fitted, &weights, 0, &run.stop));
            if run.is_stopped() {
                return self.interrupted("turn", turn, out);
            }
            if won >= 0.5 {
                weights = fitted;
            }
            self.file.write(&of_game.write(&weights))?;
            let share = Share::new(won * arguments.check as f64, arguments.check);
            let verdict = if won >= 0.5 { "kept" } else { "not kept" };
            writeln!(
                out,
                "turn {}: {} tables of {games} games; on those held out, surprise {before:.4} before and {after:.4} after \
                 the fit; the new weights win {share} against the old: {verdict}",
                turn + 1,
                learnt.len() + held_out.len(),
            )?;
        }
        print(*of_game, &weights, out)?;
        Ok(ExitCode::SUCCESS)
    }

    fn exploit(&self, prey: &[f32], out: &mut dyn Write) -> Result<ExitCode> {
        let Work { arguments, tuning: of_game, kind, run, pool, .. } = self;
        let (turns, kind) = (arguments.turns, *kind);
        // One generation after the other, so that each is written before the next is bred.
        let mut hunt = Hunt::new(Tuning { games: arguments.games, seed: arguments.seed, kind }, prey);
        for generation in 0..turns {
            let share = pool.install(|| of_game.breed(&mut hunt, prey, &run.stop));
            if run.is_stopped() {
                return self.interrupted("generation", generation, out);
            }
            run.bar.inc(1);
            self.file.write(&of_game.write(&hunt.weights()))?;
            writeln!(out, "generation {}: {:.1} % won on its own games", generation + 1, 100.0 * share)?;
        }
        // On games that it was not bred on.
        let check = Tuning { games: arguments.check, seed: arguments.seed.wrapping_add(1 << 40), kind };
        let hunter = hunt.weights();
        let won = pool.install(|| of_game.wins(check, &hunter, prey, 0, &run.stop));
        // A share of games that were not all played would be too low.
        if run.is_stopped() {
            return self.interrupted("generation", turns, out);
        }
        let share = Share::new(won * check.games as f64, check.games);
        writeln!(out, "the exploiter wins {share} of {} new games against the weights it was bred on", check.games)?;
        if check.games.is_multiple_of(2) {
            writeln!(out, "the mirror wins half by construction: both orders of every table are played")?;
        }
        print(*of_game, &hunter, out)?;
        Ok(ExitCode::SUCCESS)
    }

    /// What is left of a run that was not finished.
    fn interrupted(&self, what: &str, done: u32, out: &mut dyn Write) -> Result<ExitCode> {
        if done == 0 {
            writeln!(out, "Interrupted before the first {what} was over; nothing is written.")?;
        } else {
            let (file, done) = (self.file.path().display(), numbers::of(u64::from(done), what));
            writeln!(out, "Interrupted; {file} has the weights after {done}. --from {file} goes on from them.")?;
        }
        Ok(ExitCode::from(INTERRUPTED))
    }
}

fn print(tuning: &dyn TuningRun, weights: &[f32], out: &mut dyn Write) -> Result<()> {
    let mut rows = table(&["part", "weight"]);
    for (name, weight) in tuning.names().into_iter().zip(weights) {
        rows.add_row([name, format!("{weight:.2}")]);
    }
    writeln!(out, "{}", rows.trim_fmt())?;
    Ok(())
}
