//! The log: one line for everything a viewer has heard of.

use crate::common::{Player, looking, seats, table, viewers, whole_log};
use kernel::Viewer;
use session::wire::{LogLine, SceneMark};
use session::{LOG_LIMIT, clean_name};

/// Lines are numbered without gaps, and reading them piece by piece gives what reading them at once gives.
#[test]
fn lines_are_numbered_for_each_viewer() {
    let mut table = table(0);
    let mut player = Player::new(0);
    let mut heard: Vec<Vec<LogLine>> = vec![Vec::new(); viewers(&table).len()];
    while !table.is_over() {
        player.play(&mut table, 1);
        for (viewer, heard) in viewers(&table).into_iter().zip(&mut heard) {
            let looking = session::Looking { log_from: heard.len() as u32, ..looking(viewer) };
            let page = table.page(looking).page;
            assert_eq!(page.log.len() as u32, page.log_end - heard.len() as u32);
            heard.extend(page.log);
        }
    }
    for (viewer, heard) in viewers(&table).into_iter().zip(&heard) {
        assert!(heard.len() > LOG_LIMIT, "the game was long enough to try the limit");
        assert!(heard.iter().enumerate().all(|(number, line)| line.number == number as u32));
        assert!(heard.windows(2).all(|pair| pair[0].step <= pair[1].step));
        assert!(heard.iter().all(|line| !line.text.is_empty() && line.depth <= 3));

        let page = table.page(looking(viewer)).page;
        assert_eq!(page.log.len(), LOG_LIMIT);
        assert_eq!(page.log, heard[heard.len() - LOG_LIMIT..]);
        let (middle, end) = table.log(viewer, 10, 20);
        assert_eq!((middle.as_slice(), end as usize), (&heard[10..20], heard.len()));
        let (long, _) = table.log(viewer, 0, 350);
        assert_eq!(long, heard[350 - LOG_LIMIT..350]);
        assert!(table.log(viewer, 20, 10).0.is_empty());
        assert!(table.log(viewer, u32::MAX, u32::MAX).0.is_empty());
    }
}

/// A line is private exactly if the public does not read it: it reads something else of that seat, or nothing.
#[test]
fn private_lines_are_marked() {
    let mut private = 0;
    for seed in 0..4 {
        let mut table = table(seed);
        Player::new(seed).play(&mut table, 10_000);
        let public = whole_log(&table, Viewer::Spectator);
        assert!(public.iter().all(|line| !line.private));
        for seat in seats(&table) {
            let own = whole_log(&table, Viewer::Seat(seat));
            let text = |line: &LogLine| (line.step, line.text.clone(), line.pieces.clone());
            let mut open = own.iter().filter(|line| !line.private).map(text).peekable();
            for line in &public {
                if open.next_if_eq(&text(line)).is_none() {
                    assert_eq!(line.seat, Some(seat.0), "{} is kept from {seat}", line.text);
                }
            }
            assert_eq!(open.next(), None, "the public does not read it");
            private += own.iter().filter(|line| line.private).count();
        }
    }
    assert!(private > 0);
}

#[test]
fn names_are_cleaned() {
    for (name, shown) in [
        ("Ann", "Ann"),
        ("  Ann \t Bo ", "Ann Bo"),
        ("A\u{ad}nn\u{61c}", "A nn"),
        ("\u{e0041}Ann\u{feff}", "Ann"),
        ("\u{2028}Ann\r\n", "Ann"),
        ("\u{200d}\u{2066}", ""),
        ("<b>Ann</b>", "<b>Ann</b>"),
    ] {
        assert_eq!(clean_name(name), shown);
    }
}

/// Every battle that begins is told to end before the next one, in words that name its end.
#[test]
fn battles_begin_and_end_in_turn() {
    let mut battles = 0;
    for seed in 0..6 {
        let mut table = table(seed);
        let mut player = Player::new(seed);
        while !table.is_over() {
            player.play(&mut table, 1);
        }
        let lines = whole_log(&table, Viewer::Spectator);
        let marks: Vec<SceneMark> = lines.iter().filter_map(|line| line.scene).collect();
        for pair in marks.chunks(2) {
            assert!(matches!(pair, [SceneMark::Begins] | [SceneMark::Begins, SceneMark::Ends]), "{marks:?}");
        }
        battles += marks.len() / 2;
        for line in lines.iter().filter(|line| line.scene == Some(SceneMark::Ends)) {
            assert!(line.text.contains(" wins "), "{}", line.text);
        }
    }
    assert!(battles > 20, "{battles}");
}
