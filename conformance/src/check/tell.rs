//! The words of a failure: offset, field, hex windows.

use std::fmt::Write as _;

use crate::dissection::Dissection;
use crate::format::Format;
use crate::guard::guarded;
use crate::hex::{HexWindow, first_difference, side_by_side};
use crate::lab::{Answer, Lab};

/// A frame with the name of whoever wrote it.
pub(crate) type Written<'a> = (&'a str, &'a [u8]);

impl<F: Format> Lab<F> {
    /// Says where the frame of `subject` leaves `standard`, if it does.
    pub(crate) fn frame_difference(
        &self,
        context: &F::Context,
        standard: Written<'_>,
        subject: Written<'_>,
    ) -> Option<String> {
        let offset = first_difference(standard.1, subject.1)?;
        let mut text = format!(
            "{} differs from {} at byte {offset} (lengths {} and {})\n",
            subject.0,
            standard.0,
            subject.1.len(),
            standard.1.len()
        );
        let expected = self.field(context, standard.1, offset);
        let found = self.field(context, subject.1, offset);
        if expected == found {
            let _ = writeln!(text, "  field: {expected}");
        } else {
            let _ = writeln!(text, "  field of {}: {expected}", standard.0);
            let _ = writeln!(text, "  field of {}: {found}", subject.0);
        }
        text.push_str(&side_by_side(standard, subject, offset));
        Some(text)
    }

    /// Names the field at an offset.
    fn field(&self, context: &F::Context, frame: &[u8], offset: usize) -> String {
        match guarded(|| self.format.dissect(context, frame)) {
            Ok(told) => told.describe(offset),
            Err(panic) => format!("the dissection {panic}"),
        }
    }

    /// Tells the frame, or says that its dissection panicked.
    pub(crate) fn dissection(&self, context: &F::Context, frame: &[u8]) -> Dissection {
        guarded(|| self.format.dissect(context, frame)).unwrap_or_else(|panic| {
            let mut told = Dissection::new();
            told.stop(format!("the dissection {panic}"));
            told
        })
    }

    /// Says why `consumer` did not read the frame of `producer` to its value.
    pub(crate) fn refused_reading<T>(
        &self,
        context: &F::Context,
        producer: Written<'_>,
        consumer: &str,
        answer: &Answer<T>,
    ) -> String {
        let mut text = format!(
            "{consumer} does not read the frame of {} ({} bytes): {}",
            producer.0,
            producer.1.len(),
            words(answer)
        );
        let offset = match answer {
            Answer::Failed(failure) => failure.offset().and_then(|at| usize::try_from(at).ok()),
            _ => None,
        };
        if let Some(offset) = offset {
            let field = self.field(context, producer.1, offset);
            let window = HexWindow::around(producer.1, offset);
            let _ = write!(text, "\n  field: {field}\n  {window}");
        }
        text
    }
}

/// Why an answer is not a result, in words.
pub(crate) fn words<T>(answer: &Answer<T>) -> String {
    match answer {
        Answer::Done(_) => "accepted".to_owned(),
        Answer::Lacks => "it has no such side".to_owned(),
        Answer::Unsupported(what) => format!("unsupported: {what}"),
        Answer::Failed(failure) => format!("rejected: {failure}"),
        Answer::Panicked(panic) => format!("it {panic}"),
    }
}

/// Indents every line but the first.
pub(crate) fn hanging(text: &str) -> String {
    text.replace('\n', "\n  ")
}
