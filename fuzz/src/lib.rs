//! Fuzz targets: plain functions over bytes.
//!
//! A target takes any bytes and panics when something that must hold does
//! not: an implementation differs from its reference, disagrees with itself,
//! or breaks a promise of its documentation. It returns in all other cases.
//!
//! The same functions are called by four drivers:
//!
//! * AFL++, through the binaries in `src/bin` (feature `afl`); `tools/fuzz`
//!   builds and runs them.
//! * libFuzzer, through the adapters in `libfuzzer`.
//! * `cargo test`, which replays `seeds/<target>` and `regressions/<target>`.
//! * proptest, with random bytes and with seeds that it damages.
//!
//! ```
//! for (name, target) in fuzz::TARGETS {
//!     target(b"any bytes, the name does not matter");
//!     let format = name.split('_').next().unwrap();
//!     assert!(["hipo", "lz4", "nbd", "openzl", "page", "store"].contains(&format));
//! }
//! ```

#![forbid(unsafe_code)]

mod compare;
mod hipo;
mod lz4;
mod nbd;
mod openzl;
mod page;
mod program;
mod store;

pub use hipo::{hipo_identical, hipo_read, hipo_roundtrip, hipo_text};
pub use lz4::{lz4_decode, lz4_frame, lz4_hc_identical, lz4_identical};
pub use nbd::nbd_protocol;
pub use openzl::{openzl_decode, openzl_identical, openzl_inspect, openzl_roundtrip};
pub use page::page_codecs;
pub use store::store_model;

/// A target: its name, which is also that of its binary and of its folders of
/// seeds and regressions, and its function.
pub type Target = (&'static str, fn(&[u8]));

/// Every target.
pub const TARGETS: &[Target] = &[
    ("hipo_identical", hipo_identical),
    ("hipo_read", hipo_read),
    ("hipo_roundtrip", hipo_roundtrip),
    ("hipo_text", hipo_text),
    ("lz4_decode", lz4_decode),
    ("lz4_frame", lz4_frame),
    ("lz4_hc_identical", lz4_hc_identical),
    ("lz4_identical", lz4_identical),
    ("nbd_protocol", nbd_protocol),
    ("openzl_decode", openzl_decode),
    ("openzl_identical", openzl_identical),
    ("openzl_inspect", openzl_inspect),
    ("openzl_roundtrip", openzl_roundtrip),
    ("page_codecs", page_codecs),
    ("store_model", store_model),
];
