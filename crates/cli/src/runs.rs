//! Many games at once: threads, a progress bar, and Ctrl-C.

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What came of a run: the results in the order of their numbers, whatever thread had them.
#[derive(Debug)]
pub struct Run<T> {
    pub results: Vec<T>,
    /// Ctrl-C came before the last one.
    pub interrupted: bool,
}

/// Does `one` for each number below `games`. A second Ctrl-C ends the program at once.
pub fn many<T: Send>(games: u64, threads: Option<usize>, one: impl Fn(u64) -> T + Sync) -> Result<Run<T>> {
    let stop = Arc::new(AtomicBool::new(false));
    let heard = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if heard.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .context("Ctrl-C cannot be listened to")?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.unwrap_or(0))
        .build()
        .context("the threads cannot be started")?;
    let bar = progress(games);
    // A game that breaks is a result like any other, and is reported as one.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let results: Vec<Option<T>> = pool.install(|| {
        (0..games)
            .into_par_iter()
            .map(|number| {
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                let result = one(number);
                bar.inc(1);
                Some(result)
            })
            .collect()
    });
    std::panic::set_hook(hook);
    bar.finish_and_clear();
    Ok(Run { interrupted: results.iter().any(Option::is_none), results: results.into_iter().flatten().collect() })
}

/// On standard error, and only where that is a terminal.
fn progress(games: u64) -> ProgressBar {
    let bar = ProgressBar::new(games);
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len}, {per_sec}, {eta} left");
    bar.with_style(style.expect("the template is well formed"))
}
