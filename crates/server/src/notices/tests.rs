//! Notices from the turn that begins to the letter, in virtual time.

use super::carrier::Carrier;
use super::dispatch::Dispatcher;
use super::letter::Letter;
use super::*;
use crate::hall::{KeptSettings, Live};
use crate::store::{AccountSeat, MatchState, NewMatch};
use crate::{bus, now, store};
use kernel::Viewer;
use session::{By, Looking, Settings, Sitting};
use shelf::{Have, Wish};
use std::sync::Mutex;

const MINUTE: i64 = 60_000;
/// Noon of some day.
const NOON: i64 = 20_000 * 24 * 60 * MINUTE + 12 * 60 * MINUTE;

/// Writes down what it was to carry.
#[derive(Debug, Default)]
struct Recorded {
    letters: Mutex<Vec<(Channel, String)>>,
    /// What does not get through.
    failing: Mutex<Vec<Channel>>,
}

impl Carrier for Recorded {
    fn carry(&self, _wishes: &Wishes, channel: Channel, letter: &Letter) -> Result<(), String> {
        self.letters.lock().expect("no test panics while it holds this").push((channel, letter.text.clone()));
        if self.failing.lock().expect("no test panics while it holds this").contains(&channel) {
            return Err("the server answered with status 500".to_owned());
        }
        Ok(())
    }
}

/// A hall, somebody who wants to be told, and what he was told.
struct House {
    hall: Arc<Hall>,
    dispatcher: Dispatcher,
    recorded: Arc<Recorded>,
    ann: AccountId,
    _folder: tempfile::TempDir,
}

impl House {
    async fn open(wishes: Wishes) -> House {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let place = folder.path().to_str().expect("its name is text");
        let store = store::open(place).await.expect("a new folder can be opened");
        let bus = bus::open(None).await.expect("nothing is connected to");
        let hall = Hall::new(store, bus, false, now, games::SHELF);
        let ann = AccountId::random();
        let account = Account { id: ann.clone(), name: "Ann".into(), password: String::new(), created: 0 };
        hall.store.create_account(account).await.expect("nobody else is called so");
        hall.store.set_notification_settings(&ann, to_json(&wishes)).await.expect("the account is there");
        let recorded = Arc::new(Recorded::default());
        let dispatcher = Dispatcher::new(hall.clone(), recorded.clone(), "https://orrery.example".into());
        House { hall, dispatcher, recorded, ann, _folder: folder }
    }

    /// A table at which Ann has the seat that is asked first.
    async fn table(&self, name: &str) -> (Arc<Live>, Seat) {
        let settings =
            Settings { name: name.to_owned(), ..Settings::of(vec![Sitting::person("Ann"), Sitting::here("Bo")]) };
        let wish = Wish { seats: Some(2), ..Wish::default() };
        let table = self.hall.shelf.first().set_up(&wish, [7; 32], settings.clone(), NOON);
        let table = table.expect("two may play");
        let seat = table.seats_asked()[0];
        let id = MatchId::random();
        let new = NewMatch {
            id: id.clone(),
            game: table.game().to_owned(),
            created: NOON,
            header: table.header(),
            settings: to_json(&KeptSettings::of(&*table, settings, None)),
            state: MatchState::Running,
            listed: false,
            waits_for_bot: false,
            wakes: None,
            keys: Vec::new(),
        };
        self.hall.store.create_match(new).await.expect("the id is new");
        let taken = AccountSeat { account: self.ann.clone(), match_id: id.clone(), seat: i64::from(seat.0) };
        self.hall.store.take_seat(taken).await.expect("match and account are there");
        (self.hall.live(&id).await.expect("it was just made"), seat)
    }

    async fn turn_began(&self, live: &Live, seat: Seat, at: i64) {
        put_in_outbox(&self.hall, &live.id, &[seat], at).await.expect("the store is open");
    }

    async fn deliver(&self, now: i64) {
        self.dispatcher.deliver(now, now).await.expect("the store is open");
    }

    fn fails(&self, channels: &[Channel]) {
        *self.recorded.failing.lock().expect("no test panics while it holds this") = channels.to_vec();
    }

    fn letters(&self) -> Vec<String> {
        let letters = self.recorded.letters.lock().expect("no test panics while it holds this");
        letters.iter().map(|(_, text)| text.clone()).collect()
    }

    /// The wishes as they are kept, and the last error.
    async fn kept(&self) -> (Wishes, Option<String>) {
        let kept = self.hall.store.notification_settings(&self.ann).await.expect("the store is open");
        let kept = kept.expect("they were set");
        (serde_json::from_str(&kept.settings).expect("they are wishes"), kept.last_error)
    }

