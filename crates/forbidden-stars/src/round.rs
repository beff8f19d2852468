//! The game as a whole: set-up, then rounds of planning, operations and refresh.

use crate::events::{Event, Phase};
use crate::frame::procedure;
use crate::operations::Operations;
use crate::planning::Planning;
use crate::refresh::Refresh;
use crate::setup::Setup;
use crate::table::LAST_ROUND;
use crate::{Flow, Play, victory};
use kernel::Verbs;
use serde::{Deserialize, Serialize};

/// Set-up, then up to eight rounds. [round.structure.1]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Match {
    step: Step,
    setup: Setup,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    #[default]
    SetUp,
    Planning,
    Operations,
    Refresh,
    EndOfRound,
    GameOver,
}

procedure!(Match, Step);

impl Match {
    pub fn new(setup: Setup) -> Self {
        Match { step: Step::SetUp, setup }
    }

    /// For a table that is set up already.
    pub fn at(step: Step) -> Self {
        Match { step, setup: Setup::default() }
    }

    pub fn run(&mut self, play: &mut Play<'_>) -> Flow {
        match self.step {
            Step::SetUp => {
                let setup = self.setup;
                self.call(setup, Step::Planning)
            }
            Step::Planning => {
                play.tell(Event::RoundBegins(play.table.round));
                play.tell(Event::PhaseBegins(Phase::Planning));
                self.call(Planning::default(), Step::Operations)
            }
            Step::Operations => {
                play.tell(Event::PhaseBegins(Phase::Operations));
                let first = play.table.turn_order().next().expect("somebody is still in the game");
                self.call(Operations::new(first), Step::Refresh)
            }
            Step::Refresh => {
                play.tell(Event::PhaseBegins(Phase::Refresh));
                self.call(Refresh::default(), Step::EndOfRound)
            }
            Step::EndOfRound => {
                end_of_round(play);
                if play.table.round == LAST_ROUND {
                    victory::rank(play);
                    return self.then(Step::GameOver);
                }
                play.table.round += 1;
                self.then(Step::Planning)
            }
            Step::GameOver => {
                play.tell(Event::Won(play.table.winners));
                self.done()
            }
        }
    }

    pub fn close(&mut self) {
        self.step = Step::GameOver;
    }
}

/// The first player token passes to the left, tokens come back, upgrades turn faceup, storms may move again.
/// [refresh-phase.end.1, refresh-phase.end.2]
fn end_of_round(play: &mut Play<'_>) {
    let table = &mut *play.table;
    // An eliminated holder's turn order already starts at the next survivor, who now gets the token. [first-player.pass.3]
    let from = if table.is_in(table.first_player) { table.first_player.left(table.seats) } else { table.first_player };
    table.first_player =
        from.clockwise(table.seats).find(|&seat| table.is_in(seat)).expect("somebody is still in the game");
    for player in &mut table.players {
        for kind in 0..4 {
            player.orders.unplaced[kind] += player.orders.resolved[kind];
            player.orders.resolved[kind] = 0;
        }
        player.used_upgrades = 0;
    }
    for storm in table.storms.iter_mut() {
        storm.moved = false;
    }
}
