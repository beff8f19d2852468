//! Looking back: the timeline, any step of it, play on from there, the chances over a finished game.

use super::App;
use super::caller::{AtMatch, Caller, Rights};
use super::lobby::match_id;
use super::read::{Json, Path, Query};
use super::tables::{NewSeat, Seated, find, lay, seed, sittings};
use crate::fault::{AtTable, Fault, No, WithBody};
use crate::hall::Live;
use crate::store::MatchId;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use kernel::{Seat, Viewer};
use serde::{Deserialize, Serialize};
use session::wire::{Chances, Mark};
use session::wire::{Page, Sitter};
use session::{Entry, Looking, Settings, clean_name};
use shelf::{AnyMatch, Have};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use utoipa::{IntoParams, ToSchema};

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Timeline {
    /// The first step that can be shown.
    pub first: u32,
    /// Choices made so far.
    pub steps: u32,
    pub marks: Vec<Mark>,
}

/// How long the game is so far, and where its rounds, phases and battles began.
#[utoipa::path(get, path = "/api/matches/{id}/timeline", params(("id" = String, Path)),
    responses((status = 200, body = Timeline), AtTable))]
pub async fn timeline(at: AtMatch) -> Result<axum::Json<Timeline>, Fault> {
    at.viewer(None).await?;
    let table = at.live.table.read().await;
    Ok(axum::Json(Timeline { first: table.first_step(), steps: table.step(), marks: table.marks() }))
}

#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Past {
    /// `seat` (what the one who asks knew; the default), `public` (what everybody knew), the number of a seat (what that
    /// one knew), or `all` (everything faceup). What others knew is shown when the game is over.
    #[serde(default)]
    #[param(default = "seat", pattern = "^(seat|public|all|[0-7])$")]
    view: Option<String>,
    #[serde(default)]
    #[param(maximum = 7)]
    seat: Option<u8>,
    #[serde(default)]
    #[param(value_type = i64, minimum = 0, maximum = 4294967295_u32)]
    log: u32,
    #[serde(default)]
    have: String,
}

/// The table as it was after so many choices.
#[utoipa::path(get, path = "/api/matches/{id}/steps/{step}", params(("id" = String, Path), ("step" = i64, Path, minimum = 0, maximum = 4294967295_u32), Past),
    responses((status = 200, body = Page), (status = 422, body = No), AtTable))]
pub async fn step(
    State(app): State<App>,
    caller: Caller,
    Path((id, step)): Path<(String, u32)>,
    Query(past): Query<Past>,
) -> Result<axum::Json<Page>, Fault> {
    let id = match_id(&id)?;
    let live = app.hall.live(&id).await?;
    let rights = caller.rights(&app, &id).await?;
    let viewer = whose(&rights, &live, &past).await?;
    let looking = Looking { viewer, now: app.hall.now(), log_from: past.log, present: live.present() };
    let page = live.table.read().await.past(step, looking, &Have::read(&past.have));
    page.map(axum::Json).ok_or_else(|| Fault::missing("The game has not got that far."))
}

async fn whose(rights: &Rights, live: &Live, past: &Past) -> Result<Viewer, Fault> {
    let own = rights.viewer(live, past.seat).await?;
    let table = live.table.read().await;
    let when_over = |viewer, sentence| if table.is_over() { Ok(viewer) } else { Err(Fault::forbidden(sentence)) };
    match past.view.as_deref() {
        None | Some("seat") => Ok(own),
        Some("public") => Ok(Viewer::Spectator),
        Some("all") => when_over(Viewer::Referee, "Everything is laid open when the game is over."),
        Some(text) => {
            let seat = text.parse::<u8>().ok().filter(|&seat| seat < table.seats()).map(Seat);
            let seat = seat.ok_or_else(|| Fault::bad("“view” is seat, public, all or the number of a seat."))?;
            if rights.seats.contains(seat) {
                return Ok(Viewer::Seat(seat));
            }
            when_over(Viewer::Seat(seat), "What others know is shown when the game is over.")
        }
    }
}

/// How to play on from a step of a game.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Fork {
    #[schema(value_type = i64, minimum = 0, maximum = 4294967295_u32)]
    pub step: u32,
    /// Who sits where, clockwise from seat 0.
    pub seats: Vec<NewSeat>,
}

/// Plays on from a step of this game at a table of its own.
#[utoipa::path(post, path = "/api/matches/{id}/fork", params(("id" = String, Path)), request_body = Fork,
    responses((status = 201, body = Seated), AtTable, WithBody))]
