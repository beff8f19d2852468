//! Accounts: a name and a password, so that matches are found again from any device. Nobody needs one to play.

use super::App;
use super::caller::{Asker, Caller, LOGIN_COOKIE, log_in_first};
use super::lobby::{Summary, summary};
use super::read::{Json, Path};
use crate::fault::{Busy, Fault, No, WithBody};
use crate::notices;
use crate::store::{Account, AccountId, ApiKey, MatchState, StoreError, Token};
use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use session::clean_name;
use utoipa::ToSchema;

/// How long a login lasts.
const LOGIN_DAYS: i64 = 60;
const LEAST_PASSWORD: usize = 8;
const MOST_PASSWORD: usize = 200;

#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    #[schema(min_length = 1, max_length = 40)]
    pub name: String,
    #[schema(min_length = 8, max_length = 200)]
    pub password: String,
}

impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Credentials({})", self.name)
    }
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Name {
    pub name: String,
}

/// Makes an account and logs in.
#[utoipa::path(post, path = "/api/accounts", request_body = Credentials,
    responses((status = 201, body = Name), (status = 401, body = No), (status = 409, body = No), WithBody))]
pub async fn register(State(app): State<App>, caller: Caller, Json(new): Json<Credentials>) -> Result<Response, Fault> {
    let name = clean_name(&new.name);
    if name.is_empty() || name != new.name.trim() {
        return Err(Fault::bad("A name has 1 to 40 letters, without line breaks or double blanks."));
    }
    let password = hashed(&app, &caller, new.password).await?;
    let account = Account { id: AccountId::random(), name, password, created: app.hall.now() };
    app.hall.store.create_account(account.clone()).await?;
    logged_in(&app, &account, StatusCode::CREATED).await
}

/// The hash of a new password. Hashing takes its time on purpose.
async fn hashed(app: &App, caller: &Caller, password: String) -> Result<String, Fault> {
    if !(LEAST_PASSWORD..=MOST_PASSWORD).contains(&password.chars().count()) {
        return Err(Fault::bad(format!("A password has {LEAST_PASSWORD} to {MOST_PASSWORD} letters.")));
    }
    let hash = move || Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string());
    app.guard.password(caller.address, hash).await?.map_err(|_| Fault::busy("Please try again."))
}

/// Is it the password that was hashed?
async fn fits(app: &App, caller: &Caller, hash: String, password: String) -> Result<bool, Fault> {
    let fits = move || {
        argon2::PasswordHash::new(&hash)
            .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
    };
    app.guard.password(caller.address, fits).await
}

/// Logs in.
#[utoipa::path(post, path = "/api/login", request_body = Credentials,
    responses((status = 200, body = Name), (status = 401, body = No), WithBody))]
pub async fn log_in(State(app): State<App>, caller: Caller, Json(who): Json<Credentials>) -> Result<Response, Fault> {
    let account = app.hall.store.account_named(who.name.trim()).await?;
    // Takes as long whether or not there is such an account.
    let hash = account.as_ref().map_or(NOBODY, |account| &account.password).to_owned();
    let fits = fits(&app, &caller, hash, who.password).await?;
    match account {
        Some(account) if fits => logged_in(&app, &account, StatusCode::OK).await,
        _ => Err(does_not_fit()),
    }
}

/// The hash of no password, for names that nobody has.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$YWFhYWFhYWFhYWFhYWFhYQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

fn does_not_fit() -> Fault {
    Fault::unknown("Name and password do not fit.")
}

async fn logged_in(app: &App, account: &Account, status: StatusCode) -> Result<Response, Fault> {
    let token = Token::random();
    let expires = app.hall.now() + LOGIN_DAYS * 24 * 60 * 60 * 1000;
    app.hall.store.log_in(token.hash(), account, expires).await.map_err(|error| match error {
        // The password was changed while it was tried.
        StoreError::NotFound => does_not_fit(),
        error => error.into(),
    })?;
    let secure = if app.config.public_url().starts_with("https:") { "; Secure" } else { "" };
    let seconds = LOGIN_DAYS * 24 * 60 * 60;
    let cookie = format!("{LOGIN_COOKIE}={token}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}");
    let name = axum::Json(Name { name: account.name.clone() });
    Ok((status, [(header::SET_COOKIE, cookie)], name).into_response())
}

/// Logs out.
#[utoipa::path(post, path = "/api/logout", responses((status = 204), (status = 401, body = No), Busy))]
pub async fn log_out(State(app): State<App>, caller: Caller) -> Result<Response, Fault> {
    match &caller.login {
        Some(login) => app.hall.store.log_out(login.hash()).await?,
        None => return Ok(StatusCode::NO_CONTENT.into_response()),
    }
    Ok(logged_out())
}

