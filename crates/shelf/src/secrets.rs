//! Hidden information never reaches the wrong browser: two matches that differ only in what a viewer cannot know are the
//! same to them, byte for byte, in everything that is sent; and they stay so until something is rightfully shown.

use crate::any_match::{AnyMatch, Have, Played};
use crate::hint::Scope;
use hosted::{Hosted, Wish};
use kernel::{Chance, Game, Question, Rules, Seat, SeatSet, Viewer};
use picture::Theme;
use serde::Serialize;
use session::{By, Entry, Looking, Match, Settings, Sitting};
use testkit::random::Style;

/// Moments of each game at which a viewer is put to the test.
const MOMENTS: usize = 4;
/// Decisions for which two matches are followed.
const FOLLOWED: usize = 6;

/// What was compared. If nothing ever differed, nothing would be proved.
#[derive(Debug, Default, Clone, Copy, Serialize)]
pub struct Tally {
    /// Pairs of matches that one viewer cannot tell apart.
    pub pairs: usize,
    /// Those of them that do differ on the table.
    pub varied: usize,
    /// Those that somebody else can tell apart by his page.
    pub other_pages: usize,
    /// Decisions that both took together.
    pub followed: usize,
    /// Pairs that were told apart in the end, because something was shown.
    pub shown: usize,
    pub batches: usize,
    pub odds: usize,
}

impl Tally {
    /// Takes in what else was compared.
    pub fn add(&mut self, other: Tally) {
        let Tally { pairs, varied, other_pages, followed, shown, batches, odds } = other;
        self.pairs += pairs;
        self.varied += varied;
        self.other_pages += other_pages;
        self.followed += followed;
        self.shown += shown;
        self.batches += batches;
        self.odds += odds;
    }
}

/// Plays the game with this seed, and at a few moments of it compares what is sent of it with what is sent of its like.
pub(crate) fn examine<H: Hosted>(seed: u64, tally: &mut Tally) -> Result<(), String> {
    let mut chance = Chance::from_number(seed + 77_000);
    let range = H::offer().seats;
    let seats = range.least + chance.below(u32::from(range.most - range.least) + 1) as u8;
    let wish = wish::<H>(seats, &mut chance)?;
    let settings = Settings::of((0..seats).map(|seat| Sitting::person(&format!("Person {seat}"))).collect());
    let options = H::options(&wish)?;
    let table = Match::new(H::catalogue(), &options, Chance::from_number(seed), settings, 0);
    let mut played: Played<H> = Played(table.map_err(|error| error.to_string())?, Scope::Game);
    let fresh = Played::<H>(played.0.clone(), Scope::Game);
    let length = length::<H>(&wish)?;
    let mut moments: Vec<u32> = (0..MOMENTS).map(|_| chance.below(length)).collect();
    moments.sort_unstable();
    for moment in moments {
        while played.sequence() < moment && decide(&mut played, &mut chance)? {}
        let seat = Seat(chance.below(u32::from(seats)) as u8);
        let other = Seat((seat.0 + 1 + chance.below(u32::from(seats) - 1) as u8) % seats);
        let mut concealed = H::Rules::conceal(played.0.game(), seat, &mut chance);
        // Half of them roll the same dice, and go together for longer.
        if chance.below(2) == 0 {
            concealed.chance = played.0.game().chance;
        }
        compare(&fresh, &played, &concealed, Viewer::Seat(seat), other, &mut chance, tally)?;
        // Somebody who looks on knows less than anybody.
        let dice = concealed.chance;
        let mut concealed = H::Rules::conceal(&concealed, other, &mut chance);
        concealed.chance = dice;
        compare(&fresh, &played, &concealed, Viewer::Spectator, other, &mut chance, tally)?;
    }
    Ok(())
}

/// Any way to set up a game of so many seats.
fn wish<H: Hosted>(seats: u8, chance: &mut Chance) -> Result<Wish, String> {
    let mut wish = Wish { seats: Some(seats), ..Wish::default() };
    for option in H::offer().options.iter().filter(|option| !option.values.is_empty()) {
        let value = &option.values[chance.below(option.values.len() as u32) as usize];
        wish = wish.with(&option.id, &value.id);
    }
    H::fill(&wish, u64::from(chance.below(1_000)))
}

