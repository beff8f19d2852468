//! A server for one test, and what to talk to it with.

use serde_json::{Value, json};
use server::{Config, Hall, Server};
use shelf::{Shelf, Wish};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Once, OnceLock};
use std::thread::JoinHandle;
use tokio::sync::oneshot;

/// The games that people come for, and the small ones.
pub fn shelf() -> Shelf {
    static SHELF: OnceLock<Shelf> = OnceLock::new();
    *SHELF.get_or_init(|| games::SHELF.and(small_games::SHELF))
}

/// The game that tests play where any will do.
pub fn game() -> &'static str {
    shelf().first().name()
}

/// What that game is played with by so many.
pub fn wish(seats: u8) -> Wish {
    shelf().first().fill(&Wish { seats: Some(seats), ..Wish::default() }, 0).expect("so many may play")
}

/// Its sides for so many.
pub fn sides(seats: u8) -> Vec<String> {
    wish(seats).sides
}

/// What these sides are called.
pub fn names(seats: u8) -> Vec<String> {
    let offer = shelf().first().offer();
    let name = |id: &String| offer.sides.iter().find(|side| side.id == *id).map(|side| side.name.clone());
    sides(seats).iter().filter_map(name).collect()
}

/// A server that runs until the test ends. Whoever panics in it fails the test.
pub struct House {
    pub url: String,
    pub address: SocketAddr,
    pub hall: Arc<Hall>,
    pub runtime: tokio::runtime::Handle,
    name: String,
    agent: ureq::Agent,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
    _folder: tempfile::TempDir,
}

impl House {
    /// Without a flood limit.
    pub fn open() -> House {
        House::with(|_| ())
    }

    pub fn with(change: impl FnOnce(&mut Config)) -> House {
        static HOUSES: AtomicUsize = AtomicUsize::new(0);
        listen_for_panics();
        let name = format!("house {}.", HOUSES.fetch_add(1, Ordering::Relaxed));
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let place = folder.path().to_str().expect("its name is text").to_owned();
        let mut config = Config::local(SocketAddr::from(([127, 0, 0, 1], 0)), place);
        config.flood_limit = None;
        change(&mut config);
        let (stop, stopped) = oneshot::channel::<()>();
        let (tell, told) = std::sync::mpsc::channel();
        let of_house = name.clone();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .thread_name(of_house)
                .enable_all()
                .build()
                .expect("threads can be had");
            runtime.block_on(async {
                let server = Server::open(config, shelf()).await.expect("a free port and an empty folder are enough");
                let handle = tokio::runtime::Handle::current();
                let told = (server.url().to_owned(), server.address(), server.hall().clone(), handle);
                tell.send(told).expect("the test waits for it");
                let stop = async {
                    let _stopped = stopped.await;
                };
                server.run(stop).await.expect("it stops without complaint");
            });
            runtime.shutdown_timeout(std::time::Duration::from_secs(1));
        });
        let (url, address, hall, runtime) = told.recv().expect("the server starts");
        // A connection for each request: whoever answers before he has read everything hangs up.
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_idle_connections(0)
            .build()
            .new_agent();
        House { url, address, hall, runtime, name, agent, stop: Some(stop), thread: Some(thread), _folder: folder }
    }

    /// Sends a request. Whatever says no must do so in a sentence.
    pub fn send(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let answer = self.send_any(method, path, headers, body);
        answer.check(&format!("{method} {path}"), method == "HEAD");
        answer
    }

    /// Sends a request that may be answered with a page.
    pub fn send_any(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut request = ureq::http::Request::builder().method(method).uri(format!("{}{path}", self.url));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let has_body = ["POST", "PUT", "PATCH"].contains(&method);
        let answer = if has_body {
            self.agent.run(request.body(body).expect("a test writes requests correctly"))
        } else {
            self.agent.run(request.body(()).expect("a test writes requests correctly"))
        };
        let mut answer = answer.expect("the server answers");
        let header = |name: &str| answer.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
        let (kind, etag, allow, cookie) =
            (header("content-type"), header("etag"), header("allow"), header("set-cookie"));
        let status = answer.status().as_u16();
        let text = answer.body_mut().read_to_string().expect("an answer is text");
        let json = match kind.as_deref() {
            Some("application/json") => serde_json::from_str(&text).expect("JSON can be read"),
            _ => Value::Null,
        };
        Answer { status, json, text, kind, etag, allow, cookie }
    }

    pub fn get(&self, path: &str, key: &str) -> Answer {
        let bearer = format!("Bearer {key}");
        let headers = [("authorization", bearer.as_str())];
        self.send("GET", path, if key.is_empty() { &[] } else { &headers }, &[])
    }

    pub fn post(&self, path: &str, key: &str, body: &Value) -> Answer {
        let bearer = format!("Bearer {key}");
        let headers = [("content-type", "application/json"), ("authorization", bearer.as_str())];
        let headers = if key.is_empty() { &headers[..1] } else { &headers[..] };
        self.send("POST", path, headers, body.to_string().as_bytes())
    }

    /// Sends a request with the cookie of a login.
    pub fn as_member(&self, method: &str, path: &str, cookie: &str, body: Option<&Value>) -> Answer {
        let headers = [("cookie", cookie), ("content-type", "application/json")];
        let headers = if body.is_some() { &headers[..] } else { &headers[..1] };
        self.send(method, path, headers, body.map(Value::to_string).unwrap_or_default().as_bytes())
    }

    /// A table for two, or for as many as `more` says.
    pub fn table(&self, key: &str, seats: &Value, more: &Value) -> Seated {
        let mut table = json!({ "game": game(), "sides": sides(2), "seats": seats });
        for (name, value) in more.as_object().into_iter().flatten() {
            table[name] = value.clone();
        }
        self.post("/api/matches", key, &table).expect(201).seated()
    }

    /// One seat for the host, one for whoever gets the link; the other has sat down already. Both seats' keys.
    pub fn two_players(&self) -> (Seated, String) {
        let seated = self.table("", &json!([{ "sitter": "person", "name": "Ann" }, { "sitter": "open" }]), &json!({}));
        let key = self.sit_down(&seated, &seated.links[0], "Bo");
        (seated, key)
    }

    /// Sits down with a link, and gives back the key that opens the seat from then on.
    pub fn sit_down(&self, seated: &Seated, link: &str, name: &str) -> String {
        self.post(&seated.path("join"), link, &json!({ "name": name })).expect(200).seated().key
    }

    pub fn page(&self, seated: &Seated, key: &str) -> Value {
        self.get(&seated.path("page"), key).expect(200).json
    }

    /// The key that is asked something, and its page.
    pub fn asked<'a>(&self, seated: &Seated, keys: &[&'a str]) -> (&'a str, Value) {
        let pages = keys.iter().map(|key| (*key, self.page(seated, key)));
        pages.into_iter().find(|(_, page)| !page["prompt"].is_null()).expect("one of them is asked")
    }

    /// Gives the first answer that is offered on this page.
    pub fn choose_first(&self, seated: &Seated, key: &str, page: &Value) -> Answer {
        let choice = &page["prompt"]["options"][0]["id"];
        let batch = json!({ "sequence": page["sequence"], "choices": [choice] });
        self.post(&seated.path("choices"), key, &batch)
    }

    /// Makes an account and gives back its cookie.
    pub fn register(&self, name: &str) -> String {
        let made = self.post("/api/accounts", "", &json!({ "name": name, "password": "correct horse" })).expect(201);
        made.cookie()
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let stop = self.stop.take();
        drop(stop);
        if std::thread::panicking() {
            return;
        }
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server stops");
        }
        let panics = PANICS.lock().expect("nobody panics while he notes a panic");
        let own: Vec<&String> = panics.iter().filter(|panic| panic.starts_with(&self.name)).collect();
        assert!(own.is_empty(), "the server panicked: {own:?}");
    }
}

