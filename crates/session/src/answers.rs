//! Answers as people write them.

use crate::matches::Refusal;
use kernel::{Game, Presentation, Seat};

/// Far more than any choice in notation needs.
const LONGEST_CHOICE: usize = 200;

/// What an answer in notation means, if it is legal now.
pub(crate) fn read<R: Presentation>(game: &Game<R>, seat: Seat, text: &str) -> Result<R::Choice, Refusal> {
    if text.len() > LONGEST_CHOICE {
        return Err(Refusal::NotNow("No choice is as long as that."));
    }
    let choice = R::parse_choice(game, text).map_err(|objection| Refusal::Illegal(objection.0))?;
    let Some(decision) = game.question_of(seat) else {
        return Err(Refusal::Illegal(if game.is_over() {
            "The game is over.".to_owned()
        } else {
            "It is not your turn to decide.".to_owned()
        }));
    };
    if legal_answers(game, seat).contains(&choice) {
        Ok(choice)
    } else {
        let question = R::question(game, decision);
        Err(Refusal::Illegal(format!("“{}” is no legal answer now; the question is: {question}.", cut(text))))
    }
}

/// What a seat may answer now; nothing if it is not asked.
pub(crate) fn legal_answers<R: Presentation>(game: &Game<R>, seat: Seat) -> Vec<R::Choice> {
    let mut legal = Vec::new();
    game.choices(seat, &mut legal);
    legal
}

/// Only the beginning of a long text is given back.
fn cut(text: &str) -> String {
    let mut start: String =
        text.chars().take(60).map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    if text.chars().nth(60).is_some() {
        start.push('…');
    }
    start
}
