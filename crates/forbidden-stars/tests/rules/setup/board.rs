//! Building the board: tiles, forces, objective tokens and Warp Storms.

use super::{
    FOUR, TABLES, THREE, TWO, building, dealt, end_turn, finish, lay_tile, offered, on_board, question,
    set_up_at_random, starting, tiles, views,
};
use crate::common::{Scenario, new_game};
use forbidden_stars::board::Looking;
use forbidden_stars::components::StructureKind;
use forbidden_stars::force::{Force, Posture};
use forbidden_stars::table::CONTROL_TOKENS;
use forbidden_stars::{Catalogue, Choice, Decision, MapChoice};
use std::collections::BTreeSet;

/// The next player lays some tile of his at this place, and ends his turn.
fn lay(game: &mut Scenario, col: i8, row: i8) {
    let place = format!(" at {col} {row}");
    let tile = game.choices().into_iter().find(|choice| choice.ends_with(&place)).expect("a tile may lie there");
    game.play(&tile);
    end_turn(game);
}

/// A board of some cells, laid in this order by players in turn.
fn board(factions: &[&str], cells: &[(i8, i8)]) -> Scenario {
    let mut game = building(factions);
    for &(col, row) in cells {
        lay(&mut game, col, row);
    }
    game
}

/// Where the next tile may lie.
fn cells(game: &Scenario) -> BTreeSet<(i8, i8)> {
    offered(game)
        .into_iter()
        .filter_map(|choice| match choice {
            Choice::Tile { col, row, .. } => Some((col, row)),
            _ => None,
        })
        .collect()
}

/// A tile may lie with either side up and in any of four rotations. [setup.tiles.3]
#[test]
fn either_side_and_four_rotations() {
    let game = dealt(&[("ultramarines", [1, 2, 10]), ("chaos", [3, 4, 12])]);
    for code in ["1A", "1B", "2A", "2B", "10A", "10B"] {
        let turns = [0, 1, 2, 3].map(|turn| format!("tile {code} turn {turn} at 0 0"));
        assert_eq!(starting(&game, &format!("tile {code} ")), turns);
    }
    assert_eq!(game.choices().len(), 24);
}

/// Clockwise from the first player, one tile a turn, three laps; a turn is tile, forces, objective tokens.
/// [setup.build.1, setup.build.4]
#[test]
fn building_turns() {
    for factions in TABLES {
        let mut game = building(factions);
        let mut turns = Vec::new();
        while question(&game.game) == Decision::PlaceTile {
            let seat = game.asked();
            turns.push(seat.index());
            let all_tiles = game.choices().iter().all(|choice| choice.starts_with("tile "));
            assert!(all_tiles, "nothing is placed before the tile");
            let tile = game.choices()[0].clone();
            game.play(&tile);
            let mut parts = vec![Decision::PlaceTile];
            while matches!(question(&game.game), Decision::PlaceForces | Decision::PlaceObjective) {
                assert_eq!(game.asked(), seat);
                parts.push(question(&game.game));
                let word = if question(&game.game) == Decision::PlaceForces { "put " } else { "objective " };
                assert!(game.choices().iter().all(|choice| choice.starts_with(word) || choice == "done"));
                let choice = game.choices()[0].clone();
                game.play(&choice);
            }
            let objectives = parts.iter().position(|&part| part == Decision::PlaceObjective).unwrap_or(parts.len());
            assert!(parts[objectives..].iter().all(|&part| part == Decision::PlaceObjective), "tokens come last");
        }
        let lap: Vec<usize> = (0..factions.len()).collect();
        assert_eq!(turns, [lap.clone(), lap.clone(), lap].concat());
    }
}

/// The first tile lies anywhere; each later one shares an edge with another, not only a corner. [setup.build.2]
#[test]
fn later_tiles_share_an_edge() {
    let mut game = building(&FOUR);
    assert_eq!(cells(&game), [(0, 0)].into(), "one cell stands for all: nothing lies on the board yet");
    lay(&mut game, 0, 0);
    assert_eq!(cells(&game), [(0, -1), (-1, 0), (1, 0), (0, 1)].into());
    for corner in [(1, 1), (-1, 1), (1, -1), (-1, -1)] {
        assert!(!cells(&game).contains(&corner));
    }
    let beside = game.choices()[0].replace(" at -1 0", " at 1 1");
    assert!(game.try_choose(&beside).is_err());
}

