//! Admission, and what follows it.

use std::process::ExitCode;
use std::time::Duration;

use conformance::Require;
use conformance::gate::{Gate, Refusal, Ticket, refusal_exit};
use conformance::openzl::OpenZl;
use criterion::Criterion;

use crate::cases::{BenchCase, bench_cases};

/// Admits every case, or says which the gate refuses.
///
/// # Errors
/// [`Refusal`] with the verdict that is in the way of the first refused case.
pub fn admit(format: OpenZl) -> Result<Vec<(BenchCase, Ticket<OpenZl>)>, Box<Refusal>> {
    let gate = Gate::new(format).require(Require::from_env());
    bench_cases()
        .into_iter()
        .map(|case| gate.admit(&case.case).map(|ticket| (case, ticket)))
        .collect()
}

/// Admits every case and then has `bench` time them; the status is 3 when the
/// gate refuses one, or when the reference was built with its asserts on and
/// a comparison with it would flatter.
pub fn gated(format: OpenZl, bench: impl FnOnce(&[(BenchCase, Ticket<OpenZl>)])) -> ExitCode {
    if openzl_ffi::has_asserts() {
        eprintln!(
            "bench refused: the reference was built without -DNDEBUG (CFLAGS={:?}), so its \
             asserts run; unset CFLAGS or add -DNDEBUG to it; no number is reported",
            openzl_ffi::build_flags()
        );
        return ExitCode::from(conformance::gate::REFUSED);
    }
    match admit(format) {
        Ok(tickets) => {
            bench(&tickets);
            ExitCode::SUCCESS
        }
        Err(refusal) => refusal_exit(&refusal),
    }
}

/// Criterion with samples short enough for all of these benches to take a few
/// minutes.
#[must_use]
pub fn quick() -> Criterion {
    Criterion::default()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(1500))
        .sample_size(30)
        .configure_from_args()
}
