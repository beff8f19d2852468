//! Hidden information never reaches the wrong browser: two matches that differ only in what a viewer cannot know are the
//! same to him, byte for byte, in everything that is sent; and they stay so until something is rightfully shown.

use crate::games::{self, Have, Table};
use crate::hall::to_json;
use forbidden_stars::{Catalogue, Choice, ForbiddenStars, Game, MapChoice, Options};
use kernel::{Chance, Rules, Seat, SeatSet, Viewer};
use picture::Theme;
use session::{By, Entry, Looking, Match, Settings, Sitting};
use testkit::random::Style;

/// Games in a plain build; CI plays `ORRERY_GAMES`.
const GAMES: u64 = 30;
/// Moments of each game at which a viewer is put to the test.
const MOMENTS: usize = 4;
/// Decisions for which two matches are followed.
const FOLLOWED: usize = 6;

#[test]
fn what_is_sent_depends_on_nothing_hidden() {
    let games = std::env::var("ORRERY_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(GAMES);
    let mut tally = Tally::default();
    for seed in 0..games {
        examine(seed, &mut tally);
    }
    println!("{tally:?}");
    // If nothing ever differed, nothing would be proved.
    let Tally { pairs, varied, other_pages, followed, batches, odds, .. } = tally;
    assert!(varied * 2 > pairs, "{tally:?}: too few matches differ in what is hidden");
    assert!(other_pages * 4 > pairs, "{tally:?}: a leak would not be noticed");
    assert!(followed > pairs && batches > pairs && (odds > 0 || games < GAMES), "{tally:?}");
}

#[derive(Debug, Default, Clone, Copy)]
struct Tally {
    /// Pairs of matches that one viewer cannot tell apart.
    pairs: usize,
    /// Those of them that do differ on the table.
    varied: usize,
    /// Those that somebody else can tell apart by his page.
    other_pages: usize,
    /// Decisions that both took together.
    followed: usize,
    /// Pairs that were told apart in the end, because something was shown.
    shown: usize,
    batches: usize,
    odds: usize,
}

fn examine(seed: u64, tally: &mut Tally) {
    let mut chance = Chance::from_number(seed + 77_000);
    let options = options(&mut chance);
    let seats = options.factions.len();
    let names = ["Ann", "Bo", "Cy", "Di"];
    let settings = Settings::of(names.iter().take(seats).map(|name| Sitting::person(name)).collect());
    let catalogue = Catalogue::standard();
    let mut played = Match::<ForbiddenStars>::new(catalogue, &options, Chance::from_number(seed), settings, 0)
        .expect("the options are sound");
    let fresh = Pair { own: played.clone(), table: opened(&played) };
    let mut moments: Vec<u32> = (0..MOMENTS).map(|_| chance.below(350)).collect();
    moments.sort_unstable();
    for moment in moments {
        while played.sequence() < moment && decide(&mut played, &mut chance) {}
        let seat = Seat(chance.below(seats as u32) as u8);
        let other = Seat((seat.0 + 1 + chance.below(seats as u32 - 1) as u8) % seats as u8);
        let mut concealed = ForbiddenStars::conceal(played.game(), seat, &mut chance);
        // Half of them roll the same dice, and go together for longer.
        if chance.below(2) == 0 {
            concealed.chance = played.game().chance.clone();
        }
        compare(&fresh, &played, &concealed, Viewer::Seat(seat), other, &mut chance, tally);
        // Somebody who looks on knows less than anybody.
        let dice = concealed.chance.clone();
        let mut concealed = ForbiddenStars::conceal(&concealed, other, &mut chance);
        concealed.chance = dice;
        compare(&fresh, &played, &concealed, Viewer::Spectator, other, &mut chance, tally);
    }
}

/// Two to four seats, both maps.
fn options(chance: &mut Chance) -> Options {
    let introductory = &Catalogue::standard().map.introductory.factions;
    let factions = introductory[chance.below(introductory.len() as u32) as usize].clone();
    let map = [MapChoice::Introductory, MapChoice::Free][chance.below(2) as usize];
    Options { factions, map }
}

/// A match as the referee knows it, and as it is served.
struct Pair {
    own: Match<ForbiddenStars>,
    table: Box<dyn Table>,
}

impl Pair {
    fn copy(&self) -> Pair {
        Pair { own: self.own.clone(), table: self.table.copy() }
    }

    fn apply(&mut self, entry: &Entry) {
        self.own.apply(entry, 0).expect("an entry just made can be taken");
        self.table.apply(entry, 0).expect("an entry just made can be taken");
    }

    /// The same match with this game on the table.
    fn with(&self, step: u32, game: &Game) -> Pair {
        let mut pair = self.copy();
        pair.apply(&Entry::Rebase {
            to: step,
            engine: kernel::ENGINE_VERSION.to_owned(),
            reason: String::new(),
            snapshot: kernel::hex(&kernel::snapshot(game)),
        });
        pair
    }

    fn legal(&self, seat: Seat) -> Vec<Choice> {
        let mut legal = Vec::new();
        self.own.game().choices(seat, &mut legal);
        legal
    }

    fn text(&self, choice: Choice) -> String {
        ForbiddenStars::print_choice(self.own.game(), choice)
    }
}

fn opened(played: &Match<ForbiddenStars>) -> Box<dyn Table> {
    let header = serde_json::to_string(played.header()).expect("a header is plain data");
    games::open(ForbiddenStars::NAME, &header, played.settings().clone(), 0).expect("the header is sound")
}

/// Plays on by one decision; explores, so that there are battles and events to hide something in.
fn decide(played: &mut Match<ForbiddenStars>, chance: &mut Chance) -> bool {
    let Some(question) = played.game().next_question() else { return false };
    let mut legal = Vec::new();
    played.game().choices(question.seat, &mut legal);
    let picked = Style::Explorer.pick(played.game(), question.seat, &legal, chance);
    let text = ForbiddenStars::print_choice(played.game(), picked.expect("whoever is asked can answer"));
    let entry = played.choose(question.seat, &[text], By::Person).expect("a legal choice can be made");
    played.apply(&entry, 0).expect("an entry just made can be taken");
    true
}

fn compare(
    fresh: &Pair,
    played: &Match<ForbiddenStars>,
    concealed: &Game,
    viewer: Viewer,
    other: Seat,
    chance: &mut Chance,
    tally: &mut Tally,
) {
    let mut one = fresh.with(played.step(), played.game());
    let mut two = fresh.with(played.step(), concealed);
    tally.pairs += 1;
    tally.varied += usize::from(one.own.game().table != two.own.game().table);
    let page = |pair: &Pair| to_json(&pair.table.page(looking(Viewer::Seat(other)), &Have::default()));
    tally.other_pages += usize::from(page(&one) != page(&two));
    for _ in 0..FOLLOWED {
        let batches = batches(&one, viewer, chance);
        tally.batches += batches.len();
        let theme = Theme::ALL[chance.below(2) as usize];
        let (sent, also_sent) = (sent(&one, viewer, &batches, theme), sent(&two, viewer, &batches, theme));
        for ((what, sent), (_, also_sent)) in sent.iter().zip(&also_sent) {
            if let Some(difference) = difference(sent, also_sent) {
                let (one, two) = (one.own.record().choices, two.own.record().choices);
                panic!("{viewer:?} learns something from {what}: {difference} After {one:?} and {two:?}.");
            }
        }
        tally.odds += odds_alike(&one, &two, viewer);
        let Some(seat) = both_decide(&mut one, &mut two, viewer, chance) else { return };
        tally.followed += 1;
        let log = |pair: &Pair| pair.table.log(viewer, 0, u32::MAX);
        if one.own.view(viewer) != two.own.view(viewer) || log(&one) != log(&two) {
            // Dice fell, a card was turned: something was shown, and nobody can take it back any more.
            let can_undo = |pair: &Pair| pair.table.undo(seat).is_ok();
            assert!(!can_undo(&one) && !can_undo(&two), "{seat:?} can take back what {viewer:?} has seen");
            tally.shown += 1;
            return;
        }
    }
}

fn looking(viewer: Viewer) -> Looking {
    Looking { viewer, now: 0, log_from: 0, present: SeatSet::NONE }
}

/// A few answers that the viewer might stage, if he is asked, and some that nobody can.
fn batches(pair: &Pair, viewer: Viewer, chance: &mut Chance) -> Vec<(Seat, Vec<String>)> {
    let Viewer::Seat(seat) = viewer else { return Vec::new() };
    let legal = pair.legal(seat);
    let mut batches = vec![(seat, Vec::new()), (seat, vec!["done".to_owned()]), (seat, vec!["card none".to_owned()])];
    for _ in 0..legal.len().min(2) {
        let mut batch = vec![pair.text(legal[chance.below(legal.len() as u32) as usize])];
        batches.push((seat, batch.clone()));
        let next = pair.own.preview(seat, &batch, looking(viewer)).ok().and_then(|shown| shown.page.prompt);
        if let Some(prompt) = next {
            batch.push(prompt.options[chance.below(prompt.options.len() as u32) as usize].id.clone());
            batches.push((seat, batch));
        }
    }
    batches
}

/// Everything that goes to the viewer's browser, with its name.
fn sent(pair: &Pair, viewer: Viewer, batches: &[(Seat, Vec<String>)], theme: Theme) -> Vec<(String, String)> {
    let (table, have, looking) = (&pair.table, Have::default(), looking(viewer));
    let mut sent = vec![
        ("the page".to_owned(), to_json(&table.page(looking, &have))),
        ("the log".to_owned(), to_json(&table.log(viewer, 0, u32::MAX))),
        ("the picture".to_owned(), table.svg(viewer, theme)),
        ("the timeline".to_owned(), to_json(&(table.first_step(), table.step(), table.marks()))),
        ("the news".to_owned(), to_json(&(table.sequence(), table.settings(), table.side_names()))),
        ("who is asked".to_owned(), format!("{:?}", (table.seats_asked(), table.wakes(), table.is_over()))),
    ];
    let step = table.first_step() + (table.step() - table.first_step()) / 2;
    sent.push((format!("step {step}"), to_json(&table.past(step, looking, &have))));
    for (seat, batch) in batches {
        let page = table.preview(*seat, batch, looking, &have).map(|page| to_json(&page));
        sent.push((format!("staging {batch:?}"), format!("{page:?}")));
    }
    if let Viewer::Seat(seat) = viewer {
        sent.push(("taking back".to_owned(), format!("{:?}", table.undo(seat))));
    }
    sent
}

/// Where two texts part, if they do.
fn difference(one: &str, two: &str) -> Option<String> {
    if one == two {
        return None;
    }
    let at = one.bytes().zip(two.bytes()).take_while(|(one, two)| one == two).count();
    let part = |text: &str| {
        String::from_utf8_lossy(&text.as_bytes()[at.saturating_sub(120)..text.len().min(at + 120)]).into_owned()
    };
    Some(format!("“…{}…” or “…{}…”.", part(one), part(two)))
}

/// The odds of the battle at hand, if one is fought; those who only look on get none. How many were compared?
fn odds_alike(one: &Pair, two: &Pair, viewer: Viewer) -> usize {
    let Viewer::Seat(seat) = viewer else { return 0 };
    if one.own.game().table.battle.is_none() {
        return 0;
    }
    let odds = |pair: &Pair| pair.table.odds(Some(seat))(10).map(|odds| to_json(&odds));
    assert_eq!(odds(one), odds(two), "{viewer:?} learns something from the odds");
    1
}

/// The next decision in both: the viewer's own is the same, another's sounds the same. There may be none that does.
/// Says who decided.
fn both_decide(one: &mut Pair, two: &mut Pair, viewer: Viewer, chance: &mut Chance) -> Option<Seat> {
    let asked: Vec<_> = one.own.game().open_questions().collect();
    if asked.is_empty() {
        return None;
    }
    let question = asked[chance.below(asked.len() as u32) as usize];
    let (seat, decision) = (question.seat, question.decision);
    let legal = one.legal(seat);
    let choice = legal[chance.below(legal.len() as u32) as usize];
    let heard = |choice| if viewer.is(seat) { choice } else { ForbiddenStars::heard(decision, choice) };
    let alike: Vec<Choice> = two.legal(seat).into_iter().filter(|&one| heard(one) == heard(choice)).collect();
    if alike.is_empty() {
        assert!(!viewer.is(seat), "{viewer:?} is offered other answers");
        return None;
    }
    let other = alike[chance.below(alike.len() as u32) as usize];
    for (pair, choice) in [(one, choice), (two, other)] {
        let text = pair.text(choice);
        let entry = pair.table.choose(seat, &[text], By::Person).expect("a legal choice can be made");
        pair.apply(&entry);
    }
    Some(seat)
}
