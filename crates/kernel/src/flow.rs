//! The five verbs with which every step of a procedure ends.

use crate::{MAX_SEATS, Rules, Seat};
use serde::{Deserialize, Serialize};
use tinyvec::ArrayVec;

/// A question put to a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Question<D> {
    /// Who is asked.
    pub seat: Seat,
    /// What that seat is asked.
    pub decision: D,
}

/// Questions asked at the same moment; nobody learns an answer before all have answered.
pub type Questions<D> = ArrayVec<[Question<D>; MAX_SEATS]>;

/// What the kernel does after a step.
#[derive(Clone, Copy, Debug)]
pub enum Flow<R: Rules> {
    /// Run the frame again, at the step it now names.
    Then,
    /// Stop; resume with the answer.
    Ask(Question<R::Decision>),
    /// Stop; resume when every seat asked has answered.
    AskEach(Questions<R::Decision>),
    /// Do this first.
    Call(R::Frame),
    /// This procedure is over.
    Done,
    /// The enclosing procedure ends now: it, and everything inside it, goes to its closing step.
    CutShort(R::Procedure),
}

/// The verbs, for a procedure whose bookmark is a `Step`. [`verbs!`](crate::verbs) implements it.
///
/// Every arm of a procedure ends with exactly one verb. Before the kernel obeys it, the bookmark has moved to the step that
/// comes afterwards; so anything may be interrupted, saved and copied at any question.
pub trait Verbs<R: Rules> {
    /// The steps of this procedure, in the order of the rulebook.
    type Step;

    /// Moves the bookmark.
    fn mark(&mut self, step: Self::Step);

    /// Go on with the next step.
    fn then(&mut self, step: Self::Step) -> Flow<R> {
        self.mark(step);
        Flow::Then
    }

    /// Stop; resume at `step` with the answer of `seat`.
    fn ask(&mut self, seat: Seat, decision: R::Decision, step: Self::Step) -> Flow<R> {
        self.mark(step);
        Flow::Ask(Question { seat, decision })
    }

    /// Stop; resume at `step` when every seat has answered. Answers stay sealed until then. If there is nobody to ask, go on
    /// with `step` at once.
    fn ask_each(
        &mut self,
        seats: impl IntoIterator<Item = Seat>,
        mut decision: impl FnMut(Seat) -> R::Decision,
        step: Self::Step,
    ) -> Flow<R> {
        self.mark(step);
        Flow::AskEach(seats.into_iter().map(|seat| Question { seat, decision: decision(seat) }).collect())
    }

    /// Do `procedure` first; resume at `step` when it is finished.
    fn call(&mut self, procedure: impl Into<R::Frame>, step: Self::Step) -> Flow<R> {
        self.mark(step);
        Flow::Call(procedure.into())
    }

    /// `call`, or plainly `then` when the condition fails.
    fn call_if(&mut self, condition: bool, procedure: impl Into<R::Frame>, step: Self::Step) -> Flow<R> {
        if condition { self.call(procedure, step) } else { self.then(step) }
    }

    /// This procedure is over.
    fn done(&mut self) -> Flow<R> {
        Flow::Done
    }

    /// The enclosing `procedure` ends now: it and everything inside it goes to its closing step
    /// ([`Rules::close`]), or just ends if it has none.
    fn cut_short(&mut self, procedure: R::Procedure) -> Flow<R> {
        Flow::CutShort(procedure)
    }
}
