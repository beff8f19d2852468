//! Staging: choices on a copy of the game, before they are made.

use crate::answers::{legal_answers, read};
use crate::journal::{By, Made};
use crate::matches::{Match, Refusal, Stays, Taken, take};
use kernel::{Barrier, Game, Presentation, Question, Seat, Shape};
use std::ops::Range;

/// The most choices in one batch.
pub const BATCH_LIMIT: usize = 200;

/// What a seat has composed so far. It never looks behind dice, a reveal or another seat's decision.
///
/// The rules take moves and purchases in one fixed order only, so that each set of them has one path. People pick in any
/// order: what does not fit behind the staged choices is slipped in among those that were composed last.
#[derive(Clone, Debug)]
pub(crate) struct Staging<'a, R: Presentation> {
    table: &'a Match<R>,
    seat: Seat,
    /// The game after the staged choices, save a last one that cannot be looked behind.
    pub game: Game<R>,
    /// The game after all of them, where something stops what follows. Of it one sees the piece that one has placed, where
    /// another seat's decision follows, and else nothing.
    beyond: Option<Game<R>>,
    /// As the rules take them.
    staged: Vec<Staged<R>>,
    /// Why nothing can be staged after the last choice.
    pub stop: Option<Stop>,
    /// The battle that begins with the last choice: who fights is known before the first die.
    pub ahead: Option<String>,
}

#[derive(Clone, Debug)]
pub(crate) struct Staged<R: Presentation> {
    /// Its place in the batch as it was given.
    given: usize,
    /// What the game has made of it, on a copy.
    taken: Taken<R>,
    /// A piece of a series, which others may be put in front of.
    is_composed: bool,
    pub text: String,
    pub label: String,
}

impl<R: Presentation> Staged<R> {
    /// What it answers.
    pub fn question(&self) -> String {
        let Taken { before, seat, .. } = &self.taken;
        before.question_of(*seat).map_or(String::new(), |decision| R::question(before, decision))
    }
}

/// An answer that fits among the staged choices, not behind them.
#[derive(Debug)]
pub(crate) struct Insertion<R: Presentation> {
    /// Its place in the list.
    at: usize,
    pub choice: R::Choice,
}

/// Why no more can be staged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    Stays(Stays),
    Over,
    AnotherSeat,
}

impl Stop {
    pub fn reason(self) -> &'static str {
        match self {
            Stop::Stays(Stays::Told(Barrier::DiceRolled)) => "dice will be rolled",
            Stop::Stays(Stays::Told(Barrier::CardsDrawn)) => "cards will be drawn",
            Stop::Stays(Stays::Told(Barrier::Revealed)) => "something will be revealed",
            Stop::Stays(Stays::Chance) => "a deck will be shuffled",
            Stop::Over => "the game ends",
            Stop::AnotherSeat => "another seat decides next",
        }
    }
}

impl<'a, R: Presentation> Staging<'a, R> {
    pub fn of(table: &'a Match<R>, seat: Seat) -> Self {
        Staging { table, seat, game: table.game.clone(), beyond: None, staged: Vec::new(), stop: None, ahead: None }
    }

    /// Stages a whole batch. Pieces of one series may come in any order, even one that only a later one makes room for.
    pub fn stage_all(&mut self, texts: &[String], by: By) -> Result<(), Refusal> {
        if texts.len() > BATCH_LIMIT {
            return Err(Refusal::NotNow("That is too much at once: confirm some of it first."));
        }
        let mut waiting: Vec<(usize, Refusal)> = Vec::new();
        for (given, text) in texts.iter().enumerate() {
            match self.stage(text, by, given) {
                Ok(()) => self.stage_waiting(texts, by, &mut waiting),
                Err(refusal) if self.is_composing() => waiting.push((given, refusal)),
                Err(refusal) => return Err(waiting.into_iter().next().map_or(refusal, |(_, earlier)| earlier)),
            }
            if !waiting.is_empty() && !self.is_composing() {
                break;
            }
        }
        waiting.into_iter().next().map_or(Ok(()), |(_, refusal)| Err(refusal))
    }

