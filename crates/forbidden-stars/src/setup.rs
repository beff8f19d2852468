//! Set-up: the introductory map, or a board built tile by tile.

use crate::answers::PlacedTile;
use crate::board::{Look, Looking};
use crate::components::{Compass, StructureKind};
use crate::decisions::{Choice, Decision};
use crate::events::Event;
use crate::force::{Posture, UNIT_KINDS};
use crate::frame::procedure;
use crate::table::{
    ASSET_PIECES, Area, CARDS_PER_FACTION, CONTROL_TOKENS, CardId, EVENTS_PER_FACTION, EventId, Player,
    STRUCTURE_PIECES, Storm, System, Table, Tile, UnitKind,
};
use crate::{Catalogue, Flow, Play};
use kernel::{Seat, SeatSet, Verbs};
use serde::{Deserialize, Serialize};

/// What the players agree on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// Faction ids, by seat.
    pub factions: Vec<String>,
    pub map: MapChoice,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MapChoice {
    /// The fixed first map.
    #[default]
    Introductory,
    /// Players build the board.
    Free,
}

/// The longer and the shorter side of the board. [setup.board-size.1, setup.board-size.2, setup.board-size.3]
const BOARD: [(i8, i8); 5] = [(0, 0), (0, 0), (3, 2), (3, 3), (4, 3)];
/// Tiles that each player places.
const TILES_EACH: u8 = 3;

/// The table before anything is drawn or placed.
pub fn start(catalogue: &'static Catalogue, options: &Options) -> Result<(Table, Setup), String> {
    let seats = options.factions.len();
    if !(2..=4).contains(&seats) {
        return Err(format!("Forbidden Stars is for two, three or four players, not {seats}"));
    }
    let mut table = Table { seats: seats as u8, round: 1, asset_supply: [ASSET_PIECES; 3], ..Table::default() };
    table.structure_supply = STRUCTURE_PIECES;
    for (seat, id) in options.factions.iter().enumerate() {
        let faction = catalogue.faction(id).ok_or_else(|| {
            let known: Vec<&str> = catalogue.factions.iter().map(|faction| faction.id.as_str()).collect();
            format!("there is no faction “{id}”; choose from {}", known.join(", "))
        })?;
        if options.factions[..seat].contains(id) {
            return Err(format!("two players cannot both play {id}"));
        }
        table.players[seat] = starting_player(catalogue, faction, &mut table.asset_supply);
    }
    if options.map == MapChoice::Introductory {
        // [setup.factions.2]
        let wanted = &catalogue.map.introductory.factions[seats - 2];
        if !wanted.iter().all(|id| options.factions.contains(id)) {
            return Err(format!("the introductory map for {seats} players is for {}", wanted.join(", ")));
        }
    }
    Ok((table, Setup { map: options.map, ..Setup::default() }))
}

/// [setup.starting-components.1]
fn starting_player(catalogue: &'static Catalogue, faction: u8, supply: &mut [u8; 3]) -> Player {
    let sheet = &catalogue.factions[usize::from(faction)];
    let mut player = Player { faction, materiel: sheet.initial.materiel, ..Player::default() };
    player.control_tokens = CONTROL_TOKENS;
    player.orders.unplaced = [2; 4];
    for row in 0..UNIT_KINDS {
        player.reserve[row] = sheet.units[row].pieces;
    }
    for (id, count) in &sheet.initial.units {
        let row = sheet.units.iter().position(|unit| unit.id == *id).expect("checked when the file was read");
        (0..*count).for_each(|_| player.to_place.add(row, Posture::Standing));
    }
    for (kind, count) in &sheet.initial.structures {
        (0..*count).for_each(|_| player.to_place.add_structure(*kind));
    }
    for (asset, count) in &sheet.initial.assets {
        player.assets[asset.index()] += count;
        supply[asset.index()] -= count;
    }
    for index in 0..CARDS_PER_FACTION {
        let card = CardId::new(faction, index);
        if catalogue.card(card).starting {
            player.pairs |= 1 << index;
            player.deck.put(card, SeatSet::NONE);
            player.deck.put(card, SeatSet::NONE);
        }
    }
    for index in 0..EVENTS_PER_FACTION {
        player.events.put(EventId::new(faction, index), SeatSet::NONE);
    }
    player
}

