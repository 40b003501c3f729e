//! What a client may ask before it has chosen an export.

/// What a client may ask before it has chosen an export.
///
/// Later there is one limit, the maximum of the export's
/// [`BlockSizes`](crate::BlockSizes).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    options: u32,
    meta_queries: u32,
}

impl Limits {
    /// 128 options, and 32 queries of metadata contexts in one of them.
    pub const DEFAULT: Self = Self {
        options: 128,
        meta_queries: 32,
    };

    /// The most data that an option may have, in bytes; more is read and
    /// forgotten, and answered with `NBD_REP_ERR_TOO_BIG`.
    pub const OPTION_LENGTH: u32 = 1 << 15;

    /// From here on data of an option, or of `NBD_CMD_WRITE`, is not even read:
    /// the connection ends.
    pub const SKIPPED_LENGTH: u32 = 1 << 26;

    /// A client that sends more options is sent away.
    #[must_use]
    pub const fn with_options(mut self, options: u32) -> Self {
        self.options = options;
        self
    }

    /// An option with more queries is answered with `NBD_REP_ERR_TOO_BIG`.
    #[must_use]
    pub const fn with_meta_queries(mut self, queries: u32) -> Self {
        self.meta_queries = queries;
        self
    }

    /// The most options.
    pub const fn options(&self) -> u32 {
        self.options
    }

    /// The most queries in one option.
    pub const fn meta_queries(&self) -> u32 {
        self.meta_queries
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
