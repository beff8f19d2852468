//! Forbidden Stars at a table.

use super::{Hosted, MapOffer, Odds, Offer, SeatRange, SideOffer, WhatIf, bots_on_offer, sentence};
use forbidden_stars::advice::Adviser;
use forbidden_stars::{Catalogue, ForbiddenStars, Game, MapChoice, Options};
use kernel::{Rules, Seat};
use lab::odds::{Battle, Change, Figures, Policies, draw, exact, may_be_exact};

impl Hosted for ForbiddenStars {
    type Adviser = Adviser;

    fn catalogue() -> &'static Catalogue {
        Catalogue::standard()
    }

    fn offer() -> Offer {
        let catalogue = Catalogue::standard();
        let sides = catalogue.factions.iter().map(|faction| SideOffer {
            id: faction.id.clone(),
            name: faction.name.clone(),
            race: faction.race.clone(),
        });
        let introductory = &catalogue.map.introductory.factions;
        let by_seats = introductory.iter().map(|factions| (factions.len().to_string(), factions.clone())).collect();
        Offer {
            name: ForbiddenStars::NAME.to_owned(),
            title: "Forbidden Stars".to_owned(),
            available: true,
            seats: SeatRange { least: 2, most: 4 },
            sides: sides.collect(),
            maps: vec![
                MapOffer { id: "introductory".into(), title: "The introductory map".into(), sides: Some(by_seats) },
                MapOffer { id: "free".into(), title: "Build the board together".into(), sides: None },
            ],
            bots: bots_on_offer(),
        }
    }

    fn options(map: &str, sides: &[String]) -> Result<Options, String> {
        let map = match map {
            "introductory" => MapChoice::Introductory,
            "free" => MapChoice::Free,
            _ => return Err("there are two maps, introductory and free".to_owned()),
        };
        Ok(Options { factions: sides.to_vec(), map })
    }

    fn asked_for(options: &Options) -> (String, Vec<String>) {
        let map = match options.map {
            MapChoice::Introductory => "introductory",
            MapChoice::Free => "free",
        };
        (map.to_owned(), options.factions.clone())
    }

    fn odds(game: &Game, seat: Option<Seat>, battles: u64) -> Result<Odds, String> {
        odds(&fought_in(game, seat)?, "This battle from here on", battles)
    }

    fn what_if(game: &Game, seat: Option<Seat>, battles: u64) -> Result<Vec<WhatIf>, String> {
        Ok(what_if(&fought_in(game, seat)?, battles))
    }

    fn odds_of(text: &str, battles: u64) -> Result<Odds, String> {
        odds(&told_in(text)?, text, battles)
    }

    fn what_if_of(text: &str, battles: u64) -> Result<Vec<WhatIf>, String> {
        Ok(what_if(&told_in(text)?, battles))
    }
}

fn fought_in(game: &Game, seat: Option<Seat>) -> Result<Battle, String> {
    Battle::in_game(game, seat).map_err(|_| "No battle is being fought.".to_owned())
}

fn told_in(text: &str) -> Result<Battle, String> {
    Battle::described(Catalogue::standard(), text).map_err(|error| sentence(&error.to_string()))
}

fn odds(battle: &Battle, title: &str, battles: u64) -> Result<Odds, String> {
    let reckoned = Reckoned::of(battle, battles);
    let figures = &reckoned.figures;
    let svg = draw(figures, title).map_err(|error| sentence(&error.to_string()))?;
    let wins = wins(figures);
    let [attacker, defender, _] = wins;
    let (one, other) = (&figures.attacker, &figures.defender);
    let about = if reckoned.is_exact { "exactly".to_owned() } else { format!("± {:.1}", reckoned.error * 100.0) };
    let text = format!(
        "{} wins {:.0} of 100, {} {:.0} ({about}).",
        one.faction,
        attacker * 100.0,
        other.faction,
        defender * 100.0,
    );
    Ok(Odds {
        title: title.to_owned(),
        text,
        svg,
        wins,
        seats: battle.seats_of_game().map(|seats| seats.map(|seat| seat.0)),
        error: reckoned.error,
        battles: reckoned.battles,
        exact: reckoned.is_exact,
        query: battle.in_words(),
        note: note(battle),
        what_if: None,
    })
}

