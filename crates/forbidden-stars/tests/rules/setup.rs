//! Set-up: players, factions, the board, the initial forces, objective tokens and storms.

use crate::common::{Scenario, new_game};
use expect_test::expect;
use forbidden_stars::board::Looking;
use forbidden_stars::components::{Asset, StructureKind};
use forbidden_stars::force::{Force, UNIT_KINDS};
use forbidden_stars::table::{ASSET_PIECES, CARDS_PER_FACTION, CONTROL_TOKENS, STRUCTURE_PIECES, System};
use forbidden_stars::{Catalogue, Choice, Decision, ForbiddenStars, Game, MapChoice, Options, View};
use kernel::{Chance, Deaf, Rules, Seat, Viewer};
use std::collections::BTreeSet;
use testkit::laws::play_out;

const FOUR: [&str; 4] = ["ultramarines", "chaos", "orks", "eldar"];
const THREE: [&str; 3] = ["ultramarines", "chaos", "orks"];
const TWO: [&str; 2] = ["ultramarines", "chaos"];
const TABLES: [&[&str]; 3] = [&TWO, &THREE, &FOUR];

fn options(factions: &[&str], map: MapChoice) -> Options {
    Options { factions: factions.iter().map(|id| (*id).to_owned()).collect(), map }
}

/// Why such a game cannot begin; nothing if it can.
fn refusal(factions: &[&str], map: MapChoice) -> Option<String> {
    let options = options(factions, map);
    Game::new(Catalogue::standard(), &options, Chance::from_number(1), &mut Deaf).err()
}

/// A board about to be built; the first faction of the list goes first.
fn building(factions: &[&str]) -> Scenario {
    (0..100)
        .map(|seed| new_game(factions, MapChoice::Free, seed))
        .find(|game| game.asked() == Seat(0))
        .expect("everybody goes first in some game")
}

/// Like `building`, with these tiles in the hands.
fn dealt(hands: &[(&str, [u8; 3])]) -> Scenario {
    let factions: Vec<&str> = hands.iter().map(|(faction, _)| *faction).collect();
    let mut game = building(&factions);
    for (faction, tiles) in hands {
        let seat = game.seat(faction);
        game.game.table.player_mut(seat).tiles = (*tiles).into();
    }
    game
}

fn question(game: &Game) -> Decision {
    game.next_question().expect("somebody is asked").decision
}

fn is_setup(decision: Decision) -> bool {
    matches!(decision, Decision::PlaceTile | Decision::PlaceForces | Decision::PlaceObjective | Decision::PlaceStorm)
}

/// Finishes a building turn: no more forces than needed, and the objective tokens offered first.
fn end_turn(game: &mut Scenario) {
    while matches!(question(&game.game), Decision::PlaceForces | Decision::PlaceObjective) {
        let choices = game.choices();
        let choice = choices.iter().find(|choice| *choice == "done").unwrap_or(&choices[0]);
        game.play(choice);
    }
}

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

/// Builds the rest of the board, always taking the first cell, and places the storms.
fn finish(game: &mut Scenario) {
    while is_setup(question(&game.game)) {
        let choices = game.choices();
        let choice = choices.iter().find(|choice| *choice == "done").unwrap_or(&choices[0]);
        game.play(choice);
    }
}

