//! Taking back: freely until chance, something hidden or another seat is involved; then never, and the reason is said.

use crate::common::{self, Player, Table, choose, games, legal, own, seats, table, text, viewers, whole_log};
use forbidden_stars::{Decision, ForbiddenStars, Game};
use kernel::{Deaf, Rules, Seat, Viewer, fingerprint};
use session::Entry;
use std::collections::BTreeSet;

/// Whenever a seat may take back: no die was rolled, nobody has learnt anything, and the game is what it was.
#[test]
fn what_is_taken_back_has_told_nobody_anything() {
    let (mut undone, mut in_a_row, mut varied) = (0, 0, 0);
    let mut reasons = BTreeSet::new();
    for seed in games(8) {
        let mut table = table(seed);
        let mut player = Player::new(seed);
        while !table.is_over() {
            player.play(&mut table, 1);
            for seat in seats(&table) {
                match table.undo(seat) {
                    Ok(entry) => {
                        let Entry::Undo { to, .. } = entry else { panic!("an undo is taken back by an undo") };
                        let before = table.at_step(to).expect("the step is there");
                        assert_eq!(before.game().chance, table.game().chance, "chance was used");
                        for viewer in seats(&table) {
                            varied += usize::from(nothing_was_shown(&before, &table, viewer, &mut player));
                        }
                        undone += 1;
                        in_a_row += usize::from(undo_all(&table, seat) > 1);
                    }
                    Err(refusal) => {
                        assert_eq!(table.page(own(seat)).page.undo.reason, refusal.to_string());
                        reasons.insert(refusal.to_string());
                    }
                }
            }
        }
        for seat in seats(&table) {
            let refusal = table.undo(seat).expect_err("the game is over");
            assert_eq!(refusal.to_string(), "Undo is not possible: the game is over.");
        }
    }
    assert!(undone > 200 && in_a_row > 50 && varied > 100, "{undone} undone, {in_a_row} in a row, {varied} varied");
    for reason in ["dice were rolled", "something was revealed", "decided since", "nothing of yours to take back"] {
        assert!(reasons.iter().any(|told| told.contains(reason)), "{reason} is not among {reasons:?}");
    }
    assert!(reasons.iter().all(|told| told.ends_with('.') && !told.contains("..")), "{reasons:?}");
}

/// Plays what happened since `before` in a game that `viewer` could not tell from it: he must not be able to tell
/// afterwards either. Was anything different?
fn nothing_was_shown(before: &Table, after: &Table, viewer: Seat, player: &mut Player) -> bool {
    let mut one = before.game().clone();
    let mut other = ForbiddenStars::conceal(&one, viewer, &mut player.chance());
    let varied = other.table != one.table;
    let record = after.record().expect("it began with a set-up");
    for (seat, choice) in &record.choices[(before.step() - before.first_step()) as usize..] {
        let choice = ForbiddenStars::parse_choice(&one, choice).expect("the record is sound");
        let heard = |game: &Game, choice| {
            let decision: Decision = game.question_of(*seat).expect("the seat is asked");
            ForbiddenStars::heard(decision, choice)
        };
        let same = legal(&other, *seat).into_iter().filter(|&one| one == choice).collect::<Vec<_>>();
        let alike = legal(&other, *seat).into_iter().find(|&alike| heard(&other, alike) == heard(&one, choice));
        let Some(&theirs) = same.first().or(alike.as_ref()) else { return false };
        one.take(*seat, choice, &mut Deaf);
        other.take(*seat, theirs, &mut Deaf);
    }
    let (one, other) =
        (ForbiddenStars::view(&one, Viewer::Seat(viewer)), ForbiddenStars::view(&other, Viewer::Seat(viewer)));
    let choices = &record.choices[(before.step() - before.first_step()) as usize..];
    assert_eq!(one, other, "{viewer:?} has learnt something from {choices:?}");
    varied
}

/// Takes back as long as it goes; the game is each time what it was.
fn undo_all(table: &Table, seat: Seat) -> usize {
    let mut table = table.clone();
    let mut times = 0;
    while let Ok(entry) = table.undo(seat) {
        let Entry::Undo { to, .. } = entry else { panic!("an undo is taken back by an undo") };
        let then = fingerprint(table.at_step(to).expect("the step is there").game());
        table.apply(&entry, 0).expect("what may be taken back is taken back");
        assert_eq!((fingerprint(table.game()), table.step()), (then, to));
        times += 1;
    }
    times
}