/// Who panicked where.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn listen_for_panics() {
    static LISTENING: Once = Once::new();
    LISTENING.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let thread = std::thread::current();
            if let (Some(name), Ok(mut panics)) = (thread.name(), PANICS.lock()) {
                panics.push(format!("{name} {panic}"));
            }
            before(panic);
        }));
    });
}

/// What a server said.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// Null for whatever is no JSON.
    pub json: Value,
    pub text: String,
    pub kind: Option<String>,
    pub etag: Option<String>,
    pub allow: Option<String>,
    cookie: Option<String>,
}

impl Answer {
    /// Every no is one sentence for a person.
    fn check(&self, request: &str, is_head: bool) {
        assert_ne!(self.status, 500, "{request}: {}", self.text);
        if self.status < 400 || is_head {
            return;
        }
        let error = self.json["error"].as_str().unwrap_or_default();
        let is_sentence = error.ends_with(['.', '!', '?']) && error.chars().next().is_some_and(|c| !c.is_lowercase());
        assert!(is_sentence, "{request} was answered with {}: {:?}", self.status, self.text);
    }

    pub fn expect(self, status: u16) -> Answer {
        assert_eq!(self.status, status, "{}", self.text);
        self
    }

    pub fn error(&self) -> &str {
        self.json["error"].as_str().unwrap_or_default()
    }

    /// The cookie of a login, as it is sent back.
    pub fn cookie(&self) -> String {
        let cookie = self.cookie.as_deref().expect("a login sets a cookie");
        cookie.split(';').next().unwrap_or_default().to_owned()
    }

    pub fn seated(self) -> Seated {
        let text = |value: &Value| value.as_str().expect("it is text").to_owned();
        let links = self.json["links"].as_array().expect("there is a list of links").iter();
        let key_of = |link: &Value| text(&link["url"]).rsplit_once('#').expect("a link has a key").1.to_owned();
        Seated { id: text(&self.json["id"]), key: text(&self.json["key"]), links: links.map(key_of).collect() }
    }
}

/// A table, the host's key, and the keys of the links.
#[derive(Debug)]
pub struct Seated {
    pub id: String,
    pub key: String,
    pub links: Vec<String>,
}

impl Seated {
    pub fn path(&self, rest: &str) -> String {
        format!("/api/matches/{}/{rest}", self.id).trim_end_matches('/').to_owned()
    }
}
