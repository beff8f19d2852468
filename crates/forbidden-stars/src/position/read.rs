//! Reading a position, line by line.

use super::{Position, Start};
use crate::board::Look;
use crate::components::{Asset, OrderKind, StructureKind};
use crate::force::{Posture, UNIT_KINDS};
use crate::notation::{Names, read_asset, read_order, slug};
use crate::setup::{self, lay_tile};
use crate::table::{
    ASSET_LIMIT, Area, AreaSet, CONTROL_TOKENS, CardId, Contest, EventId, ORDERS_PER_ROUND, OrderToken, Player, Storm,
    Table, UnitKind,
};
use crate::{Catalogue, MapChoice, Options};
use kernel::{Seat, SeatSet};

/// Objective tokens of a faction.
const OBJECTIVES: usize = 6;

/// A position as far as it is read.
pub(super) struct Reader {
    catalogue: &'static Catalogue,
    table: Table,
    start: Start,
    decks: [Vec<CardId>; 4],
    events: [Vec<EventId>; 4],
    turn: Option<Seat>,
}

impl Reader {
    pub(super) fn new(catalogue: &'static Catalogue) -> Self {
        Reader {
            catalogue,
            table: Table::default(),
            start: Start::Planning,
            decks: Default::default(),
            events: Default::default(),
            turn: None,
        }
    }

