//! Memory pages: native and C's codecs in turn, in one process, as a table of
//! ratios in Markdown. Above 1.00, native is faster.
//!
//! A call goes over all pages of an input, each other than the one before, so
//! that branches are met as a swap device meets them. A word on the command line
//! keeps the inputs that contain it; `TOUCHSTONE_ROUNDS` and
//! `TOUCHSTONE_SAMPLE_MS` change how long it takes.

use std::process::ExitCode;

use benches::{Ticket, gated_all, timer_options, told, wanted_input};
use conformance::Data;
use conformance::gate::{Side, TimerOptions, Work};
use conformance::zram::{
    Layout, PagesCase, ReferenceDecoder, ReferenceEncoder, Zram, put_kept, take_kept,
};
use corpora::Kind;
use zram::{Codec, Decoder, Encoded, Encoder, Kept, PageSize, Settings};

const NATIVE: &str = "zram";
const REFERENCE: &str = "liblz4+libzstd";

const ADMITTED: &str = "the case is admitted";

/// Bytes of pages in an input.
const BYTES: usize = 1 << 20;

const CODECS: [Codec; 6] = [
    Codec::LZ4,
    Codec::Lz4 { acceleration: 4 },
    Codec::Lz4High { level: 9 },
    Codec::Zstd { level: -5 },
    Codec::Zstd { level: 1 },
    Codec::Zstd { level: 3 },
];

fn inputs() -> Vec<(String, Data)> {
    let mut inputs = vec![
        ("text".to_owned(), Data::CSources(BYTES)),
        ("records".to_owned(), Data::Generated(Kind::Records, BYTES)),
        ("mixed".to_owned(), Data::Generated(Kind::Mixed, BYTES)),
        ("random".to_owned(), Data::Generated(Kind::Random, BYTES)),
        ("zeros".to_owned(), Data::Generated(Kind::Zeros, BYTES)),
    ];
    // Executables and more, where they have been fetched.
    for file in corpora::available(&corpora::default_root()) {
        if file.size >= BYTES as u64 {
            inputs.push((file.id.clone(), Data::Real(file.id, BYTES)));
        }
    }
    let wanted = wanted_input();
    inputs.retain(|(name, _)| wanted.as_ref().is_none_or(|word| name.contains(&**word)));
    inputs
}

fn main() -> ExitCode {
    let mut cases = Vec::new();
    for (name, data) in inputs() {
        for page_size in [PageSize::KiB4, PageSize::KiB16, PageSize::KiB64] {
            // Larger pages are for the defaults.
            let codecs = if page_size == PageSize::KiB4 {
                &CODECS[..]
            } else {
                &[Codec::LZ4, Codec::Zstd { level: 1 }]
            };
            for &codec in codecs {
                let layout = Layout { codec, page_size };
                let data = data.clone();
                cases.push(((name.clone(), layout), PagesCase { data, layout }));
            }
        }
    }
    gated_all(Zram, cases, |tickets| {
        let options = timer_options();
        println!(
            "{}, CFLAGS {:?}; {} rounds of {} ms; times are of a page\n",
            conformance::zram::ReferenceZram::versions(),
            openzl_ffi::build_flags(),
            options.rounds,
            options.min_sample.as_millis(),
        );
        println!("| operation | codec | pages | input | kept | native | C | ratio |");
        println!("|---|---|---:|---|---:|---:|---:|---:|");
        for ((input, layout), ticket) in tickets {
            encoded(input, *layout, ticket, &options);
            decoded(input, *layout, ticket, &options);
        }
    })
}

fn row(
    (operation, input, layout): (&str, &str, Layout),
    (ticket, work, options): (&Ticket<Zram>, Work, &TimerOptions),
    native: impl FnMut() -> usize,
    reference: impl FnMut() -> usize,
) {
    let (native, reference) = (Side::new(NATIVE, native), Side::new(REFERENCE, reference));
    let ratio = ticket
        .compare(work, native, reference, options)
        .expect("both are covered");
    let bytes = ticket.input().len();
    let pages = (bytes / layout.page_size.bytes()).max(1) as f64;
    let kept = ticket.frame(REFERENCE).map_or(0, <[u8]>::len);
    println!(
        "| {operation} | {} | {} KiB | {input} | {:.3} | {} | {} | {:.2} |",
        layout.codec,
        layout.page_size.bytes() >> 10,
        kept as f64 / bytes as f64,
        told(ratio.median_native_ns / pages),
        told(ratio.median_reference_ns / pages),
        ratio.ratio_median,
    );
}

