//! A faction of one's own: a file in a folder, and nothing else.

mod common;

use common::{Scenario, scenario_with};
use forbidden_stars::{Catalogue, Event, ForbiddenStars, Game, MapChoice, Options};
use kernel::Chance;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use testkit::laws::{Thoroughness, check_game};

const GREMLINS: &str = include_str!("fifth-faction/gremlins.ron");

/// The box with the Gremlins.
fn catalogue() -> &'static Catalogue {
    static WITH_GREMLINS: OnceLock<&'static Catalogue> = OnceLock::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fifth-faction");
    WITH_GREMLINS.get_or_init(|| Catalogue::with_folder(&folder).expect("the file is sound"))
}

fn scenario(position: &str, dice: &str) -> Scenario {
    scenario_with(catalogue(), position, dice)
}

fn tokens(battle: &Scenario, side: usize) -> [u8; 2] {
    battle.game.table.battle().sides[side].tokens
}

#[test]
fn a_file_in_a_folder_adds_a_faction() {
    let ids: Vec<&str> = catalogue().factions.iter().map(|faction| faction.id.as_str()).collect();
    assert_eq!(ids, ["chaos", "eldar", "gremlins", "orks", "ultramarines"]);
    let standard: Vec<&str> = Catalogue::standard().factions.iter().map(|faction| faction.id.as_str()).collect();
    assert_eq!(standard, ["chaos", "eldar", "orks", "ultramarines"]);
    assert_ne!(catalogue().hash(), Catalogue::standard().hash(), "games with other components are other games");
    for faction in &Catalogue::standard().factions {
        let same = &catalogue().factions[usize::from(catalogue().faction(&faction.id).expect("still there"))];
        let cards = |faction: &forbidden_stars::components::Faction| -> Vec<String> {
            faction.combat_cards.iter().map(|card| card.name.clone()).collect()
        };
        assert_eq!(cards(faction), cards(same));
    }
}

#[test]
fn whole_games_with_it_obey_the_laws() {
    for factions in [
        vec!["gremlins", "orks"],
        vec!["chaos", "gremlins"],
        vec!["eldar", "gremlins", "ultramarines"],
        vec!["gremlins", "orks", "ultramarines", "chaos"],
        vec!["ultramarines", "eldar", "gremlins", "orks"],
    ] {
        let options = Options { factions: factions.iter().map(|id| (*id).to_owned()).collect(), map: MapChoice::Free };
        for seed in 0..3 {
            let played = check_game::<ForbiddenStars>(catalogue(), &options, seed, Thoroughness::QUICK);
            let played = played.unwrap_or_else(|broken| panic!("{factions:?}: {broken}"));
            assert!(played.decisions > 100 && !played.winners.is_empty());
        }
    }
}

/// A faction without a home tile is dealt a third tile like the other two; nobody gets a tile twice.
#[test]
fn a_faction_without_a_home_tile_takes_another() {
    for seed in 0..20 {
        let factions = ["gremlins", "orks", "ultramarines", "chaos"].map(str::to_owned).to_vec();
        let options = Options { factions, map: MapChoice::Free };
        let mut events: Vec<Event> = Vec::new();
        let game = Game::new(catalogue(), &options, Chance::from_number(seed), &mut events).expect("legal options");
        let mut tiles: Vec<u8> =
            game.table.all_seats().flat_map(|seat| game.table.player(seat).tiles.to_vec()).collect();
        tiles.sort_unstable();
        tiles.dedup();
        assert_eq!(tiles.len(), 12);
        for (seat, home) in game.table.all_seats().skip(1).zip([11, 10, 12]) {
            assert!(game.table.player(seat).tiles.contains(&home));
        }
    }
}

/// A Land Raider attacks two Boilermen and a routed Tinker, who answer with this card.
fn answer_with(card: &str, dice: &str) -> Scenario {
    answer_from(catalogue(), card, dice)
}

