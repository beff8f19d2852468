//! Choices as text: `move scout argovia illedrias`. Printed in logs and records, read back from them.
//!
//! Every choice is a verb and its words. Names are written as slugs: lower case, hyphens for everything else.
//! An area is a world's name or a tile code and corner (`10A.SE`); a tile edge is `10A-north`.

use crate::board::{Look, Looking};
use crate::components::{Asset, Compass, Corner, Face, OrderKind, PrintedArea, StructureKind};
use crate::decisions::Choice;
use crate::force::{Posture, TOKENS, UNIT_KINDS};
use crate::table::{
    Area, CARDS_PER_FACTION, CardId, EVENTS_PER_FACTION, Edge, EventId, Lie, System, Tile, UPGRADES_PER_FACTION,
    UnitKind, UpgradeId,
};
use crate::{Catalogue, Game};
pub use kernel::slug;

pub fn print(game: &Game, choice: Choice) -> String {
    let look = game.look();
    let names = Names::of(look);
    let flag = |set: bool, word: &str| if set { format!(" {word}") } else { String::new() };
    match choice {
        Choice::Done => "done".to_owned(),
        Choice::Accept => "accept".to_owned(),
        Choice::Decline => "decline".to_owned(),
        Choice::Resolve => "resolve".to_owned(),
        Choice::Divert => "divert".to_owned(),
        Choice::Scheme => "scheme".to_owned(),
        Choice::Top => "top".to_owned(),
        Choice::Bottom => "bottom".to_owned(),
        Choice::Tile { side, rotation, col, row } => {
            format!("tile {} turn {rotation} at {col} {row}", look.catalogue.side_names(side).code)
        }
        Choice::PutUnit { unit, area } => format!("put {} {}", names.unit(unit), names.area(area)),
        Choice::PutStructure { structure, area } => format!("put {} {}", structure.id(), names.area(area)),
        Choice::PutObjective { faction, area } => format!("objective {} {}", names.faction(faction), names.area(area)),
        Choice::Edge(edge) => format!("edge {}", names.edge(edge)),
        Choice::PlaceOrder { kind, system } => format!("place {} {}", kind.id(), names.system(system)),
        Choice::System(system) => format!("system {}", names.system(system)),
        Choice::Upgrade(upgrade) => format!("upgrade {}", slug(&look.catalogue.upgrade(upgrade).name)),
        Choice::Buy { unit, area, cache, scheme } => {
            format!("buy {} {}{}{}", names.unit(unit), names.area(area), flag(cache, "cache"), flag(scheme, "scheme"))
        }
        Choice::Build { structure, area, cache } => {
            format!("build {} {}{}", structure.id(), names.area(area), flag(cache, "cache"))
        }
        Choice::BuildBeside { structure, area, cache } => {
            format!("build {} {} beside{}", structure.id(), names.area(area), flag(cache, "cache"))
        }
        Choice::Pair(card) => format!("pair {}", names.card(card)),
        Choice::Asset(asset) => format!("asset {}", asset.id()),
        Choice::Move { from, unit, to, via } => {
            let via = via.map_or(String::new(), |void| format!(" via {}", names.area(void)));
            format!("move {} {} {}{via}", names.unit(unit), names.area(from), names.area(to))
        }
        Choice::Strike { void, world } => format!("strike {} {}", names.area(void), names.area(world)),
        Choice::Area(area) => format!("area {}", names.area(area)),
        Choice::Amount(amount) => format!("amount {amount}"),
        Choice::Card(card) => format!("card {}", names.card(card)),
        Choice::Unit { area, unit, posture, hurt } => {
            let hurt = if hurt > 0 { format!(" hurt {hurt}") } else { String::new() };
            format!("unit {} {}{}{hurt}", names.unit(unit), names.area(area), flag(posture.is_routed(), "routed"))
        }
        Choice::Structure { area, structure } => format!("structure {} {}", structure.id(), names.area(area)),
        Choice::PlaceUnit { unit, area } => format!("free {} {}", names.unit(unit), names.area(area)),
        Choice::Face(face) => format!("die {}", face.id()),
        Choice::Branch(branch) => format!("option {}", branch + 1),
        Choice::Event(event) => format!("event {}", slug(&look.catalogue.event(event).name)),
        Choice::Storm { from, to } => format!("storm {} {}", names.edge(from), names.edge(to)),
        Choice::Order(kind) => format!("order {}", kind.id()),
        Choice::Token { system, height } => format!("token {} {}", names.system(system), height + 1),
        Choice::Faction(faction) => format!("player {}", names.faction(faction)),
    }
}

