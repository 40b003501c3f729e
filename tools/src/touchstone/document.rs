//! The whole of an assay as one JSON document, for `--json`.

use conformance::Report;
use serde::Serialize;

use crate::corpora_command::{Count, FETCH};
use crate::references::Reference;
use crate::throughput::Throughput;

/// The form of the document. It grows when a field changes its meaning or
/// goes; a new field alone leaves it.
const SCHEMA: u32 = 1;

/// The document.
#[derive(Serialize)]
pub(crate) struct Document<'a> {
    schema: u32,
    kind: &'static str,
    /// `passed`, `failed` or `refused`.
    outcome: &'static str,
    exit_code: u8,
    /// The same as in `verdicts.json`.
    verdicts: &'a Report,
    /// The same as in `throughput.json`, or null.
    throughput: Option<&'a Throughput>,
    /// Why there is no table, when there is none.
    no_throughput: Option<&'a str>,
    references: Vec<Reference>,
    corpora: Corpora,
    /// The page, from the workspace's root.
    report: &'a str,
}

#[derive(Serialize)]
struct Corpora {
    #[serde(flatten)]
    count: Count,
    fetch: &'static str,
}

/// What a document is made of.
pub(crate) struct Parts<'a> {
    pub(crate) outcome: (&'static str, u8),
    pub(crate) verdicts: &'a Report,
    pub(crate) throughput: Result<&'a Throughput, &'a str>,
    pub(crate) corpora: Count,
    pub(crate) page: &'a str,
}

impl<'a> Document<'a> {
    pub(crate) fn of(parts: &Parts<'a>) -> Self {
        Self {
            schema: SCHEMA,
            kind: "touchstone assay",
            outcome: parts.outcome.0,
            exit_code: parts.outcome.1,
            verdicts: parts.verdicts,
            throughput: parts.throughput.ok(),
            no_throughput: parts.throughput.err(),
            references: crate::references::all(),
            corpora: Corpora {
                count: parts.corpora,
                fetch: FETCH,
            },
            report: parts.page,
        }
    }
}
