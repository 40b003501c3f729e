//! What a program prints.

use std::str::FromStr;

use thiserror::Error;

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
