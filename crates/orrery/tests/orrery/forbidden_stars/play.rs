use crate::{file, file_with, well};

/// Against a bot that takes no time to think.
const NEW: [&str; 6] = ["play", "forbidden-stars", "--bot", "random", "--seed", "5"];

/// Two factions far enough apart; the first has one order to reveal.
const STRATEGIZE: &str = "\
players ultramarines chaos
phase operations
first ultramarines
turn ultramarines
tile 10A at 0 0 turn 0
tile 12A at 1 0 turn 0
at turaci: ultramarines factory
at argovia: ultramarines scout
at purge: chaos factory
orders 10A: ultramarines strategize
orders 12A: chaos deploy
";

/// The Ultramarines dominate a system with something to replace.
const DOMINATE: &str = "\
players ultramarines chaos
phase operations
first ultramarines
turn ultramarines
tile 10A at 0 0 turn 0
tile 12A at 1 0 turn 0
at turaci: ultramarines factory, scout, space-marine
at purge: chaos factory
orders 10A: ultramarines dominate
orders 12A: chaos deploy
ultramarines materiel 5
";

/// The Ultramarines choose an event that harvests a world.
const RIGHTEOUS: &str = "\
players ultramarines chaos
phase refresh
first ultramarines
tile 10A at 0 0 turn 0
tile 12A at 1 0 turn 0
at turaci: ultramarines factory
at purge: chaos factory
ultramarines on-deck strategize
ultramarines events work-of-the-righteous
";

#[test]
fn help_leads_to_a_game() {
    let help = well(&["help"], "");
    assert!(help.contains("orrery play forbidden-stars") && help.contains("in the browser"), "{help}");
}

#[test]
fn the_end_of_the_input_quits() {
    assert!(well(&NEW, "").ends_with("Goodbye.\n"));
}

#[test]
fn a_whole_game_is_played_saved_and_replayed() {
    let out = well(&NEW, &"1\n".repeat(5_000));
    assert!(out.contains("The game is over. Winner: "), "{out}");
    // Every question is followed by one prompt; so is the last chance to save.
    let (game, end) = out.split_once("The game is over. ").expect("it came to its end");
    let choices = game.lines().filter(|line| line.starts_with("> ")).count();
    assert!(end.matches("save FILE keeps the record").count() > 2, "only quit, Enter and the end of the input leave");
    assert!(end.ends_with("The game was not saved; to keep one, write save FILE before you leave.\nGoodbye.\n"));
    let record = file("whole-game.record");
    let record = record.to_str().expect("plain letters");
    let script = format!("{}what now\nsave {record}\nquit\n", "1\n".repeat(choices));
    let out = well(&NEW, &script);
    assert!(out.ends_with(&format!("> Saved as {record}.\n> Goodbye.\n")), "{out}");
    let out = well(&NEW, &format!("{}\nboard\n", "1\n".repeat(choices)));
    assert!(
        out.ends_with("> The game was not saved; to keep one, write save FILE before you leave.\nGoodbye.\n"),
        "{out}"
    );
    let verified = well(&["replay", record, "--verify"], "");
    assert!(verified.ends_with(": OK\n"), "{verified}");
    assert!(well(&["replay", record], "").contains("— Round 8 —"));
    assert!(well(&["show", record], "").contains("# the game is over\nplayers ultramarines chaos\n"));
}

#[test]
fn a_saved_game_goes_on_where_it_was_left() {
    let record = file("half-game.record");
    let record = record.to_str().expect("plain letters");
    well(&NEW, &format!("1\n1\nsave {record}\n"));
    let before = well(&["replay", record, "--verify"], "");
    let went_on =
        well(&["play", "forbidden-stars", "--bot", "random", "--from", record], &format!("save {record}\nquit\n"));
    assert!(went_on.contains("place an order token"));
    assert_eq!(well(&["replay", record, "--verify"], ""), before);
}

#[test]
fn whoever_leaves_is_told_what_is_not_saved() {
    let told = "The game was not saved; to keep one, write save FILE before you leave.\n";
    let record = file("left.record");
    let record = record.to_str().expect("plain letters");
    let save = format!("1\nsave {record}\n");
    for (script, is_told) in [("", true), ("quit\n", true), (&save, false), (&format!("{save}1\nquit\n"), true)] {
        assert_eq!(well(&NEW, script).contains(told), is_told, "{script}");
    }
    let go_on = ["play", "forbidden-stars", "--bot", "random", "--from", record];
    assert!(!well(&go_on, "quit\n").contains(told));
    assert!(well(&go_on, "1\nquit\n").contains(told));
    let position = file_with("left.position", STRATEGIZE);
    let out = well(&["play", "forbidden-stars", "--bot", "random", "--from", &position], "quit\n");
    assert!(out.contains("one that began from a position has no record to save.\n"), "{out}");
}

