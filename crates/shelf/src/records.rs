//! Recorded games, alone and in archives.

use crate::any_match::{AnyMatch, Played};
use crate::hint::Scope;
use hosted::{Advised, Hosted, Wish};
use kernel::{Deaf, Presentation, Record, Rules, Seat, fingerprint};
use lab::analysis::{self, Analysis, Thoroughness, Weighed};
use lab::archive::{Archive, Kept, Stamp};
use session::{By, Entry, Made, Match, Settings};
use std::ops::Range;

/// A recorded game.
pub trait AnyRecord {
    fn seats(&self) -> u8;
    /// Choices, forced ones included.
    fn len(&self) -> usize;
    /// As `len` of other things, for those who ask first.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    fn is_cut_off(&self) -> bool;
    /// Why it may replay another way, if it comes from other rules or other cards.
    fn stranger(&self) -> Option<String>;
    fn wish(&self) -> Wish;
    fn engine(&self) -> &str;
    fn catalogue(&self) -> &str;
    /// Runs the game again; `each` is told what was told when it began and after each choice, and says whether to go on.
    /// The error says where the game goes another way than recorded.
    fn replay(&self, each: &mut dyn FnMut(Told<'_>) -> bool) -> Result<(), String>;
    /// The match in which the record ends, or a sentence that says where it goes another way.
    fn open(&self, settings: &dyn Fn(u8) -> Settings) -> Result<Box<dyn AnyMatch>, String>;
    /// The match after as many choices as are in order, and what is wrong with the next.
    fn open_as_far_as_it_goes(
        &self,
        settings: &dyn Fn(u8) -> Settings,
    ) -> Result<(Box<dyn AnyMatch>, Option<String>), String>;
    fn study(&self) -> Result<Box<dyn AnyStudy + '_>, String>;
    fn text(&self) -> String;
}

/// What happens in a replay.
#[expect(missing_debug_implementations, reason = "a function has nothing to show")]
pub struct Told<'a> {
    /// Who chose, and what; nobody when the game begins.
    pub chose: Option<(&'a str, &'a str)>,
    pub lines: &'a [String],
    /// Where the game is then; none when it is over.
    pub breadcrumb: Option<String>,
    /// A fingerprint of the game then.
    pub fingerprint: &'a dyn Fn() -> String,
}

/// A recorded game being gone through.
pub trait AnyStudy: Sync {
    fn len(&self) -> usize;
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    fn players(&self) -> Vec<String>;
    fn weigh(&self, index: usize, judge: &Advised, thoroughness: Thoroughness) -> Weighed;
    fn conclude(&self, thoroughness: Thoroughness, decisions: Vec<Weighed>) -> Analysis;
}

/// Many recorded games.
pub trait AnyArchive {
    fn stamp(&self) -> Option<&Stamp>;
    fn stranger(&self) -> Option<String>;
    /// One sentence for each damaged stretch.
    fn damage(&self) -> &[String];
    fn games(&self) -> Vec<GameInArchive>;
    /// The whole game with this number as a record; none if there is no such game.
    fn record(&self, number: u64) -> Option<Result<Box<dyn AnyRecord>, String>>;
    /// Replays the game at this place in `games`; how many choices it has, or where it goes another way.
    fn verify(&self, index: usize) -> Result<u64, String>;
}

/// What an archive says of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameInArchive {
    pub number: u64,
    /// As people gave it, if it was a number.
    pub seed: Option<u64>,
    pub wish: Wish,
}

pub(crate) struct Recorded<H: Hosted>(pub(crate) Record<H::Rules>);

impl<H: Hosted> Recorded<H> {
    /// Reads a record that can be begun, with every line in its form. Whether its choices are legal is another question.
    pub fn read(text: &str) -> Result<Self, String> {
        let record: Record<H::Rules> = Record::parse(text).map_err(|error| error.to_string())?;
        let seats = record.begin(H::catalogue(), &mut Deaf).map_err(|error| error.to_string())?.seats();
        for (index, (seat, choice)) in record.choices.iter().enumerate() {
            let line = index + 2;
            if seat.0 >= seats {
                return Err(format!("line {line}: there is no seat {}; the seats are 0 to {}", seat.0, seats - 1));
            }
            if choice.trim().is_empty() {
                return Err(format!("line {line}: “{} ” is not “SEAT CHOICE”", seat.0));
            }
        }
        Ok(Recorded(record))
    }

    fn begun(&self, settings: &dyn Fn(u8) -> Settings) -> Result<Match<H::Rules>, String> {
        Match::open(H::catalogue(), self.0.header.clone(), settings(self.seats()), 0).map_err(|error| error.to_string())
    }

    /// Nobody at this table made these choices, so nobody takes them back.
    /// The journal that leads to where the first so many choices lead.
    fn entries(&self, choices: usize) -> Vec<Entry> {
        let mut entries = Vec::new();
        let mut from = 0;
        for (&at, seed) in self.0.fresh.range(..=choices) {
            if at > from {
                entries.push(self.entry(from..at));
            }
            entries.push(Entry::Renew { seed: kernel::hex(seed) });
            from = at;
        }
        if choices > from {
            entries.push(self.entry(from..choices));
        }
        entries
    }

    fn entry(&self, choices: Range<usize>) -> Entry {
        let made = self.0.choices[choices].iter().map(|(seat, choice)| Made {
            seat: seat.0,
            choice: choice.clone(),
            by: By::Forced,
        });
        Entry::Choose { made: made.collect() }
    }
}

