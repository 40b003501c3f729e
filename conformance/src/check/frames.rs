//! The frames of a case, one from each producer.

use super::ledger::Ledger;
use super::tell::{Written, words};
use crate::format::Format;
use crate::implementation::Role;
use crate::lab::{Answer, Exhibit, Lab, Subject};

/// A frame with its producer.
pub(crate) struct Made<'a, F: Format> {
    pub(crate) subject: &'a Subject<F>,
    pub(crate) frame: Vec<u8>,
}

impl<F: Format> Made<'_, F> {
    /// The frame with its producer's name.
    pub(crate) fn written(&self) -> Written<'_> {
        (&self.subject.name, &self.frame)
    }
}

/// Asks the implementations in the wanted roles for their frames. Why one gives
/// none is entered against `any`.
pub(crate) fn frames<'a, F: Format>(
    lab: &'a Lab<F>,
    wanted: impl Fn(Role) -> bool,
    case: &F::Case,
    exhibit: &Exhibit<F>,
    ledger: &mut Ledger,
) -> Vec<Made<'a, F>> {
    let subjects = lab.subjects.iter().filter(|subject| wanted(subject.role));
    subjects
        .filter_map(|subject| {
            let frame = frame(subject, case, exhibit, ledger)?;
            Some(Made { subject, frame })
        })
        .collect()
}

/// Asks one implementation for its frame.
fn frame<F: Format>(
    subject: &Subject<F>,
    case: &F::Case,
    exhibit: &Exhibit<F>,
    ledger: &mut Ledger,
) -> Option<Vec<u8>> {
    if let Some(absence) = &subject.absence {
        ledger.absent(absence);
        ledger.absent_pair(&subject.name, "any");
        return None;
    }
    match subject.produce(case, &exhibit.input) {
        Answer::Done(frame) => return Some(frame),
        Answer::Lacks => {}
        Answer::Unsupported(what) => {
            ledger.undecided(&subject.name, "any");
            if subject.is_native() {
                ledger.leave_open(format!("{} does not write it: {what}", subject.name));
            }
        }
        answer @ (Answer::Failed(_) | Answer::Panicked(_)) => {
            let text = format!("{} writes no frame: {}", subject.name, words(&answer));
            ledger.fail(&subject.name, "any", text);
        }
    }
    None
}
