//! What a table of any game owes to those who look at it.

use super::*;
use crate::hall::to_json;
use ::forbidden_stars::ForbiddenStars;
use kernel::Rules;
use kernel::SeatSet;
use session::Sitting;

const CHOICES: usize = 10_000;

/// A table at which any legal choice is made, until the game is over or `stop` says so.
fn played(seed: u8, stop: impl Fn(&dyn Table) -> bool) -> Box<dyn Table> {
    let sides = ["ultramarines", "chaos"].map(str::to_owned);
    let settings = Settings::of(vec![Sitting::person("Ann"), Sitting::person("Bo")]);
    let mut table = set_up(ForbiddenStars::NAME, "introductory", &sides, [seed; 32], settings, 0).expect("a table");
    let mut chance = Chance::from_number(u64::from(seed));
    for _ in 0..CHOICES {
        if table.is_over() || stop(&*table) {
            return table;
        }
        let seat = table.seats_asked()[0];
        let page = table.page(looking(Viewer::Seat(seat)), &Have::default());
        let options = page.prompt.expect("the seat is asked").options;
        let choice = options[chance.below(options.len() as u32) as usize].id.clone();
        let entry = table.choose(seat, &[choice], By::Person).expect("it was offered");
        table.apply(&entry, 0).expect("an entry just made can be taken");
    }
    panic!("a game of random choices ends");
}

fn looking(viewer: Viewer) -> Looking {
    Looking { viewer, now: 0, log_from: 0, present: SeatSet::NONE }
}

/// Everything that a table shows to a viewer.
fn shown(table: &dyn Table, viewer: Viewer) -> Vec<String> {
    let (have, middle) = (Have::default(), table.step() / 2);
    vec![
        to_json(&table.page(looking(viewer), &have)),
        to_json(&table.past(middle, looking(viewer), &have)),
        to_json(&table.log(viewer, 0, u32::MAX)),
        table.svg(viewer, Theme::Night),
        to_json(&table.preview(Seat(0), &[], looking(viewer), &have).map_err(|refusal| refusal.to_string())),
    ]
}

/// Nobody is the referee as long as a game goes on, even if a door were left open.
#[test]
fn a_game_that_goes_on_has_no_referee() {
    for seed in 0..4 {
        let table = played(seed, |table| table.step() >= 60 * u32::from(seed + 1));
        assert!(!table.is_over());
        assert_eq!(shown(&*table, Viewer::Referee), shown(&*table, Viewer::Spectator));
    }
}

/// When it is over, all hands, decks and tokens of any step are laid open.
#[test]
fn a_finished_game_is_laid_open() {
    let table = played(1, |_| false);
    let past = |viewer| table.past(table.step() / 2, looking(viewer), &Have::default()).expect("it was played");
    let (open, public) = (past(Viewer::Referee), past(Viewer::Spectator));
    assert!(open.seat.is_none() && open.prompt.is_none() && open.outcome.is_none());
    let seats = |page: &Page| page.fragments["seats"].html.clone();
    for hidden in ["in the deck: ", "coming "] {
        assert!(seats(&open).contains(hidden) && !seats(&public).contains(hidden), "{hidden}");
    }
}

/// What the host asked for sets up the same table again.
#[test]
fn a_table_knows_what_was_asked_for() {
    for (map, sides) in [("introductory", vec!["ultramarines", "chaos"]), ("free", vec!["orks", "eldar", "chaos"])] {
        let sides: Vec<String> = sides.into_iter().map(str::to_owned).collect();
        let settings = Settings::of(sides.iter().map(|_| Sitting::open()).collect());
        let table = set_up(ForbiddenStars::NAME, map, &sides, [1; 32], settings, 0).expect("a table");
        assert_eq!(table.asked_for(), (map.to_owned(), sides));
    }
}
