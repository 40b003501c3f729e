//! A case: which calls, and how the file is stored.

use hipo::{Codec, Compression, Layout, Profile};

use super::content::Content;
use super::schemas::SchemaSet;
use super::script::Script;
use crate::format::Case;

/// How a file is stored.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Stored {
    /// The compression of its records.
    pub compression: Compression,
    /// Whether columns are split into planes of bytes.
    pub byte_split: bool,
    /// Whose rules it follows.
    pub profile: Profile,
}

impl Stored {
    /// As C++ stores files.
    pub const CPP: Self = Self {
        compression: Compression::LZ4,
        byte_split: false,
        profile: Profile::Cpp,
    };

    /// By the other rules, with a compression.
    pub const fn plain(compression: Compression) -> Self {
        Self {
            compression,
            byte_split: false,
            profile: Profile::Plain,
        }
    }

    /// Whether C++ writes such files.
    pub fn is_of_cpp(self) -> bool {
        self == Self::CPP
    }

    /// Whether C++ reads such files.
    pub fn is_read_by_cpp(self) -> bool {
        self.compression.layout() == Layout::Whole
            && matches!(
                self.compression.codec(),
                Codec::None | Codec::Lz4 | Codec::Lz4High
            )
    }

    /// Its name in the name of a case.
    pub fn name(self) -> String {
        if self.is_of_cpp() {
            return "cpp".to_owned();
        }
        let split = if self.byte_split { "+planes" } else { "" };
        format!("tag-{}{split}", self.compression.tag())
    }
}

/// A series of calls of a writer.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct HipoCase {
    /// How the file is stored.
    pub stored: Stored,
    /// Its schemas.
    pub schemas: SchemaSet,
    /// What is in its banks.
    pub content: Content,
    /// Number of events.
    pub events: u32,
    /// Whether events have tags, records are closed by the caller, and the file
    /// has a configuration.
    pub eventful: bool,
    /// Makes another case of the same kind.
    pub seed: u64,
}

impl HipoCase {
    /// Why C++ cannot read the file, if it cannot.
    pub fn not_for_cpp(&self) -> Option<&'static str> {
        if !self.stored.is_read_by_cpp() {
            return Some("C++ takes every compression for LZ4");
        }
        if !self.schemas.is_of_cpp() {
            return Some("C++ takes array columns for ones of no bytes");
        }
        if self.events == 0 && self.stored.is_of_cpp() {
            return Some("C++ gives up on a last record of less than 80 bytes, its own too");
        }
        None
    }

    /// So many events of the data set that implementations are timed on.
    pub fn data_set(stored: Stored, events: u32) -> Self {
        super::cases::data_set(stored, events)
    }

    /// The calls.
    pub fn script(&self) -> Script {
        Script::of(self)
    }
}

impl Case for HipoCase {
    fn name(&self) -> String {
        let Self {
            stored,
            schemas,
            content,
            events,
            eventful,
            seed,
        } = self;
        let kind = if *eventful { "eventful" } else { "plain" };
        format!(
            "{}/{}/{}/{kind}/{events}/{seed}",
            stored.name(),
            schemas.name(),
            content.name()
        )
    }
}