/// What the words leave out.
fn note(battle: &Battle) -> Option<String> {
    if battle.in_words().is_none() {
        return Some("No words fit this battle: one side fights with reinforcement tokens alone.".to_owned());
    }
    let left_out = battle.left_out();
    let (last, others) = left_out.split_last()?;
    let list = if others.is_empty() { (*last).to_owned() } else { format!("{} and {last}", others.join(", ")) };
    Some(format!("The words leave out {list}: they tell of these armies at the start of a combat."))
}

/// How a battle ends.
struct Reckoned {
    figures: Figures,
    /// Standard error of the attacker's share.
    error: f64,
    battles: u64,
    is_exact: bool,
}

/// The most situations that are gone through for exact odds: some hundredths of a second's work.
const MOST_SITUATIONS: usize = 4_000;

impl Reckoned {
    /// Exactly if that is quickly done, else by so many battles at random.
    fn of(battle: &Battle, battles: u64) -> Reckoned {
        if may_be_exact(battle)
            && let Ok(figures) = exact(battle, MOST_SITUATIONS, &|| false)
        {
            return Reckoned { figures, error: 0.0, battles: 0, is_exact: true };
        }
        let mut odds = lab::odds::Odds::new(battle.clone(), Policies::default(), 0);
        odds.sharpen(battles);
        Reckoned { figures: odds.figures(), error: odds.precision(), battles: odds.fought(), is_exact: false }
    }
}

/// Each of a dozen battles is fought no more often than that: they answer a question about points, not fractions.
const MOST_OF_EACH: u64 = 2_000;

/// Those that can be told in words, and that the rules can finish.
fn what_if(battle: &Battle, battles: u64) -> Vec<WhatIf> {
    let all = lab::odds::what_if(battle, battle.side_of_asker()).into_iter().filter_map(|altered| {
        let label = match altered.change {
            Change::OneMore => format!("one more {}", altered.unit),
            Change::OneLess => format!("one {} less", altered.unit),
        };
        let query = altered.battle.in_words()?;
        let figures = Reckoned::of(&altered.battle, battles.min(MOST_OF_EACH)).figures;
        figures.broken.is_empty().then(|| WhatIf { label, query, side: altered.side as u8, wins: wins(&figures) })
    });
    all.collect()
}

