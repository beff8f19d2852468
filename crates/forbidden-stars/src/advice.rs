//! What a player of the game would say to a bot: how it stands, what looks promising, which choices belong together.

use crate::board::Looking;
use crate::{Choice, Decision, ForbiddenStars, Game};
use kernel::{Advice, MAX_SEATS, Outlook, Seat};
use serde::{Deserialize, Serialize};

/// The adviser of the default bots, or one with other weights.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Adviser {}

/// A chain of choices with one purpose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Bundle {
    #[default]
    Nothing,
}

impl Advice<ForbiddenStars> for Adviser {
    type Bundle = Bundle;

    fn evaluate(&self, game: &Game) -> Outlook {
        let look = game.look();
        let score = |seat: Seat| {
            let player = look.player(seat);
            (f32::from(player.objectives) * 2.0
                + look.friendly_worlds(seat).count() as f32 * 0.2
                + f32::from(look.units_on_board(seat)) * 0.1)
                .exp()
        };
        let total: f32 = look.turn_order().map(score).sum();
        let mut outlook = [0.0; MAX_SEATS];
        for seat in look.turn_order() {
            outlook[seat.index()] = score(seat) / total;
        }
        outlook
    }

    fn weigh(&self, _: &Game, _: Seat, _: Decision, choices: &[Choice], out: &mut Vec<f32>) {
        out.extend(choices.iter().map(|_| 1.0));
    }

    fn is_quiet(&self, game: &Game) -> bool {
        game.table.order.is_none() && game.table.battle.is_none()
    }
}
