//! Clocks: whoever we wait for spends his time; a bot stands in when it is up, where the table agreed on that.

use crate::common::{Player, Table, choose, legal, looking, options, people, table_with, text};
use kernel::{Seat, Viewer};
use session::wire::{SeatStrip, Sitter};
use session::{Absence, Clock, Entry, Looking, Settings, Sitting};

const MINUTE: i64 = 60 * 1000;
const DAY: i64 = 24 * 60 * MINUTE;

fn settings(clock: Clock, stand_in: Option<&str>) -> Settings {
    Settings { clock, stand_in: stand_in.map(str::to_owned), ..people(&options(0)) }
}

fn strips(table: &Table, now: i64) -> Vec<SeatStrip> {
    table.page(Looking { now, ..looking(Viewer::Spectator) }).page.seats
}

fn left(table: &Table, seat: Seat, now: i64) -> i64 {
    strips(table, now)[seat.index()].clock.expect("there is a clock")
}

fn asked(table: &Table) -> Seat {
    table.game().next_question().expect("somebody is asked").seat
}

fn answer(table: &mut Table, now: i64) -> Seat {
    let seat = asked(table);
    let choice = text(table.game(), legal(table.game(), seat)[0]);
    let entry = choose(table, seat, &[choice]).expect("it is legal");
    table.apply(&entry, now).expect("it is legal");
    seat
}

/// A stock of days for the whole game; only who is asked spends it.
#[test]
fn banked_days_run_while_one_is_asked() {
    let mut table = table_with(0, settings(Clock::Banked { days: 2 }, None));
    let ann = asked(&table);
    assert!(strips(&table, 0).iter().all(|strip| strip.clock == Some(2 * DAY)));
    assert!(strips(&table, DAY).iter().all(|strip| strip.ticking == (Seat(strip.seat) == ann)));
    assert_eq!(left(&table, ann, DAY), DAY);
    answer(&mut table, DAY);
    let other = Seat(1 - ann.0);
    let waiting = left(&table, ann, DAY);
    assert_eq!((waiting, left(&table, other, DAY)), (DAY, 2 * DAY));
}

/// Minutes, and something more with each answer, however many pieces it has.
#[test]
fn an_answer_adds_its_increment_once() {
    let clock = Clock::Live { minutes: 10, increment_seconds: 30 };
    let mut table = table_with(0, settings(clock, None));
    let mut player = Player::new(0);
    let mut batches = 0;
    while !table.is_over() && batches < 10 {
        let seat = asked(&table);
        let mut batch: Vec<String> = Vec::new();
        let mut page = table.page(looking(Viewer::Seat(seat))).page;
        while let Some(prompt) = page.prompt.filter(|_| batch.len() < 3) {
            batch.push(prompt.options[0].id.clone());
            page = table.preview(seat, &batch, looking(Viewer::Seat(seat))).expect("it was offered").page;
        }
        let entry = choose(&table, seat, &batch).expect("it was offered");
        let before = left(&table, seat, 0);
        table.apply(&entry, 0).expect("it is legal");
        assert_eq!(left(&table, seat, 0), before + 30_000);
        batches += usize::from(batch.len() > 1);
        player.play(&mut table, 1);
    }
    assert!(batches > 0);
}

/// A bot plays on when the time is up; whoever comes back gets a tenth of the stock.
#[test]
fn a_bot_stands_in_when_the_time_is_up() {
    let clock = Clock::Live { minutes: 10, increment_seconds: 0 };
    let mut table = table_with(0, settings(clock, Some("random")));
    let ann = asked(&table);
    assert_eq!(table.wakes(), Some(10 * MINUTE));
    assert_eq!(table.out_of_time(10 * MINUTE - 1), None);
    let entry = table.out_of_time(10 * MINUTE).expect("her time is up");
    assert_eq!(entry, Entry::StandIn { seat: ann.0, why: Absence::OutOfTime, bot: "random".to_owned() });
    table.apply(&entry, 10 * MINUTE).expect("a bot stands in");
    assert_eq!(strips(&table, 10 * MINUTE)[ann.index()].sitter, Sitter::Stand);
    assert_eq!(table.bots_asked().collect::<Vec<_>>(), [(ann, "random")]);
    assert_eq!((table.wakes(), table.out_of_time(DAY)), (None, None), "a bot has all the time in the world");

    table.apply(&table.come_back(ann).expect("a bot stands in"), 20 * MINUTE).expect("she is back");
    assert_eq!(left(&table, ann, 20 * MINUTE), MINUTE);
    assert_eq!(table.wakes(), Some(21 * MINUTE));
    assert_eq!(table.bots_asked().count(), 0);
}

/// Whoever resigns and comes back has the time that he had.
#[test]
fn leaving_makes_no_time() {
    let mut table = table_with(0, settings(Clock::Live { minutes: 10, increment_seconds: 0 }, None));
    let ann = asked(&table);
    table.apply(&table.resign(ann, "random").expect("she plays"), 12 * MINUTE).expect("a bot stands in");
    table.apply(&table.come_back(ann).expect("a bot stands in"), 12 * MINUTE).expect("she is back");
    assert_eq!(left(&table, ann, 12 * MINUTE), -2 * MINUTE);
}

/// Where the table did not agree on it, time runs out and nothing happens.
#[test]
fn without_an_agreement_nobody_stands_in() {
    let mut table = table_with(0, settings(Clock::Live { minutes: 1, increment_seconds: 0 }, None));
    let ann = asked(&table);
    assert_eq!((table.wakes(), table.out_of_time(DAY)), (None, None));
    assert_eq!(left(&table, ann, 3 * MINUTE), -2 * MINUTE);
    assert_eq!(answer(&mut table, 3 * MINUTE), ann);
}

/// Where nobody sits, no time is spent, and no bot takes the seat from those who may still come.
#[test]
fn an_open_seat_spends_no_time() {
    let mut settings = settings(Clock::Live { minutes: 1, increment_seconds: 0 }, Some("random"));
    settings.seats = vec![Sitting::open(), Sitting::open()];
    let mut table = table_with(0, settings);
    let open = asked(&table);
    assert_eq!((table.wakes(), table.out_of_time(DAY)), (None, None));
    table.apply(&table.sit(open, "Ann").expect("the seat is open"), DAY).expect("she sits down");
    assert_eq!(left(&table, open, DAY + 1_000), MINUTE - 1_000);
}

/// Machines disagree on the time; nobody gains or loses by a clock that jumps back.
#[test]
fn a_clock_that_jumps_back_takes_nothing() {
    let mut table = table_with(0, settings(Clock::Live { minutes: 10, increment_seconds: 0 }, Some("random")));
    let ann = asked(&table);
    answer(&mut table, 2 * MINUTE);
    let next = asked(&table);
    let before = left(&table, next, 2 * MINUTE);
    assert_eq!(left(&table, next, 0), before);
    answer(&mut table, MINUTE);
    assert_eq!(left(&table, next, 2 * MINUTE), before);
    assert!(left(&table, ann, 2 * MINUTE) <= 8 * MINUTE);
}
