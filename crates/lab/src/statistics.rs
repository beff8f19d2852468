//! Shares and their intervals, distributions, and how long decisions took.

pub use hosted::Share;

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

/// How often each number came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts(BTreeMap<u64, u64>);

impl Counts {
    pub fn add(&mut self, number: u64) {
        *self.0.entry(number).or_default() += 1;
    }

    pub fn merge(&mut self, other: &Counts) {
        for (&number, &times) in &other.0 {
            *self.0.entry(number).or_default() += times;
        }
    }

    pub fn of(&self, number: u64) -> u64 {
        self.0.get(&number).copied().unwrap_or_default()
    }

    pub fn distribution(&self) -> Distribution {
        let total: u64 = self.0.values().sum();
        let sum: f64 = self.0.iter().map(|(&number, &times)| number as f64 * times as f64).sum();
        let at = |share: f64| nearest_rank(self.0.iter().map(|(&number, &times)| (number, times)), total, share);
        Distribution {
            count: total,
            mean: if total == 0 { 0.0 } else { sum / total as f64 },
            min: self.0.keys().next().copied().unwrap_or_default(),
            p10: at(0.1),
            median: at(0.5),
            p90: at(0.9),
            p99: at(0.99),
            max: self.0.keys().next_back().copied().unwrap_or_default(),
            histogram: self.histogram(at(0.99)),
        }
    }

    /// A dozen bars at most, all of the same round width; a last one holds the few numbers that lie far off.
    fn histogram(&self, p99: u64) -> Vec<Bar> {
        let (Some((&least, _)), Some((&most, _))) = (self.0.first_key_value(), self.0.last_key_value()) else {
            return Vec::new();
        };
        let mut widths = (0..).flat_map(|power| [1, 2, 5].map(|digit: u64| digit * 10u64.saturating_pow(power)));
        let fits = |&width: &u64| (p99 - least) / width < MOST_BARS;
        let width = widths.find(fits).expect("some width is wide enough for any numbers");
        let bars = (p99 - least) / width + 1;
        let mut bars: Vec<Bar> = (0..bars)
            .map(|bar| Bar { from: least + bar * width, to: least + bar * width + width - 1, count: 0 })
            .collect();
        let far = bars.last().map_or(least, |last| last.to + 1);
        if far <= most {
            bars.push(Bar { from: far, to: most, count: 0 });
        }
        let last = bars.len() - 1;
        for (&number, &times) in &self.0 {
            bars[(((number - least) / width) as usize).min(last)].count += times;
        }
        bars
    }
}

const MOST_BARS: u64 = 12;

/// What there is to say about many numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Distribution {
    pub count: u64,
    pub mean: f64,
    pub min: u64,
    pub p10: u64,
    pub median: u64,
    pub p90: u64,
    pub p99: u64,
    pub max: u64,
    pub histogram: Vec<Bar>,
}

/// How many of the numbers lie from `from` to `to`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bar {
    pub from: u64,
    pub to: u64,
    pub count: u64,
}

impl fmt::Display for Distribution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Distribution { mean, min, p10, median, p90, p99, max, .. } = self;
        write!(f, "{mean:.1} on average; {min} least, {p10} p10, {median} median, {p90} p90, {p99} p99, {max} most")
    }
}

/// The smallest number that is not exceeded by this share of all, of numbers in ascending order with their counts.
fn nearest_rank(numbers: impl Iterator<Item = (u64, u64)>, total: u64, share: f64) -> u64 {
    let rank = (share * total as f64).ceil().max(1.0) as u64;
    let mut passed = 0;
    let mut last = 0;
    for (number, times) in numbers {
        passed += times;
        last = number;
        if passed >= rank {
            break;
        }
    }
    last
}

/// How long decisions took, sorted into buckets of which each is a thirty-second wider than the one before. So
/// a percentile is some three per cent off at most, the longest is exact, and the times of many games add up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Times {
    buckets: BTreeMap<u16, u64>,
    longest_ns: u64,
    total_ns: u64,
}

impl Times {
    pub fn add(&mut self, took: Duration) {
        let nanoseconds = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
        *self.buckets.entry(bucket(nanoseconds)).or_default() += 1;
        self.longest_ns = self.longest_ns.max(nanoseconds);
        self.total_ns = self.total_ns.saturating_add(nanoseconds);
    }

