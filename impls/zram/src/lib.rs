//! Codecs for memory pages: what a compressed page store keeps of a page, and
//! how the page comes back.
//!
//! - [`PageSize`]: 4 to 64 KiB.
//! - [`Codec`]: LZ4 or zstd, with its setting.
//! - [`Encoder`] and [`Decoder`]: page by page, without allocation; one of each
//!   for every worker.
//! - [`Dictionary`]: bytes that every page may refer to.
//! - [`training`]: dictionaries learned from pages.
//! - [`same`]: pages that are one 8-byte word over and over.
//! - `batch` (feature `std`): thousands of pages on all cores.
//! - `choice` (feature `std`): which codec to take, by measurement.
//! - `store` (feature `std`): pages kept compressed in memory, shared by threads.
//!
//! LZ4 pages are blocks with the bytes that liblz4 1.10.0 writes, but for those
//! of [`Codec::Lz4Turbo`], which it reads; zstd pages are frames with the bytes
//! that libzstd 1.5.7 writes.
//!
//! ```
//! use zram::{Codec, Decoder, Encoded, Encoder, PageSize};
//!
//! let size = PageSize::KiB4;
//! let mut encoder = Encoder::new(Codec::LZ4, size)?;
//! let mut decoder = Decoder::new(Codec::LZ4, size)?;
//!
//! let page: Vec<u8> = b"one page of memory ".iter().copied().cycle().take(4096).collect();
//! let mut output = vec![0; encoder.room()];
//! let encoded = encoder.encode(&page, &mut output)?;
//! assert!(matches!(encoded, Encoded::Block { size } if size < 100));
//!
//! let mut back = vec![0; 4096];
//! decoder.decode(encoded.kept(&page, &output), &mut back)?;
//! assert_eq!(back, page);
//! # Ok::<(), zram::Error>(())
//! ```
//!
//! Without the feature `std` the crate needs `alloc` only, and the feature
//! `no_std`.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "std")]
pub mod batch;
#[cfg(feature = "std")]
pub mod choice;
mod codec;
mod decoder;
mod dictionary;
mod encoder;
mod error;
mod kept;
mod page;
pub mod same;
mod settings;
#[cfg(feature = "std")]
pub mod store;
pub mod training;

pub use codec::{Codec, UnknownCodec};
pub use decoder::Decoder;
pub use dictionary::Dictionary;
pub use encoder::Encoder;
pub use error::{BlockError, Error};
pub use kept::{Encoded, Kept};
pub use page::{PageSize, UnknownPageSize};
pub use settings::Settings;
