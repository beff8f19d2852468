//! Playing: pages, previews, choices, undo, chat, odds.

use super::App;
use super::caller::{AtMatch, Caller};
use super::lobby::match_id;
use super::read::{Json, Path, Query};
use super::tables::STAND_IN;
use crate::fault::{AtTable, Fault, No, WithBody};
use crate::hall::{Deed, Live};
use crate::store::{MatchId, NewChatLine};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use kernel::{Seat, Viewer};
use picture::Theme;
use serde::{Deserialize, Serialize};
use session::wire::Odds;
use session::wire::{Batch, LogLine, Page};
use session::{By, Entry, Looking, Refusal, is_unseen};
use shelf::{AnyMatch, Have};
use utoipa::{IntoParams, ToSchema};

/// What the viewer wants and has.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Wanted {
    /// The seat that looks; needed only by a key that holds several.
    #[serde(default)]
    #[param(maximum = 7)]
    pub seat: Option<u8>,
    /// The first log line wanted.
    #[serde(default)]
    #[param(value_type = i64, minimum = 0, maximum = 4294967295_u32)]
    pub log: u32,
    /// Fragments that need not be sent again: `board.VERSION,hand.VERSION`.
    #[serde(default)]
    pub have: String,
}

impl Wanted {
    fn looking(&self, app: &App, live: &Live, viewer: Viewer) -> (Looking, Have) {
        let looking = Looking { viewer, now: app.hall.now(), log_from: self.log, present: live.present() };
        (looking, Have::read(&self.have))
    }
}

/// The table as the one who asks may see it.
#[utoipa::path(get, path = "/api/matches/{id}/page", params(("id" = String, Path), Wanted),
    responses((status = 200, body = Page), (status = 422, body = No), AtTable))]
pub async fn page(
    State(app): State<App>,
    at: AtMatch,
    Query(wanted): Query<Wanted>,
) -> Result<axum::Json<Page>, Fault> {
    let viewer = at.viewer(wanted.seat).await?;
    let (looking, have) = wanted.looking(&app, &at.live, viewer);
    Ok(axum::Json(at.live.table.read().await.page(looking, &have)))
}

/// The table as it would be after these choices, as far as one may look ahead. Nothing is changed.
#[utoipa::path(post, path = "/api/matches/{id}/preview", params(("id" = String, Path), Wanted), request_body = Batch,
    responses((status = 200, body = Page), (status = 409, body = No), AtTable, WithBody))]
pub async fn preview(
    State(app): State<App>,
    at: AtMatch,
    Query(wanted): Query<Wanted>,
    Json(batch): Json<Batch>,
) -> Result<axum::Json<Page>, Fault> {
    let seat = at.need_seat(batch.seat.or(wanted.seat)).await?;
    let table = at.live.table.read().await;
    if table.sequence() != batch.sequence {
        return Err(Refusal::Stale { sequence: table.sequence() }.into());
    }
    let (looking, have) = wanted.looking(&app, &at.live, Viewer::Seat(seat));
    Ok(axum::Json(table.preview(seat, &batch.choices, looking, &have)?))
}

/// Makes choices, all or none.
#[utoipa::path(post, path = "/api/matches/{id}/choices", params(("id" = String, Path), Wanted), request_body = Batch,
    responses((status = 200, body = Page), (status = 409, body = No), AtTable, WithBody))]
pub async fn choose(
    State(app): State<App>,
    at: AtMatch,
    Query(wanted): Query<Wanted>,
    Json(batch): Json<Batch>,
) -> Result<axum::Json<Page>, Fault> {
    let seat = at.need_seat(batch.seat.or(wanted.seat)).await?;
    let Batch { sequence, choices, .. } = batch;
    let made = move |table: &dyn AnyMatch, at| table.choose(seat, &choices, By::Person, at).map(Into::into);
    act(&app, &at.id, Some(sequence), &wanted, seat, made).await
}

