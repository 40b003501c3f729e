//! Compression by the default graph: native and C, with a context per call
//! and with a reused one.

use std::process::ExitCode;

use benches::{BenchCase, Ticket, gated, quick};
use conformance::openzl::{OpenZl, native_parameters, reference_compressor, reference_parameters};
use criterion::{BenchmarkId, Criterion, Throughput};
use openzl_ffi::{CompressContext, Input};

fn main() -> ExitCode {
    gated(OpenZl::default(), |tickets| {
        let mut criterion = quick();
        for (case, ticket) in tickets {
            compress(&mut criterion, case, ticket);
        }
        criterion.final_summary();
    })
}

fn compress(criterion: &mut Criterion, case: &BenchCase, ticket: &Ticket<OpenZl>) {
    let input = ticket.input();
    let mut group = criterion.benchmark_group(format!("compress/{}", case.input));
    group.throughput(Throughput::Bytes(input.len() as u64));
    let id = |side: &str| BenchmarkId::new(side, case.level);
    let settings = &case.case.settings;
    let mut room = vec![0; openzl::Compressor::bound(input.len())];

    let ours = native_parameters(settings).expect("the case is admitted");
    let mut compressor = openzl::Compressor::new(ours.clone());
    group.bench_function(id("native, reused"), |bencher| {
        bencher.iter(|| compressor.compress_to_slice(input, &mut room));
    });
    group.bench_function(id("native, new"), |bencher| {
        bencher.iter(|| openzl::Compressor::new(ours.clone()).compress_to_slice(input, &mut room));
    });

    let theirs = reference_parameters(settings);
    let plan = reference_compressor(settings.graph).expect("the case is admitted");
    let mut context = CompressContext::new().expect("memory");
    group.bench_function(id("C, reused"), |bencher| {
        bencher.iter(|| context.compress_to_slice(&plan, &theirs, Input::Serial(input), &mut room));
    });
    group.bench_function(id("C, new"), |bencher| {
        bencher.iter(|| {
            openzl_ffi::compress_to_slice(&plan, &theirs, Input::Serial(input), &mut room)
        });
    });
    group.finish();
}
