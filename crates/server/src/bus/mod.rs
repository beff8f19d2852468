//! What nodes tell each other, and sockets of one node among themselves: where a match has got to.
//!
//! All of it is hints. The database is the truth; whoever misses a hint looks there and misses nothing.

mod local;
mod nats;

use std::fmt;
use std::sync::Arc;

use futures::stream::BoxStream;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::store::MatchId;

pub use local::LocalBus;
pub use nats::NatsBus;

/// Carries hints to everybody who listens, here and on other nodes.
pub trait Bus: fmt::Debug + Send + Sync {
    /// Returns at once and never fails: listeners of this node hear the hint, those of other nodes hear it,
    /// or hear later that they missed something.
    fn publish(&self, id: &MatchId, hint: Hint);

    /// All that is published from now on, by this node too. The stream ends with the bus.
    fn subscribe(&self) -> BoxStream<'static, Heard>;
}

/// Something about a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Hint {
    /// The journal has this many entries now.
    Sequence(i64),
    /// There are this many lines of chat now.
    Chat(i64),
    Presence(Presence),
}

/// Who has the match before him, on one node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Presence {
    /// Which node says so; it replaces what that node said before.
    pub node: String,
    /// A bit for each seat.
    pub seats: i64,
    pub spectators: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard {
    Hint(MatchId, Hint),
    /// Hints were lost, nobody knows which: look at everything again.
    Lagged,
}

#[derive(Debug, Error)]
pub enum BusError {
    #[error("{0} is not the address of a bus. It is of the form nats://host:port or nats://host:port/name.")]
    Address(String),
    #[error("The bus cannot be opened: {0}.")]
    Connect(#[from] async_nats::ConnectError),
    #[error("The bus cannot be listened to: {0}.")]
    Subscribe(#[from] async_nats::SubscribeError),
}

/// A bus between the nodes at a `nats://` address, or without one within this process.
pub async fn open(address: Option<&str>) -> Result<Arc<dyn Bus>, BusError> {
    match address {
        Some(address) => Ok(Arc::new(NatsBus::open(address).await?)),
        None => Ok(Arc::new(LocalBus::new())),
    }
}