pub fn parse(game: &Game, text: &str) -> Result<Choice, String> {
    let names = Names::of(game.look());
    let words: Vec<&str> = text.split_whitespace().collect();
    let has = |word: &str| words.contains(&word);
    let after = |word: &str| words.iter().position(|&other| other == word).and_then(|at| words.get(at + 1).copied());
    let choice = match words[..] {
        ["done"] => Choice::Done,
        ["accept"] => Choice::Accept,
        ["decline"] => Choice::Decline,
        ["resolve"] => Choice::Resolve,
        ["divert"] => Choice::Divert,
        ["scheme"] => Choice::Scheme,
        ["top"] => Choice::Top,
        ["bottom"] => Choice::Bottom,
        ["tile", code, "turn", rotation, "at", col, row] => Choice::Tile {
            side: names.catalogue.side_with_code(code).ok_or_else(|| format!("there is no tile side “{code}”"))?,
            rotation: number(rotation)
                .ok()
                .filter(|&turn: &u8| turn < 4)
                .ok_or("a tile is turned by 0 to 3 quarters")?,
            col: number(col)?,
            row: number(row)?,
        },
        ["put", piece, area] => match StructureKind::ALL.into_iter().find(|kind| kind.id() == piece) {
            Some(structure) => Choice::PutStructure { structure, area: names.read_area(area)? },
            None => Choice::PutUnit { unit: names.read_unit(piece)?, area: names.read_area(area)? },
        },
        ["objective", faction, area] => {
            Choice::PutObjective { faction: names.read_faction(faction)?, area: names.read_area(area)? }
        }
        ["edge", edge] => Choice::Edge(names.read_edge(edge)?),
        ["place", kind, system] => Choice::PlaceOrder { kind: read_order(kind)?, system: names.read_system(system)? },
        ["system", system] => Choice::System(names.read_system(system)?),
        ["upgrade", name] => Choice::Upgrade(names.read_upgrade(name)?),
        ["buy", unit, area, ..] => Choice::Buy {
            unit: names.read_unit(unit)?,
            area: names.read_area(area)?,
            cache: has("cache"),
            scheme: has("scheme"),
        },
        ["build", structure, area, ..] => {
            let (structure, area) = (read_structure(structure)?, names.read_area(area)?);
            if has("beside") {
                Choice::BuildBeside { structure, area, cache: has("cache") }
            } else {
                Choice::Build { structure, area, cache: has("cache") }
            }
        }
        ["pair", card] => Choice::Pair(names.read_card(card)?),
        ["asset", asset] => Choice::Asset(read_asset(asset)?),
        ["move", unit, from, to, ..] => Choice::Move {
            from: names.read_area(from)?,
            unit: names.read_unit(unit)?,
            to: names.read_area(to)?,
            via: after("via").map(|void| names.read_area(void)).transpose()?,
        },
        ["strike", void, world] => Choice::Strike { void: names.read_area(void)?, world: names.read_area(world)? },
        ["area", area] => Choice::Area(names.read_area(area)?),
        ["amount", amount] => Choice::Amount(number(amount)?),
        ["card", card] => Choice::Card(names.read_card(card)?),
        ["unit", unit, area, ..] => Choice::Unit {
            area: names.read_area(area)?,
            unit: names.read_unit(unit)?,
            posture: if has("routed") { Posture::Routed } else { Posture::Standing },
            hurt: after("hurt").map_or(Ok(0), number)?,
        },
        ["structure", structure, area] => {
            Choice::Structure { area: names.read_area(area)?, structure: read_structure(structure)? }
        }
        ["free", unit, area] => Choice::PlaceUnit { unit: names.read_unit(unit)?, area: names.read_area(area)? },
        ["die", face] => Choice::Face(read_face(face)?),
        ["option", branch] => Choice::Branch(number::<u8>(branch)?.checked_sub(1).ok_or("options are counted from 1")?),
        ["event", name] => Choice::Event(names.read_event(name)?),
        ["storm", from, to] => Choice::Storm { from: names.read_edge(from)?, to: names.read_edge(to)? },
        ["order", kind] => Choice::Order(read_order(kind)?),
        ["token", system, height] => Choice::Token {
            system: names.read_system(system)?,
            height: number::<u8>(height)?.checked_sub(1).ok_or("tokens are counted from 1, at the bottom")?,
        },
        ["player", faction] => Choice::Faction(names.read_faction(faction)?),
        _ => return Err(format!("“{text}” is not a choice of this game")),
    };
    Ok(choice)
}

fn number<N: std::str::FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| format!("“{text}” is not a number that fits here"))
}

