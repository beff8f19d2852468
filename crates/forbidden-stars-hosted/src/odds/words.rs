//! A battle in the words that `Battle::described` reads.

use super::{Battle, Start};
use forbidden_stars::board::Looking;
use forbidden_stars::force::TOKENS;
use forbidden_stars::{Catalogue, ForbiddenStars, Game, Position};
use kernel::{Presentation, Rules, Seat, Viewer};

impl Battle {
    /// `orks 2 nob, ork-boyz routed attack ultramarines 2 scout, bastion; orks assets none`. Nothing is told that is
    /// hidden from the seat that asks: whoever looks at the table sees all of it. None if no words fit, because one side
    /// fights with reinforcement tokens alone.
    pub fn in_words(&self) -> Option<String> {
        match &self.start {
            Start::Position(position) => position.write_battle(self.area, self.seats).map(|lines| lines.join("; ")),
            Start::Game { game, .. } => ForbiddenStars::scene_in_words(game),
        }
    }

    /// What `in_words` does not tell of this battle, as far as the seat that asks can know.
    pub fn left_out(&self) -> Vec<&'static str> {
        match &self.start {
            Start::Position(position) => {
                let told = self.in_words().and_then(|words| read(self.example().catalogue, &words).ok());
                let is_whole = told.is_some_and(|told| told.write() == position.write());
                if is_whole { Vec::new() } else { vec!["where it is fought"] }
            }
            Start::Game { game, seen_by } => self.left_out_of(game, *seen_by),
        }
    }

    fn left_out_of(&self, game: &Game, seen_by: Seat) -> Vec<&'static str> {
        let view = ForbiddenStars::view(game, Viewer::Seat(seen_by));
        let sides = || view.battle.iter().flat_map(|battle| &battle.sides);
        let tokens = self.seats.iter().any(|&seat| game.look().force(self.area, seat).of(TOKENS) > 0);
        let all = [
            ("where it is fought", true),
            ("the hands", self.seats.iter().any(|seat| !view.players[seat.index()].hand.is_empty())),
            ("the cards played", sides().any(|side| side.facedown.is_some() || !side.faceup.is_empty())),
            ("the dice rolled", sides().any(|side| side.dice != [0; 3])),
            ("combat tokens", sides().any(|side| side.tokens != [0; 2])),
            ("reinforcement tokens", tokens),
            ("damage that was suffered", sides().any(|side| !side.hurt.is_empty())),
        ];
        all.into_iter().filter_map(|(what, is_there)| is_there.then_some(what)).collect()
    }
}

/// Reads a line of `Battle::in_words`: the battle, and behind semicolons more lines of a position.
pub fn read(catalogue: &'static Catalogue, text: &str) -> Result<Position, String> {
    let lines = format!("battle: {}", text.replace('\n', " ").replace(';', "\n").to_lowercase());
    Position::read(catalogue, &lines).map_err(|error| error.reason)
}

#[cfg(test)]
mod tests {
    use super::super::{Odds, blind, what_if};
    use super::*;
    use forbidden_stars::table::Side;
    use forbidden_stars::{MapChoice, Options};
    use kernel::{Chance, Deaf};
    use std::collections::BTreeSet;
    use testkit::random::Style;

    fn described(text: &str) -> Battle {
        Battle::described(Catalogue::standard(), text).expect("a battle")
    }

    /// What was read is written in one way, whatever way it was put, and leaves nothing out.
    #[test]
    fn words_are_read_back() {
        for (text, canonical) in [
            (
                "Orks 2 Nobz, 1 Boyz attack\n Ultramarines 2 Scouts, bastion",
                "orks ork-boyz, 2 nob attack ultramarines bastion, 2 scout",
            ),
            ("orks nob routed, nob attack ultramarines scout", "orks nob, nob routed attack ultramarines scout"),
            (
                "orks nob attack chaos city; chaos deck foul-worship; orks upgrades ork-roks used; orks assets none",
                "orks nob attack chaos city; orks assets none; orks upgrades ork-roks used; chaos deck foul-worship",
            ),
            (
                "orks kill-kroozer attack ultramarines 2 strike-cruiser",
                "orks kill-kroozer attack ultramarines 2 strike-cruiser",
            ),
        ] {
            let battle = described(text);
            let words = battle.in_words().expect("words were read");
            assert_eq!(words, canonical);
            assert_eq!(described(&words).in_words().as_deref(), Some(canonical));
            assert_eq!(battle.left_out(), [""; 0]);
        }
    }

