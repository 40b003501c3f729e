//! Decompression of the default graph's frames, into each kind of memory.

use std::mem::MaybeUninit;
use std::process::ExitCode;

use benches::{BenchCase, Ticket, gated, quick};
use conformance::openzl::OpenZl;
use criterion::{BenchmarkId, Criterion, Throughput};
use openzl_ffi::{DecodeParameters, DecompressContext};

fn main() -> ExitCode {
    gated(OpenZl::default(), |tickets| {
        let mut criterion = quick();
        for (case, ticket) in tickets {
            decompress(&mut criterion, case, ticket);
        }
        criterion.final_summary();
    })
}

fn decompress(criterion: &mut Criterion, case: &BenchCase, ticket: &Ticket<OpenZl>) {
    let size = ticket.value().len();
    let frame = ticket.frame("c-openzl").expect("the reference wrote one");
    let mut group = criterion.benchmark_group(format!("decompress/{}", case.input));
    group.throughput(Throughput::Bytes(size as u64));
    let id = |side: &str| BenchmarkId::new(side, case.level);
    let mut room = vec![0; size];
    let mut memory = vec![MaybeUninit::uninit(); size];
    let mut vector = Vec::new();

    let mut decompressor = openzl::Decompressor::default();
    group.bench_function(id("native, slice"), |bencher| {
        bencher.iter(|| decompressor.decompress_to_slice(frame, &mut room));
    });
    group.bench_function(id("native, uninitialized"), |bencher| {
        bencher.iter(|| {
            decompressor
                .decompress_to_uninit(frame, &mut memory)
                .map(|out| out.len())
        });
    });
    group.bench_function(id("native, reused vector"), |bencher| {
        bencher.iter(|| {
            vector.clear();
            decompressor.decompress_into(frame, &mut vector)
        });
    });
    group.bench_function(id("native, new vector"), |bencher| {
        bencher.iter(|| decompressor.decompress(frame));
    });
    group.bench_function(id("native, new"), |bencher| {
        bencher.iter(|| openzl::Decompressor::default().decompress_to_slice(frame, &mut room));
    });

    let parameters = DecodeParameters::default();
    let mut context = DecompressContext::new().expect("memory");
    group.bench_function(id("C, reused"), |bencher| {
        bencher.iter(|| context.decompress_to_slice(frame, &parameters, &mut room));
    });
    group.bench_function(id("C, new"), |bencher| {
        bencher.iter(|| openzl_ffi::decompress_to_slice(frame, &parameters, &mut room));
    });
    group.finish();
}
