//! Who sees what in a pile.

use kernel::{Chance, FewSeats, Pile, Seat, SeatSet, Sight, Viewer, deal_anew};

/// Somebody beside the table sees what was shown to everybody, and nothing that was shown to some.
#[test]
fn a_spectator_sees_what_everybody_has_seen() {
    let mut pile: Pile<u8, 4> = Pile::default();
    pile.put(1, SeatSet::NONE);
    pile.put(2, SeatSet::only(Seat(0)).with(Seat(1)));
    pile.put(3, SeatSet::EVERYBODY);
    let sight = |viewer| pile.sight(viewer).collect::<Vec<_>>();
    assert_eq!(sight(Viewer::Spectator), [Sight::Back, Sight::Back, Sight::Face(3)]);
    assert_eq!(sight(Viewer::Seat(Seat(1))), [Sight::Back, Sight::Face(2), Sight::Face(3)]);
}

/// However many sit at the table: what each has seen alone was not shown to those beside it.
#[test]
fn all_eight_seats_are_not_everybody() {
    let mut pile: Pile<u8, 2> = Pile::default();
    pile.put(1, SeatSet::NONE);
    (0..8).for_each(|seat| pile.show(Seat(seat)));
    let sight = |pile: &Pile<u8, 2>, viewer| pile.sight(viewer).next();
    assert_eq!(sight(&pile, Viewer::Spectator), Some(Sight::Back));
    assert_eq!(sight(&pile, Viewer::Seat(Seat(7))), Some(Sight::Face(1)));
    assert!(pile.show_one(1, SeatSet::EVERYBODY));
    assert_eq!(sight(&pile, Viewer::Spectator), Some(Sight::Face(1)));
    let mut seats = SeatSet::EVERYBODY;
    assert_eq!((seats.len(), SeatSet::all(8).len()), (8, 8));
    seats.remove(Seat(7));
    assert_eq!(seats, SeatSet::all(7));
}

/// A byte is enough for seven seats and those beside the table.
#[test]
fn few_seats_fit_into_a_byte() {
    assert_eq!(size_of::<Pile<u8, 10, FewSeats>>() + 20, size_of::<Pile<u8, 10>>());
    for seats in [SeatSet::NONE, SeatSet::only(Seat(6)), SeatSet::all(7), SeatSet::EVERYBODY] {
        assert_eq!(SeatSet::from(FewSeats::from(seats)), seats);
    }
}

#[test]
#[should_panic(expected = "no more than seven")]
fn an_eighth_seat_is_refused_by_few_seats() {
    let mut pile: Pile<u8, 2, FewSeats> = Pile::default();
    pile.put(1, SeatSet::only(Seat(7)));
}

/// Two piles that a seat cannot tell apart are dealt anew alike by the same chance, and keep what the seat has seen.
#[test]
fn what_is_dealt_anew_does_not_depend_on_the_truth() {
    let dealt = |cards: [u8; 5]| {
        let mut pile: Pile<u8, 5> = Pile::default();
        for (index, card) in cards.into_iter().enumerate() {
            pile.put(card, if index == 2 { SeatSet::only(Seat(0)) } else { SeatSet::NONE });
        }
        deal_anew(pile.unseen_by(Seat(0)), &mut Chance::from_number(7));
        pile.iter().collect::<Vec<_>>()
    };
    let one = dealt([1, 2, 9, 3, 4]);
    assert_eq!((one.as_slice(), one[2]), (dealt([4, 1, 9, 2, 3]).as_slice(), 9));
    let mut sorted = one;
    sorted.sort_unstable();
    assert_eq!(sorted, [1, 2, 3, 4, 9]);
}

/// Of two alike, showing one shows one, and showing one more shows the other.
#[test]
fn one_card_of_a_hand_is_shown() {
    let mut hand: Pile<u8, 4> = Pile::default();
    [7, 3, 7].into_iter().for_each(|card| hand.put(card, SeatSet::only(Seat(0))));
    let neighbour = SeatSet::only(Seat(1));
    let seen = |hand: &Pile<u8, 4>, seat| hand.sight_of_set(Viewer::Seat(Seat(seat)));
    assert!(hand.show_one(7, neighbour));
    assert_eq!(seen(&hand, 1), [Sight::Back, Sight::Back, Sight::Face(7)]);
    assert!(hand.show_one(7, neighbour));
    assert_eq!(seen(&hand, 1), [Sight::Back, Sight::Face(7), Sight::Face(7)]);
    assert!(!hand.show_one(7, neighbour), "both are known already");
    assert_eq!(seen(&hand, 2), [Sight::Back; 3]);
}

/// The top of a deck keeps its place and stays known; what lies below is mixed and forgotten.
#[test]
fn a_deck_is_shuffled_below_its_top() {
    let mut deck: Pile<u8, 8> = Pile::default();
    (0..8).for_each(|card| deck.put(card, SeatSet::only(Seat(0))));
    deck.shuffle_below(2, &mut Chance::from_number(1));
    assert_eq!(deck.laid_open(Viewer::Referee)[..2], [7, 6]);
    assert_eq!(deck.unseen_by(Seat(0)).count(), 6);
    assert_ne!(deck.iter().take(6).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
    assert!(deck.laid_open(Viewer::Seat(Seat(0))).is_empty());
}
