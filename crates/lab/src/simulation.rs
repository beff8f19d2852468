//! Many games between bots, and what they say about the balance, the length and the breadth of the game.

use crate::archive::Scribe;
use crate::archive::frame_of;
use crate::matches::{Broken, play};
use crate::statistics::{Counts, Distribution, Share};
use hosted::{Advised, Hosted, Wish};
use serde::Serialize;
use std::collections::BTreeMap;

/// Whether the choices of each game are written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    Records,
    Results,
}

/// One finished game.
#[derive(Clone, Debug)]
pub struct Finished {
    wish: Wish,
    /// Seats.
    winners: Vec<usize>,
    /// By seat, at the end of each round that was begun.
    scores: Vec<Vec<i32>>,
    decisions: u64,
    legal: Counts,
    ending: String,
    /// Its frame in an archive.
    pub kept: Option<Vec<u8>>,
}

/// Plays the game with this number, counted from 1.
pub fn simulate<H: Hosted>(
    number: u64,
    wish: Wish,
    seed: u64,
    players: &[&Advised],
    keep: Keep,
) -> Result<Finished, Broken> {
    let mut scribe = Scribe::default();
    let mut legal = Counts::default();
    let mut decisions = 0;
    let mut scores: Vec<Vec<i32>> = Vec::new();
    let options = H::options(&wish).expect("the wish was tried before the first game");
    let game = play::<H>(&options, seed, players, |seen| {
        decisions += 1;
        legal.add(seen.legal.len() as u64);
        // The first question of a round finds the table as the last round left it.
        let progress = H::progress(seen.game);
        while scores.len() + 1 < usize::from(progress.round) {
            scores.push(progress.scores.clone());
        }
        if keep == Keep::Records {
            scribe.note(seen.legal, &seen.choice);
        }
    })?;
    let end = H::progress(&game);
    scores.push(end.scores);
    let seed = kernel::Chance::from_number(seed).seed();
    Ok(Finished {
        winners: game.winners().iter().map(|seat| seat.index()).collect(),
        scores,
        decisions,
        legal,
        ending: end.ending.unwrap_or_default().to_owned(),
        kept: (keep == Keep::Records).then(|| frame_of(&scribe.finish(number, &options, seed, &game))),
        wish,
    })
}

/// Everything there is to say about the games. A shared victory is shared out among the winners.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub games: u64,
    pub first_seed: u64,
    /// By seat.
    pub bots: Vec<String>,
    pub decisions_per_game: Distribution,
    pub choices_per_decision: Distribution,
    /// Decisions with one legal choice.
    pub forced: Share,
    pub rounds_played: BTreeMap<u8, u64>,
    /// Games won, of those the side took part in.
    pub wins_by_side: BTreeMap<String, Share>,
    pub wins_by_seat: Vec<Share>,
    /// By the values of the options, where there is more than one way to set up: `map free`.
    pub set_ups: BTreeMap<String, SetUp>,
    pub rounds: BTreeMap<u8, Round>,
    pub endings: BTreeMap<String, u64>,
    pub broken: Vec<String>,
}

/// The games that were set up one way.
#[derive(Clone, Debug, Serialize)]
pub struct SetUp {
    pub games: u64,
    pub wins_by_side: BTreeMap<String, Share>,
    pub wins_by_seat: Vec<Share>,
    pub decisions_per_game: f64,
}

/// One round of the game.
#[derive(Clone, Debug, Serialize)]
pub struct Round {
    /// Games that came so far.
    pub games: u64,
    /// Games that were decided in this round.
    pub decided: Share,
    /// Of these, the games each faction won.
    pub wins_by_side: BTreeMap<String, Share>,
    /// The score that each side had at the end of the round, in the games that came so far. Those in which
    /// somebody had enough before are not among them, so this may fall from round to round.
    pub mean_scores: BTreeMap<String, f64>,
}

/// Games so far.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    decisions: Counts,
    legal: Counts,
    all: Wins,
    by_set_up: BTreeMap<String, (Wins, u64)>,
    by_round: BTreeMap<u8, Wins>,
    /// Games that came so far.
    reached: BTreeMap<u8, u64>,
    /// By round and side: the sum of scores, and how many times they were counted.
    scores: BTreeMap<u8, BTreeMap<String, (i64, u64)>>,
    endings: BTreeMap<String, u64>,
    broken: Vec<String>,
}

/// Victories by side and seat. Of each pair, the first is games won and the second games played.
#[derive(Clone, Debug, Default)]
struct Wins {
    games: u64,
    sides: BTreeMap<String, (f64, u64)>,
    seats: Vec<(f64, u64)>,
}

impl Wins {
    fn add(&mut self, game: &Finished) {
        self.games += 1;
        if self.seats.len() < game.wish.sides.len() {
            self.seats.resize(game.wish.sides.len(), (0.0, 0));
        }
        for (seat, side) in game.wish.sides.iter().enumerate() {
            let won = if game.winners.contains(&seat) { 1.0 / game.winners.len() as f64 } else { 0.0 };
            for (wins, games) in [self.sides.entry(side.clone()).or_default(), &mut self.seats[seat]] {
                *wins += won;
                *games += 1;
            }
        }
    }