/// Within how many entries something happens: as many as a random game has, or as it takes for much to happen.
fn length<H: Hosted>(wish: &Wish) -> Result<u32, String> {
    let mut game =
        Game::<H::Rules>::new(H::catalogue(), &H::options(wish)?, Chance::from_number(1), &mut kernel::Deaf)?;
    let (mut chance, mut legal, mut length) = (Chance::from_number(2), Vec::new(), 0);
    while let Some(Question { seat, .. }) = game.next_question().filter(|_| length < MOST) {
        game.choices(seat, &mut legal);
        game.take(seat, legal[chance.below(legal.len() as u32) as usize], &mut kernel::Deaf);
        length += 1;
    }
    Ok(length.max(1))
}

const MOST: u32 = 350;

/// The same match with this game on the table.
fn with<H: Hosted>(fresh: &Played<H>, step: u32, game: &Game<H::Rules>) -> Result<Played<H>, String> {
    let mut pair = Played::<H>(fresh.0.clone(), Scope::Game);
    let entry = Entry::Rebase {
        to: step,
        engine: kernel::ENGINE_VERSION.to_owned(),
        reason: String::new(),
        snapshot: kernel::hex(&kernel::snapshot(game)),
    };
    pair.apply(&entry, 0).map_err(|refusal| refusal.to_string())?;
    Ok(pair)
}

fn legal<H: Hosted>(pair: &Played<H>, seat: Seat) -> Vec<<H::Rules as Rules>::Choice> {
    let mut legal = Vec::new();
    pair.0.game().choices(seat, &mut legal);
    legal
}

fn text<H: Hosted>(pair: &Played<H>, choice: <H::Rules as Rules>::Choice) -> String {
    H::Rules::print_choice(pair.0.game(), choice)
}

fn to_json(content: &impl Serialize) -> String {
    serde_json::to_string(content).expect("plain data always serialises")
}

/// Plays on by one decision; explores, so that there is something to hide things in.
fn decide<H: Hosted>(played: &mut Played<H>, chance: &mut Chance) -> Result<bool, String> {
    let Some(question) = played.0.game().next_question() else { return Ok(false) };
    let legal = legal(played, question.seat);
    let picked = Style::Explorer.pick(played.0.game(), question.seat, &legal, chance);
    let text = text(played, picked.ok_or("somebody is asked who cannot answer")?);
    let entry = played.choose(question.seat, &[text], By::Person).map_err(|refusal| refusal.to_string())?;
    played.apply(&entry, 0).map_err(|refusal| refusal.to_string())?;
    Ok(true)
}

fn compare<H: Hosted>(
    fresh: &Played<H>,
    played: &Played<H>,
    concealed: &Game<H::Rules>,
    viewer: Viewer,
    other: Seat,
    chance: &mut Chance,
    tally: &mut Tally,
) -> Result<(), String> {
    let mut one = with(fresh, played.step(), played.0.game())?;
    let mut two = with(fresh, played.step(), concealed)?;
    tally.pairs += 1;
    tally.varied += usize::from(one.0.game().table != two.0.game().table);
    let page = |pair: &Played<H>| to_json(&pair.page(looking(Viewer::Seat(other)), &Have::default()));
    tally.other_pages += usize::from(page(&one) != page(&two));
    for _ in 0..FOLLOWED {
        let batches = batches(&one, viewer, chance);
        tally.batches += batches.len();
        let theme = Theme::ALL[chance.below(2) as usize];
        let (sent, also_sent) = (sent(&one, viewer, &batches, theme), sent(&two, viewer, &batches, theme));
        for ((what, sent), (_, also_sent)) in sent.iter().zip(&also_sent) {
            if let Some(difference) = difference(sent, also_sent) {
                let made = |pair: &Played<H>| pair.0.record().map(|record| record.choices);
                let (one, two) = (made(&one), made(&two));
                return Err(format!(
                    "{viewer:?} learns something from {what}: {difference} After {one:?} and {two:?}."
                ));
            }
        }
        tally.odds += odds_alike(&one, &two, viewer)?;
        let Some(seats) = all_decide(&mut one, &mut two, viewer, chance)? else { return Ok(()) };
        tally.followed += 1;
        let log = |pair: &Played<H>| pair.log(viewer, 0, u32::MAX);
        if one.0.view(viewer) != two.0.view(viewer) || log(&one) != log(&two) {
            // Dice fell, a card was turned: something was shown, and nobody can take it back any more.
            let can_undo = |pair: &Played<H>, seat| pair.undo(seat).is_ok();
            if let Some(seat) = seats.iter().find(|&seat| can_undo(&one, seat) || can_undo(&two, seat)) {
                return Err(format!("{seat:?} can take back what {viewer:?} has seen"));
            }
            tally.shown += 1;
            return Ok(());
        }
    }
    Ok(())
}

