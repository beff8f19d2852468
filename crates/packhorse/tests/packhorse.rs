//! The rules, each with an example, on tables laid out by hand.

use kernel::{Chance, Deaf, Game, Illegal, Rules, Seat, SeatSet, Sight, Viewer};
use packhorse::{Card, Choice, Event, Fair, GOAL, Options, Packhorse, Table};

/// Hands as `ware-3 toll | ware-1`, seat 0 first; `deck` is drawn from its left end.
fn lay_out(hands: &str, deck: &str) -> Table {
    let card = |text: &str| text.parse().expect("tests name real cards");
    let mut table = Table::default();
    for text in deck.split_whitespace().rev() {
        table.deck.put(card(text), SeatSet::NONE);
    }
    for (seat, hand) in (0..).map(Seat).zip(hands.split('|')) {
        table.traders += 1;
        for text in hand.split_whitespace() {
            table.hands[seat.index()].put(card(text), SeatSet::only(seat));
        }
    }
    table
}

fn begun(table: Table) -> Game<Packhorse> {
    Game::at(&(), table, [Fair::begun().into()], Chance::from_number(0), &mut Deaf)
}

/// Makes the choices, `SEAT CHOICE` one after the other, and compares what happened, an event to a line.
#[track_caller]
fn check(table: Table, choices: &str, expected: &[&str]) -> Game<Packhorse> {
    let mut game = begun(table);
    let mut events: Vec<Event> = Vec::new();
    for line in choices.split(", ") {
        let (seat, text) = line.split_once(' ').expect("a line is a seat and a choice");
        let seat = Seat(seat.parse().expect("a seat is a number"));
        let choice = Packhorse::parse_choice(&game, text).expect("tests write choices in notation");
        if let Err(illegal) = game.choose(seat, choice, &mut events) {
            panic!("{line}: {}, at {}", illegal.describe(&game), game.breadcrumb());
        }
    }
    let told: Vec<String> = events.iter().map(|event| Packhorse::describe_event(&game, event)).collect();
    assert_eq!(told, expected, "at {}", game.breadcrumb());
    game
}

/// [fair.setup]
#[test]
fn everybody_begins_with_three_cards() {
    for traders in 2..=4 {
        let game = Game::<Packhorse>::new(&(), &Options { traders }, Chance::from_number(1), &mut Deaf);
        let game = game.expect("so many may play");
        // The first trader has drawn already.
        let hands: Vec<usize> = game.table.seats().map(|seat| game.table.hands[seat.index()].len()).collect();
        assert_eq!((hands[0], &hands[1..]), (4, &[3; 3][..usize::from(traders) - 1]));
    }
    let alone = Game::<Packhorse>::new(&(), &Options { traders: 1 }, Chance::from_number(1), &mut Deaf);
    assert_eq!(alone.map(|_| ()), Err("Packhorse is for two to four traders, not 1".into()));
}

/// [crossing.send] [crossing.open] [crossing.close]
#[test]
fn a_pack_that_nobody_takes_is_opened_at_home() {
    let game = check(
        lay_out("ware-3 toll | toll", "ware-1 ware-2 ware-2"),
        "0 send ware-3, 1 pass",
        &["First trader sends a pack: ware-3", "First trader opens the pack: ware-3", "Second trader draws ware-2"],
    );
    assert_eq!((game.table.worth(Seat(0)), game.table.reins), (3, Seat(1)));
}

/// [toll.take] [crossing.close]
#[test]
fn who_takes_toll_takes_the_pack() {
    let game = check(
        lay_out("ware-3 toll | toll ware-1", "ware-1 ware-2 ware-2"),
        "0 send ware-3, 1 demand",
        &[
            "First trader sends a pack: ware-3",
            "Second trader takes toll",
            "Second trader opens the pack: ware-3",
            "Second trader draws ware-2",
        ],
    );
    assert_eq!((game.table.worth(Seat(0)), game.table.worth(Seat(1)), game.table.reins), (0, 3, Seat(1)));
    assert!(game.table.discard.iter().eq([Card::Toll]));
}

/// [cards.worth]
#[test]
fn a_toll_is_worth_nothing_at_a_stall() {
    let game = check(
        lay_out("toll | toll", "ware-1 ware-2"),
        "0 send toll, 1 demand",
        &[
            "First trader sends a pack: toll",
            "Second trader takes toll",
            "Second trader opens the pack: toll",
            "Second trader draws ware-2",
        ],
    );
    assert_eq!(game.table.worth(Seat(1)), 0);
}

