//! The witness who checks the laws while a game is played.

use super::{Breach, Style, Thoroughness, Witness, ensure, law, one_asked, one_choice, without_panic};
use kernel::{
    Answer, Chance, Deaf, Game, Herald, Illegal, Record, Rules, Seat, SeatSet, Viewer, from_snapshot, snapshot,
};
use std::collections::BTreeSet;

/// How many concealed games each seat is shown: two, so that they are compared with each other as well.
const CONCEALED: usize = 2;

/// How many sets of sealed answers are given in two orders.
const SEALED: usize = 4;

pub(super) struct Examiner<R: Rules> {
    catalogue: &'static R::Catalogue,
    thoroughness: Thoroughness,
    /// For what to try and how to conceal; the game never reads it.
    chance: Chance,
    events: Vec<R::Event>,
    /// Every choice that was ever offered in this game.
    known: BTreeSet<R::Choice>,
    /// Where the choice now being made led a copy, what that told, and how much had been told before.
    foretold: Option<Game<R>>,
    foretold_events: Vec<R::Event>,
    told: usize,
    pub record: Record<R>,
    pub concealed: usize,
    pub varied: usize,
}

impl<R: Rules> Herald<R> for Examiner<R> {
    fn tell(&mut self, event: R::Event) {
        self.events.push(event);
    }
}

impl<R: Rules> Witness<R> for Examiner<R> {
    fn before(&mut self, game: &Game<R>, seat: Seat, offered: &[R::Choice], choice: R::Choice) -> Result<(), Breach> {
        check_conserved(game, law::CONSERVED)?;
        check_distinct(offered)?;
        self.known.extend(offered);
        let thoroughly = self.record.choices.len().is_multiple_of(self.thoroughness.every);
        if thoroughly {
            self.check_applies(game, seat, offered)?;
            self.check_refused(game, seat, offered)?;
            check_notation(game, offered)?;
            self.check_snapshot(game)?;
            self.check_sealed(game)?;
            for viewer in all_seats(game).iter() {
                self.check_view(game, viewer)?;
            }
        }
        self.foretell(game, seat, choice)?;
        if thoroughly {
            self.check_moment(game, seat, choice)?;
        }
        self.record.push(seat, R::print_choice(game, choice));
        Ok(())
    }

    fn after(&mut self, game: &Game<R>) -> Result<(), Breach> {
        let foretold = self.foretold.take().expect("every choice is foretold before it is made");
        ensure(foretold == *game, law::COPY, || "the same choice led a copy to another game".to_owned())?;
        ensure(self.events[self.told..] == self.foretold_events, law::COPY, || {
            format!("a copy told {:?} and the game {:?}", self.foretold_events, &self.events[self.told..])
        })
    }
}

impl<R: Rules> Examiner<R> {
    pub fn new(catalogue: &'static R::Catalogue, options: &R::Options, seed: u64, thoroughness: Thoroughness) -> Self {
        let start = Chance::from_number(seed);
        let mut chance = start.clone();
        // The bot has the first split of this seed.
        chance.split();
        Examiner {
            catalogue,
            thoroughness: Thoroughness { every: thoroughness.every.max(1), ..thoroughness },
            chance: chance.split(),
            events: Vec::new(),
            known: BTreeSet::new(),
            foretold: None,
            foretold_events: Vec::new(),
            told: 0,
            record: Record::new(catalogue, options, &start),
            concealed: 0,
            varied: 0,
        }
    }

    /// The laws of a finished game.
    pub fn end(&self, game: &Game<R>) -> Result<(), Breach> {
        check_conserved(game, law::CONSERVED)?;
        let winners = game.winners();
        ensure(!winners.is_empty(), law::WINNERS, || "nobody has won".to_owned())?;
        let present = all_seats(game);
        ensure(winners.iter().all(|seat| present.contains(seat)), law::WINNERS, || {
            format!("{winners:?} are not all at the table")
        })?;
        ensure(game.questions().is_empty(), law::WINNERS, || "a question is still open".to_owned())?;
        if let Some(&choice) = self.known.first() {
            ensure(game.clone().choose(Seat(0), choice, &mut Deaf) == Err(Illegal::Over), law::REFUSED, || {
                "a finished game took a choice".to_owned()
            })?;
        }
        self.check_snapshot(game)?;
        self.check_replay(game)
    }

