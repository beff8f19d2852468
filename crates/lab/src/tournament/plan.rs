//! Who meets whom: a pure function of the game's number.

use std::collections::BTreeSet;

/// The number of this way of planning; it changes whenever a number may stand for another game.
pub const PLAN: u32 = 3;

/// The plan of a tournament.
///
/// Games come in sets. In a set the same bots play the same factions from the same seed, once for each way to rotate
/// the bots around the table: so everybody has had every seat with everything that lay before it. From set to set the
/// line-up changes, in an order in which nobody falls far behind; then the table (which factions sit where), and with it
/// the order in which the bots sit.
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
            spread(bots, selections(bots, seats))
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
        // The bots change neighbours from table to table. There are no more tables than ways to seat four factions;
        // when they begin again, everybody meets other neighbours at each than before.
        reorder(&mut line_up[1..], table + table / 24);
        line_up.rotate_right((number % seats) as usize);
        Fixture { number, set, table, seed: self.seed.wrapping_add(set), line_up }
    }

    /// How many games there are until everybody has met everybody, with every seat in turn.
    pub fn cycle(&self) -> u64 {
        (self.line_ups.len() * self.seats) as u64
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

/// The line-ups in an order in which nobody falls far behind: next is always the one whose bots have played least.
fn spread(bots: usize, mut left: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    let mut played = vec![0u64; bots];
    let mut order = Vec::with_capacity(left.len());
    while !left.is_empty() {
        let strain = |line_up: &Vec<usize>| {
            let games = line_up.iter().map(|&bot| played[bot]);
            (games.clone().max(), games.sum::<u64>())
        };
        let next = (0..left.len()).min_by_key(|&index| strain(&left[index])).expect("there are some left");
        let line_up = left.remove(next);
        line_up.iter().for_each(|&bot| played[bot] += 1);
        order.push(line_up);
    }
    order
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

    /// Wherever a tournament is cut short, nobody has played much less than others.
    #[test]
    fn nobody_falls_far_behind() {
        for (bots, seats) in [(4, 2), (5, 2), (6, 2), (7, 2), (5, 3), (6, 4)] {
            let plan = Plan::new(bots, seats, 0);
            let mut played = vec![0u64; bots];
            for line_up in &plan.line_ups {
                line_up.iter().for_each(|&bot| played[bot] += 1);
                let (least, highest) = (played.iter().min(), played.iter().max());
                assert!(highest.zip(least).is_some_and(|(high, low)| high - low <= 2), "{bots} {seats}: {played:?}");
            }
            assert!(played.iter().all(|&times| times == played[0]), "{played:?}");
            assert_eq!(plan.cycle(), (plan.line_ups.len() * seats) as u64);
        }
    }

    #[test]
    fn neighbours_change_from_table_to_table() {
        let plan = Plan::new(4, 4, 0);
        let mut left_of_first = BTreeMap::<usize, u64>::new();
        for number in 0..96 {
            let line_up = plan.fixture(number).line_up;
            let seat = line_up.iter().position(|&bot| bot == 0).expect("all four sit down");
            *left_of_first.entry(line_up[(seat + 1) % 4]).or_default() += 1;
        }
        assert_eq!(left_of_first, [(1, 32), (2, 32), (3, 32)].into());
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
