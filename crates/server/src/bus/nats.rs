use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event, Subscriber};
use futures::StreamExt as _;
use futures::stream::BoxStream;
use tokio::sync::mpsc;
use tokio::sync::mpsc::error::TrySendError;

use super::{Bus, BusError, Heard, Hint, LocalBus};
use crate::store::MatchId;

/// Between nodes, by way of a NATS server. Within this node hints go directly, so that it notices nothing while
/// the server is away.
///
/// Whoever was cut off tells all the others when he is back: they may have missed what he said, as he may have
/// missed what they said.
#[derive(Debug)]
pub struct NatsBus {
    local: LocalBus,
    outgoing: mpsc::Sender<Message>,
    /// Was something not sent since the others were last told to look at everything?
    owes: Arc<AtomicBool>,
}

type Message = (MatchId, Hint);

impl NatsBus {
    /// `nats://host:port/name`: installations that share a server differ in the name. The server need not be there
    /// yet.
    pub async fn open(address: &str) -> Result<NatsBus, BusError> {
        let (server, name) = split(address).ok_or_else(|| BusError::Address(address.into()))?;
        let local = LocalBus::new();
        let owes = Arc::new(AtomicBool::new(false));
        let (outgoing, to_send) = mpsc::channel(1024);
        let (back, is_back) = mpsc::channel(1);

        let listeners = local.clone();
        let client = ConnectOptions::new()
            // Listeners of this node have heard it already.
            .no_echo()
            .retry_on_initial_connect()
            .max_reconnects(None)
            .reconnect_delay_callback(|attempts| Duration::from_millis(100 * attempts.clamp(1, 20) as u64))
            .event_callback(move |event| {
                notice(&event, &listeners, &back);
                async {}
            })
            .connect(server)
            .await?;
        let incoming = client.subscribe(format!("{name}.>")).await?;
        tokio::spawn(listen(incoming, name.clone(), local.clone()));
        tokio::spawn(send(client, name, to_send, is_back, owes.clone()));
        Ok(NatsBus { local, outgoing, owes })
    }
}

impl Bus for NatsBus {
    fn publish(&self, id: &MatchId, hint: Hint) {
        self.local.publish(id, hint.clone());
        match self.outgoing.try_send((id.clone(), hint)) {
            Ok(()) => {}
            Err(TrySendError::Full(_) | TrySendError::Closed(_)) => self.owes.store(true, Ordering::Relaxed),
        }
    }

    fn subscribe(&self) -> BoxStream<'static, Heard> {
        self.local.subscribe()
    }
}

/// The server and the name, which is `orrery` if there is none.
fn split(address: &str) -> Option<(&str, String)> {
    let rest = address.strip_prefix("nats://")?;
    let (host, name) = rest.trim_end_matches('/').split_once('/').unwrap_or((rest.trim_end_matches('/'), "orrery"));
    let is_plain = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    (!host.is_empty() && is_plain).then(|| (&address[.."nats://".len() + host.len()], name.to_owned()))
}

fn notice(event: &Event, listeners: &LocalBus, back: &mpsc::Sender<()>) {
    match event {
        Event::Connected => {
            tracing::info!("connected to the bus");
            listeners.tell(Heard::Lagged);
            // If it is full, the others are about to be told anyway.
            back.try_send(()).ok();
        }
        Event::SlowConsumer(_) => {
            tracing::warn!("the bus is faster than this node");
            listeners.tell(Heard::Lagged);
        }
        // Their enum, and it grows: whatever else happens is for the log.
        other => tracing::warn!(event = %other, "the bus"),
    }
}

async fn listen(mut incoming: Subscriber, name: String, local: LocalBus) {
    while let Some(message) = incoming.next().await {
        let id = message.subject.strip_prefix(&name).and_then(|rest| rest.strip_prefix(".match."));
        let id = id.and_then(|id| id.parse().ok());
        let hint = serde_json::from_slice(&message.payload).ok();
        local.tell(match (id, hint) {
            (Some(id), Some(hint)) => Heard::Hint(id, hint),
            // Somebody was cut off, or is newer than we are and says what we do not know.
            (_, _) => Heard::Lagged,
        });
    }
}

async fn send(
    client: Client,
    name: String,
    mut to_send: mpsc::Receiver<Message>,
    mut is_back: mpsc::Receiver<()>,
    owes: Arc<AtomicBool>,
) {
    loop {
        let sent = tokio::select! {
            Some(()) = is_back.recv() => client.publish(format!("{name}.lagged"), "".into()).await,
            message = to_send.recv() => match message {
                None => break,
                // When it is back everybody is told to look again.
                Some(_) if client.connection_state() != async_nats::connection::State::Connected => Ok(()),
                Some((id, hint)) => {
                    let hint = serde_json::to_vec(&hint).expect("a hint is plain numbers and text");
                    client.publish(format!("{name}.match.{id}"), hint.into()).await
                }
            },
        };
        if let Err(error) = sent {
            tracing::warn!(%error, "a hint was not sent");
            owes.store(true, Ordering::Relaxed);
        }
        if to_send.is_empty() && owes.swap(false, Ordering::Relaxed) {
            tracing::warn!("more hints than the bus could take");
            client.publish(format!("{name}.lagged"), "".into()).await.ok();
        }
    }
    // The bus is gone; this ends whoever listens to the server, too.
    if let Err(error) = client.drain().await {
        tracing::warn!(%error, "the bus could not be closed");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_a_server_and_a_name() {
        let split = |address| split(address).map(|(server, name)| format!("{server} {name}"));
        assert_eq!(split("nats://bus:4222").as_deref(), Some("nats://bus:4222 orrery"));
        assert_eq!(split("nats://bus:4222/").as_deref(), Some("nats://bus:4222 orrery"));
        assert_eq!(split("nats://a:b@bus:4222/club-7").as_deref(), Some("nats://a:b@bus:4222 club-7"));
        for wrong in ["bus:4222", "nats://", "nats:///club", "nats://bus/a.b", "nats://bus/a/b", "nats://bus/>"] {
            assert_eq!(split(wrong), None, "{wrong}");
        }
    }
}
