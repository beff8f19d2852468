//! Moves and purchases may be picked in any order; the rules take them in theirs.

use crate::common::{Player, Table, choose, games, legal, own, text, walk};
use forbidden_stars::{Choice, Decision, ForbiddenStars};
use kernel::{Presentation, Seat, Shape, Viewer};
use session::Entry;
use session::wire::Prompt;
use std::collections::BTreeMap;

/// Any order of a legal series is accepted and gives the same game.
#[test]
fn a_series_is_accepted_in_any_order() {
    let mut tried: BTreeMap<&str, usize> = BTreeMap::new();
    walk(games(10), |table, player| {
        let Some((seat, kind)) = composing(table) else { return false };
        for _ in 0..4 {
            let series = series(table, seat, player);
            if series.len() < 2 {
                continue;
            }
            let straight = choose(table, seat, &series).expect("the rules offered it");
            let mut mixed = series.clone();
            player.chance().shuffle(&mut mixed);
            let entry = choose(table, seat, &mixed);
            let entry = entry.unwrap_or_else(|refusal| panic!("{series:?} was refused as {mixed:?}: {refusal}"));
            assert_eq!(after(table, &entry), after(table, &straight), "{series:?} in the order {mixed:?}");

            let shown = |batch| table.preview(seat, batch, own(seat)).expect("it can be made");
            let (one, other) = (shown(&series), shown(&mixed));
            assert_eq!(one.page.stop, other.page.stop);
            assert!(one.page.stop.is_some() || one.view == other.view, "{series:?} is shown otherwise as {mixed:?}");
            let staged: Vec<String> = other.page.staged.iter().map(|staged| staged.id.clone()).collect();
            assert_eq!(staged, mixed, "the plan is shown as it was picked");
            *tried.entry(kind).or_default() += usize::from(mixed != series);
        }
        false
    });
    let enough = ["BuyUnit", "MoveShip", "MoveGroundUnit"];
    assert!(enough.iter().all(|kind| tried.get(kind).is_some_and(|&times| times > 10)), "{tried:?}");
}

/// Whatever order one picks in, the prompt still offers the rest, and all of it can be made.
#[test]
fn the_prompt_offers_what_still_fits() {
    let (mut offered, mut behind_a_stop) = (0, 0);
    walk(games(12), |table, player| {
        let Some((seat, _)) = composing(table) else { return false };
        let series = series(table, seat, player);
        if series.len() < 2 || player.below(2) != 0 {
            return false;
        }
        let mut mixed = series.clone();
        player.chance().shuffle(&mut mixed);
        let possible = |batch: &[String]| {
            let page = table.preview(seat, batch, own(seat)).ok()?.page;
            Some((page.prompt.map_or(Vec::new(), |prompt| prompt.options), page.stop))
        };
        for staged in 1..mixed.len() {
            let Some((options, stop)) = possible(&mixed[..staged]) else { break };
            let next = &mixed[staged];
            let (before, after) = (&mixed[..staged], &mixed[..=staged]);
            if !options.iter().any(|option| option.id == *next)
                && let Ok(shown) = table.preview(seat, after, own(seat))
            {
                // Only what everybody can see to be the one thing left is answered without asking.
                let forced = table.preview(seat, before, own(seat)).expect("it was shown").view;
                assert!(shown.view == forced, "{next} is not offered after {before:?}");
            }
            let mut ids: Vec<&String> = options.iter().map(|option| &option.id).collect();
            ids.sort();
            ids.dedup();
            assert_eq!(ids.len(), options.len(), "each is offered once");
            for option in &options {
                let batch: Vec<String> = mixed[..staged].iter().chain([&option.id]).cloned().collect();
                assert!(possible(&batch).is_some(), "{batch:?} was offered and refused");
                offered += 1;
            }
            behind_a_stop += usize::from(stop.is_some() && !options.is_empty());
        }
        false
    });
    assert!(offered > 500 && behind_a_stop > 0, "{offered} offered, {behind_a_stop} behind a stop");
}