/// Everything before the first Planning Phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Setup {
    step: Step,
    map: MapChoice,
    /// Building turns taken, then storms placed.
    turn: u8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    #[default]
    Shuffle,
    Introductory,
    Distribute,
    NextTile,
    PlaceTile,
    OfferForces,
    PlaceForces,
    OfferObjective,
    PlaceObjective,
    NextStorm,
    PlaceStorm,
    Over,
}

procedure!(Setup, Step);

impl Setup {
    pub fn run(&mut self, play: &mut Play<'_>) -> Flow {
        let seats = play.table.seats;
        match self.step {
            Step::Shuffle => {
                shuffle(play);
                self.then(match self.map {
                    MapChoice::Introductory => Step::Introductory,
                    MapChoice::Free => Step::Distribute,
                })
            }
            Step::Introductory => {
                introductory(play);
                self.then(Step::Over)
            }
            Step::Distribute => {
                distribute(play);
                self.then(Step::NextTile)
            }
            Step::NextTile if self.turn == seats * TILES_EACH => {
                self.turn = 0;
                self.then(Step::NextStorm)
            }
            Step::NextTile => {
                let seat = Seat((play.table.first_player.0 + self.turn) % seats);
                play.table.active_player = seat;
                self.turn += 1;
                self.ask(seat, Decision::PlaceTile, Step::PlaceTile)
            }
            Step::PlaceTile => {
                let PlacedTile { side, rotation, col, row } = play.answer().placed_tile();
                let seat = play.table.active_player;
                let number = play.catalogue.side(side).tile;
                play.table.player_mut(seat).tiles.retain(|&tile| tile != number);
                let system = lay_tile(play.table, side, rotation, col, row);
                play.table.active_system = Some(system);
                play.tell(Event::TilePlaced { seat, system });
                self.then(Step::OfferForces)
            }
            Step::OfferForces => {
                let seat = play.table.active_player;
                if play.table.player(seat).to_place.is_empty() {
                    return self.then(Step::OfferObjective);
                }
                self.ask(seat, Decision::PlaceForces, Step::PlaceForces)
            }
            Step::PlaceForces => {
                let seat = play.table.active_player;
                match play.answer() {
                    Choice::PutUnit { unit, area } => {
                        play.table.player_mut(seat).to_place.remove(unit.row(), Posture::Standing);
                        deploy_unit(play, seat, unit.row(), area);
                        self.then(Step::OfferForces)
                    }
                    Choice::PutStructure { structure, area } => {
                        play.table.player_mut(seat).to_place.remove_structure(structure);
                        deploy_structure(play, seat, structure, area);
                        self.then(Step::OfferForces)
                    }
                    _ => self.then(Step::OfferObjective),
                }
            }
            Step::OfferObjective => {
                let seat = play.table.active_player;
                if objective_choices(play.look(), seat).next().is_none() {
                    return self.then(Step::NextTile);
                }
                self.ask(seat, Decision::PlaceObjective, Step::PlaceObjective)
            }
            Step::PlaceObjective => {
                let (faction, area) = play.answer().placed_objective();
                let owner = play.table.seat_of_faction(faction).expect("tokens of factions in play are held");
                let seat = play.table.active_player;
                play.table.player_mut(seat).holds[owner.index()] -= 1;
                play.table.set_objective(area, Some(owner));
                play.tell(Event::ObjectivePut { owner, area });
                self.then(Step::OfferObjective)
            }
            Step::NextStorm if self.turn == seats => self.then(Step::Over),
            Step::NextStorm => {
                // Anticlockwise from whoever laid the last tile. [setup.warp-storms.2]
                let last = play.table.first_player.right(seats);
                let seat = Seat((last.0 + seats - self.turn) % seats);
                play.table.active_player = seat;
                self.turn += 1;
                self.ask(seat, Decision::PlaceStorm, Step::PlaceStorm)
            }
            Step::PlaceStorm => {
                let edge = play.answer().edge();
                play.table.storms.push(Storm { edge, moved: false });
                let seat = play.table.active_player;
                play.tell(Event::StormPut { seat, edge });
                self.then(Step::NextStorm)
            }
            Step::Over => {
                // Before the first reveal no system is active. [active-system.definition.1]
                play.table.active_system = None;
                self.done()
            }
        }
    }
}

