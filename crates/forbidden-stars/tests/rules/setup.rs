//! Set-up: players, factions, the board, the initial forces, objective tokens and storms.

mod board;

use crate::common::{Scenario, new_game};
use expect_test::expect;
use forbidden_stars::board::Looking;
use forbidden_stars::components::{Asset, StructureKind};
use forbidden_stars::force::{Force, UNIT_KINDS};
use forbidden_stars::table::{ASSET_PIECES, CARDS_PER_FACTION, STRUCTURE_PIECES, System};
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
    Game::new(Catalogue::standard(), &options, Chance::from_number(1), &mut Deaf).err().map(|objection| objection.0)
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
    let game = building(&["eldar", "orks"]).game.clone();
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
    let game = new_game(&TWO, MapChoice::Introductory, 1).game.clone();
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
        let game = new_game(factions, MapChoice::Introductory, 1).game.clone();
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
    let game = building(&FOUR).game.clone();
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
            let game = new_game(factions, MapChoice::Free, seed).game.clone();
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

/// Every player hands two of his objective tokens to each opponent; the others leave the game.
/// [setup.objective-distribution.1, setup.objective-distribution.2]
#[test]
fn objective_tokens_are_handed_out() {
    for factions in TABLES {
        let game = building(factions).game.clone();
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

/// Lays this tile and ends the turn.
fn lay_tile(game: &mut Scenario, tile: &str) {
    game.play(&format!("tile {tile}"));
    end_turn(game);
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
    new_game(factions, MapChoice::Free, seed).game.clone()
}

/// The other nine pairs and all five order upgrades lie in upgrade decks that everybody may read. [setup.decks.3]
#[test]
fn upgrade_decks_lie_open() {
    let game = building(&FOUR).game.clone();
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
        let game = new_game(&factions[..players], MapChoice::Introductory, 1).game.clone();
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
