//! Hints arrive, here and on other nodes. What needs a NATS server runs when `ORRERY_TEST_NATS` holds the address
//! of one (`.ci/services start` starts one and says which).

mod gate;

use std::sync::Arc;
use std::time::Duration;

use futures::StreamExt as _;
use futures::stream::BoxStream;
use server::bus::{Bus, Heard, Hint, LocalBus, Presence, open};
use server::store::MatchId;
use tokio::time::timeout;

use gate::Gate;

#[tokio::test]
async fn everybody_in_the_process_hears_every_hint() {
    let bus = open(None).await.expect("it needs nothing");
    let (mut first, mut second) = (bus.subscribe(), bus.subscribe());
    let id = MatchId::random();
    let presence = Presence { node: "n1".into(), seats: 0b101, spectators: 3 };
    let hints = [Hint::Sequence(1), Hint::Chat(2), Hint::Presence(presence)];

    hints.iter().for_each(|hint| bus.publish(&id, hint.clone()));

    for hint in hints {
        let heard = Some(Heard::Hint(id.clone(), hint));
        assert_eq!(first.next().await, heard);
        assert_eq!(second.next().await, heard);
    }
    drop(bus);
    assert_eq!(first.next().await, None);
}

#[tokio::test]
async fn who_falls_behind_is_told_so_and_hears_on() {
    let bus = LocalBus::new();
    let mut slow = bus.subscribe();
    let id = MatchId::random();
    (0..5_000).for_each(|sequence| bus.publish(&id, Hint::Sequence(sequence)));

    drop(bus);

    assert_eq!(slow.next().await, Some(Heard::Lagged));
    let rest: Vec<_> = slow.collect().await;
    assert_eq!(rest.last(), Some(&Heard::Hint(id, Hint::Sequence(4_999))));
}

#[tokio::test]
async fn nobody_needs_to_listen() {
    let (bus, id) = (LocalBus::new(), MatchId::random());
    bus.publish(&id, Hint::Sequence(1));
    let mut late = bus.subscribe();
    bus.publish(&id, Hint::Sequence(2));
    // Who comes later hears what is said from then on.
    assert_eq!(late.next().await, Some(Heard::Hint(id, Hint::Sequence(2))));
}

#[tokio::test]
async fn an_address_that_is_none_is_refused_with_a_sentence() {
    let refused = open(Some("http://bus")).await.expect_err("it is no address of a bus").to_string();
    assert!(refused.starts_with("http://bus is not the address of a bus."), "{refused}");
}

