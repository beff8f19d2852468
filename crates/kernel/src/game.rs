//! A game in progress: table, stack, chance; and the loop that runs it.

use crate::{Chance, Flow, MAX_SEATS, Objection, Plain, Question, Questions, Rules, Seat, SeatSet};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::hash::{Hash, Hasher};
use tinyvec::ArrayVec;

/// How deep procedures may nest.
pub const MAX_DEPTH: usize = 32;

/// More steps than this between two questions is a rule that runs in a circle.
const ABSURD: u32 = 20_000;

/// One game in progress.
#[derive(Debug)]
pub struct Game<R: Rules> {
    /// Everything printed, shared by all games.
    pub catalogue: &'static R::Catalogue,
    /// Every component, and where it is.
    pub table: R::Table,
    pub(crate) stack: ArrayVec<[R::Frame; MAX_DEPTH]>,
    /// A seed, and how much of it is used.
    pub chance: Chance,
    pub(crate) asked: Questions<R::Decision>,
    pub(crate) answers: Answers<R>,
}

pub(crate) type Answers<R> = ArrayVec<[Answer<<R as Rules>::Choice>; MAX_SEATS]>;

/// The answer of a seat, sealed until the last of its moment is in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Answer<C> {
    /// Who answered.
    pub seat: Seat,
    /// What it chose.
    pub choice: C,
}

/// Table, stack and chance as one saved value.
#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
pub(crate) struct Saved<R: Rules> {
    table: R::Table,
    stack: ArrayVec<[R::Frame; MAX_DEPTH]>,
    chance: Chance,
    asked: Questions<R::Decision>,
    answers: Answers<R>,
}

// Not derived: that would ask for a catalogue that can be copied, and it is only ever shared.
impl<R: Rules> Clone for Game<R> {
    fn clone(&self) -> Self {
        Game {
            catalogue: self.catalogue,
            table: self.table.clone(),
            stack: self.stack,
            chance: self.chance.clone(),
            asked: self.asked,
            answers: self.answers,
        }
    }
}

impl<R: Rules> PartialEq for Game<R> {
    fn eq(&self, other: &Self) -> bool {
        self.table == other.table
            && self.stack == other.stack
            && self.chance == other.chance
            && self.asked == other.asked
            && self.answers == other.answers
    }
}

impl<R: Rules> Eq for Game<R> {}

impl<R: Rules> Hash for Game<R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.table.hash(state);
        self.stack.hash(state);
        self.chance.hash(state);
        self.asked.hash(state);
        self.answers.hash(state);
    }
}

/// A refused choice. The game is as it was.
///
/// It says what was refused, not in which words: whoever shows it to people has [`describe`](Illegal::describe) make the
/// sentence, and whoever only tries pays for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal<D, C> {
    /// Nobody is asked anything any more.
    #[error("the game is over: nobody has anything to decide")]
    Over,
    /// Somebody answered who is not asked, or has answered already.
    #[error("{seat} is not asked anything now; the game waits for {waiting}")]
    NotAsked {
        /// Who answered.
        seat: Seat,
        /// Those who are asked and have not answered.
        waiting: SeatSet,
    },
    /// The answer is none of those that are legal.
    #[error("{choice:?} is not a legal answer of {seat} to {decision:?}")]
    NotOffered {
        /// Who answered.
        seat: Seat,
        /// What that seat is asked.
        decision: D,
        /// What it answered.
        choice: C,
    },
}

impl<D: Plain, C: Plain> Illegal<D, C> {
    /// The sentence for a player, in the words of the game that refused the choice.
    pub fn describe<R: Rules<Decision = D, Choice = C>>(&self, game: &Game<R>) -> String {
        match *self {
            Illegal::Over | Illegal::NotAsked { .. } => self.to_string(),
            Illegal::NotOffered { seat, decision, choice } => {
                let (decision, choice) = (R::describe_decision(game, seat, decision), R::print_choice(game, choice));
                format!("“{choice}” is not a legal answer to “{decision}”")
            }
        }
    }
}

/// Hears what happens. Rules never ask it anything.
pub trait Herald<R: Rules> {
    /// Is told one event, in the order in which they happen.
    fn tell(&mut self, event: R::Event);
}

/// Hears nothing: for search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Deaf;

impl<R: Rules> Herald<R> for Deaf {
    fn tell(&mut self, _event: R::Event) {}
}

/// Keeps everything it hears.
impl<R: Rules> Herald<R> for Vec<R::Event> {
    fn tell(&mut self, event: R::Event) {
        self.push(event);
    }
}

/// What a step may touch.
pub struct Play<'a, R: Rules> {
    /// Everything printed.
    pub catalogue: &'static R::Catalogue,
    /// Every component, and where it is.
    pub table: &'a mut R::Table,
    /// Every die and every shuffle.
    pub chance: &'a mut Chance,
    answers: Answers<R>,
    herald: &'a mut dyn Herald<R>,
}

