//! Who meets whom: a pure function of the game's number.

use std::collections::BTreeSet;

/// The plan of a tournament.
///
/// Games come in sets. In a set the same bots play the same factions from the same seed, once for each way to rotate
/// the bots around the table: so everybody has had every seat with everything that lay before it. From set to set the
/// line-up changes, then the table (which factions sit where), then the order in which the bots sit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    seats: usize,
    seed: u64,
    /// Which bots meet, by their place in the list.
    line_ups: Vec<Vec<usize>>,
}

/// One game of the plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// From 0.
    pub number: u64,
    /// Games of the same set differ only in who sits where.
    pub set: u64,
    /// The number of the table: it says which factions sit where.
    pub table: u64,
    pub seed: u64,
    /// By seat, the place of the bot in the list.
    pub line_up: Vec<usize>,
}

impl Plan {
    /// As many bots as seats: all sit down in every game. More bots: every selection that fills the table meets in
    /// turn. Fewer: they come round in turn until all seats are taken, each of them first once.
    pub fn new(bots: usize, seats: usize, seed: u64) -> Plan {
        let line_ups = if bots > seats {
            selections(bots, seats)
        } else {
            let mut seen = BTreeSet::new();
            let filled = (0..bots).map(|first| (0..seats).map(|seat| (first + seat) % bots).collect());
            filled
                .filter(|line_up: &Vec<usize>| {
                    let mut sorted = line_up.clone();
                    sorted.sort_unstable();
                    seen.insert(sorted)
                })
                .collect()
        };
        Plan { seats, seed, line_ups }
    }

    /// The game with this number, from 0.
    pub fn fixture(&self, number: u64) -> Fixture {
        let seats = self.seats as u64;
        let set = number / seats;
        let line_ups = self.line_ups.len() as u64;
        let table = set / line_ups;
        let mut line_up = self.line_ups[(set % line_ups) as usize].clone();
        // There are no more tables than ways to seat four factions; after all of them the bots change neighbours.
        reorder(&mut line_up[1..], table / 24);
        line_up.rotate_right((number % seats) as usize);
        Fixture { number, set, table, seed: self.seed.wrapping_add(set), line_up }
    }

    pub fn set_of(&self, number: u64) -> u64 {
        number / self.seats as u64
    }
}

/// All ways to choose `size` of `count`, in order.
fn selections(count: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    (size - 1..count)
        .flat_map(|last| {
            selections(last, size - 1).into_iter().map(move |mut rest| {
                rest.push(last);
                rest
            })
        })
        .collect()
}

/// Puts the items into the order with this number; number 0 leaves them.
fn reorder(items: &mut [usize], number: u64) {
    let mut rest = number as usize;
    for place in 0..items.len() {
        let left = items.len() - place;
        items[place..].rotate_left(rest % left);
        rest /= left;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn line_ups(plan: &Plan, games: u64) -> Vec<Vec<usize>> {
        (0..games).map(|number| plan.fixture(number).line_up).collect()
    }

    #[test]
    fn two_bots_swap_seats_from_the_same_seed() {
        let plan = Plan::new(2, 2, 5);
        assert_eq!(line_ups(&plan, 4), [[0, 1], [1, 0], [0, 1], [1, 0]]);
        let about = |number| (plan.fixture(number).table, plan.fixture(number).seed);
        assert_eq!([0, 1, 2, 3].map(about), [(0, 5), (0, 5), (1, 6), (1, 6)]);
    }

    #[test]
    fn everybody_meets_everybody() {
        let plan = Plan::new(3, 2, 0);
        assert_eq!(line_ups(&plan, 6), [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]]);
        assert_eq!(Plan::new(5, 3, 0).line_ups.len(), 10);
    }

    #[test]
    fn few_bots_share_the_seats() {
        assert_eq!(Plan::new(1, 3, 0).line_ups, [[0, 0, 0]]);
        assert_eq!(Plan::new(2, 3, 0).line_ups, [[0, 1, 0], [1, 0, 1]]);
        assert_eq!(Plan::new(2, 4, 0).line_ups, [[0, 1, 0, 1]]);
    }

    /// Each bot has each seat at each table once, and in the long run every neighbour.
    #[test]
    fn seats_rotate_at_every_table() {
        let plan = Plan::new(4, 4, 0);
        let mut seen: BTreeMap<(usize, usize, u64), u64> = BTreeMap::new();
        let mut orders = BTreeSet::new();
        for number in 0..4 * 24 * 6 {
            let fixture = plan.fixture(number);
            for (seat, &bot) in fixture.line_up.iter().enumerate() {
                *seen.entry((bot, seat, fixture.table % 24)).or_default() += 1;
            }
            orders.insert(fixture.line_up);
        }
        assert_eq!((seen.len(), orders.len()), (4 * 4 * 24, 24));
        assert!(seen.values().all(|&times| times == 6));
    }
}
