//! OpenZL: native `openzl` held to the C library.

mod case;
mod cases;
mod hostile;
mod native;
mod reference;

use std::sync::Arc;

use twox_hash::XxHash3_64;

use crate::check::Check;
use crate::dissection::Dissection;
use crate::format::{Format, Missing};
use crate::hex::describe_byte_difference;
use crate::hostile::HostileSet;
use crate::implementation::Implementation;
use crate::outcome::Failure;

pub use crate::data::Data;
pub use case::{OpenZlCase, Settings};
pub use native::{NativeOpenZl, failure_kind, parameters as native_parameters, stricter};
pub use reference::{
    ReferenceOpenZl, compressor as reference_compressor, parameters as reference_parameters,
};

/// The largest input whose frame goes through every API shape.
const LARGEST_CHECKSUM: usize = 4 << 20;

/// The most bytes that a reader may give for one frame.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct OutputLimit(pub u64);

/// The format OpenZL: serial input through the graphs that the native crate
/// has, at all levels and format versions.
///
/// ```no_run
/// use conformance::openzl::OpenZl;
/// use conformance::{Quiet, RunOptions, Suite};
///
/// let report = Suite::new().with(OpenZl::default()).run(&RunOptions::default(), &Quiet)?;
/// assert!(!report.has_failed());
/// # Ok::<(), conformance::SuiteError>(())
/// ```
#[derive(Clone, Default)]
pub struct OpenZl {
    natives: Option<Arc<dyn Implementation<Self>>>,
}

impl OpenZl {
    /// The format with `native` in place of the native implementation, to
    /// show that the suite and the gate see what it does wrong.
    #[must_use]
    pub fn with_native(native: Arc<dyn Implementation<Self>>) -> Self {
        Self {
            natives: Some(native),
        }
    }
}

impl Format for OpenZl {
    type Case = OpenZlCase;
    type Input = Vec<u8>;
    type Context = OutputLimit;
    type Value = Vec<u8>;

    fn name(&self) -> &'static str {
        "openzl"
    }

    fn implementations(&self) -> Vec<Arc<dyn Implementation<Self>>> {
        let native = self.natives.clone();
        vec![
            native.unwrap_or_else(|| Arc::new(NativeOpenZl)),
            Arc::new(ReferenceOpenZl),
        ]
    }

    fn cases(&self) -> Vec<OpenZlCase> {
        cases::all()
    }

    fn materialize(&self, case: &OpenZlCase) -> Result<Vec<u8>, Missing> {
        case.data.bytes()
    }

    fn context(&self, case: &OpenZlCase) -> OutputLimit {
        OutputLimit(case.data.size() as u64)
    }

    fn value(&self, _case: &OpenZlCase, input: &Vec<u8>) -> Vec<u8> {
        input.clone()
    }

    fn checksum(&self, value: &Vec<u8>) -> u64 {
        XxHash3_64::oneshot(value)
    }

    fn dissect(&self, _limit: &OutputLimit, frame: &[u8]) -> Dissection {
        let told = openzl::dissect(frame);
        let mut dissection = Dissection::new();
        for field in told.fields {
            dissection.field(field.range, field.path, field.value);
        }
        if let Some(error) = told.error {
            dissection.stop(error.to_string());
        }
        dissection
    }

    fn claims(&self, check: Check, case: &OpenZlCase) -> bool {
        // Every API shape of every size below is shown; the largest inputs
        // are there for what the encoders do with them.
        check != Check::Checksum || case.data.size() <= LARGEST_CHECKSUM
    }

    fn describe_difference(&self, expected: &Vec<u8>, got: &Vec<u8>) -> String {
        describe_byte_difference(expected, got)
    }

    fn hostile(&self) -> Vec<HostileSet<Self>> {
        hostile::sets()
    }

    fn stricter(&self, failure: &Failure) -> Option<&'static str> {
        native::stricter_by_kind(failure.kind_name()?)
    }

    fn golden_cases(&self) -> Vec<OpenZlCase> {
        cases::golden()
    }
}
