//! Reading what is left of damaged files.
//!
//! A file is gone through from its first byte to its last, and each byte is
//! said to be of a record or of none. A record leads to the next one; where it
//! does not, the next one is searched for by its magic number.

mod decode;
mod dictionary;
mod events;
mod options;
mod plausible;
mod report;
mod search;
mod sound;
mod walk;

pub use events::SalvagedEvents;
pub use options::{Salvage, SalvageOptions};
pub use report::{DictionaryState, Loss, LossPart, SalvageReport};
