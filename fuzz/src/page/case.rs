//! Settings and a page, drawn from bytes.

use arbitrary::{Result, Unstructured};
use conformance::zram::Layout;
use zram::{Codec, PageSize, Settings};

use crate::program;

/// Levels of zstd that soon have an encoder.
const ZSTD_LEVELS: [i32; 8] = [-100, -5, -1, 1, 2, 3, 4, 6];

/// What five bytes say.
pub(super) struct Drawn {
    pub(super) layout: Layout,
    /// In 255ths of a page; none for the default.
    threshold: Option<u8>,
    /// In 255ths of the program's output; none for no dictionary.
    dictionary: Option<u8>,
}

impl Drawn {
    pub(super) fn read(source: &mut Unstructured<'_>, draw: u8) -> Result<Self> {
        let [codec, setting, size, threshold, dictionary]: [u8; 5] = source.arbitrary()?;
        let codec = match codec % 4 {
            0 => Codec::Lz4Turbo,
            1 => Codec::Lz4 {
                acceleration: 1 + u32::from(setting % 32),
            },
            2 => Codec::Lz4High {
                level: 1 + i32::from(setting % 12),
            },
            _ => Codec::Zstd {
                level: ZSTD_LEVELS[usize::from(setting) % ZSTD_LEVELS.len()],
            },
        };
        let page_size = match size {
            250.. if draw.is_multiple_of(64) => PageSize::KiB64,
            220.. if draw.is_multiple_of(16) => PageSize::KiB16,
            _ => PageSize::KiB4,
        };
        Ok(Self {
            layout: Layout::plain(codec, page_size),
            threshold: (threshold >= 128).then_some(threshold),
            dictionary: (dictionary >= 192 && codec != Codec::Lz4Turbo).then_some(dictionary),
        })
    }
}

pub(super) struct Case {
    pub(super) layout: Layout,
    /// Without the dictionary.
    pub(super) settings: Settings,
    pub(super) dictionary: Option<Vec<u8>>,
    pub(super) page: Vec<u8>,
}

impl Case {
    /// What the program draws is repeated until the page is full.
    pub(super) fn read(drawn: &Drawn, source: &mut Unstructured<'_>) -> Result<Self> {
        let Layout {
            codec, page_size, ..
        } = drawn.layout;
        let size = page_size.bytes();
        let bytes = program::run(source, 2 * size, 1)?;
        let (dictionary, rest) = match drawn.dictionary {
            None => (None, &bytes[..]),
            Some(share) => {
                let (words, rest) = bytes.split_at(bytes.len() * usize::from(255 - share) / 63);
                (Some(words.to_vec()), rest)
            }
        };
        let page = match rest {
            [] => vec![0; size],
            rest => rest.iter().copied().cycle().take(size).collect(),
        };
        let settings = Settings::new(codec, page_size);
        Ok(Self {
            layout: drawn.layout,
            settings: match drawn.threshold {
                None => settings,
                Some(share) => settings.with_threshold(size * usize::from(share - 128) / 127),
            },
            dictionary,
            page,
        })
    }
}
