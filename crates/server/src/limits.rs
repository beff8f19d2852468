//! What keeps one visitor from using up what all need.

use crate::fault::Fault;
use axum::Router;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};
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
    studies: Semaphore,
    passwords: Semaphore,
}

/// Who waits longer than this is asked to come back.
const PATIENCE: Duration = Duration::from_secs(20);

impl Default for Guard {
    fn default() -> Self {
        Guard { studies: Semaphore::new(1), passwords: Semaphore::new(2) }
    }
}

impl Guard {
    /// Odds and chances: one at a time.
    pub async fn study(&self) -> Result<SemaphorePermit<'_>, Fault> {
        enter(&self.studies).await
    }

    /// Passwords are slow to hash, on purpose.
    pub async fn password(&self) -> Result<SemaphorePermit<'_>, Fault> {
        enter(&self.passwords).await
    }
}

async fn enter(door: &Semaphore) -> Result<SemaphorePermit<'_>, Fault> {
    match tokio::time::timeout(PATIENCE, door.acquire()).await {
        Ok(Ok(permit)) => Ok(permit),
        Ok(Err(_)) | Err(_) => Err(Fault::busy("Too many ask for this at once. Please try again in a while.")),
    }
}
