//! What somebody who plays to win gets of a game: a view, the legal choices, imagined games; never the true one.

use crate::{Answer, Chance, Game, MAX_SEATS, Question, Rules, Seat, Trail, Viewer};
use tinyvec::ArrayVec;

/// A seat at the table: it may look, listen and imagine.
#[derive(Debug)]
pub struct Seated<'a, R: Rules> {
    game: &'a Game<R>,
    history: &'a History<R>,
    seat: Seat,
}

impl<'a, R: Rules> Seated<'a, R> {
    /// At this game, with what the seats have heard so far.
    pub fn new(game: &'a Game<R>, history: &'a History<R>, seat: Seat) -> Self {
        Seated { game, history, seat }
    }

    /// Which seat it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// How many sit at the table.
    pub fn seats(&self) -> u8 {
        self.game.seats()
    }

    /// What this seat sees.
    pub fn view(&self) -> R::View {
        R::view(self.game, Viewer::Seat(self.seat))
    }

    /// A whole game that this seat could not tell from the true one, everything it cannot know dealt anew.
    pub fn conceal(&self, chance: &mut Chance) -> Game<R> {
        R::conceal(self.game, self.seat, chance)
    }

    /// What this seat is asked, if anything.
    pub fn decision(&self) -> Option<R::Decision> {
        self.game.question_of(self.seat)
    }

    /// The legal answers of this seat, into the caller's buffer (cleared first).
    pub fn choices(&self, out: &mut Vec<R::Choice>) {
        self.game.choices(self.seat, out);
    }

    /// The choices made so far, as this seat heard of them.
    pub fn heard(&self) -> impl ExactSizeIterator<Item = (Seat, R::Choice)> + use<'a, R> {
        self.history.heard[self.seat.index()].iter().copied()
    }
}

/// The choices made at a table, in order, as each seat heard of them.
#[derive(Clone, Debug)]
pub struct History<R: Rules> {
    heard: [Trail<(Seat, R::Choice)>; MAX_SEATS],
    moment: Moment<R>,
}

impl<R: Rules> Default for History<R> {
    fn default() -> Self {
        History { heard: Default::default(), moment: Moment::default() }
    }
}

impl<R: Rules> History<R> {
    /// Notes what `seat` is about to choose; called before the game takes the choice.
    pub fn note(&mut self, game: &Game<R>, seat: Seat, choice: R::Choice) {
        let heard = &mut self.heard;
        self.moment.note(game, seat, choice, |listener, by, choice| heard[listener.index()].push((by, choice)));
    }
}

/// What `listener` hears where no answer is thrown away unseen: its own choice, and of the others' what [`Rules::heard`]
/// says. Unless a game says otherwise, this is [`Rules::heard_by`].
pub fn heard_as_said<R: Rules>(
    listener: Seat,
    asked: &[Question<R::Decision>],
    answers: &[Answer<R::Choice>],
    which: usize,
) -> Option<R::Choice> {
    let said = answers[which];
    if said.seat == listener {
        return Some(said.choice);
    }
    let question = asked.iter().find(|question| question.seat == said.seat)?;
    Some(R::heard(question.decision, said.choice))
}

/// The answers of the present moment. Nobody hears of one before the last is in.
#[derive(Clone, Copy, Debug)]
pub struct Moment<R: Rules> {
    sealed: ArrayVec<[Answer<R::Choice>; MAX_SEATS]>,
}

impl<R: Rules> Default for Moment<R> {
    fn default() -> Self {
        Moment { sealed: ArrayVec::default() }
    }
}

impl<R: Rules> Moment<R> {
    /// Notes what `seat` is about to choose. If that is the last answer of the moment, `hear` is told what each seat hears
    /// of all of them: the listener, who said it, and the choice.
    pub fn note(&mut self, game: &Game<R>, seat: Seat, choice: R::Choice, mut hear: impl FnMut(Seat, Seat, R::Choice)) {
        if game.question_of(seat).is_none() {
            return;
        }
        self.sealed.push(Answer { seat, choice });
        if game.open_questions().count() > 1 {
            return;
        }
        let asked = game.questions();
        // Whoever was the quickest: that is nobody's business either.
        self.sealed.sort_by_key(|answer| asked.iter().position(|question| question.seat == answer.seat));
        for which in 0..self.sealed.len() {
            for listener in (0..game.seats()).map(Seat) {
                if let Some(choice) = R::heard_by(listener, asked, &self.sealed, which) {
                    hear(listener, self.sealed[which].seat, choice);
                }
            }
        }
        self.sealed.clear();
    }
}
