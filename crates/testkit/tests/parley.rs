//! Parley's own rules, on tables laid out by hand.

use kernel::{Chance, Deaf, Game, History, Illegal, Rules, Seat, SeatSet, Seated, Sight, Viewer};
use testkit::parley::{Auction, BOX, Card, Choice, Court, Event, Frame, Parley, Table, Trick, View};

/// Hands as `gift-3 veto | gift-1`, seat 0 first; the deck is empty and one favour is left.
fn lay_out(hands: &str) -> Table {
    let mut table = Table { supply: 1, ..Table::default() };
    for (index, hand) in hands.split('|').enumerate() {
        table.envoys += 1;
        for card in hand.split_whitespace() {
            let card = card.parse().expect("tests name real cards");
            table.hands[index].put(card, SeatSet::only(Seat(index as u8)));
        }
    }
    table
}

/// An auction on this table, before any bid.
fn auction(table: Table) -> Game<Parley> {
    Game::at(&BOX, table, [Auction::default().into()], Chance::from_number(0), &mut Deaf)
}

/// Makes the choices, `SEAT CHOICE` one after the other, and returns what happened, an event to a line.
fn drive(game: &mut Game<Parley>, choices: &str) -> String {
    let mut events: Vec<Event> = Vec::new();
    for line in choices.split(',').map(str::trim) {
        let (seat, text) = line.split_once(' ').expect("a line is a seat and a choice");
        let seat = Seat(seat.parse().expect("a seat is a number"));
        let choice = Parley::parse_choice(game, text).expect("tests write choices in notation");
        if let Err(illegal) = game.choose(seat, choice, &mut events) {
            panic!("{line}: {}, at {}", illegal.describe(game), game.breadcrumb());
        }
    }
    events.iter().map(|event| Parley::describe_event(game, event)).collect::<Vec<_>>().join("\n")
}

fn check(hands: &str, choices: &str, expected: &[&str]) -> Game<Parley> {
    let mut game = auction(lay_out(hands));
    let told = drive(&mut game, choices);
    assert_eq!(told.lines().collect::<Vec<_>>(), expected, "at {}", game.breadcrumb());
    game
}

fn sees(game: &Game<Parley>, viewer: Viewer) -> View {
    Parley::view(game, viewer)
}

/// [auction.reveal]
#[test]
fn the_highest_bid_wins_and_the_others_go_back() {
    let game = check(
        "gift-1 | gift-3 | gift-3",
        "2 bid gift-3, 0 bid gift-1, 1 bid gift-3",
        &[
            "seat 0 lays a bid",
            "seat 1 lays a bid",
            "seat 2 lays a bid",
            "seat 0 reveals gift-1",
            "seat 1 reveals gift-3",
            "seat 2 reveals gift-3",
            "seat 1 wins the favour",
            "seat 0 takes its bid back",
            "seat 2 takes its bid back",
        ],
    );
    assert!(game.is_over());
    assert_eq!(game.winners(), SeatSet::only(Seat(1)));
}

/// [cards.scandal] [auction.close]
#[test]
fn an_auction_that_is_broken_off_gives_the_bids_back() {
    let game = check(
        "gift-3 scandal | gift-1 gift-2",
        "0 bid gift-3, 1 bid gift-1, 0 play scandal, 1 pass, 1 pass",
        &[
            "seat 0 lays a bid",
            "seat 1 lays a bid",
            "seat 0 plays scandal",
            "the auction is broken off",
            "seat 0 takes its bid back",
            "seat 1 takes its bid back",
        ],
    );
    let table = &game.table;
    assert!(game.is_over() && table.resolving.is_empty() && table.bids.iter().all(|bid| bid.is_empty()));
    assert!(table.hands[0].iter().eq([Card::Gift(3)]));
    assert!(table.hands[1].iter().eq([Card::Gift(2), Card::Gift(1)]));
    assert!(table.discard.iter().eq([Card::Trick(Trick::Scandal)]));
    assert_eq!((table.stake, table.lost), (0, 1));
    // The bids were never revealed.
    assert_eq!(sees(&game, Viewer::Seat(Seat(0))).hands[1], [Sight::Back, Sight::Back]);
}