    fn check_applies(&mut self, game: &Game<R>, seat: Seat, offered: &[R::Choice]) -> Result<(), Breach> {
        for choice in self.some_of(offered) {
            let text = || R::print_choice(game, choice);
            let mut copy = game.clone();
            without_panic(|| copy.choose(seat, choice, &mut Deaf))
                .and_then(|taken| taken.map_err(|illegal| illegal.describe(game)))
                .map_err(|why| Breach { law: law::APPLIES, reason: format!("“{}” does not: {why}", text()) })?;
            R::conserved(&copy)
                .map_err(|why| Breach { law: law::CONSERVED, reason: format!("after “{}” {why}", text()) })?;
        }
        Ok(())
    }

    fn check_refused(&mut self, game: &Game<R>, seat: Seat, offered: &[R::Choice]) -> Result<(), Breach> {
        let unoffered: Vec<R::Choice> = self.known.iter().copied().filter(|choice| !offered.contains(choice)).collect();
        for choice in self.some_of(&unoffered) {
            check_refusal(game, seat, choice)?;
        }
        for idle in all_seats(game).iter().filter(|&idle| game.question_of(idle).is_none()) {
            check_refusal(game, idle, offered[0])?;
        }
        Ok(())
    }

    fn check_snapshot(&self, game: &Game<R>) -> Result<(), Breach> {
        match from_snapshot::<R>(self.catalogue, &snapshot(game)) {
            Ok(loaded) => ensure(loaded == *game, law::SNAPSHOT, || "the loaded game is another".to_owned()),
            Err(error) => Err(Breach { law: law::SNAPSHOT, reason: error.to_string() }),
        }
    }

    /// Who answers first makes no difference: neither to what the others may answer nor to what becomes of it.
    fn check_sealed(&mut self, game: &Game<R>) -> Result<(), Breach> {
        let seats: Vec<Seat> = game.open_questions().map(|question| question.seat).collect();
        if seats.len() < 2 {
            return Ok(());
        }
        let mut offered = Vec::new();
        for _ in 0..SEALED {
            let mut answers = Vec::new();
            for &seat in &seats {
                answers.push((seat, one_choice(game, seat, Style::Uniform, &mut self.chance, &mut offered)?));
            }
            let forward = answer_all(game, answers.iter())?;
            let backward = answer_all(game, answers.iter().rev())?;
            ensure(forward == backward, law::SEALED, || format!("{answers:?} in reverse order led to another game"))?;
        }
        Ok(())
    }

    /// Concealing what `seat` cannot know changes nothing that `seat` sees or is asked.
    ///
    /// Two concealed games are both compared with the truth, and so with each other.
    fn check_view(&mut self, game: &Game<R>, seat: Seat) -> Result<(), Breach> {
        let view = R::view(game, Viewer::Seat(seat));
        let json = as_json::<R>(&view)?;
        let renewed = R::renew(game, self.chance.split());
        let renewed_json = as_json::<R>(&R::view(&renewed, Viewer::Seat(seat)))?;
        ensure(json == renewed_json, law::RENEWED, || {
            format!("{seat} sees {}", first_difference(&json, &renewed_json))
        })?;
        ensure(game.chance.seed() != renewed.chance.seed(), law::RENEWED, || "the seed is the same".to_owned())?;
        check_conserved(&renewed, law::RENEWED)?;
        for _ in 0..CONCEALED {
            let imagined = R::conceal(game, seat, &mut self.chance);
            self.concealed += 1;
            self.varied += usize::from(differs_in_secrets(game, &imagined));
            let imagined_view = R::view(&imagined, Viewer::Seat(seat));
            let imagined_json = as_json::<R>(&imagined_view)?;
            ensure(view == imagined_view && json == imagined_json, law::VIEW, || {
                format!("{seat} sees {}", first_difference(&json, &imagined_json))
            })?;
            check_same_question(game, &imagined, seat)?;
            ensure(game.chance.seed() != imagined.chance.seed(), law::FUTURE, || {
                format!("the game concealed from {seat} has the seed of the true one")
            })?;
            check_conserved(&imagined, law::IMAGINED)?;
            // With the same chance, the true game and one that the seat could not tell from it give the same.
            let [mut one, mut other] = [self.chance.clone(), self.chance.clone()];
            ensure(R::conceal(game, seat, &mut one) == R::conceal(&imagined, seat, &mut other), law::DEALT, || {
                format!("two games that {seat} cannot tell apart are concealed in two ways by the same chance")
            })?;
            self.play_on(imagined)?;
        }
        Ok(())
    }

