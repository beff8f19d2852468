//! What the store is told of a match besides its journal.

use crate::store::{AccountId, MatchState, MatchUpdate};
use serde::{Deserialize, Serialize};
use session::Settings;
use session::wire::Sitter;
use shelf::AnyMatch;

/// The settings of a match as the store keeps them: as it was made, and as it is now.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KeptSettings {
    pub made: Settings,
    pub now: Settings,
    /// Who has won, for lists in which no table is opened; nobody while the game goes on.
    #[serde(default)]
    pub winners: Vec<u8>,
    /// The account that set it up, if one did: it is the host on all its devices.
    #[serde(default)]
    pub host: Option<String>,
}

impl KeptSettings {
    /// Of a table that was made with these.
    pub fn of(table: &dyn AnyMatch, made: Settings, host: Option<&AccountId>) -> KeptSettings {
        KeptSettings {
            made,
            now: table.settings().clone(),
            winners: table.winners(),
            host: host.map(ToString::to_string),
        }
    }
}

/// What the store is told of a table besides its journal.
pub fn update_of(table: &dyn AnyMatch) -> MatchUpdate {
    MatchUpdate { waits_for_bot: table.is_bot_asked(), wakes: table.wakes(), ..MatchUpdate::only(state_of(table)) }
}

fn state_of(table: &dyn AnyMatch) -> MatchState {
    if table.is_over() {
        MatchState::Over
    } else if table.settings().seats.iter().any(|sitting| sitting.sitter == Sitter::Open) {
        MatchState::Open
    } else {
        MatchState::Running
    }
}
