//! LZ4 frames: native and liblz4 in turn, as a table of ratios in Markdown. Above
//! 1.00, native is faster.
//!
//! Both sides write to a new vector. Both read in pieces of at most a block, and
//! gather these in a vector that grows: that is how liblz4's wrapper here reads.

use std::process::ExitCode;

use conformance::gate::{Side, Ticket, Work};
use conformance::lz4_frame::{FrameCase, FrameSettings, Lz4Frame};
use lz4::frame::{BlockSize, Decoder, Limits, Options, compress};
use lz4_ffi::{FrameOptions, compress_frame, decompress_frame};

use super::{ADMITTED, NATIVE, REFERENCE, SMALL, inputs, options};
use crate::{gated_all, told};

/// What is timed: a name, and how the frames are written.
fn settings() -> [(&'static str, FrameSettings); 3] {
    let library = FrameSettings::default();
    let command = FrameSettings {
        block_size: BlockSize::Mib4,
        linked: false,
        content_checksum: true,
        ..library
    };
    [
        ("library's default", library),
        ("command's default", command),
        (
            "command's, level 9",
            FrameSettings {
                level: 9,
                ..command
            },
        ),
    ]
}

/// Times them and prints the table; the status is 3, without a number, when one
/// does not conform.
#[must_use]
pub fn table() -> ExitCode {
    let mut cases = Vec::new();
    for (input, data) in inputs() {
        for (name, settings) in settings() {
            if settings.level == 0 || data.size() <= 16 * SMALL {
                let data = data.clone();
                let label = (input.clone(), name, settings);
                cases.push((label, FrameCase { data, settings }));
            }
        }
    }
    gated_all(Lz4Frame, cases, |tickets| {
        println!("\n## Frames\n");
        println!("| operation | frame | input | size | native | C | ratio |");
        println!("|---|---|---|---:|---:|---:|---:|");
        for ((input, name, settings), ticket) in tickets {
            compressed((input, name), settings, ticket);
            decompressed((input, name), ticket);
        }
    })
}

fn row(
    (operation, input, name): (&str, &str, &str),
    (ticket, work, slow): (&Ticket<Lz4Frame>, Work, bool),
    native: impl Fn() -> Vec<u8>,
    reference: impl Fn() -> Vec<u8>,
) {
    let passed = |who: &str| match work {
        Work::Produce => ticket.frame(who),
        Work::Consume => Some(ticket.value().as_slice()),
    };
    assert!(
        passed(NATIVE) == Some(&native()) && passed(REFERENCE) == Some(&reference()),
        "{}",
        ticket.case()
    );
    let size = ticket.input().len();
    let (native, reference) = (Side::new(NATIVE, native), Side::new(REFERENCE, reference));
    let ratio = ticket
        .compare(work, native, reference, &options(size, slow))
        .expect("both are covered");
    let frame = ticket.frame(REFERENCE).map_or(0, <[u8]>::len);
    println!(
        "| {operation} | {name} | {input} | {:.4} | {} | {} | {:.2} |",
        frame as f64 / size.max(1) as f64,
        told(ratio.median_native_ns),
        told(ratio.median_reference_ns),
        ratio.ratio_median,
    );
}

fn compressed((input, name): (&str, &str), settings: &FrameSettings, ticket: &Ticket<Lz4Frame>) {
    let bytes = ticket.input().as_slice();
    let ours = Options::DEFAULT
        .with_level(settings.level)
        .with_block_size(settings.block_size)
        .with_linked_blocks(settings.linked)
        .with_content_checksum(settings.content_checksum);
    let theirs = FrameOptions {
        block_size_id: settings.block_size.code().into(),
        independent: !settings.linked,
        content_checksum: settings.content_checksum,
        block_checksum: false,
        content_size: 0,
        dictionary_id: 0,
        level: settings.level,
    };
    row(
        ("compress", input, name),
        (ticket, Work::Produce, settings.level > 1),
        || compress(bytes, &ours),
        || compress_frame(bytes, &theirs).expect(ADMITTED),
    );
}

fn decompressed((input, name): (&str, &str), ticket: &Ticket<Lz4Frame>) {
    let frame = ticket.frame(REFERENCE).unwrap_or_default();
    let size = ticket.value().len();
    let limits = Limits::DEFAULT.with_output_bytes(size as u64);
    let native = || {
        let mut decoder = Decoder::new(&limits);
        let (mut rest, mut content) = (frame, Vec::new());
        while let Some(block) = decoder.decode(&mut rest).expect(ADMITTED) {
            content.extend_from_slice(block);
        }
        decoder.finish().expect(ADMITTED);
        content
    };
    row(
        ("decompress", input, name),
        (ticket, Work::Consume, false),
        native,
        || decompress_frame(frame, &[], size).expect(ADMITTED).0,
    );
}
