use crate::archives::archive;
use crate::well;

#[test]
fn an_archive_does_not_depend_on_the_number_of_threads() {
    let rest = ["--seats", "3", "--option", "map=all", "--bots", "random,greedy,random"];
    let (_, one) = archive("threads-1.archive", &[&rest[..], &["--threads", "1"]].concat());
    let (path, three) = archive("threads-3.archive", &[&rest[..], &["--threads", "3"]].concat());
    assert_eq!(one, three);
    let listed = well(&["replay", &path], "");
    assert!(listed.starts_with("6 games of forbidden-stars, played by random, greedy, random\n"), "{listed}");
    let row: Vec<&str> = listed.lines().nth(3).map(|row| row.split_whitespace().collect()).unwrap_or_default();
    assert_eq!(row[..3], ["2", "41", "free"], "{listed}");
    assert!(well(&["replay", &path, "--verify"], "").ends_with(" choices: OK\n"));
}