    /// What everybody learns when the last answer of a moment is in.
    fn check_moment(&mut self, game: &Game<R>, seat: Seat, choice: R::Choice) -> Result<(), Breach> {
        if game.open_questions().count() > 1 {
            return Ok(());
        }
        let answer_of = |asked: Seat| if asked == seat { Some(choice) } else { game.sealed_answer_of(asked) };
        let answers: Vec<Answer<R::Choice>> = game
            .questions()
            .iter()
            .filter_map(|question| Some(Answer { seat: question.seat, choice: answer_of(question.seat)? }))
            .collect();
        let truth = Outcome::of(game, &answers).ok_or_else(|| Breach {
            law: law::SEALED,
            reason: format!("{answers:?} are refused together, and taken one by one"),
        })?;
        for viewer in all_seats(game).iter() {
            self.check_asked_alike(game, &answers, &truth, viewer)?;
            if answers.len() > 1 {
                self.check_heard(game, &answers, &truth, viewer)?;
            }
        }
        Ok(())
    }

    /// The same answers under the same chance, but other secrets: if `viewer` is told the same, the same seats are asked
    /// the same. A window that reads hands fails here.
    fn check_asked_alike(
        &mut self,
        game: &Game<R>,
        answers: &[Answer<R::Choice>],
        truth: &Outcome<R>,
        viewer: Seat,
    ) -> Result<(), Breach> {
        for _ in 0..CONCEALED {
            let mut imagined = R::conceal(game, viewer, &mut self.chance);
            imagined.chance = game.chance.clone();
            // Some of these answers may not be legal where others hold other cards.
            let Some(other) = Outcome::of(&imagined, answers) else { continue };
            let (asked, otherwise_asked) = (truth.game.questions(), other.game.questions());
            ensure(
                asked == otherwise_asked || truth.told_to(viewer) != other.told_to(viewer),
                law::ASKED_ALIKE,
                || {
                    format!(
                        "{viewer} is told the same, and {asked:?} are asked in truth, {otherwise_asked:?} otherwise"
                    )
                },
            )?;
        }
        Ok(())
    }

    /// Other answers of the others: if `viewer` is told, shown and asked the same, it hears the same. An intent that came
    /// too late and is heard nevertheless fails here.
    fn check_heard(
        &mut self,
        game: &Game<R>,
        answers: &[Answer<R::Choice>],
        truth: &Outcome<R>,
        viewer: Seat,
    ) -> Result<(), Breach> {
        let mut open = game.clone();
        open.unseal();
        let mut offered = Vec::new();
        for _ in 0..SEALED {
            let mut others = answers.to_vec();
            for answer in others.iter_mut().filter(|answer| answer.seat != viewer) {
                answer.choice = one_choice(&open, answer.seat, Style::Uniform, &mut self.chance, &mut offered)?;
            }
            let Some(other) = Outcome::of(game, &others) else { continue };
            if !truth.looks_like(&other, viewer) {
                continue;
            }
            let heard = |answers: &[Answer<R::Choice>]| -> Vec<(Seat, R::Choice)> {
                let one =
                    |which: usize| Some((answers[which].seat, R::heard_by(viewer, game.questions(), answers, which)?));
                (0..answers.len()).filter_map(one).collect()
            };
            let (truth, other) = (heard(answers), heard(&others));
            ensure(truth == other, law::HEARD, || {
                format!("{viewer} cannot tell {answers:?} from {others:?}, and hears {truth:?} and {other:?}")
            })?;
        }
        Ok(())
    }

