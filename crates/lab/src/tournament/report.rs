//! What a tournament comes to. It depends on the games alone, not on the order in which they were played.

use super::{Elo, Meeting, Outcome, Plan, Played, fit};
use crate::matches::Trouble;
use crate::statistics::{Percentiles, Share, Times};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Ratings are relative to this bot where it takes part.
const ANCHOR: &str = "greedy";

/// Everything there is to say about a tournament. A shared victory is shared out among the winners.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Games that came to their end.
    pub games: u64,
    pub planned: u64,
    /// How many games there are until everybody has met everybody, with every seat in turn.
    pub cycle: u64,
    pub seats: usize,
    pub first_seed: u64,
    /// In the order in which they were named; those with the same name are one.
    pub bots: Vec<BotReport>,
    /// Whose rating is 0; the mean of those who have played is if this is nobody.
    pub anchor: Option<String>,
    pub wins_by_side: BTreeMap<String, Share>,
    pub wins_by_seat: Vec<Share>,
    pub endings: BTreeMap<String, u64>,
    pub rounds_played: BTreeMap<u8, u64>,
    pub illegal: u64,
    pub stuck: u64,
    pub panicked: u64,
    pub broken: Vec<String>,
    /// By bot, in milliseconds; forced choices left out. The only part that depends on the clock.
    pub decision_times: BTreeMap<String, Percentiles>,
}

/// How one bot, or all of one name, did.
#[derive(Clone, Debug, Serialize)]
pub struct BotReport {
    pub name: String,
    /// Games won, of those it took part in.
    pub won: Share,
    /// The share that equals would win: the seats it had of all seats.
    pub fair_share: f64,
    /// None if it has not played a game to its end.
    pub elo: Option<Elo>,
    /// Seats that won, of those it had; equals would win one in as many as there are seats.
    pub by_side: BTreeMap<String, Share>,
    pub by_seat: Vec<Share>,
}

/// Games won, or parts of them, and games played.
#[derive(Clone, Copy, Debug, Default)]
struct Won(f64, u64);

impl Won {
    fn add(&mut self, won: f64) {
        self.0 += won;
        self.1 += 1;
    }

    fn share(self) -> Share {
        Share::new(self.0, self.1)
    }
}

/// The games of one name so far.
#[derive(Clone, Debug, Default)]
struct Tally {
    games: Won,
    seats_had: u64,
    by_side: BTreeMap<String, Won>,
    by_seat: Vec<Won>,
    times: Times,
}

