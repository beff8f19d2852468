//! What keeps one visitor from using up what all need.

use crate::fault::Fault;
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};

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
