//! What Forbidden Stars says about itself.

use super::*;
use kernel::{Chance, Deaf};
use session::wire::{Odds, WhatIf};

/// A battle in the midst of a game, its dice rolled.
fn in_game() -> Game {
    let text = "battle: orks 2 nob attack ultramarines 2 scout; orks upgrades ork-roks used";
    let position = forbidden_stars::Position::read(Catalogue::standard(), &text.replace(';', "\n"));
    position.expect("a position").start(Chance::scripted(&[0, 1, 3, 4, 5, 0]), &mut Deaf)
}

fn told(text: &str, battles: u64) -> Result<Odds, String> {
    shelf::odds_of(&mut *Shelved::odds_of(text)?, text, battles, false)
}

/// As the defender can know it.
fn in_view(battles: u64) -> Result<Odds, String> {
    shelf::odds_of(&mut *Shelved::odds_in(&in_game(), Some(Seat(1)))?, "here", battles, false)
}

fn changes(odds: Result<Box<dyn hosted::Odds>, String>, battles: u64) -> Vec<WhatIf> {
    let odds = shelf::odds_of(&mut *odds.expect("a battle"), "here", battles, true).expect("it can be fought");
    odds.what_if.expect("it was asked for")
}

/// The words of a battle that is fought say who fights; the note says what they leave out.
#[test]
fn a_battle_in_a_game_is_told_in_words() {
    let odds = in_view(100).expect("a battle");
    let query = "orks 2 nob attack ultramarines 2 scout; orks upgrades ork-roks used";
    assert_eq!(odds.query.as_deref(), Some(query));
    let note = "The words leave out where it is fought, the hands and the dice rolled: they tell of these armies at the \
                start of a combat.";
    assert_eq!(odds.note.as_deref(), Some(note));
    let told = told(query, 100).expect("it can be read");
    assert_eq!((told.query.as_deref(), told.note, told.exact), (Some(query), None, false));
}

/// Small battles with known hands are gone through, and the shares of such a one are known by hand.
#[test]
fn small_battles_are_exact() {
    let hands = "orks assets none; orks pairs rokkit-wagon, snapper-gargant, smasher-gargant, gretchin, mek-boyz; \
                 orks deck rokkit-wagon, rokkit-wagon, snapper-gargant, snapper-gargant, smasher-gargant; \
                 ultramarines assets none; ultramarines pairs glory-and-death, fury-of-the-ultramar, ambush, \
                 blessed-power-armour, reconnaissance; ultramarines deck glory-and-death, glory-and-death, \
                 fury-of-the-ultramar, fury-of-the-ultramar, ambush";
    let odds = told(&format!("orks nob attack ultramarines scout; {hands}"), 500).expect("a battle");
    assert!(odds.exact && odds.error == 0.0 && odds.battles == 0);
    assert!((odds.wins[0] - 4717.0 / 5184.0).abs() < 1e-12, "{:?}", odds.wins);
    assert_eq!(odds.text, "Evil Sunz wins 91 of 100, Ultramarines 0 (exactly).");
    // Nobody defends.
    let walked_over = told("orks nob attack ultramarines factory", 500).expect("a battle");
    assert!(walked_over.exact && walked_over.wins[0] > 1.0 - 1e-9, "{:?}", walked_over.wins);
}

/// For the one who asks, or for the attacker: one more of what is in reserve, one less of what is there.
#[test]
fn what_one_unit_would_change() {
    let before = told("orks nob attack ultramarines 2 scout", 2_000).expect("a battle").wins[0];
    let all = changes(
        odds::begin(odds::Battle::described(Catalogue::standard(), "orks 2 nob attack ultramarines 2 scout")),
        2_000,
    );
    let labels: Vec<&str> = all.iter().map(|one| one.label.as_str()).collect();
    assert_eq!(
        labels,
        ["one more Ork Boyz", "one more Nob", "one more Battle Wagon", "one more Gargant", "one Nob less"]
    );
    let less = all.last().expect("five");
    assert_eq!(less.query, "orks nob attack ultramarines 2 scout");
    assert!((less.wins[0] - before).abs() < 0.05, "{before} {:?}", less.wins);
    assert!(all.iter().all(|row| row.side == 0), "{all:?}");
    let defender = changes(Shelved::odds_in(&in_game(), Some(Seat(1))), 300);
    assert!(defender.iter().all(|row| row.side == 1), "{defender:?}");
    assert!(defender.iter().any(|one| one.label == "one Scout less"), "{defender:?}");
    assert!(defender.iter().all(|one| one.query.starts_with("orks 2 nob attack ultramarines ")), "{defender:?}");
}

/// Nobody has to read the texts to find what is wrong with them.
#[test]
fn the_texts_are_in_order() {
    assert_eq!(Shelved::texts().mistakes(), [""; 0]);
    for (card, clauses) in [("wave-serpent", 2), ("the-green-tide", 1), ("the-emperor-protects", 1)] {
        assert_eq!(Shelved::texts().about_card(card).count(), clauses, "{card}");
    }
}

#[test]
fn the_introductory_map_is_taken_where_it_fits() {
    let fill = |sides: &[&str], map: Option<&str>, seats| {
        let sides = sides.iter().map(|side| (*side).to_owned()).collect();
        let options = map.map(|map| (MAP.to_owned(), map.to_owned())).into_iter().collect();
        TITLE.fill(&Wish { sides, options, seats }, 0)
    };
    let two = fill(&[], None, None).expect("two seats");
    assert_eq!((&two.sides[..], two.option(MAP)), (&["ultramarines".into(), "chaos".into()][..], Some(INTRODUCTORY)));
    assert_eq!(fill(&["Orks", "Eldar"], None, None).expect("a free map").option(MAP), Some(FREE));
    assert!(fill(&["orks", "eldar"], Some(INTRODUCTORY), None).is_err());
    assert!(fill(&["orks", "eldar"], None, Some(3)).is_err());
    assert!(fill(&[], None, Some(5)).is_err() && fill(&["orks", "squats"], None, None).is_err());
}

#[test]
fn every_pair_of_factions_meets_on_the_free_map() {
    let wish = Wish::default().with(MAP, FREE);
    let pairs: std::collections::BTreeSet<Vec<String>> =
        (0..12).map(|number| TITLE.fill(&wish, number).expect("legal options").sides).collect();
    assert_eq!(pairs.len(), 12);
}
