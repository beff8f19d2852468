//! A tiny game with one deliberate mistake at a time.
//!
//! Each of two seats holds one hidden card. In turn they keep it, or swap it with the top of the deck; once they are asked
//! together. The higher wins.

use kernel::{Answer, Chance, Flow, Game, Objection, Pile, Play, Question, Rules, Seat, SeatSet, Sight, Verbs, Viewer};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicU32, Ordering};

const TURNS: u8 = 8;
const CARDS: u8 = 6;

/// The turn in which a mistake that happens once happens.
const FATAL_TURN: u8 = 4;

/// The turn in which both are asked at once. The first who swaps does; the other answer is thrown away unseen.
const WINDOW_TURN: u8 = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flawed;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    None,
    ShowsHands,
    ConcealsNothing,
    ConcealKeepsSeed,
    ConcealLosesCard,
    ConcealShufflesTruth,
    RenewsNothing,
    RenewsHands,
    OffersTwice,
    OffersNothing,
    OffersBySecret,
    AsksOneSeatTwice,
    AsksByHand,
    OverhearsWhatCameLate,
    HearsTheFirst,
    PrintsAlike,
    LosesCard,
    PanicsInStep,
    PanicsInView,
    RunsInCircle,
    NeverEnds,
    NobodyWins,
    TellsAnything,
    SavesTooLittle,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {
    /// Agreed upon, but missing in the record.
    #[serde(skip)]
    pub unrecorded_turns: u8,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Table {
    deck: Pile<u8, 6>,
    hands: [Pile<u8, 1>; 2],
    turn: u8,
    turns: u8,
    #[serde(skip)]
    unsaved: u8,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Turns {
    step: Step,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    #[default]
    Deal,
    Offer,
    Take,
    TakeFirst,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Decision {
    #[default]
    InTurn,
    AtOnce,
    /// At once, in a game that lets everybody hear what came too late.
    Overheard,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Choice {
    #[default]
    Keep,
    Swap,
}

impl Table {
    fn mover(&self) -> Seat {
        Seat(self.turn % 2)
    }
}

impl Verbs<Flawed> for Turns {
    type Step = Step;

    fn mark(&mut self, step: Step) {
        self.step = step;
    }
}

impl Turns {
    fn run(&mut self, play: &mut Play<'_, Flawed>) -> Flow<Flawed> {
        let mistake = *play.catalogue;
        let fatal = play.table.turn == FATAL_TURN;
        match self.step {
            Step::Deal => {
                play.table.deck.shuffle(play.chance);
                for seat in [Seat(0), Seat(1)] {
                    deal(play.table, seat);
                }
                self.then(Step::Offer)
            }
            Step::Offer if mistake == Mistake::RunsInCircle && fatal => self.then(Step::Offer),
            Step::Offer if mistake == Mistake::AsksOneSeatTwice && fatal => {
                self.mark(Step::Take);
                let question = Question { seat: Seat(0), decision: Decision::InTurn };
                Flow::AskEach([question; 2].into_iter().collect())
            }
            Step::Offer if mistake == Mistake::HearsTheFirst && fatal => {
                self.ask_each([Seat(0), Seat(1)], |_| Decision::InTurn, Step::Take)
            }
            Step::Offer if play.table.turn == play.table.turns => self.done(),
            Step::Offer if play.table.turn == WINDOW_TURN => {
                let overheard = mistake == Mistake::OverhearsWhatCameLate;
                let decision = if overheard { Decision::Overheard } else { Decision::AtOnce };
                let by_hand = mistake == Mistake::AsksByHand;
                let is_asked = |seat: &Seat| !by_hand || play.table.hands[seat.index()].top() > Some(2);
                self.ask_each([Seat(0), Seat(1)].into_iter().filter(is_asked), |_| decision, Step::TakeFirst)
            }
            Step::Offer => self.ask(play.table.mover(), Decision::InTurn, Step::Take),
            Step::TakeFirst => {
                let swaps = |seat: &Seat| play.answer_of(*seat) == Some(Choice::Swap);
                if let Some(seat) = [Seat(0), Seat(1)].into_iter().find(swaps) {
                    swap(play, seat);
                    play.tell(1 + u32::from(seat.0));
                }
                play.table.turn += 1;
                self.then(Step::Offer)
            }
            Step::Take => {
                assert!(!(mistake == Mistake::PanicsInStep && fatal), "this step cannot be taken");
                let seat = play.table.mover();
                if play.answer() == Choice::Swap {
                    swap(play, seat);
                }
                play.tell(event(mistake));
                play.table.unsaved = u8::from(mistake == Mistake::SavesTooLittle);
                play.table.turn += u8::from(mistake != Mistake::NeverEnds);
                self.then(Step::Offer)
            }
        }
    }
}

fn swap(play: &mut Play<'_, Flawed>, seat: Seat) {
    let card = play.table.hands[seat.index()].take_at(0).what;
    deal(play.table, seat);
    if *play.catalogue != Mistake::LosesCard {
        play.table.deck.put(card, SeatSet::NONE);
        play.table.deck.shuffle(play.chance);
    }
}

fn deal(table: &mut Table, seat: Seat) {
    let seen = table.deck.draw(SeatSet::only(seat)).expect("there are more cards than hands");
    table.hands[seat.index()].put(seen.what, seen.by);
}

/// Rules that look at anything but the table tell something else each time.
fn event(mistake: Mistake) -> u32 {
    static TOLD: AtomicU32 = AtomicU32::new(0);
    if mistake == Mistake::TellsAnything { TOLD.fetch_add(1, Ordering::Relaxed) } else { 0 }
}

impl Rules for Flawed {
    const NAME: &'static str = "flawed";
    const VERSION: u32 = 1;

    type Catalogue = Mistake;
    type Options = Options;
    type Table = Table;
    type Frame = Turns;
    type Procedure = ();
    type Decision = Decision;
    type Choice = Choice;
    type Event = u32;
    type View = Vec<Sight<u8>>;

    fn catalogue_hash(mistake: &Mistake) -> [u8; 32] {
        [*mistake as u8; 32]
    }

    fn start(_mistake: &'static Mistake, options: &Options) -> Result<(Table, Turns), Objection> {
        let mut table = Table { turns: TURNS + options.unrecorded_turns, ..Table::default() };
        for card in 0..CARDS {
            table.deck.put(card, SeatSet::NONE);
        }
        Ok((table, Turns::default()))
    }

    fn seats(_table: &Table) -> u8 {
        2
    }

    fn winners(table: &Table) -> SeatSet {
        // The only thing a table knows of its mistakes is what they left behind.
        if table.turns > 2 * TURNS {
            return SeatSet::NONE;
        }
        SeatSet::only(if table.hands[0].top() > table.hands[1].top() { Seat(0) } else { Seat(1) })
    }

    fn run(turns: &mut Turns, play: &mut Play<'_, Self>) -> Flow<Self> {
        if *play.catalogue == Mistake::NobodyWins && play.table.turn == play.table.turns {
            play.table.turns = u8::MAX;
            return Flow::Done;
        }
        turns.run(play)
    }

    fn procedure(_turns: &Turns) {}

    fn close(_turns: &mut Turns) -> bool {
        false
    }

    fn choices(game: &Game<Self>, _seat: Seat, _decision: Decision, out: &mut Vec<Choice>) {
        let fatal = game.table.turn == FATAL_TURN;
        let mistake = *game.catalogue;
        if mistake == Mistake::OffersNothing && fatal {
            return;
        }
        out.push(Choice::Keep);
        if mistake == Mistake::OffersTwice && fatal {
            out.push(Choice::Keep);
        }
        let secret = game.table.deck.top().expect("there are more cards than hands");
        if game.table.turn % 4 < 2 && (mistake != Mistake::OffersBySecret || secret > 2) {
            out.push(Choice::Swap);
        }
    }

    fn view(game: &Game<Self>, viewer: Viewer) -> Vec<Sight<u8>> {
        let fatal = game.table.turn == FATAL_TURN;
        assert!(!(*game.catalogue == Mistake::PanicsInView && fatal), "this cannot be looked at");
        if *game.catalogue == Mistake::ShowsHands {
            return game.table.hands.iter().flat_map(|hand| hand.iter()).map(Sight::Face).collect();
        }
        game.table.hands.iter().flat_map(|hand| hand.sight(viewer)).collect()
    }

    fn renew(game: &Game<Self>, mut chance: Chance) -> Game<Self> {
        let mut renewed = game.clone();
        if *game.catalogue == Mistake::RenewsHands {
            renewed.table.hands.reverse();
        }
        if *game.catalogue != Mistake::RenewsNothing {
            renewed.chance = chance.split();
        }
        renewed
    }

    fn conceal(game: &Game<Self>, seat: Seat, chance: &mut Chance) -> Game<Self> {
        let mut imagined = game.clone();
        if *game.catalogue != Mistake::ConcealKeepsSeed {
            imagined.chance = chance.split();
        }
        if *game.catalogue == Mistake::ConcealsNothing {
            return imagined;
        }
        if *game.catalogue == Mistake::ConcealLosesCard {
            imagined.table.deck.take_at(0);
        }
        let table = &mut imagined.table;
        let in_hands = table.hands.iter_mut().flat_map(|hand| hand.unseen_by(seat));
        let unseen: Vec<&mut u8> = table.deck.unseen_by(seat).chain(in_hands).collect();
        let mut cards: Vec<u8> = unseen.iter().map(|card| **card).collect();
        if *game.catalogue != Mistake::ConcealShufflesTruth {
            cards.sort_unstable();
        }
        chance.shuffle(&mut cards);
        for (place, card) in unseen.into_iter().zip(cards) {
            *place = card;
        }
        imagined
    }

    fn told_to(event: &u32, _viewer: Viewer) -> Option<u32> {
        Some(*event)
    }

    fn heard_by(
        listener: Seat,
        asked: &[Question<Decision>],
        answers: &[Answer<Choice>],
        which: usize,
    ) -> Option<Choice> {
        let first = answers.iter().position(|answer| answer.choice == Choice::Swap);
        match asked[0].decision {
            Decision::AtOnce => (first == Some(which)).then_some(Choice::Swap),
            Decision::InTurn | Decision::Overheard => kernel::heard_as_said::<Flawed>(listener, asked, answers, which),
        }
    }

    fn print_choice(game: &Game<Self>, choice: Choice) -> String {
        match choice {
            Choice::Swap if *game.catalogue != Mistake::PrintsAlike => "swap".to_owned(),
            Choice::Keep | Choice::Swap => "keep".to_owned(),
        }
    }

    fn parse_choice(_game: &Game<Self>, text: &str) -> Result<Choice, Objection> {
        match text {
            "keep" => Ok(Choice::Keep),
            "swap" => Ok(Choice::Swap),
            _ => Err(format!("“{text}” is neither keep nor swap").into()),
        }
    }

    fn describe_frame(game: &Game<Self>, _turns: &Turns) -> String {
        format!("turn {}", game.table.turn)
    }

    fn describe_decision(_game: &Game<Self>, seat: Seat, _decision: Decision) -> String {
        format!("{seat}: keep or swap")
    }

    fn describe_event(_game: &Game<Self>, event: &u32) -> String {
        event.to_string()
    }

    fn clauses(_game: &Game<Self>, _decision: Decision) -> Vec<&'static str> {
        Vec::new()
    }

    fn conserved(game: &Game<Self>) -> Result<(), Objection> {
        let hands = game.table.hands.iter().flat_map(|hand| hand.iter());
        let mut cards: Vec<u8> = game.table.deck.iter().chain(hands).collect();
        cards.sort_unstable();
        if cards.into_iter().eq(0..CARDS) { Ok(()) } else { Err("a card is missing".into()) }
    }
}