    /// Answers for this seat until somebody else is asked.
    async fn take_turn(&self, live: &Live, seat: Seat) {
        for _ in 0..100 {
            let option = {
                let table = live.table.read().await;
                let looking = Looking { viewer: Viewer::Seat(seat), now: NOON, log_from: 0, present: SeatSet::NONE };
                table.page(looking, &Have::default()).prompt.map(|prompt| prompt.options[0].id.clone())
            };
            let Some(option) = option else { return };
            let choose = move |table: &dyn AnyMatch, at: i64| {
                table.choose(seat, std::slice::from_ref(&option), By::Person, at).map(Into::into)
            };
            self.hall.change(&live.id, None, choose).await.expect("it was offered");
        }
        panic!("a turn ends at some time");
    }
}

fn webhook() -> Wishes {
    let webhook = Webhook { url: "https://chat.example/".into(), format: Format::Raw, prefix: String::new() };
    Wishes { webhook: Some(webhook), ..Wishes::default() }
}

#[tokio::test]
async fn turns_in_several_games_are_told_of_in_one_message() {
    let house = House::open(webhook()).await;
    let ((friday, seat), (unnamed, other_seat)) = (house.table("Friday").await, house.table("").await);
    house.turn_began(&friday, seat, NOON).await;
    house.turn_began(&unnamed, other_seat, NOON + 5_000).await;
    house.deliver(NOON + 10_000).await;
    assert_eq!(
        house.letters(),
        [format!(
            "It is your turn in 2 games:\nFriday: https://orrery.example/match/{}\n\
             {}: https://orrery.example/match/{}",
            friday.id,
            house.hall.shelf.first().offer().title,
            unnamed.id
        )]
    );
    house.deliver(NOON + 20 * MINUTE).await;
    assert_eq!(house.letters().len(), 1, "nothing is said twice");
}

#[tokio::test]
async fn nothing_is_said_of_a_turn_that_was_taken_meanwhile() {
    let house = House::open(webhook()).await;
    let (live, seat) = house.table("Friday").await;
    house.turn_began(&live, seat, NOON).await;
    house.take_turn(&live, seat).await;
    house.deliver(NOON + 10_000).await;
    assert_eq!(house.letters(), [""; 0]);
}

#[tokio::test]
async fn nothing_is_said_to_one_who_looks_at_the_page() {
    let house = House::open(webhook()).await;
    let (live, seat) = house.table("Friday").await;
    let page = live.enter(&house.hall, [seat].into_iter().collect());
    house.turn_began(&live, seat, NOON).await;
    drop(page);
    house.deliver(NOON + 10_000).await;
    assert_eq!(house.letters(), [""; 0], "he had it open when the turn began");
    house.turn_began(&live, seat, NOON).await;
    let page = live.enter(&house.hall, [seat].into_iter().collect());
    house.deliver(NOON + 20_000).await;
    drop(page);
    house.deliver(NOON + 30_000).await;
    assert_eq!(house.letters(), [""; 0], "he opened it before the message went out");
}

#[tokio::test]
async fn nothing_is_sent_in_quiet_hours() {
    let text = r#"{"from": "11:00", "to": "13:30", "zone_offset_minutes": 0}"#;
    let quiet = Some(serde_json::from_str(text).expect("these are quiet hours"));
    let house = House::open(Wishes { quiet, ..webhook() }).await;
    let (live, seat) = house.table("Friday").await;
    house.turn_began(&live, seat, NOON).await;
    house.deliver(NOON + 89 * MINUTE).await;
    assert_eq!(house.letters(), [""; 0]);
    house.deliver(NOON + 90 * MINUTE).await;
    assert_eq!(house.letters().len(), 1);
}

#[tokio::test]
async fn quiet_hours_that_were_set_later_count_too() {
    let house = House::open(webhook()).await;
    let (live, seat) = house.table("Friday").await;
    house.turn_began(&live, seat, NOON).await;
    let text = r#"{"from": "23:00", "to": "02:01", "zone_offset_minutes": 720}"#;
    let quiet = Some(serde_json::from_str(text).expect("these are quiet hours"));
    house
        .hall
        .store
        .set_notification_settings(&house.ann, to_json(&Wishes { quiet, ..webhook() }))
        .await
        .expect("kept");
    house.deliver(NOON + MINUTE).await;
    assert_eq!(house.letters(), [""; 0]);
    house.deliver(NOON + 121 * MINUTE).await;
    assert_eq!(house.letters().len(), 1);
}