    fn look(&self) -> Look<'_> {
        Look { table: &self.table, catalogue: self.catalogue }
    }

    fn names(&self) -> Names<'_> {
        Names::of(self.look())
    }

    pub(super) fn line(&mut self, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once([' ', ':']).unwrap_or((line, ""));
        let rest = rest.trim_start_matches(':').trim();
        if word == "players" {
            return self.players(rest);
        }
        if word == "battle" {
            return self.battle(rest);
        }
        if self.table.seats == 0 {
            return Err("the first line names the players: `players ultramarines chaos`".to_owned());
        }
        let words: Vec<&str> = rest.split_whitespace().collect();
        match word {
            "round" => self.table.round = in_range(rest, 1, 8)?,
            "phase" => self.start = read_phase(rest)?,
            "first" => self.table.first_player = self.seat(rest)?,
            "turn" => self.turn = Some(self.seat(rest)?),
            "active" => self.table.active_system = Some(self.names().read_system(rest)?),
            "tile" => self.tile(&words)?,
            "at" => self.pieces(rest)?,
            "objective" => {
                let [area, owner] = words[..] else { return Err("write `objective WORLD FACTION`".to_owned()) };
                let (area, owner) = (self.names().read_area(area)?, self.seat(owner)?);
                if !self.look().is_world(area) || self.table.objective(area).is_some() {
                    return Err("an objective token lies on a world, one to each".to_owned());
                }
                self.table.set_objective(area, Some(owner));
            }
            "storm" => self.storm(&words)?,
            "orders" => self.orders(rest)?,
            "contest" => self.contest(rest)?,
            faction => {
                let seat = self.seat(faction).map_err(|_| {
                    format!("“{faction}” is neither a player nor one of: round, phase, first, turn, active, tile, at, objective, storm, orders, contest, battle")
                })?;
                self.player(seat, rest)?;
            }
        }
        Ok(())
    }

    fn players(&mut self, rest: &str) -> Result<(), String> {
        if self.table.seats > 0 {
            return Err("the players are named twice".to_owned());
        }
        let factions = rest.split_whitespace().map(str::to_owned).collect();
        let (table, _) = setup::start(self.catalogue, &Options { factions, map: MapChoice::Free })?;
        self.table = table;
        for seat in self.table.all_seats() {
            let player = self.table.player_mut(seat);
            player.to_place = Default::default();
            player.deck.clear();
            player.events.clear();
        }
        Ok(())
    }

    fn seat(&self, faction: &str) -> Result<Seat, String> {
        let id = slug(faction);
        let found = self.catalogue.faction(&id).and_then(|faction| self.table.seat_of_faction(faction));
        found.ok_or_else(|| format!("nobody plays “{faction}”"))
    }

    fn tile(&mut self, words: &[&str]) -> Result<(), String> {
        let [code, "at", col, row, "turn", turn] = words[..] else {
            return Err("write `tile CODE at COLUMN ROW turn QUARTERS`".to_owned());
        };
        let side = self.catalogue.side_with_code(code).ok_or_else(|| format!("there is no tile side “{code}”"))?;
        let (col, row): (i8, i8) = (in_range(col, -9, 9)?, in_range(row, -9, 9)?);
        let number = self.catalogue.side(side).tile;
        if self.table.tiles.len() == self.table.tiles.capacity() {
            return Err("a board has at most twelve tiles".to_owned());
        }
        for tile in self.table.tiles.iter() {
            if (tile.col, tile.row) == (col, row) {
                return Err(format!("another tile lies at {col} {row} already"));
            }
            if self.catalogue.side(tile.side).tile == number {
                return Err(format!("tile {number} is on the board already"));
            }
        }
        lay_tile(&mut self.table, side, in_range(turn, 0, 3)?, col, row);
        Ok(())
    }

    /// `turaci: ultramarines factory, 2 scout, scout routed`
    fn pieces(&mut self, rest: &str) -> Result<(), String> {
        let (area, pieces) = rest.split_once(':').ok_or("write `at AREA: FACTION PIECE, PIECE`")?;
        let area = self.names().read_area(area.trim())?;
        let (faction, pieces) = pieces.trim().split_once(' ').ok_or("name the faction, then its pieces")?;
        let seat = self.seat(faction)?;
        self.put(seat, area, pieces)
    }

    fn put(&mut self, seat: Seat, area: Area, pieces: &str) -> Result<(), String> {
        for piece in items(pieces) {
            let (count, name, posture) = read_piece(piece)?;
            for _ in 0..count {
                if let Some(kind) = StructureKind::ALL.into_iter().find(|kind| kind.id() == name) {
                    self.put_structure(seat, area, kind)?;
                } else {
                    self.put_unit(seat, area, &name, posture)?;
                }
            }
        }
        Ok(())
    }

    fn put_structure(&mut self, seat: Seat, area: Area, kind: StructureKind) -> Result<(), String> {
        if !self.look().is_world(area) {
            return Err(format!("a {} stands on a world, not in a void", kind.id()));
        }
        if self.table.structure_supply[kind.index()] == 0 || self.table.player(seat).control_tokens == 0 {
            return Err(format!("no {} or no control token is left for it", kind.id()));
        }
        if self.table.force(area, seat).structures(kind) == 3 {
            return Err(format!("more than three of {} on one world", kind.id()));
        }
        self.table.structure_supply[kind.index()] -= 1;
        self.table.player_mut(seat).control_tokens -= 1;
        self.table.force_mut(area, seat).add_structure(kind);
        Ok(())
    }

    fn put_unit(&mut self, seat: Seat, area: Area, name: &str, posture: Posture) -> Result<(), String> {
        let look = self.look();
        let faction = look.player(seat).faction;
        let row = unit_row(look.catalogue, faction, name)
            .ok_or_else(|| format!("{} has no unit “{name}”", look.catalogue.factions[usize::from(faction)].id))?;
        if !look.fits(seat, row, area) {
            return Err(format!("“{name}” cannot stand there: ships in voids, ground units on worlds"));
        }
        if look.player(seat).reserve[row] == 0 {
            return Err(format!("more of “{name}” than the box holds"));
        }
        self.table.player_mut(seat).reserve[row] -= 1;
        self.table.force_mut(area, seat).add(row, posture);
        Ok(())
    }

    fn storm(&mut self, words: &[&str]) -> Result<(), String> {
        let (edge, moved) = match *words {
            [edge] => (edge, false),
            [edge, "moved"] => (edge, true),
            _ => return Err("write `storm CODE-north`, with `moved` if it has moved this phase".to_owned()),
        };
        let edge = self.names().read_edge(edge)?;
        if self.table.storms.iter().any(|storm| storm.edge == edge) {
            return Err("two storms on one edge".to_owned());
        }
        if self.table.storms.len() == self.table.storms.capacity() {
            return Err("the box has four storms".to_owned());
        }
        self.table.storms.push(Storm { edge, moved });
        Ok(())
    }

    fn orders(&mut self, rest: &str) -> Result<(), String> {
        let (system, tokens) = rest.split_once(':').ok_or("write `orders CODE: FACTION ORDER, …`, bottom first")?;
        let system = self.names().read_system(system.trim())?;
        for token in items(tokens) {
            let (faction, kind) = token.split_once(' ').ok_or_else(|| format!("“{token}” is not `FACTION ORDER`"))?;
            let (owner, kind) = (self.seat(faction)?, read_order(kind.trim())?);
            let placed = self.table.orders.iter().filter(|token| token.owner == owner).count();
            if placed == usize::from(ORDERS_PER_ROUND) {
                return Err("a player places at most four order tokens a round".to_owned());
            }
            self.use_token(owner, kind)?;
            self.table.put_order_on_top(OrderToken { system, owner, kind, revealed: false });
        }
        Ok(())
    }

    fn use_token(&mut self, owner: Seat, kind: OrderKind) -> Result<(), String> {
        let unplaced = &mut self.table.player_mut(owner).orders.unplaced[kind.index()];
        *unplaced = unplaced.checked_sub(1).ok_or_else(|| format!("a third {} token of one player", kind.id()))?;
        Ok(())
    }

    /// `argovia chaos from xinghua, 5A.NW`
    fn contest(&mut self, rest: &str) -> Result<(), String> {
        let (place, origins) = rest.split_once(" from ").unwrap_or((rest, ""));
        let (area, attacker) = place.trim().split_once(' ').ok_or("write `contest AREA ATTACKER from AREA`")?;
        let (area, attacker) = (self.names().read_area(area)?, self.seat(attacker.trim())?);
        let origins: Vec<Area> =
            items(origins).map(|origin| self.names().read_area(origin)).collect::<Result<_, _>>()?;
        let contest = Contest {
            area,
            attacker,
            advanced: !origins.is_empty(),
            origins: origins.into_iter().collect::<AreaSet>(),
        };
        self.add_contest(contest)
    }

    fn add_contest(&mut self, contest: Contest) -> Result<(), String> {
        if self.table.contests.iter().any(|other| other.area == contest.area) {
            return Err("an area is contested once".to_owned());
        }
        if self.table.contests.len() == self.table.contests.capacity() {
            return Err("at most four areas can wait for a combat".to_owned());
        }
        self.table.contests.push(contest);
        Ok(())
    }

    /// `orks 2 nob, ork-boyz attack ultramarines 2 scout, bastion`, on a board of two tiles.
    fn battle(&mut self, rest: &str) -> Result<(), String> {
        let wrong = "write `battle: FACTION UNIT, UNIT attack FACTION UNIT, bastion`";
        let (attack, defence) = rest.split_once(" attack ").ok_or(wrong)?;
        let (attacker, attackers) = self.army(attack.trim()).ok_or(wrong)?;
        let (defender, defenders) = self.army(defence.trim()).ok_or(wrong)?;
        if self.table.seats == 0 {
            self.players(&format!("{attacker} {defender}"))?;
        }
        if self.table.tiles.is_empty() {
            self.tile(&["2A", "at", "0", "0", "turn", "0"])?;
            self.tile(&["5A", "at", "0", "-1", "turn", "2"])?;
        }
        let (attacker, defender) = (self.seat(&attacker)?, self.seat(&defender)?);
        // Ships fight in a void, ground units on a world: the first army says which.
        let in_void = self.is_fleet(attacker, attackers)?;
        let (place, origin) = if in_void { ("2A.SW", "5A.NW") } else { ("2A.NW", "5A.SW") };
        let (area, origin) = (self.names().read_area(place)?, self.names().read_area(origin)?);
        self.put(attacker, area, attackers)?;
        if self.table.force(area, attacker).plastic() == 0 {
            let faction = &self.catalogue.factions[usize::from(self.table.player(attacker).faction)].id;
            return Err(format!("{faction} attack without a unit; name at least one, structures only defend"));
        }
        self.put(defender, area, defenders)?;
        let origins = [origin].into_iter().collect();
        self.start = Start::Battle;
        self.add_contest(Contest { area, attacker, origins, advanced: true })
    }

    /// A faction and its pieces. People call it by its id or as the table does: `chaos`, `World Eaters`.
    fn army<'t>(&self, text: &'t str) -> Option<(String, &'t str)> {
        let ends = text.match_indices(' ').map(|(end, _)| text.split_at(end));
        let named = ends.clone().find_map(|(name, pieces)| {
            let name = slug(name);
            let faction =
                self.catalogue.factions.iter().find(|faction| faction.id == name || slug(&faction.name) == name)?;
            Some((faction.id.clone(), pieces))
        });
        named
            .or_else(|| ends.clone().next().map(|(name, pieces)| (slug(name), pieces)))
            .map(|(id, pieces)| (id, pieces.trim()))
    }

    fn is_fleet(&self, seat: Seat, pieces: &str) -> Result<bool, String> {
        let faction = self.table.player(seat).faction;
        let first = items(pieces).next().ok_or("an army has at least one unit")?;
        let (_, name, _) = read_piece(first)?;
        let row = unit_row(self.catalogue, faction, &name);
        Ok(row.is_some_and(|row| self.catalogue.stats(UnitKind::new(faction, row)).is_ship))
    }

    fn player(&mut self, seat: Seat, rest: &str) -> Result<(), String> {
        let (word, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let rest = rest.trim();
        let own = |faction: u8, this: &Self| {
            if faction == this.table.player(seat).faction { Ok(()) } else { Err("another faction's card".to_owned()) }
        };
        match word {
            "materiel" => self.table.player_mut(seat).materiel = in_range(rest, 0, 14)?,
            "objectives" => self.table.player_mut(seat).objectives = in_range(rest, 0, 6)?,
            "eliminated" => {
                self.assets(seat, "none")?;
                self.table.eliminated.insert(seat);
                let faction = self.table.player(seat).faction;
                *self.table.player_mut(seat) = crate::table::Player { faction, ..Default::default() };
            }
            "assets" => self.assets(seat, rest)?,
            "upgrades" => {
                for item in items(rest) {
                    let (name, used) = item.strip_suffix(" used").map_or((item, false), |name| (name, true));
                    let upgrade = self.names().read_upgrade(name)?;
                    own(upgrade.faction(), self)?;
                    let player = self.table.player_mut(seat);
                    player.upgrades |= 1 << upgrade.index();
                    if used {
                        player.used_upgrades |= 1 << upgrade.index();
                    }
                }
            }
            "scheme" => {
                let scheme = self.names().read_event(rest)?;
                own(scheme.faction(), self)?;
                if self.catalogue.event_facts(scheme).scheme.is_none() {
                    return Err(format!("“{rest}” is a tactic, not a scheme"));
                }
                self.table.player_mut(seat).scheme = Some(scheme);
            }
            "pairs" => {
                let mut pairs = 0u16;
                for name in items(rest) {
                    let card = self.names().read_card(name)?;
                    own(card.faction(), self)?;
                    pairs |= 1 << card.index();
                }
                if pairs.count_ones() != 5 {
                    return Err("a combat deck is made of five different pairs".to_owned());
                }
                self.table.player_mut(seat).pairs = pairs;
            }
            "deck" => {
                for name in items(rest) {
                    let card = self.names().read_card(name)?;
                    own(card.faction(), self)?;
                    self.decks[seat.index()].push(card);
                }
            }
            "events" => {
                for name in items(rest) {
                    let event = self.names().read_event(name)?;
                    own(event.faction(), self)?;
                    self.events[seat.index()].push(event);
                }
            }
            "resolved" | "on-deck" => {
                for name in items(rest) {
                    let kind = read_order(name)?;
                    self.use_token(seat, kind)?;
                    let orders = &mut self.table.player_mut(seat).orders;
                    let place = if word == "resolved" { &mut orders.resolved } else { &mut orders.on_deck };
                    place[kind.index()] += 1;
                }
            }
            _ => {
                return Err(format!(
                    "“{word}” is none of: materiel, assets, objectives, upgrades, scheme, pairs, deck, events, resolved, on-deck, eliminated"
                ));
            }
        }
        Ok(())
    }

    fn assets(&mut self, seat: Seat, rest: &str) -> Result<(), String> {
        // What a sheet gives at the start is replaced by what is written.
        for asset in Asset::ALL {
            let held = std::mem::take(&mut self.table.player_mut(seat).assets[asset.index()]);
            self.table.asset_supply[asset.index()] += held;
        }
        for item in items(rest).filter(|&item| item != "none") {
            let (count, name, _) = read_piece(item)?;
            let asset = read_asset(&name)?;
            let held = self.table.player(seat).has(asset);
            if count > self.table.asset_supply[asset.index()] || held + count > ASSET_LIMIT {
                return Err(format!("{count} {name} tokens are more than a player may have"));
            }
            self.table.player_mut(seat).assets[asset.index()] += count;
            self.table.asset_supply[asset.index()] -= count;
        }
        Ok(())
    }

    /// Completes decks and checks the whole.
    pub(super) fn finish(mut self) -> Result<Position, String> {
        if self.table.seats == 0 {
            return Err("the position is empty; it starts with `players …` or `battle: …`".to_owned());
        }
        if self.table.tiles.is_empty() {
            return Err("there is no tile on the board".to_owned());
        }
        self.check_eliminated()?;
        self.check_board()?;
        let mut known = [(0, 0); 4];
        for seat in self.table.all_seats() {
            if !self.table.is_in(seat) {
                continue;
            }
            known[seat.index()] = (self.decks[seat.index()].len(), self.events[seat.index()].len());
            self.complete_decks(seat)?;
            debug_assert!(self.table.player(seat).control_tokens <= CONTROL_TOKENS);
        }
        if self.start == Start::Battle && self.table.contests.is_empty() {
            return Err("phase battle needs a `contest` line".to_owned());
        }
        let look = Look { table: &self.table, catalogue: self.catalogue };
        for contest in self.table.contests.iter() {
            let holders =
                self.table.all_seats().filter(|&seat| !self.table.force(contest.area, seat).is_empty()).count();
            if holders != 2 || self.table.force(contest.area, contest.attacker).plastic() == 0 {
                return Err("a contested area holds units of the attacker and something of one other player".to_owned());
            }
        }
        if self.start != Start::Battle {
            let mut shared = look.table.areas().filter(|&area| {
                self.table.all_seats().filter(|&seat| !self.table.force(area, seat).is_empty()).count() > 1
            });
            if shared.next().is_some() {
                return Err(
                    "two players share an area; only `phase battle` with a `contest` line allows that".to_owned()
                );
            }
        }
        if self.start == Start::Operations && self.table.orders.is_empty() {
            return Err("phase operations needs order tokens on the board".to_owned());
        }
        self.table.active_player = self.turn.unwrap_or(self.table.first_player);
        Ok(Position { catalogue: self.catalogue, table: self.table, start: self.start, known })
    }

    /// Of an eliminated player nothing is left but his name. [player-elimination.components.1]
    fn check_eliminated(&self) -> Result<(), String> {
        if self.table.turn_order().count() < 2 {
            return Err("fewer than two players are left: the game is over".to_owned());
        }
        for seat in self.table.eliminated.iter() {
            let bare = Player { faction: self.table.player(seat).faction, ..Player::default() };
            let anything = self.table.player(seat) != &bare
                || self.table.areas().any(|area| !self.table.force(area, seat).is_empty())
                || self.table.areas().any(|area| self.table.objective(area) == Some(seat))
                || self.table.orders.iter().any(|token| token.owner == seat)
                || self.turn == Some(seat);
            if anything {
                return Err("an eliminated player has nothing on the table, and no turn".to_owned());
            }
        }
        Ok(())
    }

    /// Tiles touch, and nobody has more objective tokens than the box. [setup.build.2]
    fn check_board(&self) -> Result<(), String> {
        let tiles = &self.table.tiles;
        if tiles.len() > 1 && tiles.iter().any(|tile| tile.neighbours == [None; 4]) {
            return Err("every tile shares an edge with another".to_owned());
        }
        for seat in self.table.all_seats() {
            let lying = self.table.areas().filter(|&area| self.table.objective(area) == Some(seat)).count();
            if lying + usize::from(self.table.player(seat).objectives) > OBJECTIVES {
                return Err("a faction has six objective tokens".to_owned());
            }
        }
        Ok(())
    }

    fn complete_decks(&mut self, seat: Seat) -> Result<(), String> {
        let player = self.table.player_mut(seat);
        let mut cards: Vec<CardId> = (0..14)
            .filter(|index| player.pairs & (1 << index) != 0)
            .flat_map(|index| [CardId::new(player.faction, index); 2])
            .collect();
        for card in &self.decks[seat.index()] {
            let at = cards.iter().position(|other| other == card);
            cards.remove(at.ok_or_else(|| {
                format!("“{}” is not (or not so often) in the combat deck", self.catalogue.card_text(*card).name)
            })?);
        }
        cards
            .into_iter()
            .chain(self.decks[seat.index()].iter().rev().copied())
            .for_each(|card| player.deck.put(card, SeatSet::NONE));
        let mut events: Vec<EventId> = (0..8)
            .map(|index| EventId::new(player.faction, index))
            .filter(|&event| Some(event) != player.scheme)
            .collect();
        for event in &self.events[seat.index()] {
            let at = events.iter().position(|other| other == event);
            events
                .remove(at.ok_or_else(|| format!("“{}” is not in the event deck", self.catalogue.event(*event).name))?);
        }
        events
            .into_iter()
            .chain(self.events[seat.index()].iter().rev().copied())
            .for_each(|event| player.events.put(event, SeatSet::NONE));
        Ok(())
    }
}

