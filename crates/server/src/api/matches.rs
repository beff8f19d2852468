//! Setting up tables, finding them, sitting down.

use super::App;
use super::caller::Caller;
use super::read::{Json, Path, Query};
use crate::fault::{AtTable, Busy, Fault, No, WithBody};
use crate::games::{self, Offer, Table};
use crate::hall::{KeptSettings, Live, to_json, update_of};
use crate::store::{
    self, AccountSeat, Cursor, Handover, MatchId, MatchState, NewChatLine, NewMatch, Role, SeatKey, Token,
};
use axum::extract::State;
use axum::http::StatusCode;
use kernel::Seat;
use serde::{Deserialize, Serialize};
use session::wire::Sitter;
use session::{Clock, Entry, Settings, Sitting, clean_name};
use std::sync::PoisonError;
use utoipa::{IntoParams, ToSchema};

/// The games that can be played here, and what may be chosen for each.
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = Vec<Offer>)))]
pub async fn games() -> axum::Json<Vec<Offer>> {
    axum::Json(games::offers())
}

/// A table that somebody wants to set up.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// The game's name, as in the list of games.
    #[schema(example = "forbidden-stars")]
    pub game: String,
    #[schema(example = "introductory")]
    pub map: String,
    /// Who plays what, clockwise from seat 0.
    #[schema(example = json!(["ultramarines", "chaos"]))]
    pub sides: Vec<String>,
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
    let table = games::set_up(&new.game, &new.map, &new.sides, seed, settings, now).map_err(Fault::bad)?;
    let seated = lay(&app, &caller, table, new.listed, None).await?;
    Ok((StatusCode::CREATED, axum::Json(seated)))
}

fn seed(app: &App) -> Result<[u8; 32], Fault> {
    if let Some(seeds) = &app.seeds {
        return Ok(seeds.lock().unwrap_or_else(PoisonError::into_inner).split().seed());
    }
    let mut seed = [0; 32];
    getrandom::fill(&mut seed).map_err(|_| Fault::busy("There is no chance to be had at the moment."))?;
    Ok(seed)
}

/// What the host wants, checked.
pub fn settings_of(new: &NewTable) -> Result<Settings, Fault> {
    if new.seats.len() != new.sides.len() {
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
            let kind = games::bot_kind(seat.bot.as_deref().unwrap_or(STAND_IN)).map_err(Fault::bad)?.to_string();
            let title = games::bots_on_offer().into_iter().find(|bot| bot.id == kind).map(|bot| bot.title);
            Sitting::bot(&or(title.as_deref().unwrap_or(&kind)), &kind)
        }
    })
}

/// Writes a new table down, with the keys to its seats.
pub async fn lay(
    app: &App,
    caller: &Caller,
    mut table: Box<dyn Table>,
    listed: bool,
    beginning: Option<Entry>,
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

fn seated(app: &App, caller: &Caller, id: &MatchId, key: &Token, seat: Option<u8>, links: Vec<Link>) -> Seated {
    Seated { id: id.to_string(), url: link(app, caller, id, key), key: key.to_string(), seat, links }
}

/// A link to a seat: under the address that the server was told, else under the one by which it was found.
fn link(app: &App, caller: &Caller, id: &MatchId, key: &Token) -> String {
    let address = match (&app.config.public_url, &caller.host) {
        (None, Some(host)) => format!("http://{host}"),
        (Some(_), _) | (None, None) => app.config.public_url(),
    };
    format!("{address}/match/{id}#{key}")
}

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
pub fn summary(kept: &store::Match) -> Summary {
    let settings: Option<KeptSettings> = serde_json::from_str(&kept.settings).ok();
    let header: serde_json::Value = serde_json::from_str(&kept.header).unwrap_or_default();
    let sides = &header["options"]["factions"];
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
                side: sides[seat].as_str().unwrap_or_default().to_owned(),
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
    Ok(axum::Json(Lobby { matches: matches.iter().map(summary).collect(), next }))
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
    /// One of them is asked something.
    pub my_turn: bool,
    pub map: String,
    pub spectators: bool,
    /// The same table once more, as `POST /api/matches` reads it. Whoever asks sits where he sat, or at the first seat of
    /// a person; those before the same screen with him are there again, and the other seats of persons are open.
    pub again: NewTable,
}

/// A match, who sits there, and what the table agreed on.
#[utoipa::path(get, path = "/api/matches/{id}", params(("id" = String, Path)),
    responses((status = 200, body = Shown), AtTable))]
