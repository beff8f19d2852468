//! A question, its legal answers, and the one that a person means.

use crate::cards;
use crate::quote::cut;
use anyhow::Result;
use forbidden_stars::notation::slug;
use forbidden_stars::{Choice, ForbiddenStars, Game, describe};
use kernel::{Rules, Seat};
use session::texts;
use std::io::Write;

/// How many choices are listed unless all are asked for.
pub const SHORT: usize = 40;

/// The legal answers of one seat.
pub struct Offer {
    choices: Vec<Choice>,
    texts: Vec<String>,
    /// What a choice does or the card it plays says, where its text does not tell.
    remarks: Vec<Option<String>>,
}

/// Where the game is, what is asked, and the text of the card that asks.
pub fn question(game: &Game, seat: Seat, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "\n{}", game.breadcrumb())?;
    if let Some(decision) = game.question_of(seat)
        && let Some(text) = cards::behind_decision(game.catalogue, decision)
    {
        writeln!(out, "    {text}")?;
    }
    Ok(())
}

/// The clauses behind the question, with their texts.
pub fn why(game: &Game, seat: Seat, out: &mut dyn Write) -> Result<()> {
    if let (Some(decision), Some(texts)) = (game.question_of(seat), texts::of(ForbiddenStars::NAME)) {
        for id in ForbiddenStars::clauses(game, decision) {
            writeln!(out, "[{id}] {}", texts.clauses.get(id).map_or("(no such clause)", String::as_str))?;
        }
        let card = describe::card_in_question(game, decision).map(slug);
        for (id, text) in card.iter().flat_map(|card| texts.about_card(card)) {
            writeln!(out, "[{id}] {text}")?;
        }
    }
    Ok(())
}

impl Offer {
    pub fn new(game: &Game, seat: Seat) -> Self {
        let mut choices = Vec::new();
        game.choices(seat, &mut choices);
        let texts = choices.iter().map(|&choice| ForbiddenStars::print_choice(game, choice)).collect();
        let remarks = choices.iter().map(|&choice| remark(game, seat, choice)).collect();
        Offer { choices, texts, remarks }
    }

    /// Are cards among the choices? Then `card NAME` is one of them.
    pub fn has_cards(&self) -> bool {
        self.choices.iter().any(|choice| matches!(choice, Choice::Card(_)))
    }

    pub fn list(&self, most: usize, out: &mut dyn Write) -> Result<()> {
        for (index, (text, remark)) in self.texts.iter().zip(&self.remarks).enumerate().take(most) {
            let remark = remark.as_ref().map_or(String::new(), |remark| format!("  — {remark}"));
            writeln!(out, "{:>4}  {text}{remark}", index + 1)?;
        }
        if self.texts.len() > most {
            writeln!(out, "      … and {} more (?? lists all)", self.texts.len() - most)?;
        }
        Ok(())
    }

    /// The choice that a line means: a number, the notation, or a beginning of it that fits only one.
    pub fn pick(&self, line: &str) -> Result<Choice, String> {
        if line.is_empty() {
            return match self.choices[..] {
                [only] => Ok(only),
                _ => Err(format!("Choose a number from 1 to {}, or type ? for help.", self.choices.len())),
            };
        }
        if let Ok(number) = line.parse::<usize>() {
            let chosen = number.checked_sub(1).and_then(|index| self.choices.get(index));
            return chosen.copied().ok_or_else(|| format!("The choices are numbered 1 to {}.", self.choices.len()));
        }
        let wanted = line.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        if let Some(index) = self.texts.iter().position(|text| text.to_lowercase() == wanted) {
            return Ok(self.choices[index]);
        }
        let fitting: Vec<usize> =
            (0..self.texts.len()).filter(|&index| self.texts[index].to_lowercase().starts_with(&wanted)).collect();
        match fitting[..] {
            [] => Err(format!("“{}” is not among the choices; ? for help.", cut(line))),
            [index] => Ok(self.choices[index]),
            _ => {
                let some: Vec<&str> = fitting.iter().take(6).map(|&index| self.texts[index].as_str()).collect();
                let more = if fitting.len() > some.len() { ", …" } else { "" };
                Err(format!("“{}” could be {} choices: {}{more}.", cut(line), fitting.len(), some.join(", ")))
            }
        }
    }
}

fn remark(game: &Game, seat: Seat, choice: Choice) -> Option<String> {
    match choice {
        Choice::Branch(branch) => {
            let decision = game.question_of(seat)?;
            describe::branch_label(game, decision, branch).map(str::to_owned)
        }
        _ => cards::behind_choice(game.catalogue, choice),
    }
}
