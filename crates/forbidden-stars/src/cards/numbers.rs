//! Numbers that are counted when a word is carried out, and the conditions of abilities.

use super::filters::{Rows, read_rows};
use super::resolve::enemy_can_be_routed;
use super::vocabulary::{Condition, Count, Number};
use crate::board::Look;
use crate::components::{Asset, Face, Faction, StructureKind};
use crate::table::Side;
use kernel::Seat;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tally {
    Standing(Rows),
    MoraleDice,
    ForgeTokens,
    WorldsWith(StructureKind),
}

impl Tally {
    pub fn read(faction: &Faction, count: &Count) -> Result<Tally, String> {
        Ok(match count {
            Count::Standing(ids) => Tally::Standing(read_rows(faction, ids)?),
            Count::MoraleDice => Tally::MoraleDice,
            Count::ForgeTokens => Tally::ForgeTokens,
            Count::WorldsWith(kind) => Tally::WorldsWith(*kind),
        })
    }

    pub fn count(self, look: Look<'_>, you: Seat) -> u8 {
        match self {
            Tally::Standing(rows) => look.here().map_or(0, |here| look.standing_of(here, you, rows)),
            Tally::MoraleDice => look.table.die(you, Face::Morale),
            Tally::ForgeTokens => look.player(you).has(Asset::Forge),
            Tally::WorldsWith(kind) => {
                look.friendly_worlds(you).filter(|&area| look.force(area, you).structures(kind) > 0).count() as u8
            }
        }
    }
}

/// How many dice, or how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    Exactly(u8),
    UpTo(u8),
    All,
    Per(Tally),
}

impl Limit {
    pub fn read(faction: &Faction, number: &Number) -> Result<Limit, String> {
        Ok(match number {
            Number::Exactly(count) => Limit::Exactly(*count),
            Number::UpTo(count) => Limit::UpTo(*count),
            Number::Any => Limit::UpTo(u8::MAX),
            Number::All => Limit::All,
            Number::Per(count) => Limit::Per(Tally::read(faction, count)?),
        })
    }

    /// The number meant now.
    pub fn of(self, look: Look<'_>, you: Seat) -> u8 {
        match self {
            Limit::Exactly(count) | Limit::UpTo(count) => count,
            Limit::All => u8::MAX,
            Limit::Per(per) => per.count(look, you),
        }
    }
}

/// Whether a condition holds for `you`.
pub fn holds(look: Look<'_>, you: Seat, condition: Condition) -> bool {
    let side = look.table.battle.and_then(|battle| battle.side_of(you));
    let enemy = look.table.opponent(you);
    let force = |seat: Option<Seat>| match (seat, look.here()) {
        (Some(seat), Some(here)) => look.force(here, seat),
        _ => Default::default(),
    };
    match condition {
        Condition::Attacking => side == Some(Side::Attacker),
        Condition::Defending => side == Some(Side::Defender),
        Condition::MoreMoraleDice => {
            let theirs = enemy.map_or(0, |enemy| look.table.die(enemy, Face::Morale));
            look.table.die(you, Face::Morale) > theirs
        }
        Condition::MoreStandingUnits => force(Some(you)).standing_units() > force(enemy).standing_units(),
        Condition::EnemyHasRouted => force(enemy).routed_units() > 0,
        Condition::EnemyHasStanding => enemy_can_be_routed(look, you),
        Condition::OnWorld => look.here().is_some_and(|here| look.is_world(here)),
    }
}
