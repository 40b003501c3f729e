//! A case: what is compressed, and how.

use std::fmt::Write as _;

use openzl::Graph;

use crate::data::Data;
use crate::format::Case;

/// How it is compressed; the default is what both sides do by default.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Settings {
    /// The graph.
    pub graph: Graph,
    /// The level.
    pub level: i32,
    /// The format version.
    pub version: u32,
    /// Whether chunks carry a checksum of their content.
    pub content_checksum: bool,
    /// Whether header and chunks carry a checksum of their bytes.
    pub compressed_checksum: bool,
    /// The smallest stream to compress, negative for all.
    pub min_stream_size: i32,
    /// Whether a chunk that would not shrink is stored.
    pub store_on_expansion: bool,
    /// How long a comment the header carries.
    pub comment: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            graph: Graph::Default,
            level: 6,
            version: 27,
            content_checksum: true,
            compressed_checksum: true,
            min_stream_size: 10,
            store_on_expansion: true,
            comment: 0,
        }
    }
}

impl Settings {
    /// The default settings at `level`.
    pub fn at_level(level: i32) -> Self {
        Self {
            level,
            ..Self::default()
        }
    }

    /// The bytes of the comment.
    pub fn comment_bytes(&self) -> Vec<u8> {
        (0..self.comment)
            .map(|index| b'a' + (index % 26) as u8)
            .collect()
    }

    /// The settings in words fit for a name, those that are not the default.
    fn name(&self) -> String {
        let mut name = format!("{}/level-{}", self.graph, self.level);
        let default = Self::default();
        if self.version != default.version {
            let _ = write!(name, "/format-{}", self.version);
        }
        if !self.content_checksum {
            name.push_str("/no-content-checksum");
        }
        if !self.compressed_checksum {
            name.push_str("/no-compressed-checksum");
        }
        if self.min_stream_size != default.min_stream_size {
            let _ = write!(name, "/min-stream-{}", self.min_stream_size);
        }
        if !self.store_on_expansion {
            name.push_str("/expand");
        }
        if self.comment > 0 {
            let _ = write!(name, "/comment-{}", self.comment);
        }
        name
    }
}

/// An input and how it is compressed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct OpenZlCase {
    /// The input.
    pub data: Data,
    /// How it is compressed.
    pub settings: Settings,
}

impl Case for OpenZlCase {
    fn name(&self) -> String {
        let (settings, data) = (self.settings.name(), self.data.name());
        format!("{settings}/{data}/{}", self.data.size())
    }
}
