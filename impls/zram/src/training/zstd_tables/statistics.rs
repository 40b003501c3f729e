//! What pages consist of, once they refer to a dictionary.

use alloc::vec;

use crate::{Codec, Dictionary, Encoded, Encoder, Error, PageSize, Settings};

/// Pages to look at, at most.
const PAGES: usize = 4096;

/// Finds matches for the statistics: those of LZ4 are near enough to zstd's.
const fn matches_as_at(level: i32) -> Codec {
    // zstd's first levels take the first match that they meet, too.
    if level < 5 {
        Codec::LZ4
    } else {
        Codec::Lz4High { level: 9 }
    }
}

/// The shortest literal run of every code (RFC 8878, section 3.1.1.3.2.1.1).
const LITERAL_LENGTHS: [u32; 36] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 28, 32, 40, 48, 64,
    128, 256, 512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536,
];

/// The shortest match of every code.
const MATCH_LENGTHS: [u32; 53] = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27,
    28, 29, 30, 31, 32, 33, 34, 35, 37, 39, 41, 43, 47, 51, 59, 67, 83, 99, 131, 259, 515, 1027,
    2051, 4099, 8195, 16_387, 32_771, 65_539,
];

/// How often every literal, and every code of a sequence, is met.
#[derive(Debug)]
pub(super) struct Statistics {
    pub(super) literals: [u32; 256],
    pub(super) literal_lengths: [u32; 36],
    pub(super) match_lengths: [u32; 53],
    offsets: [u32; 32],
}

impl Statistics {
    pub(super) fn of(
        pages: &[&[u8]],
        page_size: PageSize,
        level: i32,
        content: &[u8],
    ) -> Result<Self, Error> {
        let codec = matches_as_at(level);
        let settings = Settings::new(codec, page_size)
            .with_threshold(page_size.bytes())
            .with_dictionary(Dictionary::new(codec, content)?);
        let mut encoder = Encoder::with(&settings)?;
        let mut output = vec![0; encoder.room()];
        let mut statistics = Self {
            literals: [0; 256],
            literal_lengths: [0; 36],
            match_lengths: [0; 53],
            offsets: [0; 32],
        };
        let step = pages.len().div_ceil(PAGES).max(1);
        for page in pages.iter().step_by(step) {
            if let Encoded::Block { size } = encoder.encode(page, &mut output)? {
                statistics.count(&output[..size]);
            }
        }
        Ok(statistics)
    }

    /// Codes of offsets, as many as a page after so much content can have by
    /// the reckoning of libzstd (`ZSTD_loadCEntropy`).
    pub(super) fn offset_codes(&self, content: usize) -> &[u32] {
        let furthest = (content as u64 + (128 << 10)).ilog2() as usize;
        &self.offsets[..=furthest.min(31)]
    }

    /// Adds the sequences of an LZ4 block of our own.
    fn count(&mut self, block: &[u8]) {
        let mut offsets = [1, 4, 8];
        let mut rest = block;
        while let Some((token, after)) = rest.split_first() {
            rest = after;
            let run = length(token >> 4, &mut rest);
            let Some((literals, after)) = rest.split_at_checked(run as usize) else {
                return;
            };
            for literal in literals {
                self.literals[usize::from(*literal)] += 1;
            }
            let Some((offset, after)) = after.split_first_chunk() else {
                return;
            };
            rest = after;
            let offset = u32::from(u16::from_le_bytes(*offset));
            let matched = 4 + length(token & 15, &mut rest);
            self.literal_lengths[code(&LITERAL_LENGTHS, run)] += 1;
            self.match_lengths[code(&MATCH_LENGTHS, matched)] += 1;
            self.offsets[offset_value(&mut offsets, offset, run).ilog2() as usize] += 1;
        }
    }
}

/// A length of four bits, and of the bytes after them.
fn length(nibble: u8, rest: &mut &[u8]) -> u32 {
    let mut length = u32::from(nibble);
    if nibble == 15 {
        while let Some((byte, after)) = rest.split_first() {
            *rest = after;
            length += u32::from(*byte);
            if *byte < 255 {
                break;
            }
        }
    }
    length
}

fn code(bases: &[u32], value: u32) -> usize {
    bases.partition_point(|base| *base <= value).max(1) - 1
}

/// What zstd writes for an offset: 1 to 3 for one of the last three (RFC 8878,
/// section 3.1.1.5).
fn offset_value(last: &mut [u32; 3], offset: u32, literals: u32) -> u32 {
    let repeated = if literals > 0 {
        last.iter().position(|it| *it == offset)
    } else {
        [last[1], last[2], last[0] - 1]
            .iter()
            .position(|it| *it == offset)
    };
    // What comes first from now on, and what it was before.
    let from = last.iter().position(|it| *it == offset).unwrap_or(2);
    last[..=from].rotate_right(1);
    last[0] = offset;
    repeated.map_or(offset + 3, |index| index as u32 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_lengths() {
        assert_eq!(code(&LITERAL_LENGTHS, 0), 0);
        assert_eq!(code(&LITERAL_LENGTHS, 17), 16);
        assert_eq!(code(&LITERAL_LENGTHS, 65_535), 34);
        assert_eq!(code(&MATCH_LENGTHS, 4), 1);
        assert_eq!(code(&MATCH_LENGTHS, 36), 32);
        assert_eq!(code(&MATCH_LENGTHS, 130), 42);
    }

    #[test]
    fn offsets_that_come_again() {
        let mut last = [1, 4, 8];
        assert_eq!(offset_value(&mut last, 100, 3), 103);
        assert_eq!(last, [100, 1, 4]);
        assert_eq!(offset_value(&mut last, 100, 3), 1);
        assert_eq!(offset_value(&mut last, 1, 3), 2);
        assert_eq!(last, [1, 100, 4]);
        // Without literals, the last one would have gone on.
        assert_eq!(offset_value(&mut last, 100, 0), 1);
        assert_eq!(last, [100, 1, 4]);
        assert_eq!(offset_value(&mut last, 99, 0), 3);
        assert_eq!(last, [99, 100, 1]);
    }
}