#[tokio::test]
async fn a_message_that_fails_is_tried_for_a_day_and_then_switched_off() {
    let house = House::open(webhook()).await;
    let (live, seat) = house.table("Friday").await;
    house.fails(&[Channel::Webhook]);
    house.turn_began(&live, seat, NOON).await;
    let mut tried = Vec::new();
    for minute in 0..26 * 60 {
        let before = house.letters().len();
        house.deliver(NOON + minute * MINUTE).await;
        if house.letters().len() > before {
            tried.push(minute);
        }
        if minute == 100 {
            let error = house.kept().await.1;
            assert_eq!(error.as_deref(), Some("Webhook: the server answered with status 500. It is tried again."));
        }
    }
    let pauses: Vec<i64> = tried.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert_eq!(pauses[..8], [1, 2, 4, 8, 16, 32, 60, 60]);
    assert!(pauses[8..].iter().all(|&pause| pause == 60), "{pauses:?}");
    assert_eq!(tried.last(), Some(&(24 * 60 + 3)));
    let (wishes, error) = house.kept().await;
    assert_eq!(wishes.off, [Channel::Webhook]);
    assert_eq!(
        error.as_deref(),
        Some("Webhook: the server answered with status 500. It has failed for a day and is switched off now.")
    );
    house.turn_began(&live, seat, NOON + 3_000 * MINUTE).await;
    house.deliver(NOON + 3_001 * MINUTE).await;
    assert_eq!(house.letters().len(), tried.len(), "what is switched off is not used");
}

#[tokio::test]
async fn a_message_that_arrives_clears_the_error() {
    let house = House::open(webhook()).await;
    let (live, seat) = house.table("Friday").await;
    house.fails(&[Channel::Webhook]);
    house.turn_began(&live, seat, NOON).await;
    house.deliver(NOON).await;
    assert!(house.kept().await.1.is_some());
    house.fails(&[]);
    house.deliver(NOON + MINUTE).await;
    assert_eq!(house.kept().await.1, None);
    assert_eq!(house.letters().len(), 2);
}

#[tokio::test]
async fn mail_and_webhook_fail_apart_from_each_other() {
    let house = House::open(Wishes { mail: Some("ann@orrery.example".into()), ..webhook() }).await;
    let (live, seat) = house.table("Friday").await;
    house.fails(&[Channel::Webhook]);
    house.turn_began(&live, seat, NOON).await;
    house.deliver(NOON).await;
    house.deliver(NOON + MINUTE).await;
    let letters = house.recorded.letters.lock().expect("no test panics while it holds this").clone();
    let sent_by = |channel: Channel| letters.iter().filter(|(by, _)| *by == channel).count();
    assert_eq!((sent_by(Channel::Webhook), sent_by(Channel::Mail)), (2, 1), "what has arrived is not sent again");
    let error = house.kept().await.1;
    assert!(error.is_some_and(|error| error.starts_with("Webhook: ")), "mail that arrives says nothing of the webhook");
}

#[test]
fn wishes_that_cannot_be_are_refused_with_a_sentence() {
    let place = std::net::SocketAddr::from(([127, 0, 0, 1], 0));
    let mut config = Config::local(place, String::new());
    config.mail = Some(("smtp://localhost".into(), "orrery@orrery.example".into()));
    let said = |wishes: Wishes| wishes.check(&config).err().unwrap_or_default();
    let hook = |url: &str, prefix: &str| Wishes {
        webhook: Some(Webhook { url: url.into(), format: Format::Slack, prefix: prefix.into() }),
        ..webhook()
    };
    let quiet = |text: &str| Wishes { quiet: Some(serde_json::from_str(text).expect("it can be read")), ..webhook() };
    assert_eq!(said(webhook()), "");
    assert_eq!(said(Wishes::default()), "");
    assert_eq!(
        said(hook("http://10.0.0.1/", "")),
        "The webhook's address leads into a private network; only public ones are called."
    );
    assert_eq!(
        said(hook(&format!("https://chat.example/{}", "x".repeat(2_000)), "")),
        "The webhook's address has at most 2000 letters."
    );
    for prefix in ["two\nlines", &"x".repeat(81)] {
        let sentence = "The words before the message are one line of at most 80 letters.";
        assert_eq!(said(hook("https://chat.example/", prefix)), sentence);
    }
    assert_eq!(said(Wishes { mail: Some("nobody".into()), ..Wishes::default() }), "That is no mail address.");
    assert_eq!(said(Wishes { mail: Some("ann@orrery.example".into()), ..Wishes::default() }), "");
    assert_eq!(
        said(quiet(r#"{"from": "22:00", "to": "22:00", "zone_offset_minutes": 0}"#)),
        "Quiet hours begin and end at different times."
    );
    assert_eq!(
        said(quiet(r#"{"from": "22:00", "to": "07:00", "zone_offset_minutes": 841}"#)),
        "A clock is at most 840 minutes ahead of UTC or behind it."
    );
    config.mail = None;
    let mail = Wishes { mail: Some("ann@orrery.example".into()), ..Wishes::default() };
    assert_eq!(mail.check(&config), Err("This server sends no mail. Leave the mail address empty.".to_owned()));
}
