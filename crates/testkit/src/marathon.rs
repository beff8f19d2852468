//! Marathon: six seats and as many turns as one likes. It proves that nothing grows with the length of a match.
//!
//! # Rules
//!
//! - `[marathon.turn]` In turn, each draws a number in secret, then rests (it keeps the number from the next) or runs as far
//!   as the number says.
//! - `[marathon.end]` After the agreed number of turns whoever has run farthest wins; those who tie win together.

use hosted::{EndingOffer, Hosted, Offer, OptionOffer, Panel, Place, Plain, Progress, SeatRange, SideOffer};
use hosted::{ValueOffer, Wish};
use kernel::{Barrier, Chance, Depth, Flow, Game, Objection, Play, Presentation, Rules, Seat, SeatSet, Verbs, Viewer};
use serde::{Deserialize, Serialize};

/// The rules of Marathon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marathon;

const RUNNERS: u8 = 6;
const FARTHEST: u32 = 6;

/// How many turns are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    pub turns: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Table {
    turns: u32,
    turn: u32,
    /// The number that each has drawn and not used yet; only its owner has seen it.
    drawn: [u8; RUNNERS as usize],
    run: [u32; RUNNERS as usize],
}

impl Table {
    fn mover(&self) -> Seat {
        Seat((self.turn % u32::from(RUNNERS)) as u8)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RunOrRest;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Choice {
    #[default]
    Rest,
    Run,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// The number is told to the runner alone.
    Drew {
        seat: Seat,
        number: Option<u8>,
    },
    Rested {
        seat: Seat,
    },
    Ran {
        seat: Seat,
        far: u8,
    },
}

/// The turns, one after the other. [marathon.turn]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Race {
    step: Step,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    #[default]
    Draw,
    Move,
}

impl Verbs<Marathon> for Race {
    type Step = Step;

    fn mark(&mut self, step: Step) {
        self.step = step;
    }
}

impl Race {
    fn run(&mut self, play: &mut Play<'_, Marathon>) -> Flow<Marathon> {
        let seat = play.table.mover();
        match self.step {
            Step::Draw if play.table.turn == play.table.turns => self.done(),
            Step::Draw => {
                if play.table.drawn[seat.index()] == 0 {
                    let number = play.chance.below(FARTHEST) as u8 + 1;
                    play.table.drawn[seat.index()] = number;
                    play.tell(Event::Drew { seat, number: Some(number) });
                }
                self.ask(seat, RunOrRest, Step::Move)
            }
            Step::Move => {
                match play.answer() {
                    Choice::Rest => play.tell(Event::Rested { seat }),
                    Choice::Run => {
                        let far = std::mem::take(&mut play.table.drawn[seat.index()]);
                        play.table.run[seat.index()] += u32::from(far);
                        play.tell(Event::Ran { seat, far });
                    }
                }
                play.table.turn += 1;
                self.then(Step::Draw)
            }
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    pub turn: u32,
    pub of: u32,
    pub run: [u32; RUNNERS as usize],
    /// The viewer's own number.
    pub drawn: Option<u8>,
}

impl Rules for Marathon {
    const NAME: &'static str = "marathon";
    const VERSION: u32 = 1;

    type Catalogue = ();
    type Options = Options;
    type Table = Table;
    type Frame = Race;
    type Procedure = ();
    type Decision = RunOrRest;
    type Choice = Choice;
    type Event = Event;
    type View = View;

    fn catalogue_hash(_catalogue: &()) -> [u8; 32] {
        [0; 32]
    }

    fn start(_catalogue: &'static (), options: &Options) -> Result<(Table, Race), Objection> {
        Ok((Table { turns: options.turns, ..Table::default() }, Race::default()))
    }

    fn seats(_table: &Table) -> u8 {
        RUNNERS
    }

    /// [marathon.end]
    fn winners(table: &Table) -> SeatSet {
        let most = table.run.iter().max();
        (0..RUNNERS).map(Seat).filter(|seat| Some(&table.run[seat.index()]) == most).collect()
    }

    fn run(race: &mut Race, play: &mut Play<'_, Self>) -> Flow<Self> {
        race.run(play)
    }

    fn procedure(_race: &Race) {}

    fn close(_race: &mut Race) -> bool {
        false
    }

    fn choices(_game: &Game<Self>, _seat: Seat, _decision: RunOrRest, out: &mut Vec<Choice>) {
        out.extend([Choice::Rest, Choice::Run]);
    }

    fn view(game: &Game<Self>, viewer: Viewer) -> View {
        let Table { turns, turn, drawn, run } = game.table.clone();
        let own = match viewer {
            Viewer::Seat(seat) => Some(drawn[seat.index()]),
            Viewer::Spectator | Viewer::Referee => None,
        };
        View { turn, of: turns, run, drawn: own.filter(|&number| number > 0) }
    }

    fn conceal(game: &Game<Self>, seat: Seat, chance: &mut Chance) -> Game<Self> {
        let mut imagined = game.clone();
        for other in (0..RUNNERS).map(Seat).filter(|&other| other != seat) {
            let drawn = &mut imagined.table.drawn[other.index()];
            if *drawn > 0 {
                *drawn = chance.below(FARTHEST) as u8 + 1;
            }
        }
        imagined.chance = chance.split();
        imagined
    }

    fn renew(game: &Game<Self>, chance: Chance) -> Game<Self> {
        let mut renewed = game.clone();
        renewed.chance = chance;
        renewed
    }

    fn told_to(event: &Event, viewer: Viewer) -> Option<Event> {
        match *event {
            Event::Drew { seat, .. } if !viewer.sees_with(seat) => Some(Event::Drew { seat, number: None }),
            told => Some(told),
        }
    }

    fn print_choice(_game: &Game<Self>, choice: Choice) -> String {
        match choice {
            Choice::Rest => "rest".to_owned(),
            Choice::Run => "run".to_owned(),
        }
    }

    fn parse_choice(_game: &Game<Self>, text: &str) -> Result<Choice, Objection> {
        match text {
            "rest" => Ok(Choice::Rest),
            "run" => Ok(Choice::Run),
            _ => Err(format!("“{text}” is neither “rest” nor “run”").into()),
        }
    }

    fn describe_frame(game: &Game<Self>, _race: &Race) -> String {
        format!("Turn {}", game.table.turn + 1)
    }

    fn describe_decision(_game: &Game<Self>, seat: Seat, _decision: RunOrRest) -> String {
        format!("{seat}: run or rest")
    }

    fn describe_event(_game: &Game<Self>, event: &Event) -> String {
        match event {
            Event::Drew { seat, number: Some(number) } => format!("{seat} draws {number}"),
            Event::Drew { seat, number: None } => format!("{seat} draws a number"),
            Event::Rested { seat } => format!("{seat} rests"),
            Event::Ran { seat, far } => format!("{seat} runs {far}"),
        }
    }

    fn clauses(_game: &Game<Self>, _decision: RunOrRest) -> Vec<&'static str> {
        vec!["marathon.turn"]
    }

    fn conserved(_game: &Game<Self>) -> Result<(), Objection> {
        Ok(())
    }
}

impl Presentation for Marathon {
    fn seat_name(_game: &Game<Self>, seat: Seat) -> String {
        format!("Runner {}", seat.0 + 1)
    }

