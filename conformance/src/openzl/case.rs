//! A case: what is compressed, and how.

use std::fmt::Write as _;

use corpora::Kind;
use openzl::Graph;

use crate::format::{Case, Missing};

/// The seed of every generated input.
const SEED: u64 = 0x0BEA_C0DE;

/// What is compressed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Data {
    /// So many bytes from a generator.
    Generated(Kind, usize),
    /// So many bytes, of which each 16 MiB are in turn text and noise.
    Stripes(usize),
    /// The first bytes of the C sources that come with `openzl-sys`.
    CSources(usize),
    /// The first bytes of a real file, by its id in the corpora's manifest.
    Real(String, usize),
}

impl Data {
    /// How many bytes.
    pub fn size(&self) -> usize {
        match self {
            Self::Generated(_, size)
            | Self::Stripes(size)
            | Self::CSources(size)
            | Self::Real(_, size) => *size,
        }
    }

    fn name(&self) -> &str {
        match self {
            Self::Generated(kind, _) => kind.name(),
            Self::Stripes(_) => "stripes",
            Self::CSources(_) => "c-sources",
            Self::Real(id, _) => id,
        }
    }

    /// The bytes.
    ///
    /// # Errors
    /// [`Missing`] when they come from a file that is not on this machine.
    pub fn bytes(&self) -> Result<Vec<u8>, Missing> {
        match self {
            Self::Generated(kind, size) => Ok(kind.generate(*size, SEED)),
            Self::Stripes(size) => Ok(stripes(*size)),
            Self::CSources(size) => {
                let sources = corpora::c_sources().ok_or_else(|| Missing {
                    what: "the C sources of openzl-sys in cargo's registry".to_owned(),
                    how_to_install: "cargo fetch".to_owned(),
                })?;
                Ok(repeated(&sources, *size))
            }
            Self::Real(id, size) => {
                let missing = || Missing {
                    what: format!("the real file {id}"),
                    how_to_install: "cargo run --release -- corpora fetch".to_owned(),
                };
                let files = corpora::available(&corpora::default_root());
                let file = files.into_iter().find(|file| file.id == *id);
                let mut bytes = file.ok_or_else(missing)?.read().map_err(|_| missing())?;
                bytes.truncate(*size);
                Ok(bytes)
            }
        }
    }
}

/// Bytes of a stripe: a chunk of `segment_serial`.
const STRIPE: usize = 16 << 20;

/// Text and noise in turn.
fn stripes(size: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(size);
    for (index, start) in (0..size).step_by(STRIPE).enumerate() {
        let length = STRIPE.min(size - start);
        if index % 2 == 0 {
            // Some text again and again is made faster than so much text.
            let text = Kind::Text.generate(1 << 20, SEED + index as u64);
            bytes.extend(repeated(&text, length));
        } else {
            bytes.extend(Kind::Random.generate(length, SEED + index as u64));
        }
    }
    bytes
}

/// The first `size` bytes of `source`, again and again where it is shorter.
fn repeated(source: &[u8], size: usize) -> Vec<u8> {
    source.iter().copied().cycle().take(size).collect()
}

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
