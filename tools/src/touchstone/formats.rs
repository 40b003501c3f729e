//! The formats of the workspace. A format is added here, once.

use std::path::Path;

use conformance::golden::{GoldenError, Plan};
use conformance::hipo::Hipo;
use conformance::lz4::Lz4;
use conformance::lz4_frame::Lz4Frame;
use conformance::openzl::OpenZl;
use conformance::zram::Zram;
use conformance::zram_store::ZramStore;
use conformance::{Require, Suite, Workspace};

use crate::references::{self, Reference};

/// What this program does with a format, beside running its trials.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    /// What freezing its frames again would change; `None` where no reference
    /// writes frames.
    pub(crate) plan: Option<MakePlan>,
    /// Its references.
    pub(crate) references: fn() -> Vec<Reference>,
}

/// Makes a plan for a folder of frozen frames.
type MakePlan = fn(&Path) -> Result<Plan, GoldenError>;

/// All formats.
pub(crate) const FORMATS: &[Entry] = &[
    Entry {
        name: "openzl",
        plan: Some(|folder| Plan::make(OpenZl::default(), folder)),
        references: references::openzl,
    },
    Entry {
        name: "hipo",
        plan: Some(|folder| Plan::make(Hipo::default(), folder)),
        references: references::hipo,
    },
    Entry {
        name: "lz4",
        plan: Some(|folder| Plan::make(Lz4::default(), folder)),
        references: references::lz4,
    },
    Entry {
        name: "lz4-frame",
        plan: Some(|folder| Plan::make(Lz4Frame, folder)),
        references: references::lz4_frame,
    },
    Entry {
        name: "zram",
        plan: Some(|folder| Plan::make(Zram, folder)),
        references: references::zram,
    },
    Entry {
        name: "zram-store",
        plan: None,
        references: references::zram_store,
    },
];

/// The suite over all of them.
pub(crate) fn suite(workspace: &Workspace) -> Suite {
    Suite::new()
        .in_workspace(workspace.clone())
        .require(Require::from_env())
        .with(OpenZl::default())
        .with(Hipo::default())
        .with(Lz4::default())
        .with(Lz4Frame)
        .with(Zram)
        .with(ZramStore)
}

/// Their names.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    FORMATS.iter().map(|entry| entry.name)
}

/// The formats that a `--format` selects.
pub(crate) fn selected(format: Option<&str>) -> impl Iterator<Item = &'static Entry> {
    let fits = move |entry: &&Entry| format.is_none_or(|format| format == entry.name);
    FORMATS.iter().filter(fits)
}
