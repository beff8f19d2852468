//! A match as one viewer is shown it.

use crate::answers::legal_answers;
use crate::journal::By;
use crate::matches::{Match, Refusal};
use crate::settings::Sitting;
use crate::staging::{Insertion, Staging};
use crate::wire::{Answer, LogLine, Outcome, Page, Prompt, PromptShape, SceneMark, SeatStrip, Sitter, Staged, Undo};
use kernel::{Depth, Game, Presentation, Rules, Scene, Seat, SeatSet, Shape, Viewer};
use std::collections::BTreeMap;

/// The most log lines in one page; older ones are asked for separately.
pub const LOG_LIMIT: usize = 300;

/// A page and the view that its pictures are drawn from.
#[derive(Clone, Debug)]
pub struct Shown<R: Rules> {
    pub page: Page,
    pub view: R::View,
}

/// Who looks, and what he has already.
#[derive(Clone, Copy, Debug)]
pub struct Looking {
    pub viewer: Viewer,
    /// Now, in milliseconds since 1970.
    pub now: i64,
    /// The first log line wanted.
    pub log_from: u32,
    /// Seats from which somebody has the page open.
    pub present: SeatSet,
}

impl<R: Presentation> Match<R> {
    /// The table as the viewer sees it, without its pictures.
    pub fn page(&self, looking: Looking) -> Shown<R> {
        let prompt = seat_of(looking.viewer).and_then(|seat| prompt(&self.game, seat));
        self.shown(looking, &self.game, prompt, Vec::new(), None)
    }

    /// The table as it was, as far as the viewer knew: nothing can be answered there.
    pub fn past_page(&self, looking: Looking) -> Shown<R> {
        let mut shown = self.page(looking);
        shown.page.prompt = None;
        shown.page.undo = Undo { possible: false, reason: "This is the past.".to_owned() };
        shown
    }

    /// The table as it would be after these answers, as far as one may look ahead.
    pub fn preview(&self, seat: Seat, texts: &[String], looking: Looking) -> Result<Shown<R>, Refusal> {
        self.check_seat(seat)?;
        let mut staging = Staging::of(self, seat);
        staging.stage_all(texts, By::Person)?;
        let insertions = staging.insertions();
        if !texts.is_empty() && insertions.is_empty() {
            staging.skip_forced();
        }
        let prompt = match looking.viewer {
            Viewer::Seat(viewer) if viewer == seat => staged_prompt(&staging, &insertions, seat),
            Viewer::Seat(_) | Viewer::Spectator | Viewer::Referee => None,
        };
        let own = staging.own();
        let staged = own.iter().map(|one| {
            let question = sentence(&one.question());
            Staged { id: one.text.clone(), label: one.label.clone(), question }
        });
        let staged = staged.collect();
        let stop = staging.stop.map(|stop| stop.reason());
        let mut shown = self.shown(looking, staging.shown(), prompt, staged, stop);
        shown.page.ahead = staging.ahead.clone();
        Ok(shown)
    }

    fn shown(
        &self,
        looking: Looking,
        game: &Game<R>,
        prompt: Option<Prompt>,
        staged: Vec<Staged>,
        stop: Option<&str>,
    ) -> Shown<R> {
        let own = seat_of(looking.viewer);
        let (log, log_end) = self.log(looking.viewer, looking.log_from, u32::MAX);
        let page = Page {
            game: R::NAME.to_owned(),
            sequence: self.sequence(),
            step: self.step(),
            seat: own.map(|seat| seat.0),
            breadcrumb: breadcrumb(game),
            seats: self.strips(looking),
            prompt,
            staged,
            stop: stop.map(str::to_owned),
            moments: R::moments(game).into_iter().map(str::to_owned).collect(),
            ahead: None,
            undo: self.undo_of(own),
            taken_back: self.taken_back().map(|seat| seat.0),
            outcome: self.outcome(),
            fragments: BTreeMap::new(),
            log,
            log_end,
            notice: self.notice().map(str::to_owned),
        };
        Shown { page, view: R::view(game, looking.viewer) }
    }

