//! LZ4's rows: pages and a mebibyte, by input.

use anyhow::Result;
use conformance::Data;
use conformance::gate::{Gate, Ratio, Side, Ticket, TimerOptions, Work};
use conformance::lz4::{Lz4, Lz4Case, Method};
use corpora::Kind;
use lz4::block::{FastCompressor, bound, decompress};
use lz4_ffi::FastContext;

use super::calls::{ADMITTED, reads, writes};
use super::{Build, Refused, Row, Throughput};
use crate::progress::Spinner;

const NATIVE: &str = "lz4";
const REFERENCE: &str = "liblz4";

/// The inputs, in words.
fn inputs() -> [(&'static str, Data); 5] {
    // Where cargo keeps no sources of C, generated text takes their place.
    let text = |size| match corpora::c_sources() {
        Some(_) => Data::CSources(size),
        None => Data::Generated(Kind::Text, size),
    };
    [
        ("text, 4 KiB", text(4 << 10)),
        ("text, 1 MiB", text(1 << 20)),
        ("records, 1 MiB", Data::Generated(Kind::Records, 1 << 20)),
        ("random, 4 KiB", Data::Generated(Kind::Random, 4 << 10)),
        ("zeros, 4 KiB", Data::Generated(Kind::Zeros, 4 << 10)),
    ]
}

/// Adds the rows of every case that the gate lets through, and the refusals of
/// those that it does not.
pub(super) fn measure(
    format: Lz4,
    options: &TimerOptions,
    spinner: &Spinner,
    table: &mut Throughput,
) -> Result<()> {
    table.builds.push(Build::of_liblz4());
    let gate = Gate::new(format);
    for (input, data) in inputs() {
        let method = Method::Fast { acceleration: 1 };
        spinner.step(&format!("throughput: lz4, {input}"));
        let case = Lz4Case {
            data: data.clone(),
            method,
        };
        let ticket = match gate.admit(&case) {
            Ok(ticket) => ticket,
            Err(refusal) => {
                table.refused.push(Refused::from(&*refusal));
                continue;
            }
        };
        for (operation, ratio) in [
            ("compress, context reused", compress(&ticket, options)?),
            ("decompress", decompressed(&ticket, options)?),
        ] {
            table.rows.push(Row {
                format: "lz4".to_owned(),
                operation: operation.to_owned(),
                input: input.to_owned(),
                setting: "acceleration 1".to_owned(),
                bytes: data.size() as u64,
                ratio,
            });
        }
    }
    Ok(())
}

/// C at its best: it clears its table only where it has to.
fn compress(ticket: &Ticket<Lz4>, options: &TimerOptions) -> Result<Ratio> {
    let input = ticket.input().as_slice();
    let room = bound(input.len()).expect(ADMITTED);
    let mut compressor = FastCompressor::new();
    let native = writes(ticket, NATIVE, room, |room| {
        compressor.compress(input, room, 1).expect(ADMITTED)
    })?;
    let mut context = FastContext::new();
    let reference = writes(ticket, REFERENCE, room, |room| {
        context.compress_again(input, room, 1).expect(ADMITTED)
    })?;
    let (native, reference) = (Side::new(NATIVE, native), Side::new(REFERENCE, reference));
    Ok(ticket.compare(Work::Produce, native, reference, options)?)
}

fn decompressed(ticket: &Ticket<Lz4>, options: &TimerOptions) -> Result<Ratio> {
    let block = ticket.frame(REFERENCE).unwrap_or_default();
    let native = reads(ticket, NATIVE, |room| {
        decompress(block, room).expect(ADMITTED)
    })?;
    let reference = reads(ticket, REFERENCE, |room| {
        lz4_ffi::decompress(block, room).expect(ADMITTED)
    })?;
    let (native, reference) = (Side::new(NATIVE, native), Side::new(REFERENCE, reference));
    Ok(ticket.compare(Work::Consume, native, reference, options)?)
}