/// A player chooses which of his tiles to place, the home tile included. [setup.build.3]
#[test]
fn any_of_the_remaining_tiles() {
    let mut game = dealt(&[("ultramarines", [1, 2, 10]), ("chaos", [3, 4, 12])]);
    assert_eq!(tiles(&game), [1, 2, 10].into());
    game.play("tile 10A turn 0 at 0 0");
    end_turn(&mut game);
    assert_eq!(tiles(&game), [3, 4, 12].into());
    game.play("tile 4B turn 0 at 1 0");
    end_turn(&mut game);
    assert_eq!(tiles(&game), [1, 2].into());
    game.play("tile 2B turn 3 at 0 1");
    end_turn(&mut game);
    assert_eq!(tiles(&game), [3, 12].into());
}

/// Tiles lie on a square grid with whole edges aligned: neighbours touch along one edge. [setup.build.5]
#[test]
fn tiles_lie_on_a_grid() {
    set_up_at_random(&FOUR, 0..3, |game| {
        let look = game.look();
        for system in look.table.systems() {
            for next in look.adjacent_systems(system) {
                let (one, other) = (look.tile(system), look.tile(next));
                assert_eq!((one.col - other.col).abs() + (one.row - other.row).abs(), 1);
            }
        }
    });
}

/// Two players build three by two. [setup.board-size.1]
#[test]
fn two_players_build_three_by_two() {
    let game = board(&TWO, &[(0, 0), (1, 0)]);
    assert!(cells(&game).contains(&(2, 0)), "a third in line");
    let game = board(&TWO, &[(0, 0), (1, 0), (2, 0)]);
    assert_eq!(cells(&game), [(0, -1), (1, -1), (2, -1), (0, 1), (1, 1), (2, 1)].into());
    let game = board(&TWO, &[(0, 0), (1, 0), (2, 0), (1, 1)]);
    assert_eq!(cells(&game), [(0, 1), (2, 1)].into(), "no third row beside three columns");
}

/// Three players build three by three. [setup.board-size.2]
#[test]
fn three_players_build_three_by_three() {
    let row = board(&THREE, &[(0, 0), (1, 0), (2, 0)]);
    assert!(!cells(&row).contains(&(3, 0)) && !cells(&row).contains(&(-1, 0)));
    assert_eq!(cells(&row).len(), 6);
    let column = board(&THREE, &[(0, 0), (0, 1), (0, 2)]);
    assert!(!cells(&column).contains(&(0, 3)) && !cells(&column).contains(&(0, -1)));
    assert_eq!(cells(&column).len(), 6);
}

/// Four players build three by four; either direction may become the long one until four tiles lie in one.
/// [setup.board-size.3, setup.board-size.4]
#[test]
fn four_players_build_three_by_four() {
    let square = [(0, 0), (1, 0), (2, 0), (0, 1), (0, 2)];
    let game = board(&FOUR, &square);
    for fourth in [(3, 0), (-1, 0), (0, 3), (0, -1)] {
        assert!(cells(&game).contains(&fourth), "{fourth:?} makes a fourth in a row or column");
    }
    let wide = board(&FOUR, &[&square[..], &[(3, 0)]].concat());
    for refused in [(4, 0), (-1, 0), (0, 3), (0, -1), (1, -1)] {
        assert!(!cells(&wide).contains(&refused), "{refused:?} leaves four columns by three rows");
    }
    let high = board(&FOUR, &[&square[..], &[(0, 3)]].concat());
    for refused in [(0, 4), (0, -1), (3, 0), (-1, 0), (-1, 3)] {
        assert!(!cells(&high).contains(&refused), "{refused:?} leaves three columns by four rows");
    }
    assert!(cells(&wide).contains(&(3, 1)) && cells(&high).contains(&(1, 3)));
}

/// What counts is the span of all tiles, also of tiles in different rows. [setup.board-size.5]
#[test]
fn the_span_decides_the_long_side() {
    let steps = [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (3, 2)];
    let game = board(&FOUR, &steps);
    assert_eq!(cells(&game), [(2, 0), (0, 1), (3, 1), (1, 2)].into());
    let before = board(&FOUR, &steps[..5]);
    assert!(cells(&before).contains(&(2, 3)), "with three columns four rows were possible");
}