#[test]
fn a_file_that_is_no_record_is_not_overwritten() {
    let others: [(&str, &[u8]); 4] = [
        ("diary.txt", b"dear diary\n"),
        ("settings.json", b"{\"volume\": 3}\n"),
        ("chess.record", b"{\"game\":\"chess\"}\n"),
        ("picture.png", b"{\x89PNG\xff\n"),
    ];
    for (name, bytes) in others {
        let path = file(name);
        std::fs::write(&path, bytes).expect("the test folder can be written");
        let out = well(&NEW, &format!("save {}\n", path.display()));
        assert!(out.contains("is another kind of file and stays as it is; name another."), "{out}");
        assert_eq!(std::fs::read(&path).expect("it is still there"), bytes);
    }
    assert!(well(&NEW, &format!("save {}\n", env!("CARGO_TARGET_TMPDIR"))).contains("Not saved: "));
    assert!(well(&NEW, "save /no/such/folder/game.record\n").contains("Not saved: "));
}

#[test]
fn a_record_or_an_empty_file_is_overwritten_as_a_whole() {
    let folder = file("saves");
    std::fs::create_dir_all(&folder).expect("the test folder can be written");
    let path = folder.join("game.record");
    std::fs::write(&path, "").expect("the test folder can be written");
    let save = format!("save {}\n", path.display());
    let out = well(&NEW, &format!("{save}1\n{save}"));
    assert_eq!(out.matches("Saved as ").count(), 2, "{out}");
    assert!(well(&["replay", path.to_str().expect("plain letters"), "--verify"], "").ends_with(": OK\n"));
    assert_eq!(std::fs::read_dir(&folder).expect("it is a folder").count(), 1, "nothing else is left behind");
}

#[test]
fn choices_are_named_by_number_notation_or_beginning() {
    let out = well(&NEW, "nonsense\n0\n999\nplace\nplace deploy 10a\nquit\n");
    assert!(out.contains("“nonsense” is not among the choices"));
    let out_of_breath = well(&NEW, &format!("{}\n", "a".repeat(5_000)));
    assert!(out_of_breath.contains(&format!("“{}…” is not among the choices", "a".repeat(60))));
    assert!(out.contains("The choices are numbered 1 to "));
    assert!(out.contains("“place” could be "));
    assert!(out.contains("Ultramarines places an order in 10A"));
}

#[test]
fn options_are_listed_with_what_they_do() {
    let position = file_with("dominate.position", DOMINATE);
    let script = "system 10A\nresolve\naccept\n";
    let out = well(&["play", "forbidden-stars", "--bot", "random", "--from", &position, "--seed", "1"], script);
    assert!(out.contains("   1  option 1  — Scout to Space Marine\n"), "{out}");
    assert!(out.contains("   2  option 2  — Space Marine to Land Raider\n"), "{out}");
    let position = file_with("righteous.position", RIGHTEOUS);
    let script = "event work-of-the-righteous\naccept\narea turaci\n";
    let out = well(&["play", "forbidden-stars", "--bot", "random", "--from", &position, "--seed", "1"], script);
    assert!(out.contains("   1  option 1  — gain its assets\n"), "{out}");
    assert!(out.contains("   2  option 2  — gain its materiel\n"), "{out}");
}

#[test]
fn long_lists_are_shortened_until_all_is_asked_for() {
    assert!(!well(&NEW, "").contains(" more (?? lists all)"), "24 choices are no long list");
    let out = well(&["play", "forbidden-stars", "--bot", "random", "--option", "map=free", "--seed", "2"], "??\n");
    let (short, long) = out.split_once("> ").expect("a prompt");
    assert!(short.contains("\n  40  tile ") && short.contains(" more (?? lists all)"), "{short}");
    assert!(!long.contains(" more (?? lists all)"));
    assert!(long.lines().count() > short.lines().filter(|line| line.contains("tile ")).count());
}

#[test]
fn why_prints_the_clauses_behind_the_question() {
    assert!(well(&NEW, "why\n").contains("planning-phase.placement.1] In turn order"));
}

