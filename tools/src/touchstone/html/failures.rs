//! A section for each failing trial.

use conformance::{Note, Report, VerdictKind, repeat_command};

use super::markup::Markup;
use crate::text::grouped;

/// How many failures stand open; the next ones are folded.
const OPEN: usize = 10;

/// How many failures have a section. A broken codec fails in thousands of
/// trials, and a page of them all would help nobody.
const TOLD: usize = 200;

/// How a failure's own words begin the line that repeats it, which the page
/// shows apart.
const REPEAT: &str = "repeat: ";

pub(super) fn section(report: &Report, page: &mut Markup) {
    let notes = report.formats.iter().flat_map(|format| &format.notes);
    let failing: Vec<&Note> = notes.filter(|note| note.verdict.is_failure()).collect();
    if failing.is_empty() {
        return;
    }
    page.raw("<section id=\"failures\">\n<h2>Failures</h2>\n");
    let told = &failing[..failing.len().min(TOLD)];
    let (open, folded) = told.split_at(told.len().min(OPEN));
    for note in open {
        failure(note, page);
    }
    for note in folded {
        page.raw("<details class=\"more\">\n<summary><span class=\"bad\">")
            .raw("<b aria-hidden=\"true\">✗</b></span> <code>")
            .text(breakable(&note.trial))
            .raw("</code></summary>\n");
        failure(note, page);
        page.raw("</details>\n");
    }
    if failing.len() > TOLD {
        page.raw("<details>\n<summary>")
            .text(grouped((failing.len() - TOLD) as u64))
            .raw(" more, by name")
            .raw("</summary>\n<ul class=\"names\">\n");
        for note in &failing[TOLD..] {
            page.raw("<li><code>")
                .text(&note.trial)
                .raw("</code></li>\n");
        }
        page.raw("</ul>\n</details>\n");
    }
    page.raw("</section>\n");
}

fn failure(note: &Note, page: &mut Markup) {
    let word = match note.verdict {
        VerdictKind::UnexpectedPass => "passed unexpectedly",
        _ => "failed",
    };
    page.raw("<article class=\"failure\">\n<h3><span class=\"count bad\">")
        .raw("<b aria-hidden=\"true\">✗</b> ")
        .raw(word)
        .raw("</span> <code>")
        .text(breakable(&note.trial))
        .raw("</code></h3>\n<pre>")
        .text(words(&note.detail))
        .raw("</pre>\n<p class=\"label\">Repeat it with</p>\n<pre class=\"command\">")
        .text(repeat_command(&note.trial))
        .raw("</pre>\n</article>\n");
}

/// A trial's name, which may break after its separators.
fn breakable(name: &str) -> String {
    name.replace("::", "::\u{200b}").replace('/', "/\u{200b}")
}

/// The words of a failure without the command.
fn words(detail: &str) -> String {
    let lines = detail
        .lines()
        .filter(|line| !line.trim_start().starts_with(REPEAT));
    lines.collect::<Vec<_>>().join("\n")
}
