//! The same battle with one unit more, or one less.

use super::{Battle, Start};
use forbidden_stars::Game;
use forbidden_stars::board::Looking;
use forbidden_stars::force::{Force, Posture, UNIT_KINDS};
use forbidden_stars::table::{Side, UnitKind};
use hosted::Change;
use kernel::Seat;

/// A battle in which one side has one unit more or one less.
#[derive(Clone, Debug)]
pub struct Altered {
    pub side: Side,
    pub change: Change,
    /// The kind of unit, by name.
    pub unit: String,
    pub battle: Battle,
}

/// For each side and each kind of unit that it has in reserve and that can stand there: the battle with one more.
/// In the middle of a battle the unit joins as things stand: dice that are rolled stay as they are.
pub fn reinforced(battle: &Battle) -> Vec<Altered> {
    Side::BOTH.into_iter().flat_map(|side| altered(battle, side, Change::OneMore)).collect()
}

/// For each kind of unit of one side: the battle with one more or one less of it, as things stand.
pub fn what_if(battle: &Battle, side: Side) -> Vec<Altered> {
    [Change::OneMore, Change::OneLess].into_iter().flat_map(|change| altered(battle, side, change)).collect()
}

fn altered(battle: &Battle, side: Side, change: Change) -> Vec<Altered> {
    let game = battle.example();
    let faction = game.look().player(battle.seats[side as usize]).faction;
    let with = |row| match change {
        Change::OneMore => with_one_more(battle, side, row),
        Change::OneLess => with_one_less(battle, side, row),
    };
    (0..UNIT_KINDS)
        .filter_map(|row| {
            let unit = game.catalogue.unit_name(UnitKind::new(faction, row)).to_owned();
            Some(Altered { side, change, unit, battle: with(row)? })
        })
        .collect()
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
            game.table.force_mut(area, seat).add(row, Posture::Standing);
            Start::Game { game, seen_by: *seen_by }
        }
    };
    Some(Battle { start, ..battle.clone() })
}

/// None where nobody would be left to fight with.
fn with_one_less(battle: &Battle, side: Side, row: usize) -> Option<Battle> {
    let (seat, area) = (battle.seats[side as usize], battle.area);
    let start = match &battle.start {
        Start::Position(position) => Start::Position(Box::new(position.without_unit(seat, row, area)?)),
        Start::Game { game, seen_by } => {
            Start::Game { game: Box::new(without_unit(game, side, seat, row)?), seen_by: *seen_by }
        }
    };
    let changed = Battle { start, ..battle.clone() };
    can_fight(changed.army(side as usize), side).then_some(changed)
}

fn can_fight(army: Force, side: Side) -> bool {
    match side {
        Side::Attacker => army.plastic() > 0,
        Side::Defender => army.plastic() > 0 || army.has_structures(),
    }
}

/// A unit on which damage lies stays, and so does one without which the question at hand has no answer.
fn without_unit(game: &Game, side: Side, seat: Seat, row: usize) -> Option<Game> {
    let mut game = game.clone();
    let battle = game.table.battle.as_ref()?;
    if battle.side(side).hurt.iter().any(|hurt| usize::from(hurt.row) == row) {
        return None;
    }
    let area = battle.area;
    let force = game.table.force_mut(area, seat);
    if force.of(row) == 0 {
        return None;
    }
    force.remove_any(row);
    game.table.player_mut(seat).reserve[row] += 1;
    let mut choices = Vec::new();
    let can_go_on = game.open_questions().all(|question| {
        game.choices(question.seat, &mut choices);
        !choices.is_empty()
    });
    can_go_on.then_some(game)
}