impl Report {
    /// Games in any order.
    pub fn new(bots: &[String], seats: usize, planned: u64, first_seed: u64, plan: &Plan, games: &[Played]) -> Report {
        // Sums of thirds depend on their order.
        let mut games: Vec<&Played> = games.iter().collect();
        games.sort_by_key(|game| game.game);
        let mut names: Vec<&String> = Vec::new();
        for name in bots {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let place = |name: &String| names.iter().position(|one| *one == name).expect("the plan names the bots");
        let mut tallies = vec![Tally { by_seat: vec![Won::default(); seats], ..Tally::default() }; names.len()];
        let mut report = Report {
            games: 0,
            planned,
            cycle: plan.cycle(),
            seats,
            first_seed,
            bots: Vec::new(),
            anchor: None,
            wins_by_side: BTreeMap::new(),
            wins_by_seat: Vec::new(),
            endings: BTreeMap::new(),
            rounds_played: BTreeMap::new(),
            illegal: 0,
            stuck: 0,
            panicked: 0,
            broken: Vec::new(),
            decision_times: BTreeMap::new(),
        };
        let mut meetings = Vec::new();
        let (mut by_side, mut by_seat) = (BTreeMap::<String, Won>::new(), vec![Won::default(); seats]);
        for game in games {
            let playing: Vec<usize> = game.bots.iter().map(place).collect();
            for (&bot, times) in playing.iter().zip(&game.times) {
                tallies[bot].times.merge(times);
            }
            let score = match &game.outcome {
                Outcome::Finished(score) => score,
                Outcome::Broken(broken) => {
                    *match broken.trouble {
                        Trouble::Illegal => &mut report.illegal,
                        Trouble::Stuck => &mut report.stuck,
                        Trouble::Panicked => &mut report.panicked,
                    } += 1;
                    report.broken.push(format!("game {} ({}): {broken}", game.game, game.bots.join(", ")));
                    continue;
                }
            };
            report.games += 1;
            *report.endings.entry(score.ending.clone()).or_default() += 1;
            *report.rounds_played.entry(score.round).or_default() += 1;
            for (seat, (&bot, side)) in playing.iter().zip(&game.wish.sides).enumerate() {
                let won = score.won(seat);
                tallies[bot].seats_had += 1;
                tallies[bot].by_seat[seat].add(won);
                tallies[bot].by_side.entry(side.clone()).or_default().add(won);
                by_seat[seat].add(won);
                by_side.entry(side.clone()).or_default().add(won);
            }
            for (bot, tally) in tallies.iter_mut().enumerate().filter(|(bot, _)| playing.contains(bot)) {
                tally.games.add((0..seats).filter(|&seat| playing[seat] == bot).map(|seat| score.won(seat)).sum());
            }
            let set = plan.set_of(game.game - 1);
            for &winner in &score.winners {
                for seat in (0..seats).filter(|&seat| playing[seat] != playing[winner]) {
                    let together = score.winners.contains(&seat);
                    // Two who win together are one drawn meeting, not one for each of them.
                    if !together || seat > winner {
                        let result = if together { 0.5 } else { 1.0 };
                        meetings.push(Meeting { set, one: playing[winner], other: playing[seat], score: result });
                    }
                }
            }
        }
        // Nothing is known of who has not played, and he says nothing about the others.
        let rated: Vec<usize> = (0..names.len()).filter(|&bot| tallies[bot].games.1 > 0).collect();
        let place_of = |bot: usize| rated.iter().position(|&one| one == bot).expect("who has met others has played");
        for meeting in &mut meetings {
            (meeting.one, meeting.other) = (place_of(meeting.one), place_of(meeting.other));
        }
        let anchor = rated.iter().position(|&bot| names[bot] == ANCHOR);
        report.anchor = anchor.map(|_| ANCHOR.to_owned());
        let mut ratings = vec![None; names.len()];
        for (&bot, elo) in rated.iter().zip(fit(rated.len(), &meetings, anchor)) {
            ratings[bot] = Some(elo);
        }
        for ((name, tally), elo) in names.iter().zip(tallies).zip(ratings) {
            report.decision_times.insert((*name).clone(), tally.times.percentiles());
            report.bots.push(BotReport {
                name: (*name).clone(),
                won: tally.games.share(),
                fair_share: tally.seats_had as f64 / (tally.games.1.max(1) * seats as u64) as f64,
                elo,
                by_side: shares(tally.by_side),
                by_seat: tally.by_seat.into_iter().map(Won::share).collect(),
            });
        }
        report.wins_by_side = shares(by_side);
        report.wins_by_seat = by_seat.into_iter().map(Won::share).collect();
        report
    }
}

fn shares(won: BTreeMap<String, Won>) -> BTreeMap<String, Share> {
    won.into_iter().map(|(name, won)| (name, won.share())).collect()
}

/// The first line of the table of all games.
pub const CSV_HEADER: &str = "game,seed,options,seat,bot,side,won,score,decisions,round,ending";

/// All games as a table, a row for each seat. Nothing in it depends on the clock.
pub fn csv(games: &[Played]) -> String {
    let mut games: Vec<&Played> = games.iter().collect();
    games.sort_by_key(|game| game.game);
    let mut text = format!("{CSV_HEADER}\n");
    for game in games {
        let options: Vec<String> = game.wish.options.iter().map(|(id, value)| format!("{id}={value}")).collect();
        let options = field(&options.join(" "));
        for (seat, (bot, side)) in game.bots.iter().zip(&game.wish.sides).enumerate() {
            let bot = field(bot);
            let rest = match &game.outcome {
                Outcome::Finished(score) => {
                    let (points, decisions) = (score.scores[seat], score.decisions[seat]);
                    format!("{},{points},{decisions},{},{}", score.won(seat), score.round, field(&score.ending))
                }
                Outcome::Broken(broken) => format!(",,,,{}", broken.trouble.name()),
            };
            writeln!(text, "{},{},{options},{},{bot},{side},{rest}", game.game, game.seed, seat + 1)
                .expect("text can be appended to");
        }
    }
    text
}

/// A name may hold the marks that structure the table.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::super::Score;
    use super::*;
    use crate::matches::Broken;
    use hosted::Wish;

