//! Choices, cards and events as text.

use super::{Card, Choice, Decision, Event, Frame, Moment, Parley, Trick};
use kernel::{Game, Seat};
use std::fmt;
use std::str::FromStr;

impl fmt::Display for Trick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Trick::Veto => "veto",
            Trick::Scandal => "scandal",
            Trick::Windfall => "windfall",
            Trick::Spy => "spy",
        })
    }
}

impl FromStr for Trick {
    type Err = String;

    fn from_str(text: &str) -> Result<Trick, String> {
        match text {
            "veto" => Ok(Trick::Veto),
            "scandal" => Ok(Trick::Scandal),
            "windfall" => Ok(Trick::Windfall),
            "spy" => Ok(Trick::Spy),
            _ => Err(format!("there is no trick “{text}”")),
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Card::Gift(value) => write!(f, "gift-{value}"),
            Card::Trick(trick) => write!(f, "{trick}"),
        }
    }
}

impl FromStr for Card {
    type Err = String;

    fn from_str(text: &str) -> Result<Card, String> {
        match text.strip_prefix("gift-") {
            Some(value) => value.parse().map(Card::Gift).map_err(|_| format!("“{value}” is not the value of a gift")),
            None => text.parse().map(Card::Trick),
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Abstain => write!(f, "abstain"),
            Choice::Bid(card) => write!(f, "bid {card}"),
            Choice::Pass => write!(f, "pass"),
            Choice::Play(trick) => write!(f, "play {trick}"),
            Choice::LookAt(seat) => write!(f, "look-at {}", seat.0),
        }
    }
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(text: &str) -> Result<Choice, String> {
        match text.split_once(' ') {
            None if text == "abstain" => Ok(Choice::Abstain),
            None if text == "pass" => Ok(Choice::Pass),
            Some(("bid", card)) => card.parse().map(Choice::Bid),
            Some(("play", trick)) => trick.parse().map(Choice::Play),
            Some(("look-at", seat)) => {
                seat.parse().map(|seat| Choice::LookAt(Seat(seat))).map_err(|_| format!("“{seat}” is not a seat"))
            }
            None | Some(_) => Err(format!("“{text}” is not a choice in Parley")),
        }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Drew { seat, card: Some(card) } => write!(f, "{seat} draws {card}"),
            Event::Drew { seat, card: None } => write!(f, "{seat} draws a card"),
            Event::Laid { seat } => write!(f, "{seat} lays a bid"),
            Event::Revealed { seat, card } => write!(f, "{seat} reveals {card}"),
            Event::Won { seat } => write!(f, "{seat} wins the favour"),
            Event::BrokenOff => write!(f, "the auction is broken off"),
            Event::TookBack { seat } => write!(f, "{seat} takes its bid back"),
            Event::Played { seat, trick } => write!(f, "{seat} plays {trick}"),
            Event::Cancelled { trick } => write!(f, "{trick} is cancelled"),
            Event::LookedAt { seat, hand } => write!(f, "{seat} looks at the hand of {hand}"),
            Event::Rose => write!(f, "the court rises"),
        }
    }
}

pub fn describe_frame(game: &Game<Parley>, frame: &Frame) -> String {
    match frame {
        Frame::Court(_) => format!("Court, {} favours left", game.table.supply),
        Frame::Auction(_) => "Auction".to_owned(),
        Frame::PlayCard(play) => format!("{} plays {}", play.seat(), play.trick()),
        // The questions say what is answered.
        Frame::Spy(_) | Frame::Window(_) => String::new(),
    }
}

pub fn describe_decision(seat: Seat, decision: Decision) -> String {
    match decision {
        Decision::SealBid => format!("{seat}: seal a bid"),
        Decision::Respond(Moment::WhenCardPlayed { .. }) => format!("{seat}: respond when a card is played"),
        Decision::Respond(Moment::WhenBidsSealed) => format!("{seat}: respond when bids are sealed"),
        Decision::Respond(Moment::AfterFavourWon) => format!("{seat}: respond after a favour is won"),
        Decision::ChooseHand => format!("{seat}: choose a hand to look at"),
    }
}