/// Who goes first is chance, as are all decks. [setup.first-player.1]
fn shuffle(play: &mut Play<'_>) {
    let seats = play.table.seats;
    let first = Seat(play.chance.below(u32::from(seats)) as u8);
    play.table.first_player = first;
    play.table.active_player = first;
    play.tell(Event::FirstPlayer(first));
    for player in &mut play.table.players[..usize::from(seats)] {
        player.deck.shuffle(play.chance);
        player.events.shuffle(play.chance);
    }
}

fn deploy_unit(play: &mut Play<'_>, seat: Seat, row: usize, area: Area) {
    crate::pieces::put_unit(play, seat, row, area);
    let unit = play.look().kind(seat, row);
    play.tell(Event::UnitPut { seat, unit, area });
}

fn deploy_structure(play: &mut Play<'_>, seat: Seat, structure: StructureKind, area: Area) {
    play.table.structure_supply[structure.index()] -= 1;
    play.table.player_mut(seat).control_tokens -= 1;
    play.table.force_mut(area, seat).add_structure(structure);
    play.tell(Event::StructurePut { seat, structure, area });
}

/// Lays a tile and makes it known to its neighbours.
pub fn lay_tile(table: &mut Table, side: u8, rotation: u8, col: i8, row: i8) -> System {
    let system = System(table.tiles.len() as u8);
    let mut tile = Tile { side, rotation, col, row, ..Tile::default() };
    for compass in Compass::ALL {
        let (east, south) = [(0, -1), (1, 0), (0, 1), (-1, 0)][compass as usize];
        let next = table.tiles.iter().position(|other| (other.col, other.row) == (col + east, row + south));
        if let Some(next) = next {
            tile.neighbours[compass as usize] = Some(System(next as u8));
            table.tiles[next].neighbours[compass.opposite() as usize] = Some(system);
        }
    }
    table.tiles.push(tile);
    system
}

/// The fixed arrangement; parts for absent factions are left out. [setup.intro-map.1]
fn introductory(play: &mut Play<'_>) {
    let map = &play.catalogue.map.introductory;
    let players = play.table.seats;
    for tile in map.tiles.iter().filter(|tile| tile.col < players as i8) {
        let side = play.catalogue.side_with_code(&tile.code).expect("checked by a test of the map");
        let system = lay_tile(play.table, side, tile.rotation, tile.col, tile.row);
        for (corner, faction, piece) in &tile.pieces {
            let Some(seat) = play.catalogue.faction(faction).and_then(|id| play.table.seat_of_faction(id)) else {
                continue;
            };
            let area = Area::new(system, *corner);
            let sheet = &play.catalogue.factions[usize::from(play.table.player(seat).faction)];
            match sheet.units.iter().position(|unit| unit.id == *piece) {
                Some(row) => {
                    play.table.player_mut(seat).to_place.remove(row, Posture::Standing);
                    deploy_unit(play, seat, row, area);
                }
                None => {
                    let kind = StructureKind::ALL.into_iter().find(|kind| kind.id() == piece);
                    let kind = kind.expect("checked by a test of the map");
                    play.table.player_mut(seat).to_place.remove_structure(kind);
                    deploy_structure(play, seat, kind, area);
                }
            }
        }
        for (corner, faction) in &tile.objectives[usize::from(players) - 2] {
            let id = play.catalogue.faction(faction).expect("checked by a test of the map");
            let owner = play.table.seat_of_faction(id).expect("only factions in play have tokens");
            let area = Area::new(system, *corner);
            play.table.set_objective(area, Some(owner));
            play.tell(Event::ObjectivePut { owner, area });
        }
    }
    for (code, compass, fewest) in &map.storms {
        if players >= *fewest {
            let side = play.catalogue.side_with_code(code).expect("checked by a test of the map");
            let look = play.look();
            let system = look.table.systems().find(|&system| look.tile(system).side == side);
            let edge = look.edge(system.expect("storms lie on tiles in use"), *compass);
            play.table.storms.push(Storm { edge, moved: false });
        }
    }
}