    /// A position may lie elsewhere and have more on the board; that is left out.
    #[test]
    fn a_battle_elsewhere_says_so() {
        let text = "battle: orks nob attack ultramarines scout\nat 5A.SW: orks ork-boyz";
        let position = Position::read(Catalogue::standard(), text).expect("a position");
        let battle = Battle::in_position(position).expect("a battle");
        assert_eq!(battle.in_words().as_deref(), Some("orks nob attack ultramarines scout"));
        assert_eq!(battle.left_out(), ["where it is fought"]);
    }

    /// Calls `see` in the midst of battles of games that explorers play.
    fn in_battles(games: u64, mut see: impl FnMut(&Battle, &Game)) {
        let factions = ["eldar", "orks", "chaos", "ultramarines"].map(str::to_owned);
        for seed in 0..games {
            let mut chance = Chance::from_number(seed);
            let seats = 2 + chance.below(3) as usize;
            let options = Options { factions: factions[..seats].to_vec(), map: MapChoice::Free };
            let mut game = Game::new(Catalogue::standard(), &options, Chance::from_number(seed), &mut Deaf)
                .expect("the options are sound");
            let mut choices = Vec::new();
            while let Some(question) = game.next_question() {
                if game.table.battle.is_some() && chance.below(4) == 0 {
                    let seat = Seat(chance.below(seats as u32) as u8);
                    see(&Battle::in_game(&game, Some(seat)).expect("one is fought"), &game);
                }
                game.choices(question.seat, &mut choices);
                let picked = Style::Explorer.pick(&game, question.seat, &choices, &mut chance);
                game.take(question.seat, picked.expect("whoever is asked can answer"), &mut Deaf);
            }
        }
    }

    /// Read back, the words give the same sides, units, routed or not, and structures, and what everybody can see of
    /// both sides' decks, assets and upgrades.
    #[test]
    fn battles_in_games_are_told_in_words() {
        let (mut told, mut routed, mut bought, mut left_out) = (0, 0, 0, BTreeSet::new());
        in_battles(60, |battle, game| {
            left_out.extend(battle.left_out());
            let Some(words) = battle.in_words() else {
                let armies = [0, 1].map(|side| battle.army(side));
                let units = armies[0].plastic().min(armies[1].plastic() + armies[1].structure_count());
                assert_eq!(units, 0, "{armies:?}");
                return;
            };
            assert!(words.chars().count() <= 1_000, "{words}");
            let read = described(&words);
            assert_eq!(read.in_words().as_ref(), Some(&words));
            let Start::Position(position) = &read.start else { panic!("words are a position") };
            for side in 0..2 {
                let mut army = battle.army(side);
                let tokens: Vec<forbidden_stars::force::Posture> = army
                    .groups()
                    .filter(|group| group.0 == TOKENS)
                    .flat_map(|(_, posture, count)| vec![posture; count.into()])
                    .collect();
                tokens.into_iter().for_each(|posture| army.remove(TOKENS, posture));
                assert_eq!(read.army(side), army, "{words}");
                let (one, other) = (game.table.player(battle.seats[side]), position.table().player(read.seats[side]));
                let open = |player: &forbidden_stars::table::Player| {
                    (player.faction, player.pairs, player.assets, player.upgrades, player.used_upgrades, player.scheme)
                };
                assert_eq!(open(one), open(other), "{words}");
            }
            told += 1;
            routed += usize::from(words.contains(" routed"));
            bought += usize::from(words.contains(" upgrades ") && words.contains(" pairs "));
        });
        assert!(told > 200 && routed > 20 && bought > 20, "{told} {routed} {bought}");
        let all = [
            "where it is fought",
            "the hands",
            "the cards played",
            "the dice rolled",
            "combat tokens",
            "reinforcement tokens",
            "damage that was suffered",
        ];
        assert_eq!(left_out, BTreeSet::from(all));
    }

