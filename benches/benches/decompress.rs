//! Decompression of the default graph's frames, into each kind of memory.

use std::process::ExitCode;

use benches::calls::{
    c_decompresses, c_decompresses_anew, c_decompresses_to_vec, c_reader, native_decompresses,
    native_decompresses_anew, native_decompresses_to_reused_vec, native_decompresses_to_uninit,
    native_decompresses_to_vec,
};
use benches::{BenchCase, Ticket, gated, quick};
use conformance::openzl::OpenZl;
use criterion::{BenchmarkId, Criterion, Throughput};
use openzl_ffi::DecompressContext;

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
    let mut group = criterion.benchmark_group(format!("decompress/{}", case.input));
    group.throughput(Throughput::Bytes(ticket.value().len() as u64));
    let id = |side: &str| BenchmarkId::new(side, case.level);

    let mut call = native_decompresses(ticket);
    group.bench_function(id("native, slice"), |bencher| bencher.iter(&mut call));
    let mut call = native_decompresses_to_uninit(ticket);
    group.bench_function(id("native, uninitialized"), |bencher| {
        bencher.iter(&mut call);
    });
    let mut call = native_decompresses_to_reused_vec(ticket);
    group.bench_function(id("native, reused vector"), |bencher| {
        bencher.iter(&mut call);
    });
    let mut call = native_decompresses_to_vec(ticket);
    group.bench_function(id("native, new vector"), |bencher| bencher.iter(&mut call));
    let mut call = native_decompresses_anew(ticket);
    group.bench_function(id("native, new"), |bencher| bencher.iter(&mut call));

    let mut context = DecompressContext::new().expect("memory");
    let mut call = c_decompresses(ticket, c_reader(&mut context));
    group.bench_function(id("C, reused"), |bencher| bencher.iter(&mut call));
    drop(call);
    let mut call = c_decompresses_to_vec(ticket, c_reader(&mut context));
    group.bench_function(id("C, new vector"), |bencher| bencher.iter(&mut call));
    let mut call = c_decompresses_anew(ticket);
    group.bench_function(id("C, new"), |bencher| bencher.iter(&mut call));
    group.finish();
}
