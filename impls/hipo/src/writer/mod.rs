//! Writing files.

mod dictionary_record;
mod encode;
mod file;
mod left_over;
mod options;
mod output;
mod pipeline;
mod record;

pub use file::Writer;
pub use options::{Profile, WriterOptions};
pub use output::{Finish, Replacing};