    fn undo_of(&self, own: Option<Seat>) -> Undo {
        match own.map(|seat| self.undoable(seat)) {
            None => Undo { possible: false, reason: "You look on.".to_owned() },
            Some(Ok(_)) => Undo { possible: true, reason: "Takes back your last decision.".to_owned() },
            Some(Err(reason)) => Undo { possible: false, reason },
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        let winners: Vec<Seat> = self.game.winners().iter().collect();
        let names: Vec<String> = winners.iter().map(|&seat| R::seat_name(&self.game, seat)).collect();
        let sentence = match names.len() {
            0 => "Nobody wins.".to_owned(),
            1 => format!("{} wins {}.", names[0], R::victory(&self.game)),
            _ => format!("{} win together {}.", names.join(" and "), R::victory(&self.game)),
        };
        Some(Outcome { winners: winners.iter().map(|seat| seat.0).collect(), sentence })
    }

    fn strips(&self, looking: Looking) -> Vec<SeatStrip> {
        let game = &self.game;
        let thinking = self.thinking();
        (0..self.seats())
            .map(|number| {
                let seat = Seat(number);
                let Sitting { sitter, name, .. } = self.settings().seats[seat.index()].clone();
                SeatStrip {
                    seat: number,
                    letter: R::letter(game, seat).to_string(),
                    side: R::seat_name(game, seat),
                    name,
                    sitter,
                    asked: game.question_of(seat).map(|decision| R::question(game, decision)),
                    answered: game.has_answered(seat),
                    eliminated: R::is_eliminated(game, seat),
                    clock: self.clock_of(seat, looking.now),
                    ticking: thinking.contains(seat),
                    present: sitter == Sitter::Bot || sitter == Sitter::Stand || looking.present.contains(seat),
                }
            })
            .collect()
    }

    /// The viewer's log lines with numbers in `from..to`, the last few hundred of them, and how many lines there are.
    pub fn log(&self, viewer: Viewer, from: u32, to: u32) -> (Vec<LogLine>, u32) {
        let end = self.story().heard_by(viewer);
        let to = to.min(end);
        let from = from.min(to).max(to.saturating_sub(LOG_LIMIT as u32));
        let lines = (from..to)
            .filter_map(|number| {
                let told = self.story().heard(viewer, number)?;
                let event = &R::told_to(&told.event, viewer)?;
                let public = R::told_to(&told.event, Viewer::Spectator);
                Some(LogLine {
                    number,
                    step: told.step,
                    seat: R::doer(event).map(|seat| seat.0),
                    text: R::describe_event(&self.game, event),
                    pieces: R::pieces_of_event(&self.game, event),
                    depth: match R::depth(event) {
                        Depth::Round => 0,
                        Depth::Phase => 1,
                        Depth::Turn => 2,
                        Depth::Detail => 3,
                    },
                    scene: R::scene(event).map(|scene| match scene {
                        Scene::Begins => SceneMark::Begins,
                        Scene::Ends => SceneMark::Ends,
                    }),
                    private: public.as_ref() != Some(event),
                })
            })
            .collect();
        (lines, end)
    }
}

fn seat_of(viewer: Viewer) -> Option<Seat> {
    match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Spectator | Viewer::Referee => None,
    }
}

/// The question after the staged choices, with what can follow them and what still fits among them. Behind a stop only
/// the latter is left, and the question is the one that was answered last.
fn staged_prompt<R: Presentation>(staging: &Staging<'_, R>, insertions: &[Insertion<R>], seat: Seat) -> Option<Prompt> {
    let next = match staging.stop {
        None => prompt(&staging.game, seat)?,
        Some(_) => Prompt { options: Vec::new(), ..prompt(staging.before(insertions.first()?), seat)? },
    };
    // In the order of the rules, as they stood before anything was staged: numbers on the buttons mean the same still.
    let slipped_in = insertions.iter().filter_map(|insertion| {
        let before = staging.before(insertion);
        Some(answer(before, seat, before.question_of(seat)?, insertion.choice))
    });
    let options = slipped_in.chain(next.options).collect();
    Some(Prompt { options, now_or_never: !insertions.is_empty(), ..next })
}

fn answer<R: Presentation>(game: &Game<R>, seat: Seat, decision: R::Decision, choice: R::Choice) -> Answer {
    Answer {
        id: R::print_choice(game, choice),
        label: R::label(game, seat, decision, choice),
        pieces: R::pieces(game, seat, decision, choice),
    }
}

/// The question put to a seat, with every legal answer.
fn prompt<R: Presentation>(game: &Game<R>, seat: Seat) -> Option<Prompt> {
    let decision = game.question_of(seat)?;
    let choices = legal_answers(game, seat);
    let options = choices.iter().map(|&choice| answer(game, seat, decision, choice)).collect();
    Some(Prompt {
        kind: kind(&decision),
        question: sentence(&R::question(game, decision)),
        shape: match R::shape(game, seat, decision) {
            Shape::Pick => PromptShape::Pick,
            Shape::Compose => PromptShape::Compose,
            Shape::Assign => PromptShape::Assign,
            Shape::Number => PromptShape::Number,
            Shape::Window => PromptShape::Window,
        },
        card: R::card_text(game, decision),
        options,
        now_or_never: false,
        clauses: R::clauses(game, decision).into_iter().map(str::to_owned).collect(),
    })
}

/// Where the game is, outermost first, without the question.
fn breadcrumb<R: Presentation>(game: &Game<R>) -> Vec<String> {
    game.stack().iter().map(|frame| R::describe_frame(game, frame)).filter(|part| !part.is_empty()).collect()
}

/// The name of a decision's variant, as it stands in its serialised form, in kebab case.
fn kind<D: serde::Serialize>(decision: &D) -> String {
    let value = serde_json::to_value(decision).unwrap_or_default();
    let name = match &value {
        serde_json::Value::String(name) => name.as_str(),
        serde_json::Value::Object(fields) => fields.keys().next().map_or("", String::as_str),
        _ => "",
    };
    let mut kebab = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !kebab.is_empty() {
            kebab.push('-');
        }
        kebab.extend(letter.to_lowercase());
    }
    kebab
}

/// With a capital letter in front and a full stop behind.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map_or(String::new(), |first| first.to_uppercase().collect());
    format!("{first}{}.", letters.as_str())
}
