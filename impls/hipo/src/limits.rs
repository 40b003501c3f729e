//! How much a reader takes on.

/// Bounds on what a file can make a reader allocate.
///
/// A record's compressed bytes are bounded by the file's size, and what an LZ4
/// or gzip stream can become by its own; these bound the rest. Readers that are
/// done leave up to 64 MiB of memory for those that come next, in all of the
/// process.
///
/// ```
/// let limits = hipo::Limits::default().with_record_bytes(64 << 20);
/// assert_eq!(limits.record_bytes(), 64 << 20);
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Limits {
    record: u64,
    dictionary: u64,
}

impl Limits {
    /// A gibibyte for a record, 64 MiB for the dictionary.
    pub const DEFAULT: Self = Self {
        record: 1 << 30,
        dictionary: 64 << 20,
    };

    /// The most that a record may take when decompressed, in bytes. Writers
    /// close a record at 8 MiB, or 32, or with the one event that is larger. More
    /// than 4 GiB is not possible.
    #[must_use]
    pub const fn with_record_bytes(mut self, bytes: u64) -> Self {
        self.record = bytes;
        self
    }

    /// The most that the dictionary may take when decompressed, in bytes.
    #[must_use]
    pub const fn with_dictionary_bytes(mut self, bytes: u64) -> Self {
        self.dictionary = bytes;
        self
    }

    /// See [`with_record_bytes`](Self::with_record_bytes).
    pub const fn record_bytes(&self) -> u64 {
        self.record
    }

    /// See [`with_dictionary_bytes`](Self::with_dictionary_bytes).
    pub const fn dictionary_bytes(&self) -> u64 {
        self.dictionary
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
