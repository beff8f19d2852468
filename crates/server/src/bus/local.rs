use futures::StreamExt as _;
use futures::stream::{self, BoxStream};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::{Bus, Heard, Hint};
use crate::store::MatchId;

/// Within one process.
#[derive(Debug, Clone)]
pub struct LocalBus {
    listeners: broadcast::Sender<Heard>,
}

/// How far a listener may fall behind before he has to look at everything again.
const PATIENCE: usize = 1024;

impl LocalBus {
    pub fn new() -> LocalBus {
        LocalBus { listeners: broadcast::Sender::new(PATIENCE) }
    }

    pub(super) fn tell(&self, heard: Heard) {
        // It fails when nobody listens, which is nobody's loss.
        self.listeners.send(heard).ok();
    }
}

impl Default for LocalBus {
    fn default() -> LocalBus {
        LocalBus::new()
    }
}

impl Bus for LocalBus {
    fn publish(&self, id: &MatchId, hint: Hint) {
        self.tell(Heard::Hint(id.clone(), hint));
    }

    fn subscribe(&self) -> BoxStream<'static, Heard> {
        let listen = async |mut listener: broadcast::Receiver<Heard>| match listener.recv().await {
            Ok(heard) => Some((heard, listener)),
            Err(RecvError::Lagged(_)) => Some((Heard::Lagged, listener)),
            Err(RecvError::Closed) => None,
        };
        stream::unfold(self.listeners.subscribe(), listen).boxed()
    }
}
