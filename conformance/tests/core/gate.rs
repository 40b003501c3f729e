//! The gate: no ticket, no time.

use std::cell::Cell;
use std::time::Duration;

use conformance::gate::{CompareError, Gate, REFUSED, Side, TimerOptions, Work, refusal_exit};
use conformance::{Check, Require, Verdict};

use crate::toy::{Plant, Toy, case, frame, payload, toy};

fn quick() -> TimerOptions {
    TimerOptions {
        min_sample: Duration::from_micros(200),
        rounds: 5,
    }
}

#[test]
fn a_sound_implementation_is_admitted_and_timed() {
    let gate = Gate::new(toy(Plant::Nothing, Plant::Nothing));
    let case = case(7, 4000);
    let ticket = gate.admit(&case).unwrap();
    assert_eq!(ticket.input(), &payload(&case));
    assert_eq!(ticket.value(), ticket.input());
    assert_eq!(ticket.frame("toy"), ticket.frame("libtoy"));
    assert_eq!(ticket.frame("nobody"), None);
    let native = Side::new("toy", || frame(ticket.input()));
    let reference = Side::new("libtoy", || {
        (
            frame(ticket.input()),
            frame(ticket.input()),
            frame(ticket.input()),
        )
    });
    let ratio = ticket
        .compare(Work::Produce, native, reference, &quick())
        .unwrap();
    assert_eq!(
        (ratio.rounds, ratio.case.as_str()),
        (5, "counted-from-7/4000")
    );
    assert!(ratio.ratio_median > 1.5, "{ratio}");
    assert!(ratio.min_native_ns <= ratio.median_native_ns);
    assert!(ratio.to_string().contains("toy"));
}

#[test]
fn a_wrong_byte_is_refused_and_nothing_is_timed() {
    let gate = Gate::new(toy(Plant::WrongByte(20), Plant::Nothing));
    let refusal = gate.admit(&case(7, 40)).unwrap_err();
    assert_eq!(
        refusal.trial(),
        "conformance::toy::identical::counted-from-7/40"
    );
    let told = refusal.to_string();
    assert!(
        told.contains("toy differs from libtoy at byte 20"),
        "{told}"
    );
    let code = refusal_exit(&refusal);
    assert_eq!(
        format!("{code:?}"),
        format!("{:?}", std::process::ExitCode::from(3))
    );
    assert_eq!(REFUSED, 3);
}

#[test]
fn every_corruption_is_refused() {
    for plant in [
        Plant::WrongByte(0),
        Plant::Short,
        Plant::ReadsOnly,
        Plant::WritesOnly,
        Plant::PanicsWriting,
        Plant::PanicsReading,
        Plant::RefusesWriting,
        Plant::RefusesReading,
        Plant::ReadsWrong,
        Plant::UnsupportedWriting,
        Plant::UnsupportedReading,
        Plant::Absent,
    ] {
        let native = Gate::new(toy(plant, Plant::Nothing)).admit(&case(7, 40));
        // Who does not read may still be timed writing: its frame was shown to
        // be right, and read by the other side.
        let admitted = plant == Plant::WritesOnly;
        assert_eq!(native.is_ok(), admitted, "native {plant:?}");
        let admitted = admitted || plant == Plant::UnsupportedReading;
        let reference = Gate::new(toy(Plant::Nothing, plant)).admit(&case(7, 40));
        assert_eq!(reference.is_ok(), admitted, "reference {plant:?}");
    }
}

#[test]
fn the_refusal_names_what_is_absent() {
    let gate = Gate::new(toy(Plant::Nothing, Plant::Absent));
    let refusal = gate.admit(&case(7, 40)).unwrap_err();
    assert!(
        matches!(refusal.verdict(), Verdict::Absent { who, .. } if who == "libtoy"),
        "{refusal}"
    );
}

#[test]
fn a_stranger_that_is_absent_is_left_out_unless_all_is_required() {
    let format = || toy(Plant::Nothing, Plant::Nothing).with_external(Plant::Absent);
    let ticket = Gate::new(format()).admit(&case(7, 40)).unwrap();
    assert_eq!(ticket.frame("eggtoy"), None);
    let missing = ticket.compare(
        Work::Produce,
        Side::new("toy", || 1),
        Side::new("eggtoy", || 1),
        &quick(),
    );
    assert!(matches!(missing, Err(CompareError::NotCovered { name, .. }) if name == "eggtoy"));
    assert!(
        Gate::new(format())
            .require(Require::All)
            .admit(&case(7, 40))
            .is_err()
    );
}

#[test]
fn a_side_that_the_ticket_does_not_cover_is_never_called() {
    let gate = Gate::new(toy(Plant::Nothing, Plant::Nothing));
    let ticket = gate.admit(&case(1, 1)).unwrap();
    let calls = Cell::new(0);
    let count = || calls.set(calls.get() + 1);
    for (native, reference) in [("libtoy", "libtoy"), ("toy", "toy"), ("other", "libtoy")] {
        let sides = (Side::new(native, count), Side::new(reference, count));
        assert!(
            ticket
                .compare(Work::Produce, sides.0, sides.1, &quick())
                .is_err()
        );
    }
    let none = TimerOptions {
        rounds: 0,
        ..quick()
    };
    let sides = (Side::new("toy", count), Side::new("libtoy", count));
    assert_eq!(
        ticket.compare(Work::Produce, sides.0, sides.1, &none),
        Err(CompareError::NoRounds)
    );
    assert_eq!(calls.get(), 0);
}

#[test]
fn a_case_of_which_nothing_is_claimed_is_refused() {
    let format = |claims: Vec<Check>| Toy {
        claims,
        ..toy(Plant::Nothing, Plant::Nothing)
    };
    assert!(Gate::new(format(vec![])).admit(&case(7, 40)).is_err());
    assert!(
        Gate::new(format(vec![Check::Exchange]))
            .admit(&case(7, 40))
            .is_ok()
    );
    assert!(
        Gate::new(format(vec![Check::Identical]))
            .admit(&case(7, 40))
            .is_ok()
    );
}

#[test]
fn only_work_that_was_shown_is_timed() {
    let time = |native: Plant, reference: Plant, work: Work| {
        let ticket = Gate::new(toy(native, reference))
            .admit(&case(7, 40))
            .unwrap();
        let sides = (Side::new("toy", || 1), Side::new("libtoy", || 1));
        ticket.compare(work, sides.0, sides.1, &quick()).map(drop)
    };
    let sound = Plant::Nothing;
    assert_eq!(time(sound, sound, Work::Produce), Ok(()));
    assert_eq!(time(sound, sound, Work::Consume), Ok(()));
    for (native, reference) in [
        (sound, Plant::UnsupportedReading),
        (sound, Plant::WritesOnly),
        (Plant::WritesOnly, sound),
    ] {
        assert_eq!(time(native, reference, Work::Produce), Ok(()));
        let refused = time(native, reference, Work::Consume).unwrap_err();
        assert!(refused.to_string().ends_with("for reading"), "{refused}");
    }
}
