//! The worked examples printed in the rulebooks.

mod common;

use common::{check, scenario};
use expect_test::expect;

/// Learn to Play, "Suffering damage": two Scouts suffer three damage. [damage.assign.1, damage.destroy.1, damage.excess.1, damage.rout.1]
#[test]
fn damage_example() {
    let mut battle = scenario(
        "battle: chaos chaos-space-marine attack ultramarines 2 scout
         chaos deck khornes-rage, khornes-rage, dark-faith, dark-faith, foul-worship
         ultramarines deck ambush, ambush, faith-in-the-emperor, faith-in-the-emperor, reconnaissance",
        "OOO | MM",
    );
    battle.play("chaos: card dark-faith");
    println!("{}", battle.log());
    println!("{:?}", battle.choices());
}
