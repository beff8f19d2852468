use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use server::store::*;

use crate::place::{Place, a_match, assert_sound, running};

/// Twenty times, or as often as `ORRERY_TEST_KILLS` says.
pub async fn what_was_acknowledged_survives_a_kill(place: Place) {
    let rounds = std::env::var("ORRERY_TEST_KILLS").map_or(20, |rounds| rounds.parse().expect("a number of kills"));
    let store = place.open().await;
    let matches = [a_match(&*store).await, a_match(&*store).await, a_match(&*store).await];
    store.close().await;

    let mut in_all = 0;
    for _ in 0..rounds {
        let mut child = appender(&place.address(), &matches);
        let acknowledged = tokio::task::spawn_blocking(move || kill_at_some_moment(&mut child));
        let acknowledged = acknowledged.await.expect("the child says what it did");

        let store = place.open().await;
        for id in &matches {
            let line_of = |line: &&String| line.starts_with(id.as_str());
            let last = acknowledged.iter().rfind(line_of);
            let last: i64 = last.map_or(0, |line| line[13..].parse().expect("a sequence follows the id"));
            assert_sound(&*store, id).await;
            let there = store.find_match(id).await.expect("the match is there").sequence;
            assert!(there >= last, "{last} was acknowledged, but only {there} entries are there");
        }
        in_all += acknowledged.len();
        store.close().await;
    }
    assert!(in_all > rounds, "only {in_all} appends in {rounds} rounds");
}

/// Lets it acknowledge something first, and returns all that it acknowledged.
fn kill_at_some_moment(child: &mut Child) -> Vec<String> {
    let mut lines = BufReader::new(child.stdout.take().expect("its output is ours")).lines().map_while(Result::ok);
    let mut acknowledged: Vec<String> =
        lines.by_ref().filter_map(|line| line.strip_prefix(SIGN).map(str::to_owned)).take(1).collect();
    let moment = u64::from(MatchId::random().as_str().as_bytes()[0]);
    std::thread::sleep(Duration::from_micros(moment % 32 * 1_500));
    child.kill().expect("it runs until it is killed");
    child.wait().expect("it ends when it is killed");
    acknowledged.extend(lines.filter_map(|line| line.strip_prefix(SIGN).map(str::to_owned)));
    acknowledged
}

const SIGN: &str = "acknowledged ";

/// This program again, running nothing but the function below.
fn appender(address: &str, matches: &[MatchId]) -> Child {
    let matches: Vec<&str> = matches.iter().map(MatchId::as_str).collect();
    Command::new(std::env::current_exe().expect("a test knows its own program"))
        .args(["--exact", "killed::appends_until_it_is_killed", "--ignored", "--nocapture"])
        .env("ORRERY_TEST_APPEND_TO", address)
        .env("ORRERY_TEST_MATCHES", matches.join(" "))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it can be started again")
}

#[tokio::test]
#[ignore = "only the test above starts it, as a process of its own"]
async fn appends_until_it_is_killed() {
    let Ok(address) = std::env::var("ORRERY_TEST_APPEND_TO") else { return };
    let matches = std::env::var("ORRERY_TEST_MATCHES").expect("matches come with the address");
    let store = open(&address).await.expect("the place is good");
    let append_for_ever = async |id: &str| {
        let id: MatchId = id.parse().expect("it was an id");
        let mut sequence = store.find_match(&id).await.expect("the match is there").sequence;
        loop {
            match store.append(&id, sequence, vec!["[1,2,3]".into(), "[4]".into()], 1, running()).await {
                Ok(reached) => sequence = reached,
                // The last append of a process that was killed may arrive after we looked.
                Err(StoreError::Conflict { sequence: present }) => {
                    sequence = present;
                    continue;
                }
                Err(error) => panic!("an append failed: {error}"),
            }
            let mut out = std::io::stdout().lock();
            writeln!(out, "\n{SIGN}{id} {sequence}").and_then(|()| out.flush()).expect("somebody listens");
        }
    };
    futures::future::join_all(matches.split(' ').map(append_for_ever)).await;
}
