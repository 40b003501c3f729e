//! HIPO files: native `hipo` held to C++ hipo4, and to oxihipo where C++ has no say.
//!
//! A case is a series of calls of a writer. Its frame is the file that comes of
//! them; its value is what the file says: schemas, configuration, and events,
//! in the order of writing for each tag, since tagged events stand apart.

mod case;
mod cases;
mod content;
mod cpp;
mod dataset;
mod dissect;
mod hostile;
mod native;
mod oxihipo;
mod schemas;
mod script;
mod value;

use std::sync::Arc;

use crate::check::Check;
use crate::dissection::Dissection;
use crate::format::{Format, Missing};
use crate::hostile::HostileSet;
use crate::implementation::Implementation;

pub use case::{HipoCase, Stored};
pub use content::Content;
pub use cpp::CppHipo;
pub use native::NativeHipo;
pub use oxihipo::OxiHipo;
pub use schemas::SchemaSet;
pub use script::{BankInput, Cells, Script, Step};
pub use value::{EventValue, FileValue};

/// What a reader is told beside the file.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Reading {
    /// Why C++ is not given the file, if it is not: it crashes on what it does
    /// not expect, and takes the process with it.
    pub not_for_cpp: Option<&'static str>,
    /// Whether columns are split into planes of bytes, which oxihipo 0.9.0 refuses.
    pub byte_split: bool,
}

/// The format HIPO, version 6.
///
/// ```no_run
/// use conformance::hipo::Hipo;
/// use conformance::{Quiet, RunOptions, Suite};
///
/// let report = Suite::new().with(Hipo::default()).run(&RunOptions::default(), &Quiet)?;
/// assert!(!report.has_failed());
/// # Ok::<(), conformance::SuiteError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Hipo {
    _private: (),
}

impl Format for Hipo {
    type Case = HipoCase;
    type Input = Script;
    type Context = Reading;
    type Value = FileValue;

    fn name(&self) -> &'static str {
        "hipo"
    }

    fn implementations(&self) -> Vec<Arc<dyn Implementation<Self>>> {
        vec![
            Arc::new(NativeHipo),
            Arc::new(CppHipo::discover()),
            Arc::new(OxiHipo::discover()),
        ]
    }

    fn cases(&self) -> Vec<HipoCase> {
        cases::all()
    }

    fn materialize(&self, case: &HipoCase) -> Result<Script, Missing> {
        Ok(case.script())
    }

    fn context(&self, case: &HipoCase) -> Reading {
        Reading {
            not_for_cpp: case.not_for_cpp(),
            byte_split: case.stored.byte_split,
        }
    }

    fn value(&self, _case: &HipoCase, script: &Script) -> FileValue {
        FileValue::of_script(script)
    }

    fn checksum(&self, value: &FileValue) -> u64 {
        value.checksum()
    }

    fn dissect(&self, _reading: &Reading, frame: &[u8]) -> Dissection {
        dissect::file(frame)
    }

    fn describe_difference(&self, expected: &FileValue, got: &FileValue) -> String {
        expected.difference(got)
    }

    /// Bytes are C++'s where a file follows its rules; what else there is, it
    /// does not write.
    fn claims(&self, check: Check, case: &HipoCase) -> bool {
        check != Check::Identical || case.stored.is_of_cpp()
    }

    fn hostile(&self) -> Vec<HostileSet<Self>> {
        hostile::sets()
    }

    fn golden_cases(&self) -> Vec<HipoCase> {
        cases::golden()
    }
}