impl<R: Rules> fmt::Debug for Play<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Play").field("table", &self.table).finish_non_exhaustive()
    }
}

impl<R: Rules> Play<'_, R> {
    /// Tells whoever listens what has just happened.
    pub fn tell(&mut self, event: R::Event) {
        self.herald.tell(event);
    }

    /// The answer to the question just asked.
    pub fn answer(&self) -> R::Choice {
        self.answers.first().expect("a step that reads an answer follows a question").choice
    }

    /// The answer of one seat, after `ask_each`.
    pub fn answer_of(&self, seat: Seat) -> Option<R::Choice> {
        self.answers.iter().find(|answer| answer.seat == seat).map(|answer| answer.choice)
    }
}

impl<R: Rules> Game<R> {
    /// A new game, run to its first question.
    pub fn new(
        catalogue: &'static R::Catalogue,
        options: &R::Options,
        chance: Chance,
        herald: &mut dyn Herald<R>,
    ) -> Result<Self, Objection> {
        let (table, frame) = R::start(catalogue, options)?;
        Ok(Game::at(catalogue, table, [frame], chance, herald))
    }

    /// A game that starts with these procedures, outermost first, on this table. For positions and tests.
    pub fn at(
        catalogue: &'static R::Catalogue,
        table: R::Table,
        frames: impl IntoIterator<Item = R::Frame>,
        chance: Chance,
        herald: &mut dyn Herald<R>,
    ) -> Self {
        let mut game = Game {
            catalogue,
            table,
            stack: frames.into_iter().collect(),
            chance,
            asked: Questions::<R::Decision>::default(),
            answers: ArrayVec::default(),
        };
        game.proceed(herald);
        game
    }

    /// How many sit at the table.
    pub fn seats(&self) -> u8 {
        R::seats(&self.table)
    }

    /// Is nothing left to do?
    pub fn is_over(&self) -> bool {
        self.stack.is_empty()
    }

    /// Who has won. Meaningful once the game is over.
    pub fn winners(&self) -> SeatSet {
        R::winners(&self.table)
    }

