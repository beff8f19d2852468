//! Many games between bots, and what they say about the balance, the length and the breadth of the game.

use crate::archive::{Kept, Scribe};
use crate::matches::{Broken, Ending, play};
use crate::player::Advised;
use crate::statistics::{Counts, Distribution, Share};
use forbidden_stars::{Catalogue, ForbiddenStars, MapChoice, Options};
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
    options: Options,
    /// Seats.
    winners: Vec<usize>,
    /// By seat, at the end of each round that was begun.
    objectives: Vec<Vec<u8>>,
    decisions: u64,
    legal: Counts,
    ending: Ending,
    pub kept: Option<Kept<ForbiddenStars>>,
}

/// Plays the game with this number, counted from 1.
pub fn simulate(
    catalogue: &'static Catalogue,
    number: u64,
    options: Options,
    seed: u64,
    players: &[&Advised],
    keep: Keep,
) -> Result<Finished, Broken> {
    let mut scribe = Scribe::default();
    let mut legal = Counts::default();
    let mut decisions = 0;
    let mut objectives: Vec<Vec<u8>> = Vec::new();
    let counted = |game: &forbidden_stars::Game| -> Vec<u8> {
        game.table.all_seats().map(|seat| game.table.player(seat).objectives).collect()
    };
    let game = play(catalogue, &options, seed, players, |seen| {
        decisions += 1;
        legal.add(seen.legal.len() as u64);
        // The first question of a round finds the table as the last round left it.
        while objectives.len() + 1 < usize::from(seen.game.table.round) {
            objectives.push(counted(seen.game));
        }
        if keep == Keep::Records {
            scribe.note(seen.legal, &seen.choice);
        }
    })?;
    objectives.push(counted(&game));
    let seed = kernel::Chance::from_number(seed).seed();
    Ok(Finished {
        winners: game.winners().iter().map(|seat| seat.index()).collect(),
        objectives,
        decisions,
        legal,
        ending: Ending::of(&game),
        kept: (keep == Keep::Records).then(|| scribe.finish(number, &options, seed, &game)),
        options,
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
    /// Games won, of those the faction took part in.
    pub wins_by_faction: BTreeMap<String, Share>,
    pub wins_by_seat: Vec<Share>,
    pub set_ups: BTreeMap<&'static str, SetUp>,
    pub rounds: BTreeMap<u8, Round>,
    pub endings: BTreeMap<Ending, u64>,
    pub broken: Vec<String>,
}

/// The games on one kind of map.
#[derive(Clone, Debug, Serialize)]
pub struct SetUp {
    pub games: u64,
    pub wins_by_faction: BTreeMap<String, Share>,
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
    pub wins_by_faction: BTreeMap<String, Share>,
    /// How many objectives each faction had at the end of the round, in the games that came so far. Those in which
    /// somebody had enough before are not among them, so this may fall from round to round.
    pub mean_objectives: BTreeMap<String, f64>,
}

/// Games so far.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    decisions: Counts,
    legal: Counts,
    all: Wins,
    by_map: BTreeMap<&'static str, (Wins, u64)>,
    by_round: BTreeMap<u8, Wins>,
    /// Games that came so far.
    reached: BTreeMap<u8, u64>,
    /// By round and faction: the sum of objectives, and how many times they were counted.
    objectives: BTreeMap<u8, BTreeMap<String, (u64, u64)>>,
    endings: BTreeMap<Ending, u64>,
    broken: Vec<String>,
}

/// Victories by faction and seat. Of each pair, the first is games won and the second games played.
#[derive(Clone, Debug, Default)]
struct Wins {
    games: u64,
    factions: BTreeMap<String, (f64, u64)>,
    seats: Vec<(f64, u64)>,
}

impl Wins {
    fn add(&mut self, game: &Finished) {
        self.games += 1;
        if self.seats.len() < game.options.factions.len() {
            self.seats.resize(game.options.factions.len(), (0.0, 0));
        }
        for (seat, faction) in game.options.factions.iter().enumerate() {
            let won = if game.winners.contains(&seat) { 1.0 / game.winners.len() as f64 } else { 0.0 };
            for (wins, games) in [self.factions.entry(faction.clone()).or_default(), &mut self.seats[seat]] {
                *wins += won;
                *games += 1;
            }
        }
    }

    fn by_faction(&self) -> BTreeMap<String, Share> {
        self.factions.iter().map(|(name, &(wins, games))| (name.clone(), Share::new(wins, games))).collect()
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
        let map = match game.options.map {
            MapChoice::Introductory => "introductory",
            MapChoice::Free => "free",
        };
        let (wins, decisions) = self.by_map.entry(map).or_default();
        wins.add(game);
        *decisions += game.decisions;
        self.by_round.entry(game.objectives.len() as u8).or_default().add(game);
        for (round, counted) in (1..).zip(&game.objectives) {
            *self.reached.entry(round).or_default() += 1;
            for (faction, &objectives) in game.options.factions.iter().zip(counted) {
                let (sum, times) = self.objectives.entry(round).or_default().entry(faction.clone()).or_default();
                *sum += u64::from(objectives);
                *times += 1;
            }
        }
        *self.endings.entry(game.ending).or_default() += 1;
    }

    pub fn report(self, first_seed: u64, bots: Vec<String>) -> Report {
        let games = self.all.games;
        let set_up = |(wins, decisions): (Wins, u64)| SetUp {
            games: wins.games,
            wins_by_faction: wins.by_faction(),
            wins_by_seat: wins.by_seat(),
            decisions_per_game: decisions as f64 / wins.games.max(1) as f64,
        };
        let nobody = Wins::default();
        let round = |(round, objectives): (u8, BTreeMap<String, (u64, u64)>)| {
            let wins = self.by_round.get(&round).unwrap_or(&nobody);
            let mean = |(name, (sum, times)): (String, (u64, u64))| (name, sum as f64 / times as f64);
            let round_of = Round {
                games: self.reached.get(&round).copied().unwrap_or_default(),
                decided: Share::new(wins.games as f64, games),
                wins_by_faction: wins.by_faction(),
                mean_objectives: objectives.into_iter().map(mean).collect(),
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
            wins_by_faction: self.all.by_faction(),
            wins_by_seat: self.all.by_seat(),
            set_ups: self.by_map.into_iter().map(|(map, games)| (map, set_up(games))).collect(),
            rounds: self.objectives.into_iter().map(round).collect(),
            endings: self.endings,
            broken: self.broken,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished(winners: &[usize], objectives: &[[u8; 2]]) -> Finished {
        let mut legal = Counts::default();
        [1, 1, 2, 4].into_iter().for_each(|count| legal.add(count));
        Finished {
            options: Options { factions: vec!["orks".to_owned(), "eldar".to_owned()], map: MapChoice::Free },
            winners: winners.to_vec(),
            objectives: objectives.iter().map(|counted| counted.to_vec()).collect(),
            decisions: 4,
            legal,
            ending: Ending::Objectives,
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
        assert_eq!(won(&report.set_ups["free"].wins_by_faction["eldar"]), (0.5, 2));
        assert_eq!(won(&report.rounds[&2].decided), (1.0, 2));
        assert_eq!(won(&report.rounds[&1].decided), (0.0, 2));
        assert_eq!([1, 2, 3].map(|round| report.rounds[&round].games), [2, 2, 1]);
        assert_eq!(won(&report.rounds[&3].wins_by_faction["orks"]), (0.5, 1));
        assert_eq!(report.rounds[&2].mean_objectives, [("eldar".to_owned(), 1.0), ("orks".to_owned(), 1.5)].into());
        assert_eq!((won(&report.forced), report.choices_per_decision.mean), ((4.0, 8), 2.0));
        assert_eq!(report.rounds_played, [(2, 1), (3, 1)].into());
    }
}
