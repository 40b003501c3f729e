//! `identical`, `exchange` and `checksum`.

use conformance::{Check, Pair, Suite, Verdict};

use crate::toy::{Plant, Toy, failure, judge, toy, trials};

const CASE: &str = "counted-from-7/40";

fn pair(producer: &str, consumer: &str) -> Pair {
    Pair {
        producer: producer.to_owned(),
        consumer: consumer.to_owned(),
    }
}

#[test]
fn everything_passes_for_sound_implementations() {
    let trials = trials(toy(Plant::Nothing, Plant::Nothing).with_external(Plant::Nothing));
    assert_eq!(trials.len(), 12);
    for trial in trials {
        assert_eq!(trial.run().verdict, Verdict::Passed, "{}", trial.name());
    }
}

#[test]
fn exchange_is_every_producer_with_every_consumer() {
    let seen = judge(toy(Plant::Nothing, Plant::Nothing), Check::Exchange, CASE);
    let cells: Vec<_> = seen.pairs.keys().cloned().collect();
    let expected = ["libtoy", "toy"].map(|p| ["libtoy", "toy"].map(|c| pair(p, c)));
    assert_eq!(cells, expected.concat());
    assert!(
        seen.pairs
            .values()
            .all(|tally| tally.passed == 1 && tally.total() == 1)
    );
}

#[test]
fn a_wrong_byte_is_told_by_offset_field_window_and_command() {
    let told = failure(
        toy(Plant::WrongByte(20), Plant::Nothing),
        Check::Identical,
        CASE,
    );
    assert_eq!(
        told,
        "identical: toy differs from libtoy at byte 20 (lengths 46 and 46)\n  \
         field: payload (bytes 5..45) = 40 bytes\n  \
         libtoy  0000000c: 54 55 4a 4b 48 49 4e 4f[4c]4d 42 43 40 41 46 47  |TUJKHINOLMBC@AFG|\n  \
         toy     0000000c: 54 55 4a 4b 48 49 4e 4f[cc]4d 42 43 40 41 46 47  |TUJKHINO.MBC@AFG|\n  \
         repeat: cargo test -p touchstone-conformance --test conformance -- --exact \
         'conformance::toy::identical::counted-from-7/40'"
    );
}

#[test]
fn fields_of_both_sides_are_named_when_they_differ() {
    let told = failure(
        toy(Plant::WrongByte(1), Plant::Nothing),
        Check::Identical,
        CASE,
    );
    assert!(
        told.contains("field of libtoy: length (bytes 1..5) = 40"),
        "{told}"
    );
    assert!(
        told.contains("field of toy: length (bytes 1..5) = 168"),
        "{told}"
    );
}

#[test]
fn a_short_frame_differs_at_a_byte_too_and_never_prints_the_buffer() {
    let told = failure(
        toy(Plant::Short, Plant::Nothing),
        Check::Identical,
        "counted-from-200/300",
    );
    assert!(told.contains("at byte 5 (lengths 305 and 306)"), "{told}");
    assert!(told.len() < 1000, "{told}");
}

#[test]
fn an_exchange_failure_names_producer_and_consumer() {
    let told = failure(
        toy(Plant::Nothing, Plant::ReadsWrong),
        Check::Exchange,
        CASE,
    );
    let first = "libtoy reads the frame of toy (46 bytes) to another value\n  \
                 first difference at byte 39 (lengths 40 and 40)";
    assert!(told.starts_with(first), "{told}");
    let told = failure(
        toy(Plant::WrongByte(20), Plant::Nothing),
        Check::Exchange,
        CASE,
    );
    assert!(
        told.contains("libtoy does not read the frame of toy (46 bytes): rejected: Sum: the sum is wrong (at byte 45)\n  field: sum (bytes 45..46)"),
        "{told}"
    );
}

#[test]
fn a_checksum_failure_names_the_shape() {
    let seen = judge(
        toy(Plant::SecondShapeLies, Plant::Nothing),
        Check::Checksum,
        CASE,
    );
    let told = seen.verdict.to_string();
    assert!(told.contains("toy/into-slice gives 0x"), "{told}");
    assert_eq!(seen.pairs[&pair("libtoy", "toy/into-slice")].failed, 1);
    assert_eq!(seen.pairs[&pair("libtoy", "toy/to-vec")].passed, 1);
}

