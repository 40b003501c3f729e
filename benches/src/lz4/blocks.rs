//! LZ4 blocks: native and liblz4 in turn, as a table of ratios in Markdown.
//! Above 1.00, native is faster.
//!
//! A block compressed again and again is one that branches are learned of: what
//! pages of all kinds take is for the bench of pages.

use std::process::ExitCode;

use conformance::gate::{Side, Ticket, TimerOptions, Work};
use conformance::lz4::{Lz4, Lz4Case, Method};
use lz4::block::{FastCompressor, HighCompressor, bound, decompress};
use lz4_ffi::{FastContext, HighContext};

use super::{ADMITTED, LARGE, NATIVE, REFERENCE, SMALL, inputs, options};
use crate::{gated_all, timer_options, told};

/// What buffers hold before a call, so that bytes that it left out show.
const UNTOUCHED: u8 = 0xa5;

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

/// Whether a method is for inputs of that size: the slowest are not for large
/// ones.
const fn suits(method: Method, size: usize) -> bool {
    match method {
        Method::Fast { acceleration: 1 } => true,
        Method::Fast { .. } => size <= LARGE,
        Method::High { level: 9 } => size <= 16 * SMALL,
        Method::High { level: 10.. } => size <= SMALL,
        _ => size <= 8 * SMALL,
    }
}

/// Times them and prints the table; the status is 3, without a number, when one
/// does not conform.
#[must_use]
pub fn table() -> ExitCode {
    let mut cases = Vec::new();
    for (name, data) in inputs() {
        for method in METHODS {
            if suits(method, data.size()) {
                let data = data.clone();
                cases.push(((name.clone(), method), Lz4Case { data, method }));
            }
        }
    }
    gated_all(Lz4::default(), cases, |tickets| {
        let usual = timer_options();
        println!(
            "## Blocks\n\nliblz4 {}, CFLAGS {:?}; {} rounds of {} ms, or 5 where a call takes long\n",
            lz4_ffi::version(),
            openzl_ffi::build_flags(),
            usual.rounds,
            usual.min_sample.as_millis(),
        );
        println!("| operation | method | input | size | native | C | ratio |");
        println!("|---|---|---|---:|---:|---:|---:|");
        for ((input, method), ticket) in tickets {
            let slow = matches!(method, Method::High { .. });
            let size = ticket.input().len();
            compressed(input, *method, ticket, &options(size, slow));
            if matches!(
                method,
                Method::Fast { acceleration: 1 } | Method::High { level: 9 }
            ) {
                decompressed(input, *method, ticket, &options(size, false));
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
