//! Many games at once: threads, a progress bar, and Ctrl-C.

use crate::INTERRUPTED;
use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde::{Serialize, Serializer};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Games are handed out in batches, so that a million results are never in memory at once.
const BATCH: u64 = 1024;

/// How many threads work.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Threads {
    /// How many threads; as many as there are processors if not said. The results do not depend on it
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    /// The threads, ready to work.
    pub fn pool(self) -> Result<rayon::ThreadPool> {
        let number = self.threads.map_or(0, usize::from);
        rayon::ThreadPoolBuilder::new().num_threads(number).build().context("the threads cannot be started")
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
/// numbers. A second Ctrl-C ends the program at once.
pub fn many<T: Send>(
    games: u64,
    threads: Threads,
    one: impl Fn(u64) -> T + Sync,
    mut each: impl FnMut(T),
) -> Result<End> {
    let stop = Arc::new(AtomicBool::new(false));
    let heard = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if heard.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    })
    .context("Ctrl-C cannot be listened to")?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.threads.map_or(0, usize::from))
        .build()
        .context("the threads cannot be started")?;
    let bar = progress(games);
    // A game that breaks is a result like any other, and is reported as one.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let mut end = End::Complete;
    let mut first = 0;
    while first < games && end == End::Complete {
        let last = games.min(first.saturating_add(BATCH));
        let played = |number| {
            let result = (!stop.load(Ordering::Relaxed)).then(|| one(number));
            bar.inc(1);
            result
        };
        let results: Vec<Option<T>> = pool.install(|| (first..last).into_par_iter().map(played).collect());
        if results.iter().any(Option::is_none) {
            end = End::Interrupted;
        }
        results.into_iter().flatten().for_each(&mut each);
        first = last;
    }
    std::panic::set_hook(hook);
    bar.finish_and_clear();
    Ok(end)
}

/// On standard error, and only where that is a terminal.
fn progress(games: u64) -> ProgressBar {
    let bar = ProgressBar::new(games);
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len}, {per_sec}, {eta} left");
    bar.with_style(style.expect("the template is well formed"))
}
