//! Choices by a clock that the test winds.

use core::num::NonZeroU32;
use core::time::Duration;

use zram::choice::{Clock, Measured, Monotonic, Objective, Report, Sampling, measure};
use zram::{Codec, Error, PageSize, Settings};

use crate::pages::{random, text};

const ONE: Sampling = Sampling {
    rounds: NonZeroU32::new(1).unwrap(),
    group: NonZeroU32::new(4).unwrap(),
};

/// Hands out the given time spans, one between each pair of readings.
struct Script<'a> {
    now: Duration,
    started: bool,
    spans: &'a mut dyn Iterator<Item = u64>,
}

impl<'a> Script<'a> {
    fn new(spans: &'a mut dyn Iterator<Item = u64>) -> Self {
        Self {
            now: Duration::from_secs(1),
            started: false,
            spans,
        }
    }
}

impl Clock for Script<'_> {
    fn now(&mut self) -> Duration {
        if self.started {
            self.now += Duration::from_nanos(self.spans.next().expect("no more readings"));
        } else {
            // What passes between measurements is nobody's.
            self.now += Duration::from_secs(3);
        }
        self.started = !self.started;
        self.now
    }
}

fn settings(names: &[&str]) -> Vec<Settings> {
    names
        .iter()
        .map(|name| Settings::new(name.parse().unwrap(), PageSize::KiB4))
        .collect()
}

/// Two pages that are text, one that is random, one of zeros.
fn sample() -> Vec<Vec<u8>> {
    vec![text(4096, 1), text(4096, 2), random(4096, 3), vec![0; 4096]]
}

fn report(names: &[&str], spans: &[u64]) -> Report {
    let mut spans = spans.iter().copied();
    let report = measure(
        &sample(),
        &settings(names),
        ONE,
        &mut Script::new(&mut spans),
    )
    .unwrap();
    assert_eq!(spans.next(), None, "every reading was asked for");
    report
}

#[test]
fn what_is_counted() {
    let report = report(&["lz4", "zstd:19"], &[4000, 400, 80_000, 8000]);
    let [lz4, zstd] = report.measured() else {
        panic!("{report:?}");
    };
    for it in [lz4, zstd] {
        assert_eq!((it.pages, it.same, it.raw), (4, 1, 1));
        assert!((it.same_share() - 0.25).abs() < 1e-9 && (it.raw_share() - 0.25).abs() < 1e-9);
        assert!(it.stored > 4096 && it.stored < 3 * 4096);
        assert!((it.ratio() - 4.0 * 4096.0 / it.stored as f64).abs() < 1e-9);
    }
    assert!(zstd.stored < lz4.stored);
    assert_eq!(lz4.codec, Codec::LZ4);
    assert_eq!(lz4.encode_time(), Duration::from_micros(1));
    assert_eq!(lz4.decode_time(), Duration::from_nanos(100));
    assert_eq!(zstd.encode_time(), Duration::from_micros(20));
    assert_eq!(zstd.decode_time(), Duration::from_micros(2));
}

#[test]
fn the_fastest_turn_of_each_group_counts() {
    let sampling = Sampling {
        rounds: NonZeroU32::new(3).unwrap(),
        group: NonZeroU32::new(3).unwrap(),
    };
    // Two groups of three rounds: encode, decode.
    let mut spans = [50, 5, 30, 7, 40, 6, 9, 4, 8, 2, 7, 3].into_iter();
    let report = measure(
        &sample(),
        &settings(&["lz4"]),
        sampling,
        &mut Script::new(&mut spans),
    )
    .unwrap();
    let measured = report.measured()[0];
    assert_eq!(measured.encode, Duration::from_nanos(30 + 7));
    assert_eq!(measured.decode, Duration::from_nanos(5 + 2));
    assert_eq!(measured.pages, 4);
}

