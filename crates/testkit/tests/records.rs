//! What is kept of a match: records and snapshots, and what becomes of damaged and foreign ones.

mod flawed;

use flawed::{Flawed, Mistake};
use kernel::{Chance, Deaf, Game, Record, RecordError, from_snapshot, snapshot};
use testkit::laws::{Thoroughness, check_game};
use testkit::parley::{BOX, Card, Catalogue, Options, Parley};

const FOUR: Options = Options { envoys: 4 };

/// Another printing: the same cards, but fewer favours.
static SHORT: Catalogue = Catalogue { deck: &[(Card::Gift(1), 42)], hand: 4, favours: 2, goal: 2 };

fn record() -> Record<Parley> {
    check_game::<Parley>(&BOX, &FOUR, 11, Thoroughness::QUICK).expect("Parley breaks no law").record
}

fn begin<R: kernel::Rules>(catalogue: &'static R::Catalogue, options: &R::Options) -> Game<R> {
    Game::new(catalogue, options, Chance::from_number(11), &mut Deaf).expect("these options are fine")
}

/// Wherever the file ends, every line before that place is read, and the game goes on from there.
#[test]
fn a_record_cut_off_anywhere_keeps_every_whole_line() {
    let whole = record();
    let text = whole.to_string();
    let header = text.find('\n').expect("a record has a header") + 1;
    for end in header..text.len() {
        let cut = &text[..end];
        let read = Record::<Parley>::parse(cut).expect("the header is whole");
        let lines = cut[header..].matches('\n').count();
        assert_eq!(read.choices, whole.choices[..lines]);
        assert_eq!(read.cut_off, !cut.ends_with('\n'));
    }
    let read = Record::<Parley>::parse(&text[..text.len() - 3]).expect("the header is whole");
    let game = read.replay(&BOX, &mut Deaf).expect("what was kept replays");
    assert!(!game.is_over());
}

#[test]
fn a_record_cut_off_in_its_header_is_refused() {
    let error = Record::<Parley>::parse(&record().to_string()[..20]).expect_err("half a header");
    assert!(matches!(error, RecordError::Header(_)), "{error}");
}

#[test]
fn a_record_of_another_game_is_refused() {
    let error = Record::<Flawed>::parse(&record().to_string()).expect_err("this is Parley");
    assert_eq!(error, RecordError::OtherGame { found: "parley".to_owned(), wanted: "flawed" });
}

#[test]
fn a_record_with_another_catalogue_says_so() {
    let record = record();
    assert_eq!(record.stranger(&BOX), None);
    let warning = record.stranger(&SHORT).expect("the cards are others");
    assert_eq!(warning, "the record was made with another catalogue of components");
}

/// A rule put right in one game makes strangers of its own records only; the engine is the same for all.
#[test]
fn a_record_made_with_other_rules_says_so() {
    let mut record = record();
    record.header.rules = 7;
    let read = Record::<Parley>::parse(&record.to_string()).expect("a record of other rules can be read");
    let warning = read.stranger(&BOX).expect("the rules are others");
    assert_eq!(warning, "the record was made with version 7 of the rules, this is version 1");
    let engine = kernel::ENGINE_VERSION;
    assert_eq!((read.header.made_by(), kernel::made_by::<Parley>()), (format!("{engine}+7"), engine.to_owned()));
    // Records from before the rules had versions were made with the first, which goes unsaid.
    record.header.set_made_by("0.0.9");
    assert_eq!((record.header.engine.as_str(), record.header.rules), ("0.0.9", 1));
    assert!(!record.to_string().contains("rules"));
    assert_eq!(Record::<Parley>::parse(&record.to_string()), Ok(record));
}

#[test]
fn a_record_that_goes_another_way_names_the_line() {
    let mut record = record();
    record.choices[2].1 = "play scandal".to_owned();
    let error = record.replay(&BOX, &mut Deaf).expect_err("nobody can play a scandal while bids are sealed");
    assert!(matches!(error, RecordError::Diverged { line: 4, .. }), "{error}");
    record.choices[2].1 = "bid the moon".to_owned();
    let error = record.replay(&BOX, &mut Deaf).expect_err("there is no such card");
    assert!(matches!(error, RecordError::Diverged { line: 4, .. }), "{error}");
}

#[test]
fn a_snapshot_of_another_engine_is_refused() {
    let mut bytes = snapshot(&begin::<Parley>(&BOX, &FOUR));
    let version = kernel::ENGINE_VERSION.as_bytes();
    let at = bytes.windows(version.len()).position(|part| part == version).expect("a snapshot names its engine");
    bytes[at] = b'9';
    let error = from_snapshot::<Parley>(&BOX, &bytes).expect_err("another engine made it");
    assert!(matches!(error, RecordError::OtherEngine { .. }), "{error}");
}

/// Another engine may lay out its table in another way: the stamp must be judged before the rest is read.
#[test]
fn a_snapshot_with_another_layout_is_refused_as_foreign_not_as_damaged() {
    let mut bytes = snapshot(&begin::<Parley>(&BOX, &FOUR));
    let version = kernel::ENGINE_VERSION.as_bytes();
    let at = bytes.windows(version.len()).position(|part| part == version).expect("a snapshot names its engine");
    bytes[at] = b'9';
    // Engine, catalogue, and two bytes of what no longer is a table.
    bytes.truncate(at + version.len() + 32 + 2);
    let error = from_snapshot::<Parley>(&BOX, &bytes).expect_err("another engine made it");
    assert!(matches!(error, RecordError::OtherEngine { .. }), "{error}");
}

#[test]
fn a_snapshot_of_another_game_or_catalogue_is_refused() {
    let other_game = snapshot(&begin::<Flawed>(&Mistake::None, &flawed::Options::default()));
    let error = from_snapshot::<Parley>(&BOX, &other_game).expect_err("this is another game");
    assert!(matches!(error, RecordError::OtherEngine { .. }), "{error}");
    let other_cards = snapshot(&begin::<Parley>(&SHORT, &FOUR));
    let error = from_snapshot::<Parley>(&BOX, &other_cards).expect_err("these are other cards");
    assert!(matches!(error, RecordError::OtherEngine { .. }), "{error}");
}

#[test]
fn a_damaged_snapshot_is_refused() {
    let bytes = snapshot(&begin::<Parley>(&BOX, &FOUR));
    for end in [0, 10, bytes.len() / 2, bytes.len() - 1] {
        let error = from_snapshot::<Parley>(&BOX, &bytes[..end]).expect_err("a part is missing");
        assert!(matches!(error, RecordError::Snapshot(_)), "{error}");
    }
}
