//! LZ4 blocks: native and liblz4 in turn, in one process, as a table of ratios
//! in Markdown. Above 1.00, native is faster.
//!
//! A word on the command line keeps the inputs that contain it.
//! `TOUCHSTONE_ROUNDS` and `TOUCHSTONE_SAMPLE_MS` change how long it takes. A
//! block compressed again and again is one that branches are learned of: what
//! pages of all kinds take is for the bench of pages.

use std::process::ExitCode;

use benches::{Ticket, gated_all, timer_options, told, wanted_input};
use conformance::Data;
use conformance::gate::{Side, TimerOptions, Work};
use conformance::lz4::{Lz4, Lz4Case, Method};
use corpora::Kind;
use lz4::block::{FastCompressor, HighCompressor, bound, decompress};
use lz4_ffi::{FastContext, HighContext};

const NATIVE: &str = "lz4";
const REFERENCE: &str = "liblz4";

const ADMITTED: &str = "the case is admitted";

/// What buffers hold before a call, so that bytes that it left out show.
const UNTOUCHED: u8 = 0xa5;

const INPUTS: [(&str, Data); 6] = [
    ("text-64K", Data::CSources(64 << 10)),
    ("text-1M", Data::CSources(1 << 20)),
    ("text-8M", Data::CSources(8 << 20)),
    ("records-1M", Data::Generated(Kind::Records, 1 << 20)),
    ("random-1M", Data::Generated(Kind::Random, 1 << 20)),
    ("zeros-1M", Data::Generated(Kind::Zeros, 1 << 20)),
];

const METHODS: [Method; 8] = [
    Method::Fast { acceleration: 1 },
    Method::Fast { acceleration: 8 },
    Method::High { level: 2 },
    Method::High { level: 3 },
    Method::High { level: 6 },
    Method::High { level: 9 },
    Method::High { level: 10 },
    Method::High { level: 12 },
];

/// Larger inputs are not compressed by the slowest methods.
const SLOW_BYTES: usize = 1 << 20;

fn cases() -> impl Iterator<Item = (&'static str, Lz4Case)> {
    let wanted = wanted_input();
    INPUTS
        .into_iter()
        .filter(move |(name, _)| wanted.as_ref().is_none_or(|word| name.contains(&**word)))
        .flat_map(|(name, data)| {
            METHODS
                .into_iter()
                .filter_map(move |method| {
                    let slow = matches!(method, Method::High { level: 9.. });
                    let fits = !slow || data.size() <= SLOW_BYTES;
                    let data = data.clone();
                    fits.then_some((name, Lz4Case { data, method }))
                })
                .collect::<Vec<_>>()
        })
}

fn main() -> ExitCode {
    let cases: Vec<_> = cases().collect();
    let methods: Vec<_> = cases.iter().map(|(_, case)| case.method).collect();
    gated_all(Lz4::default(), cases, |tickets| {
        let options = timer_options();
        println!(
            "liblz4 {}, CFLAGS {:?}; {} rounds of {} ms\n",
            lz4_ffi::version(),
            openzl_ffi::build_flags(),
            options.rounds,
            options.min_sample.as_millis(),
        );
        println!("| operation | method | input | size | native | C | ratio |");
        println!("|---|---|---|---:|---:|---:|---:|");
        for ((input, ticket), method) in tickets.iter().zip(methods) {
            compressed(input, method, ticket, &options);
            if matches!(
                method,
                Method::Fast { acceleration: 1 } | Method::High { level: 9 }
            ) {
                decompressed(input, method, ticket, &options);
            }
        }
    })
}

fn named(method: Method) -> String {
    match method {
        Method::Fast { acceleration } => format!("fast, acceleration {acceleration}"),
        Method::High { level } => format!("high, level {level}"),
        other => format!("{other:?}"),
    }
}

fn row<R, S>(
    (operation, method, input): (&str, Method, &str),
    (ticket, work, options): (&Ticket<Lz4>, Work, &TimerOptions),
    native: impl FnMut() -> R,
    reference: impl FnMut() -> S,
) {
    let (native, reference) = (Side::new(NATIVE, native), Side::new(REFERENCE, reference));
    let ratio = ticket
        .compare(work, native, reference, options)
        .expect("both are covered");
    let size = ticket.frame(REFERENCE).map_or(0, <[u8]>::len);
    println!(
        "| {operation} | {} | {input} | {:.4} | {} | {} | {:.2} |",
        named(method),
        size as f64 / ticket.input().len().max(1) as f64,
        told(ratio.median_native_ns),
        told(ratio.median_reference_ns),
        ratio.ratio_median,
    );
}

/// A call that has just written the block of `who` that passed.
fn writes<'a>(
    ticket: &'a Ticket<Lz4>,
    who: &str,
    mut call: impl FnMut(&[u8], &mut [u8]) -> usize + 'a,
) -> impl FnMut() -> usize + 'a {
    let input = ticket.input().as_slice();
    let mut room = vec![UNTOUCHED; bound(input.len()).expect(ADMITTED)];
    let size = call(input, &mut room);
    assert_eq!(ticket.frame(who), room.get(..size), "{}", ticket.case());
    move || call(input, &mut room)
}

fn compressed(input: &str, method: Method, ticket: &Ticket<Lz4>, options: &TimerOptions) {
    let what = ("compress", method, input);
    let how = (ticket, Work::Produce, options);
    match method {
        Method::Fast { acceleration } => {
            let (mut native, mut reference) = (FastCompressor::new(), FastContext::new());
            row(
                what,
                how,
                writes(ticket, NATIVE, move |input, room| {
                    native.compress(input, room, acceleration).expect(ADMITTED)
                }),
                writes(ticket, REFERENCE, move |input, room| {
                    let size = reference.compress_again(input, room, acceleration.cast_signed());
                    size.expect(ADMITTED)
                }),
            );
        }
        Method::High { level } => {
            let (mut native, mut reference) = (HighCompressor::new(), HighContext::new());
            row(
                what,
                how,
                writes(ticket, NATIVE, move |input, room| {
                    native.compress(input, room, level).expect(ADMITTED)
                }),
                writes(ticket, REFERENCE, move |input, room| {
                    reference.compress(input, room, level).expect(ADMITTED)
                }),
            );
        }
        other => unreachable!("{other:?} is not among the methods"),
    }
}

/// A call that has just yielded the value that passed.
fn reads<'a>(
    ticket: &'a Ticket<Lz4>,
    mut call: impl FnMut(&[u8], &mut [u8]) -> usize + 'a,
) -> impl FnMut() -> usize + 'a {
    let block = ticket.frame(REFERENCE).unwrap_or_default();
    let mut room = vec![UNTOUCHED; ticket.value().len()];
    let size = call(block, &mut room);
    assert!(
        room.get(..size) == Some(ticket.value()),
        "{}",
        ticket.case()
    );
    move || call(block, &mut room)
}

fn decompressed(input: &str, method: Method, ticket: &Ticket<Lz4>, options: &TimerOptions) {
    row(
        ("decompress", method, input),
        (ticket, Work::Consume, options),
        reads(ticket, |block, room| {
            decompress(block, room).expect(ADMITTED)
        }),
        reads(ticket, |block, room| {
            lz4_ffi::decompress(block, room).expect(ADMITTED)
        }),
    );
}
