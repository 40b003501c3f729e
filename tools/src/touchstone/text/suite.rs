//! The verdicts on a terminal.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use conformance::{Check, FormatReport, Report, Role, Tally, VerdictKind};

use super::{Table, counted, grouped};
use crate::corpora_command::{Count, FETCH};
use crate::order;

/// How many failing trials are told in full.
const TOLD: usize = 5;

/// The verdicts: implementations, matrix, what failed and what was not there.
pub(crate) fn suite(report: &Report, corpora: Count) -> String {
    let mut text = String::new();
    for format in &report.formats {
        tell(format, &mut text);
    }
    real_files(corpora, &mut text);
    let _ = writeln!(text, "\n{}", headline(report));
    text
}

/// The whole in one line.
pub(crate) fn headline(report: &Report) -> String {
    let totals = report.totals();
    let trials = counted(report.trials_run, "trial", "trials");
    let seconds = report.elapsed_ms as f64 / 1000.0;
    let mut text = if report.has_failed() {
        format!("FAILED: {} of {trials}", grouped(totals.failed))
    } else if totals.passed == report.trials_run {
        format!("PASSED: all {trials}")
    } else {
        format!(
            "PASSED: {} of {trials}, none failed",
            grouped(totals.passed)
        )
    };
    for (count, word) in [
        (totals.known, "known to fail"),
        (totals.absent, "absent"),
        (totals.inconclusive, "inconclusive"),
    ] {
        if count > 0 {
            let _ = write!(text, ", {} {word}", grouped(count));
        }
    }
    let _ = write!(text, ", in {seconds:.1} s");
    if !report.complete {
        let listed = grouped(report.trials_listed);
        let _ = write!(text, " (a part of the suite: it has {listed})");
    }
    text
}

fn tell(format: &FormatReport, text: &mut String) {
    let _ = write!(text, "{}", format.name);
    for (index, one) in format.implementations.iter().enumerate() {
        let separator = if index == 0 { ": " } else { ", " };
        let version = if one.present {
            one.version.as_str()
        } else {
            "absent"
        };
        let _ = write!(text, "{separator}{} {version} ({})", one.name, one.role);
    }
    let _ = writeln!(text, "\n\n{}", checks(format));
    let _ = writeln!(text, "{}", matrix(format));
    failures(format, text);
    known(format, text);
    absent(format, text);
    inconclusive(format, text);
}

/// Counts as cells; nothing is a dot, so that something stands out.
fn cells(tally: &Tally) -> [String; 5] {
    let counts = [
        tally.passed,
        tally.failed,
        tally.known,
        tally.absent,
        tally.inconclusive,
    ];
    counts.map(|count| {
        if count == 0 {
            "·".to_owned()
        } else {
            grouped(count)
        }
    })
}

fn checks(format: &FormatReport) -> String {
    let headings = [
        "check",
        "trials",
        "passed",
        "failed",
        "known",
        "absent",
        "inconclusive",
    ];
    let mut table = (1..7).fold(Table::new(headings), Table::right);
    for (check, tally) in &format.checks {
        let [passed, failed, known, absent, inconclusive] = cells(tally);
        let trials = grouped(tally.total());
        table.row([
            check.to_string(),
            trials,
            passed,
            failed,
            known,
            absent,
            inconclusive,
        ]);
    }
    table.to_string()
}

/// Producers, consumers and checks. What a pair is differs from check to check,
/// so the words between the two differ as well.
fn matrix(format: &FormatReport) -> String {
    let headings = [
        "check",
        "producer",
        "",
        "consumer",
        "passed",
        "failed",
        "known",
        "absent",
        "inconclusive",
    ];
    let mut table = (4..9).fold(Table::new(headings), Table::right);
    let mut previous = None;
    for cell in order::cells(format) {
        let check = if previous == Some(cell.check) {
            String::new()
        } else {
            cell.check.to_string()
        };
        previous = Some(cell.check);
        let [passed, failed, known, absent, inconclusive] = cells(&cell.tally);
        table.row([
            check,
            cell.producer.clone(),
            between(cell.check, &cell.producer, &cell.consumer).to_owned(),
            cell.consumer.clone(),
            passed,
            failed,
            known,
            absent,
            inconclusive,
        ]);
    }
    table.to_string()
}

/// What a pair says about its two sides.
fn between(check: Check, producer: &str, consumer: &str) -> &'static str {
    match (check, producer, consumer) {
        (_, "frozen", "manifest") => "agrees with",
        (Check::Identical, ..) | (Check::Golden, _, "frozen") => "same bytes as",
        (Check::Reject, _, "rules") => "keeps the",
        (Check::Reject, ..) => "same answer as",
        _ => "read by",
    }
}

fn failures(format: &FormatReport, text: &mut String) {
    let failing = order::failures(format);
    for note in failing.iter().take(TOLD) {
        let _ = writeln!(text, "FAILED {}\n{}\n", note.trial, indented(&note.detail));
    }
    if failing.len() > TOLD {
        let more = failing.len() - TOLD;
        let _ = writeln!(text, "and {more} more failed; the report tells them all\n");
    }
}

fn indented(text: &str) -> String {
    text.lines()
        .map(|line| format!("  {line}"))
        .collect::<Vec<_>>()
        .join("\n")
}

fn known(format: &FormatReport, text: &mut String) {
    let lines = by_words(format, VerdictKind::KnownFailure);
    if lines.is_empty() {
        return;
    }
    let _ = writeln!(text, "known failures of {}", format.name);
    for (words, trials) in lines {
        let count = counted(trials.len() as u64, "trial", "trials");
        let _ = writeln!(text, "  {count}: {words}\n    such as {}", trials[0]);
    }
    text.push('\n');
}

fn inconclusive(format: &FormatReport, text: &mut String) {
    let lines = by_words(format, VerdictKind::Inconclusive);
    if lines.is_empty() {
        return;
    }
    let _ = writeln!(text, "inconclusive, and no pass");
    for (words, trials) in lines {
        let count = counted(trials.len() as u64, "trial", "trials");
        let _ = writeln!(text, "  {count}: {words}\n    such as {}", trials[0]);
    }
    text.push('\n');
}

/// The notes of one verdict, those with the same words together.
pub(crate) fn by_words(format: &FormatReport, kind: VerdictKind) -> BTreeMap<&str, Vec<&str>> {
    let mut lines: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for note in format.notes.iter().filter(|note| note.verdict == kind) {
        lines.entry(&note.detail).or_default().push(&note.trial);
    }
    lines
}

fn absent(format: &FormatReport, text: &mut String) {
    let gone = format
        .implementations
        .iter()
        .filter(|one| !one.present && one.role != Role::Native);
    for one in gone {
        let how = one.how_to_install.as_deref().unwrap_or("cargo build");
        let _ = writeln!(text, "absent: {}; install it with: {how}", one.name);
    }
    for absence in &format.absent {
        let trials = counted(absence.trials, "trial", "trials");
        let _ = writeln!(
            text,
            "absent: {} ({trials}); bring it with: {}",
            absence.who, absence.how_to_install
        );
    }
}

fn real_files(corpora: Count, text: &mut String) {
    let Count { here, listed, own } = corpora;
    let _ = write!(text, "real files: {here} of {listed} fetched");
    if own > 0 {
        let _ = write!(text, ", and {own} of your own");
    }
    if here < listed {
        let _ = write!(text, "; bring them all with: {FETCH}");
    }
    text.push('\n');
}