    /// Bots think by playing on from a concealed game, so that must work as well.
    fn play_on(&mut self, imagined: Game<R>) -> Result<(), Breach> {
        let mut sound = imagined;
        let mut offered = Vec::new();
        for _ in 0..self.thoroughness.ahead {
            if sound.is_over() {
                break;
            }
            let mut next = sound.clone();
            let chance = &mut self.chance;
            let played = without_panic(|| {
                let seat = one_asked(&next, chance)?;
                let choice = one_choice(&next, seat, Style::Uniform, chance, &mut offered)?;
                next.take(seat, choice, &mut Deaf);
                check_conserved(&next, law::CONSERVED)
            });
            let reason = match played {
                Ok(Ok(())) => None,
                Ok(Err(breach)) => Some(breach.reason),
                Err(message) => Some(message),
            };
            if let Some(reason) = reason {
                let reason = format!("{reason}, after “{}”", sound.breadcrumb());
                return Err(Breach { law: law::IMAGINED, reason });
            }
            sound = next;
        }
        Ok(())
    }

    /// Makes the choice on a copy first; `after` compares.
    fn foretell(&mut self, game: &Game<R>, seat: Seat, choice: R::Choice) -> Result<(), Breach> {
        let (untouched, mut copy) = (game.clone(), game.clone());
        self.foretold_events.clear();
        self.told = self.events.len();
        copy.choose(seat, choice, &mut self.foretold_events)
            .map_err(|illegal| Breach { law: law::APPLIES, reason: illegal.describe(game) })?;
        self.foretold = Some(copy);
        ensure(untouched == *game, law::COPY, || "a choice made on a copy changed the original".to_owned())
    }

    fn check_replay(&self, game: &Game<R>) -> Result<(), Breach> {
        let breach = |reason: String| Breach { law: law::REPLAY, reason };
        let text = self.record.to_string();
        let read = Record::<R>::parse(&text).map_err(|error| breach(error.to_string()))?;
        ensure(read.to_string() == text && !read.cut_off, law::REPLAY, || {
            "the printed record is read back as another".to_owned()
        })?;
        let mut events: Vec<R::Event> = Vec::new();
        let replayed = read.replay(self.catalogue, &mut events).map_err(|error| breach(error.to_string()))?;
        ensure(replayed == *game, law::REPLAY, || "the replayed game is another".to_owned())?;
        ensure(events == self.events, law::REPLAY, || "the replay told other events".to_owned())
    }

    /// As many of `choices` as are to be tried, any of them.
    fn some_of(&mut self, choices: &[R::Choice]) -> Vec<R::Choice> {
        let mut some = choices.to_vec();
        if some.len() > self.thoroughness.tries {
            self.chance.shuffle(&mut some);
            some.truncate(self.thoroughness.tries);
        }
        some
    }
}

/// What comes of the answers of one moment.
struct Outcome<R: Rules> {
    game: Game<R>,
    events: Vec<R::Event>,
}

impl<R: Rules> Outcome<R> {
    /// None if one of the answers is not legal in this game. Answers that are sealed already are given anew.
    fn of(game: &Game<R>, answers: &[Answer<R::Choice>]) -> Option<Self> {
        let (mut game, mut events) = (game.clone(), Vec::new());
        game.unseal();
        for answer in answers {
            game.choose(answer.seat, answer.choice, &mut events).ok()?;
        }
        Some(Outcome { game, events })
    }

    fn told_to(&self, viewer: Seat) -> Vec<R::Event> {
        self.events.iter().filter_map(|event| R::told_to(event, Viewer::Seat(viewer))).collect()
    }

    /// Is `viewer` told, shown and asked the same in both?
    fn looks_like(&self, other: &Outcome<R>, viewer: Seat) -> bool {
        let view = |outcome: &Outcome<R>| R::view(&outcome.game, Viewer::Seat(viewer));
        self.game.questions() == other.game.questions()
            && self.told_to(viewer) == other.told_to(viewer)
            && view(self) == view(other)
    }
}

fn check_conserved<R: Rules>(game: &Game<R>, law: &'static str) -> Result<(), Breach> {
    R::conserved(game).map_err(|objection| Breach { law, reason: objection.0 })
}

fn check_distinct<C: Ord + Copy + std::fmt::Debug>(offered: &[C]) -> Result<(), Breach> {
    let mut sorted = offered.to_vec();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(Breach { law: law::DISTINCT, reason: format!("{:?} is offered twice", pair[0]) }),
        None => Ok(()),
    }
}

