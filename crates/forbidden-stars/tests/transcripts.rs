//! Whole games as text, compared verbatim. `UPDATE_EXPECT=1 cargo test --test transcripts` writes them anew; review the
//! difference like code: any change of the rules shows here.

use expect_test::expect_file;
use forbidden_stars::{Catalogue, ForbiddenStars, Game, MapChoice, Options};
use kernel::{Deaf, Record, Rules};
use testkit::laws::play_out;

/// What was chosen and what happened, line by line.
fn transcript(factions: &[&str], map: MapChoice, seed: u64) -> String {
    let catalogue = Catalogue::standard();
    let options = Options { factions: factions.iter().map(|id| (*id).to_owned()).collect(), map };
    let mut record = Record::<ForbiddenStars>::new(catalogue, &options, &kernel::Chance::from_number(seed));
    play_out::<ForbiddenStars>(catalogue, &options, seed, &mut Deaf, |game, seat, _, choice| {
        record.push(seat, ForbiddenStars::print_choice(game, choice));
    })
    .expect("a whole game");
    let mut events = Vec::new();
    let mut game = record.begin(catalogue, &mut events).expect("legal options");
    let mut lines = vec![record.to_string().lines().next().unwrap_or_default().to_owned()];
    tell(&mut lines, &game, &mut events);
    for (index, (seat, choice)) in record.choices.iter().enumerate() {
        let player = &catalogue.factions[usize::from(game.table.player(*seat).faction)].id;
        lines.push(format!("> {player}: {choice}"));
        record.step(&mut game, index, &mut events).expect("the record replays");
        tell(&mut lines, &game, &mut events);
    }
    lines.join("\n") + "\n"
}

fn tell(lines: &mut Vec<String>, game: &Game, events: &mut Vec<forbidden_stars::Event>) {
    lines.extend(events.drain(..).map(|event| format!("  {}", ForbiddenStars::describe_event(game, &event))));
}

#[test]
fn two_seats_on_the_introductory_map() {
    expect_file!["transcripts/two-seats.txt"].assert_eq(&transcript(
        &["ultramarines", "chaos"],
        MapChoice::Introductory,
        5,
    ));
}

#[test]
fn three_seats_on_a_built_map() {
    expect_file!["transcripts/three-seats.txt"].assert_eq(&transcript(&["eldar", "orks", "chaos"], MapChoice::Free, 7));
}
