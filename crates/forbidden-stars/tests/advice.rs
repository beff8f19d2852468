//! The adviser: what a player of the game would nod at.

mod common;

use common::{Scenario, new_game, scenario};
use forbidden_stars::advice::standing::{Part, of_all};
use forbidden_stars::advice::{Adviser, Bundle, Weights, WeightsError};
use forbidden_stars::board::Looking;
use forbidden_stars::{Choice, ForbiddenStars, MapChoice};
use kernel::{Advice, Chance, Deaf, Rules};

/// 2A (NW Pergam, NE Laodicea) with 5A to the north (SE Thylin, SW Xinghua); Xinghua borders Pergam.
const BOARD: &str = "players ultramarines chaos
    phase operations
    tile 2A at 0 0 turn 0
    tile 5A at 0 -1 turn 2
    orders 2A: ultramarines advance
    orders 5A: chaos strategize
    at thylin: chaos 2 cultist
";

fn table(pieces: &str) -> Scenario {
    scenario(&format!("{BOARD}{pieces}"), "")
}

/// The chance of the Ultramarines.
fn outlook(pieces: &str) -> f32 {
    let game = table(pieces);
    let outlook = Adviser::default().evaluate(&game.game);
    assert!((outlook.iter().sum::<f32>() - 1.0).abs() < 1e-3, "somebody wins: {outlook:?}");
    outlook[game.seat("ultramarines").index()]
}

fn part(pieces: &str, part: Part) -> f32 {
    let game = table(pieces);
    of_all(game.game.look())[game.seat("ultramarines").index()][part as usize]
}

#[test]
fn tokens_win_the_game() {
    let plain = outlook("at pergam: ultramarines 2 scout");
    assert!(outlook("at pergam: ultramarines 2 scout\nobjective pergam ultramarines") > plain + 0.05, "one is held");
    assert!(outlook("at pergam: ultramarines 2 scout\nultramarines objectives 1") > plain + 0.15, "one is collected");
    assert!(outlook("at pergam: ultramarines 2 scout\nchaos objectives 1") < plain - 0.15);
}

#[test]
fn more_of_everything_is_better() {
    let plain = outlook("at pergam: ultramarines 2 scout");
    for more in [
        "at pergam: ultramarines 4 scout",
        "at pergam: ultramarines 2 scout, city",
        "at pergam: ultramarines 2 scout\nat laodicea: ultramarines scout",
    ] {
        assert!(outlook(more) > plain, "{more}");
    }
}

/// A token next door with an Advance Order on it is as good as the chance to take it.
#[test]
fn reach_is_by_paths_and_strength() {
    let poised = |pieces: &str| part(pieces, Part::Poised);
    let token = "objective pergam ultramarines\n";
    assert_eq!(poised(&format!("{token}at xinghua: ultramarines 2 scout")), 1.0, "nobody defends it");
    let strong = poised(&format!("{token}at xinghua: ultramarines 3 space-marine\nat pergam: chaos cultist"));
    let weak = poised(&format!("{token}at xinghua: ultramarines scout\nat pergam: chaos 3 cultist"));
    assert!(strong > 0.8 && weak < 0.3 && weak > 0.0, "{strong} {weak}");
    assert_eq!(
        poised(&format!("{token}at xinghua: ultramarines 2 scout\nstorm 2A-north")),
        0.0,
        "a storm lies between"
    );
    assert_eq!(poised(&format!("{token}at xinghua: ultramarines 2 scout routed")), 0.0, "routed units stay");
    let against = "at pergam: chaos 2 cultist\n";
    let alone = poised(&format!("{token}{against}at xinghua: ultramarines scout"));
    let beside_a_bastion = poised(&format!("{token}{against}at xinghua: ultramarines scout, bastion"));
    assert_eq!(alone, beside_a_bastion, "a bastion does not march");
}

#[test]
fn a_stronger_neighbour_is_a_threat() {
    let threatened = |pieces: &str| part(pieces, Part::Threatened);
    let held = "at laodicea: ultramarines scout\nobjective laodicea ultramarines";
    assert!(threatened(held) > 0.5, "two cultists stand next door");
    assert!(threatened("at laodicea: ultramarines 4 space-marine\nobjective laodicea ultramarines") < 0.1);
}

/// Units on the move count where they go, and the way is measured from there.
#[test]
fn units_in_transit_are_not_lost() {
    let mut game = table("at xinghua: ultramarines scout\nobjective laodicea ultramarines");
    let near = |game: &Scenario| {
        let standing = of_all(game.game.look())[game.seat("ultramarines").index()];
        standing[Part::Near as usize] + standing[Part::Reach as usize] + standing[Part::Poised as usize]
    };
    game.play("system 2A\nresolve");
    let before = near(&game);
    let seat = game.asked();
    let mut choices = Vec::new();
    game.game.choices(seat, &mut choices);
    let step = choices.iter().find(|choice| matches!(choice, Choice::Move { .. })).expect("it can move");
    game.game.take(seat, *step, &mut Deaf);
    assert!(near(&game) >= before, "a step towards a token brings it no farther away");
}