/// The row of a faction's sheet that `name` means: by id, name or plural, or by last words that only one unit has.
fn unit_row(catalogue: &Catalogue, faction: u8, name: &str) -> Option<usize> {
    let wanted = slug(name);
    let ending = format!("-{wanted}");
    let is_called = |row: usize, fits: &dyn Fn(&str) -> bool| {
        let unit = catalogue.unit(UnitKind::new(faction, row));
        [&unit.id, &unit.name, &unit.plural].iter().any(|printed| fits(&slug(printed)))
    };
    (0..UNIT_KINDS).find(|&row| is_called(row, &|printed| printed == wanted)).or_else(|| {
        let mut rows = (0..UNIT_KINDS).filter(|&row| is_called(row, &|printed| printed.ends_with(&ending)));
        rows.next().filter(|_| rows.next().is_none())
    })
}

fn read_phase(text: &str) -> Result<Start, String> {
    match text {
        "planning" => Ok(Start::Planning),
        "operations" => Ok(Start::Operations),
        "refresh" => Ok(Start::Refresh),
        "battle" => Ok(Start::Battle),
        _ => Err(format!("“{text}” is none of: planning, operations, refresh, battle")),
    }
}

fn in_range<N: std::str::FromStr + PartialOrd + std::fmt::Display>(text: &str, low: N, high: N) -> Result<N, String> {
    let number = text.trim().parse::<N>().ok().filter(|number| (&low..=&high).contains(&number));
    number.ok_or_else(|| format!("“{text}” is not a number from {low} to {high}"))
}

/// The parts of a list, separated by commas.
fn items(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').map(str::trim).filter(|item| !item.is_empty())
}

/// `2 scout routed`: how many, what, and whether they are routed.
fn read_piece(piece: &str) -> Result<(u8, String, Posture), String> {
    let (count, name) = match piece.split_once(' ') {
        Some((count, name)) if is_number(count) => (in_range(count, 1, 15)?, name),
        _ => (1, piece),
    };
    let standing = (name, Posture::Standing);
    let (name, posture) = name.strip_suffix(" routed").map_or(standing, |name| (name, Posture::Routed));
    Ok((count, slug(name), posture))
}

/// Is it meant as a number, be it one that cannot be?
fn is_number(word: &str) -> bool {
    word.starts_with(|first: char| "+-.".contains(first) || first.is_ascii_digit())
        && word.chars().all(|letter| "+-.".contains(letter) || letter.is_ascii_digit())
}
