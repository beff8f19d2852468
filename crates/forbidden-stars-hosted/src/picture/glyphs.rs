//! One drawing per kind of unit, legible at 24 pixels: a silhouette in a box of 24 by 24 about the origin.
//!
//! What lies inside an outline twice is left open, so one path has eyes, windows and teeth.

use ::forbidden_stars::components::{Unit, UnitClass};

/// The silhouette of a unit. Factions we have no drawings for borrow one of the same class and command level.
pub fn unit(unit: &Unit) -> &'static str {
    DRAWN.iter().find(|(id, _)| *id == unit.id).map_or_else(|| borrowed(unit), |(_, path)| path)
}

/// A reinforcement token: a banner.
pub const REINFORCEMENT: &str = "M-7-12H-5V12H-7ZM-4-11H10L6-5L10 1H-4ZM0-9H2V-6H5V-4H2V-1H0V-4H-3V-6H0Z";

fn borrowed(unit: &Unit) -> &'static str {
    match (unit.class, unit.level) {
        (UnitClass::Ground, 0) => SOLDIER,
        (UnitClass::Ground, 1) => SPACE_MARINE,
        (UnitClass::Ground, 2) => LAND_RAIDER,
        (UnitClass::Ground, _) => WARLORD_TITAN,
        (UnitClass::Ship, 0 | 1) => STRIKE_CRUISER,
        (UnitClass::Ship, _) => BATTLE_BARGE,
    }
}

const SOLDIER: &str = "M0-11A5 5 0 1 1 0-1A5 5 0 1 1 0-11ZM-9 11C-9 4-5 1 0 1C5 1 9 4 9 11Z";
const SPACE_MARINE: &str = "M-7-2C-7-8-4-11 0-11C4-11 7-8 7-2L8 3L5 7L4 10H-4L-5 7L-8 3ZM-5.5-2.5H5.5L4.5 1.5L1 .5H-1L-4.5 \
                            1.5ZM-3 4H-1.2V8H-3ZM1.2 4H3V8H1.2Z";
const LAND_RAIDER: &str = "M-5-10H1V-9H11V-7H1V-5H7L12 0L9 8H-9L-12 3V-1L-8-5H-5ZM-9-1.5L-7-2.5H5.5L8.5 0L7 5.5H-7.5L-9.5 \
                           2ZM-5.5 0H4.5V3.5H-5.5Z";
const WARLORD_TITAN: &str = "M-11-11H-5V-7H-3V-10H3V-7H5V-11H11V-4H8.5V3H5.5V-2H4V2L6 11H1.5L1 4H-1L-1.5 11H-6L-4 \
                             2V-2H-5.5V3H-8.5V-4H-11ZM-1.5-7.5H1.5V-5H-1.5Z";
const STRIKE_CRUISER: &str = "M-5-11H5V-6H2V-2L7 3V8H3V11H-3V8H-7V3L-2-2V-6H-5Z";
const BATTLE_BARGE: &str = "M-6-11H-2V-6H2V-11H6V-3L8 0V6L10 8V11H-10V8L-8 6V0L-6-3ZM-2-2.5H2V1.5H-2ZM-4 4.5H4V7H-4Z";