pub fn read_order(text: &str) -> Result<OrderKind, String> {
    OrderKind::ALL.into_iter().find(|kind| kind.id() == text).ok_or_else(|| format!("there is no order “{text}”"))
}

pub fn read_asset(text: &str) -> Result<Asset, String> {
    Asset::ALL.into_iter().find(|kind| kind.id() == text).ok_or_else(|| format!("there is no asset “{text}”"))
}

pub fn read_face(text: &str) -> Result<Face, String> {
    Face::ALL.into_iter().find(|kind| kind.id() == text).ok_or_else(|| format!("no die shows “{text}”"))
}

pub fn read_structure(text: &str) -> Result<StructureKind, String> {
    StructureKind::ALL
        .into_iter()
        .find(|kind| kind.id() == text)
        .ok_or_else(|| format!("no structure is called “{text}”"))
}

/// Names of the components on the board and in the box: of a table, or of what a view shows of it.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    pub catalogue: &'static Catalogue,
    pub tiles: &'a [Tile],
}

/// The systems on the two sides of a tile edge, and where the edge lies, seen from each.
struct Sides {
    here: Option<System>,
    beyond: Option<System>,
    near: Compass,
    far: Compass,
}

impl<'a> Names<'a> {
    pub fn of(look: Look<'a>) -> Self {
        Names { catalogue: look.catalogue, tiles: &look.table.tiles }
    }