/// Changes the match for a seat, and answers with the table as it is then.
async fn act(
    app: &App,
    id: &MatchId,
    expected: Option<u32>,
    wanted: &Wanted,
    seat: Seat,
    make: impl Fn(&dyn AnyMatch, i64) -> Result<Deed, Refusal> + Send + 'static,
) -> Result<axum::Json<Page>, Fault> {
    let changed = app.hall.change(id, expected, make).await?;
    let (looking, have) = wanted.looking(app, &changed.live, Viewer::Seat(seat));
    Ok(axum::Json(changed.live.table.read().await.page(looking, &have)))
}

/// A request that needs nothing but to say which state of the match it is about.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// The sequence that the page showed.
    #[schema(value_type = i64, minimum = 0, maximum = 4294967295_u32)]
    pub sequence: u32,
    /// Needed only by a key that holds several seats.
    #[serde(default)]
    #[schema(maximum = 7)]
    pub seat: Option<u8>,
}

/// Takes back the last decision, as long as nothing has become known and nobody else has decided.
#[utoipa::path(post, path = "/api/matches/{id}/undo", params(("id" = String, Path), Wanted), request_body = Turn,
    responses((status = 200, body = Page), (status = 409, body = No), AtTable, WithBody))]
pub async fn undo(
    State(app): State<App>,
    at: AtMatch,
    Query(wanted): Query<Wanted>,
    Json(turn): Json<Turn>,
) -> Result<axum::Json<Page>, Fault> {
    let AtMatch { id, live, rights, .. } = at;
    let seat = match turn.seat.or(wanted.seat) {
        Some(seat) => rights.need_seat(Some(seat), &live).await?,
        None => {
            // One who holds several seats means the one that can.
            let table = live.table.read().await;
            let can = rights.seats.iter().find(|&seat| table.undo(seat).is_ok());
            drop(table);
            rights.need_seat(can.map(|seat| seat.0), &live).await?
        }
    };
    act(&app, &id, Some(turn.sequence), &wanted, seat, move |table, _| table.undo(seat).map(Into::into)).await
}

/// Leaves the seat to a bot.
#[utoipa::path(post, path = "/api/matches/{id}/resign", params(("id" = String, Path), Wanted), request_body = Turn,
    responses((status = 200, body = Page), (status = 409, body = No), AtTable, WithBody))]
pub async fn resign(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Query(wanted): Query<Wanted>,
    Json(turn): Json<Turn>,
) -> Result<axum::Json<Page>, Fault> {
    let seat = turn.seat.or(wanted.seat);
    let resign = |table: &dyn AnyMatch, seat| table.resign(seat, STAND_IN);
    hand_over(app, caller, &id, wanted, seat, Some(turn.sequence), resign).await
}

/// Takes the seat back from a bot that stood in, whatever sequence the match is at.
#[utoipa::path(post, path = "/api/matches/{id}/return", params(("id" = String, Path), Wanted), request_body = Turn,
    responses((status = 200, body = Page), (status = 409, body = No), AtTable, WithBody))]
pub async fn come_back(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Query(wanted): Query<Wanted>,
    Json(turn): Json<Turn>,
) -> Result<axum::Json<Page>, Fault> {
    let seat = turn.seat.or(wanted.seat);
    // Whatever the bot has done meanwhile: he wants his seat back.
    hand_over(app, caller, &id, wanted, seat, None, |table, seat| table.come_back(seat)).await
}

/// A person gives his seat to a bot, or a bot to its person.
async fn hand_over(
    app: App,
    caller: Caller,
    id: &str,
    wanted: Wanted,
    seat: Option<u8>,
    expected: Option<u32>,
    deed: fn(&dyn AnyMatch, Seat) -> Result<Entry, Refusal>,
) -> Result<axum::Json<Page>, Fault> {
    let id = match_id(id)?;
    let live = app.hall.live(&id).await?;
    let seat = caller.rights(&app, &id).await?.need_seat(seat, &live).await?;
    act(&app, &id, expected, &wanted, seat, move |table, _| deed(table, seat).map(Into::into)).await
}

