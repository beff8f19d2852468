//! Hours during which nothing is sent.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Hours, by the clock of the one who sleeps, during which nothing is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct QuietHours {
    #[schema(value_type = String, pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$", example = "22:30")]
    pub from: TimeOfDay,
    #[schema(value_type = String, pattern = "^([01][0-9]|2[0-3]):[0-5][0-9]$", example = "07:00")]
    pub to: TimeOfDay,
    /// Minutes that his clock is ahead of UTC.
    #[schema(minimum = -840, maximum = 840)]
    pub zone_offset_minutes: i32,
}

const DAY: i64 = 24 * 60;
const MINUTE_MS: i64 = 60_000;
/// No clock on Earth is further ahead or behind.
const FURTHEST_ZONE: i32 = 14 * 60;

impl QuietHours {
    pub fn check(&self) -> Result<(), String> {
        if self.from == self.to {
            return Err("Quiet hours begin and end at different times.".to_owned());
        }
        if self.zone_offset_minutes.abs() > FURTHEST_ZONE {
            return Err(format!("A clock is at most {FURTHEST_ZONE} minutes ahead of UTC or behind it."));
        }
        Ok(())
    }

    /// When they end, if they are at this moment; in milliseconds since 1970.
    pub fn over_at(&self, now: i64) -> Option<i64> {
        let minute = now.div_euclid(MINUTE_MS);
        let local = (minute + i64::from(self.zone_offset_minutes)).rem_euclid(DAY);
        let since_start = (local - i64::from(self.from.0)).rem_euclid(DAY);
        let length = (i64::from(self.to.0) - i64::from(self.from.0)).rem_euclid(DAY);
        (since_start < length).then(|| (minute + length - since_start) * MINUTE_MS)
    }
}

/// Minutes since midnight; written as `22:30`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeOfDay(u16);

impl TryFrom<String> for TimeOfDay {
    type Error = &'static str;

    fn try_from(text: String) -> Result<TimeOfDay, &'static str> {
        let two_digits = |text: &str| match text.as_bytes() {
            [tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => Some(u16::from(tens - b'0') * 10 + u16::from(ones - b'0')),
            _ => None,
        };
        let (hours, minutes) = text.split_once(':').ok_or(NO_TIME)?;
        match (two_digits(hours), two_digits(minutes)) {
            (Some(hours @ 0..=23), Some(minutes @ 0..=59)) => Ok(TimeOfDay(hours * 60 + minutes)),
            _ => Err(NO_TIME),
        }
    }
}

const NO_TIME: &str = "a time of day is written as 22:30";

impl From<TimeOfDay> for String {
    fn from(time: TimeOfDay) -> String {
        format!("{:02}:{:02}", time.0 / 60, time.0 % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> TimeOfDay {
        TimeOfDay::try_from(text.to_owned()).expect("a test writes times correctly")
    }

    /// Minutes of quiet left at this time of day in UTC.
    fn left(from: &str, to: &str, zone_offset_minutes: i32, utc: &str) -> Option<i64> {
        let quiet = QuietHours { from: time(from), to: time(to), zone_offset_minutes };
        // Some day long after 1970, a few seconds into the minute.
        let now = (20_000 * DAY + i64::from(time(utc).0)) * MINUTE_MS + 12_345;
        quiet.over_at(now).map(|end| (end - now + 12_345) / MINUTE_MS)
    }

    #[test]
    fn quiet_hours_within_a_day() {
        assert_eq!(left("12:00", "14:30", 0, "11:59"), None);
        assert_eq!(left("12:00", "14:30", 0, "12:00"), Some(150));
        assert_eq!(left("12:00", "14:30", 0, "14:29"), Some(1));
        assert_eq!(left("12:00", "14:30", 0, "14:30"), None);
    }

    #[test]
    fn quiet_hours_across_midnight() {
        assert_eq!(left("22:30", "07:00", 0, "22:29"), None);
        assert_eq!(left("22:30", "07:00", 0, "22:30"), Some(510));
        assert_eq!(left("22:30", "07:00", 0, "00:00"), Some(420));
        assert_eq!(left("22:30", "07:00", 0, "06:59"), Some(1));
        assert_eq!(left("22:30", "07:00", 0, "07:00"), None);
    }

    #[test]
    fn quiet_hours_are_those_of_the_sleepers_clock() {
        // In Kathmandu, 5 h 45 min ahead, it is 22:45 when it is 17:00 in Greenwich.
        assert_eq!(left("22:30", "07:00", 345, "16:44"), None);
        assert_eq!(left("22:30", "07:00", 345, "17:00"), Some(495));
        // In Honolulu, ten hours behind, it is 22:30 of the day before at 08:30.
        assert_eq!(left("22:30", "07:00", -600, "08:30"), Some(510));
        assert_eq!(left("22:30", "07:00", -600, "17:00"), None);
        // On Kiritimati the next day has begun.
        assert_eq!(left("22:30", "07:00", 840, "10:00"), Some(420));
    }

    #[test]
    fn times_read_back_and_nothing_else_is_read() {
        assert_eq!(String::from(time("07:05")), "07:05");
        for text in ["", "7:00", "24:00", "12:60", "12.00", "+1:00", "12:00:00", "１２:00"] {
            assert!(TimeOfDay::try_from(text.to_owned()).is_err(), "{text}");
        }
    }
}
