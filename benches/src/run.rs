//! Admission, and what follows it.

use std::env;
use std::process::ExitCode;
use std::time::Duration;

use conformance::gate::{Gate, Refusal, Ticket, TimerOptions, refusal_exit};
use conformance::openzl::{OpenZl, OpenZlCase};
use conformance::{Format, Require};
use criterion::Criterion;

use crate::cases::{BenchCase, bench_cases};

/// Cases that may be timed, each with what a bench knows it by.
pub type Admitted<L, F> = Vec<(L, Ticket<F>)>;

/// Admits every case, or says which the gate refuses.
///
/// # Errors
/// [`Refusal`] with the verdict that is in the way of the first refused case.
pub fn admit_all<L, F: Format>(
    format: F,
    cases: impl IntoIterator<Item = (L, F::Case)>,
) -> Result<Admitted<L, F>, Box<Refusal>> {
    admit_by(&Gate::new(format).require(Require::from_env()), cases)
}

fn admit_by<L, F: Format>(
    gate: &Gate<F>,
    cases: impl IntoIterator<Item = (L, F::Case)>,
) -> Result<Admitted<L, F>, Box<Refusal>> {
    cases
        .into_iter()
        .map(|(label, case)| gate.admit(&case).map(|ticket| (label, ticket)))
        .collect()
}

/// Admits every case and then has `bench` time them; the status is 3 when the
/// gate refuses one, or when the reference was built with its asserts on and
/// a comparison with it would flatter.
pub fn gated_all<L, F: Format>(
    format: F,
    cases: impl IntoIterator<Item = (L, F::Case)>,
    bench: impl FnOnce(&[(L, Ticket<F>)]),
) -> ExitCode {
    gated_by(Gate::new(format), cases, bench)
}

/// [`gated_all`] by a gate of the caller's, which may have implementations
/// beside the format's own.
pub fn gated_by<L, F: Format>(
    gate: Gate<F>,
    cases: impl IntoIterator<Item = (L, F::Case)>,
    bench: impl FnOnce(&[(L, Ticket<F>)]),
) -> ExitCode {
    if openzl_ffi::has_asserts() {
        eprintln!(
            "bench refused: the reference was built without -DNDEBUG (CFLAGS={:?}), so its \
             asserts run; unset CFLAGS or add -DNDEBUG to it; no number is reported",
            openzl_ffi::build_flags()
        );
        return ExitCode::from(conformance::gate::REFUSED);
    }
    match admit_by(&gate.require(Require::from_env()), cases) {
        Ok(tickets) => {
            bench(&tickets);
            ExitCode::SUCCESS
        }
        Err(refusal) => refusal_exit(&refusal),
    }
}

fn labelled() -> impl Iterator<Item = (BenchCase, OpenZlCase)> {
    bench_cases().into_iter().map(|case| {
        let inner = case.case.clone();
        (case, inner)
    })
}

/// [`admit_all`] for OpenZL's cases.
///
/// # Errors
/// As [`admit_all`].
pub fn admit(format: OpenZl) -> Result<Admitted<BenchCase, OpenZl>, Box<Refusal>> {
    admit_all(format, labelled())
}

/// [`gated_all`] for OpenZL's cases.
pub fn gated(format: OpenZl, bench: impl FnOnce(&[(BenchCase, Ticket<OpenZl>)])) -> ExitCode {
    gated_all(format, labelled(), bench)
}

/// Criterion with samples short enough for all of these benches to take a few
/// minutes. Plots take longer than the benches, so they are drawn where they are
/// asked for: `--plotting-backend plotters`.
#[must_use]
pub fn quick() -> Criterion {
    Criterion::default()
        .without_plots()
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(1500))
        .sample_size(30)
        .configure_from_args()
}

/// How long the tables of ratios time: `TOUCHSTONE_ROUNDS` samples of
/// `TOUCHSTONE_SAMPLE_MS` milliseconds, or the gate's defaults.
#[must_use]
pub fn timer_options() -> TimerOptions {
    let default = TimerOptions::default();
    TimerOptions {
        rounds: rounds(default.rounds),
        min_sample: number("TOUCHSTONE_SAMPLE_MS")
            .map_or(default.min_sample, |ms| Duration::from_millis(ms.into())),
    }
}

/// `TOUCHSTONE_ROUNDS`, or `default`.
#[must_use]
pub fn rounds(default: u32) -> u32 {
    number("TOUCHSTONE_ROUNDS").unwrap_or(default)
}

fn number(name: &str) -> Option<u32> {
    env::var(name).ok()?.parse().ok()
}
