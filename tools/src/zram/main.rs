//! `zram`: a compressed page store as a network block device, and what to know
//! before and while one runs it.

#![forbid(unsafe_code)]

mod analyze;
mod bench;
mod cli;
mod clock;
mod control;
mod dictionary;
mod disk;
mod export;
mod failure;
mod lz4;
mod pages;
mod serve;
mod shutdown;
mod stat;
mod store;
mod swap;
mod train;
#[cfg(all(feature = "ublk", target_os = "linux"))]
mod ublk;
mod upkeep;

use std::process::ExitCode;

use clap::Parser;

use crate::cli::{Cli, Command};
use crate::failure::Failure;

fn main() -> ExitCode {
    let result = match &Cli::parse().command {
        Command::Analyze(options) => analyze::run(options),
        Command::Serve(options) => serve::run(options),
        #[cfg(all(feature = "ublk", target_os = "linux"))]
        Command::Ublk(options) => ublk::run(options),
        #[cfg(not(all(feature = "ublk", target_os = "linux")))]
        Command::Ublk(_) => Err(Failure::Refused(
            "this zram was built without ublk; on Linux, `cargo install --path tools \
             --bin zram --features ublk` builds one that has it"
                .into(),
        )),
        Command::Stat(options) => stat::run(options),
        Command::Compact(options) => upkeep::compact(options),
        Command::Recompress(options) => upkeep::recompress(options),
        Command::WriteBack(options) => upkeep::write_back(options),
        Command::Snapshot(options) => upkeep::snapshot(options),
        Command::Limit(options) => upkeep::limit(options),
        Command::Bench(options) => bench::run(options),
        Command::Train(options) => train::run(options),
        Command::Lz4(command) => lz4::run(command),
    };
    match result {
        Ok(()) | Err(Failure::ClosedOutput) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("zram: {failure}");
            ExitCode::FAILURE
        }
    }
}
