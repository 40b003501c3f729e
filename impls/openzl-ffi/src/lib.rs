//! The reference OpenZL: C OpenZL 0.3.0 behind a safe and small interface.
//!
//! The suite holds the native implementation to what this crate says, so that
//! this crate says only what C says: it validates what C trusts (widths, string
//! lengths), limits output where C would allocate whatever a frame declares, and
//! changes nothing else. There is no code of its own for the format.
//!
//! ```
//! use openzl_ffi::{DecodeParameters, Graph, Input, Parameters};
//!
//! let text = b"a touchstone, a touchstone, a touchstone";
//! let frame = openzl_ffi::compress(Graph::DEFAULT, &Parameters::at_level(3), Input::Serial(text))?;
//! assert_eq!(openzl_ffi::decompress(&frame, &DecodeParameters::limited(100))?, text);
//! # Ok::<(), openzl_ffi::Error>(())
//! ```
//!
//! Contexts are [`CompressContext`] and [`DecompressContext`]; the free functions
//! make one for each call, as most callers of C do. A [`Compressor`] is the graph
//! to start with, or none for the default path. C is at its fastest in a context
//! that is prepared once ([`CompressContext::prepare`]) with a compressor that is
//! there already: [`Graph::ZSTD`] writes the default path's frames of serial input
//! with the fewest detours.
//!
//! # How C is built
//!
//! The crate `openzl-sys` builds C for the baseline of the target, and with
//! asserts and debug logging unless told otherwise. The workspace's
//! `.cargo/config.toml` tells it otherwise by `CFLAGS=-DNDEBUG`; [`build_flags`]
//! and [`has_asserts`] say what became of that in the build at hand.
//!
//! C chooses most of its vector code at compile time. The build at its best is
//!
//! ```text
//! cargo --config .cargo/x86-64-v3.toml bench
//! ```
//!
//! (or `test`, `run`, …), which adds `-march=x86-64-v3` to OpenZL, zstd and lz4,
//! and keeps to a target folder of its own. Frames are the same; figures of
//! throughput are for this build. The default build runs on any x86-64.
//!
//! # What C does not promise
//!
//! C's decoder checks its input, and the fuzzers feed it hostile frames through
//! [`decompress`]. But it bounds only the outputs: a small frame may make it
//! allocate large intermediate streams. And the compressor trusts the parameters
//! of its graphs: [`Builder::copy_param`] passes bytes that C takes at their
//! word, and ids of private graphs are for those who know their needs.

mod compress;
mod compressor;
mod decompress;
mod error;
mod frame;
mod graph;
mod input;
mod output;
mod params;
mod prepared;
mod reflect;
mod version;

pub use compress::{CompressContext, compress, compress_bound, compress_multi, compress_to_slice};
pub use compressor::{Builder, Compressor};
pub use decompress::{
    DecompressContext, decompress, decompress_multi, decompress_to_slice, decompress_typed,
};
pub use error::Error;
pub use frame::{FrameInfo, OutputInfo, compressed_size, frame_info, header_size};
pub use graph::Graph;
pub use input::{Input, Kind};
pub use output::Output;
pub use params::{DecodeParameters, Parameters, Toggle};
pub use prepared::{PreparedCompress, PreparedDecompress};
pub use reflect::{Codec, Reflection, Stream, reflect};
pub use version::{
    MAX_FORMAT, MIN_FORMAT, Version, build_flags, default_format, has_asserts, version,
};
