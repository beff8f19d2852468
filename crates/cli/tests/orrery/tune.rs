//! `orrery tune`: weights by self-play, and exploiters.

use crate::{file, file_with, orrery, well};

fn tune<'a>(out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec!["tune", "forbidden-stars", "--out", out, "--bot", "greedy", "--seed", "1"];
    arguments.extend(more);
    arguments
}

#[test]
fn weights_are_written_and_can_be_played_with() {
    let path = file("tuned.ron");
    let out = path.to_str().expect("plain letters");
    let printed = well(&tune(out, &["--games", "4", "--turns", "1", "--check", "2"]), "");
    assert!(printed.starts_with("turn 1: "), "{printed}");
    assert!(printed.contains("tables of 4 games, surprise ") && printed.contains("against the old: "), "{printed}");
    let bots = format!("greedy@{out},random");
    let report = well(&["tournament", "forbidden-stars", "--bots", &bots, "--games", "2"], "");
    assert!(report.contains("greedy@"), "{report}");
}

#[test]
fn an_exploiter_is_held_beside_the_mirror() {
    let path = file("exploiter.ron");
    let out = path.to_str().expect("plain letters");
    let printed = well(&tune(out, &["--exploit", "--games", "2", "--turns", "1", "--check", "2"]), "");
    for line in ["generation 1: ", "the exploiter wins ", "the mirror wins 50.0 %"] {
        assert!(printed.contains(line), "{printed}");
    }
    assert!(std::fs::read_to_string(path).expect("it was written").contains("\"objectives\": ("));
}

#[test]
fn what_cannot_be_tuned_is_said() {
    let garbage = file_with("garbage.ron", "{ \"objectives\": (1.0, 2.0) }");
    let fine = file("fine.ron");
    let fine = fine.to_str().expect("plain letters");
    for (arguments, complaint) in [
        (tune("/", &[]), "cannot be written"),
        (tune(fine, &["--from", &garbage]), "the weights of “held” are missing"),
        (tune(fine, &["--from", "no-such-file"]), "no-such-file"),
        (vec!["tune", "forbidden-stars", "--out", fine, "--bot", "search:10ms"], "name a number of iterations"),
        (vec!["tune", "forbidden-stars", "--out", fine, "--bot", "random"], "random does not listen to an adviser"),
        (vec!["tune", "chess", "--out", fine], "there is no game “chess”"),
    ] {
        let ran = orrery(&arguments, "");
        assert_eq!(ran.status, 2, "{arguments:?} {}", ran.out);
        assert!(ran.complaint.contains(complaint), "{}", ran.complaint);
    }
}