fn check_refusal<R: Rules>(game: &Game<R>, seat: Seat, choice: R::Choice) -> Result<(), Breach> {
    let mut copy = game.clone();
    let mut events: Vec<R::Event> = Vec::new();
    let answer = copy.choose(seat, choice, &mut events);
    let text = || R::print_choice(game, choice);
    ensure(answer.is_err(), law::REFUSED, || format!("“{}” was taken from {seat}", text()))?;
    ensure(copy == *game && events.is_empty(), law::REFUSED, || {
        format!("“{}” was refused from {seat} and yet did something", text())
    })
}

fn answer_all<'a, R: Rules>(
    game: &Game<R>,
    answers: impl Iterator<Item = &'a (Seat, R::Choice)>,
) -> Result<(Game<R>, Vec<R::Event>), Breach> {
    let (mut copy, mut events) = (game.clone(), Vec::new());
    for &(seat, choice) in answers {
        copy.choose(seat, choice, &mut events)
            .map_err(|illegal| Breach { law: law::SEALED, reason: illegal.describe(game) })?;
    }
    Ok((copy, events))
}

fn check_notation<R: Rules>(game: &Game<R>, offered: &[R::Choice]) -> Result<(), Breach> {
    let mut texts = BTreeSet::new();
    for &choice in offered {
        let text = R::print_choice(game, choice);
        let read = R::parse_choice(game, &text);
        ensure(read.as_ref() == Ok(&choice), law::NOTATION, || {
            format!("{choice:?} prints as “{text}”, which reads as {read:?}")
        })?;
        ensure(!text.contains('\n'), law::NOTATION, || format!("“{text}” is more than one line"))?;
        ensure(texts.insert(text.clone()), law::NOTATION, || format!("two choices print as “{text}”"))?;
    }
    Ok(())
}

/// `seat` is asked the same, may answer the same, and has answered the same; and the same seats are being waited for.
fn check_same_question<R: Rules>(game: &Game<R>, imagined: &Game<R>, seat: Seat) -> Result<(), Breach> {
    let (asked, imagined_asked) = (game.question_of(seat), imagined.question_of(seat));
    ensure(asked == imagined_asked, law::QUESTION, || {
        format!("{seat} is asked {asked:?} in truth and {imagined_asked:?} in a concealed game")
    })?;
    let (mut offered, mut imagined_offered) = (Vec::new(), Vec::new());
    game.choices(seat, &mut offered);
    imagined.choices(seat, &mut imagined_offered);
    ensure(offered == imagined_offered, law::QUESTION, || {
        format!("{seat} is offered {offered:?} in truth and {imagined_offered:?} in a concealed game")
    })?;
    ensure(game.sealed_answer_of(seat) == imagined.sealed_answer_of(seat), law::QUESTION, || {
        format!("a concealed game changed the answer that {seat} has sealed itself")
    })?;
    let waiting = |game: &Game<R>| game.open_questions().map(|question| question.seat).collect::<SeatSet>();
    ensure(waiting(game) == waiting(imagined), law::QUESTION, || {
        format!("a game concealed from {seat} waits for other seats")
    })
}

/// Is more than the chance to come different?
fn differs_in_secrets<R: Rules>(game: &Game<R>, imagined: &Game<R>) -> bool {
    let answers = |game: &Game<R>| all_seats(game).iter().map(|seat| game.sealed_answer_of(seat)).collect::<Vec<_>>();
    game.table != imagined.table || answers(game) != answers(imagined)
}

fn all_seats<R: Rules>(game: &Game<R>) -> SeatSet {
    SeatSet::all(game.seats())
}

fn as_json<R: Rules>(view: &R::View) -> Result<String, Breach> {
    serde_json::to_string(view)
        .map_err(|error| Breach { law: law::VIEW, reason: format!("the view cannot be written as JSON: {error}") })
}

/// The first place where two texts differ, with a little of what surrounds it.
fn first_difference(truth: &str, imagined: &str) -> String {
    const AROUND: usize = 40;
    let same = truth.chars().zip(imagined.chars()).take_while(|(one, other)| one == other).count();
    let part = |text: &str| text.chars().skip(same.saturating_sub(AROUND)).take(2 * AROUND).collect::<String>();
    format!("“…{}…” in truth and “…{}…” in a concealed game", part(truth), part(imagined))
}