fn offered(game: &Scenario) -> Vec<Choice> {
    let mut choices = Vec::new();
    game.game.choices(game.asked(), &mut choices);
    choices
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

/// The numbers of the tiles offered.
fn tiles(game: &Scenario) -> BTreeSet<u8> {
    offered(game)
        .into_iter()
        .filter_map(|choice| match choice {
            Choice::Tile { side, .. } => Some(game.game.catalogue.side(side).tile),
            _ => None,
        })
        .collect()
}

/// The choices that begin with a word.
fn starting(game: &Scenario, word: &str) -> Vec<String> {
    game.choices().into_iter().filter(|choice| choice.starts_with(word)).collect()
}

/// A force in words: `4 scout, 1 factory`.
fn in_words(game: &Game, seat: Seat, force: Force) -> String {
    let sheet = &game.catalogue.factions[usize::from(game.table.player(seat).faction)];
    let units = (0..UNIT_KINDS).map(|row| (force.of(row), sheet.units[row].id.as_str()));
    let structures = StructureKind::ALL.into_iter().map(|kind| (force.structures(kind), kind.id()));
    let words = units.chain(structures).filter(|(count, _)| *count > 0).map(|(count, id)| format!("{count} {id}"));
    words.collect::<Vec<_>>().join(", ")
}

/// Everything a seat has on the board.
fn on_board(game: &Game, seat: Seat) -> Force {
    let mut all = Force::default();
    for area in game.table.areas() {
        let force = game.table.force(area, seat);
        all.join(force);
        for kind in StructureKind::ALL {
            (0..force.structures(kind)).for_each(|_| all.add_structure(kind));
        }
    }
    all
}

fn views(game: &Game) -> Vec<View> {
    let seats = game.table.all_seats().map(Viewer::Seat);
    seats.chain([Viewer::Spectator]).map(|viewer| ForbiddenStars::view(game, viewer)).collect()
}

/// Random games, each looked at when its board has just been set up.
fn set_up_at_random(factions: &[&str], seeds: std::ops::Range<u64>, mut each: impl FnMut(&Game)) {
    for seed in seeds {
        let mut seen = false;
        let options = options(factions, MapChoice::Free);
        let played = play_out::<ForbiddenStars>(Catalogue::standard(), &options, seed, &mut Deaf, |game, _, _, _| {
            if !seen && !is_setup(question(game)) {
                seen = true;
                each(game);
            }
        });
        played.unwrap_or_else(|broken| panic!("{broken}"));
        assert!(seen, "every game gets past its set-up");
    }
}

/// The game is for two, three or four players. [setup.players.1]
#[test]
fn two_to_four_players() {
    for map in [MapChoice::Free, MapChoice::Introductory] {
        let wrong = "Forbidden Stars is for two, three or four players, not ";
        assert_eq!(refusal(&["orks"], map), Some(format!("{wrong}1")));
        assert_eq!(refusal(&["orks", "chaos", "eldar", "ultramarines", "orks"], map), Some(format!("{wrong}5")));
        assert!(TABLES.iter().all(|factions| refusal(factions, map).is_none()));
    }
}

/// Every player has a faction of his own and takes its components. [setup.factions.1]
#[test]
fn no_faction_twice() {
    assert_eq!(
        refusal(&["orks", "eldar", "orks"], MapChoice::Free),
        Some("two players cannot both play orks".to_owned())
    );
    assert!(refusal(&["orks", "necrons"], MapChoice::Free).is_some());
    let game = building(&["eldar", "orks"]).game;
    for seat in game.table.all_seats() {
        let player = game.table.player(seat);
        let sheet = &game.catalogue.factions[usize::from(player.faction)];
        assert_eq!(sheet.id, ["eldar", "orks"][seat.index()]);
        let pieces: Vec<u8> = sheet.units.iter().map(|unit| unit.pieces).collect();
        assert_eq!(player.reserve.to_vec(), pieces);
        assert!(player.deck.iter().all(|card| card.faction() == player.faction));
        assert!(player.events.iter().all(|event| event.faction() == player.faction));
    }
}

/// Only the introductory map prescribes factions for two and three players. [setup.factions.2]
#[test]
fn the_introductory_map_has_its_factions() {
    assert!(refusal(&["chaos", "ultramarines"], MapChoice::Introductory).is_none());
    assert!(refusal(&["ultramarines", "orks"], MapChoice::Introductory).is_some());
    assert!(refusal(&["ultramarines", "orks"], MapChoice::Free).is_none());
    assert!(refusal(&["orks", "chaos", "ultramarines"], MapChoice::Introductory).is_none());
    assert!(refusal(&["eldar", "chaos", "ultramarines"], MapChoice::Introductory).is_some());
    assert!(refusal(&["eldar", "chaos", "ultramarines"], MapChoice::Free).is_none());
}

/// The introductory map is laid out as stored, without the parts of absent factions, and nobody is asked where
/// anything goes. [setup.intro-map.1]
#[test]
fn the_introductory_map() {
    let game = new_game(&TWO, MapChoice::Introductory, 1).game;
    assert_eq!(question(&game), Decision::PlaceOrder);
    let text = forbidden_stars::position::write(&game);
    let board = text
        .lines()
        .filter(|line| ["tile ", "at ", "objective ", "storm "].iter().any(|word| line.starts_with(word)))
        .collect::<Vec<_>>()
        .join("\n");
    expect![[r#"
        tile 10A at 0 0 turn 0
        tile 1A at 1 0 turn 2
        tile 5A at 0 1 turn 2
        tile 3B at 1 1 turn 3
        tile 7A at 0 2 turn 0
        tile 12A at 1 2 turn 2
        at turaci: ultramarines factory
        at illedrias: ultramarines scout
        objective illedrias chaos
        at 10A.SE: ultramarines strike-cruiser
        at argovia: ultramarines scout
        at nicea: chaos chaos-space-marine
        at thylin: chaos cultist
        objective thylin ultramarines
        at phlegra: ultramarines scout
        objective phlegra chaos
        at fornax: ultramarines scout
        at lilivara: ultramarines space-marine
        at 12A.NW: chaos iconoclast-destroyer
        at purge: chaos chaos-space-marine
        objective purge ultramarines
        at noatun: chaos cultist
        at venefirous: chaos factory
        storm 5A-north
        storm 12A-north"#]]
    .assert_eq(&board);
    for (players, factions) in TABLES.iter().enumerate().map(|(index, factions)| (index + 2, factions)) {
        let game = new_game(factions, MapChoice::Introductory, 1).game;
        assert_eq!(question(&game), Decision::PlaceOrder);
        let stored = &game.catalogue.map.introductory;
        let laid: Vec<&str> =
            game.table.tiles.iter().map(|tile| game.catalogue.side_names(tile.side).code.as_str()).collect();
        let wanted: Vec<&str> =
            stored.tiles.iter().filter(|tile| tile.col < players as i8).map(|tile| tile.code.as_str()).collect();
        assert_eq!(laid, wanted);
        assert_eq!(laid.len(), 3 * players);
        assert_eq!(game.table.storms.len(), players);
        for seat in game.table.all_seats() {
            assert!(game.table.player(seat).to_place.is_empty(), "all initial forces stand on the board");
        }
        let tokens = game.table.areas().filter(|&area| game.table.objective(area).is_some()).count();
        assert_eq!(tokens, 2 * players * (players - 1));
    }
}

/// Each player takes the initial forces of his sheet. [setup.starting-components.1]
#[test]
fn initial_forces() {
    let game = building(&FOUR).game;
    let forces: Vec<String> =
        game.table.all_seats().map(|seat| in_words(&game, seat, game.table.player(seat).to_place)).collect();
    assert_eq!(
        forces,
        [
            "4 scout, 1 strike_cruiser, 1 space_marine, 1 factory",
            "2 cultist, 1 iconoclast_destroyer, 2 chaos_space_marine, 1 factory",
            "4 ork_boyz, 1 nob, 1 factory",
            "3 aspect_warrior, 2 hellebore_frigate, 1 wraithguard, 1 factory",
        ]
    );
    set_up_at_random(&FOUR, 0..3, |game| {
        let placed: Vec<String> =
            game.table.all_seats().map(|seat| in_words(game, seat, on_board(game, seat))).collect();
        assert_eq!(placed, forces);
    });
}

/// Materiel dials start at six. [setup.starting-components.2]
#[test]
fn materiel_starts_at_six() {
    set_up_at_random(&FOUR, 0..3, |game| {
        assert!(game.table.all_seats().all(|seat| game.table.player(seat).materiel == 6));
    });
}

/// Asset tokens among the initial forces lie in the play area and are never placed. [setup.starting-components.3]
#[test]
fn initial_assets_stay_in_the_play_area() {
    let mut game = building(&["orks", "chaos"]);
    assert_eq!(game.fact("orks", "assets"), "1 reinforcement");
    assert_eq!(game.fact("chaos", "assets"), "none");
    let tile = game.choices()[0].clone();
    game.play(&tile);
    let pieces: BTreeSet<String> =
        starting(&game, "put ").iter().filter_map(|choice| choice.split(' ').nth(1).map(str::to_owned)).collect();
    assert_eq!(pieces.into_iter().collect::<Vec<_>>(), ["factory", "nob", "ork-boyz"]);
    finish(&mut game);
    assert_eq!(game.fact("orks", "assets"), "1 reinforcement");
}

/// The first player is drawn with equal chance, and by the seed alone. [setup.first-player.1]
#[test]
fn the_first_player_is_drawn() {
    for factions in TABLES {
        let mut drawn = vec![0; factions.len()];
        let games = 120 * factions.len() as u64;
        for seed in 0..games {
            let first = new_game(factions, MapChoice::Introductory, seed).game.table.first_player;
            drawn[first.index()] += 1;
            if seed < 10 {
                assert_eq!(new_game(factions, MapChoice::Introductory, seed).game.table.first_player, first);
            }
        }
        // 120 expected; four deviations of a fair draw are about 40.
        assert!(drawn.iter().all(|count| (80..=160).contains(count)), "{drawn:?}");
    }
}

/// Each player has his home tile and two random neutral ones; the rest are out of the game. Hands are open to all.
/// [setup.tiles.1, setup.tiles.2, setup.tiles.4]
#[test]
fn tiles_are_dealt() {
    let mut deals = BTreeSet::new();
    for factions in TABLES {
        for seed in 0..20 {
            let game = new_game(factions, MapChoice::Free, seed).game;
            let hands: Vec<Vec<u8>> =
                game.table.all_seats().map(|seat| game.table.player(seat).tiles.to_vec()).collect();
            for (hand, faction) in hands.iter().zip(factions) {
                let home = ["eldar", "ultramarines", "orks", "chaos"].iter().position(|id| id == faction);
                let home = home.expect("one of the four") as u8 + 9;
                assert_eq!(hand.iter().filter(|&&tile| tile > 8).copied().collect::<Vec<_>>(), [home]);
                assert_eq!(hand.len(), 3);
            }
            let all: BTreeSet<u8> = hands.iter().flatten().copied().collect();
            assert_eq!(all.len(), 3 * factions.len(), "no tile is dealt twice");
            for view in views(&game) {
                assert_eq!(view.players.iter().map(|player| player.tiles.clone()).collect::<Vec<_>>(), hands);
            }
            deals.insert(hands);
        }
    }
    assert!(deals.len() > 50, "the deal is random");
    set_up_at_random(&TWO, 0..3, |game| {
        let laid: BTreeSet<u8> = game.table.tiles.iter().map(|tile| game.catalogue.side(tile.side).tile).collect();
        assert!(laid.len() == 6 && laid.contains(&10) && laid.contains(&12));
        assert!(!laid.contains(&9) && !laid.contains(&11), "home tiles of absent factions are unused");
    });
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

/// Every player hands two of his objective tokens to each opponent; the others leave the game.
/// [setup.objective-distribution.1, setup.objective-distribution.2]
#[test]
fn objective_tokens_are_handed_out() {
    for factions in TABLES {
        let game = building(factions).game;
        let seats = game.table.seats;
        for seat in game.table.all_seats() {
            let player = game.table.player(seat);
            for other in game.table.all_seats() {
                assert_eq!(player.holds[other.index()], if other == seat { 0 } else { 2 });
            }
            assert_eq!(player.holds.iter().sum::<u8>(), 2 * (seats - 1));
            assert_eq!(player.objectives, 0);
        }
        set_up_at_random(factions, 0..3, |game| {
            for owner in game.table.all_seats() {
                let on_board = game.table.areas().filter(|&area| game.table.objective(area) == Some(owner)).count();
                assert_eq!(on_board, 2 * (usize::from(seats) - 1), "of six, the others are out of the game");
            }
        });
    }
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
        game.game.table.player_mut(seat).to_place.add(row, false);
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

/// Lays this tile and ends the turn.
fn lay_tile(game: &mut Scenario, tile: &str) {
    game.play(&format!("tile {tile}"));
    end_turn(game);
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
    (0..3).for_each(|_| fleet.add(cruiser, false));
    fleet.add(barge, false);
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

/// Event decks have all eight event cards, combat decks five cards twice, both shuffled. [setup.decks.1, setup.decks.2]
#[test]
fn decks_are_shuffled() {
    let (mut event_orders, mut card_orders) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..10 {
        let game = building_with(&TWO, seed);
        for seat in game.table.all_seats() {
            let player = game.table.player(seat);
            let events: BTreeSet<_> = player.events.iter().collect();
            assert_eq!((player.events.len(), events.len()), (8, 8));
            let cards: BTreeSet<_> = player.deck.iter().collect();
            assert_eq!((player.deck.len(), cards.len()), (10, 5));
            for card in cards {
                assert_eq!(player.deck.iter().filter(|&other| other == card).count(), 2);
                assert!(game.catalogue.card(card).starting, "only cards with the faction symbol");
            }
            for view in views(&game) {
                let seen = &view.players[seat.index()];
                assert_eq!((seen.deck, seen.event_deck), (10, 8));
            }
            event_orders.insert((seat, player.events.iter().collect::<Vec<_>>()));
            card_orders.insert((seat, player.deck.iter().collect::<Vec<_>>()));
        }
        assert!(game == building_with(&TWO, seed), "the seed decides the order");
    }
    assert_eq!((event_orders.len(), card_orders.len()), (20, 20), "every game has its own order");
}

fn building_with(factions: &[&str], seed: u64) -> Game {
    new_game(factions, MapChoice::Free, seed).game
}

/// The other nine pairs and all five order upgrades lie in upgrade decks that everybody may read. [setup.decks.3]
#[test]
fn upgrade_decks_lie_open() {
    let game = building(&FOUR).game;
    for view in views(&game) {
        for player in &view.players {
            assert_eq!(u32::from(CARDS_PER_FACTION) - player.pairs.count_ones(), 9, "nine pairs, eighteen cards");
            assert_eq!((player.upgrades, player.used_upgrades), (0, 0), "all five are still in their deck");
        }
    }
    let sheets = &game.catalogue.factions;
    assert!(sheets.iter().all(|sheet| sheet.order_upgrades.len() == 5 && sheet.combat_cards.len() == 14));
}

/// The round marker starts on 1, and after the last storm the first player plans. [setup.round-track.1, setup.end.1]
#[test]
fn the_first_planning_phase_follows() {
    for factions in TABLES {
        let mut game = building(factions);
        assert_eq!(game.game.table.round, 1);
        finish(&mut game);
        assert_eq!(game.game.table.round, 1);
        assert_eq!(question(&game.game), Decision::PlaceOrder);
        assert_eq!(game.asked(), game.game.table.first_player);
    }
}

/// What is not handed out forms common supplies. [setup.supply.1]
#[test]
fn the_rest_is_common_supply() {
    let mut game = building(&FOUR);
    finish(&mut game);
    let table = &game.game.table;
    let [factories, cities, bastions] = STRUCTURE_PIECES;
    assert_eq!(table.structure_supply, [factories - 4, cities, bastions]);
    let mut assets = [ASSET_PIECES; 3];
    assets[Asset::Reinforcement.index()] -= 1;
    assert_eq!(table.asset_supply, assets);
}

/// While the board is built nobody is eliminated; at its end everybody has a friendly world.
/// [setup.elimination.1, setup.elimination.2]
#[test]
fn nobody_is_eliminated_during_set_up() {
    let mut game = dealt(&[("ultramarines", [1, 2, 10]), ("chaos", [3, 4, 12])]);
    lay_tile(&mut game, "10A turn 0 at 0 0");
    lay_tile(&mut game, "12A turn 0 at 1 0");
    lay_tile(&mut game, "1A turn 0 at 0 1");
    for seat in game.game.table.all_seats() {
        assert_eq!(game.game.look().friendly_worlds(seat).count(), 0);
        assert!(game.game.table.is_in(seat));
    }
    lay_tile(&mut game, "3A turn 0 at 1 1");
    // Keeping everything but the ship off the board is not possible on the last tile.
    game.play("tile 2A turn 0 at 0 2\nput strike-cruiser 2A.SE");
    assert!(!game.offers("done"));
    for factions in TABLES {
        set_up_at_random(factions, 0..6, |game| {
            assert!(game.table.all_seats().all(|seat| game.look().friendly_worlds(seat).next().is_some()));
            assert!(game.table.eliminated.is_empty());
        });
    }
}

/// The owners of the tokens on the introductory maps obey the placement rules and lie about equally far. [setup.intro-map.1]
#[test]
fn introductory_maps_are_even() {
    let factions = ["ultramarines", "chaos", "orks", "eldar"];
    for (players, distances) in [(2, &[2, 2][..]), (3, &[5, 5, 5]), (4, &[11, 10, 9, 11])] {
        let game = new_game(&factions[..players], MapChoice::Introductory, 1).game;
        let table = &game.table;
        let place = |system: System| (table.tile(system).col, table.tile(system).row);
        for (seat, &wanted) in table.all_seats().zip(distances) {
            let present: Vec<System> = table
                .systems()
                .filter(|system| system.areas().any(|area| !table.force(area, seat).is_empty()))
                .collect();
            let tokens: Vec<System> =
                table.areas().filter(|&area| table.objective(area) == Some(seat)).map(|area| area.system()).collect();
            assert_eq!(tokens.len(), 2 * (players - 1));
            let mut tiles = tokens.clone();
            tiles.dedup();
            assert_eq!(tiles, tokens, "never two tokens of one faction on a tile");
            let steps = |one: (i8, i8), other: (i8, i8)| one.0.abs_diff(other.0) + one.1.abs_diff(other.1);
            let nearest = |token: &System| present.iter().map(|&from| steps(place(from), place(*token))).min();
            let total: u8 = tokens.iter().filter_map(nearest).sum();
            assert_eq!(total, wanted, "{players} players, {seat}");
        }
    }
}
