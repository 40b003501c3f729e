//! The verdict over everything, and the way to the rest of the page.

use conformance::Report;

use super::markup::Markup;
use super::verdict::{ABSENT, FAILED, KNOWN, Look, OPEN, PASSED};
use crate::date;
use crate::text::{counted, grouped};

/// The verdict in a few words.
pub(super) fn title(report: &Report) -> String {
    let totals = report.totals();
    let trials = counted(report.trials_run, "trial", "trials");
    if report.has_failed() {
        format!("{} of {trials} failed", grouped(totals.failed))
    } else if totals.passed == report.trials_run {
        format!("All {trials} passed")
    } else {
        format!("{} of {trials} passed, none failed", grouped(totals.passed))
    }
}

pub(super) fn section(report: &Report, page: &mut Markup) {
    let look = if report.has_failed() { FAILED } else { PASSED };
    page.raw("<header>\n<p class=\"brand\">Touchstone <span>native implementations of binary ")
        .raw("formats, assayed against their references byte for byte</span></p>\n<h1 class=\"")
        .raw(look.class)
        .raw("\"><span class=\"sign\" aria-hidden=\"true\">")
        .raw(look.sign)
        .raw("</span> ")
        .text(title(report))
        .raw("</h1>\n<p class=\"soft\">")
        .text(date::utc(report.finished_unix));
    if let Some(commit) = report.host.get("commit") {
        page.raw(" · commit ").text(commit);
    }
    let seconds = report.elapsed_ms as f64 / 1000.0;
    page.raw(" · took ")
        .text(format_args!("{seconds:.1} s"))
        .raw("</p>\n");
    partial(report, page);
    tiles(report, page);
    navigation(report, page);
    page.raw("</header>\n");
}

/// What keeps these verdicts from being those of the whole suite.
fn partial(report: &Report, page: &mut Markup) {
    if !report.complete {
        let (run, listed) = (grouped(report.trials_run), grouped(report.trials_listed));
        page.raw("<p class=\"notice\">Only a part of the suite was run: ")
            .text(format_args!("{run} of {listed} trials"));
        if let Some(filter) = &report.filter {
            page.raw(", those whose name contains <code>")
                .text(filter)
                .raw("</code>");
        }
        page.raw(".</p>\n");
    }
    if report.fingerprint.is_none() {
        page.raw("<p class=\"notice\">These verdicts carry no fingerprint: they are bound to no state of ")
            .raw("the sources.</p>\n");
    }
}

fn tiles(report: &Report, page: &mut Markup) {
    let totals = report.totals();
    let tiles: [(Look, u64); 5] = [
        (PASSED, totals.passed),
        (FAILED, totals.failed),
        (KNOWN, totals.known),
        (ABSENT, totals.absent),
        (OPEN, totals.inconclusive),
    ];
    page.raw("<ul class=\"tiles\">\n");
    for (look, count) in tiles {
        page.raw("<li class=\"")
            .raw(if count == 0 { "none" } else { look.class })
            .raw("\"><b>")
            .text(grouped(count))
            .raw("</b> <span><span aria-hidden=\"true\">")
            .raw(look.sign)
            .raw("</span> ")
            .raw(look.word)
            .raw("</span></li>\n");
    }
    page.raw("</ul>\n");
}

fn navigation(report: &Report, page: &mut Markup) {
    page.raw("<nav aria-label=\"Sections\">\n");
    if report.has_failed() {
        page.raw("<a href=\"#failures\">Failures</a>\n");
    }
    page.raw("<a href=\"#matrix\">Matrix</a>\n<a href=\"#throughput\">Throughput</a>\n")
        .raw("<a href=\"#notes\">Known, absent, open</a>\n<a href=\"#cases\">Cases</a>\n")
        .raw("<a href=\"#machine\">Machine</a>\n</nav>\n");
}
