//! The catalogue: faction files and map, read, checked and laid out for speed.

use crate::cards::program::{Paragraph, Program};
use crate::cards::vocabulary::Ability;
use crate::components::{
    AssetIcon, CombatCard, Event, EventKind, Face, Faction, Map, OrderUpgrade, PrintedArea, SchemeMoment, TileSide,
    Unit, UnitClass,
};
use crate::force::{TOKENS, UNIT_KINDS};
use crate::table::{CARDS_PER_FACTION, CardId, EVENTS_PER_FACTION, EventId, UPGRADES_PER_FACTION, UnitKind, UpgradeId};
use std::path::Path;
use std::sync::OnceLock;

/// Everything printed. Loaded once, shared by all games, never freed.
#[derive(Debug)]
pub struct Catalogue {
    /// Sorted by id, so that the same files give the same numbers everywhere.
    pub factions: Vec<Faction>,
    pub map: Map,
    pub program: Program,
    /// By `UnitKind`.
    stats: Vec<Stats>,
    /// By tile side.
    sides: Vec<SideFacts>,
    /// By `CardId`.
    cards: Vec<CardFacts>,
    upgrades: Vec<Vec<Paragraph>>,
    events: Vec<EventFacts>,
    dominate: Vec<Vec<Paragraph>>,
    hash: [u8; 32],
}

/// A unit's numbers.
#[derive(Clone, Copy, Debug)]
pub struct Stats {
    pub level: u8,
    pub materiel: u8,
    pub forge: u8,
    pub combat: u8,
    pub health: u8,
    pub morale: u8,
    pub is_ship: bool,
    pub pieces: u8,
}

#[derive(Clone, Copy, Debug)]
pub struct SideFacts {
    /// Number of the tile this is a side of.
    pub tile: u8,
    /// Printed on a faction's home tile.
    pub faction: Option<u8>,
    /// Clockwise from NW, before turning.
    pub areas: [AreaFacts; 4],
}

/// What is printed in an area.
#[derive(Clone, Copy, Debug, Default)]
pub struct AreaFacts {
    pub is_world: bool,
    pub capacity: u8,
    pub materiel: u8,
    /// Forge, cache, reinforcement and prosperity icons.
    pub assets: [u8; 4],
    pub objective: bool,
}

#[derive(Clone, Debug)]
pub struct CardFacts {
    /// By face.
    pub icons: [u8; 3],
    pub level: u8,
    pub materiel: u8,
    pub starting: bool,
    pub general: Vec<Paragraph>,
    /// Rows of the faction sheet that meet the requisite.
    pub requires: u8,
    pub requires_bastion: bool,
    pub unit: Vec<Paragraph>,
}

#[derive(Clone, Debug)]
pub struct EventFacts {
    pub scheme: Option<SchemeMoment>,
    pub effect: Vec<Paragraph>,
}

/// What is wrong with a component file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}: {reason}")]
pub struct CatalogueError {
    pub file: String,
    pub reason: String,
}

const MAP: &str = include_str!("../data/map.ron");
const FACTIONS: [(&str, &str); 4] = [
    ("chaos.ron", include_str!("../data/factions/chaos.ron")),
    ("eldar.ron", include_str!("../data/factions/eldar.ron")),
    ("orks.ron", include_str!("../data/factions/orks.ron")),
    ("ultramarines.ron", include_str!("../data/factions/ultramarines.ron")),
];

