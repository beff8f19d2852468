//! The rules in our words, components, odds of imagined battles: what belongs to a game and to no match.

use super::App;
use super::play::check_battles;
use super::read::{Json, Path, Query};
use super::tables::find;
use crate::fault::{Fault, No, WithBody};
use axum::extract::State;
use hosted::{Entry, GuideStep};
use serde::{Deserialize, Serialize};
use session::wire::Odds;
use shelf::{odds_of, sentence};
use utoipa::{IntoParams, ToSchema};

/// A battle in words.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Imagined {
    pub game: String,
    /// As in the game's `odds_example`; behind semicolons more lines of a position.
    #[schema(max_length = 1000)]
    pub battle: String,
    #[serde(default = "five_hundred")]
    #[schema(minimum = 1, maximum = 50000, default = 500)]
    pub battles: u64,
    /// Adds the same battle with one unit more or less of each kind for the attacker.
    #[serde(default)]
    #[schema(default = false)]
    pub what_if: bool,
}

/// The longest battle in words: both sides, their decks, assets and upgrades.
const BATTLE_LIMIT: usize = 1_000;

fn five_hundred() -> u64 {
    500
}

/// How a battle may end, told in words.
#[utoipa::path(post, path = "/api/odds", request_body = Imagined, responses((status = 200, body = Odds), WithBody))]
pub async fn odds(State(app): State<App>, Json(imagined): Json<Imagined>) -> Result<axum::Json<Odds>, Fault> {
    check_battles(imagined.battles)?;
    if imagined.battle.chars().count() > BATTLE_LIMIT {
        return Err(Fault::bad(format!("Tell the battle in at most {BATTLE_LIMIT} letters.")));
    }
    let title = find(&app, &imagined.game).map_err(|fault| Fault::bad(fault.sentence))?;
    let thinker = app.guard.odds().await?;
    let work = move || {
        let _thinker = thinker;
        let Imagined { battle, battles, what_if, .. } = imagined;
        let mut odds = title.odds_of(&battle).map_err(|reason| sentence(&reason))?;
        odds_of(&mut *odds, &battle, battles, what_if)
    };
    let odds = tokio::task::spawn_blocking(work).await.map_err(|_| Fault::bad("That battle cannot be fought."))?;
    Ok(axum::Json(odds.map_err(Fault::bad)?))
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Glossary {
    pub entries: Vec<Entry>,
}

/// Every term of a game, in our words.
#[utoipa::path(get, path = "/api/glossary/{game}", params(("game" = String, Path)),
    responses((status = 200, body = Glossary), (status = 404, body = No), (status = 429, body = No)))]
pub async fn glossary(State(app): State<App>, Path(game): Path<String>) -> Result<axum::Json<Glossary>, Fault> {
    let texts = find(&app, &game)?.texts();
    Ok(axum::Json(Glossary { entries: texts.glossary.clone() }))
}

#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ClauseIds {
    /// Ids with commas between them.
    #[serde(default)]
    ids: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Clause {
    pub id: String,
    pub text: String,
}

/// Clauses of the rules by id; unknown ids are left out.
#[utoipa::path(get, path = "/api/clauses/{game}", params(("game" = String, Path), ClauseIds),
    responses((status = 200, body = Vec<Clause>), (status = 404, body = No), (status = 422, body = No),
    (status = 429, body = No)))]
pub async fn clauses(
    State(app): State<App>,
    Path(game): Path<String>,
    Query(wanted): Query<ClauseIds>,
) -> Result<axum::Json<Vec<Clause>>, Fault> {
    let texts = find(&app, &game)?.texts();
    let found = wanted.ids.split(',').take(50).filter_map(|id| {
        texts.clauses.get(id.trim()).map(|text| Clause { id: id.trim().to_owned(), text: text.clone() })
    });
    Ok(axum::Json(found.collect()))
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Component {
    pub html: String,
}

/// A card, unit or other component, drawn and explained.
#[utoipa::path(get, path = "/api/components/{game}/{piece}", params(("game" = String, Path), ("piece" = String, Path)),
    responses((status = 200, body = Component), (status = 404, body = No), (status = 429, body = No)))]
pub async fn component(
    State(app): State<App>,
    Path((game, piece)): Path<(String, String)>,
) -> Result<axum::Json<Component>, Fault> {
    let html = find(&app, &game)?.component(&piece);
    let html = html.ok_or_else(|| Fault::missing("There is no such component."))?;
    Ok(axum::Json(Component { html }))
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Guide {
    pub steps: Vec<GuideStep>,
}

/// The guided first round: what to say at which question.
#[utoipa::path(get, path = "/api/guides/{game}", params(("game" = String, Path)),
    responses((status = 200, body = Guide), (status = 404, body = No), (status = 429, body = No)))]
pub async fn guide(State(app): State<App>, Path(game): Path<String>) -> Result<axum::Json<Guide>, Fault> {
    let texts = find(&app, &game)?.texts();
    Ok(axum::Json(Guide { steps: texts.first_round.clone() }))
}
