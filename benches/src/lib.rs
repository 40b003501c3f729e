//! Benches behind the gate.
//!
//! A bench asks for its cases here and gets a [`Ticket`] for each, or stops:
//! [`gated`] admits every case before anything is timed, and a refusal ends
//! the process with status 3 and no number. What it times are the [`calls`], each
//! held to its ticket first.
//!
//! For benches of other formats: [`latencies`] for single operations; the gate's
//! [`race`](conformance::gate::race) and [`scale`](conformance::gate::scale) for
//! throughput on a machine that does other things too.

#![forbid(unsafe_code)]

mod arguments;
pub mod calls;
mod cases;
pub mod cross;
pub mod hipo;
mod latency;
pub mod lz4;
pub mod pages;
mod plant;
mod run;
pub mod store;
mod units;

pub use arguments::wanted_input;
pub use cases::{BenchCase, INPUTS, LEVELS, bench_cases};
pub use conformance::gate::Ticket;
pub use latency::{Latency, latencies};
pub use plant::WrongByte;
pub use run::{
    Admitted, admit, admit_all, gated, gated_all, gated_by, quick, rounds, timer_options,
};
pub use units::{gigabytes, median, told};
