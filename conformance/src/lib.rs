//! The vocabulary, the suites and the gate that hold implementations of binary
//! formats to their references.
//!
//! A [`Format`] lists its cases and its [`Implementation`]s, native and
//! reference. A [`Suite`] makes a [`Trial`] of each [`Check`] of each case, and
//! a trial comes to a [`Verdict`]. A [`Report`] adds verdicts up to a matrix of
//! producers and consumers. The [`gate`] lets a bench time only what passed,
//! and [`golden`] freezes the frames that a reference wrote.
//!
//! What a verdict claims, and what it does not:
//!
//! - *passed*: everything that the check asserts was shown on this machine,
//!   and at least one thing of it across two implementations.
//! - *absent* and *inconclusive* are counted and shown, and never a pass.
//! - A known failure is run like everything else, and fails; when it passes,
//!   the run fails until its entry goes.
//! - An implementation that panics has failed, whatever was asked of it.
//!
//! # Adding a format
//!
//! Below is a whole one: frames are a length and the bytes inverted. The first
//! implementation is held to the second.
//!
//! ```
//! use std::sync::Arc;
//!
//! use conformance::{
//!     Case, Dissection, Expectation, Failure, Format, HostileSet, Implementation, Missing,
//!     Outcome, Quiet, Role, RunOptions, Suite, describe_byte_difference,
//! };
//!
//! /// So many bytes of one value.
//! #[derive(Clone)]
//! struct Run(u8, usize);
//!
//! impl Case for Run {
//!     fn name(&self) -> String {
//!         format!("run-of-{}/{}", self.0, self.1)
//!     }
//! }
//!
//! struct Inverted;
//!
//! impl Format for Inverted {
//!     type Case = Run;
//!     type Input = Vec<u8>;
//!     type Context = ();
//!     type Value = Vec<u8>;
//!
//!     fn name(&self) -> &'static str {
//!         "inverted"
//!     }
//!     fn implementations(&self) -> Vec<Arc<dyn Implementation<Self>>> {
//!         vec![
//!             Arc::new(Coder("inverted", Role::Native)),
//!             Arc::new(Coder("libinverted", Role::Reference)),
//!         ]
//!     }
//!     fn cases(&self) -> Vec<Run> {
//!         (0..20).map(|len| Run(7, len)).collect()
//!     }
//!     fn materialize(&self, case: &Run) -> Result<Vec<u8>, Missing> {
//!         Ok(vec![case.0; case.1])
//!     }
//!     fn context(&self, _: &Run) {}
//!     fn value(&self, _: &Run, input: &Vec<u8>) -> Vec<u8> {
//!         input.clone()
//!     }
//!     fn checksum(&self, value: &Vec<u8>) -> u64 {
//!         value.iter().fold(17, |sum, byte| sum * 31 % 65_521 + u64::from(*byte))
//!     }
//!     fn dissect(&self, (): &(), frame: &[u8]) -> Dissection {
//!         let mut told = Dissection::new();
//!         match frame.first() {
//!             Some(len) => told.field(0..1, "length", len).field(1..frame.len(), "body", ""),
//!             None => told.stop("an empty frame"),
//!         };
//!         told
//!     }
//!     fn describe_difference(&self, expected: &Vec<u8>, got: &Vec<u8>) -> String {
//!         describe_byte_difference(expected, got)
//!     }
//!     fn hostile(&self) -> Vec<HostileSet<Self>> {
//!         let frame = || vec![3, 1, 2, 3];
//!         vec![HostileSet::truncations("truncations", (), Expectation::Rejection, frame)]
//!     }
//! }
//!
//! struct Coder(&'static str, Role);
//!
//! impl Implementation<Inverted> for Coder {
//!     fn name(&self) -> &str {
//!         self.0
//!     }
//!     fn role(&self) -> Role {
//!         self.1
//!     }
//!     fn version(&self) -> String {
//!         "1.0".to_owned()
//!     }
//!     fn produce(&self, _: &Run, input: &Vec<u8>) -> Outcome<Vec<u8>> {
//!         let mut frame = vec![input.len() as u8];
//!         frame.extend(input.iter().map(|byte| !byte));
//!         Outcome::Done(frame)
//!     }
//!     fn consume(&self, (): &(), frame: &[u8]) -> Outcome<Vec<u8>> {
//!         match frame.split_first() {
//!             Some((len, body)) if usize::from(*len) == body.len() => {
//!                 Outcome::Done(body.iter().map(|byte| !byte).collect())
//!             }
//!             _ => Outcome::Failed(Failure::new("not the length that it says").at(0)),
//!         }
//!     }
//! }
//!
//! let report = Suite::new().with(Inverted).run(&RunOptions::default(), &Quiet).unwrap();
//! assert!(!report.has_failed());
//! // Three checks of 20 cases, and one set of hostile frames.
//! assert_eq!(report.totals().passed, 61);
//! ```

#![forbid(unsafe_code)]

mod atomic;
mod check;
mod data;
mod dissection;
mod fingerprint;
mod format;
pub mod gate;
mod glob;
pub mod golden;
mod guard;
mod hex;
pub mod hipo;
mod hostile;
mod implementation;
mod known;
mod lab;
pub mod lz4;
pub mod lz4_frame;
mod meter;
mod mutate;
pub mod openzl;
mod outcome;
mod proof;
mod recorder;
mod report;
mod require;
mod suite;
mod tally;
mod trial;
mod verdict;
mod watchdog;
mod workspace;
pub mod zram;
pub mod zram_store;
mod zstd;

pub use check::{Check, UnknownCheck};
pub use data::Data;
pub use dissection::{Dissection, Field};
pub use fingerprint::{Fingerprint, FingerprintError};
pub use format::{Case, Format, Missing};
pub use glob::glob_matches;
pub use hex::{HexWindow, WINDOW, describe_byte_difference, first_difference};
pub use hostile::{Bounds, Expectation, HostileFrame, HostileSet};
pub use implementation::{Availability, Implementation, Role, Shape};
pub use known::{KnownError, KnownFailure, KnownFailures, WIDEST};
pub use meter::Meter;
pub use outcome::{Failure, Outcome};
pub use recorder::Recorder;
pub use report::{
    AbsenceReport, CellReport, FormatReport, ImplementationReport, Note, Report, ReportError,
    SCHEMA, Standing, TrialReport,
};
pub use require::{REQUIRE_VARIABLE, Require};
pub use suite::{Prepared, Progress, Quiet, RunOptions, Suite, SuiteError};
pub use tally::{Absence, Judgement, Pair, Tally};
pub use trial::{Trial, repeat_command, trial_name};
pub use verdict::{TestOutcome, Verdict, VerdictKind};
pub use workspace::{Workspace, WorkspaceError};
