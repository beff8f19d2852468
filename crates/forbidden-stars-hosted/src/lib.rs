//! Forbidden Stars on the shelf: what it offers, how it looks, how a battle may end.

#![forbid(unsafe_code)]

mod in_text;
mod odds;
mod picture;
mod printed;
mod tuning;
mod uses;

use ::picture::Theme;
use forbidden_stars::advice::{Adviser, Weights};
use forbidden_stars::table::LAST_ROUND;
use forbidden_stars::{Catalogue, Choice, Decision, Event, ForbiddenStars, Game, MapChoice, Options, Position, View};
use forbidden_stars::{describe, position};
use hosted::{
    EndingOffer, Hosted, Letters, Offer, OptionOffer, Panel, Place, Positions, Progress, SeatRange, SideOffer, Texts,
};
use hosted::{Tunable, ValueOffer, Wish, arrangement};
use kernel::{Deaf, Rules, Seat, Viewer, slug};
use shelf::{Shelved as OnShelf, Title};
use std::sync::OnceLock;

/// Forbidden Stars as it is hosted here.
#[derive(Clone, Copy, Debug)]
pub struct Shelved;

/// What the registry names.
pub static TITLE: &dyn Title = &OnShelf::<Shelved>::NEW;

/// The option that says how the board comes about.
const MAP: &str = "map";
const INTRODUCTORY: &str = "introductory";
const FREE: &str = "free";

impl Hosted for Shelved {
    type Rules = ForbiddenStars;
    type Adviser = Adviser;

