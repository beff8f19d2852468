//! Positions as text: what is refused, with line and reason, and that a refusal loads nothing.

mod common;

use common::scenario;
use forbidden_stars::{Catalogue, Position, position};
use kernel::{Chance, Deaf};

fn refusal(text: &str) -> String {
    Position::read(Catalogue::standard(), text).expect_err("this position is impossible").to_string()
}

const BOARD: &str = "players ultramarines chaos
tile 10A at 0 0 turn 0
tile 12A at 1 0 turn 0
at argovia: ultramarines scout
at purge: chaos cultist
";

#[test]
fn errors_name_the_line_and_the_reason() {
    for (line, reason) in [
        ("phase tomorrow", "line 6: “tomorrow” is none of: planning, operations, refresh, battle"),
        ("round 9", "line 6: “9” is not a number from 1 to 8"),
        ("orks materiel 3", "line 6: “orks” is neither a player nor one of: round, phase"),
        ("chaos materiel 15", "line 6: “15” is not a number from 0 to 14"),
        ("chaos assets 3 forge, forge", "line 6: 1 forge tokens are more than a player may have"),
        ("tile 10B at 2 0 turn 0", "line 6: tile 10 is on the board already"),
        ("tile 2A at 0 0 turn 0", "line 6: another tile lies at 0 0 already"),
        ("tile 2A at 5 5 turn 0", "line 6: every tile shares an edge with another"),
        ("at argovia: chaos scout", "line 6: chaos has no unit “scout”"),
        ("at turaci: ultramarines strike-cruiser", "line 6: “strike-cruiser” cannot stand there"),
        ("at turaci: ultramarines 7 scout", "line 6: more of “scout” than the box holds"),
        ("at 10A.SE: ultramarines city", "line 6: a city stands on a world, not in a void"),
        ("at argovia: chaos cultist", "line 6: two players share an area"),
        ("objective 10A.SE chaos", "line 6: an objective token lies on a world, one to each"),
        ("storm 10A-up", "line 6: “10A-up” is not a tile edge such as 10A-north"),
        ("orders 10A: chaos advance, chaos advance, chaos advance", "line 6: a third advance token of one player"),
        (
            "orders 10A: chaos advance, chaos advance, chaos deploy, chaos deploy, chaos dominate",
            "line 6: a player places at most four order tokens a round",
        ),
        ("phase operations", "line 6: phase operations needs order tokens on the board"),
        ("phase battle", "line 6: phase battle needs a `contest` line"),
        ("chaos eliminated", "line 6: fewer than two players are left: the game is over"),
        ("chaos scheme spoils-of-war", "line 6: “spoils-of-war” is a tactic, not a scheme"),
        ("chaos deck ambush", "line 6: another faction's card"),
        ("chaos deck dark-faith, dark-faith, dark-faith", "line 6: “Dark Faith” is not (or not so often)"),
    ] {
        let found = refusal(&format!("{BOARD}{line}"));
        assert!(found.starts_with(reason), "{line}: {found}");
    }
    assert!(refusal("").starts_with("line 1: the position is empty"));
    assert!(refusal("round 2").starts_with("line 1: the first line names the players"));
    assert!(refusal("players orks orks").contains("two players cannot both play orks"));
}

/// What the documentation shows can be pasted.
#[test]
fn documented_positions_are_read() {
    let page = include_str!("../../../docs/forbidden-stars/positions.md");
    let examples: Vec<&str> = page.split("```text\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(examples.len() >= 4, "{examples:?}");
    for example in examples {
        let position = Position::read(Catalogue::standard(), example);
        position.unwrap_or_else(|problem| panic!("{problem}\n{example}"));
    }
}

/// An eliminated player has nothing left; the others play on.
#[test]
fn an_eliminated_player_is_bare() {
    let three = "players ultramarines chaos orks\ntile 10A at 0 0 turn 0\nat argovia: ultramarines scout\nat turaci: chaos cultist\norks eliminated\n";
    assert_eq!(scenario(three, "").prompt(), "Ultramarines: place an order token");
    for line in ["orks materiel 3", "objective argovia orks", "turn orks"] {
        let found = refusal(&format!("{three}{line}"));
        assert!(found.ends_with("an eliminated player has nothing on the table, and no turn"), "{line}: {found}");
    }
    for line in ["at illedrias: orks nob", "orders 10A: orks advance"] {
        refusal(&format!("{three}{line}"));
    }
}

/// Planning goes on from the tokens that lie on the board; nobody places more than four. [planning-phase.placement.2]
#[test]
fn planning_goes_on_from_the_tokens_on_the_board() {
    let mut game =
        scenario(&format!("{BOARD}first chaos\norders 10A: chaos advance, ultramarines deploy, chaos deploy\n"), "");
    for player in ["Ultramarines", "World Eaters", "Ultramarines", "World Eaters", "Ultramarines"] {
        assert_eq!(game.prompt(), format!("{player}: place an order token"));
        let choice = game.choices()[0].clone();
        game.play(&choice);
    }
    assert!(game.prompt().ends_with("reveal an order"));
}

/// In the middle of a turn a position does not say all.
#[test]
fn a_position_stands_between_turns() {
    let mut game = scenario(&format!("{BOARD}phase operations\norders 10A: ultramarines advance\n"), "");
    assert!(position::stands_between_turns(&game.game));
    game.play("system 10A");
    assert!(!position::stands_between_turns(&game.game));
}

/// A battle is one line; more lines may say what is in the decks and play areas.
#[test]
fn a_battle_in_a_few_lines() {
    let battle = scenario(
        "battle: Orks 2 Nobz, 1 Boyz attack Ultramarines 2 Scouts, bastion
         orks deck gretchin, gretchin, mek-boyz, mek-boyz, ard-boyz
         orks assets none",
        "OOOOOO DDDD",
    );
    assert_eq!(battle.at("pergam"), "orks ork-boyz, 2 nob; ultramarines bastion, 2 scout");
    assert_eq!(battle.choices(), ["card gretchin", "card mek-boyz", "card ard-boyz"]);
}

/// A faction may be called as the table calls it.
#[test]
fn a_battle_between_names_of_several_words() {
    let battle = scenario("battle: World Eaters 2 cultist attack Evil Sunz nob", "OO DD");
    assert_eq!(battle.at("pergam"), "chaos 2 cultist; orks nob");
    let unknown = refusal("battle: space wolves attack orks nob");
    assert!(unknown.contains("there is no faction “space”; choose from"), "{unknown}");
}

/// Whatever is written down between two turns can be read and played on.
#[test]
fn a_written_position_is_played_on() {
    let start = scenario(&format!("{BOARD}objective argovia chaos\nchaos upgrades fear-from-above used\n"), "");
    let text = position::write(&start.game);
    let again = Position::read(Catalogue::standard(), &text).expect("written by ourselves");
    let mut game = again.start(Chance::from_number(5), &mut Deaf);
    let mut choices = Vec::new();
    for _ in 0..200 {
        let Some(question) = game.next_question() else { break };
        game.choices(question.seat, &mut choices);
        game.choose(question.seat, choices[choices.len() / 2], &mut Deaf).expect("an offered choice is legal");
    }
}
