//! Many games at once: threads, a progress bar, and Ctrl-C.

use crate::{INTERRUPTED, numbers};
use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde::{Serialize, Serializer};
use std::io::{IsTerminal, Write};
use std::panic::PanicHookInfo;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak, mpsc};

/// Games are handed out in batches, so that a million results are never in memory at once.
const BATCH: u64 = 1024;

/// How many threads work.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Threads {
    /// How many threads; as many as there are processors if not said. The results do not depend on it
    #[arg(long, value_parser = numbers::threads, allow_negative_numbers = true)]
    threads: Option<u16>,
}

impl Threads {
    fn count(self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(processors, usize::from)
    }

    /// The threads, ready to work.
    pub fn pool(self) -> Result<rayon::ThreadPool> {
        rayon::ThreadPoolBuilder::new().num_threads(self.count()).build().context("the threads cannot be started")
    }
}

/// Whether a run came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Complete,
    /// Ctrl-C came first.
    Interrupted,
}

impl End {
    /// The exit status of a run in which these games broke.
    pub fn status<T>(self, broken: &[T]) -> ExitCode {
        match self {
            End::Interrupted => ExitCode::from(INTERRUPTED),
            End::Complete if broken.is_empty() => ExitCode::SUCCESS,
            End::Complete => ExitCode::FAILURE,
        }
    }

    pub fn remark(self) -> &'static str {
        match self {
            End::Complete => "",
            End::Interrupted => " (interrupted)",
        }
    }
}

/// In JSON, whether it was interrupted.
impl Serialize for End {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.serialize_bool(*self == End::Interrupted)
    }
}

/// Does `one` for each number below `games`, on several threads, and hands the results to `each` in the order of their
/// numbers. They are begun in that order too, and what was begun is finished: an interrupted run has the first so many,
/// without holes. A second Ctrl-C ends the program at once.
pub fn many<T: Send>(
    games: u64,
    threads: Threads,
    one: impl Fn(u64) -> T + Sync,
    mut each: impl FnMut(T),
) -> Result<End> {
    let run = Run::start(games, 0)?;
    let pool = threads.pool()?;
    let mut end = End::Complete;
    let mut first = 0;
    while first < games && end == End::Complete {
        let last = games.min(first.saturating_add(BATCH));
        let next = AtomicU64::new(first);
        // Threads share out a batch as they like, but take the numbers in order.
        let played = |_| {
            if run.is_stopped() {
                return None;
            }
            let number = next.fetch_add(1, Ordering::Relaxed);
            let result = one(number);
            run.bar.inc(1);
            Some((number, result))
        };
        let results: Vec<Option<(u64, T)>> = pool.install(|| (first..last).into_par_iter().map(played).collect());
        let mut results: Vec<(u64, T)> = results.into_iter().flatten().collect();
        if (results.len() as u64) < last - first {
            end = End::Interrupted;
        }
        results.sort_by_key(|(number, _)| *number);
        results.into_iter().for_each(|(_, result)| each(result));
        first = last;
    }
    Ok(end)
}

/// Does `one` for each of `numbers`, on several threads, and hands each result to `each` as soon as it is there, in
/// whatever order they come. `games` is how many there are in all, `done` how many were done before. The first error of
/// `each` ends the run, as Ctrl-C does; a second Ctrl-C ends the program at once.
pub fn as_they_finish<T: Send>(
    games: u64,
    done: u64,
    numbers: impl Iterator<Item = u64> + Send,
    threads: Threads,
    one: impl Fn(u64) -> T + Sync,
    mut each: impl FnMut(T) -> Result<()>,
) -> Result<End> {
    let run = Run::start(games, done)?;
    let numbers = Mutex::new(numbers);
    let next = || numbers.lock().unwrap_or_else(PoisonError::into_inner).next();
    let mut outcome = Ok(());
    std::thread::scope(|scope| {
        let (sender, results) = mpsc::channel();
        for _ in 0..threads.count() {
            let (sender, run, next, one) = (sender.clone(), &run, &next, &one);
            scope.spawn(move || {
                while !run.is_stopped()
                    && let Some(number) = next()
                    && sender.send(one(number)).is_ok()
                {}
            });
        }
        drop(sender);
        for result in results {
            run.bar.inc(1);
            if outcome.is_ok() {
                outcome = each(result);
            }
            if outcome.is_err() {
                run.stop.store(true, Ordering::Relaxed);
            }
        }
    });
    outcome?;
    Ok(if next().is_none() { End::Complete } else { End::Interrupted })
}

type Hook = Box<dyn Fn(&PanicHookInfo<'_>) + Sync + Send + 'static>;

/// What lasts as long as a run: an ear for Ctrl-C, a progress bar, and silence about games that break.
pub struct Run {
    pub stop: Arc<AtomicBool>,
    pub bar: ProgressBar,
    hook: Option<Hook>,
}

/// What stops the latest run.
static LATEST: Mutex<Weak<AtomicBool>> = Mutex::new(Weak::new());

/// Ctrl-C was pressed.
fn interrupted() {
    let latest = LATEST.lock().unwrap_or_else(PoisonError::into_inner).upgrade();
    if latest.is_none_or(|stop| stop.swap(true, Ordering::Relaxed)) {
        std::process::exit(INTERRUPTED.into());
    }
    let mut terminal = std::io::stderr();
    if terminal.is_terminal() {
        // Nobody is left to tell if even this cannot be printed.
        let _ = writeln!(terminal, "\nThe games that are running are finished; Ctrl-C again drops them.");
    }
}

impl Run {
    /// Of `games` in all, `done` were done before. A second Ctrl-C ends the program at once.
    pub fn start(games: u64, done: u64) -> Result<Run> {
        let stop = Arc::new(AtomicBool::new(false));
        *LATEST.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(&stop);
        match ctrlc::set_handler(interrupted) {
            // The handler of an earlier run hears for this one, too.
            Ok(()) | Err(ctrlc::Error::MultipleHandlers) => {}
            Err(error) => return Err(error).context("Ctrl-C cannot be listened to"),
        }
        let bar = progress(games);
        bar.set_position(done);
        bar.reset_eta();
        // A game that breaks is a result like any other, and is reported as one.
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        Ok(Run { stop, bar, hook: Some(hook) })
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
        // A hook cannot be changed in the middle of a panic.
        if let Some(hook) = self.hook.take().filter(|_| !std::thread::panicking()) {
            std::panic::set_hook(hook);
        }
    }
}

/// On standard error, and only where that is a terminal.
fn progress(games: u64) -> ProgressBar {
    let bar = ProgressBar::new(games);
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len}, {per_sec}, {eta} left");
    bar.with_style(style.expect("the template is well formed"))
}
