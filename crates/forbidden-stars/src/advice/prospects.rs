//! What may come of things: who would win a fight, what an order promises, what is in danger.

use crate::board::{Look, StormsBlock};
use crate::components::{Asset, OrderKind, StructureKind};
use crate::force::{Force, TOKENS};
use crate::table::{ASSET_LIMIT, Area, AreaSet, MAX_PLAYERS, MAX_SYSTEMS, System};
use kernel::Seat;

/// What a routed unit still adds: it rolls no dice, but it takes damage and will rally.
const ROUTED: f32 = 0.4;

/// Strengths all over the board, those on the move counted where they go.
#[derive(Debug)]
pub struct Field {
    strengths: [[f32; MAX_PLAYERS]; 4 * MAX_SYSTEMS],
    /// Of those, units that stand: only they attack.
    standing: [[f32; MAX_PLAYERS]; 4 * MAX_SYSTEMS],
    /// Standing ground units by system.
    ground: [[f32; MAX_PLAYERS]; MAX_SYSTEMS],
    seats: usize,
    /// Who has anything in an area, one bit a seat.
    present: [u8; 4 * MAX_SYSTEMS],
}

impl Field {
    pub fn of(look: Look<'_>) -> Field {
        let mut field = Field {
            strengths: [[0.0; MAX_PLAYERS]; 4 * MAX_SYSTEMS],
            standing: [[0.0; MAX_PLAYERS]; 4 * MAX_SYSTEMS],
            ground: [[0.0; MAX_PLAYERS]; MAX_SYSTEMS],
            seats: usize::from(look.seats),
            present: [0; 4 * MAX_SYSTEMS],
        };
        let moving = look.order.map(|order| (order.system, look.active_player));
        for area in look.areas() {
            for seat in look.all_seats() {
                let mut force = look.force(area, seat);
                if let Some((system, mover)) = moving
                    && mover == seat
                    && system == area.system()
                {
                    force.join(look.movement.transit[usize::from(area.0 % 4)]);
                }
                if force.is_empty() {
                    continue;
                }
                let index = usize::from(area.0);
                field.present[index] |= 1 << seat.index();
                let (standing, all) = strength(look, seat, force, area);
                field.strengths[index][seat.index()] = all;
                field.standing[index][seat.index()] = standing;
                if look.is_world(area) {
                    field.ground[area.system().index()][seat.index()] += standing;
                }
            }
        }
        field
    }

    pub fn strength(&self, area: Area, seat: Seat) -> f32 {
        self.strengths[usize::from(area.0)][seat.index()]
    }

    /// How much of an area is a seat's: all, nothing, or its chance in a fight.
    pub fn control(&self, area: Area, seat: Seat) -> f32 {
        let index = usize::from(area.0);
        let present = self.present[index];
        let mine = 1 << seat.index();
        if present & mine == 0 {
            return 0.0;
        }
        if present == mine {
            return 1.0;
        }
        let own = self.strengths[index][seat.index()];
        let others: f32 =
            (0..self.seats).filter(|&other| other != seat.index()).map(|other| self.strengths[index][other]).sum();
        chance_to_win(own, others)
    }

    /// The strongest of the others in an area.
    fn defence(&self, area: Area, seat: Seat) -> f32 {
        let strengths = &self.strengths[usize::from(area.0)];
        (0..self.seats).filter(|&other| other != seat.index()).map(|other| strengths[other]).fold(0.0, f32::max)
    }

    /// The chance that some enemy takes a world: by an order yet to be given, and by an Advance Order that lies there.
    pub fn threat(&self, look: Look<'_>, area: Area, seat: Seat) -> (f32, f32) {
        let own = self.strength(area, seat);
        let system = area.system();
        let (mut later, mut now) = (0.0f32, 0.0f32);
        for enemy in look.turn_order().filter(|&enemy| enemy != seat) {
            let there = self.ground[system.index()][enemy.index()];
            let beside = look
                .adjacent_systems(system)
                .map(|place| self.ground[place.index()][enemy.index()])
                .fold(0.0, f32::max);
            if there + beside == 0.0 {
                continue;
            }
            let chance = chance_to_win(there + beside, own);
            if has_order(look, enemy, OrderKind::Advance, system) {
                now = now.max(chance);
            } else {
                later = later.max(chance);
            }
        }
        (later, now)
    }
}

