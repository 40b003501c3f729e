//! The command `touchstone corpora`: real files from packages of registries.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use corpora::{Fetched, FileState, Progress};
use serde::Serialize;

use crate::cli::CorporaCommand;
use crate::out;
use crate::progress::Spinner;
use crate::text::{Table, grouped};

/// The command that brings the files.
pub(crate) const FETCH: &str = "cargo run --release -- corpora fetch";

/// How many of the manifest's files are here.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct Count {
    /// Fetched, by their size.
    pub(crate) here: usize,
    /// In the manifest.
    pub(crate) listed: usize,
    /// Files that are here beyond the manifest.
    pub(crate) own: usize,
}

/// Counts quickly, without reading the files.
pub(crate) fn count() -> Count {
    let listed: BTreeSet<&str> = corpora::manifest()
        .files()
        .map(|(_, f)| f.id.as_str())
        .collect();
    let found = corpora::available(&corpora::default_root());
    let here = found
        .iter()
        .filter(|file| listed.contains(file.id.as_str()))
        .count();
    Count {
        here,
        listed: listed.len(),
        own: found.len() - here,
    }
}

pub(crate) fn run(command: &CorporaCommand) -> Result<ExitCode> {
    let root = corpora::default_root();
    match command {
        CorporaCommand::List => list(),
        CorporaCommand::Status => status(&root),
        CorporaCommand::Fetch => fetch(&root),
    }
}

fn list() -> Result<ExitCode> {
    let mut table =
        Table::new(["id", "kind", "bytes", "package", "licence", "what it is"]).right(2);
    let mut bytes = 0;
    for (package, file) in corpora::manifest().files() {
        bytes += file.size;
        table.row([
            file.id.clone(),
            file.kind.clone(),
            grouped(file.size),
            package.to_string(),
            package.licence.clone(),
            file.description.clone(),
        ]);
    }
    let packages = corpora::manifest().packages().len();
    let files = corpora::manifest().files().count();
    let total = grouped(bytes);
    out::print(&format!(
        "{table}\n{files} files from {packages} packages, {total} bytes\n"
    ))?;
    Ok(ExitCode::SUCCESS)
}

fn status(root: &Path) -> Result<ExitCode> {
    let mut table = Table::new(["id", "bytes", "state"]).right(1);
    let states = corpora::status(root)?;
    let mut missing = 0;
    for status in &states {
        let state = match status.state {
            FileState::Present => "here, sha256 right".to_owned(),
            FileState::Missing => "missing".to_owned(),
            FileState::Corrupt { size, .. } => {
                format!("CORRUPT: {} bytes of something else", grouped(size))
            }
        };
        missing += usize::from(status.state != FileState::Present);
        table.row([status.file.id.clone(), grouped(status.file.size), state]);
    }
    let here = states.len() - missing;
    let mut text = format!("{table}\n{here} of {} files are here\n", states.len());
    if missing > 0 {
        let _ = writeln!(text, "bring the others with: {FETCH}");
    }
    out::print(&text)?;
    Ok(if missing == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn fetch(root: &Path) -> Result<ExitCode> {
    let spinner = Spinner::new();
    let mut told = |step: Progress<'_>| match step {
        Progress::Downloading {
            package,
            number,
            of,
        } => {
            spinner.step(&format!("{number} of {of}: {package}"));
        }
        Progress::Arrived { file } => {
            spinner.line(&format!(
                "  {}: {} bytes, sha256 right",
                file.id,
                grouped(file.size)
            ));
        }
        Progress::Failed { package, .. } => spinner.line(&format!("  FAILED: {package}")),
        _ => {}
    };
    let outcomes = corpora::fetch(root, &mut told)?;
    spinner.close();
    let (mut now, mut already) = (0, 0);
    let mut failed: Vec<(String, Vec<String>)> = Vec::new();
    for outcome in &outcomes {
        match &outcome.result {
            Ok(Fetched::Now) => now += 1,
            Ok(Fetched::Already) => already += 1,
            Err(error) => {
                // The files of one package share its error.
                let error = error.to_string();
                match failed.iter_mut().find(|(told, _)| *told == error) {
                    Some((_, ids)) => ids.push(outcome.id.clone()),
                    None => failed.push((error, vec![outcome.id.clone()])),
                }
            }
        }
    }
    let mut text = format!("{now} files brought, {already} were here");
    let lost: usize = failed.iter().map(|(_, ids)| ids.len()).sum();
    let _ = writeln!(text, ", {lost} failed");
    for (error, ids) in &failed {
        let error = error.replace('\n', "\n    ");
        let _ = writeln!(text, "\n{}\n    {error}", ids.join(", "));
    }
    if lost > 0 {
        let _ = writeln!(
            text,
            "\nfiles that did come are kept; run it again for the rest: {FETCH}"
        );
    }
    out::print(&text)?;
    Ok(if lost == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
