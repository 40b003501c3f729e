//! `zl`: files to OpenZL frames and back, natively.

#![forbid(unsafe_code)]

mod atomic;
mod cli;
mod compress;
mod decompress;
mod failure;
mod foreign;
mod input;
mod inspect;
mod json;
mod progress;
mod run;
mod settings;
mod size;
mod summary;
mod target;
mod verify;

use std::process::ExitCode;

use clap::Parser;

use crate::cli::{Cli, Command};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let usage = match &cli.command {
        Command::Compress(options) => compress::run(options),
        Command::Decompress(options) => decompress::run(options),
        Command::Inspect(options) => inspect::run(options),
        Command::Test(options) => verify::run(options),
    };
    usage.unwrap_or_else(|usage| usage.exit())
}