impl<H: Hosted> AnyRecord for Recorded<H> {
    fn seats(&self) -> u8 {
        self.0.begin(H::catalogue(), &mut Deaf).expect("a record is begun when it is read").seats()
    }

    fn len(&self) -> usize {
        self.0.choices.len()
    }

    fn is_cut_off(&self) -> bool {
        self.0.cut_off
    }

    fn stranger(&self) -> Option<String> {
        self.0.stranger(H::catalogue())
    }

    fn wish(&self) -> Wish {
        H::wish(&self.0.header.options)
    }

    fn engine(&self) -> &str {
        &self.0.header.engine
    }

    fn catalogue(&self) -> &str {
        &self.0.header.catalogue
    }

    fn replay(&self, each: &mut dyn FnMut(Told<'_>) -> bool) -> Result<(), String> {
        let mut events = Vec::new();
        let mut game = self.0.begin(H::catalogue(), &mut events).map_err(|error| error.to_string())?;
        for index in 0..=self.0.choices.len() {
            let lines: Vec<String> =
                events.iter().map(|event| <H::Rules as Rules>::describe_event(&game, event)).collect();
            let chosen = index.checked_sub(1).map(|index| &self.0.choices[index]);
            let who = chosen.map(|(seat, _)| H::Rules::seat_name(&game, *seat));
            let chose = who.as_deref().zip(chosen.map(|(_, choice)| choice.as_str()));
            let breadcrumb = (!game.is_over()).then(|| game.breadcrumb());
            let told = Told { chose, lines: &lines, breadcrumb, fingerprint: &|| fingerprint(&game) };
            if !each(told) || index == self.0.choices.len() {
                break;
            }
            events.clear();
            self.0.step(&mut game, index, &mut events).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    fn open(&self, settings: &dyn Fn(u8) -> Settings) -> Result<Box<dyn AnyMatch>, String> {
        match self.open_as_far_as_it_goes(settings)? {
            (table, None) => Ok(table),
            (_, Some(reason)) => Err(reason),
        }
    }

    fn open_as_far_as_it_goes(
        &self,
        settings: &dyn Fn(u8) -> Settings,
    ) -> Result<(Box<dyn AnyMatch>, Option<String>), String> {
        let mut game = self.0.begin(H::catalogue(), &mut Deaf).map_err(|error| error.to_string())?;
        let steps = 0..self.0.choices.len();
        let wrong = steps
            .map(|index| (index, self.0.step(&mut game, index, &mut Deaf)))
            .find_map(|(index, step)| step.err().map(|error| (index, error.to_string())));
        let whole = wrong.as_ref().map_or(self.0.choices.len(), |(index, _)| *index);
        let mut table = self.begun(settings)?;
        for entry in self.entries(whole) {
            table.apply(&entry, 0).map_err(|refusal| refusal.to_string())?;
        }
        Ok((Box::new(Played::<H>(table, Scope::Game)), wrong.map(|(_, reason)| reason)))
    }

    fn study(&self) -> Result<Box<dyn AnyStudy + '_>, String> {
        let study = analysis::Study::new(H::catalogue(), &self.0).map_err(|error| error.to_string())?;
        let game = self.0.begin(H::catalogue(), &mut Deaf).map_err(|error| error.to_string())?;
        let players = (0..game.seats()).map(|seat| H::Rules::seat_name(&game, Seat(seat))).collect();
        Ok(Box::new(Studied::<H> { study, players }))
    }

    fn text(&self) -> String {
        self.0.to_string()
    }
}

struct Studied<H: Hosted> {
    study: analysis::Study<H::Rules>,
    players: Vec<String>,
}

impl<H: Hosted> AnyStudy for Studied<H> {
    fn len(&self) -> usize {
        self.study.len()
    }

    fn players(&self) -> Vec<String> {
        self.players.clone()
    }

    fn weigh(&self, index: usize, judge: &Advised, thoroughness: Thoroughness) -> Weighed {
        self.study.weigh(index, judge.adviser::<H>(), thoroughness)
    }

    fn conclude(&self, thoroughness: Thoroughness, decisions: Vec<Weighed>) -> Analysis {
        self.study.conclude(thoroughness, decisions)
    }
}

pub(crate) struct Archived<H: Hosted>(pub(crate) Archive<H::Rules>);

impl<H: Hosted> AnyArchive for Archived<H> {
    fn stamp(&self) -> Option<&Stamp> {
        self.0.stamp.as_ref()
    }

    fn stranger(&self) -> Option<String> {
        self.0.stranger(H::catalogue())
    }

    fn damage(&self) -> &[String] {
        &self.0.damage
    }

    fn games(&self) -> Vec<GameInArchive> {
        let about = |kept: &Kept<H::Rules>| GameInArchive {
            number: kept.number,
            seed: kept.seed_number(),
            wish: H::wish(&kept.options),
        };
        self.0.games.iter().map(about).collect()
    }

    fn record(&self, number: u64) -> Option<Result<Box<dyn AnyRecord>, String>> {
        let kept = self.0.games.iter().find(|kept| kept.number == number)?;
        let record = kept.record(H::catalogue(), self.0.stamp.as_ref()).map_err(|error| error.to_string());
        Some(record.map(|record| Box::new(Recorded::<H>(record)) as Box<dyn AnyRecord>))
    }

    fn verify(&self, index: usize) -> Result<u64, String> {
        let mut choices = 0;
        let played = self.0.games[index].replay(H::catalogue(), |_, _, _| choices += 1);
        played.map(|_| choices).map_err(|error| error.to_string())
    }
}
