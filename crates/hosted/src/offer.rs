//! What a game offers to somebody who sets up a table.

use crate::Wish;
use kernel::slug;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// A game as it stands on the shelf.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Offer {
    /// As in addresses, files and on the command line.
    pub name: String,
    pub title: String,
    /// One sentence that makes one want to play it.
    pub pitch: String,
    /// How long a game takes people: "2 to 4 hours".
    pub time: String,
    pub seats: SeatRange,
    pub sides: Vec<SideOffer>,
    /// What a side is called: "Faction".
    pub side_word: String,
    pub letters: Letters,
    pub options: Vec<OptionOffer>,
    pub panels: Vec<Panel>,
    /// How a game may end.
    pub endings: Vec<EndingOffer>,
    /// What is counted for each seat: "objectives".
    pub score_word: String,
    /// Kinds of pieces that have help: `card`, `unit`.
    pub described: Vec<String>,
    /// Those of them that are read like a card before they are chosen.
    pub read_first: Vec<String>,
    /// The kind of piece that can carry notes, and what it is called: `stack`, "stacks of orders".
    pub notes_on: Option<(String, String)>,
    /// What several seats play out in one place: "Battle".
    pub scene_word: String,
    /// The odds of a scene can be asked for; an example in words.
    pub odds_example: Option<String>,
    /// There is a guided first round, played with this wish.
    pub guided: Option<Wish>,
    /// Whoever plays with people. Games leave them out: the shelf has the same for all.
    pub bots: Vec<BotOffer>,
}

impl Offer {
    /// A game with the least that one can have: its sides are places at the table ("First trader"), from two to as many as
    /// are named here, and nothing is drawn, so the page shows lists. What a game has more it says in the other fields:
    /// `Offer { score_word: "coins".to_owned(), ..Offer::of_places(…) }`.
    pub fn of_places(name: &str, title: &str, pitch: &str, places: &[&str]) -> Offer {
        let side = |place: &&str| SideOffer { id: slug(place), name: (*place).to_owned(), race: String::new() };
        let most = places.len() as u8;
        Offer {
            name: name.to_owned(),
            title: title.to_owned(),
            pitch: pitch.to_owned(),
            time: "5 minutes".to_owned(),
            seats: SeatRange { least: 2, most, usual: most.min(4) },
            sides: places.iter().map(side).collect(),
            side_word: "Player".to_owned(),
            letters: Letters::Seats,
            panels: vec![Panel::new("list", "Table", Place::List)],
            endings: vec![EndingOffer { id: "end".to_owned(), title: "the end".to_owned() }],
            score_word: "points".to_owned(),
            ..Offer::default()
        }
    }

    /// What a person means by the name of a side: its id, or what it was.
    pub fn side_id(&self, text: &str) -> String {
        let wanted = text.trim().to_lowercase().replace([' ', '_'], "-");
        let plain = |name: &str| name.to_lowercase().replace([' ', '_'], "-").replace(['\'', '’'], "");
        let found = self.sides.iter().find(|side| {
            [&side.id, &side.name, &side.race].into_iter().any(|name| plain(name) == wanted.replace(['\'', '’'], ""))
        });
        found.map_or(wanted, |side| side.id.clone())
    }

    /// Says which options there are.
    pub fn no_such_option(&self, id: &str) -> String {
        let known: Vec<&str> = self.options.iter().map(|option| option.id.as_str()).collect();
        if known.is_empty() {
            format!("{} has no options, so there is no “{id}”", self.title)
        } else {
            format!("there is no option “{id}”; {} has {}", self.title, known.join(", "))
        }
    }

    /// Refuses options and values that are not offered.
    pub fn check(&self, wish: &Wish) -> Result<(), String> {
        for (id, value) in &wish.options {
            let option = self.options.iter().find(|option| option.id == *id);
            let option = option.ok_or_else(|| self.no_such_option(id))?;
            if !option.values.iter().any(|offered| offered.id == *value) {
                let known: Vec<&str> = option.values.iter().map(|value| value.id.as_str()).collect();
                return Err(format!("there is no {id} “{value}”; choose {}", known.join(" or ")));
            }
        }
        Ok(())
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SeatRange {
    pub least: u8,
    pub most: u8,
    /// How many where nobody says how many.
    pub usual: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SideOffer {
    pub id: String,
    pub name: String,
    /// The people or kind it is of, if that has a name of its own.
    pub race: String,
}

/// Where the letter comes from that marks a seat beside its colour and shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Letters {
    /// From its side: the first letter of the side's id that no seat before it has.
    Sides,
    /// From its place: A, B, C. The sides are places, then: the first is the first seat's at every table.
    #[default]
    Seats,
}

/// Something that the host decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OptionOffer {
    pub id: String,
    pub title: String,
    /// The first is the usual one.
    pub values: Vec<ValueOffer>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ValueOffer {
    pub id: String,
    pub title: String,
    /// Which sides play with it, by number of seats; none where any may.
    pub sides: Option<BTreeMap<String, Vec<String>>>,
}

/// A part of the page that a game fills with a fragment of this name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Panel {
    pub id: String,
    pub title: String,
    pub place: Place,
}

impl Panel {
    pub fn new(id: &str, title: &str, place: Place) -> Panel {
        Panel { id: id.to_owned(), title: title.to_owned(), place }
    }
}

/// Where a panel stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// The picture in the middle.
    Board,
    /// The same in words, in its stead.
    List,
    /// With the seats: what everybody has.
    Seats,
    /// With the seats, above the others: what the viewer has.
    Own,
    /// A tab beside the log that opens while there is something in it.
    Scene,
    /// A tab beside the log that is always there.
    Tab,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EndingOffer {
    pub id: String,
    pub title: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BotOffer {
    pub id: String,
    pub title: String,
    pub text: String,
}
