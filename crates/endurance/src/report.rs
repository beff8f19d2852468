//! What was measured, and whether it is within what was promised: as text for people, as JSON for programs.

use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The findings of one test.
#[derive(Clone, Debug)]
pub struct Report {
    test: &'static str,
    figures: Vec<(String, f64, &'static str)>,
    limits: Vec<Limit>,
    notes: Vec<String>,
}

/// Something that was promised.
#[derive(Clone, Debug)]
struct Limit {
    promise: String,
    is_kept: bool,
}

impl Report {
    pub fn of(test: &'static str) -> Report {
        let mut report = Report { test, figures: Vec::new(), limits: Vec::new(), notes: Vec::new() };
        report.figure("load average before", load_average(), "");
        report
    }

    pub fn figure(&mut self, name: &str, value: f64, unit: &'static str) {
        self.figures.push((name.to_owned(), value, unit));
    }

    pub fn count(&mut self, name: &str, count: usize) {
        self.figure(name, count as f64, "");
    }

    /// Median, the slow ones and the slowest.
    pub fn times(&mut self, name: &str, times: &Times) {
        let sorted = times.sorted();
        self.count(&format!("{name}: number"), sorted.len());
        for (part, label) in [(0.5, "median"), (0.9, "p90"), (0.99, "p99"), (1.0, "max")] {
            self.figure(&format!("{name}: {label}"), quantile(&sorted, part), "ms");
        }
    }

    /// States what was promised and whether it was kept.
    pub fn promise(&mut self, promise: impl Into<String>, is_kept: bool) {
        self.limits.push(Limit { promise: promise.into(), is_kept });
    }

    /// States that nothing of this kind happened; examples say what did.
    pub fn none_of(&mut self, what: &str, examples: &[String]) {
        self.promise(format!("{what}: none ({} seen)", examples.len()), examples.is_empty());
        for example in examples.iter().take(5) {
            self.note(format!("{what}: {example}"));
        }
    }

    pub fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    pub fn is_kept(&self) -> bool {
        self.limits.iter().all(|limit| limit.is_kept)
    }

    pub fn finish(&mut self) {
        self.figure("load average after", load_average(), "");
    }

    pub fn text(&self) -> String {
        let mut text = format!("{}\n", self.test);
        let width = self.figures.iter().map(|(name, ..)| name.chars().count()).max().unwrap_or(0);
        for (name, value, unit) in &self.figures {
            let digits = if unit.is_empty() && value.fract() == 0.0 { 0 } else { 1 };
            let _written = writeln!(text, "  {name:width$}  {value:>10.digits$} {unit}");
        }
        for note in &self.notes {
            let _written = writeln!(text, "  note: {note}");
        }
        for limit in &self.limits {
            let word = if limit.is_kept { "kept  " } else { "BROKEN" };
            let _written = writeln!(text, "  {word} {}", limit.promise);
        }
        text
    }

    pub fn json(&self) -> Value {
        let figures: Map<String, Value> = self
            .figures
            .iter()
            .map(|(name, value, unit)| (name.clone(), json!({ "value": value, "unit": unit })))
            .collect();
        let limits: Vec<Value> =
            self.limits.iter().map(|limit| json!({ "promise": limit.promise, "kept": limit.is_kept })).collect();
        json!({ "test": self.test, "kept": self.is_kept(), "figures": figures, "limits": limits, "notes": self.notes })
    }
}

/// How long each of many things took.
#[derive(Debug, Default)]
pub struct Times(Mutex<Vec<f64>>);

impl Times {
    pub fn note(&self, took: Duration) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(took.as_secs_f64() * 1e3);
    }

    pub fn len(&self) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// In milliseconds: the value that this part of them does not exceed.
    pub fn quantile(&self, part: f64) -> f64 {
        quantile(&self.sorted(), part)
    }

    fn sorted(&self) -> Vec<f64> {
        let mut sorted = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        sorted.sort_by(f64::total_cmp);
        sorted
    }
}

fn quantile(sorted: &[f64], part: f64) -> f64 {
    let last = sorted.len().saturating_sub(1);
    let index = (part * sorted.len() as f64).ceil() as usize;
    sorted.get(index.saturating_sub(1).min(last)).copied().unwrap_or(f64::NAN)
}

/// Others may use this computer too; beside every figure stands how busy it was.
fn load_average() -> f64 {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().and_then(|first| first.parse().ok()).unwrap_or(f64::NAN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_values_that_were_seen() {
        let times = Times::default();
        for ms in 1..=100 {
            times.note(Duration::from_millis(ms));
        }
        assert_eq!([0.5, 0.9, 0.99, 1.0].map(|part| times.quantile(part)), [50.0, 90.0, 99.0, 100.0]);
        assert!(Times::default().quantile(0.5).is_nan());
    }

    #[test]
    fn one_broken_promise_is_enough() {
        let mut report = Report::of("load");
        report.promise("pages come within a second", true);
        assert!(report.is_kept());
        report.none_of("lost choices", &["match 7 fell back to 3".to_owned()]);
        assert!(!report.is_kept());
        assert!(report.text().contains("BROKEN lost choices: none (1 seen)"));
    }
}