/// [cards.veto]
#[test]
fn a_veto_cancels_a_scandal() {
    let game = check(
        "gift-3 scandal | gift-1 veto",
        "0 bid gift-3, 1 bid gift-1, 0 play scandal, 1 pass, 1 play veto",
        &[
            "seat 0 lays a bid",
            "seat 1 lays a bid",
            "seat 0 plays scandal",
            "seat 1 plays veto",
            "scandal is cancelled",
            "seat 0 reveals gift-3",
            "seat 1 reveals gift-1",
            "seat 0 wins the favour",
            "seat 1 takes its bid back",
        ],
    );
    let discarded = [Card::Trick(Trick::Veto), Card::Trick(Trick::Scandal), Card::Gift(3)];
    assert!(game.table.discard.iter().eq(discarded));
}

/// A veto is a card like any other. [cards.veto] [cards.play]
#[test]
fn a_veto_cancels_a_veto() {
    check(
        "gift-3 scandal veto | gift-1 veto",
        "0 bid gift-3, 1 bid gift-1, 0 play scandal, 1 pass, 0 pass, 1 play veto, 0 play veto",
        &[
            "seat 0 lays a bid",
            "seat 1 lays a bid",
            "seat 0 plays scandal",
            "seat 1 plays veto",
            "seat 0 plays veto",
            "veto is cancelled",
            "the auction is broken off",
            "seat 0 takes its bid back",
            "seat 1 takes its bid back",
        ],
    );
}

/// Whoever holds a card is asked, even if only passing is legal; else silence would tell. [cards.windows]
#[test]
fn everybody_with_cards_is_asked_to_respond() {
    let mut game = auction(lay_out("gift-3 scandal | gift-1 | gift-2 gift-2"));
    drive(&mut game, "0 bid gift-3, 1 bid gift-1, 2 bid gift-2, 0 play scandal");
    assert_eq!(game.next_question().map(|question| question.seat), Some(Seat(2)));
    let mut offered = Vec::new();
    game.choices(Seat(2), &mut offered);
    assert_eq!(offered, [Choice::Pass]);
}

/// The first from the speaker who responds is heard, whoever was the quickest; then the envoy to his left comes first.
/// What came too late stays in its hand and is known to nobody else. [cards.windows]
#[test]
fn a_response_that_came_too_late_leaves_no_trace() {
    let mut game = auction(lay_out("gift-1 windfall windfall gift-1 | gift-2 spy gift-1 | gift-1 gift-1"));
    let mut history = History::default();
    let mut choose = |game: &mut Game<Parley>, script: &str| {
        for line in script.split(", ") {
            let (seat, text) = line.split_once(' ').expect("a line is a seat and a choice");
            let seat = Seat(seat.parse().expect("a seat is a number"));
            history.note(game, seat, text.parse().expect("a choice in notation"));
            drive(game, line);
        }
        [0, 1, 2].map(|seat| {
            let heard = Seated::new(game, &history, Seat(seat)).heard();
            heard.map(|(by, choice)| format!("{} {choice}", by.0)).collect::<Vec<_>>().join(", ")
        })
    };
    // The bids are laid facedown.
    let heard = choose(&mut game, "0 bid gift-1, 1 bid gift-2, 2 abstain, 0 pass, 1 pass, 2 pass");
    assert_eq!(
        heard,
        [
            "0 bid gift-1, 1 bid gift-0, 2 abstain",
            "0 bid gift-0, 1 bid gift-2, 2 abstain",
            "0 bid gift-0, 1 bid gift-0, 2 abstain"
        ]
    );
    // After the favour is won, two respond, the later one sooner.
    let heard = choose(&mut game, "1 play spy, 2 pass, 0 play windfall");
    assert!(heard.iter().all(|heard| heard.ends_with("2 abstain, 0 play windfall")), "{heard:?}");
    assert!(game.table.hands[1].contains(Card::Trick(Trick::Spy)));
    // Nobody answers the windfall. Then seat 1 comes before seat 0.
    let heard = choose(&mut game, "0 pass, 1 pass, 2 pass, 0 play windfall, 1 play spy, 2 pass");
    assert!(heard.iter().all(|heard| heard.ends_with("2 abstain, 0 play windfall, 1 play spy")), "{heard:?}");
}

