//! Sockets: they only say where a match is; what happened is fetched.

use super::App;
use super::caller::Caller;
use super::lobby::match_id;
use super::read::Path;
use crate::fault::{AtTable, Fault, No};
use crate::hall::{Live, to_json};
use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use kernel::SeatSet;
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;

/// Nobody needs to say more.
const MESSAGE_LIMIT: usize = 4 * 1024;
/// Who has not said who he is by then is let go.
const INTRODUCTION: Duration = Duration::from_secs(10);
/// A line that is silent for so long is tried.
const SILENCE: Duration = Duration::from_secs(30);

/// Opens a WebSocket that says when there is something new.
///
/// The first message says who listens: `{"key": "…"}`, or `{}` for one who looks on or is logged in. Then, at once and
/// whenever something has changed, comes `{"sequence": …, "chat": …, "present": […]}`: where the match and its chat have
/// got to, and who is there. What happened is fetched from `…/page` and `…/chat`.
#[utoipa::path(get, path = "/api/matches/{id}/socket", params(("id" = String, Path)),
    responses((status = 101, description = "The socket is open."), (status = 400, body = No), (status = 426, body = No), AtTable))]
pub async fn open(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Fault> {
    let live = app.hall.live(&match_id(&id)?).await?;
    let upgrade = upgrade
        .max_message_size(MESSAGE_LIMIT)
        .max_frame_size(MESSAGE_LIMIT)
        // Otherwise each line holds over a hundred kilobytes, and there may be thousands.
        .read_buffer_size(MESSAGE_LIMIT)
        .write_buffer_size(0);
    Ok(upgrade.on_upgrade(move |socket| talk(app, live, caller, socket)))
}

/// The first message says who listens.
#[derive(Debug, Deserialize)]
struct Introduction {
    #[serde(default)]
    key: Option<String>,
}

async fn talk(app: App, live: Arc<Live>, caller: Caller, mut socket: WebSocket) {
    let mut hands = live.hands();
    let caller = match introduced(caller, &mut socket).await {
        Ok(caller) => caller,
        Err(fault) => return goodbye(socket, &fault.sentence).await,
    };
    let seats = match held(&app, &live, &caller).await {
        Ok(seats) => seats,
        Err(fault) => return goodbye(socket, &fault.sentence).await,
    };
    let _counted = crate::metrics::SOCKETS.enter();
    let _presence = live.enter(&app.hall, seats);
    let mut news = live.listen();
    news.mark_changed();
    let mut rounds = tokio::time::interval(SILENCE);
    rounds.reset();
    let mut is_there = true;
    loop {
        let message = tokio::select! {
            changed = news.changed() => {
                if changed.is_err() {
                    return;
                }
                Message::text(to_json(&*news.borrow_and_update()))
            }
            said = socket.recv() => match said {
                // Nothing that a listener says after his introduction matters, but that he is there.
                Some(Ok(Message::Text(_) | Message::Binary(_) | Message::Ping(_) | Message::Pong(_))) => {
                    is_there = true;
                    continue;
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            },
            _ = rounds.tick() => {
                if !std::mem::take(&mut is_there) {
                    return;
                }
                // Somebody may have logged out, or lost his seat on another node.
                hands = hands.wrapping_sub(1);
                Message::Ping(Default::default())
            }
        };
        if hands != live.hands() {
            hands = live.hands();
            match held(&app, &live, &caller).await {
                Ok(now) if now == seats => {}
                // He comes back as whoever he is now.
                Ok(_) => return goodbye(socket, "Your seats have changed.").await,
                // The store is away: whoever sits here stays.
                Err(fault) if fault.status.is_server_error() => {}
                Err(fault) => return goodbye(socket, &fault.sentence).await,
            }
        }
        match tokio::time::timeout(SILENCE, socket.send(message)).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) | Err(_) => return,
        }
    }
}

async fn introduced(caller: Caller, socket: &mut WebSocket) -> Result<Caller, Fault> {
    let first = tokio::time::timeout(INTRODUCTION, socket.recv()).await;
    let Ok(Some(Ok(Message::Text(text)))) = first else {
        return Err(Fault::bad("Say who you are first: {\"key\": …}."));
    };
    let introduction: Introduction =
        serde_json::from_str(&text).map_err(|_| Fault::bad("Say who you are first: {\"key\": …}."))?;
    let token = match introduction.key.as_deref() {
        None | Some("") => None,
        Some(key) => Some(key.parse().map_err(|_| Fault::unknown("This key is not one of ours."))?),
    };
    // A browser cannot send a key with the request that opens a socket; the cookie of a login comes by itself.
    Ok(Caller { token: token.or(caller.token), ..caller })
}

/// The seats of one who may listen.
async fn held(app: &App, live: &Live, caller: &Caller) -> Result<SeatSet, Fault> {
    let rights = caller.rights(app, &live.id).await?;
    rights.viewer(live, None).await?;
    Ok(rights.seats)
}

async fn goodbye(mut socket: WebSocket, sentence: &str) {
    // A reason in a closing frame has at most 123 bytes.
    let reason = &sentence[..sentence.floor_char_boundary(123)];
    let frame = CloseFrame { code: close_code::POLICY, reason: reason.into() };
    let _gone = socket.send(Message::Close(Some(frame))).await;
}