/// The first from the sender's left is heard, whoever answers first; the others keep their tolls. [toll.take]
#[test]
fn only_one_takes_toll() {
    let game = check(
        lay_out("ware-4 | ware-1 | toll | toll", "ware-1 ware-2"),
        "0 send ware-4, 3 demand, 1 pass, 2 demand",
        &[
            "First trader sends a pack: ware-4",
            "Third trader takes toll",
            "Third trader opens the pack: ware-4",
            "Second trader draws ware-2",
        ],
    );
    assert!(game.table.hands[3].iter().eq([Card::Toll]));
    assert_eq!(Packhorse::view(&game, Viewer::Seat(Seat(0))).traders[3].hand, [Sight::Back]);
}

/// Being asked tells nothing: who has cards may hold a toll, until all of them lie open. [toll.demand]
#[test]
fn who_is_asked_depends_on_what_everybody_knows() {
    let asked = |table: Table| -> Vec<u8> {
        let mut game = begun(table);
        game.choose(Seat(0), Choice::Send(Card::Ware(1)), &mut Deaf).expect("it holds that card");
        game.open_questions().map(|question| question.seat.0).collect()
    };
    assert_eq!(asked(lay_out("ware-1 | ware-2 | | toll", "ware-1 ware-2 ware-3")), [1, 3]);
    let mut open = lay_out("ware-1 | ware-2 | ware-3", "ware-1 ware-2 ware-3");
    (0..5).for_each(|_| open.discard.put(Card::Toll, SeatSet::EVERYBODY));
    assert_eq!(asked(open.clone()), [1, 2]);
    open.stalls[0].put(Card::Toll, SeatSet::EVERYBODY);
    // The pack passes, and the next trader is asked.
    assert_eq!(asked(open), [1]);
}

/// [fair.turn] [fair.winners]
#[test]
fn an_empty_deck_closes_the_fair() {
    let game = check(
        lay_out("ware-2 | ware-2", "ware-1 ware-1"),
        "0 send ware-2, 1 pass, 1 send ware-2, 0 pass",
        &[
            "First trader sends a pack: ware-2",
            "First trader opens the pack: ware-2",
            "Second trader draws ware-1",
            "Second trader sends a pack: ware-2",
            "Second trader opens the pack: ware-2",
            "the fair closes",
        ],
    );
    assert!(game.is_over());
    assert_eq!(game.winners(), SeatSet::all(2));
}

/// [fair.goal]
#[test]
fn a_stall_worth_enough_closes_the_fair() {
    let mut table = lay_out("ware-4 | ware-1", "ware-1 ware-2 ware-3");
    [4, 4].into_iter().for_each(|worth| table.stalls[0].put(Card::Ware(worth), SeatSet::EVERYBODY));
    let game = check(
        table,
        "0 send ware-4, 1 pass",
        &[
            "First trader sends a pack: ware-4",
            "First trader opens the pack: ware-4",
            "Second trader draws ware-2",
            "the fair closes",
        ],
    );
    assert!(game.is_over() && game.table.worth(Seat(0)) >= GOAL);
    assert_eq!(game.winners(), SeatSet::only(Seat(0)));
}

/// [crossing.send] [toll.demand]
#[test]
fn what_is_not_in_hand_is_refused() {
    let mut game = begun(lay_out("ware-1 | ware-2", "ware-1 ware-2"));
    let refused = game.choose(Seat(0), Choice::Send(Card::Ware(4)), &mut Deaf);
    assert!(matches!(refused, Err(Illegal::NotOffered { .. })));
    game.choose(Seat(0), Choice::Send(Card::Ware(1)), &mut Deaf).expect("it holds that card");
    assert!(game.choose(Seat(1), Choice::Demand, &mut Deaf).is_err());
}

/// [crossing.send]
#[test]
fn a_pack_is_closed_for_all_but_its_sender() {
    let mut game = begun(lay_out("ware-3 | toll", "ware-1 ware-2"));
    let mut events = Vec::new();
    game.choose(Seat(0), Choice::Send(Card::Ware(3)), &mut events).expect("it holds that card");
    for (viewer, sees, hears) in [
        (Viewer::Seat(Seat(0)), Sight::Face(Card::Ware(3)), Some(Card::Ware(3))),
        (Viewer::Seat(Seat(1)), Sight::Back, None),
        (Viewer::Spectator, Sight::Back, None),
    ] {
        assert_eq!(Packhorse::view(&game, viewer).bridge, Some(sees));
        assert_eq!(Packhorse::told_to(&events[0], viewer), Some(Event::Sent { seat: Seat(0), card: hears }));
    }
}
