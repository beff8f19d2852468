//! Cards, choices, questions and events as text.

use crate::{Card, Choice, Decision, Event, Frame, Packhorse};
use kernel::Game;
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

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Drew { seat, card: Some(card) } => write!(f, "{seat} draws {card}"),
            Event::Drew { seat, card: None } => write!(f, "{seat} draws a card"),
            Event::Sent { seat, card: Some(card) } => write!(f, "{seat} sends a pack: {card}"),
            Event::Sent { seat, card: None } => write!(f, "{seat} sends a pack"),
            Event::TookToll { seat } => write!(f, "{seat} takes toll"),
            Event::Opened { seat, card } => write!(f, "{seat} opens the pack: {card}"),
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
        Frame::Crossing(_) => format!("Crossing of {}", game.table.reins),
        // The question says it.
        Frame::TakeToll(_) => String::new(),
    }
}