    fn tile(&self, system: System) -> &'a Tile {
        &self.tiles[system.index()]
    }

    fn systems(&self) -> impl Iterator<Item = System> + use<> {
        (0..self.tiles.len() as u8).map(System)
    }

    /// The system at this column and row.
    fn system_at(&self, col: i8, row: i8) -> Option<System> {
        self.systems().find(|&system| (self.tile(system).col, self.tile(system).row) == (col, row))
    }

    pub fn system(&self, system: System) -> String {
        self.catalogue.side_names(self.tile(system).side).code.clone()
    }

    /// For sentences: "Ebbok's Valor (2A)".
    pub fn system_title(&self, system: System) -> String {
        let side = self.catalogue.side_names(self.tile(system).side);
        format!("{} ({})", side.name, side.code)
    }

    /// The world's printed name, if it is one.
    pub fn world(&self, area: Area) -> Option<&'static str> {
        let tile = self.tile(area.system());
        let printed = (area.0 % 4 + 4 - tile.rotation) % 4;
        match &self.catalogue.side_names(tile.side).areas[usize::from(printed)] {
            PrintedArea::Void => None,
            PrintedArea::World { name, .. } => Some(name),
        }
    }

    pub fn area(&self, area: Area) -> String {
        match self.world(area) {
            Some(name) => slug(name),
            None => format!("{}.{}", self.system(area.system()), area.corner().name()),
        }
    }

    /// For sentences: the world's name as printed, or the void of a tile.
    pub fn area_title(&self, area: Area) -> String {
        match self.world(area) {
            Some(name) => name.to_owned(),
            None => format!("void {}", self.area(area)),
        }
    }

    /// For sentences: "on Turaci", "in void 10A.SE".
    pub fn whereabouts(&self, area: Area) -> String {
        let preposition = if self.world(area).is_some() { "on" } else { "in" };
        format!("{preposition} {}", self.area_title(area))
    }

    pub fn unit(&self, unit: UnitKind) -> String {
        if unit.row() == TOKENS {
            return format!("{}-reinforcement", self.faction(unit.faction()));
        }
        slug(&self.catalogue.unit(unit).id)
    }

    pub fn faction(&self, faction: u8) -> &'static str {
        &self.catalogue.factions[usize::from(faction)].id
    }

    pub fn card(&self, card: CardId) -> String {
        slug(&self.catalogue.card_text(card).name)
    }

    pub fn edge(&self, edge: Edge) -> String {
        let Sides { here, beyond, near, far } = self.sides(edge);
        match (here, beyond) {
            (Some(system), _) => format!("{}-{}", self.system(system), near.name()),
            (None, Some(system)) => format!("{}-{}", self.system(system), far.name()),
            (None, None) => format!("{:?}({},{})", edge.lie, edge.col, edge.row).to_lowercase(),
        }
    }

    /// For sentences: "between 10A and 5A", "west of 10A".
    pub fn edge_in_words(&self, edge: Edge) -> String {
        let Sides { here, beyond, near, far } = self.sides(edge);
        match (here, beyond) {
            (Some(here), Some(beyond)) => format!("between {} and {}", self.system(beyond), self.system(here)),
            (Some(here), None) => format!("{} of {}", near.name(), self.system(here)),
            (None, Some(beyond)) => format!("{} of {}", far.name(), self.system(beyond)),
            (None, None) => self.edge(edge),
        }
    }

    fn sides(&self, edge: Edge) -> Sides {
        let here = self.system_at(edge.col, edge.row);
        match edge.lie {
            Lie::Horizontal => {
                let beyond = self.system_at(edge.col, edge.row - 1);
                Sides { here, beyond, near: Compass::North, far: Compass::South }
            }
            Lie::Vertical => {
                let beyond = self.system_at(edge.col - 1, edge.row);
                Sides { here, beyond, near: Compass::West, far: Compass::East }
            }
        }
    }

    pub fn read_system(&self, text: &str) -> Result<System, String> {
        let found = self.systems().find(|&system| self.system(system).eq_ignore_ascii_case(text));
        found.ok_or_else(|| format!("no tile “{text}” lies on the board"))
    }

    pub fn read_area(&self, text: &str) -> Result<Area, String> {
        if let Some((code, corner)) = text.split_once('.') {
            let corner = Corner::ALL.into_iter().find(|other| other.name().eq_ignore_ascii_case(corner));
            let corner = corner.ok_or_else(|| format!("“{text}” names no corner: NW, NE, SE or SW"))?;
            return Ok(Area::new(self.read_system(code)?, corner));
        }
        let wanted = slug(text);
        let found = self
            .systems()
            .flat_map(System::areas)
            .find(|&area| self.world(area).is_some_and(|name| slug(name) == wanted));
        found.ok_or_else(|| format!("no world “{text}” lies on the board"))
    }

    pub fn read_unit(&self, text: &str) -> Result<UnitKind, String> {
        let wanted = slug(text);
        for faction in 0..self.catalogue.factions.len() as u8 {
            for row in 0..=UNIT_KINDS {
                let unit = UnitKind::new(faction, row);
                if self.unit(unit) == wanted {
                    return Ok(unit);
                }
            }
        }
        Err(format!("there is no unit “{text}”"))
    }

    pub fn read_faction(&self, text: &str) -> Result<u8, String> {
        self.catalogue.faction(text).ok_or_else(|| format!("there is no faction “{text}”"))
    }

    pub fn read_card(&self, text: &str) -> Result<CardId, String> {
        let all = 0..self.catalogue.factions.len() as u8 * CARDS_PER_FACTION;
        let found = all.map(CardId).find(|&card| self.card(card) == slug(text));
        found.ok_or_else(|| format!("there is no combat card “{text}”"))
    }

    pub fn read_upgrade(&self, text: &str) -> Result<UpgradeId, String> {
        let all = 0..self.catalogue.factions.len() as u8 * UPGRADES_PER_FACTION;
        let found = all.map(UpgradeId).find(|&upgrade| slug(&self.catalogue.upgrade(upgrade).name) == slug(text));
        found.ok_or_else(|| format!("there is no order upgrade “{text}”"))
    }

    pub fn read_event(&self, text: &str) -> Result<EventId, String> {
        let all = 0..self.catalogue.factions.len() as u8 * EVENTS_PER_FACTION;
        let found = all.map(EventId).find(|&event| slug(&self.catalogue.event(event).name) == slug(text));
        found.ok_or_else(|| format!("there is no event card “{text}”"))
    }

    pub fn read_edge(&self, text: &str) -> Result<Edge, String> {
        let wrong = || format!("“{text}” is not a tile edge such as 10A-north");
        let (code, compass) = text.split_once('-').ok_or_else(wrong)?;
        let compass = Compass::ALL.into_iter().find(|other| other.name() == compass).ok_or_else(wrong)?;
        Ok(self.tile(self.read_system(code)?).edge(compass))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ForbiddenStars, Position};
    use kernel::{Chance, Deaf, Rules, Viewer};

    /// Whoever sees the board can name what lies on it.
    #[test]
    fn a_view_has_names() {
        let position = Position::read(Catalogue::standard(), "battle: orks nob attack ultramarines scout");
        let game = position.expect("a battle").start(Chance::from_number(0), &mut Deaf);
        let view = ForbiddenStars::view(&game, Viewer::Spectator);
        let (seen, known) = (Names { catalogue: game.catalogue, tiles: &view.tiles }, Names::of(game.look()));
        for area in game.table.areas() {
            assert_eq!(seen.whereabouts(area), known.whereabouts(area));
            assert_eq!(seen.read_area(&seen.area(area)), Ok(area));
        }
        for edge in game.look().all_edges() {
            assert_eq!(seen.read_edge(&seen.edge(edge)), Ok(edge));
        }
    }
}
