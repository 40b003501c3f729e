//! A section for each failing trial.

use conformance::{Note, Report, VerdictKind, repeat_command};

use super::markup::Markup;
use crate::order;
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
    let failing: Vec<&Note> = report.formats.iter().flat_map(order::failures).collect();
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
        .raw("</code></h3>\n<pre class=\"words\">");
    words(&note.detail, page);
    page.raw("</pre>\n<p class=\"label\">Repeat it with</p>\n<pre class=\"command\">")
        .text(repeat_command(&note.trial))
        .raw("</pre>\n</article>\n");
}

/// A trial's name, which may break after its separators.
fn breakable(name: &str) -> String {
    name.replace("::", "::\u{200b}").replace('/', "/\u{200b}")
}

/// The words of a failure without the command. Windows of hexadecimal keep
/// their columns; other lines may wrap.
fn words(detail: &str, page: &mut Markup) {
    let told = |line: &&str| !line.trim_start().starts_with(REPEAT);
    for line in detail.lines().filter(told) {
        if is_window(line) {
            page.text(line).raw("\n");
        } else {
            page.raw("<span>").text(line).raw("</span>\n");
        }
    }
}

/// Whether a line is bytes in hexadecimal, after an offset of eight digits.
fn is_window(line: &str) -> bool {
    let offset = |word: &str| {
        let digits = word.split_once(':').map_or("", |(digits, _)| digits);
        digits.len() == 8 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    };
    line.split_whitespace().any(offset)
}

#[cfg(test)]
mod tests {
    use super::is_window;

    #[test]
    fn windows_are_told_from_words() {
        assert!(is_window("  openzl  0000000c: 07 07[07]07  |....|"));
        assert!(is_window("  00000000:[--] ||"));
        assert!(!is_window("  field: chunk 0, sha256 of something: none"));
    }
}
