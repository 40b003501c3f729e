//! The command `touchstone golden`: frames that a reference wrote, frozen.

use std::fmt::Write as _;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use conformance::golden::Manifest;
use conformance::{Check, RunOptions, VerdictKind, Workspace};

use crate::cli::{GoldenCommand, GoldenOptions};
use crate::files::shown;
use crate::formats::{self, Entry};
use crate::out;
use crate::progress::Watcher;
use crate::text::{Table, grouped};

/// How a frozen frame is made, for messages.
const FREEZE: &str = "touchstone golden regenerate";

pub(crate) fn run(workspace: &Workspace, command: &GoldenCommand) -> Result<ExitCode> {
    match command {
        GoldenCommand::List(options) => list(workspace, options),
        GoldenCommand::Check(options) => check(workspace, options),
        GoldenCommand::Regenerate { options, dry_run } => regenerate(workspace, options, *dry_run),
    }
}

fn list(workspace: &Workspace, options: &GoldenOptions) -> Result<ExitCode> {
    let mut text = String::new();
    for entry in formats::selected(options.format.as_deref()) {
        let manifest = manifest(workspace, entry)?;
        let mut table = Table::new(["case", "bytes", "written by", "sha256"]).right(1);
        for frame in manifest.entries() {
            table.row([
                frame.case.clone(),
                grouped(frame.size),
                format!("{} {}", frame.writer, frame.version),
                frame.sha256.chars().take(16).collect(),
            ]);
        }
        let (count, bytes) = totals(&manifest);
        let folder = shown(&workspace.golden_folder(entry.name), workspace.root());
        let _ = writeln!(
            text,
            "{}: {count} frames, {bytes} bytes, in {folder}",
            entry.name
        );
        if count == 0 {
            let _ = writeln!(text, "  none is frozen yet; freeze them with: {FREEZE}");
        } else {
            let _ = writeln!(text, "\n{table}");
        }
    }
    out::print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn manifest(workspace: &Workspace, entry: &Entry) -> Result<Manifest> {
    let folder = workspace.golden_folder(entry.name);
    Manifest::load(&folder, entry.name)
        .with_context(|| format!("the frozen frames of {} cannot be told", entry.name))
}

fn totals(manifest: &Manifest) -> (usize, String) {
    let bytes: u64 = manifest.entries().map(|frame| frame.size).sum();
    (manifest.entries().len(), grouped(bytes))
}

fn check(workspace: &Workspace, options: &GoldenOptions) -> Result<ExitCode> {
    let mut text = String::new();
    let mut well = true;
    for entry in formats::selected(options.format.as_deref()) {
        let manifest = manifest(workspace, entry)?;
        let (count, bytes) = totals(&manifest);
        if entry.plan.is_none() {
            let _ = writeln!(text, "{}: no reference writes frames to freeze", entry.name);
            continue;
        }
        if count == 0 {
            well = false;
            let _ = writeln!(
                text,
                "{}: no frame is frozen; freeze them with: {FREEZE}",
                entry.name
            );
            continue;
        }
        let faults = manifest.verify(&workspace.golden_folder(entry.name));
        well &= faults.is_empty();
        let verdict = if faults.is_empty() {
            "whole"
        } else {
            "NOT as the manifest says"
        };
        let _ = writeln!(
            text,
            "{}: {count} frames, {bytes} bytes: files {verdict}",
            entry.name
        );
        for fault in faults {
            let _ = writeln!(text, "  {fault}");
        }
    }
    out::print(&text)?;
    let run = RunOptions {
        format: options.format.clone(),
        checks: vec![Check::Golden],
        ..RunOptions::default()
    };
    let watcher = Watcher::new("golden");
    let report = formats::suite(workspace).run(&run, &watcher)?;
    watcher.close();
    let mut text = String::new();
    for format in &report.formats {
        for note in &format.notes {
            let _ = writeln!(text, "{}\n{}\n", note.trial, note.detail);
        }
        if let Some(tally) = format.checks.get(&Check::Golden) {
            let _ = writeln!(
                text,
                "{}: {} golden trials, {} passed: every frozen frame written again, and read by \
                 every implementation",
                format.name,
                tally.total(),
                tally.passed
            );
        }
    }
    out::print(&text)?;
    let passed = report
        .trials()
        .all(|trial| trial.verdict == VerdictKind::Passed);
    Ok(if well && passed {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn regenerate(workspace: &Workspace, options: &GoldenOptions, dry_run: bool) -> Result<ExitCode> {
    let mut refused = 0;
    for entry in formats::selected(options.format.as_deref()) {
        let folder = workspace.golden_folder(entry.name);
        let Some(make_plan) = entry.plan else {
            continue;
        };
        let plan = make_plan(&folder)?;
        out::print(&plan.to_string())?;
        refused += plan.refused().len();
        if dry_run {
            out::print("nothing was written (--dry-run)\n")?;
        } else if plan.refused().is_empty() {
            let manifest = plan.apply()?;
            let (count, bytes) = totals(&manifest);
            let folder = shown(&folder, workspace.root());
            out::print(&format!(
                "frozen: {count} frames, {bytes} bytes, in {folder}\n"
            ))?;
        }
    }
    if refused > 0 && !dry_run {
        bail!(
            "{refused} frames were refused, so nothing of their format was frozen; mend the native \
             side until `touchstone --check identical --check exchange` passes"
        );
    }
    Ok(if refused > 0 {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}
