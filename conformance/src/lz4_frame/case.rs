//! A case: what is compressed, and how.

use std::fmt::Write as _;

use lz4::frame::BlockSize;

use crate::data::Data;
use crate::format::Case;

/// How a frame is written; the default is what liblz4 does by default.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the frame's header"
)]
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct FrameSettings {
    /// The level.
    pub level: i32,
    /// How much content a block holds.
    pub block_size: BlockSize,
    /// Whether blocks refer to those before them.
    pub linked: bool,
    /// Whether a checksum ends each block.
    pub block_checksums: bool,
    /// Whether a checksum of the content ends the frame.
    pub content_checksum: bool,
    /// Whether the header announces the content's size.
    pub content_size: bool,
}

impl Default for FrameSettings {
    fn default() -> Self {
        Self {
            level: 0,
            block_size: BlockSize::Kib64,
            linked: true,
            block_checksums: false,
            content_checksum: false,
            content_size: false,
        }
    }
}

impl FrameSettings {
    fn name(&self) -> String {
        let mut name = format!("level-{}", self.level);
        let _ = write!(name, "/blocks-{}", self.block_size.bytes());
        for (set, word) in [
            (!self.linked, "independent"),
            (self.block_checksums, "block-checksums"),
            (self.content_checksum, "content-checksum"),
            (self.content_size, "content-size"),
        ] {
            if set {
                let _ = write!(name, "/{word}");
            }
        }
        name
    }
}

/// An input and how it is compressed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FrameCase {
    /// The input.
    pub data: Data,
    /// How it is compressed.
    pub settings: FrameSettings,
}

impl Case for FrameCase {
    fn name(&self) -> String {
        let (settings, data) = (self.settings.name(), self.data.name());
        format!("{settings}/{data}/{}", self.data.size())
    }
}