/// How long the ways of a seat's ground units are, area by area.
#[derive(Debug)]
pub struct Ways {
    length: [u8; 4 * MAX_SYSTEMS],
}

/// Farther than this nobody looks.
const FAR: u8 = 16;

impl Ways {
    pub fn of(look: Look<'_>, field: &Field, seat: Seat) -> Ways {
        let mine = 1u8 << seat.index();
        let mut ways = Ways { length: [FAR; 4 * MAX_SYSTEMS] };
        // One list of areas for each length: there are few lengths, and each area is on few lists.
        let mut waiting = [AreaSet::default(); FAR as usize];
        for area in look.areas() {
            if field.present[usize::from(area.0)] & mine == 0 || !look.is_world(area) {
                continue;
            }
            let start = if field.standing[usize::from(area.0)][seat.index()] > 0.0 {
                0
            } else if look.force(area, seat).structures(StructureKind::Factory) > 0 {
                FROM_FACTORY
            } else {
                continue;
            };
            ways.length[usize::from(area.0)] = start;
            waiting[usize::from(start)].insert(area);
        }
        for length in 0..FAR {
            for area in waiting[usize::from(length)].iter() {
                if ways.length[usize::from(area.0)] != length {
                    continue;
                }
                for (next, edge) in look.borders(area) {
                    let present = field.present[usize::from(next.0)];
                    let mut step = match (look.is_world(next), present) {
                        (_, present) if present == mine => 1,
                        (true, 0) => 1,
                        (true, _) => PAST_ENEMIES,
                        (false, 0) => WITHOUT_SHIP,
                        (false, _) => PAST_SHIPS,
                    };
                    if edge.is_some_and(|compass| look.is_stormy(area.system(), compass)) {
                        step += ROUND_STORM;
                    }
                    let longer = length.saturating_add(step);
                    if longer < ways.length[usize::from(next.0)] {
                        ways.length[usize::from(next.0)] = longer;
                        waiting[usize::from(longer)].insert(next);
                    }
                }
            }
        }
        ways
    }

    /// 1 where own ground units stand, less the longer the way.
    pub fn nearness(&self, area: Area) -> f32 {
        let length = self.length[usize::from(area.0)];
        if length >= FAR { 0.0 } else { 3.0 / f32::from(3 + length) }
    }
}

/// Steps that it takes to get units where there is only a factory, past a defended world, over a void without a ship of
/// one's own, over one with the enemy's, and round a storm.
const FROM_FACTORY: u8 = 2;
const PAST_ENEMIES: u8 = 2;
const WITHOUT_SHIP: u8 = 3;
const PAST_SHIPS: u8 = 5;
const ROUND_STORM: u8 = 3;

/// Standing fighters alone, and everything that fights.
fn strength(look: Look<'_>, seat: Seat, force: Force, area: Area) -> (f32, f32) {
    let (mut standing, mut routed) = (0.0, 0.0);
    for row in 0..=TOKENS {
        let (up, down) = (force.standing(row), force.routed(row));
        if up + down == 0 {
            continue;
        }
        let stats = look.stats_at(seat, row, area);
        let each = fighting_worth(stats.combat, stats.health);
        standing += f32::from(up) * each;
        routed += f32::from(down) * each;
    }
    let bastions = force.structures(StructureKind::Bastion);
    let mut all = standing + ROUTED * routed;
    if bastions > 0 {
        let bastion = crate::combat::bastion(look, seat);
        all += f32::from(bastions) * fighting_worth(bastion.combat, bastion.health);
    }
    (standing, all)
}

/// Dice to hit with, and health to stand with.
pub fn fighting_worth(combat: u8, health: u8) -> f32 {
    f32::from(combat) + 0.6 * f32::from(health)
}

/// Strength against strength: a third more wins about seven times in ten.
pub fn chance_to_win(own: f32, other: f32) -> f32 {
    let (own, other) = (own * own * own, other * other * other);
    if own + other == 0.0 { 0.5 } else { own / (own + other) }
}