/// A call that encodes every page to a place of its own, and has just kept them
/// all as `who` did when it passed.
fn encodes<'a>(
    ticket: &'a Ticket<Zram>,
    who: &str,
    layout: Layout,
    room: usize,
    mut encode: impl FnMut(&[u8], &mut [u8]) -> Encoded + 'a,
) -> impl FnMut() -> usize + 'a {
    let pages: Vec<&[u8]> = ticket.input().chunks(layout.page_size.bytes()).collect();
    // A store keeps its slots aligned.
    let room_apart = room.next_multiple_of(64);
    let mut slots = vec![0xa5; pages.len() * room_apart];
    let mut kept = vec![Encoded::Raw; pages.len()];
    let mut call = move |slots: &mut [u8], kept: &mut [Encoded]| {
        let places = slots.chunks_exact_mut(room_apart).zip(kept);
        for (page, (slot, kept)) in pages.iter().zip(places) {
            *kept = encode(page, &mut slot[..room]);
        }
        pages.len()
    };
    call(&mut slots, &mut kept);
    let mut frame = Vec::new();
    let pages = ticket.input().chunks(layout.page_size.bytes());
    for ((page, slot), kept) in pages.zip(slots.chunks_exact(room_apart)).zip(&kept) {
        put_kept(&mut frame, kept.kept(page, slot));
    }
    assert!(ticket.frame(who) == Some(&frame[..]), "{}", ticket.case());
    move || call(&mut slots, &mut kept)
}

fn encoded(input: &str, layout: Layout, ticket: &Ticket<Zram>, options: &TimerOptions) {
    let settings = Settings::new(layout.codec, layout.page_size);
    let mut native = Encoder::with(&settings).expect(ADMITTED);
    let mut reference = ReferenceEncoder::new(layout).expect(ADMITTED);
    let (room, reference_room) = (native.room(), reference.room());
    row(
        ("encode", input, layout),
        (ticket, Work::Produce, options),
        encodes(ticket, NATIVE, layout, room, move |page, slot| {
            native.encode(page, slot).expect(ADMITTED)
        }),
        encodes(
            ticket,
            REFERENCE,
            layout,
            reference_room,
            move |page, slot| reference.encode(page, slot).expect(ADMITTED),
        ),
    );
}

/// A call that decodes every page, and has just made the pages that passed.
fn decodes<'a>(
    ticket: &'a Ticket<Zram>,
    layout: Layout,
    mut decode: impl FnMut(Kept<'_>, &mut [u8]) + 'a,
) -> impl FnMut() -> usize + 'a {
    let mut rest = ticket.frame(REFERENCE).unwrap_or_default();
    let mut kept = Vec::new();
    while let Some(page) = take_kept(&mut rest) {
        kept.push(page);
    }
    let mut pages = vec![0xa5; ticket.value().len()];
    let mut call = move |pages: &mut [u8]| {
        for (kept, page) in kept.iter().zip(pages.chunks_mut(layout.page_size.bytes())) {
            decode(*kept, page);
        }
        kept.len()
    };
    call(&mut pages);
    assert!(&pages == ticket.value(), "{}", ticket.case());
    move || call(&mut pages)
}

fn decoded(input: &str, layout: Layout, ticket: &Ticket<Zram>, options: &TimerOptions) {
    let settings = Settings::new(layout.codec, layout.page_size);
    let mut native = Decoder::with(&settings).expect(ADMITTED);
    let mut reference = ReferenceDecoder::new(layout);
    row(
        ("decode", input, layout),
        (ticket, Work::Consume, options),
        decodes(ticket, layout, move |kept, page| {
            native.decode(kept, page).expect(ADMITTED);
        }),
        decodes(ticket, layout, move |kept, page| {
            reference.decode(kept, page).expect(ADMITTED);
        }),
    );
}
