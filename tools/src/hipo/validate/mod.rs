//! `hipo validate`.

mod check;
mod finding;

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use tools::size::grouped;
use tools::text;

use self::check::Checked;
use self::finding::{Finding, Findings};
use crate::failure::{self, Failure};
use crate::print::{self, SCHEMA};
use crate::progress::Progress;
use crate::reading::Reading;

const HELP: &str = "\
Examples:
  hipo validate *.hipo
  hipo validate --json run.hipo | jq .faults
  hipo validate -q run.hipo && rm old.hipo     silent when all is well

Everything is read: headers, dictionary, index, every record, every structure of
every event. Faults are what keeps a reader from an event or from the index; a
file that has one fails. Notes are what readers live with: banks without a
schema, rows that are not whole, sizes that nobody goes by.

JSON keys: schema (1), file, ok, bytes, records, events, structures, faults and
notes [record, event, byte, message, times]; those that were not found have the
value null, and `times` counts what was found alike further on.";

/// `hipo validate`.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct Validate {
    /// Files
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// One JSON object a file, each on its line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    reading: Reading,
}

#[derive(Debug, Serialize)]
struct Object<'a> {
    schema: u32,
    file: &'a str,
    ok: bool,
    #[serde(flatten)]
    checked: &'a Checked,
    faults: &'a [Finding],
    notes: &'a [Finding],
}

/// Checks each file.
pub(crate) fn run(options: &Validate) -> Result<ExitCode, Failure> {
    let mut failed = 0;
    for path in &options.files {
        let name = text::name(path);
        let mut findings = Findings::default();
        let checked = match options.reading.open_quietly(path) {
            Ok(file) => {
                let wanted = !options.reading.quiet;
                let progress = Progress::start("checking", file.event_count(), wanted);
                check::file(&file, &mut findings, &progress)
            }
            Err(Failure::File(error)) => {
                findings.fault_of(&error);
                Checked::default()
            }
            Err(failure) => {
                findings.fault(finding::Where::default(), failure.to_string());
                Checked::default()
            }
        };
        let ok = findings.faults().is_empty();
        failed += u32::from(!ok);
        if options.json {
            print::json(&Object {
                schema: SCHEMA,
                file: &name,
                ok,
                checked: &checked,
                faults: findings.faults(),
                notes: findings.notes(),
            })?;
        } else {
            print::with(|out| report(out, options, &name, &checked, &findings))?;
        }
    }
    if failed > 0 && options.files.len() > 1 && !options.json {
        eprintln!(
            "hipo: {failed} of {} files are not sound",
            options.files.len()
        );
    }
    Ok(if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn report(
    out: &mut impl Write,
    options: &Validate,
    name: &str,
    checked: &Checked,
    findings: &Findings,
) -> std::io::Result<()> {
    let faults = findings.faults();
    if options.reading.quiet && faults.is_empty() {
        return Ok(());
    }
    let verdict = if faults.is_empty() {
        "sound"
    } else {
        "not sound"
    };
    writeln!(
        out,
        "{name}: {verdict}, {} records, {} events, {} structures",
        grouped(checked.records),
        grouped(checked.events),
        grouped(checked.structures)
    )?;
    for finding in faults {
        writeln!(out, "  fault: {finding}")?;
    }
    if !options.reading.quiet {
        for finding in findings.notes() {
            writeln!(out, "  note: {finding}")?;
        }
    }
    Ok(())
}

/// An error of the library, in words and without its place.
fn in_words(error: &hipo::Error) -> String {
    let place = error.place().to_string();
    let told = failure::told(error);
    let place = text::harmless(&place);
    told.strip_prefix(&place)
        .map_or(told.clone(), str::to_owned)
}