/// The chance to take a world with one Advance Order: what can come from its system and one beside it, against what
/// stands there.
pub fn chance_to_take(look: Look<'_>, field: &Field, seat: Seat, target: Area) -> f32 {
    let system = target.system();
    let from = |source: System| -> f32 {
        if field.ground[source.index()][seat.index()] == 0.0 {
            return 0.0;
        }
        let passable = look.friendly_areas([source, system], seat);
        let reaches = |&start: &Area| {
            start != target
                && look.is_world(start)
                && field.standing[usize::from(start.0)][seat.index()] > 0.0
                && look.reach(start, passable, [source, system], StormsBlock::Yes).contains(target)
        };
        source.areas().filter(reaches).map(|start| field.standing[usize::from(start.0)][seat.index()]).sum()
    };
    let beside = look.adjacent_systems(system).map(from).fold(0.0, f32::max);
    let attack = from(system) + beside;
    if attack == 0.0 {
        return 0.0;
    }
    let defence = field.defence(target, seat);
    if defence == 0.0 { 1.0 } else { chance_to_win(attack, defence) }
}

/// What a world is worth to a seat: materiel, structures, its own token or one that somebody else wants.
pub fn worth(look: Look<'_>, area: Area, seat: Seat) -> f32 {
    let facts = look.facts(area);
    let structures = look.force(area, seat).structure_count();
    let token = match look.objective(area) {
        Some(owner) if owner == seat => 1.0,
        Some(_) => 0.7,
        None => 0.0,
    };
    0.1 * f32::from(facts.materiel) + 0.25 * f32::from(structures) + token
}

/// An order of this kind that a seat has yet to reveal in a system.
pub fn has_order(look: Look<'_>, seat: Seat, kind: OrderKind, system: System) -> bool {
    let orders = look.table.orders.iter();
    orders
        .filter(|token| token.system == system)
        .any(|token| token.owner == seat && token.kind == kind && !token.revealed)
}

/// What an order in a system promises, from 0 to about 1.
pub fn promise(look: Look<'_>, field: &Field, seat: Seat, kind: OrderKind, system: System) -> f32 {
    let player = look.player(seat);
    match kind {
        OrderKind::Deploy => {
            let (mut room, mut sites) = (0u8, 0u8);
            for area in system.areas().filter(|&area| look.is_world(area) && look.is_friendly(area, seat)) {
                let force = look.force(area, seat);
                room += force.structures(StructureKind::Factory) * look.facts(area).capacity;
                sites += u8::from(!force.has_structures());
            }
            let means = f32::from(player.materiel) + 2.0 * f32::from(player.has(Asset::Cache));
            let units = (means / 2.5).min(f32::from(room)) / 4.0;
            let site = if sites > 0 && means >= 2.0 { 0.35 } else { 0.0 };
            units.min(1.2) + site
        }
        OrderKind::Strategize => (f32::from(player.materiel) / 4.0).min(1.0),
        OrderKind::Dominate => {
            let mut gain = 0.0;
            for area in system.areas().filter(|&area| look.is_world(area) && look.is_friendly(area, seat)) {
                let [forge, cache, reinforcement, prosperity] = look.facts(area).assets;
                for (asset, count) in Asset::ALL.into_iter().zip([forge, cache, reinforcement]) {
                    gain += f32::from(count.min(ASSET_LIMIT - player.has(asset).min(ASSET_LIMIT)));
                }
                gain += f32::from(prosperity);
            }
            0.3 * gain
        }
        OrderKind::Advance => system
            .areas()
            .filter(|&area| look.is_world(area) && field.control(area, seat) < 0.5)
            .map(|area| worth_to_take(look, area, seat) * chance_to_take(look, field, seat, area))
            .fold(0.0, f32::max),
    }
}

/// What taking a world would bring: its materiel, what the enemy loses there, a token.
fn worth_to_take(look: Look<'_>, area: Area, seat: Seat) -> f32 {
    let enemy = look.holder_against(area, seat).map_or(0, |holder| look.force(area, holder).structure_count());
    let token = match look.objective(area) {
        Some(owner) if owner == seat => 1.0,
        Some(_) => 0.2,
        None => 0.0,
    };
    0.12 * f32::from(look.facts(area).materiel) + 0.2 * f32::from(enemy) + token
}

/// How good the combat deck is: 0 as at the start, about 1 when all of it is improved.
pub fn deck_worth(look: Look<'_>, seat: Seat) -> f32 {
    let player = look.player(seat);
    let cards = (0..crate::table::CARDS_PER_FACTION).filter(|index| player.pairs & (1 << index) != 0);
    let better = cards.map(|index| look.catalogue.card(crate::table::CardId::new(player.faction, index)));
    better.filter(|card| !card.starting).map(|card| 0.15 + 0.08 * f32::from(card.level)).sum()
}
