//! Python's pip, for references that come as wheels.
//!
//! What is fetched is pinned by sha256, which pip holds it to. What is made is
//! made in a temporary folder beside its place ([`beside`]) and moved there when
//! it is whole ([`put`]), so that an installation that is interrupted leaves
//! nothing that counts, and two at a time do each other no harm.
//!
//! pip obeys its own settings (`PIP_INDEX_URL`, `PIP_FIND_LINKS`,
//! `PIP_NO_INDEX`, …), so that a folder of wheels serves as well.

#![forbid(unsafe_code)]

mod place;
mod python;
mod tool;

pub use place::{beside, put};
pub use python::{PipError, Python, pip};
pub use tool::{beginning, end, run};
