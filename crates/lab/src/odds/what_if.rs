//! The same battle with one more unit.

use super::{Battle, Start};
use forbidden_stars::board::Looking;
use forbidden_stars::force::UNIT_KINDS;
use forbidden_stars::table::{Side, UnitKind};

/// A battle in which one side has one more unit.
#[derive(Clone, Debug)]
pub struct Reinforced {
    pub side: Side,
    /// The kind of unit, by name.
    pub unit: String,
    pub battle: Battle,
}

/// For each side and each kind of unit that it has in reserve and that can stand there: the battle with one more.
/// In the middle of a battle the unit joins as things stand: dice that are rolled stay as they are.
pub fn reinforced(battle: &Battle) -> Vec<Reinforced> {
    let game = battle.example();
    let mut all = Vec::new();
    for side in Side::BOTH {
        let seat = battle.seats[side as usize];
        for row in 0..UNIT_KINDS {
            if let Some(battle) = with_one_more(battle, side, row) {
                let unit = game.catalogue.unit_name(UnitKind::new(game.look().player(seat).faction, row));
                all.push(Reinforced { side, unit: unit.to_owned(), battle });
            }
        }
    }
    all
}

fn with_one_more(battle: &Battle, side: Side, row: usize) -> Option<Battle> {
    let (seat, area) = (battle.seats[side as usize], battle.area);
    let start = match &battle.start {
        Start::Position(position) => Start::Position(Box::new(position.with_unit(seat, row, area)?)),
        Start::Game { game, seen_by } => {
            if !game.look().fits(seat, row, area) || game.table.player(seat).reserve[row] == 0 {
                return None;
            }
            let mut game = game.clone();
            game.table.player_mut(seat).reserve[row] -= 1;
            game.table.force_mut(area, seat).add(row, false);
            Start::Game { game, seen_by: *seen_by }
        }
    };
    Some(Battle { start, ..battle.clone() })
}
