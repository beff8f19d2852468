//! A table as text, from what one viewer may see.

use forbidden_stars::board::Look;
use forbidden_stars::components::{Asset, Face, OrderKind, StructureKind};
use forbidden_stars::force::{Force, TOKENS};
use forbidden_stars::notation::Names;
use forbidden_stars::table::{
    Area, CARDS_PER_FACTION, CardId, EventId, System, Table, UPGRADES_PER_FACTION, UnitKind, UpgradeId,
};
use forbidden_stars::view::{BattleView, OrderView, PlayerView, SideView};
use forbidden_stars::{Catalogue, View};
use kernel::{Seat, Sight, Viewer};

/// The board, the seats, and the combat if there is one.
pub fn text(catalogue: &'static Catalogue, view: &View, viewer: Viewer) -> String {
    let table = bare_table(view);
    let board = Board { view, viewer, look: Look { table: &table, catalogue } };
    let mut lines =
        vec![format!("Round {}. {} holds the first player token.", view.round, board.player(view.first_player))];
    for system in table.systems() {
        board.system(system, &mut lines);
    }
    board.storms(&mut lines);
    for seat in table.all_seats() {
        board.seat(seat, &view.players[seat.index()], &mut lines);
    }
    if let Some(strike) = &view.strike {
        lines.push(format!(
            "Orbital strike of {} from {} on {}: {}",
            board.player(strike.by),
            board.names().area_title(strike.void),
            board.names().area_title(strike.world),
            dice(strike.dice)
        ));
    }
    if let Some(battle) = &view.battle {
        board.battle(battle, &mut lines);
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Only what names are made of: tiles and factions. Nothing hidden gets in here.
fn bare_table(view: &View) -> Table {
    let mut table = Table { seats: view.players.len() as u8, ..Table::default() };
    table.tiles.extend(view.tiles.iter().copied());
    for (player, seen) in table.players.iter_mut().zip(&view.players) {
        player.faction = seen.faction;
    }
    table
}

struct Board<'a> {
    view: &'a View,
    viewer: Viewer,
    look: Look<'a>,
}

impl Board<'_> {
    fn names(&self) -> Names<'_> {
        Names::of(self.look)
    }

    fn player(&self, seat: Seat) -> &'static str {
        &self.look.catalogue.factions[usize::from(self.look.player(seat).faction)].name
    }

    fn system(&self, system: System, lines: &mut Vec<String>) {
        let tile = self.look.tile(system);
        let side = self.look.catalogue.side_names(tile.side);
        let active = if self.view.active_system == Some(system) { ", active" } else { "" };
        lines.push(format!("{} {} (column {}, row {}{active})", side.code, side.name, tile.col, tile.row));
        for area in system.areas() {
            lines.push(format!("  {} {}", area.corner().name(), self.area(area)));
        }
        let stack: Vec<String> =
            self.view.orders.iter().filter(|token| token.system == system).map(|token| self.order(token)).collect();
        if !stack.is_empty() {
            lines.push(format!("  orders, bottom first: {}", stack.join(", ")));
        }
    }

    fn area(&self, area: Area) -> String {
        let facts = self.look.facts(area);
        let mut words = match self.names().world(area) {
            Some(name) => format!("{name} (capacity {}", facts.capacity),
            None => format!("void {} (capacity {}", self.names().area(area), facts.capacity),
        };
        if facts.materiel > 0 {
            words += &format!(", materiel {}", facts.materiel);
        }
        for (count, icon) in facts.assets.iter().zip(["forge", "cache", "reinforcement", "prosperity"]) {
            if *count > 0 {
                words += &format!(", {count} {icon}");
            }
        }
        words.push(')');
        let mut parts: Vec<String> = Vec::new();
        for seat in self.look.table.all_seats() {
            let force = self.view.forces[usize::from(area.0)][seat.index()];
            if !force.is_empty() {
                parts.push(format!("{} {}", self.player(seat), self.pieces(seat, force)));
            }
        }
        let moving = self.view.movement.transit[usize::from(area.0 % 4)];
        if self.view.order.is_some_and(|order| order.system == area.system()) && !moving.is_empty() {
            let owner = self.view.active_player;
            parts.push(format!("{} {} on the move", self.player(owner), self.pieces(owner, moving)));
        }
        if let Some(owner) = self.look.objective(area) {
            parts.push(format!("objective of {}", self.player(owner)));
        }
        if parts.is_empty() { words } else { format!("{words}: {}", parts.join("; ")) }
    }

    fn pieces(&self, seat: Seat, force: Force) -> String {
        let faction = self.look.player(seat).faction;
        let structures = StructureKind::ALL
            .into_iter()
            .filter(|&kind| force.structures(kind) > 0)
            .map(|kind| counted(force.structures(kind), kind.id(), kind.id()));
        let units = force.groups().map(|(row, posture, count)| {
            let routed = if posture.is_routed() { " routed" } else { "" };
            if row == TOKENS {
                return format!("{}{routed}", counted(count, "Reinforcement", "Reinforcements"));
            }
            let unit = self.look.catalogue.unit(UnitKind::new(faction, row));
            format!("{}{routed}", counted(count, &unit.name, &unit.plural))
        });
        structures.chain(units).collect::<Vec<_>>().join(", ")
    }

    fn order(&self, token: &OrderView) -> String {
        let kind = match (&token.kind, token.remembered) {
            (Sight::Face(kind), _) => kind.id().to_owned(),
            (Sight::Back, Some(kind)) => format!("{} (buried)", kind.id()),
            (Sight::Back, None) => "facedown".to_owned(),
        };
        format!("{} {kind}", self.player(token.owner))
    }

    fn storms(&self, lines: &mut Vec<String>) {
        let storms: Vec<String> = self
            .view
            .storms
            .iter()
            .map(|storm| format!("{}{}", self.names().edge(storm.edge), if storm.moved { " (has moved)" } else { "" }))
            .collect();
        if !storms.is_empty() {
            lines.push(format!("Warp Storms: {}", storms.join(", ")));
        }
    }

    fn seat(&self, seat: Seat, player: &PlayerView, lines: &mut Vec<String>) {
        let you = if self.viewer.is(seat) { " (you)" } else { "" };
        if self.view.eliminated.contains(seat) {
            lines.push(format!("{}{you}: eliminated", self.player(seat)));
            return;
        }
        let assets = tally(player.assets, Asset::ALL.map(Asset::id));
        lines.push(format!(
            "{}{you}: materiel {}; assets {assets}; objectives {} of {}",
            self.player(seat),
            player.materiel,
            player.objectives,
            self.look.table.seats
        ));
        let kinds = OrderKind::ALL.map(OrderKind::id);
        let unplaced = player.unplaced_kinds.map_or_else(|| player.unplaced.to_string(), |known| tally(known, kinds));
        lines.push(format!(
            "  order tokens: not placed {unplaced}; resolved {}; on the event deck {}",
            tally(player.resolved, kinds),
            tally(player.on_deck, kinds)
        ));
        let upgrades: Vec<String> = (0..UPGRADES_PER_FACTION)
            .filter(|index| player.upgrades & (1 << index) != 0)
            .map(|index| {
                let used = if player.used_upgrades & (1 << index) != 0 { " (used)" } else { "" };
                format!("{}{used}", self.look.catalogue.upgrade(UpgradeId::new(player.faction, index)).name)
            })
            .collect();
        lines.push(format!("  upgrades: {}; scheme: {}", listed(&upgrades), self.event(player.scheme)));
        let pairs: Vec<String> = (0..CARDS_PER_FACTION)
            .filter(|index| player.pairs & (1 << index) != 0)
            .map(|index| self.card(CardId::new(player.faction, index)))
            .collect();
        lines.push(format!("  combat deck: two each of {}", listed(&pairs)));
        let hand = self.seen(&player.hand, |card| self.card(card));
        if !hand.is_empty() {
            lines.push(format!("  hand: {}", listed(&hand)));
        }
        let drawn: Vec<String> = [&player.drawn_events, &player.further_events]
            .into_iter()
            .flat_map(|pile| self.seen(pile, |event| self.event(Some(event))))
            .collect();
        if !drawn.is_empty() {
            lines.push(format!("  events drawn: {}", listed(&drawn)));
        }
        if !player.to_place.is_empty() {
            lines.push(format!("  to be set up: {}", self.pieces(seat, player.to_place)));
        }
    }

    fn battle(&self, battle: &BattleView, lines: &mut Vec<String>) {
        lines.push(format!(
            "Combat on {}, execution round {}: {} attacks {}",
            self.names().area_title(battle.area),
            battle.round,
            self.player(battle.seats[0]),
            self.player(battle.seats[1])
        ));
        for (&seat, side) in battle.seats.iter().zip(&battle.sides) {
            let SideView { tokens, facedown, faceup, .. } = side;
            let faceup: Vec<String> = faceup.iter().map(|faceup| self.card(faceup.card)).collect();
            let facedown = match facedown {
                Some(Sight::Face(card)) => format!("; facedown {}", self.card(*card)),
                Some(Sight::Back) => "; a card facedown".to_owned(),
                None => String::new(),
            };
            lines.push(format!(
                "  {}: dice {}; tokens {}; cards {}{facedown}",
                self.player(seat),
                dice(side.dice),
                tally(*tokens, ["offence", "defence"]),
                listed(&faceup)
            ));
        }
    }

    fn card(&self, card: CardId) -> String {
        self.look.catalogue.card_text(card).name.clone()
    }

    fn event(&self, event: Option<EventId>) -> String {
        event.map_or("none".to_owned(), |event| self.look.catalogue.event(event).name.clone())
    }

    /// The faces a viewer sees, then how many backs.
    fn seen<T: Copy>(&self, pile: &[Sight<T>], name: impl Fn(T) -> String) -> Vec<String> {
        let mut backs = 0;
        let mut words = Vec::new();
        for sight in pile {
            match sight {
                Sight::Face(card) => words.push(name(*card)),
                Sight::Back => backs += 1,
            }
        }
        if backs > 0 {
            words.push(counted(backs, "hidden card", "hidden cards"));
        }
        words
    }
}

fn dice(faces: [u8; 3]) -> String {
    tally(faces, Face::ALL.map(Face::id))
}

/// `2 forge, 1 cache`, or `none`.
fn tally<const N: usize>(counts: [u8; N], names: [&str; N]) -> String {
    let words: Vec<String> = counts
        .iter()
        .zip(names)
        .filter(|(count, _)| **count > 0)
        .map(|(count, name)| format!("{count} {name}"))
        .collect();
    listed(&words)
}

fn listed(words: &[String]) -> String {
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}

fn counted(count: u8, one: &str, several: &str) -> String {
    if count == 1 { one.to_owned() } else { format!("{count} {several}") }
}
