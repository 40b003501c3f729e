//! gzip members.

use std::io::Read;

use flate2::bufread::GzDecoder;

use super::{Cut, damaged, length_error};
use crate::compression::Codec;
use crate::error::Error;

pub(super) fn decompress(input: &[u8], output: &mut [u8], cut: Cut) -> Result<usize, Error> {
    if input.is_empty() && output.is_empty() {
        return Ok(0);
    }
    let mut member = GzDecoder::new(input);
    let mut filled = 0;
    while filled < output.len() {
        match member.read(&mut output[filled..]) {
            Ok(0) => return Ok(filled),
            Ok(length) => filled += length,
            Err(error) => return Err(damaged(Codec::Gzip, error)),
        }
    }
    // The member's checksum is looked at when its end is read.
    match member.read(&mut [0]) {
        Ok(0) => Ok(filled),
        Ok(more) if cut == Cut::Refused => Err(length_error(Codec::Gzip, filled, filled + more)),
        Ok(_) => Ok(filled),
        Err(error) => Err(damaged(Codec::Gzip, error)),
    }
}

/// How far a member can be decompressed, up to the last few bytes.
pub(super) fn prefix(input: &[u8], output: &mut [u8]) -> usize {
    /// What a failing read has decompressed is lost: it is asked for little.
    const STEP: usize = 64;
    let mut member = GzDecoder::new(input);
    let mut filled = 0;
    while filled < output.len() {
        let end = output.len().min(filled + STEP);
        match member.read(&mut output[filled..end]) {
            Ok(0) | Err(_) => break,
            Ok(length) => filled += length,
        }
    }
    filled
}
