//! Decoding `zstd`.

use alloc::vec::Vec;

use mzstd::{DecodeLimits, DecoderConfig, FrameMode};

use super::MAGIC;
use super::header::{Header, frame_size};
use crate::output::{Destination, Room};
use crate::wire::Reader;
use crate::{Error, Structure};

/// The largest window that the decoder takes, as a power of two. The
/// reference bounds windows only by the format when it decodes at once.
const MAX_WINDOW_LOG: u8 = 31;

/// A Zstandard decompressor kept between calls, made when first needed, and
/// where the magic number is put back in front of a frame.
#[derive(Debug, Default)]
pub(crate) struct DecoderState {
    decoder: Option<mzstd::Decompressor>,
    frame: Vec<u8>,
}

/// The content size that the frame in `stream` tells, and where in `stream`
/// the frame starts. `offset` is where `stream` stands, for errors.
fn content_size(stream: &[u8], offset: usize) -> Result<(usize, u64), Error> {
    let corrupt = |problem| Error::corrupt(offset, Structure::ZstdStream, problem);
    let mut reader = Reader::new(stream);
    let width = reader
        .varint(Structure::ZstdStream)
        .map_err(|_| corrupt("the element width is cut short"))?;
    if width != 1 {
        return Err(corrupt("a serial stream's elements are not one byte wide"));
    }
    let start = reader.offset();
    let header =
        Header::read(&stream[start..]).ok_or(corrupt("the zstd frame header is cut short"))?;
    let size = header
        .content
        .ok_or(corrupt("the zstd frame does not tell its content size"))?;
    Ok((start, size))
}

/// Decodes `stream` to the end of `output` and returns how many bytes that
/// is; `offset` is where the stream stands, for errors.
pub(crate) fn decode(
    state: &mut DecoderState,
    stream: &[u8],
    offset: usize,
    room: Room,
    output: &mut dyn Destination,
) -> Result<usize, Error> {
    let (start, size) = content_size(stream, offset)?;
    let size = room.claim(size, offset)?;
    let decoder = state.decoder.get_or_insert_with(|| {
        let limits = DecodeLimits::default()
            .with_max_window_log(MAX_WINDOW_LOG)
            .expect("a window log of the format");
        mzstd::Decompressor::new(DecoderConfig::from(limits).with_frame_mode(FrameMode::Single))
    });
    let mut rest = &stream[start..];
    let mut written = 0;
    // The reference decodes as many frames as there are bytes for, so one
    // that holds nothing may follow the first.
    loop {
        let end = frame_size(rest).unwrap_or(rest.len());
        state.frame.clear();
        state.frame.extend_from_slice(&MAGIC);
        state.frame.extend_from_slice(&rest[..end]);
        written += output
            .put_zstd(decoder, &state.frame, size - written)
            .map_err(|source| Error::ZstdDecode { offset, source })?;
        rest = &rest[end..];
        if rest.is_empty() {
            break;
        }
    }
    if written != size {
        return Err(Error::corrupt(
            offset,
            Structure::ZstdStream,
            "the zstd frame holds fewer bytes than it tells",
        ));
    }
    Ok(size)
}

/// The fields at the front of `stream`: each with its length, name and
/// value.
pub(crate) fn describe(
    stream: &[u8],
    mut field: impl FnMut(usize, &str, core::fmt::Arguments<'_>),
) {
    let mut reader = Reader::new(stream);
    let Ok(width) = reader.varint(Structure::ZstdStream) else {
        return;
    };
    field(reader.offset(), "element_width", format_args!("{width}"));
    let frame = &stream[reader.offset()..];
    let Some(header) = Header::read(frame) else {
        return;
    };
    match header.content {
        Some(content) => field(
            header.size,
            "frame_header",
            format_args!("window {}, content {content}", header.window),
        ),
        None => field(
            header.size,
            "frame_header",
            format_args!("window {}, content unknown", header.window),
        ),
    }
    let checksum = if header.checksum { ", checksum" } else { "" };
    field(
        frame.len() - header.size,
        "blocks",
        format_args!(
            "{} bytes, dictionary {}{checksum}",
            frame.len() - header.size,
            header.dictionary
        ),
    );
}
