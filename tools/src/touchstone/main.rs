//! The command `touchstone`: puts every native implementation of the workspace
//! to its references, and tells what came of it.

#![forbid(unsafe_code)]

mod assay;
mod cli;
mod corpora_command;
mod date;
mod document;
mod files;
mod formats;
mod golden_command;
mod host;
mod html;
mod order;
mod out;
mod progress;
mod redact;
mod references;
mod report_command;
mod sources;
mod text;
mod throughput;

use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::Parser;
use conformance::Workspace;

use crate::cli::{Cli, Command};

/// The exit status of a command that could not be carried out at all.
const COULD_NOT: u8 = 2;

fn main() -> ExitCode {
    match run(Cli::parse()) {
        Ok(code) => code,
        Err(error) if out::is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("touchstone: {error:#}");
            ExitCode::from(COULD_NOT)
        }
    }
}

fn run(cli: Cli) -> Result<ExitCode> {
    match cli.command {
        None => assay::run(&workspace()?, &cli.assay),
        Some(Command::Assay(options)) => assay::run(&workspace()?, &options),
        Some(Command::Report(options)) => report_command::run(&options),
        Some(Command::Golden { command }) => golden_command::run(&workspace()?, &command),
        Some(Command::Corpora { command }) => corpora_command::run(&command),
        Some(Command::References { command }) => references::run(&command),
    }
}

/// The workspace around the working directory.
fn workspace() -> Result<Workspace> {
    Workspace::discover()
        .context("run touchstone inside its workspace, for instance with `cargo run --release`")
}