    /// Those that did not fit before may fit now.
    fn stage_waiting(&mut self, texts: &[String], by: By, waiting: &mut Vec<(usize, Refusal)>) {
        while self.is_composing()
            && let Some(at) = waiting.iter().position(|&(given, _)| self.stage(&texts[given], by, given).is_ok())
        {
            waiting.remove(at);
        }
    }

    /// Stages one more answer.
    fn stage(&mut self, text: &str, by: By, given: usize) -> Result<(), Refusal> {
        let refusal = match self.stop {
            Some(stop) => Refusal::Stopped(stop.reason().to_owned()),
            None => match read(&self.game, self.seat, text) {
                Ok(choice) => {
                    self.stop = self.push(choice, by, given);
                    return Ok(());
                }
                Err(refusal) => refusal,
            },
        };
        if self.slip_in(text, by, given) {
            return Ok(());
        }
        // Between two answers may lie questions that nobody needs to be asked.
        let mut ahead = self.clone();
        if !ahead.skip_forced() {
            return Err(refusal);
        }
        let choice = read(&ahead.game, self.seat, text)?;
        ahead.stop = ahead.push(choice, by, given);
        *self = ahead;
        Ok(())
    }

    /// What the seat sees of its plan: nothing that confirming and taking back would not show as well.
    pub fn shown(&self) -> &Game<R> {
        match (&self.beyond, self.stop) {
            (Some(beyond), Some(Stop::AnotherSeat)) => beyond,
            _ => &self.game,
        }
    }

    /// Is a series being composed, to which something can still be added?
    fn is_composing(&self) -> bool {
        let asked = self.game.question_of(self.seat).filter(|_| self.stop.is_none());
        !self.series().is_empty()
            || asked.is_some_and(|decision| R::shape(&self.game, self.seat, decision) == Shape::Compose)
    }

    /// Where in the list the pieces composed last lie.
    fn series(&self) -> Range<usize> {
        let start = self.staged.iter().rposition(|staged| !staged.is_composed).map_or(0, |last| last + 1);
        start..self.staged.len()
    }

    /// Puts an answer at a place in the series where everything behind it stays legal, if there is one.
    fn slip_in(&mut self, text: &str, by: By, given: usize) -> bool {
        let places = self.series().filter_map(|at| {
            let choice = read(&self.staged[at].taken.before, self.seat, text).ok()?;
            Some((at, choice))
        });
        let places: Vec<_> = places.collect();
        let found = tried(&places).find_map(|&(at, choice)| self.with_slipped_in(at, choice, by, given));
        match found {
            Some(staging) => {
                *self = staging;
                true
            }
            None => false,
        }
    }

    fn with_slipped_in(&self, at: usize, choice: R::Choice, by: By, given: usize) -> Option<Self> {
        if R::is_enough(choice) {
            return None;
        }
        let mut staging = Staging {
            table: self.table,
            seat: self.seat,
            game: self.staged[at].taken.before.clone(),
            beyond: None,
            staged: self.staged[..at].to_vec(),
            stop: None,
            ahead: None,
        };
        staging.stop = staging.push(choice, by, given);
        for later in &self.staged[at..] {
            if staging.stop.is_some() || !legal_answers(&staging.game, self.seat).contains(&later.taken.choice) {
                return None;
            }
            staging.stop = staging.push(later.taken.choice, later.taken.by, later.given);
        }
        // The same set of answers has one path: nothing may have turned into the answer to another question.
        staging.staged[at..].iter().all(|staged| staged.is_composed).then_some(staging)
    }

    /// What could still be slipped in among the staged choices, besides what can follow them. Each answer is tried at two
    /// places at most, so that a long series costs as many attempts as there are answers, not as answers times pieces.
    pub fn insertions(&self) -> Vec<Insertion<R>> {
        let follow = if self.stop.is_none() { legal_answers(&self.game, self.seat) } else { Vec::new() };
        // Each answer, with the places at which it is legal.
        let mut answers: Vec<(R::Choice, Vec<usize>)> = Vec::new();
        for at in self.series() {
            for choice in legal_answers(&self.staged[at].taken.before, self.seat) {
                match answers.iter_mut().find(|(known, _)| *known == choice) {
                    Some((_, places)) => places.push(at),
                    None if follow.contains(&choice) => {}
                    None => answers.push((choice, vec![at])),
                }
            }
        }
        let place = |&(choice, ref places): &(R::Choice, Vec<usize>)| {
            let fits = |&&at: &&usize| self.with_slipped_in(at, choice, By::Person, 0).is_some();
            tried(places).find(fits).map(|&at| Insertion { at, choice })
        };
        answers.iter().filter_map(place).collect()
    }

