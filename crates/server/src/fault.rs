//! What is answered when something cannot be done: a status and one sentence.

use crate::store::StoreError;
use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use session::Refusal;
use shelf::sentence;
use std::collections::BTreeMap;
use utoipa::openapi::response::{Response as Described, ResponseBuilder};
use utoipa::openapi::{ContentBuilder, Ref, RefOr};
use utoipa::{IntoResponses, ToSchema};

/// Something cannot be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub status: StatusCode,
    pub sentence: String,
    /// Where the match is, for one who was too late.
    pub sequence: Option<u32>,
}

/// The body of an answer that says no.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct No {
    /// One sentence for a person.
    pub error: String,
    /// Where the match is, for one who was too late.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sequence: Option<u32>,
}

/// How any request may be refused.
#[derive(Debug)]
pub struct Busy;

/// How a request to do with a match may be refused.
#[derive(Debug)]
pub struct AtTable;

/// How a request with a body may be refused.
#[derive(Debug)]
pub struct WithBody;

impl IntoResponses for Busy {
    fn responses() -> BTreeMap<String, RefOr<Described>> {
        described(&[429, 503])
    }
}

impl IntoResponses for AtTable {
    fn responses() -> BTreeMap<String, RefOr<Described>> {
        described(&[401, 403, 404, 429, 503])
    }
}

impl IntoResponses for WithBody {
    fn responses() -> BTreeMap<String, RefOr<Described>> {
        described(&[400, 413, 415, 422, 429, 503])
    }
}

fn described(statuses: &[u16]) -> BTreeMap<String, RefOr<Described>> {
    let no = ContentBuilder::new().schema(Some(Ref::from_schema_name("No"))).build();
    let no = ResponseBuilder::new().content("application/json", no).build();
    statuses.iter().map(|status| (status.to_string(), no.clone().into())).collect()
}

impl Fault {
    pub fn new(status: StatusCode, sentence: impl Into<String>) -> Fault {
        Fault { status, sentence: sentence.into(), sequence: None }
    }

    /// The request makes no sense.
    pub fn bad(sentence: impl Into<String>) -> Fault {
        Fault::new(StatusCode::UNPROCESSABLE_ENTITY, sentence)
    }

    pub fn missing(sentence: impl Into<String>) -> Fault {
        Fault::new(StatusCode::NOT_FOUND, sentence)
    }

    /// Not for this key or login.
    pub fn forbidden(sentence: impl Into<String>) -> Fault {
        Fault::new(StatusCode::FORBIDDEN, sentence)
    }

    /// The key or login is not known.
    pub fn unknown(sentence: impl Into<String>) -> Fault {
        Fault::new(StatusCode::UNAUTHORIZED, sentence)
    }

    /// It may work in a moment.
    pub fn busy(sentence: impl Into<String>) -> Fault {
        Fault::new(StatusCode::SERVICE_UNAVAILABLE, sentence)
    }

    /// It is our fault.
    pub fn broken(sentence: impl Into<String>) -> Fault {
        Fault::new(StatusCode::INTERNAL_SERVER_ERROR, sentence)
    }

    pub fn is_stale(&self) -> bool {
        self.sequence.is_some()
    }
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Fault {
        let sequence = match refusal {
            Refusal::Stale { sequence } => Some(sequence),
            Refusal::Illegal(_)
            | Refusal::Stopped(_)
            | Refusal::NoUndo(_)
            | Refusal::NoSuchSeat(_)
            | Refusal::Taken
            | Refusal::NotNow(_) => None,
        };
        let status = match refusal {
            Refusal::Stale { .. } | Refusal::Taken | Refusal::NoUndo(_) => StatusCode::CONFLICT,
            Refusal::Illegal(_) | Refusal::Stopped(_) | Refusal::NoSuchSeat(_) | Refusal::NotNow(_) => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
        };
        // The rules know no full stops.
        Fault { status, sentence: sentence(&refusal.to_string()), sequence }
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Fault {
        let sequence = match error {
            StoreError::Conflict { sequence } => u32::try_from(sequence).ok(),
            _ => None,
        };
        let status = match error {
            StoreError::Conflict { .. } | StoreError::Taken(_) => StatusCode::CONFLICT,
            StoreError::NotFound => StatusCode::NOT_FOUND,
            StoreError::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            StoreError::Broken(_) => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Fault { status, sentence: error.to_string(), sequence }
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        (self.status, Json(No { error: brief(&self.sentence), sequence: self.sequence })).into_response()
    }
}

/// The longest sentence; longer ones repeat what somebody sent.
const LONGEST: usize = 400;

/// A sentence without the bulk, and the tricks, of what it repeats.
fn brief(sentence: &str) -> String {
    let plain = sentence.chars().filter(|letter| !letter.is_control());
    if sentence.chars().count() <= LONGEST {
        return plain.collect();
    }
    plain.take(LONGEST).chain(['…', '.']).collect()
}

/// Whatever says no says it in our words: the web framework answers some requests before they reach us.
pub async fn in_our_words(answer: Response) -> Response {
    let status = answer.status();
    // Ours are JSON, and the page that says that there is none.
    let kind = answer.headers().get(header::CONTENT_TYPE).map(|kind| kind.as_bytes());
    let is_ours = kind.is_some_and(|kind| kind == b"application/json" || kind.starts_with(b"text/html"));
    if !(status.is_client_error() || status.is_server_error()) || is_ours {
        return answer;
    }
    let sentence = match status {
        StatusCode::METHOD_NOT_ALLOWED => "That cannot be done at this address.",
        StatusCode::UPGRADE_REQUIRED => "This address is for sockets.",
        StatusCode::SERVICE_UNAVAILABLE => "That took too long. Please try again in a while.",
        status if status.is_server_error() => "Something is wrong here. It was written to the log.",
        _ => "The request cannot be understood.",
    };
    let (mut old, _) = answer.into_parts();
    let mut new = Fault::new(status, sentence).into_response();
    // Which methods are allowed, which socket is spoken: the rest belongs to the old body.
    for about_body in
        [header::CONTENT_TYPE, header::CONTENT_LENGTH, header::CONTENT_ENCODING, header::TRANSFER_ENCODING]
    {
        old.headers.remove(about_body);
    }
    new.headers_mut().extend(old.headers);
    new
}
