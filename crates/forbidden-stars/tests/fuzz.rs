//! Fuzz targets: bytes as choices, and bytes as files. A plain `cargo test` runs each for a second;
//! `cargo bolero test` runs the same targets under libFuzzer.

use forbidden_stars::{Catalogue, ForbiddenStars, Game, MapChoice, Options, Position, position};
use kernel::{Chance, Deaf, Record, Rules, Seat, Viewer, from_snapshot, snapshot};

fn options(byte: u8) -> Options {
    let factions: &[&str] = match byte % 6 {
        0 => &["ultramarines", "chaos"],
        1 => &["chaos", "orks", "ultramarines"],
        2 | 3 => &["eldar", "chaos", "orks", "ultramarines"],
        4 => &["orks", "eldar"],
        _ => &["eldar", "ultramarines", "orks"],
    };
    let map = if byte % 6 < 3 { MapChoice::Introductory } else { MapChoice::Free };
    Options { factions: factions.iter().map(|id| (*id).to_owned()).collect(), map }
}

/// Each byte picks one of the legal choices; whatever is picked, the game stays whole and hides what it must.
#[test]
fn bytes_as_choices() {
    bolero::check!().for_each(|bytes: &[u8]| {
        let (&first, rest) = bytes.split_first().unwrap_or((&0, &[]));
        let chance = Chance::from_number(u64::from(first));
        let mut game = Game::new(Catalogue::standard(), &options(first), chance, &mut Deaf).expect("legal options");
        let mut choices = Vec::new();
        for (index, &byte) in rest.iter().enumerate() {
            let Some(question) = game.next_question() else { break };
            game.choices(question.seat, &mut choices);
            assert!(!choices.is_empty(), "nothing to answer at {}", game.breadcrumb());
            let choice = choices[usize::from(byte) * choices.len() / 256];
            let text = ForbiddenStars::print_choice(&game, choice);
            assert_eq!(ForbiddenStars::parse_choice(&game, &text), Ok(choice), "{text}");
            game.choose(question.seat, choice, &mut Deaf).expect("an offered choice is legal");
            ForbiddenStars::conserved(&game).expect("components are conserved");
            if index % 32 == 0 {
                let seat = Seat(byte % game.seats());
                let mut chance = Chance::from_number(index as u64);
                let imagined = ForbiddenStars::conceal(&game, seat, &mut chance);
                let viewer = Viewer::Seat(seat);
                assert_eq!(ForbiddenStars::view(&imagined, viewer), ForbiddenStars::view(&game, viewer));
                let saved = snapshot(&game);
                assert!(from_snapshot(game.catalogue, &saved).expect("a snapshot reads back") == game);
            }
        }
    });
}

/// Lines of a sound position, some of them replaced by what the bytes say.
fn mutated(bytes: &[u8], whole: &str) -> String {
    let mut lines: Vec<String> = whole.lines().map(str::to_owned).collect();
    for change in bytes.chunks(4) {
        let [at, kind, one, two] = *change else { break };
        let index = usize::from(at) % lines.len();
        let line = lines[index].clone();
        match kind % 6 {
            0 => lines[index] = String::from_utf8_lossy(&bytes[..bytes.len().min(40)]).into_owned(),
            1 => lines[index] = line.chars().take(usize::from(one) % (line.chars().count() + 1)).collect(),
            2 => lines.push(line),
            3 => lines[index] = line.replacen(' ', &format!(" {} ", one as char), 1),
            4 => lines.swap(index, usize::from(two) % line.len().max(1) % whole.lines().count()),
            _ => lines[index] = line.replace(|letter: char| letter.is_ascii_digit(), &two.to_string()),
        }
    }
    lines.join("\n")
}

/// A position or record file, however broken, is read or refused with a sentence; what is read can be played.
#[test]
fn bytes_as_files() {
    let catalogue = Catalogue::standard();
    let game = Game::new(catalogue, &options(2), Chance::from_number(3), &mut Deaf).expect("legal options");
    let sound = position::write(&game);
    let mut record = Record::<ForbiddenStars>::new(catalogue, &options(2), &Chance::from_number(3));
    let mut choices = Vec::new();
    let mut replayed = game.clone();
    for _ in 0..20 {
        let question = replayed.next_question().expect("the game has just begun");
        replayed.choices(question.seat, &mut choices);
        record.push(question.seat, ForbiddenStars::print_choice(&replayed, choices[0]));
        replayed.take(question.seat, choices[0], &mut Deaf);
    }
    let record = record.to_string();
    bolero::check!().for_each(|bytes: &[u8]| {
        for text in [String::from_utf8_lossy(bytes).into_owned(), mutated(bytes, &sound)] {
            match Position::read(catalogue, &text) {
                Ok(position) => {
                    let mut game = position.start(Chance::from_number(1), &mut Deaf);
                    for _ in 0..30 {
                        let Some(question) = game.next_question() else { break };
                        game.choices(question.seat, &mut choices);
                        game.take(question.seat, choices[choices.len() / 2], &mut Deaf);
                    }
                }
                Err(error) => assert!(error.to_string().starts_with("line ")),
            }
        }
        for text in [String::from_utf8_lossy(bytes).into_owned(), mutated(bytes, &record)] {
            if let Ok(record) = Record::<ForbiddenStars>::parse(&text) {
                let _ = record.replay(catalogue, &mut Deaf);
            }
        }
        let _ = from_snapshot::<ForbiddenStars>(catalogue, bytes);
    });
}
