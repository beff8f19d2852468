//! What somebody who plays to win gets of a game: a view, the legal choices, imagined games; never the true one.

use crate::{Chance, Game, Rules, Seat, Viewer};

/// A seat at the table: it may look, listen and imagine.
#[derive(Debug)]
pub struct Seated<'a, R: Rules> {
    game: &'a Game<R>,
    history: &'a History<R>,
    seat: Seat,
}

impl<'a, R: Rules> Seated<'a, R> {
    pub fn new(game: &'a Game<R>, history: &'a History<R>, seat: Seat) -> Self {
        Seated { game, history, seat }
    }

    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// How many sit at the table.
    pub fn seats(&self) -> u8 {
        self.game.seats()
    }

    pub fn view(&self) -> R::View {
        R::view(self.game, Viewer::Seat(self.seat))
    }

    pub fn conceal(&self, chance: &mut Chance) -> Game<R> {
        R::conceal(self.game, self.seat, chance)
    }

    pub fn decision(&self) -> Option<R::Decision> {
        self.game.question_of(self.seat)
    }

    pub fn choices(&self, out: &mut Vec<R::Choice>) {
        self.game.choices(self.seat, out);
    }

    /// The choices made so far, as this seat heard of them.
    pub fn heard(&self) -> impl ExactSizeIterator<Item = (Seat, R::Choice)> + '_ {
        let seat = self.seat;
        self.history.open.iter().map(move |said| (said.by, if said.by == seat { said.choice } else { said.heard }))
    }
}

/// The choices made at a table, in order, and what the others heard of each.
#[derive(Clone, Debug)]
pub struct History<R: Rules> {
    open: Vec<Said<R>>,
    /// Answers of the present moment that are still sealed.
    sealed: Vec<Said<R>>,
}

#[derive(Clone, Copy, Debug)]
struct Said<R: Rules> {
    by: Seat,
    choice: R::Choice,
    heard: R::Choice,
}

impl<R: Rules> Default for History<R> {
    fn default() -> Self {
        History { open: Vec::new(), sealed: Vec::new() }
    }
}

impl<R: Rules> History<R> {
    /// Notes what `seat` is about to choose; called before the game takes the choice.
    pub fn note(&mut self, game: &Game<R>, seat: Seat, choice: R::Choice) {
        let Some(decision) = game.question_of(seat) else { return };
        self.sealed.push(Said { by: seat, choice, heard: R::heard(decision, choice) });
        if game.open_questions().count() == 1 {
            // In the order of the questions, whoever was the quickest: that is nobody's business either.
            self.sealed.sort_by_key(|said| game.questions().iter().position(|question| question.seat == said.by));
            self.open.append(&mut self.sealed);
        }
    }
}