/// Learn to Play, "Tile placement example": a row of four tiles and a fifth below one end leave eight places, and
/// refuse the three at the ends. [setup.board-size.3, setup.build.2]
#[test]
fn tile_placement_example() {
    let mut game = board(&["ultramarines", "eldar", "orks", "chaos"], &[(0, 0), (1, 0), (2, 0), (3, 0), (0, 1)]);
    assert_eq!(game.asked(), game.seat("eldar"));
    let places = [(0, -1), (1, -1), (2, -1), (3, -1), (1, 1), (2, 1), (3, 1), (0, 2)];
    let faction_tile: BTreeSet<(i8, i8)> = offered(&game)
        .into_iter()
        .filter_map(|choice| match choice {
            Choice::Tile { side, col, row, .. } if game.game.catalogue.side(side).tile == 9 => Some((col, row)),
            _ => None,
        })
        .collect();
    assert_eq!(faction_tile, places.into());
    assert_eq!(cells(&game), places.into());
    for (col, row) in [(-1, 0), (4, 0), (-1, 1)] {
        let refused = game.try_choose(&format!("tile 9A turn 0 at {col} {row}"));
        assert!(refused.is_err(), "{col} {row} would make five columns");
    }
    game.play("tile 9A turn 0 at 0 2");
}

/// However the board is built, nobody gets stuck and it ends as a full rectangle. [setup.board-size.6]
#[test]
fn every_board_becomes_a_rectangle() {
    for (factions, wanted) in TABLES.into_iter().zip([(3, 2), (3, 3), (4, 3)]) {
        set_up_at_random(factions, 0..24, |game| {
            let cols = game.table.tiles.iter().map(|tile| tile.col);
            let rows = game.table.tiles.iter().map(|tile| tile.row);
            let span =
                |values: Vec<i8>| values.iter().max().zip(values.iter().min()).map_or(0, |(max, min)| max - min + 1);
            let (width, height) = (span(cols.collect()), span(rows.collect()));
            assert_eq!((width.max(height), width.min(height)), wanted);
            assert_eq!(game.table.tiles.len(), 3 * factions.len());
            let distinct: BTreeSet<(i8, i8)> = game.table.tiles.iter().map(|tile| (tile.col, tile.row)).collect();
            assert_eq!(distinct.len(), 3 * factions.len(), "as many cells as the rectangle has");
        });
    }
}

/// On the tile just placed a player puts any number of his initial forces; earlier tiles take no more.
/// [setup.forces.1]
#[test]
fn any_number_of_forces_on_the_new_tile() {
    let hands = [("ultramarines", [1, 2, 10]), ("chaos", [3, 4, 12])];
    let mut none = dealt(&hands);
    none.play("tile 10A turn 0 at 0 0");
    assert!(none.offers("done"));
    none.play("done");
    assert_eq!(question(&none.game), Decision::PlaceObjective);

    let mut all = dealt(&hands);
    all.play(
        "tile 10A turn 0 at 0 0
         put scout turaci
         put scout turaci
         put scout argovia",
    );
    assert!(all.offers("done"), "some are enough");
    all.play(
        "put scout illedrias
         put strike-cruiser 10A.SE
         put space-marine illedrias
         put factory turaci",
    );
    assert_eq!(question(&all.game), Decision::PlaceObjective, "with all placed nobody is asked for more");
    assert_eq!(all.at("turaci"), "ultramarines factory, 2 scout");

    end_turn(&mut none);
    lay(&mut none, 1, 0);
    none.play("tile 1A turn 0 at 0 1");
    assert_eq!(question(&none.game), Decision::PlaceForces);
    for earlier in ["turaci", "illedrias", "argovia", "10A.SE"] {
        assert!(!none.choices().iter().any(|choice| choice.ends_with(earlier)), "{earlier} lies on the first tile");
    }
    assert!(none.offers("put scout nicea") && none.offers("put strike-cruiser 1A.NE"));
}

/// Set-up never exceeds an area's unit capacity. [setup.forces.2]
#[test]
fn forces_stay_within_capacity() {
    let mut game = dealt(&[("ultramarines", [1, 7, 10]), ("chaos", [3, 4, 12])]);
    game.play("tile 7B turn 0 at 0 0");
    game.play("put scout gherall");
    assert!(game.offers("put scout gherall"));
    game.play("put scout gherall");
    assert!(!game.offers("put scout gherall") && !game.offers("put space-marine gherall"));
    assert!(game.offers("put factory gherall"), "a structure is no unit");
    assert!(game.offers("put scout nymaan"));
    assert!(game.try_choose("put scout gherall").is_err());
    // More ships than the box of the sheet has, to see a void fill up.
    let seat = game.seat("ultramarines");
    let row = 1;
    for _ in 0..3 {
        game.play("put strike-cruiser 7B.NE");
        game.game.table.player_mut(seat).to_place.add(row, Posture::Standing);
    }
    assert!(!game.offers("put strike-cruiser 7B.NE") && game.offers("put strike-cruiser 7B.SW"));
}

