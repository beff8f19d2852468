//! Kuhn poker: three cards, two players, one bet. The smallest game in which bluffing is right.
//!
//! It proves that a search learns to mix: its equilibria are known (Kuhn, 1950). The first player loses an eighteenth of
//! the ante a hand, bets a king three times as often as he bluffs with a jack, and bluffs at most every third time; the
//! second bluffs with every third jack and calls with every third queen.
//!
//! # Rules
//!
//! - `[kuhn.deal]` A jack, a queen and a king. Both players ante one chip and are dealt a card, at which each looks.
//! - `[kuhn.open]` The first player checks or bets one chip more. After a check the second player has the same choice.
//! - `[kuhn.answer]` Who is bet against calls with one chip, or folds and loses the pot.
//! - `[kuhn.showdown]` If nobody folds, the higher card takes the pot.

use kernel::{
    Advice, Chance, Flow, Game, MAX_SEATS, Objection, Outlook, Pile, Play, Rules, Seat, SeatSet, Sight, Verbs, Viewer,
    deal_anew,
};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The rules of Kuhn poker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kuhn;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Card {
    #[default]
    Jack,
    Queen,
    King,
}

impl Card {
    pub const ALL: [Card; 3] = [Card::Jack, Card::Queen, Card::King];
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Card::Jack => "jack",
            Card::Queen => "queen",
            Card::King => "king",
        })
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Options {}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Table {
    pub deck: Pile<Card, 3>,
    pub hands: [Pile<Card, 1>; 2],
    /// What each player has put into the pot.
    pub chips: [u8; 2],
    pub folded: Option<Seat>,
}

impl Table {
    pub fn card(&self, seat: Seat) -> Option<Card> {
        self.hands[seat.index()].top()
    }

    /// Who takes the pot, once the hand is over. [kuhn.showdown]
    fn winner(&self) -> Seat {
        match self.folded {
            Some(folded) => folded.left(2),
            None if self.hands[0].top() > self.hands[1].top() => Seat(0),
            None => Seat(1),
        }
    }

