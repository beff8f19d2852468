//! The marks of the seats: each has its own colour, shape and letter.

use kernel::Seat;
use maud::{Markup, html};

/// A seat's letter in its own shape, in its own colour, around the origin.
pub fn mark(seat: Seat, letter: char) -> Markup {
    html! {
        path class="seat-shell" d=(shape(seat)) {}
        text class="seat-letter" y="5" { (letter) }
    }
}

/// The shape that goes with a seat: nobody has to tell colours apart.
pub fn shape(seat: Seat) -> &'static str {
    const SHAPES: [&str; kernel::MAX_SEATS] = [
        "M0-11A11 11 0 1 1 0 11A11 11 0 1 1 0-11Z",
        "M-10-10H10V10H-10Z",
        "M0-14L14 0L0 14L-14 0Z",
        "M0-13L11-5V10H-11V-5Z",
        "M-6-11H6L12 0L6 11H-6L-12 0Z",
        "M-13-9H13L8 11H-8Z",
        "M-11-11H11V3L0 13L-11 3Z",
        "M-5-12H5V-5H12V5H5V12H-5V5H-12V-5H-5Z",
    ];
    SHAPES[seat.index()]
}

/// The class that carries a seat's colours.
pub fn seat_class(seat: Seat) -> &'static str {
    ["s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7"][seat.index()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_seats_look_alike() {
        let seats = || (0..kernel::MAX_SEATS as u8).map(Seat);
        assert_eq!(seats().map(shape).collect::<BTreeSet<_>>().len(), kernel::MAX_SEATS);
        for theme in crate::Theme::ALL {
            let css = crate::embedded("", theme);
            let colours: BTreeSet<&str> =
                css.lines().filter_map(|line| line.split_once("{ color: ")?.1.split(';').next()).collect();
            assert_eq!(colours.len(), kernel::MAX_SEATS, "{css}");
        }
    }
}
