//! Inspection of hostile frames.

use std::ops::Range;

use openzl::{Dissection, Error, ErrorKind, Field, Frame, Unsupported};
use openzl_ffi::{DecodeParameters, Kind};

use super::contexts::reference_decompress_multi;
use super::looks_like_a_frame;
use super::repair::repair_header;
use crate::compare::assert_same;

/// The most output that the reference is asked for.
const LIMIT: usize = 1 << 20;

/// The most bytes of a frame that the reference is asked to decode: nothing
/// else bounds its intermediate streams, but that codecs expand only so far.
/// Those that give any number of bytes, the constants, are kept from it.
const FOREIGN_BYTES: usize = 2 << 10;

/// Parses and dissects hostile bytes, as they are and with the header's
/// checksum put right.
///
/// Both walks must come to the same end, tell fields that lie within the
/// frame, and cover every byte of a frame without an error. Where
/// the reference can walk the chunks of a frame (`ZL_getCompressedSize`), so
/// must [`Frame::parse`], and the other way round; where the reference decodes
/// a frame, [`Frame::parse`] accepts it and tells the same version, outputs
/// and comment.
///
/// # Panics
///
/// When any of that does not hold.
pub fn openzl_inspect(data: &[u8]) {
    inspect(data);
    if looks_like_a_frame(data) {
        let mut frame = data.to_vec();
        if repair_header(&mut frame) {
            inspect(&frame);
        }
    }
}

fn inspect(bytes: &[u8]) {
    let parsed = Frame::parse(bytes);
    let told = openzl::dissect(bytes);
    fields_in_place(&told.fields, bytes.len());
    if let Some(Error::Limit { .. }) = &told.error {
        // More fields than are kept: of what lies behind, nothing is known.
        return;
    }
    same_end(&parsed, &told);
    if let Ok(frame) = &parsed {
        covered(&told.fields, bytes.len());
        parts_in_place(frame, bytes.len());
    }
    if undecided(&parsed) {
        return;
    }
    same_walk(&parsed, bytes);
    match &parsed {
        Ok(frame) => same_header(frame, bytes),
        Err(error) => never_decoded(error, &told, bytes),
    }
}

/// Whether the native crate has no answer: an older version, or a dictionary.
fn undecided(parsed: &Result<Frame, Error>) -> bool {
    match parsed {
        Err(Error::Version { version }) => *version < 21,
        Err(Error::Unsupported {
            what: Unsupported::UnknownSize,
            ..
        })
        | Ok(_) => false,
        Err(error) => error.kind() == ErrorKind::Unsupported,
    }
}

/// Parsing and dissecting end the same way.
fn same_end(parsed: &Result<Frame, Error>, told: &Dissection) {
    match (parsed, &told.error) {
        (Ok(_), None) => {}
        (Err(parsed), Some(told)) => assert_eq!(parsed.to_string(), told.to_string()),
        (Ok(_), Some(error)) => panic!("parsed, and not dissected: {error}"),
        (Err(error), None) => panic!("dissected, and not parsed: {error}"),
    }
}

/// Fields lie within the frame; what a stream holds lies within the stream.
fn fields_in_place(fields: &[Field], size: usize) {
    for field in fields {
        let range = &field.range;
        assert!(
            range.start <= range.end && range.end <= size,
            "in {size} bytes: {field}"
        );
        assert!(!field.path.is_empty() && !field.value.is_empty(), "{field}");
        if let Some((stream, _)) = field.path.split_once(".zstd.") {
            let stream = fields
                .iter()
                .find(|field| field.path == stream)
                .unwrap_or_else(|| panic!("part of no stream: {field}"));
            assert!(
                stream.range.start <= range.start && range.end <= stream.range.end,
                "beyond {stream}: {field}"
            );
        }
    }
}

