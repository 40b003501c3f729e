//! The page store: native `zram::store` held to a `Vec` of bytes, and its
//! snapshots to a reader of their own.
//!
//! A case is a series of operations. To produce a frame is to do them, to hold
//! every one of them to the [`Model`], and to save the store at the end. To
//! consume one is to restore it and to read all bytes.

mod case;
mod dissect;
mod hostile;
mod layout;
mod model;
mod native;
mod operation;
mod player;
pub mod race;
mod reference;

use std::sync::Arc;

use twox_hash::XxHash3_64;
use zram::{Codec, PageSize};

use crate::check::Check;
use crate::dissection::Dissection;
use crate::format::{Format, Missing};
use crate::hex::describe_byte_difference;
use crate::hostile::HostileSet;
use crate::implementation::Implementation;
use crate::outcome::Failure;

pub use case::StoreCase;
pub use layout::StoreLayout;
pub use model::Model;
pub use native::NativeStore;
pub use operation::{Chosen, Content, Operation, Operations};
pub use player::Player;
pub use reference::ReferenceStore;

/// Gives the parts of a snapshot hashes that fit, as far as it is made of
/// parts: what lies behind them is then reached by hostile bytes.
pub fn repair_snapshot(bytes: &mut [u8]) {
    hostile::repair(bytes);
}

/// The format of the store and its snapshots.
///
/// ```no_run
/// use conformance::zram_store::ZramStore;
/// use conformance::{Quiet, RunOptions, Suite};
///
/// let report = Suite::new().with(ZramStore).run(&RunOptions::default(), &Quiet)?;
/// assert!(!report.has_failed());
/// # Ok::<(), conformance::SuiteError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ZramStore;

fn layouts() -> Vec<StoreLayout> {
    let plain = StoreLayout::PLAIN;
    let mut layouts = Vec::new();
    for (checksums, sharing) in [(false, false), (true, false), (false, true), (true, true)] {
        layouts.push(StoreLayout {
            checksums,
            sharing,
            ..plain
        });
    }
    for page_size in &PageSize::ALL[1..] {
        layouts.push(StoreLayout {
            page_size: *page_size,
            pages: 300,
            backing: 40,
            ..plain
        });
    }
    let zstd = |level| Codec::Zstd { level };
    layouts.push(StoreLayout {
        codecs: [zstd(-5), zstd(1), zstd(9)],
        ..plain
    });
    layouts
}

impl Format for ZramStore {
    type Case = StoreCase;
    type Input = Vec<Operation>;
    type Context = StoreLayout;
    type Value = Vec<u8>;

    fn name(&self) -> &'static str {
        "zram-store"
    }

    fn implementations(&self) -> Vec<Arc<dyn Implementation<Self>>> {
        vec![Arc::new(NativeStore), Arc::new(ReferenceStore)]
    }

    fn cases(&self) -> Vec<StoreCase> {
        let cases = |layout: StoreLayout| {
            // Empty, hardly begun, and well used.
            let counts = [(0, 0), (10, 0), (300, 0), (300, 1), (3000, 0), (3000, 1)];
            counts.map(|(count, seed)| StoreCase {
                layout,
                seed,
                count,
            })
        };
        layouts().into_iter().flat_map(cases).collect()
    }

    fn materialize(&self, case: &StoreCase) -> Result<Vec<Operation>, Missing> {
        Ok(case.operations())
    }

    fn context(&self, case: &StoreCase) -> StoreLayout {
        case.layout
    }

    fn value(&self, case: &StoreCase, operations: &Vec<Operation>) -> Vec<u8> {
        let mut model = Model::new(case.layout.pages, case.layout.page_size.bytes());
        for operation in operations {
            match operation {
                Operation::Discard(range) if model.bytes(range).is_some() => model.discard(range),
                _ => {
                    if let Some((range, bytes)) = model.written(operation)
                        && model.bytes(&range).is_some()
                    {
                        model.write(&range, &bytes);
                    }
                }
            }
        }
        model.memory().to_vec()
    }

    fn checksum(&self, value: &Vec<u8>) -> u64 {
        XxHash3_64::oneshot(value)
    }

    fn dissect(&self, layout: &StoreLayout, snapshot: &[u8]) -> Dissection {
        dissect::snapshot(snapshot, layout.page_size.bytes())
    }

    fn describe_difference(&self, expected: &Vec<u8>, got: &Vec<u8>) -> String {
        describe_byte_difference(expected, got)
    }

    /// No reference writes snapshots.
    fn claims(&self, check: Check, _case: &StoreCase) -> bool {
        check != Check::Identical
    }

    fn hostile(&self) -> Vec<HostileSet<Self>> {
        hostile::sets()
    }

    fn stricter(&self, failure: &Failure) -> Option<&'static str> {
        crate::zram::stricter(failure.kind_name()?)
    }
}
