//! LZ4 frames: native `lz4` held to liblz4.

mod case;
mod cases;
mod dissect;
mod hostile;
mod native;
mod reference;

use std::sync::Arc;

use twox_hash::XxHash3_64;

use crate::dissection::Dissection;
use crate::format::{Format, Missing};
use crate::hex::describe_byte_difference;
use crate::hostile::HostileSet;
use crate::implementation::Implementation;
use crate::outcome::Failure;

pub use case::{FrameCase, FrameSettings};
pub use native::NativeLz4Frame;
pub use reference::ReferenceLz4Frame;

/// The most bytes that a reader may give for all frames of an input.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct OutputLimit(pub u64);

/// The format LZ4 frame, as the `lz4` command writes it to files.
///
/// ```no_run
/// use conformance::lz4_frame::Lz4Frame;
/// use conformance::{Quiet, RunOptions, Suite};
///
/// let report = Suite::new().with(Lz4Frame).run(&RunOptions::default(), &Quiet)?;
/// assert!(!report.has_failed());
/// # Ok::<(), conformance::SuiteError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Lz4Frame;

impl Format for Lz4Frame {
    type Case = FrameCase;
    type Input = Vec<u8>;
    type Context = OutputLimit;
    type Value = Vec<u8>;

    fn name(&self) -> &'static str {
        "lz4-frame"
    }

    fn implementations(&self) -> Vec<Arc<dyn Implementation<Self>>> {
        vec![Arc::new(NativeLz4Frame), Arc::new(ReferenceLz4Frame)]
    }

    fn cases(&self) -> Vec<FrameCase> {
        cases::all()
    }

    fn materialize(&self, case: &FrameCase) -> Result<Vec<u8>, Missing> {
        case.data.bytes()
    }

    fn context(&self, case: &FrameCase) -> OutputLimit {
        OutputLimit(case.data.size() as u64)
    }

    fn value(&self, _case: &FrameCase, input: &Vec<u8>) -> Vec<u8> {
        input.clone()
    }

    fn checksum(&self, value: &Vec<u8>) -> u64 {
        XxHash3_64::oneshot(value)
    }

    fn dissect(&self, _limit: &OutputLimit, frame: &[u8]) -> Dissection {
        dissect::frames(frame)
    }

    fn describe_difference(&self, expected: &Vec<u8>, got: &Vec<u8>) -> String {
        describe_byte_difference(expected, got)
    }

    fn hostile(&self) -> Vec<HostileSet<Self>> {
        hostile::sets()
    }

    fn stricter(&self, failure: &Failure) -> Option<&'static str> {
        native::stricter(failure.kind_name()?)
    }

    fn golden_cases(&self) -> Vec<FrameCase> {
        cases::golden()
    }
}
