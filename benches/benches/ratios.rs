//! The comparison harness: native and C in turn, in one process, as a table
//! of ratios in Markdown. Above 1.00, native is faster.
//!
//! A word on the command line keeps the inputs that contain it:
//! `cargo bench --bench ratios -- records`. `TOUCHSTONE_ROUNDS` and
//! `TOUCHSTONE_SAMPLE_MS` change how long it takes.

use std::process::ExitCode;

use benches::calls::{
    NATIVE, REFERENCE, c_compresses, c_compresses_anew, c_compressor, c_decompresses,
    c_decompresses_anew, c_decompresses_to_vec, c_prepared, c_reader, native_compresses,
    native_compresses_anew, native_decompresses, native_decompresses_anew,
    native_decompresses_to_uninit, native_decompresses_to_vec,
};
use benches::{BenchCase, Ticket, gated, timer_options, told, wanted_input};
use conformance::gate::{Side, TimerOptions, Work};
use conformance::openzl::OpenZl;
use openzl_ffi::{CompressContext, DecompressContext};

fn main() -> ExitCode {
    let wanted = wanted_input();
    gated(OpenZl::default(), |tickets| {
        let tickets: Vec<_> = tickets
            .iter()
            .filter(|(case, _)| {
                wanted
                    .as_ref()
                    .is_none_or(|word| case.input.contains(&**word))
            })
            .collect();
        let options = timer_options();
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

/// What is timed, and how.
struct Timed<'a> {
    work: Work,
    case: &'a BenchCase,
    ticket: &'a Ticket<OpenZl>,
    options: &'a TimerOptions,
}

impl Timed<'_> {
    /// Times two calls in turn and prints the row.
    fn row<R, S>(&self, operation: &str, native: impl FnMut() -> R, reference: impl FnMut() -> S) {
        let (native, reference) = (Side::new(NATIVE, native), Side::new(REFERENCE, reference));
        let ratio = self
            .ticket
            .compare(self.work, native, reference, self.options)
            .expect("both are covered");
        println!(
            "| {operation} | {} | {} | {} | {} | {:.2} |",
            self.case.input,
            self.case.level,
            told(ratio.median_native_ns),
            told(ratio.median_reference_ns),
            ratio.ratio_median,
        );
    }
}

fn compress(case: &BenchCase, ticket: &Ticket<OpenZl>, options: &TimerOptions) {
    let mut context = CompressContext::new().expect("memory");
    let compressor = c_compressor();
    let timed = Timed {
        work: Work::Produce,
        case,
        ticket,
        options,
    };
    timed.row(
        "compress, reused context",
        native_compresses(case, ticket),
        c_compresses(ticket, c_prepared(case, &mut context, &compressor)),
    );
    timed.row(
        "compress, context per call",
        native_compresses_anew(case, ticket),
        c_compresses_anew(case, ticket),
    );
    timed.row(
        "compress, native reused, C per call",
        native_compresses(case, ticket),
        c_compresses_anew(case, ticket),
    );
}

fn decompress(case: &BenchCase, ticket: &Ticket<OpenZl>, options: &TimerOptions) {
    let mut context = DecompressContext::new().expect("memory");
    let timed = Timed {
        work: Work::Consume,
        case,
        ticket,
        options,
    };
    timed.row(
        "decompress into a slice, reused context",
        native_decompresses(ticket),
        c_decompresses(ticket, c_reader(&mut context)),
    );
    // It is one to C whether memory was set before.
    timed.row(
        "decompress into uninitialized memory, reused context",
        native_decompresses_to_uninit(ticket),
        c_decompresses(ticket, c_reader(&mut context)),
    );
    timed.row(
        "decompress into a new vector, reused context",
        native_decompresses_to_vec(ticket),
        c_decompresses_to_vec(ticket, c_reader(&mut context)),
    );
    timed.row(
        "decompress into a slice, context per call",
        native_decompresses_anew(ticket),
        c_decompresses_anew(ticket),
    );
}