#[test]
fn help_board_and_cards_can_be_read() {
    let out = well(&NEW, "1\n?\nboard\ncard ambush\nread crusade\ncard nothing like it\n");
    for wanted in [
        "take your last choice back",
        "World Eaters facedown",
        "Ultramarines: Ambush (1 offence): ",
        "Ultramarines: Crusade (upgrade of ",
        "Nothing is called “nothing like it”.",
    ] {
        assert!(out.contains(wanted), "{wanted}\n{out}");
    }
}

#[test]
fn a_choice_is_taken_back_until_something_was_revealed() {
    let position = file_with("strategize.position", STRATEGIZE);
    let script = "undo\nsystem 10A\npair hold-the-line\nundo\npair glory\nundo\nundo\n";
    let out = well(&["play", "forbidden-stars", "--bot", "random", "--from", &position, "--seed", "1"], script);
    assert!(out.contains("There is nothing to take back yet."));
    assert!(out.contains("Taken back: pair hold-the-line"));
    assert!(out.contains("Taken back: pair glory-and-death"));
    assert!(out.contains("Undo is not possible: something was revealed."));
}

#[test]
fn a_choice_stands_once_another_player_has_decided() {
    let out = well(&NEW, "1\nundo\n");
    assert!(out.contains("Undo is not possible: World Eaters decided since."), "{out}");
}

#[test]
fn before_the_first_choice_there_is_nothing_to_take_back() {
    // The bot of the first seat has decided by then.
    let out = well(&["play", "forbidden-stars", "--bot", "random", "--human", "chaos", "--seed", "5"], "undo\n");
    assert!(out.contains("There is nothing of yours to take back."), "{out}");
    assert!(!out.contains("decided since"), "{out}");
}

#[test]
fn a_game_from_a_position_says_its_seed() {
    let position = file_with("seeded.position", STRATEGIZE);
    let from = ["play", "forbidden-stars", "--bot", "random", "--from", &position];
    assert!(well(&[&from[..], &["--seed", "11"]].concat(), "").starts_with("A game from a position, with seed 11.\n"));
    assert!(well(&from, "").starts_with("A game from a position, with seed "));
}

#[test]
fn each_player_is_told_why_their_own_choice_stands() {
    let arguments =
        ["play", "forbidden-stars", "--bot", "random", "--human", "ultramarines", "--human", "chaos", "--seed", "5"];
    // Each line goes to the player named by the keyboard; an empty one takes it over.
    let out = well(&arguments, "\nundo\n1\n\nundo\n1\n\nundo\n1\n");
    let answers: Vec<&str> = out
        .lines()
        .filter(|line| (line.contains("Undo") || line.contains("take back")) && line.starts_with("> "))
        .collect();
    assert_eq!(
        answers,
        [
            "> There is nothing to take back yet.",
            "> There is nothing of yours to take back.",
            "> Undo is not possible: World Eaters decided since.",
        ],
        "{out}"
    );
}

#[test]
fn what_was_taken_back_is_not_in_the_record() {
    let record = file("undone.record");
    let record = record.to_str().expect("plain letters");
    // A tile, then the first of the forces on it: two choices of the same player in a row.
    let all = ["play", "forbidden-stars", "--bot", "random", "--option", "map=free", "--seed", "2"];
    well(&all, &format!("1\nsave {record}\n"));
    let before = std::fs::read_to_string(record).expect("it was saved");
    assert!(well(&all, &format!("1\n1\nundo\nsave {record}\n")).contains("Taken back: put "));
    assert_eq!(std::fs::read_to_string(record).expect("it was saved"), before);
}

#[test]
fn several_people_pass_the_keyboard() {
    let arguments = [
        "play",
        "forbidden-stars",
        "--bot",
        "random",
        "--human",
        "ultramarines",
        "--human",
        "chaos",
        "--sides",
        "ultramarines,chaos",
    ];
    let out = well(&arguments, "\n1\n\n1\n");
    assert!(out.contains("Pass the keyboard to World Eaters, who presses Enter."));
    assert!(out.contains("Pass the keyboard to Ultramarines, who presses Enter."));
    assert!(!out.contains("a random bot"));
    assert!(
        !well(&["play", "forbidden-stars", "--bot", "random", "--human", "ultramarines,chaos"], "")
            .contains("a random bot")
    );
}

#[test]
fn nobody_sees_another_ones_orders_or_cards() {
    let out =
        well(&["play", "forbidden-stars", "--bot", "random", "--human", "chaos", "--seed", "5"], "1\nboard\nquit\n");
    let board = &out[out.find("Round 1. ").expect("the board is printed")..];
    assert!(board.contains("Ultramarines facedown"));
    for kind in ["deploy", "strategize", "dominate", "advance"] {
        assert!(!board.contains(&format!("Ultramarines {kind}")), "{board}");
    }
}

