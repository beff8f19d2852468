//! Everything that the page can do, as JSON over HTTP. A bot of somebody else's can do it too.

mod accounts;
mod caller;
mod library;
mod lobby;
mod play;
mod read;
mod replay;
mod seats;
mod socket;
mod system;
mod tables;

use crate::hall::Hall;
use crate::limits;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use kernel::Chance;
use replay::Studies;
use std::sync::{Arc, Mutex};
use tower_http::compression::CompressionLayer;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityRequirement, SecurityScheme};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// What every handler can reach.
#[derive(Clone, Debug)]
pub struct App {
    pub hall: Arc<Hall>,
    pub config: Arc<crate::Config>,
    pub studies: Arc<Studies>,
    pub assets: Arc<crate::assets::Assets>,
    pub guard: Arc<limits::Guard>,
    /// Where new tables have their seeds from; none for the operating system.
    pub seeds: Option<Arc<Mutex<Chance>>>,
}

/// No request needs more.
const BODY_LIMIT: usize = 64 * 1024;

#[derive(OpenApi)]
#[openapi(info(
    title = "Orrery",
    description = "Matches, seats, pages and choices. A seat is held by a key, sent as a bearer token; whatever changes a \
                   match names the sequence that it answers, and nothing is changed by a request that came too late."
), modifiers(&Doors))]
struct Description;

/// How the one who asks may say who he is. He need not: then he is a stranger, who may look on.
struct Doors;

impl Modify for Doors {
    fn modify(&self, description: &mut utoipa::openapi::OpenApi) {
        let mut bearer = Http::new(HttpAuthScheme::Bearer);
        bearer.description = Some("The key of a seat, or an API key.".to_owned());
        let cookie = ApiKeyValue::with_description(caller::LOGIN_COOKIE, "The cookie of a login.");
        let components = description.components.get_or_insert_default();
        components.add_security_scheme("key", SecurityScheme::Http(bearer));
        components.add_security_scheme("login", SecurityScheme::ApiKey(ApiKey::Cookie(cookie)));
        let door = |name: &str| SecurityRequirement::new::<_, [&str; 0], _>(name, []);
        description.security = Some(vec![SecurityRequirement::default(), door("key"), door("login")]);
    }
}

/// The description of the API.
pub fn openapi() -> utoipa::openapi::OpenApi {
    described().1
}

/// The routes, and their description.
pub fn described() -> (Router<App>, utoipa::openapi::OpenApi) {
    let (router, description) = OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(tables::games))
        .routes(routes!(tables::poster))
        .routes(routes!(lobby::list, tables::create))
        .routes(routes!(lobby::show))
        .routes(routes!(seats::join))
        .routes(routes!(seats::new_link))
        .routes(routes!(seats::take_along))
        .routes(routes!(play::page))
        .routes(routes!(play::preview))
        .routes(routes!(play::choose))
        .routes(routes!(play::undo))
        .routes(routes!(play::resign))
        .routes(routes!(play::come_back))
        .routes(routes!(play::log))
        .routes(routes!(play::chat, play::say))
        .routes(routes!(socket::open))
        .routes(routes!(play::board))
        .routes(routes!(play::odds))
        .routes(routes!(replay::timeline))
        .routes(routes!(replay::step))
        .routes(routes!(replay::fork))
        .routes(routes!(replay::chances))
        .routes(routes!(replay::record))
        .routes(routes!(library::odds))
        .routes(routes!(library::glossary))
        .routes(routes!(library::clauses))
        .routes(routes!(library::component))
        .routes(routes!(library::guide))
        .routes(routes!(accounts::register))
        .routes(routes!(accounts::log_in))
        .routes(routes!(accounts::log_out))
        .routes(routes!(accounts::me))
        .routes(routes!(accounts::set_notifications))
        .routes(routes!(accounts::try_notifications))
        .routes(routes!(accounts::log_out_everywhere))
        .routes(routes!(accounts::set_password))
        .routes(routes!(accounts::delete))
        .routes(routes!(accounts::keys, accounts::create_key))
        .routes(routes!(accounts::remove_key))
        .split_for_parts();
    // Files are packed well, for they are sent once; answers quickly (see `router`).
    let files = system::routes(&description).layer(CompressionLayer::new());
    let router = router
        .merge(files)
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(axum::middleware::from_fn(crate::metrics::of_requests));
    (router, description)
}
