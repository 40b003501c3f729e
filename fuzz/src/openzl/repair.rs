//! Making checksums right again after a fuzzer has been at a frame.
//!
//! One checked byte in 256 headers is right by chance, and four bytes never
//! are: without repair nothing behind a checksum is ever reached. The value
//! that is due is taken from the native reader's own complaint. That hides
//! nothing: were it wrong, the reference would refuse the repaired frame, and
//! that is a difference.

use openzl::{Decompressor, Error, Structure};

/// How many checksums are put right in one frame.
const ROUNDS: usize = 16;

/// Puts the header's checksum right, if that is what is wrong. Whether it did.
pub(super) fn repair_header(frame: &mut [u8]) -> bool {
    match openzl::Frame::parse(frame) {
        Err(error) => put_right(frame, &error),
        Ok(_) => false,
    }
}

/// Puts the checksums of header and chunks right, one after the other, as far
/// as the frame can be read. Whether anything changed.
pub(super) fn repair(frame: &mut [u8], decompressor: &mut Decompressor) -> bool {
    let mut changed = false;
    for _ in 0..ROUNDS {
        match decompressor.decompress(frame) {
            Err(error) if put_right(frame, &error) => changed = true,
            _ => break,
        }
    }
    changed
}

fn put_right(frame: &mut [u8], error: &Error) -> bool {
    let Error::Checksum {
        offset,
        structure,
        computed,
        ..
    } = *error
    else {
        return false;
    };
    let size = if structure == Structure::HeaderChecksum {
        1
    } else {
        4
    };
    frame[offset..offset + size].copy_from_slice(&computed.to_le_bytes()[..size]);
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_with_every_checksum_wrong_is_repaired() {
        let input = b"a touchstone, a touchstone, a touchstone".repeat(9);
        let sound = openzl::compress(&input).expect("a small input");
        let seen = openzl::Frame::parse(&sound).expect("sound");
        let mut broken = sound.clone();
        broken[seen.header().size() - 1] ^= 1;
        for byte in &mut broken[sound.len() - 9..sound.len() - 1] {
            *byte ^= 0x55;
        }
        let mut decompressor = Decompressor::default();
        assert!(repair(&mut broken, &mut decompressor));
        assert_eq!(broken, sound);
        assert!(!repair(&mut broken, &mut decompressor));
    }
}