#[test]
fn a_panic_is_caught_and_says_so() {
    for (check, plant) in [
        (Check::Identical, Plant::PanicsWriting),
        (Check::Exchange, Plant::PanicsWriting),
        (Check::Exchange, Plant::PanicsReading),
        (Check::Checksum, Plant::PanicsReading),
    ] {
        let told = failure(toy(plant, Plant::Nothing), check, CASE);
        assert!(told.contains("it panicked at "), "{told}");
        assert!(told.contains("toy.rs:"), "{told}");
        assert!(told.contains("planted in toy"), "{told}");
    }
}

#[test]
fn a_refusal_to_write_is_a_failure_of_the_writer() {
    let told = failure(
        toy(Plant::Nothing, Plant::RefusesWriting),
        Check::Identical,
        CASE,
    );
    assert!(
        told.contains("libtoy writes no frame: rejected: planted refusal"),
        "{told}"
    );
}

#[test]
fn a_reader_alone_takes_its_part_in_exchange() {
    let format = || toy(Plant::Nothing, Plant::Nothing).with_external(Plant::ReadsOnly);
    let seen = judge(format(), Check::Exchange, CASE);
    assert_eq!(seen.verdict, Verdict::Passed);
    assert_eq!(seen.pairs[&pair("toy", "eggtoy")].passed, 1);
    assert!(!seen.pairs.keys().any(|pair| pair.producer == "eggtoy"));
}

#[test]
fn a_writer_alone_takes_its_part_in_exchange() {
    let format = toy(Plant::Nothing, Plant::Nothing).with_external(Plant::WritesOnly);
    let seen = judge(format, Check::Exchange, CASE);
    assert_eq!(seen.verdict, Verdict::Passed);
    assert_eq!(seen.pairs[&pair("eggtoy", "toy")].passed, 1);
    assert!(!seen.pairs.keys().any(|pair| pair.consumer == "eggtoy"));
}

#[test]
fn what_native_does_not_support_is_neither_failure_nor_pass() {
    for (check, plant) in [
        (Check::Identical, Plant::UnsupportedWriting),
        (Check::Exchange, Plant::UnsupportedWriting),
        (Check::Exchange, Plant::UnsupportedReading),
        (Check::Checksum, Plant::UnsupportedReading),
    ] {
        let seen = judge(toy(plant, Plant::Nothing), check, CASE);
        let Verdict::Inconclusive { reason } = &seen.verdict else {
            panic!("{check} {plant:?} came to {:?}", seen.verdict);
        };
        assert!(reason.contains("codec 9"), "{reason}");
        assert!(seen.pairs.values().any(|tally| tally.inconclusive > 0));
    }
}

#[test]
fn what_a_stranger_does_not_support_leaves_the_claim_standing() {
    let format = toy(Plant::Nothing, Plant::Nothing).with_external(Plant::UnsupportedReading);
    let seen = judge(format, Check::Exchange, CASE);
    assert_eq!(seen.verdict, Verdict::Passed);
    assert_eq!(seen.pairs[&pair("toy", "eggtoy")].inconclusive, 1);
}

#[test]
fn nobody_to_compare_with_is_no_pass() {
    for plant in [Plant::UnsupportedWriting, Plant::ReadsOnly] {
        let seen = judge(toy(Plant::Nothing, plant), Check::Identical, CASE);
        assert!(
            matches!(&seen.verdict, Verdict::Inconclusive { reason } if reason.contains("nobody")),
            "{:?}",
            seen.verdict
        );
    }
}

#[test]
fn only_what_is_claimed_becomes_a_trial() {
    let format = Toy {
        claims: vec![Check::Exchange],
        ..toy(Plant::WrongByte(0), Plant::Nothing)
    };
    let trials = trials(format);
    assert!(trials.iter().all(|trial| trial.check() == Check::Exchange));
    assert_eq!(trials.len(), 4);
}

#[test]
fn listing_makes_no_input() {
    let mut format = toy(Plant::Nothing, Plant::Nothing);
    format.cases.push(crate::toy::case(3, usize::MAX));
    assert_eq!(Suite::new().with(format).trials().unwrap().len(), 15);
}
