//! What a program prints.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::hipo::Pass;

/// A line `impl · scenario · cold · warm · events · checksum`.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The name that the program goes by.
    pub implementation: String,
    /// What it read.
    pub scenario: String,
    /// The first pass, in milliseconds.
    pub cold: f64,
    /// The best of the others, in milliseconds.
    pub warm: f64,
    /// Number of events.
    pub events: u64,
    /// The sum of all values read, to three digits, as it is printed: what is
    /// compared.
    pub checksum: String,
}

/// A text that is no such line.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{0:?} is not of the form `impl · scenario · cold · warm · events · checksum`")]
pub struct LineError(String);

impl Line {
    /// Of some passes, which are one at least.
    ///
    /// # Errors
    /// When their checksums differ.
    pub fn of(implementation: &str, scenario: &str, passes: &[Pass]) -> Result<Self, String> {
        let [first, others @ ..] = passes else {
            return Err("there was no pass".to_owned());
        };
        let sum = first.checksum.to_bits();
        if others.iter().any(|pass| pass.checksum.to_bits() != sum) {
            return Err("passes differ in their checksums".to_owned());
        }
        let warm = others.iter().map(|pass| pass.took).min();
        let ms = |pass: std::time::Duration| pass.as_secs_f64() * 1e3;
        Ok(Self {
            implementation: implementation.to_owned(),
            scenario: scenario.to_owned(),
            cold: ms(first.took),
            warm: ms(warm.unwrap_or(first.took)),
            events: first.events,
            checksum: format!("{:.3}", first.checksum),
        })
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} · {} · {:.3} · {:.3} · {} · {}",
            self.implementation, self.scenario, self.cold, self.warm, self.events, self.checksum
        )
    }
}

impl FromStr for Line {
    type Err = LineError;

    fn from_str(text: &str) -> Result<Self, LineError> {
        let fault = || LineError(text.to_owned());
        let parts: Vec<&str> = text.trim().split(" · ").collect();
        let [implementation, scenario, cold, warm, events, checksum] = parts[..] else {
            return Err(fault());
        };
        let time = |text: &str| text.parse::<f64>().ok().filter(|time| *time >= 0.0);
        let sum = checksum.parse::<f64>().ok().filter(|sum| sum.is_finite());
        Ok(Self {
            implementation: implementation.to_owned(),
            scenario: scenario.to_owned(),
            cold: time(cold).ok_or_else(fault)?,
            warm: time(warm).ok_or_else(fault)?,
            events: events.parse().map_err(|_| fault())?,
            // -0.000 is as good.
            checksum: format!("{:.3}", sum.ok_or_else(fault)? + 0.0),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Line;

    #[test]
    fn a_line_is_read() {
        let line: Line = "native · c_col1 · 12.5 · 9.125 · 200000 · 8400000.000\n"
            .parse()
            .unwrap();
        assert_eq!((line.cold, line.warm, line.events), (12.5, 9.125, 200_000));
        assert_eq!(line.checksum, "8400000.000");
    }

    #[test]
    fn other_texts_are_not() {
        for text in [
            "",
            "native · c_col1 · 12.5 · 9.125 · 200000",
            "native · c_col1 · 12.5 · fast · 200000 · 1.000",
            "native · c_col1 · -1 · 1 · 200000 · 1.000",
            "native · c_col1 · 1 · 1 · 200000 · NaN",
        ] {
            assert!(text.parse::<Line>().is_err(), "{text:?}");
        }
    }
}
