//! Effects as the runner reads them: the tree of words, checked and laid out as a list of lines.

use super::vocabulary::{Ability, Condition, Word};
use super::words::flow::{Branch, End, May};
use super::words::{Meaning, Within, lay_out};
use crate::components::Faction;

/// A place in the program of all cards.
pub type Pc = u16;

/// A word, and where a player goes who declines the whole ability here.
#[derive(Debug)]
pub struct Line {
    pub word: Box<dyn Meaning>,
    /// The question of this line also offers to decline; `None` if it does not.
    pub decline: Option<Pc>,
}

/// All effects of a catalogue, one after another.
#[derive(Debug, Default)]
pub struct Program {
    lines: Vec<Line>,
    pub(super) branches: Vec<Branch>,
}

/// An ability's place in the program.
#[derive(Clone, Copy, Debug)]
pub struct Paragraph {
    pub start: Pc,
    pub end: Pc,
    pub must: bool,
    pub when: Option<Condition>,
}

impl Program {
    pub fn line(&self, pc: Pc) -> &Line {
        &self.lines[usize::from(pc)]
    }

    pub fn word(&self, pc: Pc) -> &dyn Meaning {
        self.line(pc).word.as_ref()
    }

    /// Adds an ability of `faction`; the error says what is wrong with it.
    pub fn add(&mut self, faction: &Faction, ability: &Ability) -> Result<Paragraph, String> {
        let start = self.lines.len();
        let Some(first) = ability.effect.first() else { return Err("an ability without effect".to_owned()) };
        let asks_first = !ability.must && !opens_with_own_choice(faction, first)?;
        if asks_first {
            self.leave_open();
        }
        self.words(faction, &ability.effect, Within::Nothing)?;
        let end = self.next_line()?;
        self.push(Box::new(End));
        if asks_first {
            self.fill_in(start, May { skip: end });
        } else if !ability.must {
            self.lines[start].decline = Some(end);
        }
        Ok(Paragraph { start: pc(start)?, end, must: ability.must, when: ability.when })
    }

    pub(super) fn push(&mut self, word: Box<dyn Meaning>) {
        self.lines.push(Line { word, decline: None });
    }

    /// Adds a line that is filled in when it is known where the next ones end.
    pub(super) fn leave_open(&mut self) -> usize {
        self.push(Box::new(End));
        self.lines.len() - 1
    }

    pub(super) fn fill_in(&mut self, line: usize, word: impl Meaning + 'static) {
        self.lines[line].word = Box::new(word);
    }

    /// Where the next line will be.
    pub(super) fn next_line(&self) -> Result<Pc, String> {
        pc(self.lines.len())
    }

    pub(super) fn words(&mut self, faction: &Faction, words: &[Word], within: Within) -> Result<(), String> {
        words.iter().try_for_each(|word| lay_out(self, faction, word, within))
    }
}

/// Laid out on a fresh sheet, the word begins with a question to the owner.
fn opens_with_own_choice(faction: &Faction, word: &Word) -> Result<bool, String> {
    let mut sheet = Program::default();
    lay_out(&mut sheet, faction, word, Within::Nothing)?;
    Ok(sheet.word(0).opens_with_own_choice())
}

pub(super) fn pc(line: usize) -> Result<Pc, String> {
    Pc::try_from(line).map_err(|_| "more effects than a program holds".to_owned())
}
