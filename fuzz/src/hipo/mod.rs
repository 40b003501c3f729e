//! HIPO's targets.

mod read;
mod script;
mod text;
mod write;

pub use read::hipo_read;
pub use text::hipo_text;
pub use write::{hipo_identical, hipo_roundtrip};
