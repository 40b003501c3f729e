//! LZ4 of whole files: native and liblz4 in turn, in one process, as tables of
//! ratios in Markdown, of blocks and of frames. Above 1.00, native is faster.
//!
//! A word on the command line keeps the inputs that contain it;
//! `TOUCHSTONE_ROUNDS` and `TOUCHSTONE_SAMPLE_MS` change how long it takes.

use std::process::ExitCode;

use benches::lz4::{blocks, frames};

fn main() -> ExitCode {
    let status = blocks::table();
    if status != ExitCode::SUCCESS {
        return status;
    }
    frames::table()
}
