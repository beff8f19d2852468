//! Bots around a table.

use crate::Bot;
use kernel::{Game, Herald, History, Illegal, Rules, Seat, Seated};
use std::time::{Duration, Instant};

/// One choice, just before the game takes it.
#[derive(Debug)]
pub struct Move<'a, R: Rules> {
    pub game: &'a Game<R>,
    pub seat: Seat,
    pub choice: R::Choice,
    /// How long the bot thought.
    pub took: Duration,
}

/// Plays `game` to its end, one bot a seat; `each` sees every choice before it is taken. A choice that is not legal is
/// refused by the game and ends the match with the reason.
pub fn play<R: Rules>(
    game: &mut Game<R>,
    bots: &mut [Box<dyn Bot<R>>],
    herald: &mut dyn Herald<R>,
    mut each: impl FnMut(Move<'_, R>),
) -> Result<(), Illegal<R::Decision, R::Choice>> {
    let mut history = History::default();
    while let Some(question) = game.next_question() {
        let seat = question.seat;
        let began = Instant::now();
        let choice = bots[seat.index()].choose(&Seated::new(game, &history, seat));
        let took = began.elapsed();
        each(Move { game, seat, choice, took });
        history.note(game, seat, choice);
        game.choose(seat, choice, herald)?;
    }
    Ok(())
}
