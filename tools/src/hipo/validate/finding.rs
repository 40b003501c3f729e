//! What was found.

use std::fmt;

use hipo::Error;
use serde::Serialize;

/// Findings that are told one by one; more are counted.
const MOST: usize = 1000;

/// Where something was found: as much of it as is known.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Where {
    pub(super) record: Option<u64>,
    /// The event in the file, from 0.
    pub(super) event: Option<u64>,
    pub(super) byte: Option<u64>,
}

/// Something that was found, once or several times.
#[derive(Debug, Serialize)]
pub(super) struct Finding {
    #[serde(flatten)]
    at: Where,
    message: String,
    times: u64,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = [
            ("record", self.at.record),
            ("event", self.at.event),
            ("byte", self.at.byte),
        ];
        let places: Vec<_> = places
            .iter()
            .filter_map(|(name, number)| Some(format!("{name} {}", (*number)?)))
            .collect();
        if !places.is_empty() {
            write!(f, "{}: ", places.join(", "))?;
        }
        f.write_str(&self.message)?;
        if self.times > 1 {
            write!(f, " ({} times, this is the first)", self.times)?;
        }
        Ok(())
    }
}

/// Everything that was found in a file.
#[derive(Debug, Default)]
pub(super) struct Findings {
    faults: Vec<Finding>,
    notes: Vec<Finding>,
}

impl Findings {
    pub(super) fn faults(&self) -> &[Finding] {
        &self.faults
    }

    pub(super) fn notes(&self) -> &[Finding] {
        &self.notes
    }

    /// Something keeps readers from what is there.
    pub(super) fn fault(&mut self, at: Where, message: String) {
        push(&mut self.faults, at, message);
    }

    /// The same, as the library tells it.
    pub(super) fn fault_of(&mut self, error: &Error) {
        let place = error.place();
        let at = Where {
            record: place.record,
            event: None,
            byte: place.offset,
        };
        self.fault(at, super::in_words(error));
    }

    /// Something is odd.
    pub(super) fn note(&mut self, at: Where, message: String) {
        push(&mut self.notes, at, message);
    }
}

/// What is found again is counted; beyond what anyone reads, so is what is new.
fn push(findings: &mut Vec<Finding>, at: Where, message: String) {
    if let Some(known) = findings.iter_mut().find(|known| known.message == message) {
        known.times += 1;
        return;
    }
    if findings.len() < MOST {
        findings.push(Finding {
            at,
            message,
            times: 1,
        });
    } else if let Some(last) = findings.last_mut() {
        "more was found, which is not told".clone_into(&mut last.message);
        last.times += 1;
    }
}
