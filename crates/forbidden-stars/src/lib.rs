//! Forbidden Stars: the rules, and beside them, in `advice`, what a player would say to a bot.
//!
//! The file list is the rulebook's table of contents; see `README.md` for a reading order.

#![forbid(unsafe_code)]
#![warn(clippy::too_many_lines, clippy::fn_params_excessive_bools)]

pub mod advice;
mod answers;
pub mod board;
pub mod cards;
pub mod catalogue;
pub mod combat;
pub mod components;
mod conservation;
mod decisions;
pub mod describe;
pub mod events;
mod exploration;
pub mod force;
mod frame;
pub mod notation;
mod operations;
mod orders;
mod pieces;
mod planning;
pub mod position;
pub mod presentation;
pub mod refresh;
mod round;
mod setup;
pub mod table;
mod unit_capacity;
mod victory;
pub mod view;

pub use catalogue::{Catalogue, CatalogueError};
pub use decisions::{Choice, Decision};
pub use events::Event;
pub use frame::{Frame, Procedure};
pub use position::{Position, PositionError};
pub use setup::{MapChoice, Options};
pub use table::Table;
pub use view::View;

use kernel::{Chance, Objection, Rules, Seat, SeatSet, Viewer};

/// A game of Forbidden Stars in progress.
pub type Game = kernel::Game<ForbiddenStars>;
pub(crate) type Play<'a> = kernel::Play<'a, ForbiddenStars>;
pub(crate) type Flow = kernel::Flow<ForbiddenStars>;

/// The rules, as the kernel knows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForbiddenStars;

impl Rules for ForbiddenStars {
    const NAME: &'static str = "forbidden-stars";
    const VERSION: u32 = 1;

    type Catalogue = Catalogue;
    type Options = Options;
    type Table = Table;
    type Frame = Frame;
    type Procedure = Procedure;
    type Decision = Decision;
    type Choice = Choice;
    type Event = Event;
    type View = View;

    fn catalogue_hash(catalogue: &Catalogue) -> [u8; 32] {
        catalogue.hash()
    }

    fn start(catalogue: &'static Catalogue, options: &Options) -> Result<(Table, Frame), Objection> {
        let (table, setup) = setup::start(catalogue, options)?;
        Ok((table, round::Match::new(setup).into()))
    }

    fn seats(table: &Table) -> u8 {
        table.seats
    }

    fn winners(table: &Table) -> SeatSet {
        table.winners
    }

    fn run(frame: &mut Frame, play: &mut Play<'_>) -> Flow {
        frame.run(play)
    }

    fn procedure(frame: &Frame) -> Procedure {
        frame.procedure()
    }

    fn close(frame: &mut Frame) -> bool {
        frame.close()
    }

    fn choices(game: &Game, seat: Seat, decision: Decision, out: &mut Vec<Choice>) {
        decisions::choices(game, seat, decision, out);
    }

    fn view(game: &Game, viewer: Viewer) -> View {
        view::view(game, viewer)
    }

    fn conceal(game: &Game, seat: Seat, chance: &mut Chance) -> Game {
        view::conceal(game, seat, chance)
    }

    fn renew(game: &Game, chance: Chance) -> Game {
        view::renew(game, chance)
    }

    fn told_to(event: &Event, viewer: Viewer) -> Option<Event> {
        event.told_to(viewer)
    }

    fn heard(decision: Decision, choice: Choice) -> Choice {
        view::heard(decision, choice)
    }

    fn print_choice(game: &Game, choice: Choice) -> String {
        notation::print(game, choice)
    }

    fn parse_choice(game: &Game, text: &str) -> Result<Choice, Objection> {
        Ok(notation::parse(game, text)?)
    }

    fn describe_frame(game: &Game, frame: &Frame) -> String {
        describe::frame(game, frame)
    }

    fn describe_decision(game: &Game, seat: Seat, decision: Decision) -> String {
        describe::decision(game, seat, decision)
    }

    fn describe_event(game: &Game, event: &Event) -> String {
        describe::event(game, event)
    }

    fn clauses(game: &Game, decision: Decision) -> Vec<&'static str> {
        describe::clauses(game, decision)
    }

    fn curiosity(game: &Game, seat: Seat, decision: Decision, choice: Choice) -> u32 {
        exploration::weigh(game, seat, decision, choice)
    }

    fn conserved(game: &Game) -> Result<(), Objection> {
        Ok(conservation::conserved(board::Looking::look(game))?)
    }
}