#[test]
fn bots_are_chosen_by_name() {
    let play = |rest: &[&'static str]| well(&[&["play", "forbidden-stars", "--seed", "5"], rest].concat(), "");
    assert!(play(&[]).contains("World Eaters (chaos): a bot that thinks 100 ms\n"));
    assert!(play(&["--bot", "greedy"]).contains("World Eaters (chaos): a greedy bot\n"));
    let three = play(&["--seats", "3", "--bots", "random,search:20"]);
    assert!(three.contains("): a random bot\n") && three.contains("): a bot that tries 20 ways\n"), "{three}");
    let two = play(&["--seats", "3", "--human", "chaos", "--bot", "search:20"]);
    assert_eq!(two.matches("): a bot that tries 20 ways\n").count(), 2, "{two}");
}

#[test]
fn a_bot_may_have_weights_of_its_own() {
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/../forbidden-stars/data/advice.ron");
    let bot = format!("greedy@{weights}");
    let out = well(&["play", "forbidden-stars", "--bot", &bot, "--seed", "5"], "quit\n");
    assert!(out.contains(&format!("World Eaters (chaos): a greedy bot with {weights}\n")), "{out}");
    let garbage = file_with("play-garbage.ron", "{}");
    crate::refusals::refused(&["play", "forbidden-stars", "--bot", &format!("greedy@{garbage}")], "are missing");
}

/// A battle ends without a winner of the game: chances would all be none.
#[test]
fn a_hint_in_a_battle_alone_has_no_chances() {
    let position = file_with("hint-battle.position", "battle: orks 2 nob, ork-boyz attack ultramarines 2 scout");
    let arguments = ["play", "forbidden-stars", "--bot", "random", "--from", &position, "--seed", "1"];
    let out = well(&arguments, "hint\n1\nhint\n1\nhint\n1\nhint\nquit\n");
    assert!(out.contains("Nobody wins a game by this alone"), "{out}");
    assert!(!out.contains("hardly ever") && !out.contains("  — then "), "{out}");
    let (_, hint) = out.split_once("most of all first:\n").expect("a list");
    let first = hint.lines().next().expect("a favourite");
    assert!(out.lines().filter(|line| *line == first).count() > 1, "“{first}” is among the choices as it is numbered");
}

/// The bots' choices depend on the seed and on nothing else, as long as no clock is asked.
#[test]
fn bots_play_the_same_game_again() {
    let play = |seed| {
        let all = ["play", "forbidden-stars", "--bot", "search:20", "--seed", seed];
        well(&all, &"1\n".repeat(60))
    };
    assert_eq!(play("5"), play("5"));
    assert_ne!(play("5"), play("6"));
}

#[test]
fn a_hint_names_choices_of_the_list() {
    let out = well(&NEW, "hint\nquit\n");
    let (_, hint) = out.split_once("> From here a bot in your place expects to win ").expect("a hint");
    let named: Vec<&str> = hint.lines().filter(|line| line.contains("  — then ")).collect();
    assert!((1..=3).contains(&named.len()), "{hint}");
    for line in named {
        let (choice, _) = line.split_once("  — then ").expect("a chance");
        assert!(out.lines().any(|offered| offered == choice), "{choice} is among the choices as it is numbered");
    }
}

#[test]
fn a_hint_where_there_is_one_choice() {
    let position = file_with("hint.position", STRATEGIZE);
    let arguments = ["play", "forbidden-stars", "--bot", "random", "--from", &position, "--seed", "1"];
    assert!(well(&arguments, "hint\n").contains("There is only one choice: system 10A.\n"));
}

/// Hints and bots go on where a record was left, and after something was taken back.
#[test]
fn bots_and_hints_follow_what_was_taken_back() {
    let record = file("followed.record");
    let record = record.to_str().expect("plain letters");
    let all = ["play", "forbidden-stars", "--bot", "search:20", "--option", "map=free", "--seed", "2"];
    let out = well(&all, &format!("1\nhint\n1\nundo\nhint\n2\n1\n1\n1\n1\nsave {record}\n"));
    assert_eq!(out.matches("From here a bot in your place expects").count(), 2, "{out}");
    assert!(out.contains("Saved as "), "{out}");
    let out = well(&["play", "forbidden-stars", "--from", record, "--bot", "search:20"], "hint\n1\n1\nquit\n");
    assert!(out.contains("From here a bot in your place expects") || out.contains("There is only one choice"), "{out}");
}