/// Home tile and two random ones each; two objective tokens to each opponent. [setup.tiles.1, setup.objective-distribution.1]
fn distribute(play: &mut Play<'_>) {
    let catalogue = play.catalogue;
    let seats: Vec<Seat> = play.table.all_seats().collect();
    let factions: Vec<u8> = seats.iter().map(|&seat| play.table.player(seat).faction).collect();
    let mut neutral = tiles_where(catalogue, |owner| owner.is_none());
    // A faction without a home tile of its own takes one more neutral tile. Where the eight do not suffice for that, the
    // home tiles of absent factions are dealt with them.
    let homes = factions.iter().filter(|&&faction| home_tile(catalogue, faction).is_some()).count();
    if neutral.len() + homes < seats.len() * usize::from(TILES_EACH) {
        neutral.extend(tiles_where(catalogue, |owner| owner.is_some_and(|faction| !factions.contains(&faction))));
    }
    play.chance.shuffle(&mut neutral);
    for &seat in &seats {
        let home = home_tile(catalogue, play.table.player(seat).faction);
        let player = play.table.player_mut(seat);
        player.tiles.push(home.unwrap_or_else(|| neutral.pop().expect("twelve tiles suffice for four players")));
        for _ in 1..TILES_EACH {
            player.tiles.push(neutral.pop().expect("twelve tiles suffice for four players"));
        }
        player.tiles.sort();
        for &other in &seats {
            if other != seat {
                player.holds[other.index()] = 2;
            }
        }
    }
}

/// The tiles, by number, whose owner is wanted: the faction printed on them, if any.
fn tiles_where(catalogue: &Catalogue, wanted: impl Fn(Option<u8>) -> bool) -> Vec<u8> {
    let mut tiles = Vec::new();
    for side in (0..catalogue.map.sides.len() as u8).map(|side| catalogue.side(side)) {
        if wanted(side.faction) && !tiles.contains(&side.tile) {
            tiles.push(side.tile);
        }
    }
    tiles
}

fn home_tile(catalogue: &Catalogue, faction: u8) -> Option<u8> {
    tiles_where(catalogue, |owner| owner == Some(faction)).first().copied()
}

/// Where the next tile may lie: anywhere first, then next to another, within the board. [setup.build.2, setup.board-size.5]
fn cells(look: Look<'_>) -> Vec<(i8, i8)> {
    if look.tiles.is_empty() {
        return vec![(0, 0)];
    }
    let (long, short) = BOARD[usize::from(look.seats)];
    let mut cells = Vec::new();
    for tile in look.tiles.iter() {
        for (east, south) in [(0, -1), (1, 0), (0, 1), (-1, 0)] {
            let cell = (tile.col + east, tile.row + south);
            if look.system_at(cell.0, cell.1).is_some() || cells.contains(&cell) {
                continue;
            }
            let cols = look.tiles.iter().map(|tile| tile.col).chain([cell.0]);
            let rows = look.tiles.iter().map(|tile| tile.row).chain([cell.1]);
            let span = |values: &mut dyn Iterator<Item = i8>| {
                let values: Vec<i8> = values.collect();
                values.iter().max().unwrap_or(&0) - values.iter().min().unwrap_or(&0) + 1
            };
            let (width, height) = (span(&mut cols.into_iter()), span(&mut rows.into_iter()));
            if width.max(height) <= long && width.min(height) <= short {
                cells.push(cell);
            }
        }
    }
    cells.sort();
    cells
}

pub fn list_tiles(look: Look<'_>, seat: Seat, out: &mut Vec<Choice>) {
    let player = look.player(seat);
    let cells = cells(look);
    for &tile in player.tiles.iter() {
        let later: Vec<u8> = player.tiles.iter().copied().filter(|&other| other != tile).collect();
        for side in look.catalogue.sides_of(tile) {
            // A side on which, with the tiles still to come, the forces cannot all be placed is refused. [setup.forces.5]
            if !find_room(look, Room::needed(look, seat), Room::on(look, side), &later) {
                continue;
            }
            for rotation in 0..4 {
                out.extend(cells.iter().map(|&(col, row)| Choice::Tile { side, rotation, col, row }));
            }
        }
    }
}

/// Places for initial forces, offered or needed.
#[derive(Clone, Copy, Default)]
struct Room {
    ground_units: u8,
    ships: u8,
    structures: u8,
}