fn answer_from(catalogue: &'static Catalogue, card: &str, dice: &str) -> Scenario {
    let mut battle = scenario_with(
        catalogue,
        &format!(
            "battle: ultramarines land-raider attack gremlins 2 boilerman, tinker routed
             ultramarines deck ambush
             gremlins pairs saboteurs, pressure-valve, spare-parts, bright-idea, many-hands
             gremlins deck {card}"
        ),
        dice,
    );
    battle.play(&format!("card ambush\ncard {card}\ndecline"));
    assert_eq!(battle.asked_faction(), "gremlins", "{}", battle.log());
    battle
}

#[test]
fn saboteurs_offer_a_deal() {
    let mut refused = answer_with("saboteurs", "DDM | DDDDDD");
    refused.play("accept");
    assert_eq!(
        (refused.asked_faction(), refused.choices()),
        ("ultramarines", vec!["die morale".to_owned(), "decline".to_owned()])
    );
    refused.play("decline");
    assert_eq!((refused.asked_faction(), refused.choices()), ("gremlins", vec!["card ambush".to_owned()]));
    refused.play("card ambush");
    assert!(refused.happened(|line| line == "Ultramarines discards Ambush"), "{}", refused.log());
    assert_eq!(refused.has("gremlins", "pergam"), "tinker, 2 boilerman", "all are rallied");
    let mut taken = answer_with("saboteurs", "DDM | DDDDDD");
    taken.play("accept\ndie morale");
    assert!(!taken.happened(|line| line.contains("discards") || line.contains("rall")), "{}", taken.log());
    assert!(taken.happened(|line| line.starts_with("Brass Gremlins draws ") && !line.contains("5 combat cards")));
    assert!(taken.has("gremlins", "pergam").contains("tinker routed"));
    taken.all_dice_used();
    // Whoever has no morale die cannot take the deal.
    let mut poor = answer_with("saboteurs", "DDD | DDDDDD");
    poor.play("accept");
    assert_eq!((poor.asked_faction(), poor.choices()), ("gremlins", vec!["card ambush".to_owned()]));
}

/// A price of two dice of any face takes two, whatever is left to pick from; so does a loss of two.
/// [spend.full.1, gaining-losing.lose.2]
#[test]
fn two_dice_are_two_dice() {
    let folder = Folder::new("two-dice");
    let gremlins =
        GREMLINS.replace("Spend(faces: [Defence]), Gain(what: Tokens", "Spend(faces: [], count: 2), Gain(what: Tokens");
    let gremlins = gremlins.replace("AnyDice(1)", "AnyDice(2)");
    std::fs::write(folder.0.join("gremlins.ron"), gremlins).expect("the temporary folder can be written");
    let catalogue = Catalogue::with_folder(&folder.0).expect("the file is sound");

    let mut battle = answer_from(catalogue, "pressure-valve", "ODM | ODDDDD");
    battle.play("accept\ndie offence");
    assert_eq!((tokens(&battle, 1), battle.game.table.battle().sides[1].dice), ([3, 0], [0, 4, 0]));
    battle.play("accept\ndie offence\ndie morale");
    assert_eq!(battle.game.table.battle().sides[0].dice, [0, 1, 0]);
}

#[test]
fn pressure_valve_turns_a_defence_die_into_offence() {
    let mut battle = answer_with("pressure-valve", "ODM | DDDDDD");
    battle.play("accept");
    assert_eq!((tokens(&battle, 1), battle.game.table.battle().sides[1].dice), ([3, 0], [0, 5, 0]));
    battle.play("accept");
    assert_eq!(battle.asked_faction(), "ultramarines", "the opponent picks the die he loses");
    assert_eq!(battle.choices(), ["die offence", "die defence", "die morale"]);
    battle.play("die offence");
    assert_eq!(battle.game.table.battle().sides[0].dice, [0, 1, 1]);
    let without = answer_with("pressure-valve", "ODM | OOOOOO");
    assert!(!without.happened(|line| line.contains("tokens")), "without a defence die there is nothing to spend");
}