/// A trick of which every copy lies open closes its windows for everybody. [cards.windows]
#[test]
fn nobody_is_asked_where_everybody_sees_that_nobody_can_respond() {
    let mut table = lay_out("gift-3 | gift-1 gift-2");
    (0..4).for_each(|_| table.discard.put(Card::Trick(Trick::Scandal), SeatSet::EVERYBODY));
    let mut game = auction(table);
    let told = drive(&mut game, "0 bid gift-3, 1 bid gift-1");
    assert!(told.ends_with("seat 0 wins the favour"), "{told}");
}

/// All eight vetoes, each answering the one before. [cards.veto]
#[test]
fn vetoes_nest_to_any_depth() {
    let four = "gift-1 gift-1 veto veto veto veto";
    let mut game = auction(lay_out(&format!("{four} scandal | {four}")));
    drive(&mut game, "0 bid gift-1, 1 abstain, 0 play scandal, 1 pass, 0 pass, 1 play veto");
    for _ in 0..3 {
        drive(&mut game, "0 play veto, 1 pass, 0 pass, 1 play veto");
    }
    // The auction, its window, the scandal, its window, and seven times a veto and its window.
    assert_eq!((game.stack().len(), game.table.resolving.len()), (18, 8));
    assert!(game.breadcrumb().starts_with("Auction › seat 0 plays scandal › seat 1 plays veto › seat 0 plays veto ›"));
    let loaded = kernel::from_snapshot::<Parley>(&BOX, &kernel::snapshot(&game)).expect("a deep stack can be saved");
    assert_eq!(loaded, game);
    // Nobody can answer the eighth, and everybody sees it. Every second one is cancelled; so the scandal stands.
    let told = drive(&mut game, "0 play veto, 1 pass");
    assert_eq!(
        told,
        "seat 0 plays veto\nveto is cancelled\nveto is cancelled\nveto is cancelled\nveto is cancelled\n\
         the auction is broken off\nseat 0 takes its bid back"
    );
    assert_eq!(game.table.discard.len(), 9);
}

/// The court rises at once: nobody is asked to respond to the favour won. [court.goal]
#[test]
fn the_goal_ends_the_game_in_the_middle_of_an_auction() {
    let mut table = lay_out("gift-3 | gift-1 windfall");
    table.supply = 5;
    table.favours[0] = BOX.goal - 1;
    let frames: [Frame; 2] = [Court::in_session().into(), Auction::default().into()];
    let mut game = Game::at(&BOX, table, frames, Chance::from_number(0), &mut Deaf);
    drive(&mut game, "0 bid gift-3, 1 bid gift-1");
    let told = drive(&mut game, "1 pass");
    assert!(told.ends_with("seat 0 wins the favour\nseat 1 takes its bid back\nthe court rises"), "{told}");
    assert_eq!((game.is_over(), game.winners()), (true, SeatSet::only(Seat(0))));
}

/// [auction.seal]
#[test]
fn a_sealed_bid_is_seen_by_nobody_else() {
    let sealed = |bid: &str| {
        let mut game = auction(lay_out("gift-3 gift-1 | gift-1 | gift-2"));
        assert_eq!(drive(&mut game, bid), "");
        game
    };
    let (high, low, none) = (sealed("0 bid gift-3"), sealed("0 bid gift-1"), sealed("0 abstain"));
    for viewer in [Viewer::Seat(Seat(1)), Viewer::Seat(Seat(2)), Viewer::Spectator] {
        let view = sees(&high, viewer);
        assert_eq!(view.sealed, SeatSet::only(Seat(0)));
        assert_eq!(view.own_sealed, None);
        assert_eq!(view, sees(&low, viewer));
        assert_eq!(view, sees(&none, viewer));
    }
    assert_eq!(sees(&high, Viewer::Seat(Seat(0))).own_sealed, Some(Choice::Bid(Card::Gift(3))));
}