fn looking(viewer: Viewer) -> Looking {
    Looking { viewer, now: 0, log_from: 0, present: SeatSet::NONE }
}

/// A few answers that the viewer might stage, if he is asked, and some that nobody can.
fn batches<H: Hosted>(pair: &Played<H>, viewer: Viewer, chance: &mut Chance) -> Vec<(Seat, Vec<String>)> {
    let Viewer::Seat(seat) = viewer else { return Vec::new() };
    let legal = legal(pair, seat);
    let mut batches = vec![(seat, Vec::new()), (seat, vec!["done".to_owned()]), (seat, vec!["card none".to_owned()])];
    for _ in 0..legal.len().min(2) {
        let mut batch = vec![text(pair, legal[chance.below(legal.len() as u32) as usize])];
        batches.push((seat, batch.clone()));
        let next = pair.0.preview(seat, &batch, looking(viewer)).ok().and_then(|shown| shown.page.prompt);
        if let Some(prompt) = next {
            batch.push(prompt.options[chance.below(prompt.options.len() as u32) as usize].id.clone());
            batches.push((seat, batch));
        }
    }
    batches
}

/// Everything that goes to the viewer's browser, with its name.
fn sent<H: Hosted>(
    pair: &Played<H>,
    viewer: Viewer,
    batches: &[(Seat, Vec<String>)],
    theme: Theme,
) -> Vec<(String, String)> {
    let (table, have, looking) = (pair, Have::default(), looking(viewer));
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
fn odds_alike<H: Hosted>(one: &Played<H>, two: &Played<H>, viewer: Viewer) -> Result<usize, String> {
    let Viewer::Seat(seat) = viewer else { return Ok(0) };
    if H::odds_in(one.0.game(), Some(seat)).is_err() {
        return Ok(0);
    }
    let odds = |pair: &Played<H>| pair.odds(Some(seat))(10).map(|odds| to_json(&odds));
    if odds(one) == odds(two) { Ok(1) } else { Err(format!("{viewer:?} learns something from the odds")) }
}

/// The next decision in both: the viewer's own is the same, another's sounds the same. There may be none that does.
/// Says who decided.
fn all_decide<H: Hosted>(
    one: &mut Played<H>,
    two: &mut Played<H>,
    viewer: Viewer,
    chance: &mut Chance,
) -> Result<Option<SeatSet>, String> {
    let asked: Vec<_> = one.0.game().open_questions().collect();
    if asked.is_empty() {
        return Ok(None);
    }
    let question = asked[chance.below(asked.len() as u32) as usize];
    let (seat, decision) = (question.seat, question.decision);
    let legal_answers = legal(one, seat);
    let choice = legal_answers[chance.below(legal_answers.len() as u32) as usize];
    let heard = |choice| if viewer.is(seat) { choice } else { H::Rules::heard(decision, choice) };
    let alike: Vec<_> = legal(two, seat).into_iter().filter(|&other| heard(other) == heard(choice)).collect();
    if alike.is_empty() {
        return if viewer.is(seat) { Err(format!("{viewer:?} is offered other answers")) } else { Ok(None) };
    }
    let other = alike[chance.below(alike.len() as u32) as usize];
    for (pair, choice) in [(one, choice), (two, other)] {
        let text = text(pair, choice);
        let entry = pair.choose(seat, &[text], By::Person).map_err(|refusal| refusal.to_string())?;
        pair.apply(&entry, 0).map_err(|refusal| refusal.to_string())?;
    }
    Ok(Some(SeatSet::only(seat)))
}