    fn played(plan: &Plan, bots: &[String], number: u64, outcome: Outcome) -> Played {
        let fixture = plan.fixture(number);
        Played {
            game: number + 1,
            seed: fixture.seed,
            bots: fixture.line_up.iter().map(|&bot| bots[bot].clone()).collect(),
            wish: Wish {
                sides: ["red", "blue", "green", "grey"].map(str::to_owned)[..fixture.line_up.len()].to_vec(),
                ..Wish::default().with("board", "large")
            },
            outcome,
            times: vec![Times::default(); fixture.line_up.len()],
        }
    }

    fn won_by(winners: &[usize], seats: usize) -> Outcome {
        Outcome::Finished(Score {
            winners: winners.to_vec(),
            scores: vec![1; seats],
            decisions: vec![9; seats],
            round: 6,
            ending: "points".to_owned(),
        })
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    /// One against three of the same name: in game n the strong one sits in seat n, and wins two of four games.
    #[test]
    fn the_same_names_are_pooled_and_fair_shares_shown() {
        let bots = names(&["search:5", "greedy", "greedy", "greedy"]);
        let plan = Plan::new(4, 4, 0);
        let winners: [&[usize]; 4] = [&[0], &[1], &[0], &[1, 2]];
        let games: Vec<Played> =
            (0..4).map(|number| played(&plan, &bots, number, won_by(winners[number as usize], 4))).collect();
        let report = Report::new(&bots, 4, 4, 0, &plan, &games);
        let of = |bot: usize| (report.bots[bot].won.count, report.bots[bot].won.of, report.bots[bot].fair_share);
        assert_eq!((report.bots.len(), of(0), of(1)), (2, (2.0, 4, 0.25), (2.0, 4, 0.75)));
        assert_eq!(report.anchor.as_deref(), Some("greedy"));
        assert_eq!(report.bots[1].elo, Some(Elo::default()));
        assert!(report.bots[0].elo.is_some_and(|elo| elo.rating > 0.0));
        assert_eq!(report.bots[1].by_seat.iter().map(|share| share.of).collect::<Vec<_>>(), [3, 3, 3, 3]);
        assert_eq!(report.wins_by_side["blue"].count, 1.5);
        let backwards: Vec<Played> = games.iter().rev().cloned().collect();
        let again = Report::new(&bots, 4, 4, 0, &plan, &backwards);
        assert_eq!(format!("{report:?}"), format!("{again:?}"));
        assert_eq!(csv(&games), csv(&backwards));
    }

    /// Who has not played is not rated, and does not change the ratings of the others.
    #[test]
    fn who_has_not_played_is_not_rated() {
        let bots = names(&["search:5", "random", "greedy"]);
        let plan = Plan::new(3, 2, 0);
        let games: Vec<Played> = (0..2).map(|number| played(&plan, &bots, number, won_by(&[0], 2))).collect();
        let report = Report::new(&bots, 2, 2, 0, &plan, &games);
        let rated: Vec<bool> = report.bots.iter().map(|bot| bot.elo.is_some()).collect();
        assert_eq!((rated, report.anchor, report.cycle), (vec![true, true, false], None, 6));
        let alone = Report::new(&bots[..2], 2, 2, 0, &plan, &games);
        assert_eq!(report.bots[0].elo, alone.bots[0].elo);
        assert!(Report::new(&bots, 2, 2, 0, &plan, &[]).bots.iter().all(|bot| bot.elo.is_none()));
    }

    #[test]
    fn broken_games_are_counted_and_named() {
        let bots = names(&["greedy", "random"]);
        let plan = Plan::new(2, 2, 3);
        let broken = |trouble| Outcome::Broken(Broken { trouble, seed: 3, at_choice: 7, reason: "so".to_owned() });
        let games = [
            played(&plan, &bots, 0, won_by(&[0], 2)),
            played(&plan, &bots, 1, broken(Trouble::Illegal)),
            played(&plan, &bots, 2, broken(Trouble::Stuck)),
        ];
        let report = Report::new(&bots, 2, 4, 3, &plan, &games);
        assert_eq!((report.games, report.illegal, report.stuck, report.panicked), (1, 1, 1, 0));
        assert_eq!(report.broken[0], "game 2 (random, greedy): seed 3, after 7 choices (illegal): so");
        let table = csv(&games);
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines[1], "1,3,board=large,1,greedy,red,1,1,9,6,points");
        assert_eq!(lines[3], "2,3,board=large,1,random,red,,,,,illegal");
        assert!(lines.iter().all(|line| line.matches(',').count() == 10));
        assert_eq!(field("greedy@a\"b"), "\"greedy@a\"\"b\"");
    }
}
