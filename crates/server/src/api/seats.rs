//! Seats and keys: sitting down, taking a seat along, new links.

use super::App;
use super::caller::Caller;
use super::lobby::match_id;
use super::read::{Json, Path};
use super::tables::{Link, Seated, link, seated};
use crate::fault::{AtTable, Fault, No, WithBody};
use crate::hall::Live;
use crate::store::{AccountSeat, Handover, NewChatLine, Role, SeatKey, Token};
use axum::extract::State;
use axum::http::StatusCode;
use kernel::Seat;
use serde::{Deserialize, Serialize};
use session::clean_name;
use session::wire::Sitter;
use shelf::AnyMatch;
use utoipa::ToSchema;

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
    /// At a listed table: the key that shall open the seat, 256 bits of chance in Crockford's base 32. A caller that
    /// makes its own key can ask again after an answer that got lost, and still has the seat. Without it one is made here.
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
    let rights = caller.rights(app, id).await?;
    let asker = caller.account(app).await?;
    let fresh = || own.cloned().unwrap_or_else(Token::random);
    let (seat, key) = match rights.seats.iter().next() {
        // A link was sent by somebody, who has it too: it is good for sitting down, and for nothing after that.
        Some(seat) => (seat, (!rights.is_theirs_alone).then(fresh)),
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
            (seat, Some(fresh()))
        }
    };
    // With the new key every link to the seat is void.
    let handover = Handover {
        seat: i64::from(seat.0),
        by: rights.key,
        key: key.as_ref().map(|key| key_of_player(key, seat, &joining.name)),
        account: asker.map(|asker| asker.account.id),
    };
    let name = joining.name;
    let is_open = live.table.read().await.settings().seats[seat.index()].sitter == Sitter::Open;
    if key.is_some() && !is_open {
        // A new link to a seat whose person has lost the key.
        app.hall.hand_over(id, handover, |_, _| Ok(())).await?;
    } else {
        drop(app.hall.seat(id, move |table, _| table.sit(seat, &name).map(Into::into), handover).await?);
    }
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
    let rights = caller.rights(&app, &id).await?;
    if rights.key.is_none() {
        return Err(Fault::forbidden("Only a seat whose key is shown can be taken along."));
    }
    if !rights.is_theirs_alone {
        return Err(Fault::forbidden("Sit down first: whoever sent this link has it too."));
    }
    let sitting = app.hall.store.accounts_in(&id).await?;
    let is_anothers =
        |seat: Seat| sitting.iter().any(|taken| taken.seat == i64::from(seat.0) && taken.account != account.id);
    let mut seats = Vec::new();
    for seat in rights.seats.iter().filter(|&seat| !is_anothers(seat)) {
        let handover =
            Handover { seat: i64::from(seat.0), by: rights.key, key: None, account: Some(account.id.clone()) };
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
    let rights = caller.rights(&app, &id).await?;
    if !rights.is_host(&app.hall.store.find_match(&id).await?) {
        return Err(Fault::forbidden("Only the host makes new links."));
    }
    let key = Token::random();
    let handover = Handover {
        seat: i64::from(seat),
        by: rights.key,
        key: Some(key_of_player(&key, Seat(seat.min(7)), "")),
        account: None,
    };
    // Whoever sits there; nobody at a free seat.
    let whose = |table: &dyn AnyMatch, accounts: &[AccountSeat]| {
        let sitting = table.settings().seats.get(usize::from(seat));
        let sitting = sitting.ok_or_else(|| Fault::missing("There is no such seat at this table."))?;
        if sitting.sitter == Sitter::Bot || rights.seats.contains(Seat(seat)) {
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
