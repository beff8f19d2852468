//! A share of trials and how sure it is.

use serde::{Deserialize, Serialize};
use std::fmt;

/// How often something happened in so many trials. A shared victory is a part of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Share {
    pub count: f64,
    pub of: u64,
    pub share: f64,
    pub standard_error: f64,
    /// The 95 % interval of Wilson.
    pub low: f64,
    pub high: f64,
}

/// Two-sided 95 %.
const Z: f64 = 1.959_963_985;

impl Share {
    pub fn new(count: f64, of: u64) -> Share {
        if of == 0 {
            return Share { high: 1.0, ..Share::default() };
        }
        let n = of as f64;
        let share = count / n;
        let standard_error = (share * (1.0 - share) / n).max(0.0).sqrt();
        let middle = (share + Z * Z / (2.0 * n)) / (1.0 + Z * Z / n);
        let half = Z / (1.0 + Z * Z / n) * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).max(0.0).sqrt();
        Share { count, of, share, standard_error, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
    }
}

impl Share {
    /// The share with its interval.
    pub fn with_interval(&self) -> String {
        format!("{:.1} % ({:.1}–{:.1})", 100.0 * self.share, 100.0 * self.low, 100.0 * self.high)
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} % ± {:.1}", 100.0 * self.share, 100.0 * self.standard_error)
    }
}
