//! Staging: choices on a copy of the game, before they are made.

use crate::journal::{By, Made};
use crate::table::{Match, Refusal, Stays, read, what_stays};
use kernel::{Barrier, Game, Presentation, Question, Seat};

/// The most choices in one batch.
pub const BATCH_LIMIT: usize = 200;

/// What a seat has composed so far. It never looks behind dice, a reveal or another seat's decision.
#[derive(Debug)]
pub(crate) struct Staging<'a, R: Presentation> {
    table: &'a Match<R>,
    seat: Seat,
    /// The game after the staged choices, save a last one that cannot be looked behind.
    pub game: Game<R>,
    staged: Vec<Staged<R>>,
    /// Why nothing can be staged after the last choice.
    pub stop: Option<Stop>,
}

#[derive(Debug)]
pub(crate) struct Staged<R: Presentation> {
    seat: Seat,
    choice: R::Choice,
    pub by: By,
    pub text: String,
    pub label: String,
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
        Staging { table, seat, game: table.game.clone(), staged: Vec::new(), stop: None }
    }

    /// Stages one more answer.
    pub fn stage(&mut self, text: &str, by: By) -> Result<(), Refusal> {
        if let Some(stop) = self.stop {
            return Err(Refusal::Stopped(stop.reason().to_owned()));
        }
        if self.staged.len() >= BATCH_LIMIT {
            return Err(Refusal::NotNow("That is too much at once: confirm some of it first."));
        }
        let choice = match read(&self.game, self.seat, text) {
            Ok(choice) => choice,
            // Between two answers may lie questions that nobody needs to be asked.
            Err(refusal) => {
                if !self.skip_forced() {
                    return Err(refusal);
                }
                read(&self.game, self.seat, text)?
            }
        };
        self.stop = self.push(choice, by);
        Ok(())
    }

    /// Answers the seat's own questions that have only one answer, as far as one may look. Were there any?
    pub fn skip_forced(&mut self) -> bool {
        let before = self.staged.len();
        while self.stop.is_none()
            && self.staged.len() < BATCH_LIMIT
            && let Some((question, only)) = self.forced()
            && question.seat == self.seat
        {
            if self.push(only, By::Forced).is_some() {
                self.staged.pop();
                break;
            }
        }
        self.staged.len() > before
    }

    /// Puts a choice on the list and, where nothing stops that, takes it on the copy.
    fn push(&mut self, choice: R::Choice, by: By) -> Option<Stop> {
        let mut next = self.game.clone();
        let mut events: Vec<R::Event> = Vec::new();
        next.take(self.seat, choice, &mut events);
        let stop = match what_stays::<R>(&events, next.chance != self.game.chance) {
            Some(stays) => Some(Stop::Stays(stays)),
            None if next.is_over() => Some(Stop::Over),
            None if next.question_of(self.seat).is_none() => Some(Stop::AnotherSeat),
            None => None,
        };
        self.note(self.seat, choice, by);
        if stop.is_none() {
            self.game = next;
        }
        stop
    }

    fn note(&mut self, seat: Seat, choice: R::Choice, by: By) {
        let decision = self.game.question_of(seat).expect("only a seat that is asked answers");
        let text = R::print_choice(&self.game, choice);
        let label = R::label(&self.game, seat, decision, choice);
        self.staged.push(Staged { seat, choice, by, text, label });
    }

    /// The next question, if everybody can see that it has only one answer, and that answer.
    fn forced(&self) -> Option<(Question<R::Decision>, R::Choice)> {
        if !self.table.settings().answers_forced || self.game.questions().len() != 1 {
            return None;
        }
        let question = self.game.next_question()?;
        let mut legal = Vec::new();
        R::choices(&self.game, question.seat, question.decision, &mut legal);
        let [only] = legal[..] else { return None };
        R::is_answer_count_public(&self.game, question.seat, question.decision).then_some((question, only))
    }

    /// What is made when this is confirmed: the staged choices, and then whatever is forced.
    pub fn make(mut self) -> Vec<Made> {
        if self.stop.take().is_some()
            && let Some(last) = self.staged.last()
        {
            self.game.take(last.seat, last.choice, &mut kernel::Deaf);
        }
        while let Some((question, only)) = self.forced() {
            self.note(question.seat, only, By::Forced);
            self.game.take(question.seat, only, &mut kernel::Deaf);
        }
        self.staged.into_iter().map(|made| Made { seat: made.seat.0, choice: made.text, by: made.by }).collect()
    }

    /// What the seat itself has staged.
    pub fn own(&self) -> impl Iterator<Item = &Staged<R>> {
        self.staged.iter().filter(|staged| staged.by != By::Forced)
    }
}
