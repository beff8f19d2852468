//! Who asks: by the key of a seat, by a login, or nobody in particular.

use super::App;
use super::lobby::match_id;
use crate::connections::Counted;
use crate::fault::Fault;
use crate::hall::{KeptSettings, Live};
use crate::limits::household;
use crate::store::{Account, AccountId, Match, MatchId, Role, Store, Token, TokenHash};
use axum::extract::{ConnectInfo, FromRequestParts, RawPathParams};
use axum::http::header;
use axum::http::request::Parts;
use kernel::{Seat, SeatSet, Viewer};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// The cookie of a login.
pub const LOGIN_COOKIE: &str = "orrery_login";

/// What came with a request to tell who asks.
#[derive(Clone, Debug, Default)]
pub struct Caller {
    /// A bearer token: the key of a seat, or an API key.
    pub token: Option<Token>,
    pub login: Option<Token>,
    /// The name and port under which he found this server.
    pub host: Option<String>,
    /// Where he calls from, as far as addresses are told apart.
    pub address: Option<IpAddr>,
    /// Held as long as he is on the line.
    pub _on_the_line: Option<Arc<Counted>>,
}

impl FromRequestParts<App> for Caller {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, _app: &App) -> Result<Self, Fault> {
        let token = match parts.headers.get(header::AUTHORIZATION) {
            None => None,
            Some(value) => {
                let text = value.to_str().ok().and_then(|text| text.split_once(' '));
                let text = text.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
                let token = text.and_then(|(_, text)| text.trim().parse().ok());
                Some(token.ok_or_else(|| Fault::unknown("This key is not one of ours. Open your link again."))?)
            }
        };
        let cookies = parts.headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let login = cookies
            .flat_map(|line| line.split(';'))
            .filter_map(|cookie| cookie.trim().split_once('='))
            .find(|(name, _)| *name == LOGIN_COOKIE)
            .and_then(|(_, value)| value.parse().ok());
        let is_name =
            |text: &&str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || ".-:[]".contains(c));
        let host = parts.headers.get(header::HOST).and_then(|value| value.to_str().ok()).filter(is_name);
        let address =
            parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(address)| household(address.ip()));
        let _on_the_line = parts.extensions.get::<Arc<Counted>>().cloned();
        Ok(Caller { token, login, host: host.map(str::to_owned), address, _on_the_line })
    }
}

/// What somebody may do at one table.
#[derive(Clone, Debug)]
pub struct Rights {
    pub seats: SeatSet,
    /// Nobody else was given what he came in by; a link was sent by somebody, who has it too.
    pub is_theirs_alone: bool,
    /// The key of the match that was shown.
    pub key: Option<TokenHash>,
    has_hosts_key: bool,
    /// The account that is logged in, where no key of the match was shown.
    login: Option<AccountId>,
}

/// An account that asks.
#[derive(Clone, Debug)]
pub struct Asker {
    pub account: Account,
    /// It is logged in, and not asking by an API key.
    pub by_login: bool,
}

pub fn log_in_first() -> Fault {
    Fault::unknown("Log in first.")
}

impl Caller {
    /// The account that asks, by login or API key.
    pub async fn account(&self, app: &App) -> Result<Option<Asker>, Fault> {
        if let Some(account) = self.logged_in(app).await? {
            return Ok(Some(Asker { account, by_login: true }));
        }
        let Some(token) = &self.token else { return Ok(None) };
        let account = app.hall.store.use_api_key(token.hash(), app.hall.now()).await?;
        Ok(account.map(|account| Asker { account, by_login: false }))
    }

    pub async fn need_account(&self, app: &App) -> Result<Asker, Fault> {
        self.account(app).await?.ok_or_else(log_in_first)
    }

    /// The account that asks, by login alone: an API key is for playing, not for what belongs to the account.
    pub async fn need_login(&self, app: &App) -> Result<Account, Fault> {
        self.logged_in(app).await?.ok_or_else(log_in_first)
    }

    async fn logged_in(&self, app: &App) -> Result<Option<Account>, Fault> {
        match &self.login {
            Some(login) => Ok(app.hall.store.logged_in(login.hash(), app.hall.now()).await?),
            None => Ok(None),
        }
    }

