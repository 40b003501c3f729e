//! Instruction counts by valgrind: the figure to watch for regressions, the
//! same to the last digit from run to run.
//!
//! `cargo bench -p touchstone-benches --features instructions --bench
//! instructions`, with `gungraun-runner` installed. The gate stands in the
//! set-up of each bench, outside what is counted.

#![allow(
    missing_docs,
    reason = "the macros of gungraun write public items and no docs for them"
)]

use std::hint::black_box;

use conformance::gate::Gate;
use conformance::openzl::{Data, OpenZl, OpenZlCase, Settings, native_parameters};
use corpora::Kind;
use gungraun::{LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main};
use openzl::{Compressor, Decompressor};

/// An admitted input with a compressor that has been used before.
struct Subject {
    input: Vec<u8>,
    frame: Vec<u8>,
    compressor: Compressor,
    decompressor: Decompressor,
    room: Vec<u8>,
}

fn subject(data: Data, level: i32) -> Subject {
    let case = OpenZlCase {
        data,
        settings: Settings::at_level(level),
    };
    let ticket = Gate::new(OpenZl::default())
        .admit(&case)
        .unwrap_or_else(|refusal| panic!("bench refused: {refusal}"));
    let input = ticket.input().clone();
    let parameters = native_parameters(&case.settings).expect("admitted");
    let mut compressor = Compressor::new(parameters);
    let frame = compressor.compress(&input).expect("admitted");
    let mut decompressor = Decompressor::default();
    decompressor.decompress(&frame).expect("admitted");
    Subject {
        room: vec![0; Compressor::bound(input.len())],
        input,
        frame,
        compressor,
        decompressor,
    }
}

#[library_benchmark]
#[bench::prefix_64(args = (Data::CSources(64), 3), setup = subject)]
#[bench::text_64k(args = (Data::CSources(64 << 10), 3), setup = subject)]
#[bench::records_64k(args = (Data::Generated(Kind::Records, 64 << 10), 3), setup = subject)]
#[bench::random_64k(args = (Data::Generated(Kind::Random, 64 << 10), 3), setup = subject)]
fn compress(mut subject: Subject) -> Subject {
    let size = subject
        .compressor
        .compress_to_slice(&subject.input, &mut subject.room);
    black_box(size.expect("admitted"));
    subject
}

#[library_benchmark]
#[bench::prefix_64(args = (Data::CSources(64), 3), setup = subject)]
#[bench::text_64k(args = (Data::CSources(64 << 10), 3), setup = subject)]
#[bench::records_64k(args = (Data::Generated(Kind::Records, 64 << 10), 3), setup = subject)]
#[bench::random_64k(args = (Data::Generated(Kind::Random, 64 << 10), 3), setup = subject)]
fn decompress(mut subject: Subject) -> Subject {
    let size = subject
        .decompressor
        .decompress_to_slice(&subject.frame, &mut subject.room);
    black_box(size.expect("admitted"));
    subject
}

library_benchmark_group!(name = default_graph, benchmarks = [compress, decompress]);
main!(
    // The gate looks for the C sources in cargo's registry.
    config = LibraryBenchmarkConfig::default().pass_through_envs(["HOME", "CARGO_HOME"]),
    library_benchmark_groups = default_graph
);
