//! The comparison harness: native and C in turn, in one process, as a table
//! of ratios in Markdown. Above 1.00, native is faster.
//!
//! A word on the command line keeps the inputs that contain it:
//! `cargo bench --bench ratios -- records`. `TOUCHSTONE_ROUNDS` and
//! `TOUCHSTONE_SAMPLE_MS` change how long it takes.

use std::env;
use std::mem::MaybeUninit;
use std::process::ExitCode;
use std::time::Duration;

use benches::{BenchCase, Ticket, gated};
use conformance::gate::{Ratio, Side, TimerOptions, Work};
use conformance::openzl::{OpenZl, native_parameters, reference_compressor, reference_parameters};
use openzl_ffi::{CompressContext, DecodeParameters, DecompressContext, Input};

const NATIVE: &str = "openzl";
const REFERENCE: &str = "c-openzl";

fn main() -> ExitCode {
    let wanted = env::args().skip(1).find(|word| !word.starts_with('-'));
    gated(OpenZl::default(), |tickets| {
        let tickets: Vec<_> = tickets
            .iter()
            .filter(|(case, _)| {
                wanted
                    .as_ref()
                    .is_none_or(|word| case.input.contains(&**word))
            })
            .collect();
        let options = options();
        println!(
            "C OpenZL {}, CFLAGS {:?}; {} rounds of {} ms\n",
            openzl_ffi::version(),
            openzl_ffi::build_flags(),
            options.rounds,
            options.min_sample.as_millis(),
        );
        println!("| operation | input | level | native | C | ratio |");
        println!("|---|---|---:|---:|---:|---:|");
        for (case, ticket) in &tickets {
            compress(case, ticket, &options);
        }
        for (case, ticket) in &tickets {
            decompress(case, ticket, &options);
        }
    })
}

fn options() -> TimerOptions {
    let number = |name| env::var(name).ok().and_then(|text| text.parse().ok());
    let default = TimerOptions::default();
    TimerOptions {
        rounds: number("TOUCHSTONE_ROUNDS").unwrap_or(default.rounds),
        min_sample: number("TOUCHSTONE_SAMPLE_MS")
            .map_or(default.min_sample, |ms| Duration::from_millis(ms.into())),
    }
}

fn row(operation: &str, case: &BenchCase, ratio: &Ratio) {
    println!(
        "| {operation} | {} | {} | {} | {} | {:.2} |",
        case.input,
        case.level,
        told(ratio.median_native_ns),
        told(ratio.median_reference_ns),
        ratio.ratio_median,
    );
}

/// A time in the unit that suits it.
fn told(nanoseconds: f64) -> String {
    if nanoseconds < 10_000.0 {
        format!("{nanoseconds:.0} ns")
    } else if nanoseconds < 10_000_000.0 {
        format!("{:.1} µs", nanoseconds / 1e3)
    } else {
        format!("{:.2} ms", nanoseconds / 1e6)
    }
}

fn compress(case: &BenchCase, ticket: &Ticket<OpenZl>, options: &TimerOptions) {
    let input = ticket.input();
    let settings = &case.case.settings;
    let bound = openzl::Compressor::bound(input.len());
    let (mut ours, mut theirs) = (vec![0; bound], vec![0; bound]);
    let native = native_parameters(settings).expect("the case is admitted");
    let reference = reference_parameters(settings);
    let plan = reference_compressor(settings.graph).expect("the case is admitted");

    let mut compressor = openzl::Compressor::new(native.clone());
    let mut context = CompressContext::new().expect("memory");
    let ratio = ticket.compare(
        Work::Produce,
        Side::new(NATIVE, || compressor.compress_to_slice(input, &mut ours)),
        Side::new(REFERENCE, || {
            context.compress_to_slice(&plan, &reference, Input::Serial(input), &mut theirs)
        }),
        options,
    );
    row(
        "compress, reused context",
        case,
        &ratio.expect("both are covered"),
    );

    let ratio = ticket.compare(
        Work::Produce,
        Side::new(NATIVE, || {
            openzl::Compressor::new(native.clone()).compress_to_slice(input, &mut ours)
        }),
        Side::new(REFERENCE, || {
            openzl_ffi::compress_to_slice(&plan, &reference, Input::Serial(input), &mut theirs)
        }),
        options,
    );
    row(
        "compress, context per call",
        case,
        &ratio.expect("both are covered"),
    );

    let mut compressor = openzl::Compressor::new(native);
    let ratio = ticket.compare(
        Work::Produce,
        Side::new(NATIVE, || compressor.compress_to_slice(input, &mut ours)),
        Side::new(REFERENCE, || {
            openzl_ffi::compress_to_slice(&plan, &reference, Input::Serial(input), &mut theirs)
        }),
        options,
    );
    row(
        "compress, native reused, C per call",
        case,
        &ratio.expect("both are covered"),
    );
}

fn decompress(case: &BenchCase, ticket: &Ticket<OpenZl>, options: &TimerOptions) {
    let size = ticket.value().len();
    let frame = ticket.frame(REFERENCE).expect("the reference wrote one");
    let (mut ours, mut theirs) = (vec![0; size], vec![0; size]);
    let mut memory = vec![MaybeUninit::uninit(); size];
    let parameters = DecodeParameters::default();
    let mut decompressor = openzl::Decompressor::default();
    let mut context = DecompressContext::new().expect("memory");

    let ratio = ticket.compare(
        Work::Consume,
        Side::new(NATIVE, || {
            decompressor.decompress_to_slice(frame, &mut ours)
        }),
        Side::new(REFERENCE, || {
            context.decompress_to_slice(frame, &parameters, &mut theirs)
        }),
        options,
    );
    row(
        "decompress into a slice, reused context",
        case,
        &ratio.expect("both are covered"),
    );

    let ratio = ticket.compare(
        Work::Consume,
        Side::new(NATIVE, || {
            decompressor
                .decompress_to_uninit(frame, &mut memory)
                .map(|output| output.len())
        }),
        Side::new(REFERENCE, || {
            context.decompress_to_slice(frame, &parameters, &mut theirs)
        }),
        options,
    );
    row(
        "decompress into uninitialized memory, reused context",
        case,
        &ratio.expect("both are covered"),
    );

    let ratio = ticket.compare(
        Work::Consume,
        Side::new(NATIVE, || decompressor.decompress(frame)),
        Side::new(REFERENCE, || context.decompress(frame, &parameters)),
        options,
    );
    row(
        "decompress into a new vector, reused context",
        case,
        &ratio.expect("both are covered"),
    );

    let ratio = ticket.compare(
        Work::Consume,
        Side::new(NATIVE, || {
            openzl::Decompressor::default().decompress_to_slice(frame, &mut ours)
        }),
        Side::new(REFERENCE, || {
            openzl_ffi::decompress_to_slice(frame, &parameters, &mut theirs)
        }),
        options,
    );
    row(
        "decompress into a slice, context per call",
        case,
        &ratio.expect("both are covered"),
    );
}