pub async fn show(State(app): State<App>, caller: Caller, Path(id): Path<String>) -> Result<axum::Json<Shown>, Fault> {
    let id = match_id(&id)?;
    let live = app.hall.live(&id).await?;
    let standing = caller.standing(&app, &id).await?;
    let kept = app.hall.store.find_match(&id).await?;
    let table = live.table.read().await;
    let settings = table.settings();
    let held: Vec<u8> = standing.seats.iter().map(|seat| seat.0).collect();
    let my_turn = table.seats_asked().iter().any(|seat| held.contains(&seat.0));
    let again = again(&**table, kept.listed, &held);
    Ok(axum::Json(Shown {
        summary: summary(&kept),
        clock: settings.clock,
        stand_in: settings.stand_in.is_some(),
        guided: settings.guided,
        odds: settings.odds,
        host: standing.is_host(&kept),
        held,
        my_turn,
        map: again.map.clone(),
        spectators: settings.spectators,
        again,
    }))
}

/// The same table once more, set up by one who holds these seats.
fn again(table: &dyn Table, listed: bool, held: &[u8]) -> NewTable {
    let settings = table.settings();
    let (map, sides) = table.asked_for();
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
        map,
        sides,
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

/// Somebody wants to sit down.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Joining {
    /// What we should call you.
    pub name: String,
    /// The seat; needed only without a link and when several are open.
    #[serde(default)]
    #[schema(maximum = 7)]
    pub seat: Option<u8>,
    /// At a listed table: the key that shall open the seat, 256 bits of chance in Crockford's base 32. Who makes it himself
    /// and asks again after an answer that got lost still has his seat. Without it one is made here.
    #[serde(default)]
    #[schema(pattern = "^[0-9a-hjkmnp-tv-z]{51}[0g]$")]
    pub key: Option<String>,
}

/// Takes an open seat: with the key of its link, or, at a listed table, without one.
#[utoipa::path(post, path = "/api/matches/{id}/join", params(("id" = String, Path)), request_body = Joining,
    responses((status = 200, body = Seated), (status = 409, body = No), AtTable, WithBody))]
pub async fn join(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Json(joining): Json<Joining>,
) -> Result<axum::Json<Seated>, Fault> {
    // A seat is taken with its key or not at all, though the one who asked hangs up meanwhile.
    let joined = tokio::spawn(async move { join_now(app, caller, id, joining).await }).await;
    joined.map_err(|_| Fault::broken("That failed. Look at the table again before you go on."))?
}

async fn join_now(app: App, caller: Caller, id: String, joining: Joining) -> Result<axum::Json<Seated>, Fault> {
    let id = match_id(&id)?;
    let live = app.hall.live(&id).await?;
    let own = joining.key.as_deref().map(str::parse::<Token>).transpose();
    let own = own.map_err(|_| Fault::bad("A key has 52 letters and digits, as in a link."))?;
    let Some(own) = own else {
        return sit_down(&app, &caller, &live, joining, None).await;
    };
    if let Some(seat) = joined_before(&app, &live, &own).await? {
        return Ok(axum::Json(seated(&app, &caller, &id, &own, Some(seat), Vec::new())));
    }
    match sit_down(&app, &caller, &live, joining, Some(&own)).await {
        // Asked twice at once: the other was quicker.
        Err(fault) => match joined_before(&app, &live, &own).await? {
            Some(seat) => Ok(axum::Json(seated(&app, &caller, &id, &own, Some(seat), Vec::new()))),
            None => Err(fault),
        },
        done => done,
    }
}

