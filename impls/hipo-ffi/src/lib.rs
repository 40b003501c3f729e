//! The reference HIPO: the C++ library hipo4 itself, opened at run time.
//!
//! The suite holds the native implementation to what this crate says, so that
//! this crate says only what hipo4 says. There is no code of its own for the
//! format, but for a look at a file's headers before hipo4 is let at it.
//!
//! ```no_run
//! use std::path::Path;
//!
//! use hipo_ffi::{Bank, Column, Hipo4, ReadOptions, Reader, Writer};
//!
//! let references = Path::new("target/references");
//! hipo_ffi::install(references, &mut |step| eprintln!("{step}"))?;
//! let hipo4 = Hipo4::open(references)?;
//!
//! let file = Path::new("one.hipo");
//! let mut writer = Writer::create(&hipo4, file)?;
//! writer.schema("{REC::Event/300/30}{evno/L,beamE/F}")?;
//! let columns = [Column::Long(vec![1]), Column::Float(vec![10.6])];
//! writer.event(0, &[Bank::new("REC::Event", columns)])?;
//! writer.finish()?;
//!
//! let mut reader = Reader::open(&hipo4, file, &ReadOptions::default())?;
//! while let Some(mut event) = reader.next_event()? {
//!     println!("{:?}", event.bank("REC::Event")?);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where it comes from
//!
//! hipo4 is nowhere packaged but in the wheel `hipopybind` 2.0.1 of PyPI, which
//! carries the headers and the static libraries of hipo4 4.2.0 and of liblz4
//! 1.9.4. Its licence is for educational, research and not-for-profit use: it is
//! installed for tests, and never part of this repository. [`install`] fetches
//! it with pip, which holds it to its sha256, unpacks it, and compiles the shim
//! (`shim/` of this crate, embedded) with the host's C++ compiler into a shared
//! object and a program. All of that goes into a folder of the caller's, as a
//! rule `target/references`:
//!
//! ```text
//! hipo4-2.0.1/wheel/                    the wheel, unpacked
//! hipo4-2.0.1/shim-<hash>/              what was compiled for this very crate:
//!     libtouchstone-hipo4.so              hipo4 and the shim, to be loaded
//!     touchstone-hipo4                    the same as a process of its own
//!     stamp.txt                           from which sources, how, by what
//! ```
//!
//! The hash is of the shim's sources, the flags and the wheel's sha256: a shim
//! that is not of these sources is not loaded, and is made anew by the next
//! [`install`]. It needs Linux on x86-64 with glibc, Python 3 with pip, and a C++
//! compiler of C++17 with libstdc++ 12 or later; what is missing is told by
//! [`InstallError`], with what to do. pip obeys its own settings (`PIP_INDEX_URL`,
//! `PIP_FIND_LINKS`, `PIP_NO_INDEX`, …), so that a copy of the wheel serves as
//! well.
//!
//! The crate builds without any of that. [`Hipo4::open`] answers with
//! [`Missing`] when it is not installed, which names the command to install it.
//!
//! # Two ways in
//!
//! [`Hipo4`] works in this process, for files that are known to be good:
//! [`Writer`], [`Reader`], [`Hipo4::sums`], and what is timed
//! ([`Hipo4::scenario`], [`Hipo4::write_dataset`]). [`Child`] works in a process
//! of its own, with a time limit, for files that may bring hipo4 down; and it
//! takes many to that end.
//!
//! hipo4 does not check its input. In this process a file's headers are looked at
//! first, and what hipo4 would not live through is refused ([`Error::Refused`]):
//! no file, no magic number, no index, a record that is cut short, compression
//! other than none and LZ4, a dictionary that `readDictionary` trips over.
//! Damage inside a record is not seen: such a file ends this process. hipo4 calls
//! `exit` where it is asked for the dictionary of a file that is not open, and
//! for a schema that there is not; the shim asks for neither.
//!
//! No C++ exception leaves the shim. hipo4 prints in the ordinary course of
//! writing, and where it leaves something out; the shim is linked so that its
//! `printf`, `puts` and `putchar` go to a buffer, which becomes part of an error
//! and never gets to the standard output. The few places that print with
//! `std::cout` are not reached, and a child's standard output is `/dev/null`.
//!
//! The shared object shows none of the symbols of hipo4 and liblz4, so that it
//! lives in one process with another liblz4.
//!
//! # What is hipo4's, and not the format's
//!
//! - The wheel's hipo4 is built with libstdc++'s assertions, as its build system
//!   does by default. Where another build reads nothing, or reads beyond a
//!   vector, this one aborts: a dictionary without a schema, a file that was not
//!   closed, one without events (see `tests/crashes.rs`). It is this build that is
//!   timed, too.
//! - Every record is written with LZ4. Events with a tag go into records of their
//!   tag, which follow the others in ascending order when the file is closed (as
//!   `int`: tags from 2^31 on come first); [`Writer::raw_event`] goes into the
//!   records without a tag, whatever tag its bytes have.
//! - An event takes the length that the record gives it: hipo4 writes that over
//!   the event's own size word, so that [`Event::bytes`] has it.
//! - `readDictionary` fails on user configuration, which is why [`Schemas::Sound`]
//!   exists.

mod bank;
mod child;
mod dataset;
mod error;
mod hipo4;
mod install;
mod layout;
mod options;
mod reader;
mod scenario;
mod schema;
mod sources;
mod sums;
mod sys;
mod text;
mod wheel;
mod writer;

pub use bank::{Bank, Column};
pub use child::{Child, ChildOutcome};
pub use dataset::{DATASET_BYTES, DATASET_EVENTS, Filling, Written};
pub use error::{Error, Missing};
pub use hipo4::{About, Hipo4};
pub use install::{InstallError, Step, install};
pub use options::{ReadOptions, Schemas};
pub use reader::{Event, Reader};
pub use scenario::{Pass, Scenario, Way};
pub use schema::{ColumnType, Schema};
pub use sums::{BankSums, ColumnSum, Sums};
pub use wheel::{VERSION, WHEEL_SHA256, WHEEL_VERSION};
pub use writer::Writer;