/// [auction.seal] [auction.reveal]
#[test]
fn a_laid_bid_is_seen_by_all_once_it_is_revealed() {
    let mut game = auction(lay_out("gift-3 scandal | gift-1 gift-2"));
    drive(&mut game, "1 bid gift-1, 0 bid gift-3");
    let bids = |game: &Game<Parley>, viewer| sees(game, viewer).bids;
    assert_eq!(bids(&game, Viewer::Seat(Seat(1))), [Some(Sight::Back), Some(Sight::Face(Card::Gift(1)))]);
    assert_eq!(bids(&game, Viewer::Spectator), [Some(Sight::Back), Some(Sight::Back)]);
    drive(&mut game, "0 pass, 1 pass");
    for viewer in [Viewer::Seat(Seat(0)), Viewer::Spectator] {
        assert_eq!(bids(&game, viewer), [None, Some(Sight::Face(Card::Gift(1)))]);
    }
}

/// [cards.spy]
#[test]
fn a_spy_sees_a_hand_and_remembers_it() {
    let mut game = auction(lay_out("gift-3 spy gift-1 | gift-1 veto gift-2 | gift-2"));
    drive(&mut game, "0 bid gift-3, 1 bid gift-1, 2 abstain, 0 pass, 1 pass, 2 pass");
    let told = drive(&mut game, "0 play spy, 1 pass, 2 pass, 0 pass, 1 pass, 2 pass, 0 look-at 1");
    assert_eq!(told, "seat 0 plays spy\nseat 0 looks at the hand of seat 1");
    let seen = |seat| sees(&game, Viewer::Seat(Seat(seat))).hands[1].clone();
    assert_eq!(seen(0), [Sight::Face(Card::Trick(Trick::Veto)), Sight::Face(Card::Gift(2))]);
    assert_eq!(seen(2), [Sight::Back, Sight::Back]);
}

/// [court.round] [cards.windfall]
#[test]
fn a_card_drawn_is_told_to_its_owner_alone() {
    let mut table = lay_out("gift-3 windfall | gift-1");
    table.deck.put(Card::Gift(2), SeatSet::NONE);
    let mut game = auction(table);
    let told = drive(&mut game, "0 bid gift-3, 1 abstain, 0 pass, 1 pass, 0 play windfall, 1 pass, 1 pass");
    assert!(told.ends_with("seat 0 plays windfall\nseat 0 draws gift-2"), "{told}");
    let event = Event::Drew { seat: Seat(0), card: Some(Card::Gift(2)) };
    assert_eq!(Parley::told_to(&event, Viewer::Seat(Seat(0))), Some(event));
    for viewer in [Viewer::Seat(Seat(1)), Viewer::Spectator] {
        assert_eq!(Parley::told_to(&event, viewer), Some(Event::Drew { seat: Seat(0), card: None }));
    }
}

#[test]
fn an_illegal_choice_is_refused_and_changes_nothing() {
    let mut game = auction(lay_out("gift-3 veto | gift-1"));
    let refused = |game: &mut Game<Parley>, seat, choice| {
        let before = game.clone();
        let illegal = game.choose(Seat(seat), choice, &mut Deaf).expect_err("the choice is illegal");
        assert_eq!(*game, before);
        illegal.describe(game)
    };
    assert_eq!(
        refused(&mut game, 0, Choice::Bid(Card::Gift(1))),
        "“bid gift-1” is not a legal answer to “seat 0: seal a bid”"
    );
    assert_eq!(
        refused(&mut game, 0, Choice::Play(Trick::Veto)),
        "“play veto” is not a legal answer to “seat 0: seal a bid”"
    );
    drive(&mut game, "0 bid gift-3");
    // Stale: the bid is sealed already.
    assert_eq!(
        refused(&mut game, 0, Choice::Bid(Card::Gift(3))),
        "seat 0 is not asked anything now; the game waits for seat 1"
    );
    drive(&mut game, "1 abstain, 0 pass, 1 pass, 0 pass, 1 pass");
    assert_eq!(game.choose(Seat(0), Choice::Pass, &mut Deaf), Err(Illegal::Over));
}
