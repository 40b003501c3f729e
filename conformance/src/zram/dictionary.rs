//! What pages of a case refer to.

use std::sync::OnceLock;

use corpora::Kind;
use zram::training::train;
use zram::{Codec, PageSize, Settings};

/// Bytes that a dictionary may have.
const SIZE: usize = 8 << 10;

/// Where a dictionary comes from.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Origin {
    /// Content alone: what training finds for LZ4.
    Content,
    /// Content and statistics: what training makes for zstd.
    Trained,
    /// Shorter than a match.
    Tiny,
}

impl Origin {
    /// Its name, as names of cases have it.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Content => "content",
            Self::Trained => "trained",
            Self::Tiny => "tiny",
        }
    }

    /// Its bytes.
    pub fn bytes(self) -> &'static [u8] {
        static CONTENT: OnceLock<Vec<u8>> = OnceLock::new();
        static TRAINED: OnceLock<Vec<u8>> = OnceLock::new();
        match self {
            Self::Content => CONTENT.get_or_init(|| trained(Codec::LZ4)),
            Self::Trained => TRAINED.get_or_init(|| trained(Codec::Zstd { level: 1 })),
            Self::Tiny => b"gold",
        }
    }
}

/// Learned from pages of several kinds, none of which any case has.
fn trained(codec: Codec) -> Vec<u8> {
    let kinds = [Kind::Text, Kind::Source, Kind::Strings, Kind::Records];
    let memory: Vec<u8> = kinds
        .iter()
        .flat_map(|kind| kind.generate(40 * PageSize::KiB4.bytes(), 7))
        .collect();
    let pages: Vec<_> = memory.chunks_exact(PageSize::KiB4.bytes()).collect();
    let settings = Settings::new(codec, PageSize::KiB4);
    let training = train(&pages, &settings, SIZE).expect("pages to learn from");
    training.into_bytes()
}
