//! Several files, read as one.

mod columns;
mod dictionary;
mod handles;
mod natural;
mod open;
mod options;
mod paths;

pub use open::Chain;
pub use options::ChainOptions;
