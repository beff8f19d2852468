//! Setting up tables.

use super::App;
use super::caller::Caller;
use super::play::ThemeName;
use super::read::{Json, Path, Query};
use crate::fault::{Fault, No, WithBody};
use crate::hall::{KeptSettings, to_json, update_of};
use crate::store::{AccountSeat, MatchId, NewMatch, Role, SeatKey, Token};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use session::wire::Sitter;
use session::{Clock, Entry, Settings, Sitting, clean_name};
use shelf::{AnyMatch, Offer, Title, Wish, bot_kind, bots_on_offer, sentence};
use std::collections::BTreeMap;
use std::sync::PoisonError;
use utoipa::{IntoParams, ToSchema};

/// The games that can be played here, and what may be chosen for each.
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = Vec<Offer>)))]
pub async fn games(State(app): State<App>) -> axum::Json<Vec<Offer>> {
    axum::Json(app.hall.shelf.offers())
}

/// A table that somebody wants to set up.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game's name, as in the list of games.
    pub game: String,
    /// Who plays what, clockwise from seat 0, by the ids in the list of games; the usual sides where nothing is said.
    #[serde(default)]
    pub sides: Vec<String>,
    /// Options by their ids, with the ids of their values; the usual value where nothing is said.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Who sits where.
    pub seats: Vec<NewSeat>,
    /// The table's name.
    #[serde(default)]
    pub name: String,
    /// Show it among the open tables.
    #[serde(default)]
    pub listed: bool,
    #[serde(default)]
    pub clock: Clock,
    /// A bot plays for somebody who has run out of time.
    #[serde(default)]
    pub stand_in: bool,
    /// Show the first player the ropes.
    #[serde(default)]
    pub guided: bool,
    /// Allow the odds panel while the game goes on.
    #[serde(default = "yes")]
    pub odds: bool,
    /// Let others look on.
    #[serde(default = "yes")]
    pub spectators: bool,
    /// Give the only possible answer without asking.
    #[serde(default = "yes")]
    pub answers_forced: bool,
}

fn yes() -> bool {
    true
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSeat {
    pub sitter: NewSitter,
    #[serde(default)]
    pub name: String,
    /// The kind of bot, as in the list of games.
    #[serde(default)]
    pub bot: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NewSitter {
    /// The one who sets up the table.
    Person,
    /// Somebody before the same screen.
    Here,
    /// Whoever gets the link.
    Open,
    Bot,
}

/// A table that has been set up, or a seat that has been taken.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Seated {
    pub id: String,
    /// Where to play; the key is behind the `#`.
    pub url: String,
    /// Opens the seats; whoever has it sits there.
    pub key: String,
    /// The first of the seats that the key opens; none if it opens none.
    pub seat: Option<u8>,
    /// For each open seat the link to send to whoever shall sit there.
    pub links: Vec<Link>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Link {
    pub seat: u8,
    pub url: String,
}

/// Sets up a table.
#[utoipa::path(post, path = "/api/matches", request_body = NewTable,
    responses((status = 201, body = Seated), (status = 401, body = No), WithBody))]
pub async fn create(
    State(app): State<App>,
    caller: Caller,
    Json(new): Json<NewTable>,
) -> Result<(StatusCode, axum::Json<Seated>), Fault> {
    let settings = settings_of(&new)?;
    let seed = seed(&app)?;
    let now = app.hall.now();
    let title = find(&app, &new.game).map_err(|fault| Fault::bad(fault.sentence))?;
    let seats = u8::try_from(new.seats.len()).ok();
    let wish = Wish { sides: new.sides, options: new.options, seats };
    let table = title.set_up(&wish, seed, settings, now).map_err(Fault::bad)?;
    let seated = lay(&app, &caller, table, new.listed, Vec::new()).await?;
    Ok((StatusCode::CREATED, axum::Json(seated)))
}

/// The game with this name.
pub fn find(app: &App, game: &str) -> Result<&'static dyn Title, Fault> {
    app.hall.shelf.find(game).map_err(|reason| Fault::missing(sentence(&reason)))
}

/// A picture of a game's board.
#[utoipa::path(get, path = "/api/games/{game}/board.svg", params(("game" = String, Path), Poster),
    responses((status = 200, body = String, content_type = "image/svg+xml"), (status = 404, body = No),
        (status = 422, body = No), (status = 429, body = No)))]
pub async fn poster(
    State(app): State<App>,
    Path(game): Path<String>,
    Query(poster): Query<Poster>,
) -> Result<impl IntoResponse, Fault> {
    let svg = find(&app, &game)?.poster(poster.theme.into());
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg))
}

#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Poster {
    #[serde(default)]
    #[param(inline)]
    theme: ThemeName,
}

pub(super) fn seed(app: &App) -> Result<[u8; 32], Fault> {
    if let Some(seeds) = &app.seeds {
        return Ok(seeds.lock().unwrap_or_else(PoisonError::into_inner).split().seed());
    }
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).map_err(|_| Fault::busy("The dice could not be set up. Please try again."))?;
    Ok(seed)
}

