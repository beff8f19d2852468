//! The journal is the match: whoever reads it sees what those saw who were there.

use crate::common::{
    Player, Table, choose, json, legal, looking, options, own, people, rebase, seats, table, table_with, text, viewers,
};
use kernel::Seat;
use session::{Absence, By, Clock, Entry, Looking, Made, Match, Refusal, Settings, Sitting};

/// Decisions, people who come and go, undo: replayed, every page of every viewer at every sequence is the same.
#[test]
fn a_replayed_journal_shows_what_was_shown() {
    for seed in 0..4 {
        let mut settings = people(&options(seed));
        settings.seats[1] = Sitting::open();
        settings.clock = Clock::Banked { days: 1 };
        settings.stand_in = Some("random".to_owned());
        let made = settings.clone();
        let mut live = table_with(seed, settings);
        let mut journal: Vec<(Entry, i64)> = Vec::new();
        let mut shown = vec![pages(&live, 0)];
        let mut player = Player::new(seed);
        let mut now = 0;
        let (mut undone, mut stood_in, mut back) = (0, 0, 0);
        while !live.is_over() && journal.len() < 260 {
            now += player.below(200_000) as i64;
            let entry = something(&live, &mut player, now);
            match entry {
                Entry::Undo { .. } => undone += 1,
                Entry::StandIn { .. } => stood_in += 1,
                Entry::Return { .. } => back += 1,
                Entry::Choose { .. } | Entry::Sit { .. } | Entry::Renew { .. } | Entry::Rebase { .. } => {}
            }
            live.apply(&entry, now).expect("an entry just made can be taken");
            // As it is read from disk.
            let kept = serde_json::to_string(&entry).expect("an entry is plain data");
            journal.push((serde_json::from_str(&kept).expect("and read back"), now));
            shown.push(pages(&live, now));
        }
        assert!(undone > 5 && stood_in > 0 && back > 0, "{undone} undone, {stood_in} stand-ins, {back} back");

        let header = live.header().expect("it began with a set-up").clone();
        let mut read =
            Match::open(forbidden_stars::Catalogue::standard(), header, made, 0).expect("the header is sound");
        assert_eq!(pages(&read, 0), shown[0]);
        for (at, (entry, when)) in journal.iter().enumerate() {
            read.apply(entry, *when).expect("the journal is sound");
            assert_eq!(pages(&read, *when), shown[at + 1], "at entry {at}: {entry:?}");
        }
        assert_eq!(read.game(), live.game());
        assert_eq!(read.record(), live.record());
        assert_eq!(read.settings(), live.settings());
    }
}

fn pages(table: &Table, now: i64) -> Vec<String> {
    let page = |viewer| table.page(Looking { now, ..looking(viewer) });
    viewers(table).into_iter().map(page).map(|shown| format!("{}{:?}", json(&shown.page), shown.view)).collect()
}

fn something(table: &Table, player: &mut Player, now: i64) -> Entry {
    let seat = Seat(player.below(usize::from(table.seats())) as u8);
    let entry = match player.below(12) {
        0 => table.sit(seat, "Eve").ok(),
        1 => table.resign(seat, "random").ok().filter(|_| table.sequence() > 30),
        2 | 3 => table.come_back(seat).ok(),
        4 => table.out_of_time(now),
        5 | 6 => table.undo(seat).ok(),
        _ => None,
    };
    entry.unwrap_or_else(|| player.decide(table).expect("the game goes on").1)
}

/// What does not fit changes nothing, whatever it is.
#[test]
fn an_entry_that_does_not_fit_changes_nothing() {
    let mut settings = people(&options(0));
    settings.clock = Clock::Live { minutes: 5, increment_seconds: 5 };
    let mut table = table_with(0, settings);
    Player::new(0).play(&mut table, 20);
    let before = pages(&table, 90_000);
    let no_seat = 200;
    for entry in [
        Entry::Choose { made: vec![Made { seat: no_seat, choice: "done".into(), by: By::Person }] },
        Entry::Undo { seat: 0, to: 10_000 },
        Entry::Sit { seat: no_seat, name: "Eve".into() },
        Entry::StandIn { seat: no_seat, why: Absence::Resigned, bot: "random".into() },
        Entry::Return { seat: no_seat },
        Entry::Rebase { to: 3, engine: "9".into(), reason: String::new(), snapshot: "no snapshot".into() },
        Entry::Rebase { to: 3, engine: "9".into(), reason: String::new(), snapshot: "00ff".into() },
        Entry::Rebase { to: 3, engine: "9".into(), reason: String::new(), snapshot: "å".into() },
    ] {
        assert!(table.apply(&entry, 60_000).is_err(), "{entry:?}");
        assert_eq!(pages(&table, 90_000), before, "{entry:?}");
    }
}