/// Logs out on all devices.
#[utoipa::path(post, path = "/api/logout-everywhere", security(("login" = [])),
    responses((status = 204), (status = 401, body = No), Busy))]
pub async fn log_out_everywhere(State(app): State<App>, caller: Caller) -> Result<Response, Fault> {
    let account = caller.need_login(&app).await?;
    app.hall.store.log_out_everywhere(&account.id).await?;
    Ok(logged_out())
}

fn logged_out() -> Response {
    let cookie = format!("{LOGIN_COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
    (StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]).into_response()
}

#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// The one until now.
    pub old: String,
    #[schema(min_length = 8, max_length = 200)]
    pub new: String,
}

impl std::fmt::Debug for NewPassword {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("NewPassword(…)")
    }
}

/// Changes the password, logs out on all devices and logs in anew on this one. API keys stay as they are.
#[utoipa::path(put, path = "/api/me/password", security(("login" = [])), request_body = NewPassword,
    responses((status = 200, body = Name), (status = 401, body = No), (status = 403, body = No), WithBody))]
pub async fn set_password(
    State(app): State<App>,
    caller: Caller,
    Json(wanted): Json<NewPassword>,
) -> Result<Response, Fault> {
    let account = caller.need_login(&app).await?;
    need_password(&app, &caller, &account, wanted.old).await?;
    let password = hashed(&app, &caller, wanted.new).await?;
    let changed = app.hall.store.set_password(&account.id, account.password.clone(), password.clone()).await;
    changed.map_err(|error| match error {
        StoreError::NotFound => not_the_password(),
        error => error.into(),
    })?;
    logged_in(&app, &Account { password, ..account }, StatusCode::OK).await
}

#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Parting {
    /// So that nobody does it who merely sits before an open screen.
    pub password: String,
}

impl std::fmt::Debug for Parting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Parting(…)")
    }
}

/// Deletes the account, with its logins, keys and notifications. Its games go on: a seat is still opened by its link.
#[utoipa::path(post, path = "/api/me/delete", security(("login" = [])), request_body = Parting,
    responses((status = 204), (status = 401, body = No), (status = 403, body = No), WithBody))]
pub async fn delete(State(app): State<App>, caller: Caller, Json(parting): Json<Parting>) -> Result<Response, Fault> {
    let account = caller.need_login(&app).await?;
    need_password(&app, &caller, &account, parting.password).await?;
    match app.hall.store.delete_account(&account.id).await {
        // Asked twice at once: the login went with the account.
        Err(StoreError::NotFound) => Err(log_in_first()),
        done => done.map(|()| logged_out()).map_err(Fault::from),
    }
}

async fn need_password(app: &App, caller: &Caller, account: &Account, password: String) -> Result<(), Fault> {
    let fits = fits(app, caller, account.password.clone(), password).await?;
    if fits { Ok(()) } else { Err(not_the_password()) }
}

fn not_the_password() -> Fault {
    Fault::forbidden("That is not your password.")
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Me {
    pub name: String,
    pub matches: Vec<MyMatch>,
    /// None for an API key: they are for playing, and where to tell somebody is nobody else's business.
    pub notifications: Option<notices::Wishes>,
    /// Why the last message could not be sent.
    pub last_error: Option<String>,
    /// This server can send mail.
    pub can_mail: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct MyMatch {
    #[serde(flatten)]
    pub summary: Summary,
    /// The account's own seats.
    pub held: Vec<u8>,
    pub my_turn: bool,
}

const MY_MATCHES: i64 = 100;

/// The account that asks, its matches, and how it wants to be told of its turn.
#[utoipa::path(get, path = "/api/me", security(("key" = []), ("login" = [])),
    responses((status = 200, body = Me), (status = 401, body = No), Busy))]
pub async fn me(State(app): State<App>, caller: Caller) -> Result<axum::Json<Me>, Fault> {
    let Asker { account, by_login } = caller.need_account(&app).await?;
    let mut matches = Vec::new();
    for mine in app.hall.store.matches_of(&account.id, None, MY_MATCHES).await? {
        let held: Vec<u8> = mine.seats.iter().map(|&seat| seat as u8).collect();
        let my_turn = match mine.the_match.state {
            MatchState::Over => false,
            MatchState::Open | MatchState::Running => match app.hall.live(&mine.the_match.id).await {
                Ok(live) => live.table.read().await.seats_asked().iter().any(|seat| held.contains(&seat.0)),
                Err(_) => false,
            },
        };
        matches.push(MyMatch { summary: summary(&app, &mine.the_match), held, my_turn });
    }
    let kept = app.hall.store.notification_settings(&account.id).await?.filter(|_| by_login);
    let last_error = kept.as_ref().and_then(|kept| kept.last_error.clone());
    let wishes = || kept.and_then(|kept| serde_json::from_str(&kept.settings).ok()).unwrap_or_default();
    let notifications = by_login.then(wishes);
    let can_mail = app.config.mail.is_some();
    Ok(axum::Json(Me { name: account.name, matches, notifications, last_error, can_mail }))
}