    fn by_side(&self) -> BTreeMap<String, Share> {
        self.sides.iter().map(|(name, &(wins, games))| (name.clone(), Share::new(wins, games))).collect()
    }

    fn by_seat(&self) -> Vec<Share> {
        self.seats.iter().map(|&(wins, games)| Share::new(wins, games)).collect()
    }
}

impl Tally {
    /// Adds a game. Sums of thirds depend on their order, so games must come in the order of their numbers.
    pub fn add(&mut self, result: Result<&Finished, &Broken>) {
        let game = match result {
            Ok(game) => game,
            Err(broken) => return self.broken.push(broken.to_string()),
        };
        self.decisions.add(game.decisions);
        self.legal.merge(&game.legal);
        self.all.add(game);
        let (wins, decisions) = self.by_set_up.entry(set_up_of(&game.wish)).or_default();
        wins.add(game);
        *decisions += game.decisions;
        self.by_round.entry(game.scores.len() as u8).or_default().add(game);
        for (round, counted) in (1..).zip(&game.scores) {
            *self.reached.entry(round).or_default() += 1;
            for (side, &score) in game.wish.sides.iter().zip(counted) {
                let (sum, times) = self.scores.entry(round).or_default().entry(side.clone()).or_default();
                *sum += i64::from(score);
                *times += 1;
            }
        }
        *self.endings.entry(game.ending.clone()).or_default() += 1;
    }

    pub fn report(self, first_seed: u64, bots: Vec<String>) -> Report {
        let games = self.all.games;
        let set_up = |(wins, decisions): (Wins, u64)| SetUp {
            games: wins.games,
            wins_by_side: wins.by_side(),
            wins_by_seat: wins.by_seat(),
            decisions_per_game: decisions as f64 / wins.games.max(1) as f64,
        };
        let nobody = Wins::default();
        let round = |(round, scores): (u8, BTreeMap<String, (i64, u64)>)| {
            let wins = self.by_round.get(&round).unwrap_or(&nobody);
            let mean = |(name, (sum, times)): (String, (i64, u64))| (name, sum as f64 / times as f64);
            let round_of = Round {
                games: self.reached.get(&round).copied().unwrap_or_default(),
                decided: Share::new(wins.games as f64, games),
                wins_by_side: wins.by_side(),
                mean_scores: scores.into_iter().map(mean).collect(),
            };
            (round, round_of)
        };
        let choices_per_decision = self.legal.distribution();
        Report {
            games,
            first_seed,
            bots,
            decisions_per_game: self.decisions.distribution(),
            forced: Share::new(self.legal.of(1) as f64, choices_per_decision.count),
            choices_per_decision,
            rounds_played: self.by_round.iter().map(|(&round, wins)| (round, wins.games)).collect(),
            wins_by_side: self.all.by_side(),
            wins_by_seat: self.all.by_seat(),
            set_ups: self.by_set_up.into_iter().map(|(way, games)| (way, set_up(games))).collect(),
            rounds: self.scores.into_iter().map(round).collect(),
            endings: self.endings,
            broken: self.broken,
        }
    }
}

/// How a game was set up, in words: the values of its options.
fn set_up_of(wish: &Wish) -> String {
    let options: Vec<String> = wish.options.iter().map(|(id, value)| format!("{id} {value}")).collect();
    options.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished(winners: &[usize], scores: &[[i32; 2]]) -> Finished {
        let mut legal = Counts::default();
        [1, 1, 2, 4].into_iter().for_each(|count| legal.add(count));
        Finished {
            wish: Wish { sides: vec!["red".to_owned(), "blue".to_owned()], ..Wish::default().with("board", "large") },
            winners: winners.to_vec(),
            scores: scores.iter().map(|counted| counted.to_vec()).collect(),
            decisions: 4,
            legal,
            ending: "points".to_owned(),
            kept: None,
        }
    }

    #[test]
    fn a_report_adds_up() {
        let mut tally = Tally::default();
        tally.add(Ok(&finished(&[0], &[[0, 0], [2, 1]])));
        tally.add(Ok(&finished(&[0, 1], &[[1, 0], [1, 1], [1, 1]])));
        let report = tally.report(7, vec!["random".to_owned(); 2]);
        let won = |share: &Share| (share.count, share.of);
        assert_eq!(report.wins_by_seat.iter().map(won).collect::<Vec<_>>(), [(1.5, 2), (0.5, 2)]);
        assert_eq!(won(&report.set_ups["board large"].wins_by_side["blue"]), (0.5, 2));
        assert_eq!(won(&report.rounds[&2].decided), (1.0, 2));
        assert_eq!(won(&report.rounds[&1].decided), (0.0, 2));
        assert_eq!([1, 2, 3].map(|round| report.rounds[&round].games), [2, 2, 1]);
        assert_eq!(won(&report.rounds[&3].wins_by_side["red"]), (0.5, 1));
        assert_eq!(report.rounds[&2].mean_scores, [("blue".to_owned(), 1.0), ("red".to_owned(), 1.5)].into());
        assert_eq!((won(&report.forced), report.choices_per_decision.mean), ((4.0, 8), 2.0));
        assert_eq!(report.rounds_played, [(2, 1), (3, 1)].into());
    }
}
