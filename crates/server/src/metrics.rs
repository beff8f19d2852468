//! Numbers for those who run a server, in the text format that Prometheus reads. They count since the program began.

use axum::extract::{MatchedPath, Request};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Sockets on which somebody listens.
pub static SOCKETS: Gauge = Gauge::new();
/// Choices that were made, by persons, by bots, and those that were forced.
pub static CHOICES: Counter = Counter::new();
/// From a request to make choices to its answer.
pub static ANSWERS: Histogram = Histogram::new();
/// How long bots think about a choice.
pub static THOUGHTS: Histogram = Histogram::new();
/// By the first digit of the status, from 1.
static REQUESTS: [Counter; 5] = [const { Counter::new() }; 5];

/// All of them as text, with the number of matches that the hall has at hand.
pub fn text(matches: usize) -> String {
    let mut text = Text::default();
    text.heading("orrery_matches", "gauge", "Matches at hand.");
    text.line("orrery_matches", "", matches);
    text.heading("orrery_sockets", "gauge", "Sockets on which somebody listens.");
    text.line("orrery_sockets", "", SOCKETS.get());
    text.heading("orrery_choices_total", "counter", "Choices made, by persons and bots or because they were forced.");
    text.line("orrery_choices_total", "", CHOICES.get());
    text.heading("orrery_requests_total", "counter", "Requests by the class of their status.");
    for (class, requests) in (1..).zip(&REQUESTS) {
        text.line("orrery_requests_total", &format!("{{status=\"{class}xx\"}}"), requests.get());
    }
    text.histogram("orrery_answer_seconds", "From a request to make choices to its answer.", &ANSWERS);
    text.histogram("orrery_thought_seconds", "How long bots think about a choice.", &THOUGHTS);
    text.0
}

/// Counts a request, and measures how long one who chooses waits.
pub async fn of_requests(request: Request, next: Next) -> Response {
    let path = request.extensions().get::<MatchedPath>();
    let chooses = request.method() == Method::POST && path.is_some_and(|path| path.as_str().ends_with("/choices"));
    let began = Instant::now();
    let answer = next.run(request).await;
    if chooses {
        ANSWERS.add(began.elapsed());
    }
    if let Some(class) = REQUESTS.get(usize::from(answer.status().as_u16() / 100).wrapping_sub(1)) {
        class.add(1);
    }
    answer
}

/// A number that grows.
#[derive(Debug)]
pub struct Counter(AtomicU64);

impl Counter {
    const fn new() -> Counter {
        Counter(AtomicU64::new(0))
    }

    pub fn add(&self, more: u64) {
        self.0.fetch_add(more, Ordering::Relaxed);
    }

    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A number that grows and shrinks.
#[derive(Debug)]
pub struct Gauge(AtomicI64);

impl Gauge {
    const fn new() -> Gauge {
        Gauge(AtomicI64::new(0))
    }

    /// One more, until what is given back is dropped.
    pub fn enter(&'static self) -> Entered {
        self.0.fetch_add(1, Ordering::Relaxed);
        Entered(self)
    }

    pub fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// One of those that a gauge counts.
#[derive(Debug)]
pub struct Entered(&'static Gauge);

impl Drop for Entered {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Upper bounds in seconds; what takes longer still is in the last bucket.
const BOUNDS: [f64; 11] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5];

/// How often something took how long.
#[derive(Debug)]
pub struct Histogram {
    buckets: [AtomicU64; BOUNDS.len() + 1],
    microseconds: AtomicU64,
}

impl Histogram {
    const fn new() -> Histogram {
        Histogram { buckets: [const { AtomicU64::new(0) }; BOUNDS.len() + 1], microseconds: AtomicU64::new(0) }
    }

    pub fn add(&self, time: Duration) {
        let bucket = BOUNDS.iter().position(|&bound| time.as_secs_f64() <= bound).unwrap_or(BOUNDS.len());
        self.buckets[bucket].fetch_add(1, Ordering::Relaxed);
        self.microseconds.fetch_add(time.as_micros() as u64, Ordering::Relaxed);
    }
}

/// Lines as Prometheus reads them.
#[derive(Debug, Default)]
struct Text(String);

impl Text {
    fn heading(&mut self, name: &str, kind: &str, help: &str) {
        writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}").expect("text can be written to memory");
    }

    fn line(&mut self, name: &str, labels: &str, value: impl std::fmt::Display) {
        writeln!(self.0, "{name}{labels} {value}").expect("text can be written to memory");
    }

    /// Each bucket counts those before it too.
    fn histogram(&mut self, name: &str, help: &str, histogram: &Histogram) {
        self.heading(name, "histogram", help);
        let bounds = BOUNDS.iter().map(f64::to_string).chain(["+Inf".to_owned()]);
        let mut count = 0;
        for (bound, bucket) in bounds.zip(&histogram.buckets) {
            count += bucket.load(Ordering::Relaxed);
            self.line(&format!("{name}_bucket"), &format!("{{le=\"{bound}\"}}"), count);
        }
        let seconds = histogram.microseconds.load(Ordering::Relaxed) as f64 / 1e6;
        self.line(&format!("{name}_sum"), "", seconds);
        self.line(&format!("{name}_count"), "", count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_count_those_before_them() {
        let histogram = Histogram::new();
        for milliseconds in [1, 2, 30, 30, 9_000] {
            histogram.add(Duration::from_millis(milliseconds));
        }
        let mut text = Text::default();
        text.histogram("wait_seconds", "How long.", &histogram);
        let lines: Vec<&str> = text.0.lines().collect();
        assert_eq!(lines[..2], ["# HELP wait_seconds How long.", "# TYPE wait_seconds histogram"]);
        for line in [
            "wait_seconds_bucket{le=\"0.001\"} 1",
            "wait_seconds_bucket{le=\"0.0025\"} 2",
            "wait_seconds_bucket{le=\"0.025\"} 2",
            "wait_seconds_bucket{le=\"0.05\"} 4",
            "wait_seconds_bucket{le=\"2.5\"} 4",
            "wait_seconds_bucket{le=\"+Inf\"} 5",
            "wait_seconds_sum 9.063",
            "wait_seconds_count 5",
        ] {
            assert!(lines.contains(&line), "{line}\n{}", text.0);
        }
    }

    #[test]
    fn a_gauge_counts_who_is_there() {
        static GAUGE: Gauge = Gauge::new();
        let one = GAUGE.enter();
        let other = GAUGE.enter();
        assert_eq!(GAUGE.get(), 2);
        drop((one, other));
        assert_eq!(GAUGE.get(), 0);
    }
}
