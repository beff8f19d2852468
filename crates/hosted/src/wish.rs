//! What a host asks for, in the words of every game.

use crate::Offer;
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

    /// Sides in turn and values as offered first, for game `number` of a run: what most games mean by an open wish.
    pub(crate) fn filled(&self, offer: &Offer, number: u64) -> Result<Wish, String> {
        let seats = self.seats(offer)?;
        let mut wish = Wish { seats: None, ..self.clone() };
        for option in &offer.options {
            let first = option.values.first().map_or(String::new(), |value| value.id.clone());
            wish.options.entry(option.id.clone()).or_insert(first);
        }
        if let Some(unknown) = wish.options.keys().find(|id| offer.options.iter().all(|option| option.id != **id)) {
            return Err(offer.no_such_option(unknown));
        }
        if wish.sides.is_empty() {
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

    #[test]
    fn arrangements_come_in_turn() {
        let names = || ["a", "b", "c"].map(str::to_owned).to_vec();
        let all: std::collections::BTreeSet<Vec<String>> = (0..6).map(|number| arrangement(names(), number)).collect();
        assert_eq!((all.len(), arrangement(names(), 0)), (6, names()));
    }
}
