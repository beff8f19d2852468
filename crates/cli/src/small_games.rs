//! Every command with games of another kind than those people come for: no odds, no positions, no pictures, no weights,
//! up to six seats.

use crate::{read, run};
use small_games::SHELF;

/// What the program prints, or how it refuses.
fn orrery(words: &[&str], input: &str) -> Result<String, String> {
    let arguments = read(SHELF, [&["orrery"], words].concat()).map_err(|error| error.to_string())?;
    let mut out = Vec::new();
    run(arguments, SHELF, &mut input.as_bytes(), &mut out).map_err(|error| format!("{error:#}"))?;
    Ok(String::from_utf8(out).expect("text"))
}

#[track_caller]
fn well(words: &[&str], input: &str) -> String {
    orrery(words, input).unwrap_or_else(|refusal| panic!("{words:?}: {refusal}"))
}

#[track_caller]
fn refused(words: &[&str], sentence: &str) {
    let refusal = orrery(words, "").expect_err("it is refused");
    assert!(refusal.contains(sentence), "{refusal}");
}

/// One after the other: they share the ear for Ctrl-C.
#[test]
fn every_command_plays_every_game() {
    let folder = std::env::temp_dir().join(format!("orrery-small-games-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let path = |name: &str| folder.join(name).to_str().expect("plain letters").to_owned();
    for title in SHELF.titles() {
        let (name, range) = (title.name(), title.offer().seats);
        let most = range.most.to_string();
        let (record, archive) = (path(&format!("{name}.record")), path(&format!("{name}.archive")));

        let save = format!("1\nboard\n?\nwhy\nsave {record}\n");
        let out = well(&["play", name, "--bot", "random", "--seed", "3", "--seats", &most], &save);
        let sides = title.offer().sides;
        let called = |seat: usize| format!("{} ({})", sides[seat].name, sides[seat].id);
        let players = format!("{}: at the keyboard\n{}: a random bot\n", called(0), called(1));
        assert!(out.starts_with(&format!("A new game with seed 3.\n{players}")), "{out}");
        assert!(out.contains(&format!("Saved as {record}.")), "{out}");
        let out = well(&["play", name, "--from", &record, "--bot", "greedy"], &"1\n".repeat(500));
        assert!(out.contains("The game is over. Winner: "), "{out}");

        let sim = ["sim", name, "--games", "4", "--seats", &most, "--threads", "2"];
        let out = well(&[&sim[..], &["--archive", &archive]].concat(), "");
        assert!(out.starts_with("4 games from seed 0\n") && out.contains(&title.offer().score_word), "{out}");
        assert!(well(&["replay", &archive], "").starts_with(&format!("4 games of {name}, ")));
        assert!(well(&["replay", &archive, "--verify"], "").ends_with(": OK\n"));
        assert!(well(&["replay", &record, "--verify"], "").ends_with(": OK\n"));
        assert!(well(&["show", &record], "").contains("has no positions as text; this is what everybody sees"));
        let shown = well(&["show", &archive, "--game", "2", "--as", &sides[0].id], "");
        assert!(shown.contains(&format!("# record of {name} ")), "{shown}");
        let svg = path(&format!("{name}.svg"));
        well(&["show", &archive, "--game", "2", "--svg", &svg], "");
        assert!(std::fs::read_to_string(&svg).expect("a picture").starts_with("<svg"));
        let out = well(&["analyse", &archive, "--game", "1", "--bot", "search:20", "--threads", "1"], "");
        assert!(out.contains("Winner: "), "{out}");

        let out = well(&["tournament", name, "--bots", "greedy,random", "--games", "4"], "");
        assert!(
            out.contains(&format!("\n {} ", title.offer().side_word.to_lowercase()))
                && out.contains("illegal choices: 0; stuck games: 0"),
            "{out}"
        );
        let out = well(&["laws", name, "--games", "6", "--secrets", "3"], "");
        assert!(out.contains("laws broken: 0; stuck games: 0"), "{out}");
        assert!(title.offer().endings.iter().any(|ending| out.contains(&ending.title)), "{out}");
        refused(&["tune", name, "--out", &path("weights")], "have no weights to tune");
        refused(&["odds", "one attack another", "--of", name], "has no odds to tell");
        refused(&["sim", name, "--battle", "one attack another"], "has no odds to tell");
        refused(&["play", name, "--seats", "9"], &format!("is for {} to {most} players, not 9", range.least));
    }
    let out = well(&["sim", "nim", "--games", "4", "--option", "heaps=all"], "");
    assert!(out.contains("with heaps 3-4-5") && out.contains("with heaps 1-3-5-7"), "{out}");
    refused(&["odds", "everybody"], "is neither a file nor a battle; name a position or a record");
    refused(
        &["play", "nim", "--from", &path("parley.record")],
        "is a record of parley; write orrery play parley --from",
    );
    refused(&["sim"], "name a game (orrery sim parley)");
    std::fs::remove_dir_all(&folder).expect("the folder was ours");
}
