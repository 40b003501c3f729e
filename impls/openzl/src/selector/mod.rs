//! Selectors: graphs that choose a graph by looking at their input.

use crate::graph::engine::Successor;
use crate::stream::StreamType;
use crate::{Error, Unsupported};

/// A graph by the type of the stream (`compress/selectors/selector_compress.c`).
pub(crate) fn compress_generic(kind: StreamType) -> Result<Successor, Error> {
    match kind {
        StreamType::Serial => Ok(Successor::Zstd),
        StreamType::Struct | StreamType::Numeric | StreamType::String => Err(Error::Unsupported {
            offset: 0,
            what: Unsupported::TypedOutput,
        }),
    }
}