    /// The chips that `seat` has won or lost, once the hand is over.
    pub fn gain(&self, seat: Seat) -> i8 {
        let winner = self.winner();
        let lost = self.chips[winner.left(2).index()] as i8;
        if seat == winner { lost } else { -lost }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Decision {
    #[default]
    Look,
    CheckOrBet,
    CallOrFold,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Choice {
    #[default]
    Check,
    Bet,
    Call,
    Fold,
    /// One's own card; others hear only that somebody looks.
    Look(Card),
}

/// One hand. [kuhn.deal]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hand {
    step: Step,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    #[default]
    Deal,
    Look,
    Open(Seat),
    Opened(Seat),
    Answered(Seat),
}

impl Verbs<Kuhn> for Hand {
    type Step = Step;

    fn mark(&mut self, step: Step) {
        self.step = step;
    }
}

impl Hand {
    fn run(&mut self, play: &mut Play<'_, Kuhn>) -> Flow<Kuhn> {
        match self.step {
            Step::Deal => {
                play.table.deck.shuffle(play.chance);
                for seat in [Seat(0), Seat(1)] {
                    let seen = play.table.deck.draw(SeatSet::only(seat)).expect("three cards for two hands");
                    play.table.hands[seat.index()].put(seen.what, seen.by);
                    play.table.chips[seat.index()] = 1;
                }
                self.then(Step::Look)
            }
            Step::Look => self.ask_each([Seat(0), Seat(1)], |_| Decision::Look, Step::Open(Seat(0))),
            Step::Open(seat) => self.ask(seat, Decision::CheckOrBet, Step::Opened(seat)),
            Step::Opened(seat) => match (play.answer(), seat) {
                (Choice::Bet, _) => {
                    play.table.chips[seat.index()] += 1;
                    play.tell((seat, Choice::Bet));
                    self.ask(seat.left(2), Decision::CallOrFold, Step::Answered(seat.left(2)))
                }
                (_, Seat(0)) => self.then(Step::Open(Seat(1))),
                _ => self.done(),
            },
            Step::Answered(seat) => {
                match play.answer() {
                    Choice::Call => play.table.chips[seat.index()] += 1,
                    _ => play.table.folded = Some(seat),
                }
                play.tell((seat, play.answer()));
                self.done()
            }
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    pub hands: Vec<Sight<Card>>,
    pub chips: [u8; 2],
    pub folded: Option<Seat>,
    pub own_answer: Option<Choice>,
}

impl Rules for Kuhn {
    const NAME: &'static str = "kuhn";
    const VERSION: u32 = 1;

    type Catalogue = ();
    type Options = Options;
    type Table = Table;
    type Frame = Hand;
    type Procedure = ();
    type Decision = Decision;
    type Choice = Choice;
    type Event = (Seat, Choice);
    type View = View;

    fn catalogue_hash(_catalogue: &()) -> [u8; 32] {
        [0; 32]
    }

    fn start(_catalogue: &'static (), _options: &Options) -> Result<(Table, Hand), Objection> {
        let mut table = Table::default();
        for card in Card::ALL {
            table.deck.put(card, SeatSet::NONE);
        }
        Ok((table, Hand::default()))
    }

    fn seats(_table: &Table) -> u8 {
        2
    }

    fn winners(table: &Table) -> SeatSet {
        SeatSet::only(table.winner())
    }

    fn run(hand: &mut Hand, play: &mut Play<'_, Self>) -> Flow<Self> {
        hand.run(play)
    }

    fn procedure(_hand: &Hand) {}

    fn close(_hand: &mut Hand) -> bool {
        false
    }

    fn choices(game: &Game<Self>, seat: Seat, decision: Decision, out: &mut Vec<Choice>) {
        match decision {
            Decision::Look => out.extend(game.table.card(seat).map(Choice::Look)),
            Decision::CheckOrBet => out.extend([Choice::Check, Choice::Bet]),
            Decision::CallOrFold => out.extend([Choice::Call, Choice::Fold]),
        }
    }

    fn view(game: &Game<Self>, viewer: Viewer) -> View {
        View {
            hands: game.table.hands.iter().flat_map(|hand| hand.sight(viewer)).collect(),
            chips: game.table.chips,
            folded: game.table.folded,
            own_answer: match viewer {
                Viewer::Seat(seat) => game.sealed_answer_of(seat),
                Viewer::Spectator | Viewer::Referee => None,
            },
        }
    }

    fn conceal(game: &Game<Self>, seat: Seat, chance: &mut Chance) -> Game<Self> {
        let mut imagined = game.clone();
        let table = &mut imagined.table;
        let in_hands = table.hands.iter_mut().flat_map(|hand| hand.unseen_by(seat));
        deal_anew(table.deck.unseen_by(seat).chain(in_hands), chance);
        let cards = [Seat(0), Seat(1)].map(|seat| imagined.table.card(seat));
        for answer in imagined.sealed_answers().iter_mut().filter(|answer| answer.seat != seat) {
            if let (Choice::Look(_), Some(card)) = (answer.choice, cards[answer.seat.index()]) {
                answer.choice = Choice::Look(card);
            }
        }
        imagined.chance = chance.split();
        imagined
    }

    fn renew(game: &Game<Self>, mut chance: Chance) -> Game<Self> {
        let mut renewed = game.clone();
        let table = &mut renewed.table;
        deal_anew(table.deck.unseen().chain(table.hands.iter_mut().flat_map(|hand| hand.unseen())), &mut chance);
        renewed.chance = chance;
        renewed
    }

    fn told_to(event: &(Seat, Choice), _viewer: Viewer) -> Option<(Seat, Choice)> {
        Some(*event)
    }

    fn heard(_decision: Decision, choice: Choice) -> Choice {
        match choice {
            Choice::Look(_) => Choice::Look(Card::default()),
            Choice::Check | Choice::Bet | Choice::Call | Choice::Fold => choice,
        }
    }

    fn print_choice(_game: &Game<Self>, choice: Choice) -> String {
        match choice {
            Choice::Check => "check".to_owned(),
            Choice::Bet => "bet".to_owned(),
            Choice::Call => "call".to_owned(),
            Choice::Fold => "fold".to_owned(),
            Choice::Look(card) => format!("look {card}"),
        }
    }

    fn parse_choice(_game: &Game<Self>, text: &str) -> Result<Choice, Objection> {
        match text {
            "check" => Ok(Choice::Check),
            "bet" => Ok(Choice::Bet),
            "call" => Ok(Choice::Call),
            "fold" => Ok(Choice::Fold),
            _ => {
                let card = Card::ALL.into_iter().find(|card| format!("look {card}") == text);
                card.map(Choice::Look)
                    .ok_or_else(|| format!("“{text}” is not check, bet, call, fold or look CARD").into())
            }
        }
    }

    fn describe_frame(game: &Game<Self>, _hand: &Hand) -> String {
        format!("Kuhn poker, a pot of {}", game.table.chips.iter().sum::<u8>())
    }

    fn describe_decision(_game: &Game<Self>, seat: Seat, decision: Decision) -> String {
        let what = match decision {
            Decision::Look => "look at your card",
            Decision::CheckOrBet => "check or bet",
            Decision::CallOrFold => "call or fold",
        };
        format!("{seat}: {what}")
    }

    fn describe_event(game: &Game<Self>, (seat, choice): &(Seat, Choice)) -> String {
        format!("{seat}: {}", Kuhn::print_choice(game, *choice))
    }

    fn clauses(_game: &Game<Self>, decision: Decision) -> Vec<&'static str> {
        vec![match decision {
            Decision::Look => "kuhn.deal",
            Decision::CheckOrBet => "kuhn.open",
            Decision::CallOrFold => "kuhn.answer",
        }]
    }

    fn conserved(game: &Game<Self>) -> Result<(), Objection> {
        let mut cards: Vec<Card> = game.table.deck.iter().collect();
        cards.extend(game.table.hands.iter().flat_map(|hand| hand.iter()));
        cards.sort_unstable();
        if cards == Card::ALL { Ok(()) } else { Err(format!("the cards are {cards:?}").into()) }
    }
}

/// Knows nothing of poker but what the chips are worth: two lost are nothing, two won are all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stakes;

impl Advice<Kuhn> for Stakes {
    type Bundle = ();

    fn evaluate(&self, _game: &Game<Kuhn>) -> Outlook {
        let mut outlook = [0.0; MAX_SEATS];
        outlook[..2].fill(0.5);
        outlook
    }

    fn outcome(&self, game: &Game<Kuhn>) -> Outlook {
        let mut outlook = [0.0; MAX_SEATS];
        for seat in [Seat(0), Seat(1)] {
            outlook[seat.index()] = 0.5 + f32::from(game.table.gain(seat)) / 4.0;
        }
        outlook
    }

    fn weigh(&self, _: &Game<Kuhn>, _: Seat, _: Decision, choices: &[Choice], out: &mut Vec<f32>) {
        out.extend(choices.iter().map(|_| 1.0));
    }

    fn is_quiet(&self, _game: &Game<Kuhn>) -> bool {
        false
    }
}