/// The server may come later than the nodes, and meanwhile a node hears itself.
#[tokio::test]
async fn without_a_server_a_node_still_hears_itself() {
    let bus = open(Some("nats://127.0.0.1:9")).await.expect("the address is good");
    let mut here = bus.subscribe();
    let id = MatchId::random();
    for sequence in 0..10_000 {
        bus.publish(&id, Hint::Sequence(sequence));
        assert_eq!(here.next().await, Some(Heard::Hint(id.clone(), Hint::Sequence(sequence))));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_hear_each_other_and_themselves_once() {
    let Some(address) = nats() else { return };
    let (here, there) = (node(&address).await, node(&address).await);
    let (mut heard_here, mut heard_there) = (here.subscribe(), there.subscribe());
    until_they_hear(&here, &mut heard_there).await;
    let id = MatchId::random();

    (0..500).for_each(|sequence| here.publish(&id, Hint::Sequence(sequence)));

    for heard in [&mut heard_here, &mut heard_there] {
        for sequence in 0..500 {
            assert_eq!(next_about(&id, heard).await, Hint::Sequence(sequence));
        }
    }
    there.publish(&id, Hint::Chat(1));
    assert_eq!(next_about(&id, &mut heard_here).await, Hint::Chat(1));

    drop(here);
    let end = async { while heard_here.next().await.is_some() {} };
    timeout(Duration::from_secs(10), end).await.expect("the stream ends with the bus");
}

#[tokio::test(flavor = "multi_thread")]
async fn installations_with_different_names_do_not_hear_each_other() {
    let Some(address) = nats() else { return };
    let (ours, theirs) = (node(&address).await, node(&nats().expect("it is still there")).await);
    let second_of_ours = node(&address).await;
    let (mut heard_by_ours, mut heard_by_theirs) = (second_of_ours.subscribe(), theirs.subscribe());
    until_they_hear(&ours, &mut heard_by_ours).await;

    let id = MatchId::random();
    ours.publish(&id, Hint::Sequence(1));

    assert_eq!(next_about(&id, &mut heard_by_ours).await, Hint::Sequence(1));
    let strange = timeout(Duration::from_millis(200), next_about(&id, &mut heard_by_theirs)).await;
    assert!(strange.is_err(), "{strange:?}");
}

/// One node loses the server, the other keeps it. Both have to look again, and then all is as before.
#[tokio::test(flavor = "multi_thread")]
async fn after_a_break_both_sides_look_again() {
    let Some(address) = nats() else { return };
    let (server, name) = address.strip_prefix("nats://").and_then(|rest| rest.split_once('/')).expect("it is ours");
    let gate = Gate::before(server).await;
    let (cut_off, steady) = (node(&format!("nats://{}/{name}", gate.address)).await, node(&address).await);
    let (mut heard_cut_off, mut heard_steady) = (cut_off.subscribe(), steady.subscribe());
    until_they_hear(&cut_off, &mut heard_steady).await;
    until_they_hear(&steady, &mut heard_cut_off).await;
    while futures::FutureExt::now_or_never(heard_cut_off.next()).is_some() {}
    while futures::FutureExt::now_or_never(heard_steady.next()).is_some() {}

    gate.shut();
    tokio::time::sleep(Duration::from_millis(300)).await;
    let id = MatchId::random();
    cut_off.publish(&id, Hint::Sequence(1));
    steady.publish(&id, Hint::Sequence(2));
    assert_eq!(next_about(&id, &mut heard_cut_off).await, Hint::Sequence(1));
    assert_eq!(next_about(&id, &mut heard_steady).await, Hint::Sequence(2));
    gate.open();

    for heard in [&mut heard_cut_off, &mut heard_steady] {
        let lagged = async { while heard.next().await != Some(Heard::Lagged) {} };
        timeout(Duration::from_secs(10), lagged).await.expect("it is told to look again");
    }
    until_they_hear(&cut_off, &mut heard_steady).await;
    until_they_hear(&steady, &mut heard_cut_off).await;
}

/// The server's address with a name of its own, so that tests do not hear each other.
fn nats() -> Option<String> {
    let server = std::env::var("ORRERY_TEST_NATS").ok()?;
    Some(format!("{}/test-{}", server.trim_end_matches('/'), MatchId::random()))
}

async fn node(address: &str) -> Arc<dyn Bus> {
    open(Some(address)).await.expect("the address is good")
}

/// Connecting takes a moment; hints before it are lost, as they may be.
async fn until_they_hear(speaker: &Arc<dyn Bus>, listener: &mut BoxStream<'static, Heard>) {
    let id = MatchId::random();
    let wait = async {
        loop {
            speaker.publish(&id, Hint::Sequence(0));
            if timeout(Duration::from_millis(50), next_about(&id, listener)).await.is_ok() {
                return;
            }
        }
    };
    timeout(Duration::from_secs(10), wait).await.expect("the nodes find each other");
}

async fn next_about(id: &MatchId, heard: &mut BoxStream<'static, Heard>) -> Hint {
    let next = async {
        loop {
            match heard.next().await.expect("the bus is there") {
                Heard::Hint(about, hint) if about == *id => return hint,
                Heard::Hint(..) | Heard::Lagged => {}
            }
        }
    };
    timeout(Duration::from_secs(10), next).await.expect("a hint about the match comes")
}
