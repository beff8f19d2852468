//! How the table is set up: who plays what, and the game's own options.

use anyhow::{Context, Result, bail};
use kernel::Seat;
use shelf::{AnyMatch, Title, Wish};

/// What a person may say about the table before a game.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Seating {
    /// Who plays what, by seat: sides of the game by their ids or names
    #[arg(long, value_delimiter = ',', value_name = "SIDE,SIDE")]
    pub sides: Vec<String>,
    /// Number of seats
    #[arg(long, value_name = "NUMBER")]
    pub seats: Option<u8>,
    /// An option of the game and its value; may be said several times
    #[arg(long = "option", value_name = "ID=VALUE", value_parser = option)]
    pub options: Vec<(String, String)>,
}

fn option(text: &str) -> Result<(String, String), String> {
    let found = text.split_once('=').map(|(id, value)| (id.trim().to_owned(), value.trim().to_owned()));
    found.filter(|(id, value)| !id.is_empty() && !value.is_empty()).ok_or("write ID=VALUE".to_owned())
}

impl Seating {
    /// The wish, with all that is not said left open.
    pub fn wish(&self, title: &dyn Title) -> Result<Wish> {
        let offer = title.offer();
        let mut wish = Wish {
            sides: self.sides.iter().map(|side| offer.side_id(side)).collect(),
            seats: self.seats,
            ..Wish::default()
        };
        for (id, value) in &self.options {
            if wish.options.insert(id.clone(), value.clone()).is_some() {
                bail!("--option {id}=… is said twice; say it once");
            }
        }
        Ok(wish)
    }
}

/// The wish with nothing left open, for game `number` of a run.
pub fn fill(title: &dyn Title, wish: &Wish, number: u64) -> Result<Wish> {
    title.fill(wish, number).map_err(anyhow::Error::msg)
}

/// What everybody plays, by seat, as far as the offer knows it: id, then name.
pub fn sides(title: &dyn Title, table: &dyn AnyMatch) -> Vec<(Option<String>, String)> {
    let (offer, wish) = (title.offer(), table.wish());
    let names = table.side_names().into_iter().enumerate();
    // A match from a position was not wished for; there the name tells.
    let id = |seat: usize, name: &str| {
        let named = || offer.sides.iter().find(|side| side.name == name).map(|side| side.id.clone());
        wish.sides.get(seat).cloned().or_else(named)
    };
    names.map(|(seat, name)| (id(seat, &name), name)).collect()
}

/// The seat that plays the side a person means.
pub fn seat_of(title: &dyn Title, table: &dyn AnyMatch, side: &str) -> Result<Seat> {
    let wanted = title.offer().side_id(side);
    let found = sides(title, table).iter().position(|(id, name)| id.as_deref() == Some(&wanted) || name == side);
    let found = found.with_context(|| format!("nobody plays “{side}” in this game"))?;
    Ok(Seat(found as u8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_an_id_and_a_value() {
        assert_eq!(option("board=large"), Ok(("board".to_owned(), "large".to_owned())));
        for wrong in ["board", "=large", "board="] {
            assert_eq!(option(wrong), Err("write ID=VALUE".to_owned()));
        }
        let twice = Seating { options: vec![("a".into(), "b".into()), ("a".into(), "c".into())], ..Seating::default() };
        assert!(twice.wish(games::SHELF.first()).is_err());
    }

    #[test]
    fn sides_are_meant_by_id_name_or_race() {
        let title = games::SHELF.first();
        for side in title.offer().sides {
            for text in [&side.id, &side.name, &side.race].into_iter().filter(|text| !text.is_empty()) {
                let seating = Seating { sides: vec![text.clone()], ..Seating::default() };
                assert_eq!(seating.wish(title).expect("a wish").sides, std::slice::from_ref(&side.id));
            }
        }
    }
}
