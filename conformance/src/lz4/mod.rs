//! LZ4 blocks: native `lz4` held to liblz4.

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

pub use case::{Expected, Lz4Case, Method};
pub use native::NativeLz4;
pub(crate) use native::{kind, stricter};
pub use reference::ReferenceLz4;

/// The format LZ4: blocks by the compressors that the native crate has, at all
/// accelerations and levels, with and without a dictionary.
///
/// ```no_run
/// use conformance::lz4::Lz4;
/// use conformance::{Quiet, RunOptions, Suite};
///
/// let report = Suite::new().with(Lz4::default()).run(&RunOptions::default(), &Quiet)?;
/// assert!(!report.has_failed());
/// # Ok::<(), conformance::SuiteError>(())
/// ```
#[derive(Clone, Default)]
pub struct Lz4 {
    native: Option<Arc<dyn Implementation<Self>>>,
}

impl Lz4 {
    /// The format with `native` in place of the native implementation, to show
    /// that the suite and the gate see what it does wrong.
    #[must_use]
    pub fn with_native(native: Arc<dyn Implementation<Self>>) -> Self {
        Self {
            native: Some(native),
        }
    }
}

impl Format for Lz4 {
    type Case = Lz4Case;
    type Input = Vec<u8>;
    type Context = Expected;
    type Value = Vec<u8>;

    fn name(&self) -> &'static str {
        "lz4"
    }

    fn implementations(&self) -> Vec<Arc<dyn Implementation<Self>>> {
        let native = self.native.clone();
        vec![
            native.unwrap_or_else(|| Arc::new(NativeLz4)),
            Arc::new(ReferenceLz4),
        ]
    }

    fn cases(&self) -> Vec<Lz4Case> {
        cases::all()
    }

    fn materialize(&self, case: &Lz4Case) -> Result<Vec<u8>, Missing> {
        case.data.bytes()
    }

    fn context(&self, case: &Lz4Case) -> Expected {
        Expected {
            size: case.data.size(),
            dictionary: case.method.dictionary(),
        }
    }

    fn value(&self, _case: &Lz4Case, input: &Vec<u8>) -> Vec<u8> {
        input.clone()
    }

    fn checksum(&self, value: &Vec<u8>) -> u64 {
        XxHash3_64::oneshot(value)
    }

    fn dissect(&self, _expected: &Expected, block: &[u8]) -> Dissection {
        dissect::block(block)
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

    fn golden_cases(&self) -> Vec<Lz4Case> {
        cases::golden()
    }
}