#[test]
fn a_seat_is_taken_once() {
    let mut settings = people(&options(0));
    settings.seats[1] = Sitting::open();
    let mut table = table_with(0, settings);
    assert_eq!(table.sit(Seat(0), "Eve").expect_err("Ann sits there"), Refusal::Taken);
    assert_eq!(table.sit(Seat(1), " \u{200b}\n").expect_err("no name").to_string(), "Say what we should call you.");
    let sit = table.sit(Seat(1), " Eve\u{202e} \n the  first ").expect("the seat is open");
    assert_eq!(sit, Entry::Sit { seat: 1, name: "Eve the first".to_owned() });
    table.apply(&sit, 0).expect("she sits down");
    assert_eq!(table.sit(Seat(1), "Bo").expect_err("Eve sits there"), Refusal::Taken);
}

/// Whoever shared a screen shares it again when he is back.
#[test]
fn who_comes_back_sits_as_before() {
    let settings = Settings::of(vec![Sitting::here("Ann"), Sitting::person("Bo")]);
    let mut table = table_with(0, settings.clone());
    for seat in seats(&table) {
        assert!(table.come_back(seat).is_err());
        table.apply(&table.resign(seat, "greedy").expect("a person may go"), 0).expect("a bot stands in");
        assert!(table.resign(seat, "greedy").is_err());
        assert!(table.bots_asked().all(|(_, bot)| bot == "greedy"));
        table.apply(&table.come_back(seat).expect("and come back"), 0).expect("the bot leaves");
    }
    assert_eq!(table.settings(), &settings);
}

/// Under other rules a match goes on from a snapshot, and says so without saying what did not fit.
#[test]
fn a_match_goes_on_from_a_snapshot_and_is_marked() {
    let mut first = table(1);
    let mut player = Player::new(1);
    player.play(&mut first, 60);
    assert_eq!(first.notice(), None);
    let mut other = table(1);
    let mut late = first.clone();
    player.play(&mut late, 10);
    let secret = "“order dominate 1A” is no legal answer now";
    let Entry::Rebase { to, engine, snapshot, .. } = rebase(first.step(), first.game()) else {
        panic!("it is a rebase")
    };
    let entry = Entry::Rebase { to, engine, snapshot, reason: secret.to_owned() };
    for table in [&mut late, &mut other] {
        table.apply(&entry, 1_000).expect("the snapshot is sound");
        assert_eq!(table.game(), first.game());
        assert_eq!((table.step(), table.first_step()), (first.step(), first.step()));
        let page = table.page(own(Seat(0))).page;
        let notice = page.notice.clone().expect("the match is marked");
        assert!(notice.contains(&format!("from choice {}", first.step())), "{notice}");
        assert!(!json(&page).contains("dominate 1A"), "the notice tells what was laid facedown");
        assert!(table.undo(Seat(0)).is_err() && table.undo(Seat(1)).is_err(), "nothing before it can be taken back");
        assert!(table.at_step(first.step() - 1).is_none() && table.at_step(first.step()).is_some());
    }
    // It goes on, back and forth.
    let seat = player.one_asked(late.game()).expect("the game goes on");
    let choice = text(late.game(), legal(late.game(), seat)[0]);
    let entry = choose(&late, seat, &[choice]).expect("it is legal");
    late.apply(&entry, 2_000).expect("it is legal");
    assert!(late.step() > first.step());
}

/// Time in which nobody could play costs nobody anything.
#[test]
fn clocks_do_not_run_over_a_change_of_rules() {
    let mut settings = people(&options(0));
    settings.clock = Clock::Live { minutes: 5, increment_seconds: 0 };
    settings.stand_in = Some("random".to_owned());
    let mut table = table_with(0, settings);
    let game = table.game().clone();
    let day = 24 * 60 * 60 * 1000;
    table.pass_over(&Entry::Choose { made: Vec::new() }, 10).expect("it is passed over");
    table.pass_over(&Entry::StandIn { seat: 1, why: Absence::Resigned, bot: "random".into() }, day).expect("she goes");
    table.pass_over(&Entry::Return { seat: 1 }, 2 * day).expect("and is back");
    table.apply(&rebase(0, &game), 3 * day).expect("the snapshot is sound");
    assert_eq!(table.sequence(), 4);
    assert_eq!(table.out_of_time(3 * day + 1_000), None);
    let page = table.page(Looking { now: 3 * day, ..own(Seat(0)) }).page;
    assert!(page.seats.iter().all(|strip| strip.clock == Some(5 * 60 * 1000)));
}
