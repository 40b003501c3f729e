//! What bounds a page codec: a page's copy, the look for one word, and the page
//! that is nothing but zeros.

use std::hint::black_box;

use conformance::gate::{Lap, RaceOptions, Ticket, Work, race};
use conformance::lz4::Lz4;
use conformance::zram::{Zram, take_kept};
use zram::same::SameFilled;
use zram::{Codec, Kept};

use super::cases::PageBench;
use super::others::PAGE_COPY;
use super::{GROUP, Gates, NATIVE, Tickets, race_options};
use crate::{gigabytes, rounds};

/// Calls to a group where a call is short.
const CALLS: usize = 64;

/// Prints the table, and enters what gates ask for. `zeros` is of one page of
/// zeros.
///
/// # Panics
/// When a call strays from what passed the gate.
pub fn limits_table(tickets: &Tickets, zeros: &Ticket<Lz4>, gates: &mut Gates) {
    println!("| what | pages | GB/s | beside | GB/s | ratio |");
    println!("|---|---:|---:|---|---:|---:|");
    let filled = tickets
        .iter()
        .filter(|(bench, _)| bench.input == "zeros" && bench.layout.codec == Codec::LZ4);
    for (bench, ticket) in filled {
        let size = bench.layout.page_size.bytes();
        if let Some([scan, copy]) = scan(bench, ticket) {
            let ratio = scan.ratio_to(&copy);
            gates.scan(bench, ratio);
            let bytes = ticket.input().len();
            println!(
                "| same-filled, found | {} KiB | {} | copy to one page in the cache | {} | {ratio:.2} |",
                size >> 10,
                gigabytes(bytes, scan.total_ns()),
                gigabytes(bytes, copy.total_ns()),
            );
        }
    }
    if let Some([native, reference]) = decode(zeros) {
        let ratio = native.ratio_to(&reference);
        gates.zeros(ratio);
        let bytes = zeros.value().len() * CALLS * CALLS;
        println!(
            "| LZ4 block of zeros, decoded | {} KiB | {} | liblz4 | {} | {ratio:.2} |",
            zeros.value().len() >> 10,
            gigabytes(bytes, native.total_ns()),
            gigabytes(bytes, reference.total_ns()),
        );
    }
}

/// The look for one word over and over, beside a copy of the page.
fn scan(bench: &PageBench, ticket: &Ticket<Zram>) -> Option<[Lap; 2]> {
    let size = bench.layout.page_size.bytes();
    let pages: Vec<&[u8]> = ticket.input().chunks(size).collect();
    let same_filled = SameFilled::new();
    let mut kept = ticket.frame(NATIVE)?;
    for page in &pages {
        let Some(Kept::Same(word)) = take_kept(&mut kept) else {
            panic!("{}: a page is not kept as a word", ticket.case());
        };
        assert_eq!(same_filled.word(page), Some(word), "{}", ticket.case());
    }
    let mut hot = vec![0xa5; size];
    let group = |group: usize| group * GROUP / size..(group + 1) * GROUP / size;
    let look = |number: usize| {
        for page in &pages[group(number)] {
            black_box(same_filled.word(black_box(page)));
        }
    };
    let copy = |number: usize| {
        for page in &pages[group(number)] {
            hot.copy_from_slice(black_box(page));
            black_box(&mut hot);
        }
    };
    let contenders = vec![
        ticket.contender(Work::Produce, NATIVE, look).ok()?,
        ticket.contender(Work::Produce, PAGE_COPY, copy).ok()?,
    ];
    let options = race_options(bench, ticket, Work::Produce, GROUP);
    race(contenders, &options, |_, _, _| ())
        .ok()?
        .try_into()
        .ok()
}

/// A block of zeros, decoded by both sides.
fn decode(ticket: &Ticket<Lz4>) -> Option<[Lap; 2]> {
    let block = ticket.frame("liblz4")?;
    let size = ticket.value().len();
    let (mut page, mut page_of_c) = (vec![0xa5; size], vec![0xa5; size]);
    lz4::block::decompress(block, &mut page).ok()?;
    lz4_ffi::decompress(block, &mut page_of_c).ok()?;
    assert!(&page == ticket.value() && &page_of_c == ticket.value());
    let native = |_| {
        for _ in 0..CALLS {
            let _ = black_box(lz4::block::decompress(black_box(block), &mut page));
        }
    };
    let reference = |_| {
        for _ in 0..CALLS {
            let _ = black_box(lz4_ffi::decompress(black_box(block), &mut page_of_c));
        }
    };
    let contenders = vec![
        ticket.contender(Work::Consume, "lz4", native).ok()?,
        ticket.contender(Work::Consume, "liblz4", reference).ok()?,
    ];
    let options = RaceOptions {
        groups: CALLS,
        rounds: rounds(30),
    };
    race(contenders, &options, |_, _, _| ())
        .ok()?
        .try_into()
        .ok()
}
