//! Whole matches of every title through the face that server and terminal use.

use crate::shelf;
use kernel::{Chance, Seat, SeatSet, Viewer};
use picture::Theme;
use session::{By, Looking, Settings, Sitting};
use shelf::{AnyMatch, Have, Title, Wish};

const CHOICES: usize = 10_000;

/// A match at which any legal choice is made, until the game is over or `stop` says so. What each page sends has a panel.
fn played(title: &dyn Title, seed: u8, stop: impl Fn(&dyn AnyMatch) -> bool) -> Box<dyn AnyMatch> {
    let offer = title.offer();
    let settings = Settings::of((0..offer.seats.usual).map(|_| Sitting::person("Ann")).collect());
    let wish = Wish { seats: Some(offer.seats.usual), ..Wish::default() };
    let mut table = title.set_up(&wish, [seed; 32], settings, 0).expect("a table");
    let mut chance = Chance::from_number(u64::from(seed));
    for _ in 0..CHOICES {
        if table.is_over() || stop(&*table) {
            return table;
        }
        let seat = table.seats_asked()[0];
        let page = table.page(looking(Viewer::Seat(seat)), &Have::default());
        for name in page.fragments.keys() {
            let panel = name.split('/').next().unwrap_or_default();
            assert!(offer.panels.iter().any(|known| known.id == panel), "{}: no panel for {name}", title.name());
        }
        assert_eq!(table.remarks(seat).len(), page.prompt.as_ref().map_or(0, |prompt| prompt.options.len()));
        let options = page.prompt.expect("the seat is asked").options;
        let choice = options[chance.below(options.len() as u32) as usize].id.clone();
        (_, table) = table.choose(seat, &[choice], By::Person, 0).expect("it was offered");
    }
    panic!("{}: a game of random choices ends", title.name());
}

fn looking(viewer: Viewer) -> Looking {
    Looking { viewer, now: 0, log_from: 0, present: SeatSet::NONE }
}

/// Everything that a match shows to a viewer.
fn shown(table: &dyn AnyMatch, viewer: Viewer) -> Vec<String> {
    let (have, middle) = (Have::default(), table.step() / 2);
    let json = |value: Result<String, serde_json::Error>| value.expect("plain data always serialises");
    vec![
        json(serde_json::to_string(&table.page(looking(viewer), &have))),
        json(serde_json::to_string(&table.past(middle, looking(viewer), &have))),
        json(serde_json::to_string(&table.log(viewer, 0, u32::MAX))),
        table.svg(viewer, Theme::Night),
        table.in_text(viewer),
        format!("{:?}", table.preview(Seat(0), &[], looking(viewer), &have)),
    ]
}

/// Nobody is the referee as long as a game goes on, even if a door were left open.
#[test]
fn a_game_that_goes_on_has_no_referee() {
    for title in shelf().titles() {
        for seed in 0..4 {
            let table = played(title, seed, |table| table.step() >= 3 * u32::from(seed + 1));
            if !table.is_over() {
                assert_eq!(shown(&*table, Viewer::Referee), shown(&*table, Viewer::Spectator), "{}", title.name());
            }
        }
    }
}

#[test]
fn a_whole_match_has_winners_a_record_and_a_past() {
    for title in shelf().titles() {
        let table = played(title, 1, |_| false);
        assert!(!table.winners().is_empty(), "{}", title.name());
        let record = table.record().expect("it began with a set-up");
        let again = title.read_record(&record).expect("its own record");
        let settings = |seats: u8| Settings::of((0..seats).map(|_| Sitting::person("Ann")).collect());
        let opened = again.open(&settings).expect("it replays");
        assert_eq!((opened.step(), opened.fingerprint()), (table.step(), table.fingerprint()), "{}", title.name());
        assert!(table.past(0, looking(Viewer::Spectator), &Have::default()).is_some());
        assert_eq!(title.wish_of(&table.header()), Some(table.wish()));
    }
}

/// What the host asked for sets up the same table again.
#[test]
fn a_table_knows_what_was_asked_for() {
    for title in shelf().titles() {
        let offer = title.offer();
        for seats in offer.seats.least..=offer.seats.most {
            for number in 0..5 {
                let wish =
                    title.fill(&Wish { seats: Some(seats), ..Wish::default() }, number).expect("so many may play");
                assert_eq!(title.fill(&wish, 0).as_ref(), Ok(&wish), "{}", title.name());
                let settings = Settings::of((0..seats).map(|_| Sitting::open()).collect());
                let table = title.set_up(&wish, [1; 32], settings, 0).expect("a table");
                assert_eq!(table.wish(), wish);
            }
        }
    }
}

/// What is offered holds together: usual seats lie in the range, values have ids, a guide has texts.
#[test]
fn offers_hold_together() {
    for title in shelf().titles() {
        let offer = title.offer();
        let range = offer.seats;
        assert!((range.least..=range.most).contains(&range.usual) && usize::from(range.most) <= kernel::MAX_SEATS);
        assert!(offer.sides.len() >= usize::from(range.most) && !offer.pitch.is_empty() && !offer.time.is_empty());
        assert!(offer.options.iter().all(|option| !option.values.is_empty()));
        assert_eq!(title.texts().mistakes(), [""; 0], "{}", title.name());
        assert!(offer.guided.is_none() || !title.texts().first_round.is_empty(), "{}", title.name());
        assert!(title.poster(Theme::Night).starts_with("<svg"), "{}", title.name());
        if let Some(example) = &offer.odds_example {
            title.odds_of(example).map(|_| ()).expect("the example can be read");
        }
    }
}