    pub fn merge(&mut self, other: &Times) {
        for (&bucket, &times) in &other.buckets {
            *self.buckets.entry(bucket).or_default() += times;
        }
        self.longest_ns = self.longest_ns.max(other.longest_ns);
        self.total_ns = self.total_ns.saturating_add(other.total_ns);
    }

    pub fn percentiles(&self) -> Percentiles {
        let decisions: u64 = self.buckets.values().sum();
        let milliseconds = |nanoseconds: u64| nanoseconds as f64 / 1e6;
        let at = |share: f64| {
            let buckets = self.buckets.iter().map(|(&bucket, &times)| (u64::from(bucket), times));
            let end = end_of_bucket(nearest_rank(buckets, decisions, share) as u16);
            milliseconds(end.min(self.longest_ns))
        };
        Percentiles {
            decisions,
            mean_ms: milliseconds(self.total_ns) / decisions.max(1) as f64,
            p50_ms: at(0.5),
            p99_ms: at(0.99),
            p999_ms: at(0.999),
            max_ms: milliseconds(self.longest_ns),
        }
    }
}

/// The times of a bot's decisions, forced ones left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Percentiles {
    pub decisions: u64,
    pub mean_ms: f64,
    pub p50_ms: f64,
    pub p99_ms: f64,
    pub p999_ms: f64,
    pub max_ms: f64,
}

/// Below 32 nanoseconds each number has its own bucket; each doubling from there has 32.
const FINE: u32 = 5;

fn bucket(nanoseconds: u64) -> u16 {
    if nanoseconds >> FINE == 0 {
        return nanoseconds as u16;
    }
    let doublings = nanoseconds.ilog2() - FINE;
    ((u64::from(doublings) << FINE) + (nanoseconds >> doublings)) as u16
}

/// The greatest number in a bucket.
fn end_of_bucket(bucket: u16) -> u64 {
    let bucket = u64::from(bucket);
    if bucket >> FINE == 0 {
        return bucket;
    }
    let doublings = (bucket >> FINE) - 1;
    let first = u128::from(bucket - (doublings << FINE)) << doublings;
    u64::try_from(first + (1 << doublings) - 1).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Wilson (1927), as in the textbooks: 81 of 263 is 0.308 with the interval 0.255 to 0.366.
    #[test]
    fn wilson() {
        let share = Share::new(81.0, 263);
        assert!((share.low - 0.2553).abs() < 5e-4 && (share.high - 0.3662).abs() < 5e-4, "{share:?}");
        assert_eq!((Share::new(0.0, 0).low, Share::new(0.0, 0).high), (0.0, 1.0));
        assert!(Share::new(10.0, 10).low > 0.7 && Share::new(10.0, 10).high == 1.0);
    }

    #[test]
    fn distributions() {
        let mut counts = Counts::default();
        (1..=100).for_each(|number| counts.add(number));
        let all = counts.distribution();
        assert_eq!((all.min, all.p10, all.median, all.p90, all.p99, all.max), (1, 10, 50, 90, 99, 100));
        assert_eq!((all.count, all.mean), (100, 50.5));
        let bars: Vec<(u64, u64, u64)> = all.histogram.iter().map(|bar| (bar.from, bar.to, bar.count)).collect();
        assert_eq!((bars[0], bars[1], bars[9], bars.len()), ((1, 10, 10), (11, 20, 10), (91, 100, 10), 10));
        counts.add(1000);
        let last = counts.distribution().histogram.pop().map(|bar| (bar.from, bar.to, bar.count));
        assert_eq!(last, Some((101, 1000, 1)));
        assert_eq!(Counts::default().distribution(), Distribution::default());
    }

    #[test]
    fn percentiles_of_times_are_close_and_the_longest_is_exact() {
        let mut times = Times::default();
        (1..=1000).for_each(|number| times.add(Duration::from_micros(number)));
        let found = times.percentiles();
        for (found, wanted) in [(found.p50_ms, 0.5), (found.p99_ms, 0.99), (found.p999_ms, 0.999)] {
            assert!(found >= wanted && found <= wanted * 1.032, "{found} for {wanted}");
        }
        assert_eq!((found.max_ms, found.decisions), (1.0, 1000));
        assert!((found.mean_ms - 0.5005).abs() < 1e-9);
        for nanoseconds in [0, 1, 31, 32, 33, 63, 64, 1_000_003, u64::MAX] {
            let end = end_of_bucket(bucket(nanoseconds));
            assert!(end >= nanoseconds && end - nanoseconds <= nanoseconds / 32, "{nanoseconds} {end}");
        }
    }
}