/// Everything in reach, at most five; the last who stands on a token's world may stay.
#[test]
fn a_bundle_moves_everything() {
    let follow = |mut game: Scenario, bundle: Bundle| {
        let adviser = Adviser::default();
        let (seat, mut choices) = (game.asked(), Vec::new());
        while let Some(decision) = game.game.question_of(seat) {
            game.game.choices(seat, &mut choices);
            let Some(choice) = adviser.next_of(bundle, &game.game, seat, decision, &choices) else { break };
            assert!(choices.contains(&choice));
            game.game.take(seat, choice, &mut Deaf);
        }
        [game.at("pergam"), game.at("xinghua")]
    };
    let advance = |pieces: &str| {
        let mut game = table(pieces);
        game.play("system 2A\nresolve");
        game
    };
    let game = advance("at xinghua: ultramarines 4 scout, 2 space-marine");
    let pergam = forbidden_stars::table::Area(0);
    let mut bundles = Vec::new();
    let (seat, mut choices) = (game.asked(), Vec::new());
    game.game.choices(seat, &mut choices);
    let decision = game.game.question_of(seat).expect("ground units may move");
    Adviser::default().bundles(&game.game, seat, decision, &choices, &mut bundles);
    assert_eq!(bundles, [Bundle::MoveInto(pergam)]);
    let [there, left] = follow(game, Bundle::MoveInto(pergam));
    assert_eq!((there.as_str(), left.as_str()), ("ultramarines 4 scout, space-marine", "ultramarines space-marine"));
    let game = advance("at xinghua: ultramarines 2 scout\nobjective xinghua ultramarines");
    let [there, left] = follow(game, Bundle::MoveIntoAndHold(pergam));
    assert_eq!((there.as_str(), left.as_str()), ("ultramarines scout", "ultramarines scout"));
}

/// In every position of random games: as many positive weights as choices, chances that add up to one, bundles that
/// can be begun and that stay within the legal choices.
#[test]
fn advice_fits_every_question() {
    let adviser = Adviser::default();
    for (seed, factions) in
        [(1, &["ultramarines", "chaos"][..]), (2, &["ultramarines", "chaos", "orks", "eldar"]), (3, &["orks", "eldar"])]
    {
        let map = if seed == 3 { MapChoice::Free } else { MapChoice::Introductory };
        let mut game = new_game(factions, map, seed).game.clone();
        let mut chance = Chance::from_number(seed);
        let (mut choices, mut weights, mut bundles) = (Vec::new(), Vec::new(), Vec::new());
        while let Some(question) = game.next_question() {
            let (seat, decision) = (question.seat, question.decision);
            game.choices(seat, &mut choices);
            weights.clear();
            adviser.weigh(&game, seat, decision, &choices, &mut weights);
            assert_eq!(weights.len(), choices.len());
            assert!(weights.iter().all(|&weight| weight > 0.0 && weight.is_finite()), "{decision:?} {weights:?}");
            let outlook = adviser.evaluate(&game);
            assert!(outlook.iter().all(|chance| (0.0..=1.0).contains(chance)), "{outlook:?}");
            assert!((outlook.iter().sum::<f32>() - 1.0).abs() < 1e-3, "{outlook:?}");
            bundles.clear();
            adviser.bundles(&game, seat, decision, &choices, &mut bundles);
            for &bundle in &bundles {
                let first = adviser.next_of(bundle, &game, seat, decision, &choices);
                assert!(first.is_some_and(|choice| choices.contains(&choice)), "{bundle:?}");
            }
            let choice = choices[chance.below(choices.len() as u32) as usize];
            game.take(seat, choice, &mut Deaf);
        }
    }
}

#[test]
fn weights_are_read_back_and_checked() {
    let standard = Weights::standard();
    let text = standard.write();
    let read = Weights::read(&text).expect("what is written is readable");
    for (one, other) in [(&read.early, &standard.early), (&read.late, &standard.late)] {
        assert!(one.iter().zip(other).all(|(one, other)| (one - other).abs() < 1e-3));
    }
    assert_eq!(Weights::read(&text.replace("held", "hold")), Err(WeightsError::Missing("held".into())));
    let more = text.replace("{\n", "{\n    \"luck\": (1.0, 1.0),\n");
    assert_eq!(Weights::read(&more), Err(WeightsError::Unknown("luck".into())));
    assert!(matches!(Weights::read("weights"), Err(WeightsError::Unreadable(_))));
    assert!(matches!(Weights::read(&text.replacen("(", "(inf, 1.0),//", 1)), Err(WeightsError::NotANumber(_))));
}

/// What is laid facedown is not heard, where it lies is.
/// [visibility.order-tokens.4]
#[test]
fn a_placed_order_is_heard_without_its_kind() {
    let game = new_game(&["ultramarines", "chaos"], MapChoice::Introductory, 1).game.clone();
    let question = game.next_question().expect("an order is to be placed");
    let mut choices = Vec::new();
    game.choices(question.seat, &mut choices);
    let mut heard: Vec<_> = choices.iter().map(|&choice| ForbiddenStars::heard(question.decision, choice)).collect();
    heard.dedup();
    let systems: std::collections::BTreeSet<_> = choices
        .iter()
        .map(|choice| match choice {
            Choice::PlaceOrder { system, .. } => *system,
            other => panic!("{other:?} places no order"),
        })
        .collect();
    assert_eq!(heard.len(), systems.len(), "the four kinds sound alike, the systems do not");
}
