//! A database that goes away and comes back, by way of a gate that can be shut.

use std::sync::Arc;
use std::time::{Duration, Instant};

use server::store::*;
use sqlx::{Connection as _, PgConnection};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::place::{Place, a_match, assert_sound, running};

#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_gone_is_unavailable_until_it_is_back() {
    let Some(place) = Place::postgres().await else { return };
    let gate = Gate::before(&place.address()).await;
    let store = open(&gate.address).await.expect("the gate is open");
    let id = a_match(&*store).await;
    assert_eq!(store.append(&id, 0, vec!["1".into()], 1, running()).await, Ok(1));

    for (state, sequence) in [(Gateway::Shut, 1), (Gateway::Silent, 2)] {
        gate.set(state).await;
        let from = Instant::now();
        assert_eq!(store.append(&id, sequence, vec!["2".into()], 1, running()).await, Err(StoreError::Unavailable));
        assert_eq!(store.find_match(&id).await, Err(StoreError::Unavailable));
        assert_eq!(store.check().await, Err(StoreError::Unavailable));
        assert!(from.elapsed() < Duration::from_secs(18), "three answers took {:?}", from.elapsed());

        gate.set(Gateway::Open).await;
        let from = Instant::now();
        while store.check().await.is_err() {
            assert!(from.elapsed() < Duration::from_secs(15), "it does not come back");
        }
        assert_eq!(store.append(&id, sequence, vec!["3".into()], 1, running()).await, Ok(sequence + 1));
    }
    assert_sound(&*store, &id).await;
    assert_eq!(open("postgres://nobody@127.0.0.1:9/none").await.err(), Some(StoreError::Unavailable));
}

/// A server that died may have sent its last choice: whoever opens the match waits until it is kept.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_dead_server_left_under_way_is_waited_for() {
    let Some(place) = Place::postgres().await else { return };
    let store = place.open().await;
    let id = a_match(&*store).await;
    let mut dead = PgConnection::connect(&place.address()).await.expect("the server runs");
    let mut under_way = dead.begin().await.expect("it was just connected");
    let write = sqlx::query("UPDATE matches SET sequence = 1 WHERE id = $1").bind(id.as_str());
    write.execute(&mut *under_way).await.expect("the match is there");

    let opened = tokio::spawn({
        let (store, id) = (store.clone(), id.clone());
        async move { store.settled_match(&id).await }
    });
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(store.find_match(&id).await.map(|found| found.sequence), Ok(0));
    assert!(!opened.is_finished());
    under_way.commit().await.expect("nobody is in its way");
    let found = opened.await.expect("nothing panics");
    assert_eq!(found.map(|found| found.sequence), Ok(1));
}

#[derive(Clone, Copy, PartialEq)]
enum Gateway {
    Open,
    /// Whoever is connected is thrown out, whoever comes is turned away.
    Shut,
    /// Connections stay, but nothing is passed on: a cable that was pulled.
    Silent,
}

struct Gate {
    address: String,
    state: Arc<watch::Sender<Gateway>>,
}

impl Gate {
    /// In front of the server of an address of the form `postgres://user@host:port/…`.
    async fn before(address: &str) -> Gate {
        let (user, rest) = address.split_once('@').expect("the address names a user");
        let (server, path) = rest.split_once('/').expect("the address names a database");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a free port");
        let gate = listener.local_addr().expect("it is bound");
        let state = Arc::new(watch::Sender::new(Gateway::Open));
        tokio::spawn(keep(listener, server.to_owned(), state.clone()));
        Gate { address: format!("{user}@{gate}/{path}"), state }
    }

    async fn set(&self, state: Gateway) {
        self.state.send_replace(state);
        // The keeper hears of it in its own time.
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn keep(listener: TcpListener, server: String, state: Arc<watch::Sender<Gateway>>) {
    while let Ok((client, _)) = listener.accept().await {
        tokio::spawn(pass(client, server.clone(), state.subscribe()));
    }
}

async fn pass(mut client: TcpStream, server: String, mut state: watch::Receiver<Gateway>) {
    loop {
        let now = *state.borrow_and_update();
        match now {
            Gateway::Shut => return,
            // What was on its way is lost, whatever comes next.
            Gateway::Silent => {
                state.changed().await.ok();
                return;
            }
            Gateway::Open => {
                let Ok(mut upstream) = TcpStream::connect(&server).await else { return };
                tokio::select! {
                    _ = tokio::io::copy_bidirectional(&mut client, &mut upstream) => return,
                    _ = state.changed() => {}
                }
            }
        }
    }
}
