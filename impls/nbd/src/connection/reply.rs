//! Replies, simple and structured (proto.md, "Transmission").

use std::io::Write;

use crate::channel::Output;
use crate::error::Refusal;
use crate::protocol::{REPLY_FLAG_DONE, SIMPLE_REPLY_MAGIC, STRUCTURED_REPLY_MAGIC, reply_type};

/// The header of a simple reply: magic number, error, cookie.
pub(super) const SIMPLE: usize = 16;

/// The header of a chunk: magic number, flags, type, cookie, length.
const CHUNK: usize = 20;

/// A chunk of data up to its data, and a chunk that is a hole.
pub(super) const DATA: usize = CHUNK + 8;
pub(super) const HOLE: usize = CHUNK + 12;

pub(super) fn simple(error: u32, cookie: u64) -> [u8; SIMPLE] {
    let mut header = [0; SIMPLE];
    header[..4].copy_from_slice(&SIMPLE_REPLY_MAGIC.to_be_bytes());
    header[4..8].copy_from_slice(&error.to_be_bytes());
    header[8..].copy_from_slice(&cookie.to_be_bytes());
    header
}

fn chunk(done: bool, kind: u16, cookie: u64, length: usize) -> [u8; CHUNK] {
    let flags = if done { REPLY_FLAG_DONE } else { 0 };
    let mut header = [0; CHUNK];
    header[..4].copy_from_slice(&STRUCTURED_REPLY_MAGIC.to_be_bytes());
    header[4..6].copy_from_slice(&flags.to_be_bytes());
    header[6..8].copy_from_slice(&kind.to_be_bytes());
    header[8..16].copy_from_slice(&cookie.to_be_bytes());
    header[16..].copy_from_slice(&(length as u32).to_be_bytes());
    header
}

/// What goes before `length` bytes of data from `offset` on.
pub(super) fn data(done: bool, cookie: u64, offset: u64, length: usize) -> [u8; DATA] {
    let mut header = [0; DATA];
    header[..CHUNK].copy_from_slice(&chunk(done, reply_type::OFFSET_DATA, cookie, 8 + length));
    header[CHUNK..].copy_from_slice(&offset.to_be_bytes());
    header
}

/// `length` zeros from `offset` on.
pub(super) fn hole(done: bool, cookie: u64, offset: u64, length: usize) -> [u8; HOLE] {
    let mut reply = [0; HOLE];
    reply[..CHUNK].copy_from_slice(&chunk(done, reply_type::OFFSET_HOLE, cookie, 12));
    reply[CHUNK..CHUNK + 8].copy_from_slice(&offset.to_be_bytes());
    reply[CHUNK + 8..].copy_from_slice(&(length as u32).to_be_bytes());
    reply
}

/// A read of nothing.
pub(super) fn none<W: Write>(output: &mut Output<W>, cookie: u64) {
    output.put(&chunk(true, reply_type::NONE, cookie, 0));
}

/// What goes before `count` extents of the metadata context `id`.
pub(super) fn block_status<W: Write>(output: &mut Output<W>, cookie: u64, id: u32, count: usize) {
    output.put(&chunk(
        true,
        reply_type::BLOCK_STATUS,
        cookie,
        4 + 8 * count,
    ));
    output.put(&id.to_be_bytes());
}

/// An error, with a text if replies are structured.
pub(super) fn error<W: Write>(
    output: &mut Output<W>,
    structured: bool,
    cookie: u64,
    refusal: Refusal,
) {
    if !structured {
        output.put(&simple(refusal.number, cookie));
        return;
    }
    let text = refusal.text.as_bytes();
    output.put(&chunk(true, reply_type::ERROR, cookie, 6 + text.len()));
    output.put(&refusal.number.to_be_bytes());
    output.put(&(text.len() as u16).to_be_bytes());
    output.put(text);
}
