//! Finding tables: the open ones, and what there is to know of each.

use super::App;
use super::caller::Caller;
use super::read::{Path, Query};
use super::tables::{NewSeat, NewSitter, NewTable};
use crate::fault::{AtTable, Busy, Fault, No};
use crate::hall::KeptSettings;
use crate::store::{self, Cursor, MatchId, MatchState};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use session::Clock;
use session::wire::Sitter;
use shelf::{AnyMatch, Wish};
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};

/// A match in a list.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Summary {
    pub id: String,
    pub game: String,
    pub name: String,
    pub state: MatchState,
    pub created: i64,
    pub updated: i64,
    pub sequence: u32,
    pub seats: Vec<SeatSummary>,
    /// The seats that have won; none as long as the game goes on.
    pub winners: Vec<u8>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct SeatSummary {
    pub seat: u8,
    /// The side's id.
    pub side: String,
    pub name: String,
    pub sitter: Sitter,
}

/// What a list says of a match.
pub fn summary(app: &App, kept: &store::Match) -> Summary {
    let settings: Option<KeptSettings> = serde_json::from_str(&kept.settings).ok();
    let wish = app.hall.shelf.find(&kept.game).ok().and_then(|title| title.wish_of(&kept.header));
    let sides = wish.map_or_else(Vec::new, |wish| wish.sides);
    let seats = settings.iter().flat_map(|settings| settings.now.seats.iter().enumerate());
    Summary {
        id: kept.id.to_string(),
        game: kept.game.clone(),
        name: settings.as_ref().map_or(String::new(), |settings| settings.now.name.clone()),
        state: kept.state,
        created: kept.created,
        updated: kept.updated,
        sequence: kept.sequence as u32,
        winners: settings.as_ref().map_or(Vec::new(), |settings| settings.winners.clone()),
        seats: seats
            .map(|(seat, sitting)| SeatSummary {
                seat: seat as u8,
                side: sides.get(seat).cloned().unwrap_or_default(),
                name: sitting.name.clone(),
                sitter: sitting.sitter,
            })
            .collect(),
    }
}

#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Listing {
    /// Where the last page ended: its `next`.
    #[serde(default)]
    #[param(pattern = r"^-?[0-9]{1,18}\.[0-9a-hjkmnp-tv-z]{12}$")]
    before: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Lobby {
    pub matches: Vec<Summary>,
    /// For `before`, to read on; none at the end.
    pub next: Option<String>,
}

const LOBBY_PAGE: i64 = 50;
/// A table at which nobody has sat down for so long is not shown any more.
const LOBBY_DAYS: i64 = 14;

/// Open tables, the newest first; not those at which nothing has happened for two weeks.
#[utoipa::path(get, path = "/api/matches", params(Listing),
    responses((status = 200, body = Lobby), (status = 422, body = No), Busy))]
pub async fn list(State(app): State<App>, Query(listing): Query<Listing>) -> Result<axum::Json<Lobby>, Fault> {
    let wrong = || Fault::bad("“before” is the “next” of the page before.");
    let after = match listing.before.as_deref().map(|text| text.split_once('.').ok_or_else(wrong)).transpose()? {
        None => None,
        Some((created, id)) => {
            Some(Cursor { created: created.parse().map_err(|_| wrong())?, id: id.parse().map_err(|_| wrong())? })
        }
    };
    let touched_since = app.hall.now() - LOBBY_DAYS * 24 * 60 * 60 * 1000;
    let matches = app.hall.store.lobby(touched_since, after, LOBBY_PAGE).await?;
    let full = matches.len() as i64 == LOBBY_PAGE;
    let next = matches.last().filter(|_| full).map(|last| format!("{}.{}", last.created, last.id));
    Ok(axum::Json(Lobby { matches: matches.iter().map(|kept| summary(&app, kept)).collect(), next }))
}

/// A match and what the one who asks may do there.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Shown {
    #[serde(flatten)]
    pub summary: Summary,
    pub clock: Clock,
    pub stand_in: bool,
    pub guided: bool,
    pub odds: bool,
    /// The one who asks has set it up.
    pub host: bool,
    /// The seats that the one who asks holds.
    pub held: Vec<u8>,
    /// They are held by a link, which somebody sent: whoever sits down with it gets a key that nobody else has.
    pub by_link: bool,
    /// One of them is asked something.
    pub my_turn: bool,
    /// Options by their ids, with the ids of their values.
    pub options: BTreeMap<String, String>,
    pub spectators: bool,
    /// The same table once more, as `POST /api/matches` reads it. Whoever asks sits where they sat, or at the first seat of
    /// a person; those before the same screen are there again, and the other seats of persons are open.
    pub again: NewTable,
}

/// A match, who sits there, and what the table agreed on.
#[utoipa::path(get, path = "/api/matches/{id}", params(("id" = String, Path)),
    responses((status = 200, body = Shown), AtTable))]
pub async fn show(State(app): State<App>, caller: Caller, Path(id): Path<String>) -> Result<axum::Json<Shown>, Fault> {
    let id = match_id(&id)?;
    let live = app.hall.live(&id).await?;
    let rights = caller.rights(&app, &id).await?;
    let kept = app.hall.store.find_match(&id).await?;
    let table = live.table.read().await;
    let settings = table.settings();
    let held: Vec<u8> = rights.seats.iter().map(|seat| seat.0).collect();
    let my_turn = table.seats_asked().iter().any(|seat| held.contains(&seat.0));
    let again = again(&**table, kept.listed, &held);
    Ok(axum::Json(Shown {
        summary: summary(&app, &kept),
        clock: settings.clock,
        stand_in: settings.stand_in.is_some(),
        guided: settings.guided,
        odds: settings.odds,
        host: rights.is_host(&kept),
        by_link: !held.is_empty() && !rights.is_theirs_alone,
        held,
        my_turn,
        options: again.options.clone(),
        spectators: settings.spectators,
        again,
    }))
}

/// The same table once more, set up by one who holds these seats.
fn again(table: &dyn AnyMatch, listed: bool, held: &[u8]) -> NewTable {
    let settings = table.settings();
    let Wish { sides, options, .. } = table.wish();
    let persons = || (0..table.seats()).filter(|&seat| settings.seats[usize::from(seat)].sitter != Sitter::Bot);
    let own = persons().find(|seat| held.contains(seat)).or_else(|| persons().next());
    let seats = settings.seats.iter().zip(0..).map(|(sitting, seat)| {
        let sitter = match sitting.sitter {
            Sitter::Bot => NewSitter::Bot,
            Sitter::Open | Sitter::Person | Sitter::Here | Sitter::Stand => match own {
                Some(own) if own == seat => NewSitter::Person,
                _ if held.contains(&seat) => NewSitter::Here,
                _ => NewSitter::Open,
            },
        };
        // Nobody takes another's name with his seat.
        let keeps_name = sitter == NewSitter::Bot || held.contains(&seat);
        NewSeat {
            sitter,
            name: if keeps_name { sitting.name.clone() } else { String::new() },
            bot: if sitter == NewSitter::Bot { sitting.bot.clone() } else { None },
        }
    });
    NewTable {
        game: table.game().to_owned(),
        sides,
        options,
        seats: seats.collect(),
        name: settings.given_name().to_owned(),
        listed,
        clock: settings.clock,
        stand_in: settings.stand_in.is_some(),
        guided: settings.guided,
        odds: settings.odds,
        spectators: settings.spectators,
        answers_forced: settings.answers_forced,
    }
}

pub fn match_id(text: &str) -> Result<MatchId, Fault> {
    text.parse().map_err(|_| Fault::missing("There is no such match. Check the link."))
}
