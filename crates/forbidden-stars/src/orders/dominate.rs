//! Dominate Order: collect assets, then use the faction's ability.

use crate::board::{Look, Looking};
use crate::cards::resolve::{Resolve, Source};
use crate::cards::response::Moment;
use crate::components::Asset;
use crate::decisions::{Choice, Decision};
use crate::frame::procedure;
use crate::pieces;
use crate::table::{ASSET_LIMIT, System};
use crate::{Flow, Play};
use kernel::{Seat, Verbs, Window};
use serde::{Deserialize, Serialize};

/// Assets of every friendly world of the system, then the ability of the sheet. [dominate-order.ability.2]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Dominate {
    step: Step,
    seat: Seat,
    pub system: System,
    prosperity: u8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    #[default]
    Begin,
    CountProsperity,
    OfferProsperity,
    TakeProsperity,
    CollectAssets,
    UseAbility,
    Over,
}

procedure!(Dominate, Step);

impl Dominate {
    pub fn new(seat: Seat, system: System) -> Self {
        Dominate { seat, system, ..Dominate::default() }
    }

    pub fn run(&mut self, play: &mut Play<'_>) -> Flow {
        let seat = self.seat;
        match self.step {
            Step::Begin => self.call(Window::new(Moment::OrderStarts, seat), Step::CountProsperity),
            Step::CountProsperity => {
                self.prosperity = icons(play.look(), seat, self.system)[3];
                self.then(Step::OfferProsperity)
            }
            // Prosperity comes first, so that every order of taking tokens can be had. [dominate-order.assets.3]
            Step::OfferProsperity if self.prosperity == 0 || !can_gain_any(play.look(), seat) => {
                self.then(Step::CollectAssets)
            }
            Step::OfferProsperity => self.ask(seat, Decision::TakeProsperity, Step::TakeProsperity),
            Step::TakeProsperity => {
                let Choice::Asset(asset) = play.answer() else { unreachable!("assets are offered") };
                pieces::gain_asset(play, seat, asset);
                self.prosperity -= 1;
                self.then(Step::OfferProsperity)
            }
            Step::CollectAssets => {
                let icons = icons(play.look(), seat, self.system);
                for asset in Asset::ALL {
                    (0..icons[asset.index()]).for_each(|_| pieces::gain_asset(play, seat, asset));
                }
                self.then(Step::UseAbility)
            }
            Step::UseAbility => {
                let faction = play.table.player(seat).faction;
                self.call(Resolve::new(seat, Source::Dominate(faction)), Step::Over)
            }
            Step::Over => self.done(),
        }
    }
}

/// Asset icons on the friendly worlds of a system. [dominate-order.assets.1, assets.icons.3]
fn icons(look: Look<'_>, seat: Seat, system: System) -> [u8; 4] {
    let mut icons = [0; 4];
    for area in system.areas().filter(|&area| look.is_world(area) && look.is_friendly(area, seat)) {
        for (sum, count) in icons.iter_mut().zip(look.facts(area).assets) {
            *sum += count;
        }
    }
    icons
}

pub fn can_gain(look: Look<'_>, seat: Seat, asset: Asset) -> bool {
    look.player(seat).has(asset) < ASSET_LIMIT && look.table.asset_supply[asset.index()] > 0
}

pub fn can_gain_any(look: Look<'_>, seat: Seat) -> bool {
    Asset::ALL.into_iter().any(|asset| can_gain(look, seat, asset))
}

/// Only kinds that can be gained. [assets.limit.2]
pub fn list_assets(look: Look<'_>, seat: Seat, out: &mut Vec<Choice>) {
    out.extend(assets_to_gain(look, seat));
}

/// The assets of which this seat can gain one.
pub fn assets_to_gain(look: Look<'_>, seat: Seat) -> impl Iterator<Item = Choice> {
    Asset::ALL.into_iter().filter(move |&asset| can_gain(look, seat, asset)).map(Choice::Asset)
}
