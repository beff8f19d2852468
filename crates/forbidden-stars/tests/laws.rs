//! The laws of the kernel on random games.
use forbidden_stars::{Catalogue, ForbiddenStars, MapChoice, Options};
use testkit::laws::{Thoroughness, check_game};

fn options(factions: &[&str], map: MapChoice) -> Options {
    Options { factions: factions.iter().map(|id| (*id).to_owned()).collect(), map }
}

#[test]
fn laws_hold_on_random_games() {
    let catalogue = Catalogue::standard();
    let tables = [
        options(&["ultramarines", "chaos"], MapChoice::Introductory),
        options(&["orks", "ultramarines", "chaos"], MapChoice::Introductory),
        options(&["eldar", "orks", "ultramarines", "chaos"], MapChoice::Introductory),
        options(&["eldar", "orks"], MapChoice::Free),
        options(&["chaos", "orks", "eldar"], MapChoice::Free),
        options(&["eldar", "orks", "ultramarines", "chaos"], MapChoice::Free),
    ];
    for (index, table) in tables.iter().enumerate() {
        for seed in 0..4 {
            match check_game::<ForbiddenStars>(catalogue, table, seed, Thoroughness::QUICK) {
                Ok(played) => println!("{index} {seed} {} {:?}", played.decisions, played.winners),
                Err(broken) => panic!("{index}: {broken}"),
            }
        }
    }
}
