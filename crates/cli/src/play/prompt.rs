//! A question, its legal answers, and the one that a person means.

use super::Table;
use crate::quote::cut;
use anyhow::Result;
use kernel::Seat;
use session::wire::Prompt;
use std::io::Write;

/// How many choices are listed unless all are asked for.
pub const SHORT: usize = 40;

/// The question put to one seat, with its legal answers.
pub struct Asked {
    prompt: Prompt,
    /// What a choice does or the card it plays says, where its text does not tell.
    remarks: Vec<Option<String>>,
}

impl Asked {
    /// None if this seat is asked nothing.
    pub fn new(table: &Table, seat: Seat) -> Option<Self> {
        Some(Asked { prompt: table.page(seat).prompt?, remarks: table.game.remarks(seat) })
    }

    /// Where the game is, what is asked, and the text of the card that asks.
    pub fn question(&self, table: &Table, out: &mut dyn Write) -> Result<()> {
        writeln!(out, "\n{}", table.game.breadcrumb())?;
        if let Some(text) = &self.prompt.card {
            writeln!(out, "    {text}")?;
        }
        Ok(())
    }

    /// The clauses behind the question, with their texts.
    pub fn why(&self, table: &Table, seat: Seat, out: &mut dyn Write) -> Result<()> {
        let texts = table.title.texts();
        for id in &self.prompt.clauses {
            writeln!(out, "[{id}] {}", texts.clauses.get(id).map_or("(no such clause)", String::as_str))?;
        }
        let card = table.game.card_in_question(seat);
        for (id, text) in card.iter().flat_map(|card| texts.about_card(card)) {
            writeln!(out, "[{id}] {text}")?;
        }
        if self.prompt.clauses.is_empty() && card.is_none() {
            writeln!(out, "No rules are told for this question.")?;
        }
        Ok(())
    }

    fn texts(&self) -> impl Iterator<Item = &str> {
        self.prompt.options.iter().map(|option| option.id.as_str())
    }

    /// Are cards among the choices? Then `card NAME` is one of them.
    pub fn has_cards(&self) -> bool {
        self.texts().any(|text| text.starts_with("card "))
    }

    pub fn list(&self, most: usize, out: &mut dyn Write) -> Result<()> {
        for (index, (text, remark)) in self.texts().zip(&self.remarks).enumerate().take(most) {
            let remark = remark.as_ref().map_or(String::new(), |remark| format!("  — {remark}"));
            writeln!(out, "{:>4}  {text}{remark}", index + 1)?;
        }
        let all = self.prompt.options.len();
        if all > most {
            writeln!(out, "      … and {} more (?? lists all)", all - most)?;
        }
        Ok(())
    }

    /// The choice that a line means: a number, the notation, or a beginning of it that fits only one.
    pub fn pick(&self, line: &str) -> Result<String, String> {
        let texts: Vec<&str> = self.texts().collect();
        if line.is_empty() {
            return match texts[..] {
                [only] => Ok(only.to_owned()),
                _ => Err(format!("Choose a number from 1 to {}, or type ? for help.", texts.len())),
            };
        }
        if let Ok(number) = line.parse::<usize>() {
            let chosen = number.checked_sub(1).and_then(|index| texts.get(index));
            let chosen = chosen.map(|&text| text.to_owned());
            return chosen.ok_or_else(|| format!("The choices are numbered 1 to {}.", texts.len()));
        }
        let wanted = line.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        if let Some(&text) = texts.iter().find(|text| text.to_lowercase() == wanted) {
            return Ok(text.to_owned());
        }
        let fitting: Vec<&str> = texts.into_iter().filter(|text| text.to_lowercase().starts_with(&wanted)).collect();
        match fitting[..] {
            [] => Err(format!("“{}” is not among the choices; ? for help.", cut(line))),
            [only] => Ok(only.to_owned()),
            _ => {
                let some: Vec<&str> = fitting.iter().take(6).copied().collect();
                let more = if fitting.len() > some.len() { ", …" } else { "" };
                Err(format!("“{}” could be {} choices: {}{more}.", cut(line), fitting.len(), some.join(", ")))
            }
        }
    }
}
