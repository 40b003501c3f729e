//! Throughput and latency: the store, its codec alone, and C's codec.

use conformance::gate::{Contender, RaceOptions, Work, race};
use conformance::zram::take_kept;
use zram::Kept;
use zram::store::Store;

use super::calls::{filled, gets, holds, puts};
use super::{PAGE, StoreBench};
use crate::pages::calls::contender;
use crate::pages::gates::Goal;
use crate::pages::{GROUP, Gates, NATIVE, REFERENCE};
use crate::{Latency, gigabytes, latencies, rounds};

const WORK: [(&str, Work); 2] = [("put", Work::Produce), ("get", Work::Consume)];

/// Those who are timed, the store first: in groups of so many bytes.
fn contenders<'a>(
    case: &StoreBench<'a>,
    store: &'a Store,
    work: Work,
    group: usize,
) -> Vec<Contender<'a>> {
    assert!(case.store.input() == case.codec.input(), "one input");
    let layout = case.bench.layout;
    let of_store = match work {
        Work::Produce => puts(case.store, store, group),
        Work::Consume => gets(case.store, store, group),
    };
    let codecs = [NATIVE, REFERENCE].map(|who| contender(case.codec, work, who, layout, group));
    let codecs = codecs.into_iter().flatten();
    std::iter::once(of_store).chain(codecs).collect()
}

/// Shows that the store keeps what the codec makes: both then do the same work.
fn keeps_the_same(case: &StoreBench<'_>, store: &Store) {
    let mut frame = case.codec.frame(NATIVE).unwrap_or_default();
    let mut bytes = 0;
    while let Some(kept) = take_kept(&mut frame) {
        bytes += match kept {
            Kept::Block(kept) | Kept::Raw(kept) => kept.len() as u64,
            Kept::Same(_) => 0,
        };
    }
    let kept = store.stats().mm_stat.compr_data_size;
    assert_eq!(kept, bytes, "{}", case.store.case());
}

/// Prints the table, a row when it is known, and enters what gates ask for.
///
/// # Panics
/// When a call strays from what passed the gate.
pub fn throughput_table(cases: &[StoreBench<'_>], gates: &mut Gates) {
    println!(
        "| operation | codec | input | store GB/s | codec alone GB/s | ratio | C's codec GB/s | ratio |"
    );
    println!("|---|---|---|---:|---:|---:|---:|---:|");
    for case in cases {
        let store = filled(case.store);
        keeps_the_same(case, &store);
        for (operation, work) in WORK {
            let bytes = case.store.input().len();
            let options = RaceOptions {
                groups: bytes / GROUP,
                rounds: rounds(60),
            };
            let raced = race(
                contenders(case, &store, work, GROUP),
                &options,
                |_, _, _| (),
            );
            holds(&store, case.store.value());
            let Ok(laps) = raced else { continue };
            let [of_store, codec, of_c] = &laps[..] else {
                continue;
            };
            let (to_codec, to_c) = (of_store.ratio_to(codec), of_store.ratio_to(of_c));
            let goal = if case.is_first() {
                Goal::AtLeast(0.9)
            } else {
                Goal::Told
            };
            let codec_name = case.bench.codec_name();
            let item = format!("{codec_name}, {operation}, to the codec alone");
            gates.enter(item, goal, &case.bench.input, to_codec);
            let item = format!("{codec_name}, {operation}, to C's codec alone");
            gates.enter(item, Goal::Told, &case.bench.input, to_c);
            println!(
                "| {operation} | {codec_name} | {} | {} | {} | {to_codec:.2} | {} | {to_c:.2} |",
                case.bench.input,
                gigabytes(bytes, of_store.total_ns()),
                gigabytes(bytes, codec.total_ns()),
                gigabytes(bytes, of_c.total_ns()),
            );
        }
    }
}

/// Prints the table.
///
/// # Panics
/// When a call strays from what passed the gate.
pub fn latency_table(cases: &[StoreBench<'_>]) {
    println!("| operation | codec | input | store | codec alone | C's codec |");
    println!("|---|---|---|---:|---:|---:|");
    for case in cases {
        let store = filled(case.store);
        for (operation, work) in WORK {
            let options = RaceOptions {
                groups: case.store.input().len() / PAGE,
                rounds: rounds(60),
            };
            let told = latencies(contenders(case, &store, work, PAGE), &options);
            holds(&store, case.store.value());
            let cells: Vec<_> = told.iter().flatten().map(Latency::cell).collect();
            println!(
                "| {operation} | {} | {} | {} |",
                case.bench.codec_name(),
                case.bench.input,
                cells.join(" | ")
            );
        }
    }
}
