//! Benches behind the gate.
//!
//! A bench asks for its cases here and gets a [`Ticket`] for each, or stops:
//! [`gated`] admits every case before anything is timed, and a refusal ends
//! the process with status 3 and no number. What it times are the [`calls`], each
//! held to its ticket first.

#![forbid(unsafe_code)]

pub mod calls;
mod cases;
mod plant;
mod run;

pub use cases::{BenchCase, INPUTS, LEVELS, bench_cases};
pub use conformance::gate::Ticket;
pub use plant::WrongByte;
pub use run::{
    Admitted, admit, admit_all, gated, gated_all, quick, timer_options, told, wanted_input,
};
