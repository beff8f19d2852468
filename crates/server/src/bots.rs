//! Bots at the tables: whenever one is asked, it thinks on a thread of its own and answers like anybody else.

use crate::hall::{Hall, Live};
use session::{By, Sitting};
use shelf::{AnyMatch, Thought};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// How long a bot may keep others waiting: the more tables wait for one, the less each of them thinks.
const ROUND: Duration = Duration::from_secs(4);
const LEAST: Duration = Duration::from_millis(50);

/// Lets bots answer until a person is asked. Returns at once; there is only one such run for each table.
pub fn drive(hall: &Arc<Hall>, live: &Arc<Live>) {
    if live.driven.swap(true, Ordering::AcqRel) {
        return;
    }
    let (hall, live) = (hall.clone(), live.clone());
    tokio::spawn(async move {
        answer_all(&hall, &live).await;
        live.driven.store(false, Ordering::Release);
        // Somebody may have answered between our last look and now, and found a run going on.
        if live.table.read().await.is_bot_asked() && hall.store.check().await.is_ok() {
            tokio::time::sleep(Duration::from_millis(20)).await;
            drive(&hall, &live);
        }
    });
}

async fn answer_all(hall: &Arc<Hall>, live: &Arc<Live>) {
    loop {
        let (sequence, seat, thought, is_awaited) = {
            let table = live.table.read().await;
            let Some((seat, thought)) = table.thought() else { return };
            let is_awaited = table.settings().seats.iter().any(Sitting::is_human);
            (table.sequence(), seat, thought, is_awaited)
        };
        // Where nobody plays, one table at a time queues up with those at which somebody waits.
        let _spectacle = if is_awaited { None } else { hall.spectacles.clone().acquire_owned().await.ok() };
        let waiting = Waiting::one_more(&hall.awaited_bots);
        let Ok(_thinker) = hall.thinkers.clone().acquire_owned().await else { return };
        let most = share(waiting.count());
        let Ok(choice) = tokio::task::spawn_blocking(move || timed(thought, most)).await else {
            tracing::error!(match_id = %live.id, sequence, "a bot failed");
            return;
        };
        let choices = [choice];
        let answer = move |table: &dyn AnyMatch, at| table.choose(seat, &choices, By::Bot, at).map(Into::into);
        let made = hall.change(&live.id, Some(sequence), answer).await;
        if let Err(fault) = made {
            // Another node's bot was quicker, or the store is away; whoever looks next goes on.
            tracing::debug!(match_id = %live.id, ?fault, "a bot's answer was not needed");
            if !fault.is_stale() {
                return;
            }
        }
    }
}

/// Thinks, and counts how long it took.
fn timed(thought: Thought, most: Duration) -> String {
    let began = Instant::now();
    let choice = thought(most);
    crate::metrics::THOUGHTS.add(began.elapsed());
    choice
}

/// How long a bot thinks at most while so many wait, itself among them.
fn share(waiting: u32) -> Duration {
    (ROUND / waiting.max(1)).max(LEAST)
}

/// Counts a table among those that wait for a bot, for as long as somebody holds this.
struct Waiting<'a>(&'a AtomicU32);

impl Waiting<'_> {
    fn one_more(all: &AtomicU32) -> Waiting<'_> {
        all.fetch_add(1, Ordering::AcqRel);
        Waiting(all)
    }

    fn count(&self) -> u32 {
        self.0.load(Ordering::Acquire)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_thinks_the_less_the_more_wait_for_one() {
        assert_eq!(share(1), Duration::from_secs(4));
        assert_eq!(share(20), Duration::from_millis(200));
        assert_eq!(share(1000), LEAST);
        let all = AtomicU32::new(0);
        let one = Waiting::one_more(&all);
        let other = Waiting::one_more(&all);
        assert_eq!(one.count(), 2);
        drop(other);
        assert_eq!(one.count(), 1);
    }
}