/// Cards are chosen in secret: each may change his mind until the other has chosen too.
#[test]
fn a_sealed_card_can_be_taken_back_until_the_other_is_chosen() {
    let mut table = table(0);
    let mut player = Player::new(0);
    let mut found = 0;
    while !table.is_over() && found < 10 {
        let both: Vec<Seat> = table.game().open_questions().map(|question| question.seat).collect();
        if let [one, other] = both[..] {
            let mut battle = table.clone();
            let before = fingerprint(battle.game());
            seal(&mut battle, one);
            assert!(battle.page(own(other)).page.seats[one.index()].answered);
            assert_eq!(battle.page(own(other)).view, battle.view(Viewer::Seat(other)));
            assert!(battle.undo(other).is_err(), "it is not his to take back");
            assert_eq!(battle.page(own(other)).page.taken_back, None);
            let undo = battle.undo(one).expect("the other has not chosen yet");
            battle.apply(&undo, 0).expect("it can be taken back");
            assert_eq!(fingerprint(battle.game()), before);
            assert_eq!(battle.page(own(other)).page.taken_back, Some(one.0));

            seal(&mut battle, one);
            assert_eq!(battle.page(own(other)).page.taken_back, None, "more has happened since");
            seal(&mut battle, other);
            let told = battle.undo(one).expect_err("both have chosen").to_string();
            assert!(told.starts_with("Undo is not possible: "), "{told}");
            let told = battle.undo(other).expect_err("cards are revealed").to_string();
            assert_eq!(told, "Undo is not possible: something was revealed.");
            found += 1;
        }
        player.play(&mut table, 1);
    }
    assert!(found > 0);
}

fn seal(table: &mut Table, seat: Seat) {
    let card = text(table.game(), legal(table.game(), seat)[0]);
    let entry = choose(table, seat, &[card]).expect("a card of the hand");
    table.apply(&entry, 0).expect("it is legal");
}

/// Going to and fro through the same decision makes no time.
#[test]
fn undo_takes_back_what_an_answer_added_to_the_clock() {
    let options = crate::common::options(0);
    let mut settings = crate::common::people(&options);
    settings.clock = session::Clock::Live { minutes: 10, increment_seconds: 30 };
    let mut table = crate::common::table_with(0, settings);
    let mut player = Player::new(0);
    let mut tried = 0;
    while !table.is_over() && tried < 20 {
        let (seat, entry) = player.decide(&table).expect("the game goes on");
        let before = table.page(own(seat)).page.seats[seat.index()].clock;
        table.apply(&entry, 0).expect("an entry just made can be taken");
        if let Ok(undo) = table.undo(seat) {
            table.apply(&undo, 0).expect("it can be taken back");
            assert_eq!(table.page(own(seat)).page.seats[seat.index()].clock, before);
            table.apply(&entry, 0).expect("and made again");
            tried += 1;
        }
    }
}

/// Whoever goes back and on again, across the marks that shorten the way back, gets where the choices lead that stand.
#[test]
fn taking_back_and_going_on_leads_where_the_choices_lead() {
    let mut undone = 0;
    for seed in 0..4 {
        let mut table = table(seed);
        let mut player = Player::new(seed);
        for _ in 0..400 {
            let taken_back = if player.below(3) == 0 {
                seats(&table).into_iter().find_map(|seat| table.undo(seat).ok())
            } else {
                None
            };
            undone += usize::from(taken_back.is_some());
            let Some(entry) = taken_back.or_else(|| player.decide(&table).map(|(_, entry)| entry)) else { break };
            table.apply(&entry, 0).expect("an entry just made can be taken");
        }
        // Straight on, without the choices that were taken back: no mark is ever gone back to.
        let mut again = common::table(seed);
        for (step, (seat, choice)) in (0..).zip(table.record().expect("it began with a set-up").choices) {
            // What is forced is made with the choice before it.
            if again.step() > step {
                continue;
            }
            let entry = choose(&again, seat, &[choice]).expect("a legal choice can be made");
            again.apply(&entry, 0).expect("an entry just made can be taken");
        }
        assert_eq!(fingerprint(again.game()), fingerprint(table.game()));
        for viewer in viewers(&table) {
            assert_eq!(again.view(viewer), table.view(viewer));
            assert_eq!(whole_log(&again, viewer), whole_log(&table, viewer));
        }
    }
    assert!(undone > 100, "{undone} taken back");
}
