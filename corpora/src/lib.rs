//! What codecs are tried on: inputs made from a seed, and real files.
//!
//! * [`Kind`] makes inputs. Its bytes are a pure function of kind, length and
//!   seed: the same on every platform and in every later version, so a case can
//!   be named by those three alone.
//! * [`sizes`] lists the input sizes at which codecs change their behaviour.
//! * [`manifest`], [`fetch`], [`status`] and [`available`] deal with real files,
//!   taken from packages of public registries and held to their SHA-256.
//! * [`c_sources`] is real text that is there without any fetch.
//! * [`Image`] is what memory pages of real programs hold.
//!
//! ```
//! use corpora::Kind;
//!
//! let text = Kind::Text.generate(1 << 20, 1);
//! assert_eq!(text.len(), 1 << 20);
//! assert_eq!(text, Kind::Text.generate(1 << 20, 1));
//! assert_eq!(text[..64], Kind::Text.prefix_64(1));
//! ```
#![forbid(unsafe_code)]

mod archive;
mod c_sources;
mod clients;
mod digest;
mod error;
mod fetch;
mod generate;
mod image;
mod kind;
mod manifest;
mod real;
mod rng;
pub mod sizes;

pub use c_sources::{c_sources, c_sources_under};
pub use clients::{Clients, Source};
pub use digest::Sha256;
pub use error::{Error, UnknownKind};
pub use fetch::{FetchOutcome, Fetched, Progress, fetch, fetch_with};
pub use generate::strings::{StringColumn, string_column};
pub use image::{Identity, Image};
pub use kind::{FloatWidth, IntWidth, Kind, Shape};
pub use manifest::{Manifest, Package, PackageFile, Registry, Take, manifest};
pub use real::{
    FileState, FileStatus, RealFile, available, default_root, silesia, status, status_of,
};
