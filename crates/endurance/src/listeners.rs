//! Sockets at every table, and how long news took to reach them.

use crate::client::Client;
use crate::line::Line;
use crate::players::Acknowledged;
use crate::report::Times;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;

/// News reaches every socket within this time.
pub const NEWS: Duration = Duration::from_secs(1);

/// Those who listen.
#[derive(Debug)]
pub struct Listeners {
    heard: Arc<Mutex<Vec<Heard>>>,
    tasks: Vec<JoinHandle<()>>,
}

/// Whose news counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ears {
    /// Whoever listens at the server that took the choice.
    AtTheSame,
    /// Whoever listens at the other of two servers.
    AtTheOther,
}

/// One connection to one server, and what was heard over it.
#[derive(Clone, Debug)]
struct Heard {
    id: String,
    node: usize,
    opened: Instant,
    news: Vec<(Instant, u32)>,
    closed: Option<Instant>,
}

impl Listeners {
    /// One for each table at each server.
    pub fn open(clients: &[Client], tables: &[(String, String)]) -> Listeners {
        let heard: Arc<Mutex<Vec<Heard>>> = Arc::default();
        let places = tables.iter().flat_map(|table| clients.iter().enumerate().map(move |at| (table, at)));
        let tasks = places
            .map(|((id, key), (node, client))| {
                tokio::spawn(listen(client.clone(), node, id.clone(), key.clone(), heard.clone()))
            })
            .collect();
        Listeners { heard, tasks }
    }

    /// Waits for the news of all that is acknowledged by now, and ends.
    pub async fn close(self) -> News {
        let until = Instant::now();
        tokio::time::sleep(NEWS).await;
        for task in &self.tasks {
            task.abort();
        }
        News { heard: self.heard.lock().unwrap_or_else(PoisonError::into_inner).clone(), until }
    }
}

/// All that was heard of what was acknowledged until some moment. Play may go on after it, with nobody to hear.
#[derive(Clone, Debug)]
pub struct News {
    heard: Vec<Heard>,
    until: Instant,
}

impl News {
    /// How long the news of each of these choices took, and which never came.
    pub fn delays<'a>(
        &self,
        acknowledged: impl IntoIterator<Item = &'a Acknowledged>,
        ears: Ears,
    ) -> (Times, Vec<String>) {
        delays(acknowledged.into_iter().filter(|ack| ack.at <= self.until), &self.heard, ears)
    }
}

/// Listens at one server, and connects again when it is back.
async fn listen(client: Client, node: usize, id: String, key: String, heard: Arc<Mutex<Vec<Heard>>>) {
    loop {
        if let Ok(mut line) = Line::open(&client, &id, &key).await
            && let Ok(first) = line.next().await
        {
            let number = {
                let mut all = heard.lock().unwrap_or_else(PoisonError::into_inner);
                let now = Instant::now();
                all.push(Heard { id: id.clone(), node, opened: now, news: vec![(now, first.sequence)], closed: None });
                all.len() - 1
            };
            while let Ok(news) = line.next().await {
                let now = Instant::now();
                heard.lock().unwrap_or_else(PoisonError::into_inner)[number].news.push((now, news.sequence));
            }
            heard.lock().unwrap_or_else(PoisonError::into_inner)[number].closed = Some(Instant::now());
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// For each acknowledged choice: how much later those heard of it who listen.
fn delays<'a>(
    acknowledged: impl IntoIterator<Item = &'a Acknowledged>,
    heard: &[Heard],
    ears: Ears,
) -> (Times, Vec<String>) {
    let mut by_match: BTreeMap<(&str, usize), Vec<&Heard>> = BTreeMap::new();
    for one in heard {
        by_match.entry((&one.id, one.node)).or_default().push(one);
    }
    let delays = Times::default();
    let mut missed = Vec::new();
    for ack in acknowledged {
        let node = match ears {
            Ears::AtTheSame => ack.node,
            Ears::AtTheOther => 1 - ack.node,
        };
        let lines = by_match.get(&(ack.id.as_str(), node));
        for line in lines.into_iter().flatten().filter(|line| line.opened <= ack.at) {
            match line.news.iter().find(|(_, sequence)| *sequence >= ack.sequence) {
                Some((at, _)) => delays.note(at.saturating_duration_since(ack.at)),
                // Who was cut off could not hear.
                None if line.closed.is_some() => {}
                None => {
                    missed.push(format!("match {}, sequence {}: an open socket was not told", ack.id, ack.sequence))
                }
            }
        }
    }
    (delays, missed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(at: Instant, sequences: &[u32], closed: Option<Instant>) -> Heard {
        let news = sequences.iter().map(|&sequence| (at, sequence)).collect();
        Heard { id: "m".to_owned(), node: 0, opened: at, news, closed }
    }

    #[test]
    fn only_an_open_socket_can_miss_something() {
        let now = Instant::now();
        let ack = [Acknowledged { id: "m".to_owned(), sequence: 4, node: 0, at: now }];
        let judged = |heard: Heard| {
            let (delays, missed) = delays(&ack, &[heard], Ears::AtTheSame);
            (delays.len(), missed.len())
        };
        assert_eq!(judged(heard(now, &[3, 4], None)), (1, 0));
        // Several choices may be told at once.
        assert_eq!(judged(heard(now, &[3, 6], None)), (1, 0));
        assert_eq!(judged(heard(now, &[3], None)), (0, 1));
        assert_eq!(judged(heard(now, &[3], Some(now))), (0, 0));
    }

    #[test]
    fn what_is_acknowledged_while_the_last_news_is_awaited_is_not_judged() {
        let now = Instant::now();
        let ack = |sequence, at| Acknowledged { id: "m".to_owned(), sequence, node: 0, at };
        let news = News { heard: vec![heard(now, &[3], None)], until: now };
        let missed = |acks: &[Acknowledged]| news.delays(acks, Ears::AtTheSame).1.len();
        assert_eq!(missed(&[ack(4, now), ack(5, now + NEWS)]), 1);
        assert_eq!(missed(&[ack(5, now + NEWS)]), 0);
    }
}
