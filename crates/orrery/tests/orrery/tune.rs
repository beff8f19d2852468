//! `orrery tune`: weights by self-play, and exploiters.

use crate::refusals::refused;
use crate::{file_with, game, no_file, well};
#[cfg(unix)]
use std::process::{Child, Command, Stdio};

fn tune<'a>(out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec!["tune", game(), "--out", out, "--bot", "greedy", "--seed", "1"];
    arguments.extend(more);
    arguments
}

const BRIEF: [&str; 6] = ["--games", "5", "--turns", "1", "--check", "2"];

#[test]
fn weights_are_written_and_can_be_played_with() {
    let out = no_file("tuned.ron");
    let printed = well(&tune(&out, &BRIEF), "");
    assert!(printed.starts_with("turn 1: "), "{printed}");
    assert!(
        printed.contains("tables of 5 games; on those held out, surprise ") && printed.contains("against the old: "),
        "{printed}"
    );
    let bots = format!("greedy@{out},random");
    let report = well(&["tournament", game(), "--bots", &bots, "--games", "2"], "");
    assert!(report.contains("greedy@"), "{report}");
}

#[test]
fn an_exploiter_is_held_against_its_prey() {
    let out = no_file("exploiter.ron");
    let printed = well(&tune(&out, &["--exploit", "--games", "2", "--turns", "1", "--check", "2"]), "");
    for line in ["generation 1: ", "the exploiter wins ", "the mirror wins half by construction: "] {
        assert!(printed.contains(line), "{printed}");
    }
    let tuning = games::SHELF.first().tuning().expect("its bots can be tuned");
    tuning.read(&std::fs::read_to_string(out).expect("it was written")).expect("weights");
}

#[test]
fn what_cannot_be_tuned_is_said() {
    let garbage = file_with("garbage.ron", "{}");
    let fine = no_file("fine.ron");
    let by = |bot: &'static str| vec!["tune", game(), "--out", "fine.ron", "--bot", bot];
    refused(&tune("/", &[]), "/ is the name of a folder; name a file");
    refused(&tune(env!("CARGO_TARGET_TMPDIR"), &[]), "cannot be written: it is a folder; name a file");
    refused(&tune("no/such/folder/w.ron", &[]), "no/such/folder/w.ron cannot be written");
    refused(&tune(&fine, &["--from", &garbage]), "garbage.ron: ");
    refused(&tune(&fine, &["--from", "no-such-file"]), "the weights no-such-file cannot be read");
    refused(&tune(&garbage, &[]), "is another kind of file and stays as it is");
    refused(&by("search:10ms"), "name a number of iterations");
    refused(&by("random"), "random does not listen to an adviser");
    refused(&by("greedy@bold.ron"), "name --bot greedy, and --from bold.ron");
    refused(&["tune", "chess", "--out", &fine], "there is no game “chess”");
    refused(&tune(&fine, &["--games", "1"]), "it must be a whole number, 2 or more");
    assert!(!std::path::Path::new(&fine).exists());
}

/// Hours of work lie in such a file.
#[test]
fn weights_do_not_give_way_to_a_fresh_start() {
    let path = no_file("precious.ron");
    well(&tune(&path, &BRIEF), "");
    let precious = std::fs::read_to_string(&path).expect("it was written").replacen("(", "(1", 1);
    std::fs::write(&path, &precious).expect("the test folder can be written");
    refused(&tune(&path, &BRIEF), &format!("exists; go on from it with --from {path}, or name another file"));
    assert_eq!(std::fs::read_to_string(&path).expect("it is still there"), precious);
    let printed = well(&tune(&path, &[&BRIEF[..], &["--from", &path]].concat()), "");
    let kept = printed.contains("against the old: kept");
    assert_eq!(kept, std::fs::read_to_string(&path).expect("it is still there") != precious, "{printed}");
}

#[cfg(unix)]
fn begin(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_orrery"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

#[cfg(unix)]
fn interrupt(child: &Child) {
    let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
    assert!(told.success());
}

/// Before the first turn is over nothing is written, and nothing that was there is touched.
#[cfg(unix)]
#[test]
fn an_interrupted_first_turn_leaves_everything_as_it_was() {
    let (new, old) = (no_file("interrupted.ron"), no_file("interrupted-from.ron"));
    well(&tune(&old, &BRIEF), "");
    let before = std::fs::read_to_string(&old).expect("it was written");
    for (out, more) in [(&new, &[][..]), (&old, &["--from", &old])] {
        let arguments = [&tune(out, &["--games", "100000000"])[..], more].concat();
        // On a busy machine the program may need longer than a second to listen for the signal.
        let output = [1, 5, 20]
            .into_iter()
            .map(|seconds| {
                let child = begin(&arguments);
                std::thread::sleep(std::time::Duration::from_secs(seconds));
                interrupt(&child);
                child.wait_with_output().expect("the program ends")
            })
            .find(|output| output.status.code().is_some())
            .expect("the program hears of the interruption");
        let text = String::from_utf8(output.stdout).expect("text");
        assert_eq!(output.status.code(), Some(130), "{text}");
        assert_eq!(text, "Interrupted before the first turn was over; nothing is written.\n");
    }
    assert!(!std::path::Path::new(&new).exists());
    assert_eq!(std::fs::read_to_string(&old).expect("it is still there"), before);
}

/// A check that was not finished says nothing.
#[cfg(unix)]
#[test]
fn an_interrupted_check_of_an_exploiter_has_no_share() {
    use std::io::{BufRead, BufReader, Read};
    let out = no_file("unchecked.ron");
    let mut child = begin(&tune(&out, &["--exploit", "--games", "2", "--turns", "1", "--check", "1000000"]));
    let mut printed = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut text = String::new();
    printed.read_line(&mut text).expect("text");
    assert!(text.starts_with("generation 1: "), "{text}");
    interrupt(&child);
    printed.read_to_string(&mut text).expect("text");
    assert_eq!(child.wait().expect("the program ends").code(), Some(130), "{text}");
    assert!(text.contains("has the weights after 1 generation.") && !text.contains("the exploiter wins"), "{text}");
}
