//! Graphs: which codecs an input goes through.
//!
//! A [`Graph`] is what the caller asks for; [`engine`] runs it on an input;
//! [`runtime`] records the nodes and streams that came of it, and holds the
//! rules for the order in which a chunk lists them.

pub(crate) mod engine;
pub(crate) mod runtime;

use core::fmt;

/// A standard graph (`compress/graph_registry.c`).
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Hash)]
#[non_exhaustive]
pub enum Graph {
    /// What the reference does when it is given no graph
    /// (`ZL_CCtx_compress` without a compressor): `zstd` for serial input,
    /// in one chunk whatever the size.
    #[default]
    Default,
    /// The input as it is.
    Store,
    /// Zstandard.
    Zstd,
    /// A graph by the type of the input: for serial input, `zstd`.
    CompressGeneric,
    /// `compress_generic` on chunks of 16 MiB.
    SegmentSerial,
}

impl Graph {
    /// Every graph.
    pub const ALL: [Self; 5] = [
        Self::Default,
        Self::Store,
        Self::Zstd,
        Self::CompressGeneric,
        Self::SegmentSerial,
    ];

    /// The graph's name, the reference's where it has one.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Store => "store",
            Self::Zstd => "zstd",
            Self::CompressGeneric => "compress_generic",
            Self::SegmentSerial => "segment_serial",
        }
    }

    /// The graph called `name`.
    ///
    /// ```
    /// use openzl::Graph;
    ///
    /// assert_eq!(Graph::from_name("zstd"), Some(Graph::Zstd));
    /// assert_eq!(Graph::from_name("gzip"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|graph| graph.name() == name)
    }

    /// The reference's number for the graph (`ZL_StandardGraphID`), or
    /// `None` for [`Graph::Default`], which is the absence of one.
    #[must_use]
    pub const fn id(self) -> Option<u32> {
        match self {
            Self::Default => None,
            Self::Store => Some(2),
            Self::Zstd => Some(9),
            Self::CompressGeneric => Some(13),
            Self::SegmentSerial => Some(29),
        }
    }
}

impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
