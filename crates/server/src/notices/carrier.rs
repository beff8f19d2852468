//! Sending: by webhook and by mail.

use super::addresses::Checked;
use super::letter::Letter;
use super::{Channel, Webhook, Wishes};
use crate::Config;
use lettre::message::Mailbox;
use lettre::{Message, SmtpTransport, Transport};
use std::time::Duration;
use ureq::unversioned::resolver::DefaultResolver;
use ureq::unversioned::transport::DefaultConnector;

/// Takes letters to people. It may take seconds, so it is called where waiting harms nobody.
pub trait Carrier: std::fmt::Debug + Send + Sync {
    /// Why it failed is the second half of a sentence, without a full stop.
    fn carry(&self, wishes: &Wishes, channel: Channel, letter: &Letter) -> Result<(), String>;
}

/// The real one.
#[derive(Debug)]
pub struct Post {
    agent: ureq::Agent,
    /// The mail server, and the address that mail comes from.
    mail: Option<(String, String)>,
}

/// Whoever does not answer by then is not there.
const PATIENCE: Duration = Duration::from_secs(10);
/// Answers are not read; this is for their headers.
const ANSWER_LIMIT: usize = 16 * 1024;

impl Post {
    pub fn new(config: &Config) -> Post {
        // No proxy and no redirects: either would lead elsewhere than to the address that was checked.
        let manner = ureq::Agent::config_builder()
            .proxy(None)
            .max_redirects(0)
            .http_status_as_error(false)
            .timeout_global(Some(PATIENCE))
            .max_response_header_size(ANSWER_LIMIT)
            .max_idle_connections(0)
            .user_agent("Orrery")
            .build();
        let names = Checked { reach: config.notices.reach, names: DefaultResolver::default() };
        let agent = ureq::Agent::with_parts(manner, DefaultConnector::default(), names);
        Post { agent, mail: config.mail.clone() }
    }

    fn call(&self, webhook: &Webhook, letter: &Letter) -> Result<(), String> {
        let request = self.agent.post(&webhook.url).content_type("application/json");
        let answer = request.send(letter.body(webhook)).map_err(|error| why(&error))?;
        if answer.status().is_success() {
            return Ok(());
        }
        // What the answer says stays there: it could be a page that the one who asks may not read himself.
        Err(format!("the server answered with status {}", answer.status().as_u16()))
    }

    fn mail(&self, to: &str, letter: &Letter) -> Result<(), String> {
        let (server, from) = self.mail.as_ref().ok_or("this server sends no mail")?;
        let from: Mailbox = from.parse().map_err(|_| "the address that mail comes from cannot be read")?;
        let to: Mailbox = to.parse().map_err(|_| "that is no mail address")?;
        let message = Message::builder()
            .from(from)
            .to(to)
            .subject(&letter.subject)
            .header(lettre::message::header::ContentType::TEXT_PLAIN)
            .body(format!("{}\n", letter.text))
            .map_err(|_| "the message could not be written")?;
        let transport = SmtpTransport::from_url(&encrypted_if_can_be(server))
            .map_err(|_| "the address of the mail server cannot be read")?
            .timeout(Some(PATIENCE))
            .build();
        match transport.send(&message) {
            Ok(_) => Ok(()),
            Err(error) if error.is_permanent() => Err("the mail server refused the message".to_owned()),
            Err(error) if error.is_transient() => Err("the mail server put the message off".to_owned()),
            Err(error) => {
                tracing::warn!(%error, "no mail could be sent");
                Err("the mail server could not be reached".to_owned())
            }
        }
    }
}

impl Carrier for Post {
    fn carry(&self, wishes: &Wishes, channel: Channel, letter: &Letter) -> Result<(), String> {
        match (channel, &wishes.webhook, &wishes.mail) {
            (Channel::Webhook, Some(webhook), _) => self.call(webhook, letter),
            (Channel::Mail, _, Some(address)) => self.mail(address, letter),
            (Channel::Webhook, None, _) | (Channel::Mail, _, None) => Err("no address is set".to_owned()),
        }
    }
}

fn why(error: &ureq::Error) -> String {
    match error {
        ureq::Error::Timeout(_) => "the server did not answer in time".to_owned(),
        ureq::Error::HostNotFound => "there is no server of that name".to_owned(),
        ureq::Error::Io(_) | ureq::Error::ConnectionFailed => "the server could not be reached".to_owned(),
        ureq::Error::Rustls(_) | ureq::Error::Tls(_) => "no safe connection could be made".to_owned(),
        ureq::Error::Other(reason) => reason.to_string(),
        // Somebody else's list, and a long one.
        _ => "the server could not be talked to".to_owned(),
    }
}

/// Passwords do not go over the line in the clear where the mail server can do better.
fn encrypted_if_can_be(server: &str) -> String {
    if !server.starts_with("smtp://") || server.contains("tls=") {
        return server.to_owned();
    }
    let joint = if server.contains('?') { '&' } else { '?' };
    format!("{server}{joint}tls=opportunistic")
}