#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LogPart {
    #[serde(default)]
    #[param(maximum = 7)]
    seat: Option<u8>,
    /// The first line wanted.
    #[serde(default)]
    #[param(value_type = i64, minimum = 0, maximum = 4294967295_u32)]
    from: u32,
    /// Behind the last line wanted; at most a few hundred before it are sent.
    #[serde(default)]
    #[param(value_type = Option<i64>, minimum = 0, maximum = 4294967295_u32)]
    to: Option<u32>,
}

/// Older lines of the log.
#[utoipa::path(get, path = "/api/matches/{id}/log", params(("id" = String, Path), LogPart),
    responses((status = 200, body = Vec<LogLine>), (status = 422, body = No), AtTable))]
pub async fn log(at: AtMatch, Query(part): Query<LogPart>) -> Result<axum::Json<Vec<LogLine>>, Fault> {
    let viewer = at.viewer(part.seat).await?;
    let lines = at.live.table.read().await.log(viewer, part.from, part.to.unwrap_or(u32::MAX));
    Ok(axum::Json(lines))
}

#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ChatPart {
    /// The number of the last line that one has.
    #[serde(default)]
    #[param(value_type = i64, minimum = 0, maximum = 4294967295_u32)]
    after: u32,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Chat {
    pub lines: Vec<ChatLine>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct ChatLine {
    pub number: i64,
    /// Milliseconds since 1970.
    pub at: i64,
    pub seat: Option<u8>,
    pub name: String,
    pub text: String,
}

const CHAT_PAGE: i64 = 500;
/// The longest line of chat.
const CHAT_LIMIT: usize = 500;

/// What people have said at the table.
#[utoipa::path(get, path = "/api/matches/{id}/chat", params(("id" = String, Path), ChatPart),
    responses((status = 200, body = Chat), (status = 422, body = No), AtTable))]
pub async fn chat(
    State(app): State<App>,
    at: AtMatch,
    Query(part): Query<ChatPart>,
) -> Result<axum::Json<Chat>, Fault> {
    at.viewer(None).await?;
    let lines = app.hall.store.chat(&at.id, i64::from(part.after), CHAT_PAGE).await?;
    let lines = lines.into_iter().map(|line| ChatLine {
        number: line.number,
        at: line.at,
        seat: line.seat.map(|seat| seat as u8),
        name: line.name,
        text: line.text,
    });
    Ok(axum::Json(Chat { lines: lines.collect() }))
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Saying {
    #[schema(min_length = 1, max_length = 500)]
    pub text: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Said {
    pub number: i64,
}

/// Says something at the table. Only those who sit there may.
#[utoipa::path(post, path = "/api/matches/{id}/chat", params(("id" = String, Path)), request_body = Saying,
    responses((status = 201, body = Said), AtTable, WithBody))]
pub async fn say(
    State(app): State<App>,
    at: AtMatch,
    Json(saying): Json<Saying>,
) -> Result<(StatusCode, axum::Json<Said>), Fault> {
    let seat = at.need_seat(None).await?;
    let text = as_said(&saying.text);
    if text.is_empty() || text.chars().count() > CHAT_LIMIT {
        return Err(Fault::bad(format!("Say something, in at most {CHAT_LIMIT} letters.")));
    }
    let name = {
        let table = at.live.table.read().await;
        let name = &table.settings().seats[seat.index()].name;
        if name.is_empty() { table.side_names()[seat.index()].clone() } else { name.clone() }
    };
    let line = NewChatLine { at: app.hall.now(), seat: Some(i64::from(seat.0)), name, text };
    let number = app.hall.store.say(&at.id, line).await?;
    app.hall.said(&at.live, number);
    Ok((StatusCode::CREATED, axum::Json(Said { number })))
}

