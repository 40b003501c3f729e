//! The calls that are timed, each shown first to do what passed the gate.

use conformance::gate::{Contender, Team, Ticket, Work};
use conformance::zram::{Layout, ReferenceDecoder, ReferenceEncoder, Zram, put_kept, take_kept};
use zram::{Decoder, Encoded, Encoder, Kept, Settings};

use super::others::{LZ4_FLEX, Lz4FlexEncoder, lz4_flex_decode};
use super::{NATIVE, REFERENCE};

const ADMITTED: &str = "the case is admitted";

/// What memory holds before a call, so that bytes that it left out show.
pub(crate) const UNTOUCHED: u8 = 0xa5;

/// Says how to keep a page; a block is in the front of the output then.
type Encode = Box<dyn FnMut(&[u8], &mut [u8]) -> Encoded>;

/// Makes a page.
type Decode = Box<dyn FnMut(Kept<'_>, &mut [u8])>;

fn settings(layout: Layout) -> Settings {
    Settings::new(layout.codec, layout.page_size)
}

/// An encoder with its room.
fn encoder(who: &str, layout: Layout) -> (usize, Encode) {
    match who {
        NATIVE => {
            let mut encoder = Encoder::with(&settings(layout)).expect(ADMITTED);
            let room = encoder.room();
            let call =
                move |page: &[u8], slot: &mut [u8]| encoder.encode(page, slot).expect(ADMITTED);
            (room, Box::new(call))
        }
        REFERENCE => {
            let mut encoder = ReferenceEncoder::new(layout).expect(ADMITTED);
            let room = encoder.room();
            let call =
                move |page: &[u8], slot: &mut [u8]| encoder.encode(page, slot).expect(ADMITTED);
            (room, Box::new(call))
        }
        LZ4_FLEX => {
            let mut encoder = Lz4FlexEncoder::default();
            let room = Lz4FlexEncoder::room(layout.page_size.bytes());
            let call =
                move |page: &[u8], slot: &mut [u8]| encoder.encode(page, slot).expect(ADMITTED);
            (room, Box::new(call))
        }
        other => unreachable!("{other} encodes nothing here"),
    }
}

fn decoder(who: &str, layout: Layout) -> Decode {
    match who {
        NATIVE => {
            let mut decoder = Decoder::with(&settings(layout)).expect(ADMITTED);
            Box::new(move |kept, page| decoder.decode(kept, page).expect(ADMITTED))
        }
        REFERENCE => {
            let mut decoder = ReferenceDecoder::new(layout);
            Box::new(move |kept, page| decoder.decode(kept, page).expect(ADMITTED))
        }
        LZ4_FLEX => Box::new(|kept, page| lz4_flex_decode(kept, page).expect(ADMITTED)),
        other => unreachable!("{other} decodes nothing here"),
    }
}

/// A call that encodes the pages of one group, each to a place of its own, and
/// has just kept all pages as `who` did when it passed.
fn encodes<'a>(
    ticket: &'a Ticket<Zram>,
    who: &str,
    layout: Layout,
    group: usize,
) -> impl FnMut(usize) + use<'a> {
    let size = layout.page_size.bytes();
    let in_group = group / size;
    let (room, mut encode) = encoder(who, layout);
    let pages: Vec<&[u8]> = ticket.input().chunks(size).collect();
    // A store keeps its slots aligned.
    let apart = room.next_multiple_of(64);
    let mut slots = vec![UNTOUCHED; pages.len() * apart];
    let mut kept = vec![Encoded::Raw; pages.len()];
    let mut call = move |slots: &mut [u8], kept: &mut [Encoded], group: usize| {
        let range = group * in_group..(group + 1) * in_group;
        let slots = slots[range.start * apart..range.end * apart].chunks_exact_mut(apart);
        let places = slots.zip(&mut kept[range.clone()]);
        for (page, (slot, kept)) in pages[range].iter().zip(places) {
            *kept = encode(page, &mut slot[..room]);
        }
    };
    for group in 0..ticket.input().len() / group {
        call(&mut slots, &mut kept, group);
    }
    let mut frame = Vec::new();
    let pages = ticket.input().chunks(size).zip(slots.chunks_exact(apart));
    for ((page, slot), kept) in pages.zip(&kept) {
        put_kept(&mut frame, kept.kept(page, slot));
    }
    assert!(
        ticket.frame(who) == Some(&frame[..]),
        "{who}: {}",
        ticket.case()
    );
    move |group| call(&mut slots, &mut kept, group)
}

/// The frame that all decode: the reference's, or where it writes none, ours.
#[must_use]
pub fn frame(ticket: &Ticket<Zram>) -> &[u8] {
    let frame = ticket.frame(REFERENCE).or_else(|| ticket.frame(NATIVE));
    frame.unwrap_or_default()
}

/// A call that decodes the pages of one group, and has just made all pages as
/// they were.
fn decodes<'a>(
    ticket: &'a Ticket<Zram>,
    who: &str,
    layout: Layout,
    group: usize,
) -> impl FnMut(usize) + use<'a> {
    let size = layout.page_size.bytes();
    let in_group = group / size;
    let mut decode = decoder(who, layout);
    let mut rest = frame(ticket);
    let kept: Vec<_> = std::iter::from_fn(|| take_kept(&mut rest)).collect();
    let mut pages = vec![UNTOUCHED; ticket.value().len()];
    let mut call = move |pages: &mut [u8], group: usize| {
        let range = group * in_group..(group + 1) * in_group;
        let places = pages[range.start * size..range.end * size].chunks_exact_mut(size);
        for (kept, page) in kept[range].iter().zip(places) {
            decode(*kept, page);
        }
    };
    for group in 0..ticket.value().len() / group {
        call(&mut pages, group);
    }
    assert!(&pages == ticket.value(), "{who}: {}", ticket.case());
    move |group| call(&mut pages, group)
}

/// `who` at `work`, a group of so many bytes to a call; `None`: it does not do
/// that.
///
/// # Panics
/// When what is about to be timed strays from what passed.
#[must_use]
pub fn contender<'a>(
    ticket: &'a Ticket<Zram>,
    work: Work,
    who: &str,
    layout: Layout,
    group: usize,
) -> Option<Contender<'a>> {
    ticket.contender(work, who, |_| ()).ok()?;
    let contender = match work {
        Work::Produce => ticket.contender(work, who, encodes(ticket, who, layout, group)),
        Work::Consume => ticket.contender(work, who, decodes(ticket, who, layout, group)),
    };
    contender.ok()
}

/// `who` at `work` on several threads, a call over the first `pass` bytes of
/// pages, with an encoder or decoder and memory of each thread's own; `None`: it
/// does not do that.
///
/// # Panics
/// When what is about to be timed strays from what passed.
#[must_use]
pub fn team<'a>(
    ticket: &'a Ticket<Zram>,
    work: Work,
    who: &'a str,
    layout: Layout,
    pass: usize,
) -> Option<Team<'a>> {
    let group = layout.page_size.bytes();
    let member = move |_thread| {
        let groups = ticket.input().len().min(pass) / group;
        let mut call: Box<dyn FnMut(usize)> = match work {
            Work::Produce => Box::new(encodes(ticket, who, layout, group)),
            Work::Consume => Box::new(decodes(ticket, who, layout, group)),
        };
        move || (0..groups).for_each(&mut call)
    };
    ticket.team(work, who, member).ok()
}
