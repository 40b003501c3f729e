//! Compression by the default graph: native and C, with a context per call
//! and with a reused one.

use std::process::ExitCode;

use benches::calls::{
    c_compresses, c_compresses_anew, c_compressor, c_prepared, native_compresses,
    native_compresses_anew,
};
use benches::{BenchCase, Ticket, gated, quick};
use conformance::openzl::OpenZl;
use criterion::{BenchmarkId, Criterion, Throughput};
use openzl_ffi::CompressContext;

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
    let mut group = criterion.benchmark_group(format!("compress/{}", case.input));
    group.throughput(Throughput::Bytes(ticket.input().len() as u64));
    let id = |side: &str| BenchmarkId::new(side, case.level);

    let mut call = native_compresses(case, ticket);
    group.bench_function(id("native, reused"), |bencher| bencher.iter(&mut call));
    let mut call = native_compresses_anew(case, ticket);
    group.bench_function(id("native, new"), |bencher| bencher.iter(&mut call));

    let mut context = CompressContext::new().expect("memory");
    let compressor = c_compressor();
    let mut call = c_compresses(ticket, c_prepared(case, &mut context, &compressor));
    group.bench_function(id("C, reused"), |bencher| bencher.iter(&mut call));
    let mut call = c_compresses_anew(case, ticket);
    group.bench_function(id("C, new"), |bencher| bencher.iter(&mut call));
    group.finish();
}