    /// The game that such an answer is given to.
    pub fn before(&self, insertion: &Insertion<R>) -> &Game<R> {
        &self.staged[insertion.at].taken.before
    }

    /// Answers the seat's own questions that have only one answer, as far as one may look. Were there any?
    pub fn skip_forced(&mut self) -> bool {
        let before = self.staged.len();
        while self.stop.is_none()
            && let Some((question, only)) = self.forced()
            && question.seat == self.seat
        {
            if self.push(only, By::Forced, 0).is_some() {
                self.staged.pop();
                self.beyond = None;
                break;
            }
        }
        self.staged.len() > before
    }

    /// Puts a choice on the list and, where nothing stops that, goes on from where it leads.
    fn push(&mut self, choice: R::Choice, by: By, given: usize) -> Option<Stop> {
        let mut next = self.game.clone();
        let taken = take(&mut next, self.seat, choice, by);
        let stop = match taken.barrier {
            Some(stays) => Some(Stop::Stays(stays)),
            None if next.is_over() => Some(Stop::Over),
            None if next.question_of(self.seat).is_none() => Some(Stop::AnotherSeat),
            None => None,
        };
        self.ahead = match stop {
            Some(Stop::Stays(Stays::Told(Barrier::DiceRolled))) if R::scene_in_words(&self.game).is_none() => {
                R::scene_in_words(&next)
            }
            Some(_) | None => None,
        };
        self.note(taken, given);
        self.beyond = None;
        match stop {
            None => self.game = next,
            Some(_) => self.beyond = Some(next),
        }
        stop
    }

    fn note(&mut self, taken: Taken<R>, given: usize) {
        let Taken { seat, choice, by, before, .. } = &taken;
        let decision = before.question_of(*seat).expect("only a seat that is asked answers");
        let is_composed =
            *by != By::Forced && R::shape(before, *seat, decision) == Shape::Compose && !R::is_enough(*choice);
        let (text, label) = (R::print_choice(before, *choice), R::label(before, *seat, decision, *choice));
        self.staged.push(Staged { given, taken, is_composed, text, label });
    }

    /// The next question, if everybody can see that it has only one answer, and that answer.
    fn forced(&self) -> Option<(Question<R::Decision>, R::Choice)> {
        if !self.table.settings().answers_forced || self.game.questions().len() != 1 {
            return None;
        }
        let question = self.game.next_question()?;
        let legal = legal_answers(&self.game, question.seat);
        let [only] = legal[..] else { return None };
        R::is_answer_count_public(&self.game, question.seat, question.decision).then_some((question, only))
    }

    /// What is made when this is confirmed: the staged choices, and then whatever is forced. With it goes where all that
    /// leads, and what the game has made of each choice.
    pub fn make(mut self) -> (Vec<Made>, Game<R>, Vec<Taken<R>>) {
        if self.stop.take().is_some()
            && let Some(beyond) = self.beyond.take()
        {
            self.game = beyond;
        }
        while let Some((question, only)) = self.forced() {
            let taken = take(&mut self.game, question.seat, only, By::Forced);
            self.note(taken, 0);
        }
        let made = self.staged.iter().map(|made| Made {
            seat: made.taken.seat.0,
            choice: made.text.clone(),
            by: made.taken.by,
        });
        (made.collect(), self.game, self.staged.into_iter().map(|made| made.taken).collect())
    }

    /// What the seat itself has staged, in the order in which it was given.
    pub fn own(&self) -> Vec<&Staged<R>> {
        let mut own: Vec<&Staged<R>> = self.staged.iter().filter(|staged| staged.taken.by != By::Forced).collect();
        own.sort_by_key(|staged| staged.given);
        own
    }
}

/// The places at which an answer is tried: the last at which it is legal, for what stands behind that is what made it
/// illegal; else the first.
fn tried<P>(places: &[P]) -> impl Iterator<Item = &P> {
    let first = if places.len() > 1 { places.first() } else { None };
    places.last().into_iter().chain(first)
}
