//! What keeps one visitor from using up what all need.

use crate::fault::Fault;
use axum::Router;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower_governor::GovernorLayer;
use tower_governor::governor::GovernorConfigBuilder;

/// Puts a limit on how many requests one address makes: this many a second in the long run, ten times as many at once.
pub fn against_floods(router: Router, a_second: u32) -> Router {
    let config = GovernorConfigBuilder::default()
        .period(Duration::from_secs(1) / a_second.max(1))
        .burst_size(a_second.saturating_mul(10).max(1))
        .finish()
        .expect("neither period nor burst is zero");
    let limiter = config.limiter().clone();
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(Duration::from_secs(60)).await;
            limiter.retain_recent();
        }
    });
    let layer = GovernorLayer::new(config).error_handler(|_| {
        Fault::new(StatusCode::TOO_MANY_REQUESTS, "That was too much at once. Please wait a moment.").into_response()
    });
    router.layer(layer)
}

/// Doors in front of everything that takes long.
#[derive(Debug)]
pub struct Guard {
    odds: Arc<Semaphore>,
    studies: Arc<Semaphore>,
    passwords: Arc<Semaphore>,
}

/// Who waits longer than this is asked to come back.
const PATIENCE: Duration = Duration::from_secs(20);

impl Default for Guard {
    fn default() -> Self {
        let door = |width| Arc::new(Semaphore::new(width));
        Guard { odds: door(1), studies: door(1), passwords: door(2) }
    }
}

impl Guard {
    /// Odds: one at a time. As with the other doors, the permit goes into the work: whoever hangs up does not end it.
    pub async fn odds(&self) -> Result<OwnedSemaphorePermit, Fault> {
        enter(&self.odds).await
    }

    /// The chances of a finished game: one at a time, and nobody who asks for odds waits for them.
    pub async fn study(&self) -> Result<OwnedSemaphorePermit, Fault> {
        enter(&self.studies).await
    }

    /// Passwords are slow to hash, on purpose.
    pub async fn password(&self) -> Result<OwnedSemaphorePermit, Fault> {
        enter(&self.passwords).await
    }
}

async fn enter(door: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, Fault> {
    match tokio::time::timeout(PATIENCE, door.clone().acquire_owned()).await {
        Ok(Ok(permit)) => Ok(permit),
        Ok(Err(_)) | Err(_) => Err(Fault::busy("Too many ask for this at once. Please try again in a while.")),
    }
}
