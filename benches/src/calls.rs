//! The calls that are timed, each shown before to do what the gate let through.
//!
//! The gate proves an implementation by its calls into new vectors; a bench
//! times other calls of it. So each of these is made once, what it makes is held
//! to the [`Ticket`], and what comes back is that same call, ready to be timed.
//! A call that fails or strays panics.
//!
//! C with a reused context is C at its best: the context prepared once, with
//! the compressor that writes the default path's frames with the fewest
//! detours. C with a context per call is what callers of C do who know of no
//! compressor.

#![allow(
    clippy::missing_panics_doc,
    reason = "as said above, every call panics rather than be timed wrongly"
)]

use std::mem::MaybeUninit;

use conformance::gate::Ticket;
use conformance::openzl::{OpenZl, native_parameters, reference_compressor, reference_parameters};
use openzl::{Compressor, Decompressor};
use openzl_ffi::{
    CompressContext, DecodeParameters, DecompressContext, Graph, Input, PreparedCompress,
    PreparedDecompress,
};

use crate::cases::BenchCase;

/// The native implementation's name at the gate.
pub const NATIVE: &str = "openzl";

/// The reference's name at the gate.
pub const REFERENCE: &str = "c-openzl";

/// What buffers hold before a call, so that bytes that it left out show.
const UNTOUCHED: u8 = 0xa5;

const ADMITTED: &str = "the case is admitted";

/// The compressor by which C writes the default path's frames at its best:
/// nothing but the graph that the default path always comes to for serial
/// input.
#[must_use]
pub fn c_compressor() -> openzl_ffi::Compressor {
    openzl_ffi::Compressor::new(Graph::ZSTD).expect("a standard graph")
}

/// C prepared once for a case.
pub fn c_prepared<'a>(
    case: &BenchCase,
    context: &'a mut CompressContext,
    compressor: &'a openzl_ffi::Compressor,
) -> PreparedCompress<'a> {
    let parameters = reference_parameters(&case.case.settings);
    context.prepare(compressor, &parameters).expect(ADMITTED)
}

/// C compresses in a reused context.
pub fn c_compresses<'a>(
    ticket: &'a Ticket<OpenZl>,
    mut prepared: PreparedCompress<'a>,
) -> impl FnMut() -> usize + 'a {
    let input = Input::Serial(ticket.input());
    writes(ticket, REFERENCE, move |room| {
        prepared.compress_to_slice(input, room).expect(ADMITTED)
    })
}

/// C compresses in a context for each call.
pub fn c_compresses_anew<'a>(
    case: &BenchCase,
    ticket: &'a Ticket<OpenZl>,
) -> impl FnMut() -> usize + 'a {
    let settings = &case.case.settings;
    let parameters = reference_parameters(settings);
    let compressor = reference_compressor(settings.graph).expect(ADMITTED);
    let input = Input::Serial(ticket.input());
    writes(ticket, REFERENCE, move |room| {
        openzl_ffi::compress_to_slice(&compressor, &parameters, input, room).expect(ADMITTED)
    })
}

/// Native compresses with a reused compressor.
pub fn native_compresses<'a>(
    case: &BenchCase,
    ticket: &'a Ticket<OpenZl>,
) -> impl FnMut() -> usize + 'a {
    let parameters = native_parameters(&case.case.settings).expect(ADMITTED);
    let mut compressor = Compressor::new(parameters);
    writes(ticket, NATIVE, move |room| {
        compressor
            .compress_to_slice(ticket.input(), room)
            .expect(ADMITTED)
    })
}

/// Native compresses with a compressor for each call.
pub fn native_compresses_anew<'a>(
    case: &BenchCase,
    ticket: &'a Ticket<OpenZl>,
) -> impl FnMut() -> usize + 'a {
    let parameters = native_parameters(&case.case.settings).expect(ADMITTED);
    writes(ticket, NATIVE, move |room| {
        Compressor::new(parameters.clone())
            .compress_to_slice(ticket.input(), room)
            .expect(ADMITTED)
    })
}

/// The verified frame that all readers are timed on: C's.
#[must_use]
pub fn verified_frame(ticket: &Ticket<OpenZl>) -> &[u8] {
    ticket.frame(REFERENCE).expect("the reference wrote one")
}