impl Catalogue {
    /// The box as sold.
    pub fn standard() -> &'static Catalogue {
        static STANDARD: OnceLock<Catalogue> = OnceLock::new();
        STANDARD.get_or_init(|| {
            let files = FACTIONS.map(|(file, text)| (file.to_owned(), text.to_owned()));
            Catalogue::read(MAP, &files).expect("the built-in components are checked by tests")
        })
    }

    /// The box plus every faction file (`*.ron`) in a folder, for as long as the program runs.
    pub fn with_folder(folder: &Path) -> Result<&'static Catalogue, CatalogueError> {
        let wrong = |path: &Path, reason: String| CatalogueError { file: path.display().to_string(), reason };
        let mut files = FACTIONS.map(|(file, text)| (file.to_owned(), text.to_owned())).to_vec();
        let entries = std::fs::read_dir(folder).map_err(|error| wrong(folder, error.to_string()))?;
        let mut paths = Vec::new();
        for entry in entries {
            paths.push(entry.map_err(|error| wrong(folder, error.to_string()))?.path());
        }
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "ron"));
        paths.sort();
        if paths.is_empty() {
            return Err(wrong(folder, "no faction file (*.ron) in this folder".to_owned()));
        }
        for path in paths {
            let text = std::fs::read_to_string(&path).map_err(|error| wrong(&path, error.to_string()))?;
            files.push((path.display().to_string(), text));
        }
        Ok(Box::leak(Box::new(Catalogue::read(MAP, &files)?)))
    }

    fn read(map: &str, files: &[(String, String)]) -> Result<Catalogue, CatalogueError> {
        let wrong = |file: &str, reason: String| CatalogueError { file: file.to_owned(), reason };
        let map: Map = ron::from_str(map).map_err(|error| wrong("map.ron", error.to_string()))?;
        let mut factions = Vec::new();
        for (file, text) in files {
            let faction: Faction = ron::from_str(text).map_err(|error| wrong(file, error.to_string()))?;
            check_counts(&faction).map_err(|reason| wrong(file, reason))?;
            factions.push((file, faction));
        }
        check_names(&factions)?;
        factions.sort_by(|(_, one), (_, other)| one.id.cmp(&other.id));
        if let Some(pair) = factions.windows(2).find(|pair| pair[0].1.id == pair[1].1.id) {
            return Err(wrong(pair[1].0, format!("a second faction called “{}”", pair[1].1.id)));
        }
        let mut catalogue = Catalogue {
            factions: Vec::new(),
            program: Program::default(),
            stats: Vec::new(),
            sides: Vec::new(),
            cards: Vec::new(),
            upgrades: Vec::new(),
            events: Vec::new(),
            dominate: Vec::new(),
            hash: [0; 32],
            map,
        };
        for (file, faction) in factions {
            catalogue.add_faction(faction).map_err(|reason| wrong(file, reason))?;
        }
        catalogue.sides = catalogue.side_facts().map_err(|reason| wrong("map.ron", reason))?;
        catalogue.hash = catalogue.fingerprint();
        Ok(catalogue)
    }

    fn add_faction(&mut self, faction: Faction) -> Result<(), String> {
        for unit in &faction.units {
            self.stats.push(Stats::of(unit));
        }
        // A reinforcement token's numbers are those of a level 0 unit: which one depends on the area.
        let level_zero = faction
            .units
            .iter()
            .find(|unit| unit.level == 0 && unit.class == UnitClass::Ground)
            .ok_or("no ground unit of command level 0")?;
        self.stats.push(Stats::of(level_zero));
        let mut program = std::mem::take(&mut self.program);
        let mut add = |abilities: &[Ability], name: &str| -> Result<Vec<Paragraph>, String> {
            abilities
                .iter()
                .map(|ability| program.add(&faction, ability).map_err(|reason| format!("“{name}”: {reason}")))
                .collect()
        };
        for card in &faction.combat_cards {
            let mut requires = 0;
            for id in card.requires.iter().filter(|id| *id != "bastion") {
                let row = faction.units.iter().position(|unit| unit.id == *id);
                requires |= 1 << row.ok_or_else(|| format!("“{}” requires the unknown unit “{id}”", card.name))?;
            }
            self.cards.push(CardFacts {
                icons: [card.icons.offence, card.icons.defence, card.icons.morale],
                level: card.level,
                materiel: card.materiel,
                starting: card.starting,
                general: add(&card.general, &card.name)?,
                requires,
                requires_bastion: card.requires.iter().any(|id| id == "bastion"),
                unit: add(&card.unit, &card.name)?,
            });
        }
        for upgrade in &faction.order_upgrades {
            self.upgrades.push(add(&upgrade.effect, &upgrade.name)?);
        }
        for event in &faction.events {
            let scheme = match event.kind {
                EventKind::Tactic => None,
                EventKind::Scheme(moment) => Some(moment),
            };
            self.events.push(EventFacts { scheme, effect: add(&event.effect, &event.name)? });
        }
        self.dominate.push(add(&faction.dominate.effect, &faction.dominate.name)?);
        self.program = program;
        self.factions.push(faction);
        Ok(())
    }

    fn side_facts(&self) -> Result<Vec<SideFacts>, String> {
        self.map
            .sides
            .iter()
            .map(|side| {
                let number: u8 = side.code[..side.code.len() - 1]
                    .parse()
                    .map_err(|_| format!("“{}” is not a tile code such as 10A", side.code))?;
                let faction = match &side.faction {
                    None => None,
                    Some(id) => Some(self.faction(id).ok_or_else(|| format!("no faction “{id}” for {}", side.code))?),
                };
                Ok(SideFacts { tile: number, faction, areas: side.areas.each_ref().map(AreaFacts::of) })
            })
            .collect()
    }

    fn fingerprint(&self) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new();
        for faction in &self.factions {
            hasher.update(ron::to_string(faction).expect("components serialise").as_bytes());
        }
        hasher.update(ron::to_string(&self.map).expect("components serialise").as_bytes());
        *hasher.finalize().as_bytes()
    }

    pub fn hash(&self) -> [u8; 32] {
        self.hash
    }

    /// The faction with this id.
    pub fn faction(&self, id: &str) -> Option<u8> {
        self.factions.iter().position(|faction| faction.id == id).map(|index| index as u8)
    }

    /// A unit's numbers; a reinforcement token's are those of the kind it stands for.
    pub fn stats(&self, kind: UnitKind) -> &Stats {
        &self.stats[usize::from(kind.0)]
    }

    /// The level 0 unit that a reinforcement token stands for. [reinforcement-tokens.kind.1]
    pub fn token_stands_for(&self, faction: u8, on_world: bool) -> UnitKind {
        (0..UNIT_KINDS)
            .map(|row| UnitKind::new(faction, row))
            .find(|&kind| self.stats(kind).level == 0 && self.stats(kind).is_ship != on_world)
            .expect("every sheet has a ground unit and a ship of command level 0")
    }

    pub fn unit(&self, kind: UnitKind) -> &Unit {
        &self.factions[usize::from(kind.faction())].units[kind.row()]
    }

    pub fn unit_name(&self, kind: UnitKind) -> &str {
        if kind.row() == TOKENS { "Reinforcement" } else { &self.unit(kind).name }
    }

    pub fn side(&self, side: u8) -> &SideFacts {
        &self.sides[usize::from(side)]
    }

    pub fn side_names(&self, side: u8) -> &TileSide {
        &self.map.sides[usize::from(side)]
    }

    /// The side of a tile with this printed code.
    pub fn side_with_code(&self, code: &str) -> Option<u8> {
        self.map.sides.iter().position(|side| side.code == code).map(|index| index as u8)
    }

    /// The two sides of a tile.
    pub fn sides_of(&self, tile: u8) -> impl Iterator<Item = u8> + '_ {
        (0..self.sides.len() as u8).filter(move |&side| self.side(side).tile == tile)
    }

    pub fn card(&self, card: CardId) -> &CardFacts {
        &self.cards[usize::from(card.0)]
    }

    pub fn card_text(&self, card: CardId) -> &CombatCard {
        &self.factions[usize::from(card.faction())].combat_cards[usize::from(card.index())]
    }

    pub fn upgrade(&self, upgrade: UpgradeId) -> &OrderUpgrade {
        &self.factions[usize::from(upgrade.faction())].order_upgrades[usize::from(upgrade.index())]
    }

    pub fn upgrade_effect(&self, upgrade: UpgradeId) -> &[Paragraph] {
        &self.upgrades[usize::from(upgrade.0)]
    }

    pub fn event(&self, event: EventId) -> &Event {
        &self.factions[usize::from(event.faction())].events[usize::from(event.index())]
    }

    pub fn event_facts(&self, event: EventId) -> &EventFacts {
        &self.events[usize::from(event.0)]
    }

    pub fn dominate_effect(&self, faction: u8) -> &[Paragraph] {
        &self.dominate[usize::from(faction)]
    }
}

