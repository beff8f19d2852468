//! Which game, on which map, with which factions in which seats.

use anyhow::{Result, bail};
use forbidden_stars::notation::slug;
use forbidden_stars::{Catalogue, ForbiddenStars, MapChoice, Options};
use kernel::Rules;

/// What a person may say about the table before a game.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Seating {
    /// Factions by seat: ultramarines,chaos
    #[arg(long, value_delimiter = ',', value_name = "FACTION,FACTION")]
    pub factions: Vec<String>,
    /// Number of seats: 2, 3 or 4
    #[arg(long)]
    pub seats: Option<usize>,
    /// The map: introductory, or free to be built by the players
    #[arg(long)]
    pub map: Option<String>,
}

/// Refuses a game that is not here.
pub fn known_game(name: &str) -> Result<()> {
    if name != ForbiddenStars::NAME {
        bail!("there is no game “{name}”; there is {}", ForbiddenStars::NAME);
    }
    Ok(())
}

/// The id of the faction that a person means: by id, name or race. An unknown one stays as it is.
pub fn faction_id(catalogue: &Catalogue, text: &str) -> String {
    let wanted = slug(text);
    let is_meant = |name: &String| slug(name) == wanted;
    let found = catalogue.factions.iter().find(|it| is_meant(&it.id) || is_meant(&it.name) || is_meant(&it.race));
    found.map_or(wanted.clone(), |faction| faction.id.clone())
}

impl Seating {
    /// The options of the game with this number. Where no factions are named, they change seats from game to game.
    pub fn options(&self, catalogue: &'static Catalogue, number: u64) -> Result<Options> {
        let factions: Vec<String> = self.factions.iter().map(|name| faction_id(catalogue, name)).collect();
        let seats = match (self.seats, factions.len()) {
            (None, 0) => 2,
            (None, named) => named,
            (Some(seats), named) if named == 0 || named == seats => seats,
            (Some(seats), named) => bail!("{named} factions do not fill {seats} seats"),
        };
        if !(2..=4).contains(&seats) {
            bail!("Forbidden Stars is for two, three or four players, not {seats}");
        }
        let introductory = &catalogue.map.introductory.factions[seats - 2];
        let map = match self.map.as_deref() {
            Some("introductory") => MapChoice::Introductory,
            Some("free") => MapChoice::Free,
            Some(other) => bail!("there is no map “{other}”; choose introductory or free"),
            None if factions.is_empty() || introductory.iter().all(|id| factions.contains(id)) => {
                MapChoice::Introductory
            }
            None => MapChoice::Free,
        };
        let factions = if !factions.is_empty() {
            factions
        } else if map == MapChoice::Introductory {
            arrangement(introductory.clone(), number)
        } else {
            let everybody = catalogue.map.introductory.factions.last().expect("the map names its factions");
            arrangement(everybody.clone(), number).into_iter().take(seats).collect()
        };
        let options = Options { factions, map };
        match ForbiddenStars::start(catalogue, &options) {
            Ok(_) => Ok(options),
            Err(reason) => bail!(reason),
        }
    }
}

/// The arrangement with this number: all come about equally often, and number 0 leaves the order as it is.
fn arrangement(mut left: Vec<String>, number: u64) -> Vec<String> {
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

    fn seating(factions: &[&str], seats: Option<usize>, map: Option<&str>) -> Result<Options> {
        let factions = factions.iter().map(|name| (*name).to_owned()).collect();
        Seating { factions, seats, map: map.map(str::to_owned) }.options(Catalogue::standard(), 0)
    }

    #[test]
    fn the_introductory_map_is_taken_where_it_fits() {
        let options = seating(&[], None, None).expect("two seats");
        assert_eq!(
            (options.factions, options.map),
            (vec!["ultramarines".into(), "chaos".into()], MapChoice::Introductory)
        );
        assert_eq!(seating(&["Orks", "Eldar"], None, None).expect("a free map").map, MapChoice::Free);
        assert!(seating(&["orks", "eldar"], None, Some("introductory")).is_err());
        assert!(seating(&["orks", "eldar"], Some(3), None).is_err());
    }

    #[test]
    fn every_pair_of_factions_meets_on_the_free_map() {
        let seating = Seating { map: Some("free".into()), ..Seating::default() };
        let pairs: std::collections::BTreeSet<Vec<String>> = (0..12)
            .map(|number| seating.options(Catalogue::standard(), number).expect("legal options").factions)
            .collect();
        assert_eq!(pairs.len(), 12);
    }
}
