//! What a host asks for, in the words of every game.

use crate::{Letters, Offer};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// How a host wants to play: what is not said is open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Wish {
    /// Who plays what, clockwise from seat 0, by the ids in the offer.
    #[serde(default)]
    pub sides: Vec<String>,
    /// Options by their ids, with the ids of their values.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// How many play, where no sides are named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seats: Option<u8>,
}

impl Wish {
    /// The value of an option.
    pub fn option(&self, id: &str) -> Option<&str> {
        self.options.get(id).map(String::as_str)
    }

    /// The same wish with this value for an option.
    pub fn with(mut self, id: &str, value: &str) -> Wish {
        self.options.insert(id.to_owned(), value.to_owned());
        self
    }

    /// How many play.
    pub fn seats(&self, offer: &Offer) -> Result<u8, String> {
        let named = self.sides.len();
        let seats = match self.seats.map(usize::from) {
            None if named == 0 => usize::from(offer.seats.usual),
            None => named,
            Some(seats) if named == 0 || named == seats => seats,
            Some(seats) => return Err(format!("{named} sides do not fill {seats} seats")),
        };
        let range = offer.seats;
        if !(usize::from(range.least)..=usize::from(range.most)).contains(&seats) {
            return Err(format!("{} is for {} to {} players, not {seats}", offer.title, range.least, range.most));
        }
        Ok(seats as u8)
    }

    /// The wish of a table where so many sit in the order of the offer, for a game whose sides are places.
    pub fn of_places(offer: &Offer, seats: u8) -> Wish {
        let sides = offer.sides.iter().take(usize::from(seats)).map(|side| side.id.clone()).collect();
        Wish { sides, ..Wish::default() }
    }

    /// Sides in turn and values as offered first, for game `number` of a run: what most games mean by an open wish.
    /// Sides that are only places stand in their order.
    pub(crate) fn filled(&self, offer: &Offer, number: u64) -> Result<Wish, String> {
        let seats = self.seats(offer)?;
        offer.check(self)?;
        let mut wish = Wish { seats: None, ..self.clone() };
        for option in &offer.options {
            let first = option.values.first().map_or(String::new(), |value| value.id.clone());
            wish.options.entry(option.id.clone()).or_insert(first);
        }
        if offer.letters == Letters::Seats {
            wish.sides = Wish::of_places(offer, seats).sides;
        } else if wish.sides.is_empty() {
            let all = offer.sides.iter().map(|side| side.id.clone()).collect();
            wish.sides = arrangement(all, number).into_iter().take(usize::from(seats)).collect();
        }
        Ok(wish)
    }
}

/// The arrangement with this number: all come about equally often, and number 0 leaves the order as it is.
pub fn arrangement(mut left: Vec<String>, number: u64) -> Vec<String> {
    let mut rest = number as usize;
    let mut order = Vec::new();
    while !left.is_empty() {
        let choices = left.len();
        order.push(left.remove(rest % choices));
        rest /= choices;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The second player is the second player in every game, whoever asks in which order.
    #[test]
    fn places_stand_in_their_order() {
        let offer = Offer::of_places("tag", "Tag", "Run.", &["First child", "Second child", "Third child"]);
        for (asked, number) in [(&[] as &[&str], 5), (&["second-child", "first-child"], 0)] {
            let wish =
                Wish { sides: asked.iter().map(|&id| id.to_owned()).collect(), seats: Some(2), ..Wish::default() };
            assert_eq!(wish.filled(&offer, number), Ok(Wish::of_places(&offer, 2)));
        }
        let four = Wish { seats: Some(4), ..Wish::default() };
        assert_eq!(four.filled(&offer, 0), Err("Tag is for 2 to 3 players, not 4".to_owned()));
        let odd = Wish::default().with("speed", "high");
        assert_eq!(odd.filled(&offer, 0), Err("Tag has no options, so there is no “speed”".to_owned()));
    }

    #[test]
    fn arrangements_come_in_turn() {
        let names = || ["a", "b", "c"].map(str::to_owned).to_vec();
        let all: std::collections::BTreeSet<Vec<String>> = (0..6).map(|number| arrangement(names(), number)).collect();
        assert_eq!((all.len(), arrangement(names(), 0)), (6, names()));
    }
}