/// Says how to be told of one's turn.
#[utoipa::path(put, path = "/api/me/notifications", security(("login" = [])), request_body = notices::Wishes,
    responses((status = 204), (status = 401, body = No), WithBody))]
pub async fn set_notifications(
    State(app): State<App>,
    caller: Caller,
    Json(wishes): Json<notices::Wishes>,
) -> Result<StatusCode, Fault> {
    let account = caller.need_login(&app).await?;
    wishes.check(&app.config).map_err(Fault::bad)?;
    app.hall.store.set_notification_settings(&account.id, crate::hall::to_json(&wishes)).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Tried {
    /// What came of it, in a sentence.
    pub result: String,
}

/// Sends a message now, to see whether it arrives.
#[utoipa::path(post, path = "/api/me/notifications/test", security(("login" = [])),
    responses((status = 200, body = Tried), (status = 401, body = No), (status = 422, body = No), Busy))]
pub async fn try_notifications(State(app): State<App>, caller: Caller) -> Result<axum::Json<Tried>, Fault> {
    let account = caller.need_login(&app).await?;
    app.guard.trial(&account.id, caller.address)?;
    let result = notices::try_out(&app, &account).await.map_err(Fault::bad)?;
    Ok(axum::Json(Tried { result }))
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewKey {
    /// What it is for; the first 40 letters are kept.
    pub label: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct Key {
    /// Names it, and does not open anything.
    pub id: String,
    /// Shown once: only a hash of it is kept.
    pub key: String,
}

/// An API key that was made before.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
pub struct KnownKey {
    /// Names it, and does not open anything.
    pub id: String,
    pub label: String,
    pub created: i64,
    /// To the minute.
    pub last_used: Option<i64>,
}

/// The beginning of the hash: enough to tell twenty keys apart.
fn name_of(key: &ApiKey) -> String {
    key.hash.0[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The API keys of this account.
#[utoipa::path(get, path = "/api/me/keys", security(("login" = [])),
    responses((status = 200, body = Vec<KnownKey>), (status = 401, body = No), Busy))]
pub async fn keys(State(app): State<App>, caller: Caller) -> Result<axum::Json<Vec<KnownKey>>, Fault> {
    let account = caller.need_login(&app).await?;
    let keys = app.hall.store.api_keys_of(&account.id).await?;
    let known =
        |key: ApiKey| KnownKey { id: name_of(&key), label: key.label, created: key.created, last_used: key.last_used };
    Ok(axum::Json(keys.into_iter().map(known).collect()))
}

/// Takes an API key back: it opens nothing any more.
#[utoipa::path(delete, path = "/api/me/keys/{id}", security(("login" = [])),
    params(("id" = String, Path, description = "As in the list of keys.")),
    responses((status = 204), (status = 401, body = No), (status = 404, body = No), Busy))]
pub async fn remove_key(State(app): State<App>, caller: Caller, Path(id): Path<String>) -> Result<StatusCode, Fault> {
    let account = caller.need_login(&app).await?;
    let keys = app.hall.store.api_keys_of(&account.id).await?;
    let key = keys.iter().find(|key| name_of(key) == id).ok_or_else(|| Fault::missing("You have no such key."))?;
    app.hall.store.remove_api_key(&account.id, key.hash).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Makes an API key, for programs that play in the name of this account.
#[utoipa::path(post, path = "/api/me/keys", security(("login" = [])), request_body = NewKey,
    responses((status = 201, body = Key), (status = 401, body = No), (status = 409, body = No), WithBody))]
pub async fn create_key(
    State(app): State<App>,
    caller: Caller,
    Json(new): Json<NewKey>,
) -> Result<(StatusCode, axum::Json<Key>), Fault> {
    let account = caller.need_login(&app).await?;
    let key = Token::random();
    let kept = ApiKey {
        hash: key.hash(),
        account: account.id,
        label: clean_name(&new.label),
        created: app.hall.now(),
        last_used: None,
    };
    let id = name_of(&kept);
    app.hall.store.create_api_key(kept).await?;
    Ok((StatusCode::CREATED, axum::Json(Key { id, key: key.to_string() })))
}