fn wins(figures: &Figures) -> [f64; 3] {
    [figures.attacker.wins.share, figures.defender.wins.share, figures.nobody_wins.share]
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::{Chance, Deaf};
    use std::time::{Duration, Instant};

    /// A battle in the midst of a game, its dice rolled.
    fn in_game() -> Game {
        let text = "battle: orks 2 nob attack ultramarines 2 scout; orks upgrades ork-roks used";
        let position = forbidden_stars::Position::read(Catalogue::standard(), &text.replace(';', "\n"));
        position.expect("a position").start(Chance::scripted(&[0, 1, 3, 4, 5, 0]), &mut Deaf)
    }

    /// The words of a battle that is fought say who fights; the note says what they leave out.
    #[test]
    fn a_battle_in_a_game_is_told_in_words() {
        let odds = ForbiddenStars::odds(&in_game(), Some(Seat(1)), 100).expect("a battle");
        let query = "orks 2 nob attack ultramarines 2 scout; orks upgrades ork-roks used";
        assert_eq!(odds.query.as_deref(), Some(query));
        let note = "The words leave out where it is fought, the hands and the dice rolled: they tell of these armies at the \
                    start of a combat.";
        assert_eq!(odds.note.as_deref(), Some(note));
        let told = ForbiddenStars::odds_of(query, 100).expect("it can be read");
        assert_eq!((told.query.as_deref(), told.note, told.exact), (Some(query), None, false));
    }

    /// Small battles with known hands are gone through, and the shares of such a one are known by hand.
    #[test]
    fn small_battles_are_exact() {
        let hands = "orks assets none; orks pairs rokkit-wagon, snapper-gargant, smasher-gargant, gretchin, mek-boyz; \
                     orks deck rokkit-wagon, rokkit-wagon, snapper-gargant, snapper-gargant, smasher-gargant; \
                     ultramarines assets none; ultramarines pairs glory-and-death, fury-of-the-ultramar, ambush, \
                     blessed-power-armour, reconnaissance; ultramarines deck glory-and-death, glory-and-death, \
                     fury-of-the-ultramar, fury-of-the-ultramar, ambush";
        let odds =
            ForbiddenStars::odds_of(&format!("orks nob attack ultramarines scout; {hands}"), 500).expect("a battle");
        assert!(odds.exact && odds.error == 0.0 && odds.battles == 0);
        assert!((odds.wins[0] - 4717.0 / 5184.0).abs() < 1e-12, "{:?}", odds.wins);
        assert_eq!(odds.text, "Evil Sunz wins 91 of 100, Ultramarines 0 (exactly).");
        // Nobody defends.
        let walked_over = ForbiddenStars::odds_of("orks nob attack ultramarines factory", 500).expect("a battle");
        assert!(walked_over.exact && walked_over.wins[0] > 1.0 - 1e-9, "{:?}", walked_over.wins);
    }

    /// For the one who asks, or for the attacker: one more of what is in reserve, one less of what is there.
    #[test]
    fn what_one_unit_would_change() {
        let before = ForbiddenStars::odds_of("orks nob attack ultramarines 2 scout", 2_000).expect("a battle").wins[0];
        let all = ForbiddenStars::what_if_of("orks 2 nob attack ultramarines 2 scout", 2_000).expect("a battle");
        let labels: Vec<&str> = all.iter().map(|one| one.label.as_str()).collect();
        assert_eq!(
            labels,
            ["one more Ork Boyz", "one more Nob", "one more Battle Wagon", "one more Gargant", "one Nob less"]
        );
        let less = all.last().expect("five");
        assert_eq!(less.query, "orks nob attack ultramarines 2 scout");
        assert!((less.wins[0] - before).abs() < 0.05, "{before} {:?}", less.wins);
        assert!(all.iter().all(|row| row.side == 0), "{all:?}");
        let defender = ForbiddenStars::what_if(&in_game(), Some(Seat(1)), 300).expect("a battle");
        assert!(defender.iter().all(|row| row.side == 1), "{defender:?}");
        assert!(defender.iter().any(|one| one.label == "one Scout less"), "{defender:?}");
        assert!(defender.iter().all(|one| one.query.starts_with("orks 2 nob attack ultramarines ")), "{defender:?}");
    }

    /// Whoever asks sees a first figure at once, even where the machine is busy.
    #[test]
    fn the_first_answer_is_there_at_once() {
        let quickest = |text: &str| {
            let tries = (0..5).map(|_| {
                let began = Instant::now();
                let odds = ForbiddenStars::odds_of(text, 500).expect("a battle");
                assert_eq!(odds.battles, 500);
                began.elapsed()
            });
            tries.min().expect("five tries")
        };
        for text in [
            "orks 2 nob, ork-boyz attack ultramarines 2 scout, bastion",
            "orks nob attack ultramarines scout",
            "orks nob attack ultramarines bastion",
            "eldar 4 aspect-warrior, 2 wraithguard, falcon attack chaos 3 cultist, 3 chaos-space-marine, helbrute, bastion",
        ] {
            let quickest = quickest(text);
            assert!(quickest < Duration::from_millis(100), "{text}: {quickest:?}");
        }
    }
}