/// Every byte is part of some field.
fn covered(fields: &[Field], size: usize) {
    let mut ranges: Vec<_> = fields.iter().map(|field| &field.range).collect();
    ranges.sort_by_key(|range| range.start);
    let mut end = 0;
    for range in ranges {
        assert!(
            range.start <= end,
            "bytes {end}..{} are in no field",
            range.start
        );
        end = end.max(range.end);
    }
    assert_eq!(end, size, "the last bytes are in no field");
}

/// Chunks lie between header and end without gaps, and their parts within
/// them in order.
fn parts_in_place(frame: &Frame, size: usize) {
    assert_eq!(frame.size(), size);
    let mut end = frame.header().size();
    let sums = [
        frame.header().has_content_checksum(),
        frame.header().has_compressed_checksum(),
    ];
    for chunk in frame.chunks() {
        assert_eq!(chunk.range.start, end);
        end = chunk.range.end;
        let mut at = chunk.range.start + chunk.header_size;
        let mut next = |range: &Range<usize>| {
            assert!(range.start == at && at <= range.end, "{range:?} after {at}");
            at = range.end;
        };
        chunk.codecs.iter().for_each(|codec| next(&codec.header));
        chunk.streams.iter().for_each(|stream| next(&stream.range));
        let present = [
            chunk.content_checksum.is_some(),
            chunk.compressed_checksum.is_some(),
        ];
        assert_eq!(present, sums);
        let footer = 4 * present.into_iter().filter(|present| *present).count();
        assert_eq!(at + footer, end, "a chunk of {:?}", chunk.range);
    }
    assert_eq!(end + 1, size);
}

/// The reference finds the frame's end where the native walk does, or neither
/// finds one.
fn same_walk(parsed: &Result<Frame, Error>, bytes: &[u8]) {
    let ours = match parsed {
        Ok(frame) => Some(frame.size()),
        Err(Error::Trailing { offset, .. }) => Some(*offset),
        Err(_) => None,
    };
    let theirs = openzl_ffi::compressed_size(bytes);
    assert_eq!(
        ours,
        theirs.as_ref().ok().copied(),
        "where the frame ends; native: {:?}, reference: {:?}",
        parsed.as_ref().err().map(ToString::to_string),
        theirs.as_ref().err().map(ToString::to_string),
    );
}

/// The reference reads the same from the frame's header.
fn same_header(frame: &Frame, bytes: &[u8]) {
    let ours = frame.header();
    let theirs = openzl_ffi::frame_info(bytes)
        .unwrap_or_else(|error| panic!("the reference refuses the header: {error}"));
    assert_eq!(ours.version().get(), theirs.format_version);
    assert_same(
        || "the comment, of the reference and native".to_owned(),
        &theirs.comment,
        ours.comment(),
    );
    assert_eq!(ours.output_count(), theirs.outputs.len());
    for (index, (ours, theirs)) in ours.outputs().zip(&theirs.outputs).enumerate() {
        let strings = match theirs.kind {
            Kind::String => theirs.elements.map(|count| count as u64),
            _ => None,
        };
        assert_eq!(
            (format!("{:?}", ours.kind), ours.byte_size, ours.strings),
            (format!("{:?}", theirs.kind), theirs.size as u64, strings),
            "output {index}"
        );
    }
    assert_eq!(
        Some(ours.size()),
        openzl_ffi::header_size(bytes).ok(),
        "the size of the header"
    );
}

/// What is not parsed, the reference does not decode.
fn never_decoded(error: &Error, told: &Dissection, bytes: &[u8]) {
    let expands = |field: &Field| field.path.contains("].id") && field.value.contains("(constant_");
    if bytes.len() > FOREIGN_BYTES || told.fields.iter().any(expands) {
        return;
    }
    let parameters = DecodeParameters {
        max_output: LIMIT,
        ..DecodeParameters::unchecked()
    };
    if let Ok(outputs) = reference_decompress_multi(bytes, &parameters) {
        panic!(
            "the reference decodes {} outputs; native does not parse: {error}",
            outputs.len()
        );
    }
}