async fn sit_down(
    app: &App,
    caller: &Caller,
    live: &Live,
    joining: Joining,
    own: Option<&Token>,
) -> Result<axum::Json<Seated>, Fault> {
    let id = &live.id;
    let standing = caller.standing(app, id).await?;
    let asker = caller.account(app).await?;
    let (seat, key) = match standing.seats.iter().next() {
        Some(seat) => (seat, None),
        None => {
            if !app.hall.store.find_match(id).await?.listed {
                return Err(Fault::forbidden("This table is by invitation: ask its host for a link."));
            }
            let seats = live.table.read().await.settings().seats.clone();
            if joining.seat.is_some_and(|seat| usize::from(seat) >= seats.len()) {
                return Err(Fault::bad(format!("There are {} seats at this table, and the first is 0.", seats.len())));
            }
            let open = |seat: &u8| seats.get(usize::from(*seat)).is_some_and(|at| at.sitter == Sitter::Open);
            let wanted = match joining.seat {
                Some(seat) => Some(seat).filter(open),
                None => (0..seats.len() as u8).find(open),
            };
            let seat = Seat(wanted.ok_or_else(|| Fault::from(session::Refusal::Taken))?);
            (seat, Some(own.cloned().unwrap_or_else(Token::random)))
        }
    };
    // Who comes from the lobby shares his seat with nobody: the link to it that the host has opens nothing then.
    let handover = Handover {
        seat: i64::from(seat.0),
        by: standing.key,
        key: key.as_ref().map(|key| key_of_player(key, seat, &joining.name)),
        account: asker.map(|asker| asker.account.id),
    };
    let name = joining.name;
    drop(app.hall.seat(id, move |table, _| table.sit(seat, &name), handover).await?);
    let key = key.or(caller.token.clone()).ok_or_else(|| Fault::unknown("Open your link again."))?;
    Ok(axum::Json(seated(app, caller, id, &key, Some(seat.0), Vec::new())))
}

/// The seat to which a key of his own was given before, to one who asks again since no answer arrived.
async fn joined_before(app: &App, live: &Live, own: &Token) -> Result<Option<u8>, Fault> {
    let Some((of, key)) = app.hall.store.find_key(own.hash()).await? else { return Ok(None) };
    let seat = (0..8).find(|seat| key.seats == 1 << seat).filter(|_| of == live.id && key.role == Role::Player);
    // The key of a link to an open seat is for sitting down with, not the key of one who sits there.
    let table = live.table.read().await;
    let at = |seat: &u8| table.settings().seats.get(usize::from(*seat));
    let is_taken = |seat: &u8| at(seat).is_some_and(|at| at.sitter != Sitter::Open);
    let seat = seat.filter(is_taken).ok_or_else(|| Fault::forbidden("This key is in use. Make another."))?;
    Ok(Some(seat))
}

fn key_of_player(key: &Token, seat: Seat, name: &str) -> SeatKey {
    SeatKey { hash: key.hash(), seats: 1 << seat.0, role: Role::Player, label: clean_name(name) }
}

/// Which seats now belong to the account.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct TakenAlong {
    pub seats: Vec<u8>,
}

/// Adds the seats that a key opens to the account that is logged in: the game follows it to every device. Only with the
/// key of the host, or one that came with sitting down: a link was sent by somebody, and who has it too could take the seat
/// for good. Seats of another account stay as they are.
#[utoipa::path(post, path = "/api/matches/{id}/take-along", params(("id" = String, Path)),
    security(("key" = [], "login" = [])),
    responses((status = 200, body = TakenAlong), (status = 409, body = No), AtTable))]
