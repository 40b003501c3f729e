//! Known failures, what is absent, and what was left open.

use conformance::{FormatReport, Report, VerdictKind};

use super::markup::Markup;
use super::verdict::look;
use crate::corpora_command::FETCH;
use crate::text::{by_words, counted};

pub(super) fn section(report: &Report, page: &mut Markup) {
    page.raw("<section id=\"notes\">\n<h2>Known failures, absent, inconclusive</h2>\n");
    let mut any = false;
    for format in &report.formats {
        any |= notes(format, VerdictKind::KnownFailure, page);
        any |= absent(format, page);
        any |= notes(format, VerdictKind::Inconclusive, page);
    }
    if !any {
        page.raw(
            "<p>None: no failure is excused, nothing was missing, nothing was left open.</p>\n",
        );
    }
    if let Some(files) = report.host.get("real files") {
        page.raw("<p>Real files fetched: ").text(files).raw(".");
        let whole = files
            .split_once(" of ")
            .is_some_and(|(here, listed)| here == listed);
        if !whole {
            page.raw(" Trials on the others are not listed at all; bring them with <code>")
                .raw(FETCH)
                .raw("</code>.");
        }
        page.raw("</p>\n");
    }
    page.raw("</section>\n");
}

/// The notes of one verdict, those of the same words together.
fn notes(format: &FormatReport, kind: VerdictKind, page: &mut Markup) -> bool {
    let lines = by_words(format, kind);
    if lines.is_empty() {
        return false;
    }
    heading(format, kind, page);
    for (words, trials) in &lines {
        let count = counted(trials.len() as u64, "trial", "trials");
        page.raw("<details>\n<summary>")
            .text(words)
            .raw(" <span class=\"soft\">")
            .text(count)
            .raw("</span></summary>\n<ul class=\"names\">\n");
        for trial in trials {
            page.raw("<li><code>").text(trial).raw("</code></li>\n");
        }
        page.raw("</ul>\n</details>\n");
    }
    true
}

fn heading(format: &FormatReport, kind: VerdictKind, page: &mut Markup) {
    let look = look(kind);
    page.raw("<h3><span class=\"count ")
        .raw(look.class)
        .raw("\"><b aria-hidden=\"true\">")
        .raw(look.sign)
        .raw("</b> ")
        .raw(look.word)
        .raw("</span> ")
        .text(&format.name)
        .raw("</h3>\n");
}

fn absent(format: &FormatReport, page: &mut Markup) -> bool {
    if format.absent.is_empty() {
        return false;
    }
    heading(format, VerdictKind::Absent, page);
    page.raw("<ul>\n");
    for absence in &format.absent {
        page.raw("<li>")
            .text(&absence.who)
            .raw(", missed by ")
            .text(counted(absence.trials, "trial", "trials"))
            .raw("; bring it with <code>")
            .text(&absence.how_to_install)
            .raw("</code></li>\n");
    }
    page.raw("</ul>\n");
    true
}