#[test]
fn candidates_take_turns() {
    let sampling = Sampling {
        rounds: NonZeroU32::new(2).unwrap(),
        ..ONE
    };
    let mut spans = [10, 1, 20, 2, 11, 3, 19, 1].into_iter();
    let report = measure(
        &sample(),
        &settings(&["lz4", "zstd:1"]),
        sampling,
        &mut Script::new(&mut spans),
    )
    .unwrap();
    let times: Vec<_> = report
        .measured()
        .iter()
        .map(|it| (it.encode.as_nanos(), it.decode.as_nanos()))
        .collect();
    assert_eq!(times, [(10, 1), (19, 1)]);
}

fn codec(best: Option<&Measured>) -> Option<Codec> {
    best.map(|it| it.codec)
}

#[test]
fn the_smallest_within_its_time() {
    let report = report(
        &["lz4", "zstd:1", "zstd:19"],
        &[4000, 400, 12_000, 4000, 400_000, 8000],
    );
    let best = |encode, decode| {
        codec(report.best(Objective::Smallest {
            encode: Duration::from_nanos(encode),
            decode: Duration::from_nanos(decode),
        }))
    };
    assert_eq!(best(u64::MAX, u64::MAX), Some(Codec::Zstd { level: 19 }));
    assert_eq!(best(100_000, u64::MAX), Some(Codec::Zstd { level: 19 }));
    assert_eq!(best(99_999, u64::MAX), Some(Codec::Zstd { level: 1 }));
    assert_eq!(best(u64::MAX, 1000), Some(Codec::Zstd { level: 1 }));
    assert_eq!(best(u64::MAX, 999), Some(Codec::LZ4));
    assert_eq!(best(1000, 100), Some(Codec::LZ4));
    assert_eq!(best(999, 100), None);
}

#[test]
fn the_fastest_within_its_size() {
    let report = report(
        &["lz4", "zstd:1", "zstd:-5"],
        &[4000, 400, 12_000, 40, 8000, 100],
    );
    let best = |stored_per_page, reads_per_write| {
        codec(report.best(Objective::Fastest {
            stored_per_page,
            reads_per_write,
        }))
    };
    let smallest = report.measured()[1].stored_per_page();
    assert_eq!(best(4096.0, 0.0), Some(Codec::LZ4));
    assert_eq!(best(4096.0, 1.0), Some(Codec::LZ4));
    assert_eq!(best(4096.0, 20.0), Some(Codec::Zstd { level: -5 }));
    assert_eq!(best(4096.0, 100.0), Some(Codec::Zstd { level: 1 }));
    assert_eq!(best(smallest, 0.0), Some(Codec::Zstd { level: 1 }));
    assert_eq!(best(smallest - 0.5, 0.0), None);
    assert_eq!(best(f64::NAN, 0.0), None);
}

#[test]
fn nothing_to_measure() {
    let any = Objective::Smallest {
        encode: Duration::MAX,
        decode: Duration::MAX,
    };
    let none: [Vec<u8>; 0] = [];
    let report = measure(&none, &settings(&["lz4"]), ONE, &mut Monotonic::default()).unwrap();
    assert_eq!(report.measured()[0].pages, 0);
    assert_eq!(report.measured()[0].encode_time(), Duration::ZERO);
    assert_eq!(report.best(any), None);
    let report = measure(&sample(), &[], ONE, &mut Monotonic::default()).unwrap();
    assert_eq!(report.best(any), None);
}

#[test]
fn pages_and_candidates_that_do_not_fit() {
    let measured = |pages: &[Vec<u8>], candidates: &[Settings]| {
        measure(pages, candidates, ONE, &mut Monotonic::default())
    };
    assert!(matches!(
        measured(&[vec![0; 4000]], &settings(&["lz4"])),
        Err(Error::PageLength {
            expected: 4096,
            actual: 4000
        })
    ));
    let bad = Settings::new(Codec::Zstd { level: 50 }, PageSize::KiB4);
    assert!(matches!(
        measured(&sample(), &[bad]),
        Err(Error::CodecOutOfRange { .. })
    ));
}

#[test]
fn a_real_clock_runs() {
    let report = measure(
        &sample(),
        &settings(&["lz4", "zstd:3"]),
        Sampling::default(),
        &mut Monotonic::default(),
    )
    .unwrap();
    for it in report.measured() {
        assert!(it.encode > Duration::ZERO && it.decode > Duration::ZERO);
    }
}