/// Lines that can be seen, without those that hold nothing. The joiner stays: it makes one sign out of several.
fn as_said(text: &str) -> String {
    let is_kept = |letter: &char| !is_unseen(*letter) || *letter == '\u{200d}';
    let is_empty = |line: &str| line.chars().all(|letter| letter.is_whitespace() || is_unseen(letter));
    let lines = text.lines().filter(|line| !is_empty(line));
    let seen = lines.map(|line| line.chars().filter(is_kept).collect::<String>().trim_end().to_owned());
    seen.collect::<Vec<_>>().join("\n").trim_start().to_owned()
}

#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Drawing {
    #[serde(default)]
    #[param(maximum = 7)]
    seat: Option<u8>,
    #[serde(default)]
    #[param(inline)]
    theme: ThemeName,
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ThemeName {
    #[default]
    Night,
    Chart,
}

impl From<ThemeName> for Theme {
    fn from(name: ThemeName) -> Theme {
        match name {
            ThemeName::Night => Theme::Night,
            ThemeName::Chart => Theme::Chart,
        }
    }
}

/// The board as a picture that stands alone.
#[utoipa::path(get, path = "/api/matches/{id}/board.svg", params(("id" = String, Path), Drawing),
    responses((status = 200, body = String, content_type = "image/svg+xml"), (status = 422, body = No), AtTable))]
pub async fn board(at: AtMatch, Query(drawing): Query<Drawing>) -> Result<impl IntoResponse, Fault> {
    let viewer = at.viewer(drawing.seat).await?;
    let svg = at.live.table.read().await.svg(viewer, drawing.theme.into());
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg))
}

#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OddsWanted {
    #[serde(default)]
    #[param(maximum = 7)]
    seat: Option<u8>,
    /// How many battles are fought out.
    #[serde(default = "five_hundred")]
    #[param(minimum = 1, maximum = 50000, default = 500)]
    battles: u64,
    /// Adds the same battle with one unit more or less of each kind for the one who asks, or for the attacker.
    #[serde(default)]
    #[param(default = false)]
    what_if: bool,
}

fn five_hundred() -> u64 {
    500
}

/// More than enough for the odds to a fraction of a point.
pub const MOST_BATTLES: u64 = 50_000;

/// How the battle in view may end, as far as the one who asks can know.
#[utoipa::path(get, path = "/api/matches/{id}/odds", params(("id" = String, Path), OddsWanted),
    responses((status = 200, body = Odds), (status = 422, body = No), AtTable))]
pub async fn odds(
    State(app): State<App>,
    caller: Caller,
    Path(id): Path<String>,
    Query(wanted): Query<OddsWanted>,
) -> Result<axum::Json<Odds>, Fault> {
    let id = match_id(&id)?;
    check_battles(wanted.battles)?;
    let live = app.hall.live(&id).await?;
    let viewer = caller.rights(&app, &id).await?.viewer(&live, wanted.seat).await?;
    let Viewer::Seat(seat) = viewer else {
        return Err(Fault::forbidden("Only those who sit at the table may ask for the odds."));
    };
    let (odds, what_if) = {
        let table = live.table.read().await;
        if !table.settings().odds {
            return Err(Fault::forbidden("This table plays without odds."));
        }
        (table.odds(Some(seat)), wanted.what_if.then(|| table.what_if(Some(seat))))
    };
    let thinker = app.guard.odds().await?;
    let work = move || {
        let _thinker = thinker;
        let what_if = what_if.map(|work| work(wanted.battles)).transpose()?;
        Ok::<Odds, String>(Odds { what_if, ..odds(wanted.battles)? })
    };
    let odds = tokio::task::spawn_blocking(work).await;
    let odds = odds.map_err(|_| Fault::broken("The odds could not be found."))?;
    Ok(axum::Json(odds.map_err(Fault::missing)?))
}

pub fn check_battles(battles: u64) -> Result<(), Fault> {
    if (1..=MOST_BATTLES).contains(&battles) {
        Ok(())
    } else {
        Err(Fault::bad(format!("Between 1 and {MOST_BATTLES} battles can be fought out.")))
    }
}
