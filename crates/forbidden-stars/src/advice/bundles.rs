//! Choices that belong together: march into an area with everything in reach, buy one kind of unit for all there is.

use crate::board::Look;
use crate::decisions::{Choice, Decision};
use crate::table::{Area, UnitKind};
use kernel::Seat;
use serde::{Deserialize, Serialize};

/// A chain of choices with one purpose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Bundle {
    /// Leave it at that.
    #[default]
    Nothing,
    /// Everything in reach goes into one area, then the order goes on.
    MoveInto(Area),
    /// The same, but whoever stands last on a world worth holding stays there.
    MoveIntoAndHold(Area),
    /// As many of one kind as can be paid, without cache tokens while materiel lasts and without the scheme; then no more.
    Muster(UnitKind, Area),
}

pub fn list(look: Look<'_>, seat: Seat, decision: Decision, choices: &[Choice], out: &mut Vec<Bundle>) {
    match decision {
        Decision::MoveShip | Decision::MoveGroundUnit => {
            for &choice in choices {
                let Choice::Move { from, to, .. } = choice else { continue };
                if !out.contains(&Bundle::MoveInto(to)) {
                    out.push(Bundle::MoveInto(to));
                }
                // Only where it makes a difference, and where there is somebody besides the one who stays.
                if is_worth_holding(look, from)
                    && look.force(from, seat).standing_units() > 1
                    && !out.contains(&Bundle::MoveIntoAndHold(to))
                {
                    out.push(Bundle::MoveIntoAndHold(to));
                }
            }
        }
        Decision::BuyUnit { .. } => {
            for &choice in choices {
                let Choice::Buy { unit, area, scheme: false, .. } = choice else { continue };
                if !out.contains(&Bundle::Muster(unit, area)) {
                    out.push(Bundle::Muster(unit, area));
                }
            }
        }
        _ => {}
    }
}

pub fn next_of(bundle: Bundle, look: Look<'_>, seat: Seat, decision: Decision, choices: &[Choice]) -> Option<Choice> {
    let moving = matches!(decision, Decision::MoveShip | Decision::MoveGroundUnit);
    let into = |target: Area, may_leave: &dyn Fn(Area) -> bool| {
        // Ships move before ground units: a bundle of the one ends where the other begin.
        if look.is_world(target) != (decision == Decision::MoveGroundUnit) {
            return None;
        }
        let goes =
            |choice: &&Choice| matches!(choice, Choice::Move { from, to, .. } if *to == target && may_leave(*from));
        choices.iter().find(goes).or_else(|| choices.iter().find(|choice| **choice == Choice::Done)).copied()
    };
    match bundle {
        Bundle::MoveInto(target) if moving => into(target, &|_| true),
        Bundle::MoveIntoAndHold(target) if moving => {
            into(target, &|from| !is_worth_holding(look, from) || look.force(from, seat).units() > 1)
        }
        Bundle::Muster(unit, area) if matches!(decision, Decision::BuyUnit { .. }) => {
            let wanted = |choice: &&Choice| matches!(choice, Choice::Buy { unit: u, area: a, scheme: false, .. } if (*u, *a) == (unit, area));
            // Without a cache token is listed first.
            choices.iter().find(wanted).or_else(|| choices.iter().find(|choice| **choice == Choice::Done)).copied()
        }
        Bundle::Nothing | Bundle::MoveInto(_) | Bundle::MoveIntoAndHold(_) | Bundle::Muster(..) => None,
    }
}

/// A world on which somebody's objective token lies.
fn is_worth_holding(look: Look<'_>, area: Area) -> bool {
    look.objective(area).is_some()
}
