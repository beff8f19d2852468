//! Requests over connections that are kept, as a browser makes them.

use anyhow::{Context, Result, bail};
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::{Method, Request, header};
use hyper_util::client::legacy::Client as Pool;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::Read;
use std::time::{Duration, Instant};

/// Who asks one server.
#[derive(Clone, Debug)]
pub struct Client {
    /// `http://127.0.0.1:7447`, without a slash at the end.
    pub base: String,
    pool: Pool<HttpConnector, Full<Bytes>>,
}

/// What a server answered.
#[derive(Clone, Debug)]
pub struct Reply {
    pub status: u16,
    pub body: Bytes,
    pub took: Duration,
}

/// No answer came: whether anything was done is not known.
#[derive(Clone, Debug)]
pub struct Lost(pub String);

/// Nobody waits longer for an answer.
const PATIENCE: Duration = Duration::from_secs(70);

impl Client {
    pub fn of(base: &str) -> Client {
        let mut connector = HttpConnector::new();
        connector.set_nodelay(true);
        let pool = Pool::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(Duration::from_secs(60))
            // Whoever counts what was acknowledged must know how often he asked.
            .retry_canceled_requests(false)
            .build(connector);
        Client { base: base.trim_end_matches('/').to_owned(), pool }
    }

    pub async fn get(&self, path: &str, key: &str) -> Result<Reply, Lost> {
        self.ask(Method::GET, path, key, Bytes::new()).await
    }

    pub async fn post(&self, path: &str, key: &str, body: &impl Serialize) -> Result<Reply, Lost> {
        let body = serde_json::to_vec(body).expect("plain data always serialises");
        self.ask(Method::POST, path, key, body.into()).await
    }

    async fn ask(&self, method: Method, path: &str, key: &str, body: Bytes) -> Result<Reply, Lost> {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.base))
            .header(header::CONTENT_TYPE, "application/json")
            // A browser asks for it, and packing is part of the server's work.
            .header(header::ACCEPT_ENCODING, "gzip");
        if !key.is_empty() {
            request = request.header(header::AUTHORIZATION, format!("Bearer {key}"));
        }
        let request = request.body(Full::new(body)).map_err(|error| Lost(error.to_string()))?;
        let began = Instant::now();
        let answered = async {
            let answer = self.pool.request(request).await.map_err(|error| Lost(told(&error)))?;
            let status = answer.status().as_u16();
            let packed = answer.headers().get(header::CONTENT_ENCODING).is_some_and(|value| value == "gzip");
            let body = answer.into_body().collect().await.map_err(|error| Lost(told(&error)))?.to_bytes();
            let took = began.elapsed();
            let body = if packed { unpacked(&body)? } else { body };
            Ok(Reply { status, body, took })
        };
        match tokio::time::timeout(PATIENCE, answered).await {
            Ok(answered) => answered,
            Err(_) => Err(Lost("no answer came in time".to_owned())),
        }
    }
}

impl Reply {
    pub fn is_good(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The body, if the server agreed.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T> {
        if !self.is_good() {
            bail!("the server answered {}: {}", self.status, self.sentence().unwrap_or_default());
        }
        serde_json::from_slice(&self.body).context("the answer is not what was agreed on")
    }

    /// The sentence of an answer that says no.
    pub fn sentence(&self) -> Option<String> {
        let no: serde_json::Value = serde_json::from_slice(&self.body).ok()?;
        no["error"].as_str().filter(|text| !text.is_empty()).map(str::to_owned)
    }
}

impl std::fmt::Display for Lost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the connection was lost: {}", self.0)
    }
}

impl std::error::Error for Lost {}

/// The innermost cause says most.
fn told(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}

fn unpacked(body: &[u8]) -> Result<Bytes, Lost> {
    let mut plain = Vec::with_capacity(body.len() * 6);
    flate2::read::GzDecoder::new(body).read_to_end(&mut plain).map_err(|error| Lost(error.to_string()))?;
    Ok(plain.into())
}
