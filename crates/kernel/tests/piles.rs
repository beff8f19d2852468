//! Who sees what in a pile.

use kernel::{Pile, Seat, SeatSet, Sight, Viewer};

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