pub async fn fork(
    State(app): State<App>,
    at: AtMatch,
    Json(fork): Json<Fork>,
) -> Result<(StatusCode, axum::Json<Seated>), Fault> {
    let AtMatch { id, live, rights, caller } = at;
    rights.viewer(&live, None).await?;
    let mut settings = Settings::of(sittings(&fork.seats)?);
    let (table, beginning) = {
        let table = live.table.read().await;
        // Whoever plays on from a game that goes on could look behind what is hidden in it, also from one who sits before
        // the same screen. Somebody for whom a bot stands in may come back.
        let seats = table.settings().seats.iter().zip(0..);
        let people: Vec<Seat> =
            seats.filter(|(sitting, _)| sitting.sitter != Sitter::Bot).map(|(_, seat)| Seat(seat)).collect();
        if !table.is_over() && (people.len() != 1 || !rights.seats.contains(people[0])) {
            let sentence = match people.len() {
                0 => "Bots play this game. It can be played on from when it is over.",
                1 => "Somebody else plays this game. It can be played on from when it is over.",
                _ => "A game between people can be played on from when it is over.",
            };
            return Err(Fault::forbidden(sentence));
        }
        settings.name = forked_name(&**table, fork.step);
        settings.origin = Some(table.settings().given_name().to_owned());
        settings.origin_match = Some(id.to_string());
        let beginning = table.beginning(fork.step).ok_or_else(|| Fault::missing("The game has not got that far."))?;
        let now = app.hall.now();
        let title = find(&app, table.game())?;
        let fresh = title.open(&table.header(), settings, now).map_err(Fault::bad)?;
        (fresh, beginning)
    };
    // What comes is another game: whoever forks twice cannot play ahead in the one to know the dice of the other.
    let renewal = Entry::Renew { seed: kernel::hex(&seed(&app)?) };
    let seated = lay(&app, &caller, table, false, vec![beginning, renewal]).await?;
    Ok((StatusCode::CREATED, axum::Json(seated)))
}

/// Lists tell a game that goes on from a step of another by this from the other, and from others like it.
fn forked_name(table: &dyn AnyMatch, step: u32) -> String {
    let origin = match table.settings().given_name() {
        "" => table.side_names().join(", "),
        name => name.to_owned(),
    };
    let whole = format!("From step {step}: {origin}");
    let mut name = clean_name(&whole);
    if name != whole {
        name.pop();
        name.push('…');
    }
    name
}

/// The whole record of a finished game, as text: `orrery replay` and `orrery analyse` read it.
#[utoipa::path(get, path = "/api/matches/{id}/record", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain"), AtTable))]
pub async fn record(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<impl IntoResponse, Fault> {
    let id = match_id(&id)?;
    let live = finished(&app, &caller, &id).await?;
    // A record begins with the seed of the game from which this one goes on.
    let origin = live.table.read().await.settings().origin_match.clone();
    if let Some(origin) = origin.and_then(|origin| origin.parse().ok())
        && let Ok(origin) = app.hall.live(&origin).await
        && !origin.table.read().await.is_over()
    {
        return Err(Fault::forbidden("That is shown when the game from which this one goes on is over, too."));
    }
    let record = live.table.read().await.record().ok_or_else(|| Fault::missing("This match has no record."))?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], record))
}

async fn finished(app: &App, caller: &Caller, id: &MatchId) -> Result<Arc<Live>, Fault> {
    let live = app.hall.live(id).await?;
    caller.rights(app, id).await?.viewer(&live, None).await?;
    if live.table.read().await.is_over() {
        Ok(live)
    } else {
        Err(Fault::forbidden("That is shown when the game is over: it would give away what is hidden."))
    }
}

/// Chances of finished games, each found once.
#[derive(Debug, Default)]
pub struct Studies(Mutex<HashMap<MatchId, Study>>);

#[derive(Clone, Debug)]
enum Study {
    Going { done: usize, of: usize },
    Found(Arc<Chances>),
    Failed(String),
}

/// As many are remembered.
const STUDIES: usize = 200;

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Progress {
    /// From 0 to 1.
    pub progress: f64,
}

/// The chance of winning over a finished game. It takes a while: 202 says how far it is.
#[utoipa::path(get, path = "/api/matches/{id}/chances", params(("id" = String, Path)),
    responses((status = 200, body = Chances), (status = 202, body = Progress), AtTable))]
pub async fn chances(State(app): State<App>, caller: Caller, Path(id): Path<String>) -> Result<Response, Fault> {
    let id = match_id(&id)?;
    let live = finished(&app, &caller, &id).await?;
    let studies = app.studies.clone();
    let state = |studies: &Studies| studies.0.lock().unwrap_or_else(PoisonError::into_inner).get(&id).cloned();
    match state(&studies) {
        Some(Study::Found(chances)) => return Ok(axum::Json((*chances).clone()).into_response()),
        Some(Study::Failed(sentence)) => return Err(Fault::broken(sentence)),
        Some(Study::Going { done, of }) => return Ok(going(done, of)),
        None => {}
    }
    let note = move |studies: &Studies, id: &MatchId, study: Study| {
        let mut all = studies.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= STUDIES && !all.contains_key(id) {
            all.retain(|_, study| matches!(study, Study::Going { .. }));
        }
        all.insert(id.clone(), study);
    };
    note(&studies, &id, Study::Going { done: 0, of: 1 });
    let work = live.table.read().await.study();
    let guard = app.guard.clone();
    let of_match = id.clone();
    tokio::spawn(async move {
        let Ok(thinker) = guard.study().await else {
            // Whoever asks next begins anew.
            studies.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&of_match);
            return;
        };
        let told = studies.clone();
        let told_id = of_match.clone();
        let found = tokio::task::spawn_blocking(move || {
            let _thinker = thinker;
            work(&|done, of| {
                note(&told, &told_id, Study::Going { done, of });
                true
            })
        })
        .await;
        let study = match found {
            Ok(Ok(chances)) => Study::Found(Arc::new(chances)),
            Ok(Err(sentence)) => Study::Failed(sentence),
            Err(_) => Study::Failed("The chances of this game could not be found.".to_owned()),
        };
        note(&studies, &of_match, study);
    });
    Ok(going(0, 1))
}

fn going(done: usize, of: usize) -> Response {
    let progress = done as f64 / of.max(1) as f64;
    (StatusCode::ACCEPTED, axum::Json(Progress { progress })).into_response()
}