/// What is staged moves no other answer: the numbers on the buttons mean the same still, and the one that ends it is last.
/// And the prompt says so when something is not offered after confirming.
#[test]
fn answers_keep_their_order_while_a_series_grows() {
    let (mut kept, mut now_or_never) = (0, 0);
    walk(games(6), |table, player| {
        let Some((seat, _)) = composing(table) else { return false };
        let series = series(table, seat, player);
        let ids = |prompt: &Prompt| prompt.options.iter().map(|option| option.id.clone()).collect::<Vec<String>>();
        let before = ids(&table.page(own(seat)).page.prompt.expect("it is asked"));
        let Some(last) = series.last().filter(|_| series.len() > 1) else { return false };
        let Ok(shown) = table.preview(seat, std::slice::from_ref(last), own(seat)) else { return false };
        let Some(prompt) = shown.page.prompt.filter(|_| shown.page.stop.is_none()) else { return false };
        let still: Vec<String> = ids(&prompt).into_iter().filter(|id| before.contains(id)).collect();
        let wanted: Vec<String> = before.into_iter().filter(|id| still.contains(id)).collect();
        assert_eq!(still, wanted, "after {last}");
        let mut confirmed = table.clone();
        let entry = choose(table, seat, std::slice::from_ref(last)).expect("it was shown");
        confirmed.apply(&entry, 0).expect("an entry just made can be taken");
        let offered = confirmed.page(own(seat)).page.prompt.map_or(Vec::new(), |prompt| ids(&prompt));
        assert_eq!(prompt.now_or_never, still.iter().any(|id| !offered.contains(id)), "after {last}");
        kept += still.len();
        now_or_never += usize::from(prompt.now_or_never);
        false
    });
    assert!(kept > 100 && now_or_never > 10, "{kept} kept their order, {now_or_never} times now or never");
}

/// What has been ended stays ended: nothing is slipped in before “enough”.
#[test]
fn nothing_is_added_to_a_series_that_was_ended() {
    let mut tried = 0;
    walk(0..6, |table, player| {
        let Some((seat, _)) = composing(table) else { return false };
        let series = series(table, seat, player);
        let ended: Vec<String> = [series[0].clone(), "done".to_owned(), series[series.len() - 1].clone()].into();
        if series.len() > 1 && series[0] != series[1] {
            let page = table.preview(seat, &ended[..2], own(seat));
            if let Ok(shown) = page
                && shown.page.prompt.is_none_or(|prompt| prompt.options.iter().all(|option| option.id != ended[2]))
            {
                assert!(choose(table, seat, &ended).is_err(), "{ended:?}");
                tried += 1;
            }
        }
        tried == 40
    });
    assert!(tried > 0);
}

/// Order matters everywhere else.
#[test]
fn answers_to_different_questions_keep_their_order() {
    let mut tried = 0;
    walk(0..4, |table, _| {
        let game = table.game();
        let Some(question) = game.next_question() else { return false };
        if question.decision == Decision::RevealOrder {
            let system = legal(game, question.seat)[0];
            let batch = ["resolve".to_owned(), text(game, system)];
            assert!(choose(table, question.seat, &batch).is_err());
            tried += 1;
        }
        tried == 20
    });
    assert_eq!(tried, 20);
}

/// The seat that composes now, and what.
fn composing(table: &Table) -> Option<(Seat, &'static str)> {
    let question = table.game().next_question()?;
    let is_composed = ForbiddenStars::shape(table.game(), question.seat, question.decision) == Shape::Compose;
    let kind = match question.decision {
        Decision::BuyUnit { .. } => "BuyUnit",
        Decision::MoveShip => "MoveShip",
        Decision::MoveGroundUnit => "MoveGroundUnit",
        Decision::PlaceForces => "PlaceForces",
        _ => "another",
    };
    is_composed.then_some((question.seat, kind))
}

/// Pieces of one series as the rules offer them, up to where one may look.
fn series(table: &Table, seat: Seat, player: &mut Player) -> Vec<String> {
    let mut game = table.game().clone();
    let kind = std::mem::discriminant(&game.question_of(seat).expect("the seat composes"));
    let mut series = Vec::new();
    while series.len() < 6 && game.question_of(seat).is_some_and(|decision| std::mem::discriminant(&decision) == kind) {
        let pieces: Vec<Choice> =
            legal(&game, seat).into_iter().filter(|&choice| !ForbiddenStars::is_enough(choice)).collect();
        if pieces.is_empty() {
            break;
        }
        let choice = pieces[player.below(pieces.len())];
        series.push(text(&game, choice));
        let chance = game.chance.clone();
        game.take(seat, choice, &mut kernel::Deaf);
        if game.chance != chance {
            break;
        }
    }
    if series.is_empty() { vec!["done".to_owned()] } else { series }
}

fn after(table: &Table, entry: &Entry) -> (String, forbidden_stars::View) {
    let mut table = table.clone();
    table.apply(entry, 0).expect("an entry just made can be taken");
    (kernel::fingerprint(table.game()), table.view(Viewer::Spectator))
}