#[test]
fn spare_parts_rally_a_unit() {
    let mut battle = answer_with("spare-parts", "DDM | DDDDDD");
    assert_eq!(battle.choices(), ["unit tinker pergam routed", "decline"]);
    battle.play("unit tinker pergam routed");
    assert_eq!(battle.has("gremlins", "pergam"), "tinker, 2 boilerman");
    assert_eq!(battle.choices(), ["accept", "decline"], "the Tinker stands now, so its ability is there");
    battle.play("accept");
    assert!(battle.happened(|line| line == "Brass Gremlins has 0 offence and 1 defence tokens"), "{}", battle.log());
}

#[test]
fn many_hands_count_heads() {
    let mut battle = answer_with("many-hands", "DDM | DDDDDD");
    battle.play("accept");
    assert!(battle.happened(|line| line == "Brass Gremlins has 0 offence, 6 defence, 1 morale"), "{}", battle.log());
}

/// Gremlins resolve this event first, then Ultramarines theirs.
fn event(card: &str, lines: &str) -> Scenario {
    let mut step = scenario(
        &format!(
            "players gremlins ultramarines\nphase refresh\ntile 12A at 0 0 turn 0\ntile 10A at 1 0 turn 0
             at purge: gremlins tinker\nat illedrias: ultramarines city\nat turaci: ultramarines scout
             gremlins on-deck deploy\ngremlins events {card}
             ultramarines on-deck deploy\nultramarines events exterminatus\n{lines}"
        ),
        "",
    );
    step.play(&format!("event {card}"));
    step
}

/// A combat caused by an event is fought in that event step; its world's token waits for the next round.
/// [event-cards.combat-start.1, event-cards.combat-start.2]
#[test]
fn an_event_can_cause_a_combat() {
    let mut step = event("tunnel-rats", "objective illedrias gremlins");
    assert!(step.choices().contains(&"free boilerman illedrias".to_owned()), "{:?}", step.choices());
    assert!(!step.choices().contains(&"free boilerman noatun".to_owned()), "uncontrolled");
    step.play("free boilerman illedrias");
    assert_eq!(step.at("illedrias"), "gremlins city, boilerman");
    let line = |start: &str| step.log().find(&format!("\n  {start}")).expect(start);
    let order = [
        line("Brass Gremlins chooses Tunnel Rats"),
        line("Combat on Illedrias"),
        line("Brass Gremlins wins on Illedrias"),
        line("Ultramarines draws 1 event card"),
    ];
    assert!(order.is_sorted(), "{}", step.log());
    step.play("event exterminatus\ndecline");
    assert_eq!((step.game.table.round, step.fact("gremlins", "objectives").as_str()), (2, "0"), "step 1 is over");
    while step.game.table.round == 2 && step.fact("gremlins", "objectives") == "0" {
        let choices = step.choices();
        let quiet = choices.iter().find(|choice| ["divert", "done", "decline"].contains(&choice.as_str()));
        let next = quiet.unwrap_or(&choices[0]).clone();
        step.play(&next);
    }
    assert_eq!((step.game.table.round, step.fact("gremlins", "objectives").as_str()), (2, "1"), "collected next time");
    // After the last round there is no next time.
    let mut last = event("tunnel-rats", "objective illedrias gremlins\nround 8");
    last.play("free boilerman illedrias\nevent exterminatus\ndecline");
    assert!(last.game.is_over());
    assert_eq!(last.fact("gremlins", "objectives"), "0");
}

