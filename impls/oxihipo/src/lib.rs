//! oxihipo 0.9.0, another implementation of HIPO, in Python processes of its own.
//!
//! oxihipo is a Rust library by Mathieu Ouillon (MIT). Of its own forms, the
//! wheel of PyPI is the one that can be pinned and run without its sources being
//! part of this build: [`install`] brings it and numpy with pip, which holds both
//! to their sha256, into a folder of the caller's, as a rule `target/references`:
//!
//! ```text
//! oxihipo-0.9.0/python-<hash>/        of what is pinned
//!     packages/                         oxihipo and numpy
//!     python.txt                        the interpreter that they are for
//! ```
//!
//! [`Oxihipo`] keeps a pool of processes that run a small program of ours
//! (`child/`, embedded) on that interpreter, and serve one request after another:
//! read a file, write one, add columns up. A request has a time limit and a
//! process so much memory ([`Limits`]); one that ends or hangs is an [`Error`] of
//! that request, and the next has another process. So files may be hostile.
//!
//! The crate builds without any of that. [`Oxihipo::open`] answers with
//! [`Missing`], which names the command to install it.
//!
//! # What its Python can do
//!
//! - It reads columns, as one ([`Way::All`]), by numbers of events, in ranges, and
//!   of the events with a tag. There is no loop over events, and no way to tell a
//!   bank of no rows from none.
//! - It writes all 15 compressions, array columns, tags, and configuration. Planes
//!   of bytes, user words, and the end of a record where the caller wants it are
//!   not to be had. Of an event without any bank it writes no more than an event
//!   whose banks have no rows, which is another one: their headers are there.

mod contents;
mod error;
mod install;
mod layout;
mod limits;
mod message;
mod pinned;
mod pool;
mod process;
mod script;

pub use contents::{Bank, Contents, Piece, Schema, Way};
pub use error::{Error, Missing};
pub use install::{InstallError, Step, install};
pub use limits::Limits;
pub use pinned::{OXIHIPO_SHA256, VERSION};
pub use pool::{About, Oxihipo, Pass};
pub use script::{Batch, BatchBank, Script, ScriptSchema};
