//! Forbidden Stars at a table.

use super::{Hosted, MapOffer, Odds, Offer, SeatRange, SideOffer, bots_on_offer, sentence};
use forbidden_stars::advice::Adviser;
use forbidden_stars::{Catalogue, ForbiddenStars, Game, MapChoice, Options};
use kernel::{Rules, Seat};
use lab::odds::{Battle, Figures, Policies, draw};
use lab::player::Player;

impl Hosted for ForbiddenStars {
    type Adviser = Adviser;

    fn catalogue() -> &'static Catalogue {
        Catalogue::standard()
    }

    fn offer() -> Offer {
        let catalogue = Catalogue::standard();
        let sides = catalogue.factions.iter().map(|faction| SideOffer {
            id: faction.id.clone(),
            name: faction.name.clone(),
            race: faction.race.clone(),
        });
        let introductory = &catalogue.map.introductory.factions;
        let by_seats = introductory.iter().map(|factions| (factions.len().to_string(), factions.clone())).collect();
        Offer {
            name: ForbiddenStars::NAME.to_owned(),
            title: "Forbidden Stars".to_owned(),
            available: true,
            seats: SeatRange { least: 2, most: 4 },
            sides: sides.collect(),
            maps: vec![
                MapOffer { id: "introductory".into(), title: "The introductory map".into(), sides: Some(by_seats) },
                MapOffer { id: "free".into(), title: "Build the board together".into(), sides: None },
            ],
            bots: bots_on_offer(),
        }
    }

    fn options(map: &str, sides: &[String]) -> Result<Options, String> {
        let map = match map {
            "introductory" => MapChoice::Introductory,
            "free" => MapChoice::Free,
            _ => return Err("there are two maps, introductory and free".to_owned()),
        };
        Ok(Options { factions: sides.to_vec(), map })
    }

    fn odds(game: &Game, seat: Option<Seat>, battles: u64) -> Result<Odds, String> {
        let battle = Battle::in_game(game, seat).map_err(|_| "No battle is being fought.".to_owned())?;
        let title = "This battle from here on".to_owned();
        fought(battle, title, battles)
    }

    fn odds_of(text: &str, battles: u64) -> Result<Odds, String> {
        let battle = Battle::described(Catalogue::standard(), text).map_err(|error| sentence(&error.to_string()))?;
        fought(battle, text.to_owned(), battles)
    }
}

fn fought(battle: Battle, title: String, battles: u64) -> Result<Odds, String> {
    let player: Player = "random".parse().map_err(|_| "There is no such bot.".to_owned())?;
    let advised = player.advised().map_err(|error| sentence(&error.to_string()))?;
    let policies = Policies { attacker: advised.clone(), defender: advised };
    let mut odds = lab::odds::Odds::new(battle, policies, 0);
    odds.sharpen(battles);
    let figures = odds.figures();
    let svg = draw(&figures, &title).map_err(|error| sentence(&error.to_string()))?;
    let wins = wins(&figures);
    let [attacker, defender, _] = wins;
    let (one, other) = (&figures.attacker, &figures.defender);
    let text = format!(
        "{} wins {:.0} of 100, {} {:.0} (± {:.1}).",
        one.faction,
        attacker * 100.0,
        other.faction,
        defender * 100.0,
        odds.precision() * 100.0
    );
    Ok(Odds { title, text, svg, wins, error: odds.precision(), battles: odds.fought(), exact: false })
}

fn wins(figures: &Figures) -> [f64; 3] {
    [figures.attacker.wins.share, figures.defender.wins.share, figures.nobody_wins.share]
}