/// C prepared once for reading.
pub fn c_reader(context: &mut DecompressContext) -> PreparedDecompress<'_> {
    let prepared = context.prepare(&DecodeParameters::default());
    prepared.expect("the defaults")
}

/// C decompresses into a slice, in a reused context.
pub fn c_decompresses<'a>(
    ticket: &'a Ticket<OpenZl>,
    mut prepared: PreparedDecompress<'a>,
) -> impl FnMut() -> usize + 'a {
    let frame = verified_frame(ticket);
    reads(ticket, REFERENCE, move |room| {
        prepared.decompress_to_slice(frame, room).expect(ADMITTED)
    })
}

/// C decompresses into a new vector of the right capacity, in a reused context.
pub fn c_decompresses_to_vec<'a>(
    ticket: &'a Ticket<OpenZl>,
    mut prepared: PreparedDecompress<'a>,
) -> impl FnMut() -> Vec<u8> + 'a {
    let (frame, size) = (verified_frame(ticket), ticket.value().len());
    makes(ticket, REFERENCE, move || {
        let mut output = Vec::with_capacity(size);
        prepared
            .decompress_within(frame, &mut output)
            .expect(ADMITTED);
        output
    })
}

/// C decompresses into a slice, in a context for each call.
pub fn c_decompresses_anew(ticket: &Ticket<OpenZl>) -> impl FnMut() -> usize {
    let (frame, parameters) = (verified_frame(ticket), DecodeParameters::default());
    reads(ticket, REFERENCE, move |room| {
        openzl_ffi::decompress_to_slice(frame, &parameters, room).expect(ADMITTED)
    })
}

/// Native decompresses into a slice, with a reused decompressor.
pub fn native_decompresses(ticket: &Ticket<OpenZl>) -> impl FnMut() -> usize {
    let (frame, mut decompressor) = (verified_frame(ticket), Decompressor::default());
    reads(ticket, NATIVE, move |room| {
        decompressor
            .decompress_to_slice(frame, room)
            .expect(ADMITTED)
    })
}

/// Native decompresses into a slice, with a decompressor for each call.
pub fn native_decompresses_anew(ticket: &Ticket<OpenZl>) -> impl FnMut() -> usize {
    let frame = verified_frame(ticket);
    reads(ticket, NATIVE, move |room| {
        Decompressor::default()
            .decompress_to_slice(frame, room)
            .expect(ADMITTED)
    })
}

/// Native decompresses into uninitialized memory, with a reused decompressor.
pub fn native_decompresses_to_uninit(ticket: &Ticket<OpenZl>) -> impl FnMut() -> usize {
    let (frame, mut decompressor) = (verified_frame(ticket), Decompressor::default());
    let mut memory = vec![MaybeUninit::uninit(); ticket.value().len()];
    let output = decompressor.decompress_to_uninit(frame, &mut memory);
    hold(
        ticket,
        NATIVE,
        Some(output.expect(ADMITTED)),
        ticket.value(),
    );
    move || {
        let output = decompressor.decompress_to_uninit(frame, &mut memory);
        output.expect(ADMITTED).len()
    }
}

/// Native decompresses into a new vector, with a reused decompressor.
pub fn native_decompresses_to_vec(ticket: &Ticket<OpenZl>) -> impl FnMut() -> Vec<u8> {
    let (frame, mut decompressor) = (verified_frame(ticket), Decompressor::default());
    makes(ticket, NATIVE, move || {
        decompressor.decompress(frame).expect(ADMITTED)
    })
}

/// Native decompresses into a vector that it has filled before.
pub fn native_decompresses_to_reused_vec(ticket: &Ticket<OpenZl>) -> impl FnMut() -> usize {
    let (frame, mut decompressor) = (verified_frame(ticket), Decompressor::default());
    let mut output = Vec::new();
    let mut call = move |output: &mut Vec<u8>| {
        output.clear();
        let range = decompressor.decompress_into(frame, output);
        range.expect(ADMITTED).len()
    };
    let size = call(&mut output);
    hold(ticket, NATIVE, output.get(..size), ticket.value());
    move || call(&mut output)
}

