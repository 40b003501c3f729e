//! Memory pages: native `zram` held to liblz4 and libzstd.
//!
//! A frame of this format is the suite's own: for each page a byte that says
//! how it is kept, a little-endian 32-bit length, and what is kept. Whoever
//! writes it decides by the same rules, so frames are equal when blocks are.

mod case;
mod cases;
mod dictionary;
mod frame;
mod hostile;
mod native;
mod reference;

use std::sync::Arc;

use twox_hash::XxHash3_64;
use zram::Codec;

use crate::check::Check;
use crate::dissection::Dissection;
use crate::format::{Format, Missing};
use crate::hex::describe_byte_difference;
use crate::hostile::HostileSet;
use crate::implementation::Implementation;
use crate::outcome::Failure;

pub use case::{Layout, PagesCase};
pub use dictionary::Origin;
pub use frame::{put as put_kept, take as take_kept};
pub use native::NativeZram;
pub(crate) use native::{kind, stricter};
pub use reference::{ReferenceDecoder, ReferenceEncoder, ReferenceZram};

/// The format zram: pages of every size through every codec of the native
/// crate.
///
/// ```no_run
/// use conformance::zram::Zram;
/// use conformance::{Quiet, RunOptions, Suite};
///
/// let report = Suite::new().with(Zram).run(&RunOptions::default(), &Quiet)?;
/// assert!(!report.has_failed());
/// # Ok::<(), conformance::SuiteError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Zram;

impl Format for Zram {
    type Case = PagesCase;
    type Input = Vec<u8>;
    type Context = Layout;
    type Value = Vec<u8>;

    fn name(&self) -> &'static str {
        "zram"
    }

    fn implementations(&self) -> Vec<Arc<dyn Implementation<Self>>> {
        vec![Arc::new(NativeZram), Arc::new(ReferenceZram)]
    }

    fn cases(&self) -> Vec<PagesCase> {
        cases::all()
    }

    fn materialize(&self, case: &PagesCase) -> Result<Vec<u8>, Missing> {
        case.data.bytes()
    }

    fn context(&self, case: &PagesCase) -> Layout {
        case.layout
    }

    fn value(&self, _case: &PagesCase, input: &Vec<u8>) -> Vec<u8> {
        input.clone()
    }

    fn checksum(&self, value: &Vec<u8>) -> u64 {
        XxHash3_64::oneshot(value)
    }

    fn dissect(&self, _layout: &Layout, pages: &[u8]) -> Dissection {
        frame::dissect(pages)
    }

    fn describe_difference(&self, expected: &Vec<u8>, got: &Vec<u8>) -> String {
        describe_byte_difference(expected, got)
    }

    /// Turbo blocks are native's own: everybody reads them, nobody else writes
    /// them.
    fn claims(&self, check: Check, case: &PagesCase) -> bool {
        check != Check::Identical || case.layout.codec != Codec::Lz4Turbo
    }

    fn hostile(&self) -> Vec<HostileSet<Self>> {
        hostile::sets()
    }

    fn stricter(&self, failure: &Failure) -> Option<&'static str> {
        native::stricter(failure.kind_name()?)
    }

    fn golden_cases(&self) -> Vec<PagesCase> {
        cases::golden()
    }
}