/// The third tile takes whatever is still unplaced. [setup.forces.3]
#[test]
fn the_third_tile_takes_the_rest() {
    let mut game = dealt(&[("ultramarines", [1, 2, 10]), ("chaos", [3, 4, 12])]);
    lay_tile(&mut game, "1A turn 0 at 0 0");
    lay_tile(&mut game, "3A turn 0 at 1 0");
    lay_tile(&mut game, "2A turn 0 at 0 1");
    lay_tile(&mut game, "4A turn 0 at 1 1");
    game.play("tile 10A turn 0 at 0 2");
    let mut put = 0;
    while question(&game.game) == Decision::PlaceForces {
        assert!(!game.offers("done") && game.try_choose("done").is_err());
        let choice = game.choices()[0].clone();
        game.play(&choice);
        put += 1;
    }
    assert_eq!(put, 7, "four Scouts, a Space Marine, a Strike Cruiser and a factory");
    assert!(game.game.table.player(game.seat("ultramarines")).to_place.is_empty());
}

/// Ships go on voids, ground units and structures on worlds, one structure to a world. [setup.forces.4]
#[test]
fn forces_go_where_they_belong() {
    let mut game = dealt(&[("ultramarines", [1, 7, 10]), ("chaos", [3, 4, 12])]);
    game.play("tile 7B turn 0 at 0 0");
    assert_eq!(starting(&game, "put strike-cruiser"), ["put strike-cruiser 7B.NE", "put strike-cruiser 7B.SW"]);
    assert_eq!(starting(&game, "put scout"), ["put scout gherall", "put scout nymaan"]);
    assert_eq!(starting(&game, "put factory"), ["put factory gherall", "put factory nymaan"]);
    // A second structure, which no sheet gives.
    let seat = game.seat("ultramarines");
    game.game.table.player_mut(seat).to_place.add_structure(StructureKind::City);
    game.play("put factory gherall");
    assert_eq!(starting(&game, "put city"), ["put city nymaan"]);
}

/// What would not find room on the tiles still to come must be placed earlier, and a side without room for the rest
/// is not offered. [setup.forces.5]
#[test]
fn forces_must_find_room_on_the_tiles_to_come() {
    // The sides of tiles 4 and 8 hold four ground units at most; the Ultramarines have five.
    let mut game = dealt(&[("ultramarines", [4, 8, 10]), ("chaos", [3, 7, 12])]);
    lay_tile(&mut game, "10A turn 0 at 0 0");
    lay_tile(&mut game, "3A turn 0 at 1 0");
    game.play("tile 8A turn 0 at 0 1");
    assert!(!game.offers("done"));
    game.play("put strike-cruiser 8A.SE");
    game.play("put factory squall");
    assert!(!game.offers("done"), "neither a ship nor a structure makes room");
    game.play("put scout squall");
    assert!(game.offers("done"));

    // Tile 7 holds five ground units on one side only.
    let mut game = dealt(&[("ultramarines", [1, 7, 10]), ("chaos", [3, 4, 12])]);
    lay_tile(&mut game, "10A turn 0 at 0 0");
    lay_tile(&mut game, "3A turn 0 at 1 0");
    lay_tile(&mut game, "1A turn 0 at 0 1");
    lay_tile(&mut game, "4A turn 0 at 1 1");
    assert!(!starting(&game, "tile 7A").is_empty());
    assert!(starting(&game, "tile 7B").is_empty());
}

/// Ships, too, must find room on the tiles to come. No sheet has so many; these are borrowed. [setup.forces.5]
#[test]
fn ships_must_find_room_on_the_tiles_to_come() {
    let mut game = dealt(&[("ultramarines", [1, 2, 10]), ("chaos", [3, 4, 12])]);
    let seat = game.seat("ultramarines");
    let (cruiser, barge) = (1, 4);
    let mut fleet = Force::default();
    (0..3).for_each(|_| fleet.add(cruiser, Posture::Standing));
    fleet.add(barge, Posture::Standing);
    game.game.table.player_mut(seat).to_place = fleet;
    lay_tile(&mut game, "1A turn 0 at 0 0");
    lay_tile(&mut game, "3A turn 0 at 1 0");
    game.play("tile 2A turn 0 at 0 1");
    assert!(!game.offers("done"), "both sides of tile 10 have one void, for three ships");
    game.play("put strike-cruiser 2A.SE");
    assert!(game.offers("done"));
}

