//! A case to compress: settings and an input, from a fuzzer's bytes.

use arbitrary::{Result, Unstructured};
use conformance::openzl::Settings;
use openzl::Graph;

use crate::program;

/// Levels that are worth most of the time: those that people use, and fast.
const FAST_LEVELS: [i32; 16] = [1, 3, -5, 2, -1, 4, 6, 5, -7, -3, -2, -4, -6, 0, 7, 1];

/// Stream sizes around which something happens, the default first.
const MIN_STREAM_SIZES: [i32; 12] = [
    10,
    0,
    -1,
    1,
    2,
    9,
    11,
    64,
    1000,
    100_000,
    i32::MAX,
    i32::MIN,
];

/// Lengths of comments: none, the ends of their varint's sizes, the most that
/// a header holds, and one more, which both sides must refuse.
const COMMENTS: [usize; 12] = [0, 1, 2, 26, 127, 128, 129, 255, 256, 9_999, 10_000, 10_001];

/// What to compress and how.
#[derive(Debug)]
pub(super) struct Case {
    pub(super) settings: Settings,
    pub(super) input: Vec<u8>,
}

impl Case {
    /// The case that `data` stands for: six bytes of settings, then the
    /// input's program. Every string of bytes is a case.
    pub(super) fn from_bytes(data: &[u8]) -> Self {
        let draw = program::draw(data);
        Self::read(&mut Unstructured::new(data), draw).expect("bytes that run out are zeros")
    }

    fn read(source: &mut Unstructured<'_>, draw: u8) -> Result<Self> {
        let settings = settings(source)?;
        let size: u8 = source.arbitrary()?;
        let (limit, scale) = size_class(size, draw, settings.level);
        Ok(Self {
            settings,
            input: program::run(source, limit, scale)?,
        })
    }
}

fn settings(source: &mut Unstructured<'_>) -> Result<Settings> {
    let [graph, level, version, flags, rest]: [u8; 5] = source.arbitrary()?;
    let graph = match graph {
        // Half of the values are for the path that most callers take.
        0..128 => Graph::Default,
        _ => Graph::ALL[usize::from(graph) % Graph::ALL.len()],
    };
    let level = match level {
        0..208 => FAST_LEVELS[usize::from(level) % FAST_LEVELS.len()],
        208..244 => 8 + i32::from(level) % 5,
        244.. => 13 + i32::from(level) % 10,
    };
    Ok(Settings {
        graph,
        level,
        version: match version {
            0..64 => 27,
            _ => 21 + u32::from(version) % 7,
        },
        content_checksum: flags & 1 == 0,
        compressed_checksum: flags & 2 == 0,
        store_on_expansion: flags & 4 == 0,
        min_stream_size: match flags >> 4 {
            index @ 0..12 => MIN_STREAM_SIZES[usize::from(index)],
            // Small ones, which small inputs may reach or not.
            index => i32::from(index) * i32::from(rest) / 16,
        },
        comment: if flags & 8 == 0 {
            0
        } else {
            COMMENTS[usize::from(rest) % COMMENTS.len()]
        },
    })
}

/// The most bytes of an input, and how its lengths are scaled. Nearly all
/// inputs are small, the smaller the slower the level is; a few reach zstd's
/// second block, which starts at 128 KiB, and its third. The slow
/// levels get none of those: a second for one of them would cost thousands of others.
///
/// `draw` must agree to a large input.
fn size_class(size: u8, draw: u8, level: i32) -> (usize, u32) {
    let (small, middle, large, huge) = match level {
        ..=6 => (1 << 10, 16 << 10, 64 << 10, 300_000),
        7..=8 => (1 << 10, 8 << 10, 32 << 10, 140_000),
        9..=15 => (1 << 10, 4 << 10, 16 << 10, 32 << 10),
        16.. => (512, 2 << 10, 4 << 10, 8 << 10),
    };
    match size {
        240.. if draw == 0 => (huge, 10),
        224.. if draw.is_multiple_of(64) => (large, 6),
        192.. if draw.is_multiple_of(8) => (middle, 3),
        _ => (small, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_string_of_bytes_is_a_case() {
        assert_eq!(
            Case::from_bytes(&[]).settings,
            Settings {
                level: 1,
                ..Settings::default()
            }
        );
        for length in 0..40 {
            Case::from_bytes(&vec![0xff; length]);
        }
    }

    #[test]
    fn every_level_graph_and_version_can_be_had() {
        let cases: Vec<_> = (0..=255)
            .map(|byte| Case::from_bytes(&[byte; 5]).settings)
            .collect();
        let levels: BTreeSet<_> = cases.iter().map(|settings| settings.level).collect();
        assert_eq!(levels, (-7..=22).collect());
        let versions: BTreeSet<_> = cases.iter().map(|settings| settings.version).collect();
        assert_eq!(versions, (21..=27).collect());
        let graphs: BTreeSet<_> = cases.iter().map(|settings| settings.graph.name()).collect();
        assert_eq!(graphs.len(), Graph::ALL.len());
    }
}