impl Room {
    /// What a player has still to place.
    fn needed(look: Look<'_>, seat: Seat) -> Room {
        let force = look.player(seat).to_place;
        let ships = (0..UNIT_KINDS).filter(|&row| look.is_ship(seat, row)).map(|row| force.of(row)).sum();
        Room { ground_units: force.units() - ships, ships, structures: force.structure_count() }
    }

    /// What an empty side has.
    fn on(look: Look<'_>, side: u8) -> Room {
        let mut room = Room::default();
        for area in &look.catalogue.side(side).areas {
            if area.is_world {
                room.ground_units += area.capacity;
                room.structures += 1;
            } else {
                room.ships += area.capacity;
            }
        }
        room
    }

    fn and(self, other: Room) -> Room {
        Room {
            ground_units: self.ground_units + other.ground_units,
            ships: self.ships + other.ships,
            structures: self.structures + other.structures,
        }
    }

    fn suffices(self, needed: Room) -> bool {
        self.ground_units >= needed.ground_units && self.ships >= needed.ships && self.structures >= needed.structures
    }
}

/// Is there a choice of sides of the tiles to come that, with the room at hand, holds everything?
fn find_room(look: Look<'_>, needed: Room, at_hand: Room, tiles: &[u8]) -> bool {
    match tiles {
        [] => at_hand.suffices(needed),
        [tile, later @ ..] => {
            look.catalogue.sides_of(*tile).any(|side| find_room(look, needed, at_hand.and(Room::on(look, side)), later))
        }
    }
}

/// Initial forces go on the tile just placed, within capacity. [setup.forces.1, setup.forces.2]
pub fn list_forces(look: Look<'_>, seat: Seat, out: &mut Vec<Choice>) {
    let player = look.player(seat);
    let system = look.table.active_system.expect("the tile just placed");
    for row in (0..UNIT_KINDS).filter(|&row| player.to_place.of(row) > 0) {
        let unit = UnitKind::new(player.faction, row);
        for area in system.areas() {
            if look.fits(seat, row, area) && look.force(area, seat).units() < look.facts(area).capacity {
                out.push(Choice::PutUnit { unit, area });
            }
        }
    }
    for structure in StructureKind::ALL {
        if player.to_place.structures(structure) > 0 {
            for area in system.areas() {
                if look.is_world(area) && !look.force(area, seat).has_structures() {
                    out.push(Choice::PutStructure { structure, area });
                }
            }
        }
    }
    // The rest must find room on the tiles still to come. [setup.forces.3, setup.forces.5]
    if find_room(look, Room::needed(look, seat), Room::default(), &player.tiles) {
        out.push(Choice::Done);
    }
}

/// Tokens and spaces that obey both restrictions. [setup.objectives.2, setup.objectives.3]
fn objective_choices(look: Look<'_>, seat: Seat) -> impl Iterator<Item = Choice> {
    let table = look.table;
    let holds = table.player(seat).holds;
    let most = holds.iter().copied().max().unwrap_or(0);
    let system = table.active_system.expect("the tile just placed");
    let on_tile = table.tile(system).objectives;
    let area =
        system.areas().find(move |&area| look.facts(area).objective && table.objective(area).is_none() && most > 0);
    area.into_iter().flat_map(move |_| {
        table
            .all_seats()
            .filter(move |&owner| {
                holds[owner.index()] == most && holds[owner.index()] > 0 && !on_tile.contains(&Some(owner))
            })
            .flat_map(move |owner| {
                system
                    .areas()
                    .filter(move |&area| look.facts(area).objective && table.objective(area).is_none())
                    .map(move |area| Choice::PutObjective { faction: table.player(owner).faction, area })
            })
    })
}

pub fn list_objectives(look: Look<'_>, seat: Seat, out: &mut Vec<Choice>) {
    out.extend(objective_choices(look, seat));
}

/// Any edge of any tile without a storm. [setup.warp-storms.3, setup.warp-storms.4]
pub fn list_storms(look: Look<'_>, out: &mut Vec<Choice>) {
    out.extend(look.all_edges().into_iter().filter(|&edge| !look.has_storm(edge)).map(Choice::Edge));
}
