//! Ranges of event numbers.

use std::ops::Range;

use hipo::File;

use crate::failure::Failure;

/// Reads `A..B`, `A..`, `..B`, `A..=B` or `A`.
pub(crate) fn events(text: &str) -> Result<Range<u64>, String> {
    let number = |text: &str, otherwise: u64| match text.trim() {
        "" => Ok(otherwise),
        text => text
            .parse::<u64>()
            .map_err(|_| format!("{text:?} is no number of an event")),
    };
    let range = match text.split_once("..") {
        None => {
            let first = number(text, u64::MAX)?;
            first..first.saturating_add(1)
        }
        Some((first, end)) => {
            let first = number(first, 0)?;
            let end = match end.strip_prefix('=') {
                Some(last) => number(last, u64::MAX)?.saturating_add(1),
                None => number(end, u64::MAX)?,
            };
            first..end
        }
    };
    if range.is_empty() {
        return Err("no event is in that range: A..B is from A on, before B".into());
    }
    Ok(range)
}

/// The part of a range that a file has.
pub(crate) fn within(range: Option<&Range<u64>>, file: &File) -> Result<Range<u64>, Failure> {
    let count = file.event_count();
    match range {
        None => Ok(0..count),
        Some(range) if range.start < count => Ok(range.start..range.end.min(count)),
        // In its words: there is no such event.
        Some(range) => Err(file
            .random_access()
            .event(range.start)
            .map_or_else(Failure::from, |_| unreachable!("it is beyond the last"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_in_every_form() {
        for (text, range) in [
            ("3..7", 3..7),
            ("3..=7", 3..8),
            ("3..", 3..u64::MAX),
            ("..7", 0..7),
            ("..", 0..u64::MAX),
            ("5", 5..6),
        ] {
            assert_eq!(events(text), Ok(range), "{text}");
        }
        for text in ["", "a", "7..3", "3..3", "-1..2", "1...2", "1.5"] {
            assert!(events(text).is_err(), "{text}");
        }
    }
}