/// A structure placed in set-up takes one of the owner's control tokens. [setup.forces.6]
#[test]
fn structures_take_control_tokens() {
    let mut game = dealt(&[("ultramarines", [1, 7, 10]), ("chaos", [3, 4, 12])]);
    let seat = game.seat("ultramarines");
    game.play("tile 7B turn 0 at 0 0");
    assert_eq!(game.game.table.player(seat).control_tokens, 9);
    game.play("put factory gherall");
    assert_eq!(game.game.table.player(seat).control_tokens, 8);
    for map in [MapChoice::Introductory, MapChoice::Free] {
        let mut game = new_game(&FOUR, map, 3);
        finish(&mut game);
        for seat in game.game.table.all_seats() {
            let structures = on_board(&game.game, seat).structure_count();
            assert_eq!(game.game.table.player(seat).control_tokens, CONTROL_TOKENS - structures);
        }
    }
}

/// Every objective space of the new tile takes a foreign token, no two of one faction.
/// [setup.objectives.1, setup.objectives.2]
#[test]
fn every_space_takes_a_token() {
    let mut game = dealt(&[("ultramarines", [1, 2, 10]), ("chaos", [3, 4, 12]), ("orks", [5, 6, 11])]);
    game.play("tile 1A turn 0 at 0 0\ndone");
    assert_eq!(
        game.choices(),
        ["objective chaos nicea", "objective chaos smyrna", "objective orks nicea", "objective orks smyrna"],
        "passing is not among them"
    );
    game.play("objective chaos smyrna");
    assert_eq!(game.choices(), ["objective orks nicea"]);
    assert!(game.try_choose("objective chaos nicea").is_err());
    game.play("objective orks nicea");
    assert_eq!(question(&game.game), Decision::PlaceTile);
    assert_eq!(game.game.table.player(game.seat("ultramarines")).holds, [0, 1, 1, 0]);
}

/// A token may be placed only if no other faction's tokens are held in greater number. [setup.objectives.3]
#[test]
fn tokens_held_most_go_first() {
    let mut game =
        dealt(&[("ultramarines", [1, 2, 10]), ("chaos", [3, 4, 12]), ("orks", [5, 6, 11]), ("eldar", [7, 8, 9])]);
    game.play("tile 1A turn 0 at 0 0\ndone\nobjective chaos nicea");
    assert_eq!(game.choices(), ["objective orks smyrna", "objective eldar smyrna"]);
    game.play("objective orks smyrna");
    lay_tile(&mut game, "3A turn 0 at 1 0");
    lay_tile(&mut game, "5A turn 0 at 0 1");
    lay_tile(&mut game, "7A turn 0 at 1 1");
    // Chaos 1, Orks 1, Eldar 2.
    game.play("tile 2A turn 0 at 2 0\ndone");
    assert_eq!(game.choices(), ["objective eldar pergam", "objective eldar laodicea"]);
    game.play("objective eldar pergam");
    // Now one of each; the Eldar have a token on this tile already.
    assert_eq!(game.choices(), ["objective chaos laodicea", "objective orks laodicea"]);
}

/// Two players: one token to a tile, the second space stays empty; after two tiles none is left to place.
/// [setup.objectives.4, setup.objectives.5]
#[test]
fn spaces_without_a_fitting_token_stay_empty() {
    let mut game = dealt(&[("ultramarines", [1, 2, 10]), ("chaos", [3, 4, 12])]);
    game.play("tile 1A turn 0 at 0 0\ndone\nobjective chaos nicea");
    assert_eq!(question(&game.game), Decision::PlaceTile, "a second token of the Chaos player may not lie here");
    assert_eq!(game.game.table.player(game.seat("ultramarines")).holds, [0, 1, 0, 0]);
    lay_tile(&mut game, "3A turn 0 at 1 0");
    game.play("tile 2A turn 0 at 0 1\ndone\nobjective chaos pergam");
    lay_tile(&mut game, "4A turn 0 at 1 1");
    game.play("tile 10A turn 0 at 0 2");
    while question(&game.game) == Decision::PlaceForces {
        let choice = game.choices()[0].clone();
        game.play(&choice);
    }
    assert_eq!(question(&game.game), Decision::PlaceTile, "the step is skipped");
    assert_eq!(game.asked(), game.seat("chaos"));
}

