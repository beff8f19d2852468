//! How long an append takes. `cargo test --release -p server --test store -- --ignored --nocapture latency`

use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use crate::place::{Place, a_match, running};

/// 200 matches, in each of which somebody chooses about once a second.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "a measurement, which means little beside other tests"]
async fn latency_of_appends_in_two_hundred_matches() {
    for place in Place::all().await {
        let kind = if place.address().starts_with("postgres") { "PostgreSQL" } else { "SQLite" };
        for pause in [1_000, 200, 0] {
            measure(kind, &place, pause).await;
        }
    }
}

async fn measure(kind: &str, place: &Place, pause: u64) {
    let mut matches = JoinSet::new();
    let store = place.open().await;
    let for_how_long = Duration::from_secs(8);
    for number in 0..200 {
        let (store, id) = (store.clone(), a_match(&*store).await);
        matches.spawn(async move {
            // They do not all choose at the same moment.
            tokio::time::sleep(Duration::from_millis(pause * number / 200)).await;
            let mut taken = Vec::new();
            let until = Instant::now() + for_how_long;
            for sequence in 0.. {
                if Instant::now() > until {
                    break;
                }
                let entry = format!("{{\"seat\":1,\"choice\":\"{}\"}}", "move scout pergam ".repeat(8));
                let from = Instant::now();
                store.append(&id, sequence, vec![entry], 1, running()).await.expect("nobody else appends");
                taken.push(from.elapsed());
                tokio::time::sleep(Duration::from_millis(pause)).await;
            }
            taken
        });
    }
    let mut taken: Vec<Duration> = matches.join_all().await.into_iter().flatten().collect();
    taken.sort_unstable();
    let at = |share: f64| taken[((taken.len() - 1) as f64 * share) as usize];
    println!(
        "{kind}, a choice every {pause} ms in each of 200 matches: {:.0} appends/s, median {:.2?}, p99 {:.2?}, longest {:.2?}",
        taken.len() as f64 / for_how_long.as_secs_f64(),
        at(0.5),
        at(0.99),
        at(1.0),
    );
}
