//! What is drawn: a view with its catalogue, and the names and ids of everything in it.

use ::forbidden_stars::catalogue::{AreaFacts, Stats};
use ::forbidden_stars::components::{Compass, PrintedArea, StructureKind};
use ::forbidden_stars::force::{Force, TOKENS};
use ::forbidden_stars::notation::slug;
use ::forbidden_stars::presentation::seat_letters;
use ::forbidden_stars::table::{Area, Edge, Lie, System, Tile, UnitKind};
use ::forbidden_stars::view::{OrderView, PlayerView};
use ::forbidden_stars::{Catalogue, Decision, View};
use kernel::{Seat, Viewer};

/// Everything that drawing needs. There is no table here: what the view does not show cannot be drawn.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    pub catalogue: &'a Catalogue,
    pub view: &'a View,
    pub viewer: Viewer,
    /// By seat: no two alike.
    letters: Vec<char>,
}

impl<'a> Scene<'a> {
    pub fn new(catalogue: &'a Catalogue, view: &'a View, viewer: Viewer) -> Self {
        let letters = seat_letters(catalogue, view.players.iter().map(|player| player.faction));
        Scene { catalogue, view, viewer, letters }
    }

    /// Those who sit at the table.
    pub fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.view.players.len() as u8).map(Seat)
    }

    pub fn player(&self, seat: Seat) -> &'a PlayerView {
        &self.view.players[seat.index()]
    }

    /// The viewer's own seat, if he has one.
    pub fn own_seat(&self) -> Option<Seat> {
        match self.viewer {
            Viewer::Seat(seat) if seat.index() < self.view.players.len() => Some(seat),
            Viewer::Seat(_) | Viewer::Spectator | Viewer::Referee => None,
        }
    }

    /// Is this the viewer's own play area?
    pub fn viewer_owns(&self, player: &PlayerView) -> bool {
        self.own_seat().is_some_and(|seat| self.player(seat).faction == player.faction)
    }

    /// A seat's mark besides its colour and shape.
    pub fn letter(&self, seat: Seat) -> char {
        self.letters[seat.index()]
    }

    pub fn faction_name(&self, seat: Seat) -> &'a str {
        &self.catalogue.factions[usize::from(self.player(seat).faction)].name
    }

    pub fn faction_id(&self, seat: Seat) -> &'a str {
        &self.catalogue.factions[usize::from(self.player(seat).faction)].id
    }

    pub fn systems(&self) -> impl Iterator<Item = System> + use<> {
        (0..self.view.tiles.len() as u8).map(System)
    }

    pub fn tile(&self, system: System) -> &'a Tile {
        &self.view.tiles[system.index()]
    }

    /// The printed code: "10A".
    pub fn code(&self, system: System) -> &'a str {
        &self.catalogue.side_names(self.tile(system).side).code
    }

    pub fn system_name(&self, system: System) -> &'a str {
        &self.catalogue.side_names(self.tile(system).side).name
    }

    /// Where on its side an area is printed.
    fn printed(&self, area: Area) -> usize {
        usize::from((area.0 % 4 + 4 - self.tile(area.system()).rotation) % 4)
    }

    pub fn facts(&self, area: Area) -> &'a AreaFacts {
        &self.catalogue.side(self.tile(area.system()).side).areas[self.printed(area)]
    }

    /// The world's printed name, if it is one.
    pub fn world(&self, area: Area) -> Option<&'a str> {
        match &self.catalogue.side_names(self.tile(area.system()).side).areas[self.printed(area)] {
            PrintedArea::Void => None,
            PrintedArea::World { name, .. } => Some(name),
        }
    }

    /// As in notation: `pergam`, `10A.NE`.
    pub fn area_id(&self, area: Area) -> String {
        match self.world(area) {
            Some(name) => slug(name),
            None => format!("{}.{}", self.code(area.system()), area.corner().name()),
        }
    }

    /// For sentences: "Pergam", "void 10A.NE".
    pub fn area_title(&self, area: Area) -> String {
        match self.world(area) {
            Some(name) => name.to_owned(),
            None => format!("void {}", self.area_id(area)),
        }
    }

    pub fn force(&self, area: Area, seat: Seat) -> Force {
        self.view.forces[usize::from(area.0)][seat.index()]
    }

    /// The system at hand: of the order that is being resolved, or of the tile just placed. The rules' active system stays
    /// so until the next order is revealed; to point at it that long would mislead.
    pub fn system_at_hand(&self) -> Option<System> {
        use Decision::{PlaceForces, PlaceObjective, PlaceStorm, PlaceTile};
        let is_set_up = |decision| matches!(decision, PlaceForces | PlaceObjective | PlaceStorm | PlaceTile);
        let tile = self.view.questions.iter().any(|question| is_set_up(question.decision));
        self.view.order.map(|order| order.system).or(self.view.active_system.filter(|_| tile))
    }

    /// Units lifted in an Advance Order that are about to be put down here. They are the active player's.
    pub fn transit(&self, area: Area) -> Force {
        match self.view.order {
            Some(order) if order.system == area.system() => self.view.movement.transit[usize::from(area.0 % 4)],
            Some(_) | None => Force::default(),
        }
    }

    pub fn objective(&self, area: Area) -> Option<Seat> {
        self.tile(area.system()).objectives[usize::from(area.0 % 4)]
    }

    pub fn unit(&self, seat: Seat, row: usize) -> UnitKind {
        UnitKind::new(self.player(seat).faction, row)
    }

    /// A unit's numbers where it stands: a reinforcement token counts as the unit it stands for.
    pub fn strength(&self, seat: Seat, row: usize, area: Area) -> Option<&'a Stats> {
        let faction = self.player(seat).faction;
        let kind = match row {
            TOKENS => self.catalogue.token_stands_for(faction, self.facts(area).is_world),
            _ if row < TOKENS => UnitKind::new(faction, row),
            _ => return None,
        };
        Some(self.catalogue.stats(kind))
    }

    /// As in notation: `ork-boyz`, `orks-reinforcement`.
    pub fn unit_id(&self, seat: Seat, row: usize) -> String {
        if row == TOKENS {
            return format!("{}-reinforcement", self.faction_id(seat));
        }
        slug(&self.catalogue.unit(self.unit(seat, row)).id)
    }

    /// "a Scout", "2 Scouts", in words for people.
    pub fn units_in_words(&self, seat: Seat, row: usize, count: u8) -> String {
        let (one, several) = if row == TOKENS {
            ("Reinforcement", "Reinforcements")
        } else {
            let unit = self.catalogue.unit(self.unit(seat, row));
            (unit.name.as_str(), unit.plural.as_str())
        };
        format!("{count} {}", if count == 1 { one } else { several })
    }

    /// "factory, 2 Scouts, 1 Scout routed".
    pub fn force_in_words(&self, seat: Seat, force: Force) -> String {
        let structures = StructureKind::ALL.into_iter().filter(|&kind| force.structures(kind) > 0).map(|kind| {
            match force.structures(kind) {
                1 => kind.id().to_owned(),
                count => format!("{count} × {}", kind.id()),
            }
        });
        let units = force.groups().map(|(row, posture, count)| {
            let routed = if posture.is_routed() { " routed" } else { "" };
            format!("{}{routed}", self.units_in_words(seat, row, count))
        });
        structures.chain(units).collect::<Vec<_>>().join(", ")
    }

    /// "Pergam, world, capacity 5; Ultramarines: 2 Scouts".
    pub fn area_in_words(&self, area: Area) -> String {
        let mut words = self.place_in_words(area);
        for seat in self.seats() {
            let force = self.force(area, seat);
            if !force.is_empty() {
                words += &format!("; {}: {}", self.faction_name(seat), self.force_in_words(seat, force));
            }
        }
        if let Some(owner) = self.objective(area) {
            words += &format!("; objective of {}", self.faction_name(owner));
        }
        words
    }

    /// The same without what stands there.
    pub fn place_in_words(&self, area: Area) -> String {
        let facts = self.facts(area);
        let mut words = match self.world(area) {
            Some(name) => format!("{name}, world, capacity {}", facts.capacity),
            None => format!("Void {}, capacity {}", self.area_id(area), facts.capacity),
        };
        if facts.materiel > 0 {
            words += &format!(", materiel {}", facts.materiel);
        }
        for (count, icon) in facts.assets.iter().zip(["forge", "cache", "reinforcement", "prosperity"]) {
            match count {
                0 => {}
                1 => words += &format!(", {icon}"),
                _ => words += &format!(", {count} × {icon}"),
            }
        }
        let transit = self.transit(area);
        if !transit.is_empty() {
            let seat = self.view.active_player;
            words += &format!("; {}, on the move: {}", self.faction_name(seat), self.force_in_words(seat, transit));
        }
        if self.is_contested(area) {
            words += "; contested";
        }
        words
    }

    /// Two players have something here, or an order or card has just made it so.
    pub fn is_contested(&self, area: Area) -> bool {
        let here = self.seats().filter(|&seat| !self.force(area, seat).is_empty()).count();
        here > 1
            || self.view.contests.iter().any(|contest| contest.area == area)
            || self.view.movement.contested == Some(area)
            || self.view.battle.as_ref().is_some_and(|battle| battle.area == area)
    }

    /// The stack of a system, bottom first.
    pub fn stack(&self, system: System) -> Vec<&'a OrderView> {
        self.view.orders.iter().filter(|token| token.system == system).collect()
    }

    pub fn system_at(&self, col: i8, row: i8) -> Option<System> {
        self.systems().find(|&system| (self.tile(system).col, self.tile(system).row) == (col, row))
    }

    /// Every tile edge once, in a fixed order.
    pub fn edges(&self) -> Vec<Edge> {
        let mut edges: Vec<Edge> = self
            .view
            .tiles
            .iter()
            .flat_map(|&Tile { col, row, .. }| {
                [
                    Edge { lie: Lie::Horizontal, col, row },
                    Edge { lie: Lie::Horizontal, col, row: row + 1 },
                    Edge { lie: Lie::Vertical, col, row },
                    Edge { lie: Lie::Vertical, col: col + 1, row },
                ]
            })
            .collect();
        edges.sort();
        edges.dedup();
        edges
    }

    /// As in notation: `10A-north`.
    pub fn edge_id(&self, edge: Edge) -> String {
        let here = self.system_at(edge.col, edge.row);
        let (beyond, near, far) = match edge.lie {
            Lie::Horizontal => (self.system_at(edge.col, edge.row - 1), Compass::North, Compass::South),
            Lie::Vertical => (self.system_at(edge.col - 1, edge.row), Compass::West, Compass::East),
        };
        match (here, beyond) {
            (Some(system), _) => format!("{}-{}", self.code(system), near.name()),
            (None, Some(system)) => format!("{}-{}", self.code(system), far.name()),
            (None, None) => format!("{:?}({},{})", edge.lie, edge.col, edge.row).to_lowercase(),
        }
    }
}