/// Every side has two objective spaces, on worlds; no foreign token is left over, and with two or three players the
/// third tile gets none. [setup.objectives.6, setup.objectives.8, setup.objectives.9]
#[test]
fn all_foreign_tokens_find_a_space() {
    let catalogue = Catalogue::standard();
    for side in 0..catalogue.map.sides.len() as u8 {
        let spaces: Vec<bool> =
            catalogue.side(side).areas.iter().filter(|area| area.objective).map(|area| area.is_world).collect();
        assert_eq!(spaces, [true, true], "{}", catalogue.side_names(side).code);
    }
    for (factions, wanted) in TABLES.into_iter().zip([[1, 1, 0], [2, 2, 0], [2, 2, 2]]) {
        set_up_at_random(factions, 0..24, |game| {
            let players = factions.len();
            for seat in game.table.all_seats() {
                assert_eq!(game.table.player(seat).holds, [0; 4]);
                // Tiles are numbered in the order of placement.
                let turn = (seat.index() + players - game.table.first_player.index()) % players;
                let own = [0, 1, 2].map(|lap| {
                    game.table.tiles[turn + lap * players].objectives.iter().filter(|token| token.is_some()).count()
                });
                assert_eq!(own, wanted);
            }
        });
    }
}

/// Everybody sees whose token lies where; nothing else of a token counts. [setup.objectives.7]
#[test]
fn objective_tokens_lie_open() {
    let mut game = dealt(&[("ultramarines", [1, 2, 10]), ("chaos", [3, 4, 12])]);
    game.play("tile 1A turn 0 at 0 0\ndone");
    assert_eq!(game.choices(), ["objective chaos nicea", "objective chaos smyrna"], "two tokens, one choice a space");
    game.play("objective chaos nicea");
    let chaos = game.seat("chaos");
    for view in views(&game.game) {
        assert_eq!(view.tiles[0].objectives, [Some(chaos), None, None, None]);
        assert_eq!(view.players[0].holds, [0, 1, 0, 0]);
    }
}

/// Each player places one storm, anticlockwise from whoever laid the last tile, on any tile edge that has none.
/// [setup.warp-storms.1, setup.warp-storms.2, setup.warp-storms.3, setup.warp-storms.4]
#[test]
fn storms_are_placed() {
    let mut game = building(&THREE);
    while question(&game.game) == Decision::PlaceTile {
        let tile = game.choices()[0].clone();
        game.play(&tile);
        end_turn(&mut game);
    }
    let mut placed = Vec::new();
    // Nine tiles in a square have twelve horizontal and twelve vertical edges.
    for storm in 0..3 {
        assert_eq!(question(&game.game), Decision::PlaceStorm);
        placed.push(game.asked().index());
        let edges: BTreeSet<String> = game.choices().into_iter().collect();
        assert_eq!(edges.len(), 24 - storm);
        let edge = edges.into_iter().next().expect("edges are offered");
        game.play(&edge);
        assert!(!game.offers(&edge), "two storms never share an edge");
    }
    assert_eq!(placed, [2, 1, 0]);
    assert_eq!(game.game.table.storms.len(), 3);
    assert_eq!(question(&game.game), Decision::PlaceOrder);
    for factions in TABLES {
        set_up_at_random(factions, 0..3, |game| assert_eq!(game.table.storms.len(), factions.len()));
    }
}

/// The storms of set-up may shut a player in: all four edges of a tile are free to take. [setup.warp-storms.3]
#[test]
fn storms_may_shut_a_player_in() {
    let mut game = building(&FOUR);
    while question(&game.game) == Decision::PlaceTile {
        let tile = game.choices()[0].clone();
        game.play(&tile);
        end_turn(&mut game);
    }
    let code = game.game.catalogue.side_names(game.game.table.tiles[0].side).code.clone();
    for compass in ["north", "east", "south", "west"] {
        game.play(&format!("edge {code}-{compass}"));
    }
    assert_eq!(game.game.look().storms_around(forbidden_stars::table::System(0)), 4);
}
