//! Requests that take too long, or too much.

mod common;

use std::time::Duration;

use common::{folder, oxihipo, references, script};
use oxihipo::{Error, Limits, Oxihipo, Way};

fn with(limits: Limits) -> Oxihipo {
    Oxihipo::with_limits(&references(), limits).unwrap()
}

#[test]
fn time_runs_out() {
    if oxihipo("time_runs_out").is_none() {
        return;
    }
    // Python does not start in that time.
    let limits = Limits {
        time: Duration::from_millis(1),
        ..Limits::default()
    };
    let error = with(limits).about().unwrap_err();
    assert!(matches!(error, Error::TimedOut { .. }), "{error}");
}

#[test]
fn a_process_that_does_not_start_is_told() {
    if oxihipo("a_process_that_does_not_start_is_told").is_none() {
        return;
    }
    let limits = Limits {
        memory: 24 << 20,
        ..Limits::default()
    };
    let error = with(limits).about().unwrap_err();
    assert!(matches!(error, Error::Ended { .. }), "{error}");
}

#[test]
fn an_answer_that_is_too_long_is_not_taken() {
    let Some(oxihipo) = oxihipo("an_answer_that_is_too_long_is_not_taken") else {
        return;
    };
    let folder = folder();
    let path = folder.path().join("file.hipo");
    oxihipo.write(&path, &script("none")).unwrap();
    let limits = Limits {
        answer: 100,
        ..Limits::default()
    };
    let small = with(limits);
    let error = small.read(&path, Way::All, 1).unwrap_err();
    assert!(matches!(error, Error::Large { limit: 100, .. }), "{error}");
    assert!(
        small.about().is_ok(),
        "the next request has another process"
    );
}
