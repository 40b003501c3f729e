//! The crate's own tests: a toy format with implementations that can be
//! corrupted, put to the public interface.

mod checks;
mod gate;
mod golden;
mod known;
mod names;
mod race;
mod reject;
mod report;
mod toy;