    /// The questions that still wait for an answer.
    pub fn open_questions(&self) -> impl Iterator<Item = Question<R::Decision>> + '_ {
        self.asked.iter().copied().filter(|question| !self.has_answered(question.seat))
    }

    /// The first question that waits for an answer.
    pub fn next_question(&self) -> Option<Question<R::Decision>> {
        self.open_questions().next()
    }

    /// What `seat` is asked; none if it is not asked, or has answered already.
    pub fn question_of(&self, seat: Seat) -> Option<R::Decision> {
        self.open_questions().find(|question| question.seat == seat).map(|question| question.decision)
    }

    /// All questions of this moment, answered or not.
    pub fn questions(&self) -> &[Question<R::Decision>] {
        &self.asked
    }

    /// Has `seat` sealed its answer to the present moment's question?
    pub fn has_answered(&self, seat: Seat) -> bool {
        self.answers.iter().any(|answer| answer.seat == seat)
    }

    /// The sealed answers so far. For `conceal` and for the seat itself; nobody else may look.
    pub fn sealed_answers(&mut self) -> &mut [Answer<R::Choice>] {
        &mut self.answers
    }

    /// Whoever has sealed an answer, other than `seat`, seals any that he may give: what `conceal` does last where nobody
    /// can know better. The hands are dealt anew first, so that an answer fits the hand it comes from.
    pub fn seal_anew(&mut self, seat: Seat, chance: &mut Chance) {
        let mut offered = Vec::new();
        for index in 0..self.answers.len() {
            let other = self.answers[index].seat;
            if other == seat {
                continue;
            }
            let asked = self.asked.iter().find(|question| question.seat == other);
            let decision = asked.expect("who has sealed an answer was asked").decision;
            offered.clear();
            R::choices(self, other, decision, &mut offered);
            self.answers[index].choice = offered[chance.below(offered.len() as u32) as usize];
        }
    }

    /// Gives the sealed answers back: everybody is asked again. For those who imagine what others may have answered.
    pub fn unseal(&mut self) {
        self.answers.clear();
    }

    /// What `seat` itself has sealed. For that seat; nobody else may look.
    pub fn sealed_answer_of(&self, seat: Seat) -> Option<R::Choice> {
        self.answers.iter().find(|answer| answer.seat == seat).map(|answer| answer.choice)
    }

    /// The bookmarks, outermost first.
    pub fn stack(&self) -> &[R::Frame] {
        &self.stack
    }

    /// The legal answers of `seat`, into the caller's buffer (cleared first). None if it is not asked.
    pub fn choices(&self, seat: Seat, out: &mut Vec<R::Choice>) {
        out.clear();
        if let Some(decision) = self.question_of(seat) {
            R::choices(self, seat, decision, out);
        }
    }

    /// Answers for `seat`, after checking that the choice is legal. A refused choice changes nothing.
    pub fn choose(
        &mut self,
        seat: Seat,
        choice: R::Choice,
        herald: &mut dyn Herald<R>,
    ) -> Result<(), Illegal<R::Decision, R::Choice>> {
        if self.is_over() {
            return Err(Illegal::Over);
        }
        let Some(decision) = self.question_of(seat) else {
            let waiting = self.open_questions().map(|question| question.seat).collect();
            return Err(Illegal::NotAsked { seat, waiting });
        };
        let mut legal = Vec::new();
        R::choices(self, seat, decision, &mut legal);
        if !legal.contains(&choice) {
            return Err(Illegal::NotOffered { seat, decision, choice });
        }
        self.take(seat, choice, herald);
        Ok(())
    }

    /// Answers for `seat` with a choice just read from `choices`; legality is not checked again.
    pub fn take(&mut self, seat: Seat, choice: R::Choice, herald: &mut dyn Herald<R>) {
        debug_assert!(self.question_of(seat).is_some(), "only a seat that is asked answers");
        self.answers.push(Answer { seat, choice });
        if self.answers.len() == self.asked.len() {
            self.proceed(herald);
        }
    }

    /// Where the game is: `Round 2 › Operations › Advance into Ferron › Combat, execution 2 › …`.
    pub fn breadcrumb(&self) -> String {
        let mut parts: Vec<String> =
            self.stack.iter().map(|frame| R::describe_frame(self, frame)).filter(|part| !part.is_empty()).collect();
        if let Some(question) = self.next_question() {
            parts.push(R::describe_decision(self, question.seat, question.decision));
        }
        parts.join(" › ")
    }

    /// Runs the top bookmark, and obeys its verb, until somebody must decide or nothing is left.
    fn proceed(&mut self, herald: &mut dyn Herald<R>) {
        let mut steps = 0;
        let mut answers = std::mem::take(&mut self.answers);
        self.asked.clear();
        while let Some(&top) = self.stack.last() {
            steps += 1;
            assert!(steps < ABSURD, "the rules run in a circle at: {}", self.breadcrumb());
            let mut frame = top;
            let mut play =
                Play { catalogue: self.catalogue, table: &mut self.table, chance: &mut self.chance, answers, herald };
            let flow = R::run(&mut frame, &mut play);
            let depth = self.stack.len() - 1;
            self.stack[depth] = frame;
            answers = ArrayVec::default();
            match flow {
                Flow::Then => {}
                Flow::Call(inner) => {
                    assert!(self.stack.len() < MAX_DEPTH, "procedures nest too deep at: {}", self.breadcrumb());
                    self.stack.push(inner);
                }
                Flow::Done => {
                    self.stack.pop();
                }
                Flow::CutShort(procedure) => self.cut_short(procedure),
                Flow::Ask(question) => {
                    if !self.standing_rule_applies(herald) {
                        self.asked.push(question);
                        return;
                    }
                }
                Flow::AskEach(questions) => {
                    if questions.is_empty() {
                        continue;
                    }
                    if !self.standing_rule_applies(herald) {
                        self.asked = questions;
                        return;
                    }
                }
            }
        }
    }

    fn standing_rule_applies(&mut self, herald: &mut dyn Herald<R>) -> bool {
        let mut play = Play {
            catalogue: self.catalogue,
            table: &mut self.table,
            chance: &mut self.chance,
            answers: ArrayVec::default(),
            herald,
        };
        let ended = R::standing(&mut play);
        if let Some(procedure) = ended {
            self.cut_short(procedure);
        }
        ended.is_some()
    }

    /// Everything from the innermost `procedure` up goes to its closing step; what has none is dropped.
    fn cut_short(&mut self, procedure: R::Procedure) {
        let from = self
            .stack
            .iter()
            .rposition(|frame| R::procedure(frame) == procedure)
            .unwrap_or_else(|| panic!("{procedure:?} is cut short outside of it, at: {}", self.breadcrumb()));
        let cut: ArrayVec<[R::Frame; MAX_DEPTH]> = self.stack.drain(from..).collect();
        for mut frame in cut {
            if R::close(&mut frame) {
                self.stack.push(frame);
            }
        }
    }

    pub(crate) fn save(&self) -> Saved<R> {
        Saved {
            table: self.table.clone(),
            stack: self.stack,
            chance: self.chance.clone(),
            asked: self.asked,
            answers: self.answers,
        }
    }

    pub(crate) fn restore(catalogue: &'static R::Catalogue, saved: Saved<R>) -> Self {
        Game {
            catalogue,
            table: saved.table,
            stack: saved.stack,
            chance: saved.chance,
            asked: saved.asked,
            answers: saved.answers,
        }
    }
}
