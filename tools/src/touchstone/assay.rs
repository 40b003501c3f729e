//! The assay: the suite, the throughput table, and the report of both.

use std::env;
use std::fmt::Write as _;
use std::process::ExitCode;

use anyhow::{Result, bail};
use conformance::gate::REFUSED;
use conformance::{Fingerprint, Report, RunOptions, Workspace};

use crate::cli::AssayOptions;
use crate::corpora_command::{self, Count};
use crate::document::{Document, Parts};
use crate::files::{self, Files};
use crate::progress::{Spinner, Watcher};
use crate::redact::Redactor;
use crate::throughput::{self, Throughput};
use crate::{formats, host, html, out, sources, text};

/// The exit status of a run with failures.
const FAILED: u8 = 1;

/// The table, or why there is none.
type Bench = Result<Throughput, &'static str>;

pub(crate) fn run(workspace: &Workspace, options: &AssayOptions) -> Result<ExitCode> {
    let fingerprint = fingerprint(workspace)?;
    let corpora = corpora_command::count();

    let verdicts = verdicts(workspace, options, fingerprint.clone(), corpora)?;
    let files = if verdicts.complete {
        Files::of(workspace)
    } else {
        Files::of_part(workspace)
    };
    verdicts.write(&files.verdicts)?;
    if !options.json {
        out::print(&text::suite(&verdicts, corpora))?;
    }

    let bench = bench(options, fingerprint)?;
    if let Ok(table) = &bench {
        files::write(&files.throughput, &serde_json::to_string_pretty(table)?)?;
    }
    // Without a new table, the page shows the stored one if it is of the same
    // sources.
    let stored = match &bench {
        Ok(table) => Some(table.clone()),
        Err(_) => throughput::read(&files.throughput).unwrap_or_default(),
    };
    files::write(&files.page, &html::page(&verdicts, stored.as_ref()))?;

    let outcome = outcome(&verdicts, &bench);
    let page = files::shown(&files.page, workspace.root());
    let parts = Parts {
        outcome,
        verdicts: &verdicts,
        throughput: bench.as_ref().map_err(|reason| *reason),
        corpora,
        page: &page,
    };
    if options.json {
        out::print(&format!(
            "{}\n",
            serde_json::to_string_pretty(&Document::of(&parts))?
        ))?;
    } else {
        out::print(&closing(&parts))?;
    }
    Ok(ExitCode::from(outcome.1))
}

/// The fingerprint of the sources, unless this program was made of others.
fn fingerprint(workspace: &Workspace) -> Result<Option<Fingerprint>> {
    if let Some(source) = sources::newer_than_program(workspace.root()) {
        eprintln!(
            "touchstone: {source} was changed after this program was built, so its verdicts hold \
             for no sources that are here; `cargo run --release` builds it anew"
        );
        return Ok(None);
    }
    sources::fingerprint(workspace.root()).map(Some)
}

fn verdicts(
    workspace: &Workspace,
    options: &AssayOptions,
    fingerprint: Option<Fingerprint>,
    corpora: Count,
) -> Result<Report> {
    let mut facts = host::facts(workspace.root());
    facts.insert("command".to_owned(), command());
    facts.insert(
        "real files".to_owned(),
        format!("{} of {}", corpora.here, corpora.listed),
    );
    let run = RunOptions {
        filter: options.filter.clone(),
        format: options.format.clone(),
        checks: options.check.clone(),
        threads: options.threads.map(usize::from),
        fingerprint,
        host: facts,
    };
    let prepared = formats::suite(workspace).prepare()?;
    if !prepared.trials().iter().any(|trial| run.selects(trial)) {
        let example = prepared.trials().first().map_or("", |trial| trial.name());
        bail!(
            "no trial is selected; names look like {example}, and --filter takes any part of one"
        );
    }
    let watcher = Watcher::new("assay");
    let ran = prepared.run(&run, &watcher);
    watcher.close();
    let mut report = ran?;
    Redactor::new(workspace.root()).report(&mut report);
    Ok(report)
}

/// The command that repeats this run.
fn command() -> String {
    let mut command = "cargo run --release".to_owned();
    for (index, argument) in env::args().skip(1).enumerate() {
        command.push_str(if index == 0 { " -- " } else { " " });
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./:+".contains(c);
        if !argument.is_empty() && argument.chars().all(plain) {
            command.push_str(&argument);
        } else {
            let _ = write!(command, "'{}'", argument.replace('\'', r"'\''"));
        }
    }
    command
}

fn bench(options: &AssayOptions, fingerprint: Option<Fingerprint>) -> Result<Bench> {
    if options.no_bench {
        return Ok(Err("it was left out (--no-bench)"));
    }
    if options.is_partial() && !options.bench {
        return Ok(Err(
            "only a part of the suite was run; --bench makes the table nevertheless",
        ));
    }
    if let Some(reason) = throughput::unfit() {
        return Ok(Err(reason));
    }
    let spinner = Spinner::new();
    let table = throughput::measure(options.format.as_deref(), fingerprint, &spinner);
    spinner.close();
    table.map(Ok)
}

/// What the run came to, as a word and as an exit status. A failure of the
/// suite weighs more than the refusal that follows from it.
fn outcome(verdicts: &Report, bench: &Bench) -> (&'static str, u8) {
    let refused = bench.as_ref().is_ok_and(|table| !table.refused.is_empty());
    match (verdicts.has_failed(), refused) {
        (true, _) => ("failed", FAILED),
        (false, true) => ("refused", REFUSED),
        (false, false) => ("passed", 0),
    }
}

/// What follows the verdicts: the table, and where everything is.
fn closing(parts: &Parts<'_>) -> String {
    let table = match parts.throughput {
        Ok(table) => text::throughput(table),
        Err(reason) => format!("no throughput table: {reason}\n"),
    };
    format!("\n{table}\nreport: {}\n", parts.page)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use conformance::{Quiet, RunOptions, Suite};

    use super::{Bench, outcome};
    use crate::throughput::{Refused, Throughput};

    #[test]
    fn a_refusal_is_exit_status_3() {
        let verdicts = Suite::new().run(&RunOptions::default(), &Quiet).unwrap();
        assert_eq!(verdicts.host, BTreeMap::new());
        let refused = Refused {
            trial: "conformance::toy::identical::case".to_owned(),
            detail: "differs".to_owned(),
        };
        let bench: Bench = Ok(Throughput {
            schema: 1,
            fingerprint: None,
            measured_unix: 0,
            elapsed_ms: 0,
            builds: Vec::new(),
            rows: Vec::new(),
            refused: vec![refused],
        });
        assert_eq!(outcome(&verdicts, &bench), ("refused", 3));
        assert_eq!(outcome(&verdicts, &Err("left out")), ("passed", 0));
    }
}
