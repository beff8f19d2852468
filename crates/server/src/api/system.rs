//! The page itself, and what those who run a server want to know.

use super::App;
use super::read::Path;
use crate::fault::Fault;
use crate::metrics;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use utoipa::openapi::OpenApi;

pub fn routes(description: &OpenApi) -> Router<App> {
    let description = description.clone();
    Router::new()
        .route("/api/openapi.json", get(move || async move { Json(description) }))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(numbers))
        .route("/", get(|app: State<App>, headers: HeaderMap| file(app, headers, "index.html")))
        .route("/match/{id}", get(|app: State<App>, headers: HeaderMap| file(app, headers, "table.html")))
        .route("/rules/{game}", get(rules))
        .route("/account", get(|app: State<App>, headers: HeaderMap| file(app, headers, "account.html")))
        .route("/web/{*path}", get(any_file))
        .route("/favicon.ico", get(|app: State<App>, headers: HeaderMap| file(app, headers, "favicon.svg")))
        .fallback(nothing)
}

async fn rules(app: State<App>, Path(game): Path<String>, headers: HeaderMap) -> Result<Response, Fault> {
    if app.hall.shelf.find(&game).is_ok() {
        file(app, headers, "rules.html").await
    } else {
        Ok(nothing(app, headers).await)
    }
}

/// Says so: to a browser with a page that leads back, to a program in a sentence.
async fn nothing(app: State<App>, headers: HeaderMap) -> Response {
    let accepts = headers.get(header::ACCEPT).and_then(|kinds| kinds.to_str().ok()).unwrap_or_default();
    let page = app.assets.get("missing.html").filter(|_| accepts.contains("text/html"));
    match page {
        Some(page) => {
            let kind = [(header::CONTENT_TYPE, page.kind)];
            (StatusCode::NOT_FOUND, kind, page.bytes.into_owned()).into_response()
        }
        None => Fault::missing("There is nothing at this address.").into_response(),
    }
}

/// What Prometheus reads.
async fn numbers(State(app): State<App>) -> impl IntoResponse {
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], metrics::text(app.hall.tables_at_hand()))
}

/// Can matches be loaded and saved?
async fn ready(State(app): State<App>) -> Result<&'static str, Fault> {
    app.hall.store.check().await?;
    Ok("ready\n")
}

async fn any_file(app: State<App>, Path(path): Path<String>, headers: HeaderMap) -> Result<Response, Fault> {
    file(app, headers, &path).await
}

async fn file(State(app): State<App>, headers: HeaderMap, path: &str) -> Result<Response, Fault> {
    let asset = app.assets.get(path).ok_or_else(|| Fault::missing("There is nothing at this address."))?;
    let tag = format!("\"{}\"", asset.version);
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return Ok(StatusCode::NOT_MODIFIED.into_response());
    }
    let headers = [
        (header::CONTENT_TYPE, asset.kind.to_owned()),
        (header::ETAG, tag),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
    ];
    Ok((headers, asset.bytes.into_owned()).into_response())
}
