//! The table in the browser: matches and seats, stored and served. Any node serves any match; a choice is on disk before
//! anybody is told.

#![forbid(unsafe_code)]

mod api;
mod assets;
mod bots;
pub mod bus;
mod connections;
mod fault;
mod hall;
mod limits;
pub mod metrics;
mod notices;
pub mod store;

pub use hall::{Hall, News};
pub use notices::{Reach, Sending};

use anyhow::{Context, Result};
use api::App;
use axum::Router;
use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures::StreamExt;
use kernel::Chance;
use shelf::{AnyMatch, Shelf};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::net::TcpListener;
use tower_http::compression::CompressionLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;

/// How a server is run.
#[derive(Clone, Debug)]
pub struct Config {
    pub listen: SocketAddr,
    /// A folder for SQLite, or `postgres://…`.
    pub database: String,
    /// `nats://…`, when several nodes share a database.
    pub bus: Option<String>,
    /// Serve the page's files from this folder instead of the built-in ones.
    pub web: Option<PathBuf>,
    /// How others reach this server, without a slash at the end; for links.
    pub public_url: Option<String>,
    /// Requests a second that one address may make in the long run; none for no limit.
    pub flood_limit: Option<u32>,
    /// A mail server, `smtp://user:password@host:port`, and the address that mail comes from.
    pub mail: Option<(String, String)>,
    pub notices: Sending,
    /// The same games in the same order, each time; for tests.
    pub seed: Option<u64>,
}

impl Config {
    /// On this computer only, with the data in this folder.
    pub fn local(listen: SocketAddr, database: String) -> Config {
        Config {
            listen,
            database,
            bus: None,
            web: None,
            public_url: None,
            flood_limit: Some(100),
            mail: None,
            notices: Sending::default(),
            seed: None,
        }
    }

    pub fn public_url(&self) -> String {
        match &self.public_url {
            Some(url) => url.trim_end_matches('/').to_owned(),
            None if self.listen.ip().is_unspecified() => format!("http://localhost:{}", self.listen.port()),
            None => format!("http://{}", self.listen),
        }
    }
}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    router: Router,
    hall: Arc<Hall>,
    config: Arc<Config>,
    address: SocketAddr,
    url: String,
}

impl Server {
    /// Opens the store and the port. Nothing is answered before `run`.
    pub async fn open(mut config: Config, shelf: Shelf) -> Result<Server> {
        let listener = TcpListener::bind(config.listen).await.with_context(|| {
            format!("cannot listen on {}; is another Orrery running? Choose another port with --listen", config.listen)
        })?;
        let address = listener.local_addr()?;
        config.listen = address;
        let store = store::open(&config.database).await?;
        let bus = bus::open(config.bus.as_deref()).await?;
        let hall = Hall::new(store, bus, config.bus.is_some(), now, shelf);
        let url = config.public_url();
        let config = Arc::new(config);
        let app = App {
            hall: hall.clone(),
            assets: Arc::new(assets::Assets::new(config.web.clone(), shelf)),
            studies: Arc::default(),
            guard: Arc::new(limits::Guard::new(config.flood_limit)),
            seeds: config.seed.map(|seed| Arc::new(Mutex::new(Chance::from_number(seed)))),
            config: config.clone(),
        };
        let router = router(app);
        Ok(Server { listener, router, hall, config, address, url })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Where a browser finds it.
    pub fn url(&self) -> &str {
        &self.url
    }

    pub fn hall(&self) -> &Arc<Hall> {
        &self.hall
    }

    /// Serves until `stop` is done, finishes what was begun, and closes the store.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> Result<()> {
        let watch = tokio::spawn(watch(self.hall.clone()));
        let listen = tokio::spawn(listen(self.hall.clone()));
        let notices = tokio::spawn(notices::dispatch(self.hall.clone(), self.config.clone()));
        let keeping = connections::Keeping::new(self.config.flood_limit.is_some());
        connections::serve(self.listener, self.router, keeping, stop).await;
        watch.abort();
        listen.abort();
        notices.abort();
        self.hall.store.close().await;
        Ok(())
    }
}

/// The description of the API as JSON.
pub fn openapi() -> String {
    api::openapi().to_pretty_json().expect("a description is plain data")
}

/// What the page may load and run: its own files and nothing else.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; \
                      connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";
/// No answer takes longer.
const LONGEST: Duration = Duration::from_secs(60);

fn router(app: App) -> Router {
    let flood_limit = app.config.flood_limit;
    let header = |name, value| SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value));
    let router = api::described()
        .0
        .with_state(app)
        .layer(CompressionLayer::new().quality(tower_http::CompressionLevel::Fastest))
        .layer(TimeoutLayer::with_status_code(axum::http::StatusCode::SERVICE_UNAVAILABLE, LONGEST))
        .layer(axum::middleware::from_fn(from_our_pages))
        .layer(axum::middleware::map_response(fault::in_our_words))
        // What one may see another may not: no cache on the way keeps it. Files say otherwise themselves.
        .layer(SetResponseHeaderLayer::if_not_present(header::CACHE_CONTROL, HeaderValue::from_static("no-store")))
        .layer(header(header::CONTENT_SECURITY_POLICY, POLICY))
        .layer(header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(header::REFERRER_POLICY, "no-referrer"));
    match flood_limit {
        Some(limit) => limits::against_floods(router, limit),
        None => router,
    }
}

/// Refuses what the page of somebody else asks for in the name of one who is logged in here. Programs that are no browsers
/// say nothing of where they come from.
async fn from_our_pages(request: Request, next: Next) -> Response {
    let headers = request.headers();
    let is_ours = headers.get("sec-fetch-site").is_none_or(|site| site == "same-origin" || site == "none");
    let is_harmless = request.method().is_safe() && !headers.contains_key(header::UPGRADE);
    if is_ours || is_harmless {
        next.run(request).await
    } else {
        fault::Fault::forbidden("This was asked for by another site. Open the table's own page.").into_response()
    }
}

/// Looks after matches that nobody asks for: bots that were interrupted, clocks that run out.
async fn watch(hall: Arc<Hall>) {
    const EVERY: Duration = Duration::from_secs(1);
    /// A match that was touched a moment ago is in good hands.
    const QUIET_MS: i64 = 3_000;
    loop {
        tokio::time::sleep(EVERY).await;
        let now = hall.now();
        let matches = match hall.store.matches_to_go_on_with(now, now - QUIET_MS, 100).await {
            Ok(matches) => matches,
            Err(_) => continue,
        };
        for kept in matches {
            let Ok(live) = hall.live(&kept.id).await else { continue };
            let late = live.table.read().await.out_of_time(now).is_some();
            if late {
                let stand_in = |table: &dyn AnyMatch, now: i64| {
                    table.out_of_time(now).map(Into::into).ok_or(session::Refusal::NotNow("Nobody is out of time."))
                };
                // Another node may have been quicker.
                let _done = hall.change(&kept.id, None, stand_in).await;
            }
            bots::drive(&hall, &live);
        }
    }
}

/// Hears what other nodes do.
async fn listen(hall: Arc<Hall>) {
    let mut heard = hall.bus.subscribe();
    while let Some(heard) = heard.next().await {
        match heard {
            bus::Heard::Hint(id, hint) => hall.heard(&id, hint).await,
            bus::Heard::Lagged => hall.heard_nothing().await,
        }
    }
}

/// Milliseconds since 1970.
fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}
