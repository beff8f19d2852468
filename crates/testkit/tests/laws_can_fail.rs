//! Every law can fail: each mistake breaks the law that is there to catch it.

mod flawed;

use flawed::{Flawed, Mistake, Options};
use kernel::{Chance, Deaf, Game};
use testkit::laws::{Broken, Played, Thoroughness, assert_laws, check_game, law};
use testkit::parley;

fn check(mistake: &'static Mistake) -> Result<Played<Flawed>, Broken> {
    check_game::<Flawed>(mistake, &Options::default(), 7, Thoroughness::FULL)
}

#[test]
fn without_a_mistake_all_laws_hold() {
    let tally = assert_laws::<Flawed>(&Mistake::None, &Options::default(), 0..50, Thoroughness::FULL);
    assert_eq!((tally.games, tally.decisions), (50, 450));
    assert!(tally.varied > tally.concealed / 2, "{tally:?}");
}

#[test]
fn each_mistake_breaks_its_law() {
    let expected: [(&'static Mistake, &str); 22] = [
        (&Mistake::ShowsHands, law::VIEW),
        (&Mistake::ConcealKeepsSeed, law::FUTURE),
        (&Mistake::ConcealLosesCard, law::IMAGINED),
        (&Mistake::ConcealShufflesTruth, law::DEALT),
        (&Mistake::RenewsNothing, law::RENEWED),
        (&Mistake::RenewsHands, law::RENEWED),
        (&Mistake::OffersTwice, law::DISTINCT),
        (&Mistake::OffersNothing, law::ANSWERABLE),
        (&Mistake::OffersBySecret, law::QUESTION),
        (&Mistake::AsksOneSeatTwice, law::ASKED),
        (&Mistake::AsksByHand, law::ASKED_ALIKE),
        (&Mistake::OverhearsWhatCameLate, law::HEARD),
        (&Mistake::HearsTheFirst, law::SEALED),
        (&Mistake::PrintsAlike, law::NOTATION),
        (&Mistake::LosesCard, law::CONSERVED),
        (&Mistake::PanicsInStep, law::APPLIES),
        (&Mistake::PanicsInView, law::NO_PANIC),
        (&Mistake::RunsInCircle, law::APPLIES),
        (&Mistake::NeverEnds, law::ENDS),
        (&Mistake::NobodyWins, law::WINNERS),
        (&Mistake::TellsAnything, law::COPY),
        (&Mistake::SavesTooLittle, law::SNAPSHOT),
    ];
    for (mistake, law) in expected {
        // Without looking ahead, so that each mistake is met where it is made. A game that never ends is long.
        let every = if *mistake == Mistake::NeverEnds { 1000 } else { 1 };
        let thoroughness = Thoroughness { every, ahead: 0, ..Thoroughness::FULL };
        match check_game::<Flawed>(mistake, &Options::default(), 7, thoroughness) {
            Ok(played) => panic!("{mistake:?} went unnoticed in {} decisions", played.decisions),
            Err(broken) => assert_eq!(broken.law, law, "{mistake:?}: {broken}"),
        }
    }
}

/// The view laws prove nothing about a conceal that conceals nothing; the count says so.
#[test]
fn a_conceal_that_changes_nothing_is_noticed() {
    let played = check(&Mistake::ConcealsNothing).expect("no law is broken by concealing nothing");
    assert!(played.concealed > 0);
    assert_eq!(played.varied, 0);
}

#[test]
fn a_record_that_leaves_out_an_option_is_noticed() {
    let options = Options { unrecorded_turns: 1 };
    let broken = check_game::<Flawed>(&Mistake::None, &options, 7, Thoroughness::FULL).expect_err("a turn is missing");
    assert_eq!(broken.law, law::REPLAY, "{broken}");
}

#[test]
fn options_that_are_refused_are_reported() {
    let options = parley::Options { envoys: 1 };
    let broken = check_game::<parley::Parley>(&parley::BOX, &options, 7, Thoroughness::QUICK).expect_err("one envoy");
    assert_eq!(
        broken.to_string(),
        "seed 7, after 0 choices, at “the set-up”: a game begins with these options; \
         but Parley is for two to six envoys, not 1"
    );
}

#[test]
fn a_panic_is_reported_with_the_last_sound_position() {
    let broken = check(&Mistake::PanicsInView).expect_err("the fifth position cannot be looked at");
    assert_eq!(
        broken.to_string(),
        "seed 7, after 4 choices, at “turn 4 › seat 0: keep or swap”: the rules never panic; \
         but it panicked: this cannot be looked at"
    );
}

/// A concealed game meets a later mistake earlier; the report says how far it had come.
#[test]
fn a_mistake_met_by_looking_ahead_is_reported_where_it_was_met() {
    let broken = check(&Mistake::PanicsInStep).expect_err("the fifth step cannot be taken");
    assert_eq!(
        broken.to_string(),
        "seed 7, after 0 choices, at “turn 0 › seat 0: keep or swap”: \
         a concealed game is a whole game that plays on; \
         but it panicked: this step cannot be taken, after “turn 4 › seat 0: keep or swap”"
    );
}

#[test]
#[should_panic(expected = "flawed: seed 0, after")]
fn assert_laws_panics_with_the_broken_law() {
    assert_laws::<Flawed>(&Mistake::ShowsHands, &Options::default(), 0..1, Thoroughness::QUICK);
}

/// A forgotten exit shows itself with the printed stack.
#[test]
#[should_panic(expected = "the rules run in a circle at: turn 4")]
fn rules_that_run_in_a_circle_stop_with_the_stack() {
    let mut game: Game<Flawed> =
        Game::new(&Mistake::RunsInCircle, &Options::default(), Chance::from_number(7), &mut Deaf)
            .expect("these options are fine");
    while let Some(question) = game.next_question() {
        game.choose(question.seat, flawed::Choice::Keep, &mut Deaf).expect("keeping is always legal");
    }
}
