//! Dates in words.

use std::time::{SystemTime, UNIX_EPOCH};

/// Seconds since 1970, now.
pub(crate) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

/// Seconds since 1970 as a date and time in UTC.
pub(crate) fn utc(unix: u64) -> String {
    let (days, second) = (unix / 86_400, unix % 86_400);
    let (year, month, day) = civil(days);
    let (hour, minute) = (second / 3_600, second / 60 % 60);
    format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02} UTC")
}

/// The calendar date of a day counted from 1970-01-01. Years are taken to begin
/// in March, so that the day that comes and goes is their last.
fn civil(days: u64) -> (u64, u64, u64) {
    const CYCLE: u64 = 146_097; // days in 400 years
    let since_march_0000 = days + 719_468;
    let (cycle, day) = (since_march_0000 / CYCLE, since_march_0000 % CYCLE);
    let year_of_cycle = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100);
    let shifted = (5 * day + 2) / 153;
    let day_of_month = day - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 {
        shifted + 3
    } else {
        shifted - 9
    };
    (
        cycle * 400 + year_of_cycle + u64::from(month <= 2),
        month,
        day_of_month,
    )
}

#[cfg(test)]
mod tests {
    use super::utc;

    #[test]
    fn known_dates() {
        for (unix, date) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_399, "2000-02-28 23:59 UTC"),
            (951_782_400, "2000-02-29 00:00 UTC"),
            (1_709_251_200, "2024-03-01 00:00 UTC"),
            (4_107_542_399, "2100-02-28 23:59 UTC"),
            (4_107_542_400, "2100-03-01 00:00 UTC"),
        ] {
            assert_eq!(utc(unix), date);
        }
    }
}