    /// A unit may join or leave in the midst of a battle: it can still be finished, and no component is lost.
    #[test]
    fn battles_go_on_with_one_unit_more_or_less() {
        let (mut more, mut less) = (0, 0);
        in_battles(25, |battle, _| {
            for side in Side::BOTH {
                for altered in what_if(battle, side) {
                    assert_eq!(ForbiddenStars::conserved(&altered.battle.example()), Ok(()));
                    let change =
                        altered.battle.army(side as usize).plastic().abs_diff(battle.army(side as usize).plastic());
                    assert_eq!(change, 1);
                    *(if altered.change == hosted::Change::OneMore { &mut more } else { &mut less }) += 1;
                    let mut odds = Odds::new(altered.battle, blind(), 1);
                    odds.sharpen(3);
                    assert_eq!(
                        odds.figures().broken,
                        [0; 0],
                        "{:?} {} in {:?}",
                        altered.change,
                        altered.unit,
                        battle.in_words()
                    );
                }
            }
        });
        assert!(more > 100 && less > 100, "{more} {less}");
    }

    /// Lines of a position, sensible or not.
    const FACTS: [&str; 30] = [
        "orks assets none",
        "orks assets 3 reinforcement, 3 cache, 3 forge",
        "ultramarines assets 3 reinforcement",
        "orks upgrades ork-roks, kult-of-speed used",
        "ultramarines upgrades drop-pods, crusade",
        "ultramarines scheme exterminatus",
        "orks pairs rokkit-wagon, snapper-gargant, smasher-gargant, gretchin, mek-boyz",
        "ultramarines pairs glory-and-death, fury-of-the-ultramar, ambush, blessed-power-armour, reconnaissance",
        "orks deck gretchin, gretchin, mek-boyz, mek-boyz, ard-boyz, ard-boyz, shoota-boyz",
        "orks deck rokkit-wagon, snapper-gargant, gretchin",
        "ultramarines deck ambush, ambush",
        "ultramarines events rites-of-battle",
        "orks materiel 14",
        "orks objectives 6",
        "orks eliminated",
        "at 5a.sw: orks 3 ork-boyz, city",
        "at 5a.nw: ultramarines 3 strike-cruiser",
        "at 2a.ne: ultramarines 2 scout routed, factory",
        "at 2a.nw: orks gargant",
        "storm 2a-north",
        "orders 2a: orks advance, ultramarines deploy",
        "ultramarines on-deck strategize",
        "orks resolved advance",
        "turn ultramarines",
        "first ultramarines",
        "active 2a",
        "round 8",
        "phase battle",
        "tile 10a at 1 0 turn 1",
        "objective 2a.nw ultramarines",
    ];

    /// Whatever can be read can be fought, and is told in words that give the same battle again.
    #[test]
    fn battles_with_any_facts_can_be_fought() {
        let armies = [
            "orks 2 nob, gargant attack ultramarines 2 scout, bastion",
            "orks nob routed attack ultramarines city, factory",
            "orks 2 kill-kroozer attack ultramarines battle-barge, strike-cruiser routed",
            "ultramarines warlord-titan attack orks 3 ork-boyz",
        ];
        let mut chance = Chance::from_number(7);
        let (mut read, mut refused) = (0, 0);
        for _ in 0..600 {
            let facts = (0..chance.below(7)).map(|_| FACTS[chance.below(FACTS.len() as u32) as usize]);
            let facts: Vec<&str> = facts.collect();
            let army = armies[chance.below(armies.len() as u32) as usize];
            let text = [&[army], &facts[..]].concat().join("; ");
            let Ok(battle) = Battle::described(Catalogue::standard(), &text) else {
                refused += 1;
                continue;
            };
            read += 1;
            let words = battle.in_words().expect("both sides have units or structures");
            assert_eq!(described(&words).in_words().as_ref(), Some(&words), "{text}");
            for battle in what_if(&battle, battle.side_of_asker()).into_iter().map(|one| one.battle).chain([battle]) {
                let mut odds = Odds::new(battle.clone(), blind(), 1);
                odds.sharpen(3);
                assert_eq!(odds.figures().broken, [0; 0], "{text}");
                let _exact_or_not = super::super::exact(&battle, 50, &|| false);
            }
        }
        assert!(read > 150 && refused > 50, "{read} {refused}");
    }
}