impl Stats {
    fn of(unit: &Unit) -> Stats {
        Stats {
            level: unit.level,
            materiel: unit.materiel,
            forge: unit.forge,
            combat: unit.fighter.combat,
            health: unit.fighter.health,
            morale: unit.fighter.morale,
            is_ship: unit.class == UnitClass::Ship,
            pieces: unit.pieces,
        }
    }
}

impl AreaFacts {
    fn of(area: &PrintedArea) -> AreaFacts {
        match area {
            // [voids.capacity.1]
            PrintedArea::Void => AreaFacts { capacity: 3, ..AreaFacts::default() },
            PrintedArea::World { capacity, materiel, assets, objective, .. } => {
                let mut counts = [0; 4];
                for icon in assets {
                    counts[*icon as usize] += 1;
                }
                AreaFacts {
                    is_world: true,
                    capacity: *capacity,
                    materiel: *materiel,
                    assets: counts,
                    objective: *objective,
                }
            }
        }
    }

    pub fn prosperity(&self) -> u8 {
        self.assets[AssetIcon::Prosperity as usize]
    }
}

/// [component-limitations.faction-cards.1]
fn check_counts(faction: &Faction) -> Result<(), String> {
    let counts = [
        ("units", faction.units.len(), UNIT_KINDS),
        ("combat cards", faction.combat_cards.len(), usize::from(CARDS_PER_FACTION)),
        ("starting combat cards", faction.combat_cards.iter().filter(|card| card.starting).count(), 5),
        ("order upgrades", faction.order_upgrades.len(), usize::from(UPGRADES_PER_FACTION)),
        ("event cards", faction.events.len(), usize::from(EVENTS_PER_FACTION)),
        ("objectives", faction.objectives.len(), 6),
    ];
    for (what, found, wanted) in counts {
        if found != wanted {
            return Err(format!("{found} {what}, but a faction has {wanted}"));
        }
    }
    for class in [UnitClass::Ground, UnitClass::Ship] {
        if !faction.units.iter().any(|unit| unit.level == 0 && unit.class == class) {
            return Err(format!("no {class:?} unit of command level 0"));
        }
    }
    if let Some(unit) = faction.units.iter().find(|unit| unit.pieces > 9) {
        return Err(format!("{} pieces of “{}”; at most 9 are supported", unit.pieces, unit.id));
    }
    for (id, _) in &faction.initial.units {
        if !faction.units.iter().any(|unit| unit.id == *id) {
            return Err(format!("the initial forces name the unknown unit “{id}”"));
        }
    }
    if faction.id.is_empty() || !faction.id.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-') {
        return Err(format!("“{}” is not an id: lower-case letters only", faction.id));
    }
    Ok(())
}

/// Notation names cards and units without their faction, so names must differ.
fn check_names(factions: &[(&String, Faction)]) -> Result<(), CatalogueError> {
    let mut names = std::collections::BTreeSet::new();
    for (file, faction) in factions {
        let all = faction
            .combat_cards
            .iter()
            .map(|card| &card.name)
            .chain(faction.order_upgrades.iter().map(|upgrade| &upgrade.name))
            .chain(faction.events.iter().map(|event| &event.name))
            .chain(faction.units.iter().map(|unit| &unit.id));
        for name in all {
            if !names.insert(crate::notation::slug(name)) {
                let reason = format!("two components are called “{name}”");
                return Err(CatalogueError { file: (*file).clone(), reason });
            }
        }
    }
    Ok(())
}

/// The face of a rolled die.
pub fn face_of(rolled: u8) -> Face {
    Face::DIE[usize::from(rolled)]
}