    fn question(_game: &Game<Self>, _decision: RunOrRest) -> String {
        "run or rest".to_owned()
    }

    fn barrier(event: &Event) -> Option<Barrier> {
        match event {
            Event::Drew { .. } => Some(Barrier::CardsDrawn),
            Event::Ran { .. } => Some(Barrier::Revealed),
            Event::Rested { .. } => None,
        }
    }

    fn doer(event: &Event) -> Option<Seat> {
        let (Event::Drew { seat, .. } | Event::Rested { seat } | Event::Ran { seat, .. }) = event;
        Some(*seat)
    }

    fn depth(_event: &Event) -> Depth {
        Depth::Turn
    }

    fn victory(game: &Game<Self>) -> String {
        format!("after {} turns", game.table.turns)
    }
}

/// Marathon on a shelf.
#[derive(Clone, Copy, Debug)]
pub struct HostedMarathon;

const TURNS: &str = "turns";

impl Hosted for HostedMarathon {
    type Rules = Marathon;
    type Adviser = Plain<HostedMarathon>;

    fn catalogue() -> &'static () {
        &()
    }

    fn offer() -> Offer {
        let value = |turns: u32| ValueOffer { id: turns.to_string(), title: format!("{turns} turns"), sides: None };
        let side = |seat: u8| SideOffer {
            id: format!("runner-{}", seat + 1),
            name: format!("Runner {}", seat + 1),
            race: String::new(),
        };
        Offer {
            name: Marathon::NAME.to_owned(),
            title: "Marathon".to_owned(),
            pitch: "Run or rest, as long as you like.".to_owned(),
            time: "for ever".to_owned(),
            seats: SeatRange { least: RUNNERS, most: RUNNERS, usual: RUNNERS },
            sides: (0..RUNNERS).map(side).collect(),
            side_word: "Runner".to_owned(),
            options: vec![OptionOffer {
                id: TURNS.to_owned(),
                title: "Length".to_owned(),
                values: vec![value(60), value(20_000)],
            }],
            panels: vec![Panel::new("list", "Table", Place::List)],
            endings: vec![EndingOffer { id: "end".to_owned(), title: "the last turn".to_owned() }],
            score_word: "distance".to_owned(),
            ..Offer::default()
        }
    }

    fn options(wish: &Wish) -> Result<Options, String> {
        Self::offer().check(wish)?;
        let turns = wish.option(TURNS).unwrap_or("60").parse().map_err(|_| "turns are a number".to_owned())?;
        Ok(Options { turns })
    }

    fn wish(options: &Options) -> Wish {
        let sides = Self::offer().sides.into_iter().map(|side| side.id).collect();
        Wish { sides, ..Wish::default().with(TURNS, &options.turns.to_string()) }
    }

    fn progress(game: &Game<Marathon>) -> Progress {
        Progress {
            round: 1,
            scores: game.table.run.iter().map(|&run| run as i32).collect(),
            ending: game.is_over().then_some("end"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::{Thoroughness, assert_laws};

    #[test]
    fn marathon_keeps_the_laws() {
        assert_laws::<Marathon>(&(), &Options { turns: 60 }, 0..10, Thoroughness::FULL);
    }
}
