#[cfg(unix)]
use crate::no_file;
use crate::{game, well};

#[test]
fn laws_and_secrets_are_checked_on_random_games() {
    let text = well(&["laws", game(), "--games", "2", "--secrets", "1"], "");
    assert!(text.contains("laws broken: 0; stuck games: 0"), "{text}");
    let json = |rest: &[&str]| -> serde_json::Value {
        let all = [&["laws", game(), "--games", "2", "--json"], rest].concat();
        serde_json::from_str(&well(&all, "")).expect("JSON")
    };
    let (some, none) = (json(&[]), json(&["--secrets", "0"]));
    assert!(some["secrets"]["pairs"].as_u64() > Some(0) && none["secrets"]["pairs"] == 0, "{some}");
    assert_eq!((&some["games"], &some["endings"]), (&none["games"], &none["endings"]));
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_prints_what_it_has() {
    let battle = games::SHELF.first().offer().odds_example.expect("it has battles");
    let runs = [
        &["sim", game()][..],
        &["sim", "--battle", &battle],
        &["laws", game()],
        &["tournament", game(), "--bots", "random"],
    ];
    for arguments in runs {
        // On a busy machine the program may need longer than a second to listen for the signal.
        let output = [1, 5, 20]
            .into_iter()
            .map(|seconds| interrupted_after(arguments, seconds))
            .find(|output| output.status.code().is_some())
            .expect("the program hears of the interruption");
        let text = String::from_utf8(output.stdout).expect("text");
        assert_eq!(output.status.code(), Some(130), "{arguments:?}: {text}");
        assert!(text.contains(" (interrupted)"), "{arguments:?}: {text}");
    }
}

/// An interrupted run has the first so many games, on however many threads: so many are the same again.
#[cfg(unix)]
#[test]
fn an_interrupted_run_has_no_holes() {
    let (cut, whole) = (no_file("cut-short.archive"), no_file("whole.archive"));
    let sim = ["sim", game(), "--json", "--seed", "11"];
    let output = [1, 5, 20]
        .into_iter()
        .map(|seconds| {
            no_file("cut-short.archive");
            interrupted_after(&[&sim[..], &["--archive", &cut]].concat(), seconds)
        })
        .find(|output| output.status.code().is_some())
        .expect("the program hears of the interruption");
    let mut first: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let played = first["played"].as_u64().expect("a number");
    assert!(played > 1 && first["interrupted"] == true, "{first}");
    let again = well(&[&sim[..], &["--games", &played.to_string(), "--archive", &whole]].concat(), "");
    first["interrupted"] = false.into();
    assert_eq!(first, serde_json::from_str::<serde_json::Value>(&again).expect("JSON"));
    assert!(std::fs::read(cut).expect("an archive") == std::fs::read(whole).expect("an archive"));
}

#[cfg(unix)]
fn interrupted_after(arguments: &[&str], seconds: u64) -> std::process::Output {
    crate::interrupted_after(&[arguments, &["--games", "1000000000", "--threads", "2"]].concat(), seconds as f64)
}
