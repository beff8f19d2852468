//! A moment that tricks can answer: the form of a window in a game of hidden hands.
//!
//! - **Who is asked depends only on what everybody knows.** If only those were asked who hold a fitting trick, being asked
//!   would tell. So [`could_respond`] looks at open cards and at how many cards a hand has, never at a hand. The law
//!   "asked alike" catches a window that does.
//! - **All are asked at once, and their answers are sealed.** So a window that nobody uses costs one wait, however many
//!   sit at the table; and nobody waits to see what the others do.
//! - **The first in order who responds is heard.** The order is that of resolving, not of asking. What comes after him is
//!   thrown away unseen and leaves no trace ([`heard`]): he who came too late keeps his trick and his secret.
//! - **Then all are asked again**, in order from the left of whoever responded, until all pass.
//! - **A moment says what tells two of a kind apart**, since passes leave no trace: how many cards lie on the table, where
//!   cards answer cards. A bot knows where it is by what it has heard and by what it is asked.

use super::{Card, Catalogue, Choice, Decision, Moment, Parley, PlayCard, Table, Trick};
use kernel::{Answer, Flow, Play, Seat, Verbs};
use serde::{Deserialize, Serialize};

/// Players respond to a moment until all pass. [cards.windows]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Window {
    moment: Moment,
    /// Who is heard before all others.
    first: Seat,
    step: Step,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    Offer,
    Take,
}

impl Window {
    /// In order from the speaker.
    pub fn new(table: &Table, moment: Moment) -> Window {
        Window { moment, first: table.speaker, step: Step::Offer }
    }

    pub fn run(&mut self, play: &mut Play<'_, Parley>) -> Flow<Parley> {
        let moment = self.moment;
        let order = self.first.clockwise(play.table.envoys);
        match self.step {
            Step::Offer => {
                let could = order.filter(|&seat| could_respond(play.catalogue, play.table, seat, moment));
                self.ask_each(could, |_| Decision::Respond(moment), Step::Take)
            }
            Step::Take => {
                let response = |seat| Some((seat, trick_played(play.answer_of(seat)?)?));
                match order.filter_map(response).next() {
                    Some((seat, trick)) => {
                        self.first = seat.left(play.table.envoys);
                        self.call(PlayCard::new(seat, trick), Step::Offer)
                    }
                    None => self.done(),
                }
            }
        }
    }
}

/// Could `seat` respond, for all that the table knows? It holds cards, a trick for this moment may be among them, and
/// there still is something to answer. [cards.windows]
fn could_respond(catalogue: &Catalogue, table: &Table, seat: Seat, moment: Moment) -> bool {
    let is_answerable = match moment {
        Moment::WhenCardPlayed { .. } => !table.card_being_played().cancelled,
        Moment::WhenBidsSealed | Moment::AfterFavourWon => true,
    };
    is_answerable && !table.hands[seat.index()].is_empty() && fitting_tricks_left(catalogue, table, moment)
}

/// Is there a trick for this moment that does not lie open?
fn fitting_tricks_left(catalogue: &Catalogue, table: &Table, moment: Moment) -> bool {
    let fits = |card: Card| matches!(card, Card::Trick(trick) if answers(trick, moment));
    let printed: usize =
        catalogue.deck.iter().filter(|(card, _)| fits(*card)).map(|(_, copies)| usize::from(*copies)).sum();
    let resolving = table.resolving.iter().map(|played| Card::Trick(played.trick));
    table.discard.iter().chain(resolving).filter(|&card| fits(card)).count() < printed
}

/// Does this trick answer that moment? [cards.veto] [cards.scandal] [cards.windfall] [cards.spy]
pub fn answers(trick: Trick, moment: Moment) -> bool {
    match trick {
        Trick::Veto => matches!(moment, Moment::WhenCardPlayed { .. }),
        Trick::Scandal => moment == Moment::WhenBidsSealed,
        Trick::Windfall | Trick::Spy => moment == Moment::AfterFavourWon,
    }
}

/// What everybody hears of an answer in a window: the first who responds, and nothing of the others.
pub fn heard(answers: &[Answer<Choice>], which: usize) -> Option<Choice> {
    let first = answers.iter().position(|answer| trick_played(answer.choice).is_some());
    (first == Some(which)).then(|| answers[which].choice)
}

/// None is a pass.
fn trick_played(choice: Choice) -> Option<Trick> {
    match choice {
        Choice::Play(trick) => Some(trick),
        Choice::Pass | Choice::Abstain | Choice::Bid(_) | Choice::LookAt(_) => None,
    }
}

kernel::verbs!(Parley, Window, Step);