    const STYLE: &'static str = concat!(include_str!("../style/map.css"), include_str!("../style/panels.css"));

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
        let value = |id: &str, title: &str, sides| ValueOffer { id: id.into(), title: title.into(), sides };
        let ending = |id: &str, title: &str| EndingOffer { id: id.into(), title: title.into() };
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        Offer {
            name: ForbiddenStars::NAME.to_owned(),
            title: "Forbidden Stars".to_owned(),
            pitch: "Lay orders face down, and race through Warp Storms for the worlds that are yours to take."
                .to_owned(),
            time: "2 to 3 hours".to_owned(),
            seats: SeatRange { least: 2, most: 4, usual: 2 },
            sides: sides.collect(),
            side_word: "Faction".to_owned(),
            letters: Letters::Sides,
            options: vec![OptionOffer {
                id: MAP.to_owned(),
                title: "Map".to_owned(),
                values: vec![
                    value(INTRODUCTORY, "The introductory map", Some(by_seats)),
                    value(FREE, "Build the board together", None),
                ],
            }],
            panels: vec![
                Panel::new("board", "Map", Place::Board),
                Panel::new("list", "Map in words", Place::List),
                Panel::new("tray", "Your own things", Place::Own),
                Panel::new("hand", "Hand", Place::Own),
                Panel::new("seats", "Everybody's play area", Place::Seats),
                Panel::new("battle", "Battle", Place::Scene),
            ],
            endings: vec![
                ending(OBJECTIVES, "all objectives collected"),
                ending(ELIMINATION, "everybody else eliminated"),
                ending(LAST, "end of round 8"),
            ],
            score_word: "objectives".to_owned(),
            described: words(&[
                "card",
                "event",
                "upgrade",
                "unit",
                "reserve",
                "structure",
                "supply",
                "order",
                "asset",
                "die",
                "player",
                "area",
                "system",
                "stack",
                "storm",
                "objective",
            ]),
            read_first: words(&["card", "event", "upgrade"]),
            notes_on: Some(("stack".to_owned(), "stacks of orders".to_owned())),
            scene_word: "Battle".to_owned(),
            odds_example: Some("orks 2 nob, ork-boyz attack ultramarines 2 scout, bastion".to_owned()),
            guided: Some(Wish { sides: words(&["ultramarines", "chaos"]), ..Wish::default().with(MAP, INTRODUCTORY) }),
            bots: Vec::new(),
        }
    }

    fn options(wish: &Wish) -> Result<Options, String> {
        Shelved::offer().check(wish)?;
        let map = match wish.option(MAP) {
            Some(FREE) => MapChoice::Free,
            _ => MapChoice::Introductory,
        };
        Ok(Options { factions: wish.sides.clone(), map })
    }

    fn wish(options: &Options) -> Wish {
        let map = match options.map {
            MapChoice::Introductory => INTRODUCTORY,
            MapChoice::Free => FREE,
        };
        Wish { sides: options.factions.clone(), ..Wish::default().with(MAP, map) }
    }

    /// The introductory map where it fits the factions; all factions in turn where none are named.
    fn fill(wish: &Wish, number: u64) -> Result<Wish, String> {
        let offer = Shelved::offer();
        offer.check(wish)?;
        let seats = usize::from(wish.seats(&offer)?);
        let catalogue = Catalogue::standard();
        let introductory = &catalogue.map.introductory.factions[seats - 2];
        let sides: Vec<String> = wish.sides.iter().map(|side| offer.side_id(side)).collect();
        let map = match wish.option(MAP) {
            Some(map) => map,
            None if sides.is_empty() || introductory.iter().all(|id| sides.contains(id)) => INTRODUCTORY,
            None => FREE,
        };
        let sides = if !sides.is_empty() {
            sides
        } else if map == INTRODUCTORY {
            arrangement(introductory.clone(), number)
        } else {
            let everybody = catalogue.map.introductory.factions.last().expect("the map names its factions");
            arrangement(everybody.clone(), number).into_iter().take(seats).collect()
        };
        Ok(Wish { sides, ..Wish::default().with(MAP, map) })
    }

    fn progress(game: &Game) -> Progress {
        let table = &game.table;
        let objectives = |seat| table.player(seat).objectives;
        let ending = if !game.is_over() {
            None
        } else if table.all_seats().any(|seat| objectives(seat) >= table.seats) {
            Some(OBJECTIVES)
        } else if table.round < LAST_ROUND || table.turn_order().count() < 2 {
            Some(ELIMINATION)
        } else {
            Some(LAST)
        };
        Progress { round: table.round, scores: table.all_seats().map(|seat| objectives(seat).into()).collect(), ending }
    }

    fn texts() -> &'static Texts {
        static TEXTS: OnceLock<Texts> = OnceLock::new();
        TEXTS.get_or_init(|| {
            Texts::read(
                include_str!("../../../docs/forbidden-stars/glossary.toml"),
                include_str!("../../../docs/forbidden-stars/clauses.toml"),
                include_str!("../../../docs/forbidden-stars/first-round.toml"),
            )
        })
    }

    fn in_text(catalogue: &'static Catalogue, view: &View, viewer: Viewer) -> String {
        in_text::text(catalogue, view, viewer)
    }

    fn printed(name: &str) -> Option<String> {
        printed::find(Catalogue::standard(), name)
    }

    fn remark(game: &Game, _seat: Seat, decision: Decision, choice: Choice) -> Option<String> {
        match choice {
            Choice::Branch(branch) => describe::branch_label(game, decision, branch).map(str::to_owned),
            _ => printed::behind_choice(game.catalogue, choice),
        }
    }

    fn card_in_question(game: &Game, decision: Decision) -> Option<String> {
        describe::card_in_question(game, decision).map(slug)
    }

    fn fragments(catalogue: &Catalogue, view: &View, viewer: Viewer) -> Vec<(String, String)> {
        picture::fragments(catalogue, view, viewer)
    }

    fn svg(catalogue: &Catalogue, view: &View, viewer: Viewer, theme: Theme) -> String {
        picture::svg(catalogue, view, viewer, theme)
    }

    fn component(piece: &str) -> Option<String> {
        picture::component(Catalogue::standard(), piece)
    }

    fn read_weights(text: &str) -> Result<Adviser, String> {
        Weights::read(text).map(Adviser::new).map_err(|error| error.to_string())
    }

    fn write_weights(adviser: &Adviser) -> String {
        adviser.weights().write()
    }

    fn tunable() -> Option<Tunable<Shelved>> {
        Some(tuning::TUNABLE)
    }

    fn odds_in(game: &Game, seat: Option<Seat>) -> Result<Box<dyn hosted::Odds>, String> {
        odds::begin(odds::Battle::in_game(game, seat))
    }

    fn odds_of(text: &str) -> Result<Box<dyn hosted::Odds>, String> {
        odds::begin(odds::Battle::described(Catalogue::standard(), text))
    }

    fn odds_of_position(text: &str) -> Result<Box<dyn hosted::Odds>, String> {
        odds::begin(odds::Battle::in_position(read(text)?))
    }

    fn positions() -> Option<Positions<Shelved>> {
        Some(Positions {
            read: |text, chance| Ok(read(text)?.start(chance, &mut Deaf)),
            rewrite: |text| Ok(read(text)?.write()),
            write: position::write,
            is_whole: |game| position::stands_between_turns(game),
            is_scene: |text| read(text).is_ok_and(|position| position.is_battle()),
        })
    }

    fn components() -> Vec<(&'static str, &'static str)> {
        uses::components(Catalogue::standard())
    }

    fn use_of(event: &Event) -> Option<usize> {
        uses::use_of(Catalogue::standard(), event)
    }
}

const OBJECTIVES: &str = "objectives";
const ELIMINATION: &str = "elimination";
const LAST: &str = "last-round";

fn read(text: &str) -> Result<Position, String> {
    Position::read(Catalogue::standard(), text).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests;