const DRAWN: [(&str, &str); 24] = [
    // Hood and empty face.
    (
        "cultist",
        "M0-12C6-11 8-6 8 0L11 11H-11L-8 0C-8-6-6-11 0-12ZM-4.5-2C-4.5 2-2 5 0 5C2 5 4.5 2 4.5-2C4.5-6-4.5-6-4.5-2ZM-3-2.5H-.8V-.3H-3ZM.8-2.5H3V-.3H.8Z",
    ),
    // A dart of thorns.
    ("iconoclast_destroyer", "M0-12L2.5-3L8-7L5.5 3L9 11L3 7L0 11L-3 7L-9 11L-5.5 3L-8-7L-2.5-3Z"),
    // Horned helmet.
    (
        "chaos_space_marine",
        "M-6-4C-9-5-11-8-11-12C-7-11-5-9-3-8C-1-9 1-9 3-8C5-9 7-11 11-12C11-8 9-5 6-4L7.5 4L4 10H-4L-7.5 4ZM-5.5-1.5L-1 1V3.5L-5.5 2ZM5.5-1.5L1 1V3.5L5.5 2ZM-2 5.5H2V8.5H-2Z",
    ),
    // A walking hulk with a claw.
    (
        "helbrute",
        "M-5-10H5L7-5L11-7V3L9.5 8L7.5 3V1H6L7.5 11H2L1 5H-1L-2 11H-7.5L-6 1H-7.5L-6 5L-9 9L-11.5 5L-11-7L-7-5ZM-2.5-7H2.5V-3H-2.5Z",
    ),
    // A hull with ribs.
    (
        "repulsive_grand_cruiser",
        "M0-12L2.5-7H4.5V-3L9-2L6 1.5L9.5 5L6.5 6L7.5 11H-7.5L-6.5 6L-9.5 5L-6 1.5L-9-2L-4.5-3V-7H-2.5ZM-1.2-4H1.2V2H-1.2ZM-1.2 4.5H1.2V8H-1.2Z",
    ),
    // Horns and two blades for arms.
    (
        "chaos_reaver_titan",
        "M-4.5-12L-2-8H2L4.5-12L5.5-6L10-8L11.5 3L8 5L7-1H5V2L7 11H2L1 4H-1L-2 11H-7L-5 2V-1H-7L-8 5L-11.5 3L-10-8L-5.5-6ZM-2.2-5H2.2V-2.5H-2.2Z",
    ),
    // Crested helmet, slanting eyes.
    (
        "aspect_warrior",
        "M0-12C2.5-11 3.5-9 3-7C6-6 7.5-2 6.5 3L3 9L0 11L-3 9L-6.5 3C-7.5-2-6-6-3-7C-3.5-9-2.5-11 0-12ZM-5-1.5L-1 1.5V4L-4.5 2.5ZM5-1.5L1 1.5V4L4.5 2.5Z",
    ),
    // A needle with a tail.
    ("hellebore_frigate", "M0-12C2.5-6 2.5-1 2.5 3L10 9L3 8L0 11L-3 8L-10 9L-2.5 3C-2.5-1-2.5-6 0-12Z"),
    // A long faceless head with a stone.
    (
        "wraithguard",
        "M0-12C5-12 7-7 7-2C7 3 5 5 4 6L9.5 11H-9.5L-4 6C-5 5-7 3-7-2C-7-7-5-12 0-12ZM0-8L2.2-3L0 3L-2.2-3Z",
    ),
    // A swept wing from above.
    ("falcon", "M0-10L3-4L12 4L11 8L4.5 5L3 10H-3L-4.5 5L-11 8L-12 4L-3-4ZM-1.2-3H1.2V4H-1.2Z"),
    // Twin sails.
    (
        "void_stalker",
        "M0-12L2-3C6-8 9-7 11.5 1C7 0 5 3 3.5 6L5 11H-5L-3.5 6C-5 3-7 0-11.5 1C-9-7-6-8-2-3ZM-1.2-1H1.2V7H-1.2Z",
    ),
    // Slender, with vanes over its shoulders.
    (
        "warlock_battle_titan",
        "M0-12L2-8L5-8L11-12L8-4L9.5 4H6L5-3L3 0L5.5 11H2.2L0 3L-2.2 11H-5.5L-3 0L-5-3L-6 4H-9.5L-8-4L-11-12L-5-8L-2-8ZM0-7L1.4-4.5L0-2L-1.4-4.5Z",
    ),
    // Jaw and tusks.
    (
        "ork_boyz",
        "M-7-7C-4-11 4-11 7-7L11-8L9-1L8-.5C9 3 9 6 7 8.5C3 11.5-3 11.5-7 8.5C-9 6-9 3-8-.5L-9-1L-11-8ZM-6-4L-1-1.5L-1.5 1L-4.5 0ZM6-4L1-1.5L1.5 1L4.5 0ZM-6.5 3.5H6.5L5.5 7.5L4 4.8L2 7L0 4.8L-2 7L-4 4.8L-5.5 7.5Z",
    ),
    // A crude hull that bites.
    (
        "onslaught_attack_ship",
        "M-4-12H4L7.5-4L6 5L9 11H3L0 8L-3 11H-9L-6 5L-7.5-4ZM-4.5-4L-3-8L-1.5-5L0-8L1.5-5L3-8L4.5-4L4-2H-4ZM-2 1H2V5H-2Z",
    ),
    // Topknot and iron jaw.
    (
        "nob",
        "M-3-12L1-9.5L5-12L3-8C6-7 7-4 7-1.5L11-1L9.5 10L6 7L4 11L2 7L0 11L-2 7L-4 11L-6 7L-9.5 10L-11-1L-7-1.5C-7-4-6-7-3-8ZM-5.5-5L-1-2.5L-1.5 0L-4.5-1ZM5.5-5L1-2.5L1.5 0L4.5-1ZM-7 2H7V3.5H-7Z",
    ),
    // Wheels, a ram, a gun.
    (
        "battlewagon",
        "M-12 1L-9-2V-8H-3V-4H1V-11H4V-4H8L12 1V4H-12ZM-7-6H-5V-4H-7ZM-10.5 8.5A3.5 3.5 0 1 1-3.5 8.5A3.5 3.5 0 1 1-10.5 8.5ZM2.5 8.5A3.5 3.5 0 1 1 9.5 8.5A3.5 3.5 0 1 1 2.5 8.5ZM-8 8.5A1 1 0 1 0-6 8.5A1 1 0 1 0-8 8.5ZM5 8.5A1 1 0 1 0 7 8.5A1 1 0 1 0 5 8.5Z",
    ),
    // A ram, guns to both sides.
    (
        "kill_kroozer",
        "M-3-12H3V-8H6L8-3H11V0H8V3H11V6H8L7 11H2.5V8H-2.5V11H-7L-8 6H-11V3H-8V0H-11V-3H-8L-6-8H-3ZM-4.5-2L-3-6L-1.5-3.5L0-6L1.5-3.5L3-6L4.5-2ZM-3 1.5H3V5H-3Z",
    ),
    // A fat idol with a mouth.
    (
        "gargant",
        "M-4-12L-2-9H2L4-12L5.5-8V-5L10-4L12 5L8.5 6L8 0H7L10 11H-10L-7 0H-8L-8.5 6L-12 5L-10-4L-5.5-5V-8ZM-3.5-7H3.5V-4.8H-3.5ZM-5.5 4L-4 1L-2 4L0 1L2 4L4 1L5.5 4L5 8H-5Z",
    ),
    // A reticle.
    (
        "scout",
        "M-1-12H1V-8.9A9 9 0 0 1 8.9-1H12V1H8.9A9 9 0 0 1 1 8.9V12H-1V8.9A9 9 0 0 1-8.9 1H-12V-1H-8.9A9 9 0 0 1-1-8.9ZM0-6A6 6 0 1 0 0 6A6 6 0 1 0 0-6ZM0-2.8A2.8 2.8 0 1 1 0 2.8A2.8 2.8 0 1 1 0-2.8Z",
    ),
    // A hammer for a prow.
    ("strike_cruiser", STRIKE_CRUISER),
    // Visor and breath.
    ("space_marine", SPACE_MARINE),
    // Tracks all around.
    ("land_raider", LAND_RAIDER),
    // A forked prow.
    ("battle_barge", BATTLE_BARGE),
    // Cannon on both shoulders.
    ("warlord_titan", WARLORD_TITAN),
];

#[cfg(test)]
mod tests {
    use super::*;
    use ::forbidden_stars::Catalogue;

    #[test]
    fn every_unit_has_a_drawing_of_its_own() {
        let units: Vec<&Unit> = Catalogue::standard().factions.iter().flat_map(|faction| &faction.units).collect();
        for one in &units {
            let alike: Vec<&str> =
                units.iter().filter(|other| unit(one) == unit(other)).map(|other| other.id.as_str()).collect();
            assert_eq!(alike, [one.id.as_str()]);
            assert!(DRAWN.iter().any(|(id, _)| *id == one.id), "{}", one.id);
        }
    }
}