/// A card that says nothing about other structures does not allow a second one. [golden-rules.card-only-deviation.1]
#[test]
fn a_free_structure_obeys_the_other_rules() {
    let step = event("garden-shed", "at venefirous: gremlins bastion, tinker\nat noatun: gremlins tinker");
    assert_eq!(
        step.choices(),
        ["area noatun", "area purge", "decline"],
        "not beside the bastion, not on others' worlds"
    );
    let none_left = event("garden-shed", "at venefirous: gremlins 3 city, 3 bastion\nat noatun: gremlins 3 factory");
    assert_eq!(none_left.asked_faction(), "ultramarines", "without a control token there is nothing to place");
}

#[test]
fn malformed_files_are_refused_with_file_and_reason() {
    let start = GREMLINS.find("        (\n            name: \"The Great Machine\"").expect("the last combat card");
    let end = start + GREMLINS[start..].find("\n        ),\n").expect("its end") + "\n        ),\n".len();
    let without_card = format!("{}{}", &GREMLINS[..start], &GREMLINS[end..]);
    let number = |needle: &str| GREMLINS[..GREMLINS.find(needle).expect("in the file")].lines().count();
    let cases = [
        ("missing-card", without_card, "13 combat cards, but a faction has 14".to_owned()),
        (
            "unknown-requisite",
            GREMLINS.replacen("requires: [\"boilerman\"]", "requires: [\"stoker\"]", 1),
            "“Pressure Valve” requires the unknown unit “stoker”".to_owned(),
        ),
        (
            "unknown-unit",
            GREMLINS.replacen("Standing([\"tinker\"])", "Standing([\"stoker\"])", 1),
            "“Spare Parts”: no unit “stoker” on the sheet of gremlins".to_owned(),
        ),
        (
            "unknown-initial-unit",
            GREMLINS.replacen("(\"kite\", 1)", "(\"dragon\", 1)", 1),
            "the initial forces name the unknown unit “dragon”".to_owned(),
        ),
        ("wrong-type", GREMLINS.replacen("pieces: 9", "pieces: \"nine\"", 1), format!("{}:", number("pieces: 9"))),
        (
            "unknown-word",
            GREMLINS.replacen("[DiscardAtRandom]", "[Explode]", 1),
            format!("{}:", number("[DiscardAtRandom]")),
        ),
        ("unknown-field", GREMLINS.replacen("race:", "species:", 1), "4:".to_owned()),
        (
            "unfinished",
            GREMLINS.replacen("[Draw]", "[Todo]", 1),
            "“Bright Idea”: an effect that is still Todo".to_owned(),
        ),
        (
            "second-chaos",
            GREMLINS.replacen("id: \"gremlins\"", "id: \"chaos\"", 1),
            "a second faction called “chaos”".to_owned(),
        ),
        (
            "same-name",
            GREMLINS.replacen("name: \"Rust Cloud\"", "name: \"Ambush\"", 1),
            "two components are called “Ambush”".to_owned(),
        ),
    ];
    for (name, text, reason) in cases {
        assert_ne!(text, GREMLINS, "{name} changes something");
        let folder = Folder::new(name);
        let file = folder.0.join("gremlins.ron");
        std::fs::write(&file, text).expect("the temporary folder can be written");
        let error = Catalogue::with_folder(&folder.0).expect_err(name);
        assert_eq!(error.file, file.display().to_string(), "{name}: {error}");
        assert!(error.reason.starts_with(&reason), "{name}: {error}");
    }
}

#[test]
fn a_folder_without_faction_files_is_refused() {
    let folder = Folder::new("empty");
    let error = Catalogue::with_folder(&folder.0).expect_err("nothing to read");
    assert_eq!(
        (error.file, error.reason.as_str()),
        (folder.0.display().to_string(), "no faction file (*.ron) in this folder")
    );
    let missing = folder.0.join("nowhere");
    assert_eq!(Catalogue::with_folder(&missing).expect_err("no folder").file, missing.display().to_string());
}

/// A folder of its own in the temporary directory, gone when dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("forbidden-stars-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("the temporary directory can be written");
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let removed = std::fs::remove_dir_all(&self.0);
        debug_assert!(removed.is_ok(), "nobody else uses this folder");
    }
}
