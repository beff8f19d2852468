//! A unit is routed, and what may follow from it.

use crate::board::{Look, Looking};
use crate::cards::response::Moment;
use crate::cards::vocabulary::LastingRule;
use crate::components::Face;
use crate::decisions::{Choice, Decision};
use crate::force::Posture;
use crate::frame::procedure;
use crate::pieces;
use crate::table::{Area, JustRouted};
use crate::{Flow, Play};
use kernel::{Seat, Verbs, Window};
use serde::{Deserialize, Serialize};

/// Lays a standing unit down; cards may then destroy it. [rout-rally.state.1]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rout {
    step: Step,
    seat: Seat,
    row: u8,
    area: Area,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    #[default]
    LayDown,
    Save,
    Respond,
    Over,
}

procedure!(Rout, Step);

impl Rout {
    pub fn new(seat: Seat, row: usize, area: Area) -> Self {
        Rout { step: Step::LayDown, seat, row: row as u8, area }
    }

    pub fn run(&mut self, play: &mut Play<'_>) -> Flow {
        let (seat, row, area) = (self.seat, usize::from(self.row), self.area);
        match self.step {
            Step::LayDown if cannot_rout(play.look(), seat, area) => self.done(),
            Step::LayDown => {
                pieces::turn(play, seat, row, area, Posture::Routed);
                if !is_ambushed(play.look(), seat, area) {
                    return self.then(Step::Respond);
                }
                if play.table.die(seat, Face::Morale) > 0 {
                    return self.ask(seat, Decision::SaveRouted, Step::Save);
                }
                pieces::destroy_unit(play, seat, row, Posture::Routed, area);
                self.done()
            }
            // Asked for each unit. [card-clarifications.ambush.1]
            Step::Save => {
                if play.answer() == Choice::Accept {
                    pieces::remove_die(play, seat, Face::Morale);
                    pieces::tell_dice(play, seat);
                    return self.then(Step::Respond);
                }
                pieces::destroy_unit(play, seat, row, Posture::Routed, area);
                self.done()
            }
            Step::Respond => {
                play.table.just_routed = Some(JustRouted { owner: seat, row: self.row, area });
                self.call(Window::new(Moment::UnitRouted { owner: seat }, seat), Step::Over)
            }
            Step::Over => {
                play.table.just_routed = None;
                self.done()
            }
        }
    }
}

/// "Cannot" is absolute. [golden-rules.precedence.3]
pub fn cannot_rout(look: Look<'_>, seat: Seat, area: Area) -> bool {
    rule_of(look, seat, area, LastingRule::NoRout, Whose::Own)
}

fn is_ambushed(look: Look<'_>, seat: Seat, area: Area) -> bool {
    rule_of(look, seat, area, LastingRule::DestroyRouted, Whose::Opponents)
}

#[derive(PartialEq, Eq)]
enum Whose {
    Own,
    Opponents,
}

fn rule_of(look: Look<'_>, seat: Seat, area: Area, rule: LastingRule, whose: Whose) -> bool {
    let Some(battle) = look.table.battle.as_ref().filter(|battle| battle.area == area) else { return false };
    battle.side_of(seat).is_some_and(|side| {
        let side = if whose == Whose::Own { side } else { side.other() };
        battle.rules(side, rule) > 0
    })
}
