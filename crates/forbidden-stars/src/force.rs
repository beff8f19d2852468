//! What one seat has in one area, in eight bytes.

use crate::components::StructureKind;
use serde::{Deserialize, Serialize};

/// Kinds of units on a faction sheet.
pub const UNIT_KINDS: usize = 6;
/// The place of reinforcement tokens after the six kinds of units: in a combat they are units too.
pub const TOKENS: usize = 6;

/// How a unit stands. [rout-rally.state.1]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Posture {
    #[default]
    Standing,
    Routed,
}

impl Posture {
    pub const BOTH: [Posture; 2] = [Posture::Standing, Posture::Routed];

    pub fn is_routed(self) -> bool {
        self == Posture::Routed
    }
}

/// Units by kind (standing in the low half of a byte, routed in the high half), then reinforcement tokens, then
/// structures (two bits a kind). Counts stay below sixteen: a faction has at most nine pieces of a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Force([u8; 8]);

const UNITS: u64 = 0x00ff_ffff_ffff_ffff;
const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;

impl Force {
    fn word(self) -> u64 {
        u64::from_le_bytes(self.0)
    }

    pub fn is_empty(self) -> bool {
        self.word() == 0
    }

    pub fn standing(self, kind: usize) -> u8 {
        self.0[kind] & 0x0f
    }

    pub fn routed(self, kind: usize) -> u8 {
        self.0[kind] >> 4
    }

    /// Units of this kind in this state.
    pub fn count(self, kind: usize, posture: Posture) -> u8 {
        match posture {
            Posture::Standing => self.standing(kind),
            Posture::Routed => self.routed(kind),
        }
    }

    /// Units of this kind, standing or routed.
    pub fn of(self, kind: usize) -> u8 {
        self.standing(kind) + self.routed(kind)
    }

    pub fn add(&mut self, kind: usize, posture: Posture) {
        self.0[kind] += one(posture);
    }

    pub fn remove(&mut self, kind: usize, posture: Posture) {
        assert!(self.count(kind, posture) > 0, "a unit that is removed is there");
        self.0[kind] -= one(posture);
    }

    /// Removes one unit of this kind: a standing one, if there is one.
    pub fn remove_any(&mut self, kind: usize) {
        self.remove(kind, if self.standing(kind) > 0 { Posture::Standing } else { Posture::Routed });
    }

    pub fn standing_units(self) -> u8 {
        sum(self.word() & UNITS & LOW)
    }

    pub fn routed_units(self) -> u8 {
        sum((self.word() & UNITS) >> 4 & LOW)
    }

    /// All units, reinforcement tokens included.
    pub fn units(self) -> u8 {
        self.standing_units() + self.routed_units()
    }

    /// Plastic units: without reinforcement tokens.
    pub fn plastic(self) -> u8 {
        self.units() - self.of(TOKENS)
    }

    pub fn has_units(self) -> bool {
        self.word() & UNITS != 0
    }

    pub fn structures(self, kind: StructureKind) -> u8 {
        self.0[7] >> (2 * kind.index()) & 0b11
    }

    pub fn structure_count(self) -> u8 {
        StructureKind::ALL.iter().map(|&kind| self.structures(kind)).sum()
    }

    pub fn has_structures(self) -> bool {
        self.0[7] != 0
    }

    pub fn has_bastion(self) -> bool {
        self.structures(StructureKind::Bastion) > 0
    }

    pub fn add_structure(&mut self, kind: StructureKind) {
        assert!(self.structures(kind) < 3, "no world ever holds four structures of a kind");
        self.0[7] += 1 << (2 * kind.index());
    }

    pub fn remove_structure(&mut self, kind: StructureKind) {
        assert!(self.structures(kind) > 0, "a structure that is removed is there");
        self.0[7] -= 1 << (2 * kind.index());
    }

    /// Something that keeps a side in a combat: a unit, routed or not, or a bastion.
    pub fn can_fight_on(self) -> bool {
        self.has_units() || self.has_bastion()
    }

    /// Stands every routed unit up.
    pub fn rally_all(&mut self) {
        for kind in 0..=TOKENS {
            self.0[kind] = self.of(kind);
        }
    }

    /// Moves every unit of `other` in here.
    pub fn join(&mut self, other: Force) {
        for kind in 0..=TOKENS {
            self.0[kind] += other.0[kind];
        }
    }

    /// The kinds and states present, each once: kind, routed, how many.
    pub fn groups(self) -> impl Iterator<Item = (usize, Posture, u8)> {
        (0..=TOKENS)
            .flat_map(move |kind| Posture::BOTH.map(|posture| (kind, posture, self.count(kind, posture))))
            .filter(|&(_, _, count)| count > 0)
    }
}

/// One unit, in a byte that counts a kind.
fn one(posture: Posture) -> u8 {
    match posture {
        Posture::Standing => 0x01,
        Posture::Routed => 0x10,
    }
}

fn sum(bytes: u64) -> u8 {
    (bytes.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_units_tokens_and_structures() {
        let mut force = Force::default();
        force.add(0, Posture::Standing);
        force.add(0, Posture::Standing);
        force.add(5, Posture::Routed);
        force.add(TOKENS, Posture::Standing);
        force.add_structure(StructureKind::City);
        assert_eq!((force.standing_units(), force.routed_units(), force.units(), force.plastic()), (3, 1, 4, 3));
        assert!(force.has_structures() && !force.has_bastion());
        force.rally_all();
        assert_eq!(force.routed_units(), 0);
        assert_eq!(
            force.groups().collect::<Vec<_>>(),
            [(0, Posture::Standing, 2), (5, Posture::Standing, 1), (TOKENS, Posture::Standing, 1)]
        );
    }
}
