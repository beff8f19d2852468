//! Cards, choices, questions and events as text.

use crate::{Card, Choice, Decision, Event, Frame, Packhorse, TRADERS};
use kernel::{Game, Seat};
use std::fmt;
use std::str::FromStr;

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Card::Toll => write!(f, "toll"),
            Card::Ware(number) => write!(f, "ware-{number}"),
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Pass => write!(f, "pass"),
            Choice::Demand => write!(f, "demand"),
            Choice::Send(card) => write!(f, "send {card}"),
        }
    }
}

impl FromStr for Card {
    type Err = String;

    fn from_str(text: &str) -> Result<Card, String> {
        let number = text.strip_prefix("ware-").and_then(|number| number.parse().ok());
        match number {
            Some(number) => Ok(Card::Ware(number)),
            None if text == "toll" => Ok(Card::Toll),
            None => Err(format!("there is no card “{text}”")),
        }
    }
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Choice, String> {
        match text.split_once(' ') {
            None if text == "pass" => Ok(Choice::Pass),
            None if text == "demand" => Ok(Choice::Demand),
            Some(("send", card)) => card.parse().map(Choice::Send),
            None | Some(_) => Err(format!("“{text}” is not a choice in Packhorse")),
        }
    }
}

/// What a trader is called.
pub fn name(seat: Seat) -> &'static str {
    TRADERS[seat.index()]
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Event::Drew { seat, card: Some(card) } => write!(f, "{} draws {card}", name(seat)),
            Event::Drew { seat, card: None } => write!(f, "{} draws a card", name(seat)),
            Event::Sent { seat, card: Some(card) } => write!(f, "{} sends a pack: {card}", name(seat)),
            Event::Sent { seat, card: None } => write!(f, "{} sends a pack", name(seat)),
            Event::TookToll { seat } => write!(f, "{} takes toll", name(seat)),
            Event::Opened { seat, card } => write!(f, "{} opens the pack: {card}", name(seat)),
            Event::Closed => write!(f, "the fair closes"),
        }
    }
}

pub fn question(decision: Decision) -> &'static str {
    match decision {
        Decision::SendPack => "send a pack over the bridge",
        Decision::DemandToll => "demand toll, or let the pack pass",
    }
}

pub fn describe_frame(game: &Game<Packhorse>, frame: &Frame) -> String {
    match frame {
        Frame::Fair(_) => format!("Fair, {} cards to draw", game.table.deck.len()),
        Frame::Crossing(_) => format!("{} holds the reins", name(game.table.reins)),
        // The question says it.
        Frame::TakeToll(_) => String::new(),
    }
}
