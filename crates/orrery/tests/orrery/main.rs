//! The program as people meet it: what they type, what they read, and its exit status.

mod analyse;
mod archives;
mod forbidden_stars;
mod refusals;
mod serve;
mod sim;
mod tournament;
mod tune;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The game that comes first: what tests play that are not about a game of their own.
pub fn game() -> &'static str {
    games::SHELF.first().name()
}

/// Who plays what at its usual table, by id.
pub fn sides() -> Vec<String> {
    games::SHELF.first().fill(&Default::default(), 0).expect("the usual table").sides
}

/// What a run of the program left behind.
#[derive(Debug)]
pub struct Ran {
    pub out: String,
    pub complaint: String,
    pub status: i32,
}

/// Runs the program with these arguments and this text on its standard input.
pub fn orrery(arguments: &[&str], input: &str) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_orrery"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("its input is a pipe");
    let input = input.to_owned();
    // On a thread of its own: the program may write much before it has read everything, or stop reading early.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()).is_ok());
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    Ran {
        out: String::from_utf8(output.stdout).expect("text"),
        complaint: String::from_utf8(output.stderr).expect("text"),
        status: output.status.code().expect("it was not killed"),
    }
}

/// A run that ends well and complains of nothing.
#[track_caller]
pub fn well(arguments: &[&str], input: &str) -> String {
    let ran = orrery(arguments, input);
    assert_eq!((ran.status, ran.complaint.as_str()), (0, ""), "{arguments:?} printed:\n{}", ran.out);
    ran.out
}

/// What a run leaves behind that hears Ctrl-C after so many seconds.
#[cfg(unix)]
pub fn interrupted_after(arguments: &[&str], seconds: f64) -> std::process::Output {
    let child = Command::new(env!("CARGO_BIN_EXE_orrery"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(std::time::Duration::from_secs_f64(seconds));
    // It may have ended already.
    let _ = Command::new("kill").args(["-INT", &child.id().to_string()]).stderr(Stdio::null()).status();
    child.wait_with_output().expect("the program ends")
}

/// A file for one test, which names it.
pub fn file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// The path of a file for one test that is not there yet.
pub fn no_file(name: &str) -> String {
    let path = file(name);
    if path.exists() {
        std::fs::remove_file(&path).expect("the test folder can be written");
    }
    path.to_str().expect("plain letters").to_owned()
}

/// A file for one test with this text in it.
pub fn file_with(name: &str, text: &str) -> String {
    let path = file(name);
    std::fs::write(&path, text).expect("the test folder can be written");
    path.to_str().expect("plain letters").to_owned()
}