/// What the host wants, checked.
pub fn settings_of(new: &NewTable) -> Result<Settings, Fault> {
    if !new.sides.is_empty() && new.seats.len() != new.sides.len() {
        return Err(Fault::bad("Say for each side who sits there."));
    }
    let clock_is_sensible = match new.clock {
        Clock::None => true,
        Clock::Banked { days } => (1..=365).contains(&days),
        Clock::Live { minutes, increment_seconds } => (1..=1440).contains(&minutes) && increment_seconds <= 600,
    };
    if !clock_is_sensible {
        return Err(Fault::bad("A clock has 1 to 365 days, or 1 to 1440 minutes and up to 600 seconds an answer."));
    }
    let seats = sittings(&new.seats)?;
    Ok(Settings {
        name: clean_name(&new.name),
        clock: new.clock,
        stand_in: new.stand_in.then(|| STAND_IN.to_owned()),
        odds: new.odds,
        spectators: new.spectators,
        guided: new.guided,
        answers_forced: new.answers_forced,
        ..Settings::of(seats)
    })
}

/// The bot that plays for somebody who is not there.
pub const STAND_IN: &str = "search:100ms";

pub fn sittings(seats: &[NewSeat]) -> Result<Vec<Sitting>, Fault> {
    if seats.iter().filter(|seat| seat.sitter == NewSitter::Person).count() > 1 {
        return Err(Fault::bad("Only one seat is your own: others are “here”, “open” or a bot's."));
    }
    seats.iter().map(sitting).collect()
}

fn sitting(seat: &NewSeat) -> Result<Sitting, Fault> {
    let name = clean_name(&seat.name);
    let or = |other: &str| if name.is_empty() { other.to_owned() } else { name.clone() };
    Ok(match seat.sitter {
        // Without a name he is called by his side.
        NewSitter::Person => Sitting::person(&name),
        NewSitter::Here => Sitting::here(&or("Player")),
        NewSitter::Open => Sitting::open(),
        NewSitter::Bot => {
            // In its one spelling, however it was put.
            let kind = bot_kind(seat.bot.as_deref().unwrap_or(STAND_IN)).map_err(Fault::bad)?.to_string();
            let title = bots_on_offer().into_iter().find(|bot| bot.id == kind).map(|bot| bot.title);
            Sitting::bot(&or(title.as_deref().unwrap_or(&kind)), &kind)
        }
    })
}

/// Writes a new table down, with the keys to its seats.
pub async fn lay(
    app: &App,
    caller: &Caller,
    mut table: Box<dyn AnyMatch>,
    listed: bool,
    beginning: Vec<Entry>,
) -> Result<Seated, Fault> {
    app.guard.table(caller.address)?;
    let store = &app.hall.store;
    let now = app.hall.now();
    let id = MatchId::random();
    let made = table.settings().clone();
    let host = Token::random();
    let own = |sitting: &Sitting| matches!(sitting.sitter, Sitter::Person | Sitter::Here);
    let own_seats: Vec<u8> = (0..table.seats()).filter(|&seat| own(&made.seats[usize::from(seat)])).collect();
    let bits = own_seats.iter().fold(0, |bits, seat| bits | 1 << seat);
    let mut keys = vec![SeatKey { hash: host.hash(), seats: bits, role: Role::Host, label: String::new() }];
    let mut links = Vec::new();
    for seat in (0..table.seats()).filter(|&seat| made.seats[usize::from(seat)].sitter == Sitter::Open) {
        let key = Token::random();
        keys.push(SeatKey { hash: key.hash(), seats: 1 << seat, role: Role::Player, label: String::new() });
        links.push(Link { seat, url: link(app, caller, &id, &key) });
    }
    let mut entries = Vec::new();
    for entry in beginning.into_iter().map(Some).chain([None]) {
        // What is forced at the start is answered at once.
        let Some(entry) = entry.or_else(|| table.forced()) else { continue };
        table.apply(&entry, now)?;
        entries.push(to_json(&entry));
    }
    let update = update_of(&*table);
    let account = caller.account(app).await?.map(|asker| asker.account.id);
    let kept = KeptSettings::of(&*table, made, account.as_ref());
    store
        .create_match(NewMatch {
            id: id.clone(),
            game: table.game().to_owned(),
            created: now,
            header: table.header(),
            settings: to_json(&kept),
            state: update.state,
            listed,
            waits_for_bot: update.waits_for_bot && entries.is_empty(),
            wakes: update.wakes,
            keys,
        })
        .await?;
    if !entries.is_empty() {
        store.append(&id, 0, entries, now, update).await?;
    }
    if let Some(account) = account {
        for &seat in &own_seats {
            let seat = AccountSeat { account: account.clone(), match_id: id.clone(), seat: i64::from(seat) };
            store.take_seat(seat).await?;
        }
    }
    // Brings the table into the hall, so that bots who are asked first begin.
    app.hall.live(&id).await?;
    Ok(seated(app, caller, &id, &host, own_seats.first().copied(), links))
}

pub(super) fn seated(
    app: &App,
    caller: &Caller,
    id: &MatchId,
    key: &Token,
    seat: Option<u8>,
    links: Vec<Link>,
) -> Seated {
    Seated { id: id.to_string(), url: link(app, caller, id, key), key: key.to_string(), seat, links }
}

/// A link to a seat: under the address that the server was told, else under the one by which it was found.
pub(super) fn link(app: &App, caller: &Caller, id: &MatchId, key: &Token) -> String {
    let address = match (&app.config.public_url, &caller.host) {
        (None, Some(host)) => format!("http://{host}"),
        (Some(_), _) | (None, None) => app.config.public_url(),
    };
    format!("{address}/match/{id}#{key}")
}