/// A call that writes a frame to the front of a slice and returns its size:
/// shown to write the frame of `who`.
fn writes<C>(ticket: &Ticket<OpenZl>, who: &str, mut call: C) -> impl FnMut() -> usize + use<C>
where
    C: FnMut(&mut [u8]) -> usize,
{
    let len = ticket.input().len();
    let len = Compressor::bound(len).max(openzl_ffi::compress_bound(len));
    let mut room = vec![UNTOUCHED; len];
    let size = call(&mut room);
    let frame = ticket.frame(who).expect(ADMITTED);
    hold(ticket, who, room.get(..size), frame);
    move || call(&mut room)
}

/// A call that reads a frame to the front of a slice and returns the size:
/// shown to yield the value.
fn reads<C>(ticket: &Ticket<OpenZl>, who: &str, mut call: C) -> impl FnMut() -> usize + use<C>
where
    C: FnMut(&mut [u8]) -> usize,
{
    let mut room = vec![UNTOUCHED; ticket.value().len()];
    let size = call(&mut room);
    hold(ticket, who, room.get(..size), ticket.value());
    move || call(&mut room)
}

/// A call that reads a frame to a new vector: shown to yield the value.
fn makes<C>(ticket: &Ticket<OpenZl>, who: &str, mut call: C) -> C
where
    C: FnMut() -> Vec<u8>,
{
    hold(ticket, who, Some(&call()), ticket.value());
    call
}

/// Holds what the call that is about to be timed made to what passed.
fn hold(ticket: &Ticket<OpenZl>, who: &str, made: Option<&[u8]>, passed: &[u8]) {
    assert!(
        made == Some(passed),
        "{}: the call of {who} that would be timed does not make what passed the gate",
        ticket.case()
    );
}

#[cfg(test)]
mod tests {
    use conformance::gate::Gate;
    use conformance::openzl::{Data, OpenZlCase, Settings};
    use corpora::Kind;

    use super::{
        CompressContext, DecompressContext, NATIVE, OpenZl, REFERENCE, Ticket, c_compresses,
        c_compressor, c_prepared, c_reader, makes, reads, verified_frame, writes,
    };
    use crate::cases::BenchCase;

    fn case() -> BenchCase {
        BenchCase {
            input: "records",
            level: 3,
            case: OpenZlCase {
                data: Data::Generated(Kind::Records, 1000),
                settings: Settings::at_level(3),
            },
        }
    }

    fn ticket() -> Ticket<OpenZl> {
        let gate = Gate::new(OpenZl::default());
        gate.admit(&case().case).expect("it conforms")
    }

    #[test]
    fn what_is_timed_is_what_was_shown() {
        let ticket = ticket();
        let (mut context, compressor) = (CompressContext::new().unwrap(), c_compressor());
        let prepared = c_prepared(&case(), &mut context, &compressor);
        let mut call = c_compresses(&ticket, prepared);
        assert_eq!(call(), verified_frame(&ticket).len());
        let mut context = DecompressContext::new().unwrap();
        let mut call = super::c_decompresses_to_vec(&ticket, c_reader(&mut context));
        assert_eq!(call(), *ticket.value());
    }

    #[test]
    #[should_panic(expected = "does not make what passed")]
    fn a_wrong_byte_is_not_timed() {
        let ticket = ticket();
        let _call = writes(&ticket, REFERENCE, |room| {
            let frame = verified_frame(&ticket);
            room[..frame.len()].copy_from_slice(frame);
            room[frame.len() - 1] ^= 1;
            frame.len()
        });
    }

    #[test]
    #[should_panic(expected = "does not make what passed")]
    fn a_short_frame_is_not_timed() {
        let ticket = ticket();
        let _call = writes(&ticket, NATIVE, |_| 0);
    }

    #[test]
    #[should_panic(expected = "does not make what passed")]
    fn a_size_beyond_the_room_is_not_timed() {
        let ticket = ticket();
        let _call = writes(&ticket, NATIVE, |room| room.len() + 1);
    }

    #[test]
    #[should_panic(expected = "does not make what passed")]
    fn an_output_left_out_is_not_timed() {
        let ticket = ticket();
        let _call = reads(&ticket, NATIVE, |room| room.len());
    }

    #[test]
    #[should_panic(expected = "does not make what passed")]
    fn another_value_is_not_timed() {
        let ticket = ticket();
        let _call = makes(&ticket, NATIVE, Vec::new);
    }
}
