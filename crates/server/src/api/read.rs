//! Reading requests: whatever cannot be read is answered with one sentence.

use crate::fault::Fault;
use axum::body::Bytes;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;

/// A JSON body.
#[derive(Debug)]
pub struct Json<T>(pub T);

impl<S: Send + Sync, T: serde::de::DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, state: &S) -> Result<Self, Fault> {
        let (parts, body) = request.into_parts();
        let whole = Request::from_parts(parts.clone(), body);
        let bytes = Bytes::from_request(whole, state).await.map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Fault::new(StatusCode::PAYLOAD_TOO_LARGE, "That is too long."),
            _ => Fault::new(StatusCode::BAD_REQUEST, "The request ended too early."),
        })?;
        // The parser would take a list of values for an object; nobody means that.
        if bytes.trim_ascii_start().first() == Some(&b'[') {
            return Err(Fault::bad("The request cannot be read: an object is expected, not a list."));
        }
        let request = Request::from_parts(parts, bytes.into());
        axum::Json::from_request(request, state).await.map(|axum::Json(value)| Json(value)).map_err(|rejection| {
            let status = rejection.status();
            let sentence = match &rejection {
                JsonRejection::MissingJsonContentType(_) => {
                    "Send JSON, with the header Content-Type: application/json.".to_owned()
                }
                JsonRejection::JsonSyntaxError(_) => {
                    format!("The request is not JSON: {}.", brief(&rejection.body_text()))
                }
                _ => format!("The request cannot be read: {}.", brief(&rejection.body_text())),
            };
            Fault::new(status, sentence)
        })
    }
}

/// The part of a complaint that says what is wrong, not how our parser calls it.
fn brief(text: &str) -> String {
    let text = match text.split_once(": ") {
        Some((our_part, rest)) if our_part.starts_with("Failed to") => rest,
        Some(_) | None => text,
    };
    text.chars().filter(|letter| !letter.is_control()).take(240).collect::<String>().trim_end_matches('.').to_owned()
}

/// Parameters behind the question mark.
#[derive(Debug)]
pub struct Query<T>(pub T);

impl<S: Send + Sync, T: serde::de::DeserializeOwned> FromRequestParts<S> for Query<T> {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Fault> {
        axum::extract::Query::from_request_parts(parts, state)
            .await
            .map(|axum::extract::Query(value)| Query(value))
            .map_err(|rejection: QueryRejection| {
                Fault::bad(format!("The address cannot be read: {}.", brief(&rejection.body_text())))
            })
    }
}

/// Parameters in the path.
#[derive(Debug)]
pub struct Path<T>(pub T);

impl<S: Send + Sync, T: serde::de::DeserializeOwned + Send> FromRequestParts<S> for Path<T> {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Fault> {
        axum::extract::Path::from_request_parts(parts, state)
            .await
            .map(|axum::extract::Path(value)| Path(value))
            .map_err(|_: PathRejection| Fault::missing("There is nothing at this address."))
    }
}
