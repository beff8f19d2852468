//! Numbers as people read them: shares with their standard error, and plain tables.

use comfy_table::{CellAlignment, Table, presets};
use serde::Serialize;
use std::fmt;

/// How often something happened in so many trials.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Share {
    pub count: usize,
    pub of: usize,
    pub share: f64,
    pub standard_error: f64,
}

impl Share {
    pub fn new(count: usize, of: usize) -> Share {
        let share = if of == 0 { 0.0 } else { count as f64 / of as f64 };
        let standard_error = if of == 0 { 0.0 } else { (share * (1.0 - share) / of as f64).sqrt() };
        Share { count, of, share, standard_error }
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} % ± {:.1}", 100.0 * self.share, 100.0 * self.standard_error)
    }
}

/// A table whose first column is words and whose other columns are numbers.
pub fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(header.iter().map(|title| (*title).to_owned()).collect::<Vec<String>>());
    for column in 1..header.len() {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares() {
        assert_eq!(Share::new(1, 4).to_string(), "25.0 % ± 21.7");
        assert_eq!(Share::new(0, 0).to_string(), "0.0 % ± 0.0");
    }
}
