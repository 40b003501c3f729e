//! `reject`: hostile frames.

use std::sync::Arc;
use std::time::{Duration, Instant};

use conformance::{
    Bounds, Check, Expectation, HostileFrame, HostileSet, Meter, Pair, Suite, Verdict,
};

use crate::toy::{MAGIC, Plant, Toy, failure, frame, judge, toy};

fn whole() -> Vec<u8> {
    frame(b"hostile")
}

fn sets() -> Vec<HostileSet<Toy>> {
    vec![
        HostileSet::truncations("truncations", (), Expectation::Rejection, whole),
        HostileSet::bit_flips("flips", (), 1, whole),
        HostileSet::new("crafted", (), || {
            let bomb = [&[MAGIC, 0xff, 0xff, 0xff, 0x7f][..], &[0; 55]].concat();
            vec![
                HostileFrame::new("a length bomb", bomb).expecting(Expectation::Rejection),
                HostileFrame::new("a sound frame", whole()).expecting(Expectation::Acceptance),
            ]
        }),
    ]
}

fn hostile(native: Plant, reference: Plant) -> Toy {
    Toy {
        hostile: sets(),
        ..toy(native, reference)
    }
}

fn between() -> Pair {
    Pair {
        producer: "toy".to_owned(),
        consumer: "libtoy".to_owned(),
    }
}

#[test]
fn sound_implementations_pass_and_every_frame_is_counted() {
    for (set, frames) in [("truncations", 13), ("flips", 13 * 8), ("crafted", 2)] {
        let seen = judge(hostile(Plant::Nothing, Plant::Nothing), Check::Reject, set);
        assert_eq!(seen.verdict, Verdict::Passed, "{set}");
        assert_eq!(seen.pairs[&between()].passed, frames, "{set}");
    }
}

#[test]
fn a_disagreement_names_both_sides_and_the_frame() {
    let told = failure(
        hostile(Plant::TakesAnySum, Plant::Nothing),
        Check::Reject,
        "flips",
    );
    assert!(
        told.contains("bit 0 of byte 5 inverted (13 bytes): toy accepts what libtoy rejects: Sum:"),
        "{told}"
    );
    assert!(told.contains("more like these"), "{told}");
    let told = failure(
        hostile(Plant::Nothing, Plant::TakesAnySum),
        Check::Reject,
        "flips",
    );
    assert!(
        told.contains("toy rejects what libtoy accepts: Sum:"),
        "{told}"
    );
}

#[test]
fn the_same_value_is_demanded_when_both_accept() {
    let told = failure(
        hostile(Plant::ReadsWrong, Plant::Nothing),
        Check::Reject,
        "crafted",
    );
    assert!(
        told.contains("toy and libtoy accept it with different values"),
        "{told}"
    );
}

#[test]
fn what_must_be_rejected_must_be_by_each_side_alone() {
    let told = failure(
        hostile(Plant::RefusesReading, Plant::RefusesReading),
        Check::Reject,
        "crafted",
    );
    assert!(
        told.contains("libtoy rejects a frame that must be accepted: planted refusal"),
        "{told}"
    );
}

#[test]
fn unsupported_is_no_rejection() {
    let seen = judge(
        hostile(Plant::UnsupportedReading, Plant::Nothing),
        Check::Reject,
        "flips",
    );
    assert!(matches!(seen.verdict, Verdict::Inconclusive { .. }));
    assert_eq!(seen.pairs[&between()].inconclusive, 13 * 8);
}

#[test]
fn a_listed_difference_is_counted_and_is_no_pass() {
    let format = |native, reference| Toy {
        may_mind_sums: true,
        ..hostile(native, reference)
    };
    let seen = judge(
        format(Plant::Nothing, Plant::TakesAnySum),
        Check::Reject,
        "flips",
    );
    assert_eq!(seen.verdict, Verdict::Passed);
    // The flips of five header bytes are decided, those of payload and sum are not.
    let tally = seen.pairs[&between()];
    assert_eq!((tally.passed, tally.inconclusive), (5 * 8, 8 * 8));
    // It goes one way: native may be stricter, not laxer.
    let told = failure(
        format(Plant::TakesAnySum, Plant::Nothing),
        Check::Reject,
        "flips",
    );
    assert!(told.contains("toy accepts what libtoy rejects"), "{told}");
}

#[test]
fn a_panic_is_a_failure() {
    let told = failure(
        hostile(Plant::PanicsReading, Plant::Nothing),
        Check::Reject,
        "truncations",
    );
    assert!(
        told.contains("cut at 0 (0 bytes): toy: it panicked at"),
        "{told}"
    );
}

#[test]
fn a_call_that_hangs_is_a_failure_and_does_not_hold_up_the_suite() {
    let bounds = Bounds {
        time: Duration::from_millis(50),
        ..Bounds::default()
    };
    let one = || vec![HostileFrame::new("any", whole())];
    let format = Toy {
        hostile: vec![HostileSet::new("one", (), one).within(bounds)],
        ..toy(Plant::HangsReading, Plant::Nothing)
    };
    let start = Instant::now();
    let told = failure(format, Check::Reject, "one");
    assert!(
        told.contains("toy: it has not come back after 50ms"),
        "{told}"
    );
    assert!(start.elapsed() < Duration::from_secs(2));
}

#[test]
fn a_set_of_frames_that_hang_is_left_after_a_few() {
    let bounds = Bounds {
        time: Duration::from_millis(20),
        ..Bounds::default()
    };
    let set = HostileSet::bit_flips("many", (), 1, whole).within(bounds);
    let format = Toy {
        hostile: vec![set],
        ..toy(Plant::HangsReading, Plant::Nothing)
    };
    let start = Instant::now();
    let told = failure(format, Check::Reject, "many");
    assert!(
        told.contains("the rest of the set was left after 2 hangs"),
        "{told}"
    );
    assert!(start.elapsed() < Duration::from_secs(2));
}

/// A meter that knows what the toy's plant takes.
struct Counter;

impl Meter for Counter {
    fn peak(&self, call: &mut dyn FnMut()) -> u64 {
        allocation_counter::measure(call).bytes_max
    }
}

#[test]
fn memory_is_held_to_its_bound_where_it_is_measured() {
    let run = |plant: Plant| {
        let suite = Suite::new().meter(Arc::new(Counter));
        let trials = suite.with(hostile(plant, Plant::Nothing)).trials().unwrap();
        let crafted = trials.iter().find(|trial| trial.case() == "crafted");
        crafted.unwrap().run().verdict
    };
    assert_eq!(run(Plant::Nothing), Verdict::Passed);
    let told = run(Plant::TrustsTheLength).to_string();
    assert!(
        told.contains("a length bomb (60 bytes): toy: it took 2147483647 bytes of memory"),
        "{told}"
    );
}

#[test]
fn an_empty_set_is_a_failure() {
    let format = Toy {
        hostile: vec![HostileSet::new("none", (), Vec::new)],
        ..toy(Plant::Nothing, Plant::Nothing)
    };
    assert!(failure(format, Check::Reject, "none").contains("has no frames"));
}

#[test]
fn an_absent_reference_is_no_pass() {
    let seen = judge(
        hostile(Plant::Nothing, Plant::Absent),
        Check::Reject,
        "truncations",
    );
    assert!(matches!(seen.verdict, Verdict::Absent { .. }));
}