    /// Which seats of this match the one who asks holds. A key of another match is refused; without any he looks on.
    pub async fn rights(&self, app: &App, id: &MatchId) -> Result<Rights, Fault> {
        let store = &app.hall.store;
        if let Some(token) = &self.token
            && let Some((of, key)) = store.find_key(token.hash()).await?
        {
            if of != *id {
                return Err(Fault::forbidden("This key is for another match."));
            }
            let seats = (0..8).map(Seat).filter(|seat| key.seats & (1 << seat.0) != 0).collect();
            let has_hosts_key = key.role == Role::Host;
            // A key that came with sitting down bears the name of the one who did.
            let is_theirs_alone = has_hosts_key || !key.label.is_empty();
            return Ok(Rights { seats, is_theirs_alone, key: Some(key.hash), has_hosts_key, login: None });
        }
        let Some(Asker { account, by_login }) = self.account(app).await? else {
            return match self.token {
                Some(_) => Err(Fault::unknown(
                    "This key is not known here. Open your link again, or ask the host for a new one.",
                )),
                None => Ok(Rights {
                    seats: SeatSet::NONE,
                    is_theirs_alone: false,
                    key: None,
                    has_hosts_key: false,
                    login: None,
                }),
            };
        };
        let seats = seats_of(&**store, id, &account).await?;
        // An API key is for playing: by it nobody is host.
        let login = by_login.then(|| account.id.clone());
        Ok(Rights { seats, is_theirs_alone: true, key: None, has_hosts_key: false, login })
    }
}

/// The opening of nearly every request about a match: which one, the table itself, and what the one who asks may do there.
#[derive(Debug)]
pub struct AtMatch {
    pub id: MatchId,
    pub live: Arc<Live>,
    pub rights: Rights,
    pub caller: Caller,
}

impl FromRequestParts<App> for AtMatch {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Fault> {
        let caller = Caller::from_request_parts(parts, app).await?;
        let wrong = || Fault::missing("There is no such match. Check the link.");
        let named = RawPathParams::from_request_parts(parts, app).await.map_err(|_| wrong())?;
        let id = named.iter().find(|(name, _)| *name == "id").map(|(_, id)| id).ok_or_else(wrong)?;
        let id = match_id(id)?;
        let live = app.hall.live(&id).await?;
        let rights = caller.rights(app, &id).await?;
        Ok(AtMatch { id, live, rights, caller })
    }
}

impl AtMatch {
    /// Who looks: see [`Rights::viewer`].
    pub async fn viewer(&self, wanted: Option<u8>) -> Result<Viewer, Fault> {
        self.rights.viewer(&self.live, wanted).await
    }

    /// The seat that acts: see [`Rights::need_seat`].
    pub async fn need_seat(&self, wanted: Option<u8>) -> Result<Seat, Fault> {
        self.rights.need_seat(wanted, &self.live).await
    }
}

async fn seats_of(store: &dyn Store, id: &MatchId, account: &Account) -> Result<SeatSet, Fault> {
    let all = store.accounts_in(id).await?;
    Ok(all.iter().filter(|taken| taken.account == account.id).map(|taken| Seat(taken.seat as u8)).collect())
}

impl Rights {
    /// Is he the host of this match, by his key or by his login?
    pub fn is_host(&self, kept: &Match) -> bool {
        let Some(login) = &self.login else { return self.has_hosts_key };
        let host = serde_json::from_str::<KeptSettings>(&kept.settings).ok().and_then(|kept| kept.host);
        host.as_deref() == Some(login.as_str())
    }

    /// Who looks: the seat that was asked for, else the held seat that is asked something, else the first held seat.
    pub async fn viewer(&self, live: &Live, wanted: Option<u8>) -> Result<Viewer, Fault> {
        if let Some(wanted) = wanted {
            return Ok(Viewer::Seat(self.need_seat(Some(wanted), live).await?));
        }
        if self.seats.is_empty() {
            let table = live.table.read().await;
            return if table.settings().spectators {
                Ok(Viewer::Spectator)
            } else {
                Err(Fault::forbidden("This table is not open to spectators."))
            };
        }
        Ok(Viewer::Seat(self.need_seat(None, live).await?))
    }

    /// The seat that acts.
    pub async fn need_seat(&self, wanted: Option<u8>, live: &Live) -> Result<Seat, Fault> {
        match wanted {
            Some(seat) if seat < 8 && self.seats.contains(Seat(seat)) => Ok(Seat(seat)),
            Some(_) => Err(Fault::forbidden("That is not your seat.")),
            None => {
                let asked = live.table.read().await.seats_asked();
                let held = || self.seats.iter();
                held()
                    .find(|seat| asked.contains(seat))
                    .or_else(|| held().next())
                    .ok_or_else(|| Fault::forbidden("You look on at this table: only those who sit at it decide."))
            }
        }
    }
}
