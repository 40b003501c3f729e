//! Writing files.

mod dictionary_record;
mod file;
mod options;
mod output;
mod record;

pub use file::Writer;
pub use options::{Profile, WriterOptions};
pub use output::{Finish, Replacing};