pub async fn take_along(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<axum::Json<TakenAlong>, Fault> {
    let id = match_id(&id)?;
    app.hall.live(&id).await?;
    let account = caller.need_login(&app).await?;
    let standing = caller.standing(&app, &id).await?;
    if standing.key.is_none() {
        return Err(Fault::forbidden("Only a seat whose key is shown can be taken along."));
    }
    if !standing.is_his_alone {
        return Err(Fault::forbidden(
            "A seat that was opened by a link stays with the link: whoever sent it has it too.",
        ));
    }
    let sitting = app.hall.store.accounts_in(&id).await?;
    let is_anothers =
        |seat: Seat| sitting.iter().any(|taken| taken.seat == i64::from(seat.0) && taken.account != account.id);
    let mut seats = Vec::new();
    for seat in standing.seats.iter().filter(|&seat| !is_anothers(seat)) {
        let handover =
            Handover { seat: i64::from(seat.0), by: standing.key, key: None, account: Some(account.id.clone()) };
        app.hall.hand_over(&id, handover, |_, _| Ok(())).await?;
        seats.push(seat.0);
    }
    Ok(axum::Json(TakenAlong { seats }))
}

/// Makes a new link to a seat that is not the host's own, for one who has lost his. The old link opens nothing then, and
/// everybody reads of it in the chat: nobody is put out of his seat unnoticed.
#[utoipa::path(post, path = "/api/matches/{id}/seats/{seat}/link",
    params(("id" = String, Path), ("seat" = u8, Path, maximum = 7)),
    responses((status = 201, body = Link), (status = 409, body = No), (status = 422, body = No), AtTable))]
pub async fn new_link(
    State(app): State<App>,
    caller: Caller,
    Path((id, seat)): Path<(String, u8)>,
) -> Result<(StatusCode, axum::Json<Link>), Fault> {
    // A link is made with its line in the chat or not at all, though the one who asked hangs up meanwhile.
    let made = tokio::spawn(async move { new_link_now(app, caller, id, seat).await }).await;
    made.map_err(|_| Fault::broken("That failed. Look at the table again before you go on."))?
}

async fn new_link_now(app: App, caller: Caller, id: String, seat: u8) -> Result<(StatusCode, axum::Json<Link>), Fault> {
    let id = match_id(&id)?;
    let live = app.hall.live(&id).await?;
    let standing = caller.standing(&app, &id).await?;
    if !standing.is_host(&app.hall.store.find_match(&id).await?) {
        return Err(Fault::forbidden("Only the host makes new links."));
    }
    let key = Token::random();
    let handover = Handover {
        seat: i64::from(seat),
        by: standing.key,
        key: Some(key_of_player(&key, Seat(seat.min(7)), "")),
        account: None,
    };
    // Whoever sits there; nobody at a free seat.
    let whose = |table: &dyn Table, accounts: &[AccountSeat]| {
        let sitting = table.settings().seats.get(usize::from(seat));
        let sitting = sitting.ok_or_else(|| Fault::missing("There is no such seat at this table."))?;
        if sitting.sitter == Sitter::Bot || standing.seats.contains(Seat(seat)) {
            return Err(Fault::bad("There are links to the seats of others, not to one's own and not to a bot's."));
        }
        if accounts.iter().any(|taken| taken.seat == i64::from(seat)) {
            let sentence = "Whoever sits there has an account: the game is found again by logging in.";
            return Err(Fault::new(StatusCode::CONFLICT, sentence));
        }
        let side = &table.side_names()[usize::from(seat)];
        Ok(match (sitting.sitter, sitting.name.as_str()) {
            (Sitter::Open, _) => None,
            (_, "") => Some(side.clone()),
            (_, name) => Some(format!("{name} ({side})")),
        })
    };
    if let Some(who) = app.hall.hand_over(&id, handover, whose).await? {
        let text = format!("A new link to the seat of {who} was made by the host. Older links to it are void.");
        let line = NewChatLine { at: app.hall.now(), seat: None, name: "The table".to_owned(), text };
        let number = app.hall.store.say(&id, line).await?;
        app.hall.said(&live, number);
    }
    let url = link(&app, &caller, &id, &key);
    Ok((StatusCode::CREATED, axum::Json(Link { seat, url })))
}
