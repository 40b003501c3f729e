//! `hipo`: what physicists do with HIPO files, natively.

#![forbid(unsafe_code)]

mod cli;
mod config;
mod copier;
mod diff;
mod dump;
mod export;
mod failure;
mod filter;
mod info;
mod merge;
mod pattern;
mod plot;
mod print;
mod progress;
mod range;
mod reading;
mod recompress;
mod repair;
mod schemas;
mod selected;
mod selection;
mod skim;
mod split;
mod stats;
mod target;
mod union;
mod validate;
mod value;
mod walk;
mod writing;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use crate::cli::{Cli, Command};
use crate::failure::Failure;

fn main() -> ExitCode {
    let result = match &Cli::parse().command {
        Command::Info(options) => info::run(options),
        Command::Schemas(options) => schemas::run(options),
        Command::Dump(options) => dump::run(options),
        Command::Stats(options) => stats::run(options),
        Command::Plot(options) => plot::run(options),
        Command::Export(options) => export::run(options),
        Command::Validate(options) => validate::run(options),
        Command::Diff(options) => diff::run(options),
        Command::Filter(options) => filter::run(options),
        Command::Skim(options) => skim::run(options),
        Command::Merge(options) => merge::run(options),
        Command::Split(options) => split::run(options),
        Command::Recompress(options) => recompress::run(options),
        Command::Repair(options) => repair::run(options),
    };
    match result {
        Ok(code) => code,
        // Whoever closed it has what was wanted.
        Err(Failure::ClosedOutput) => ExitCode::SUCCESS,
        Err(Failure::Usage(problem)) => Cli::command()
            .error(clap::error::ErrorKind::ArgumentConflict, problem)
            .exit(),
        Err(failure) => {
            eprintln!("hipo: {failure}");
            ExitCode::FAILURE
        }
    }
}
