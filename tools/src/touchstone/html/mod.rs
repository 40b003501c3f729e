//! The report as one page that needs nothing but itself.

mod cases;
mod chart;
mod failures;
mod headline;
mod machine;
mod markup;
mod matrix;
mod notes;
mod throughput;
mod verdict;

use conformance::Report;

use crate::throughput::Throughput;
use markup::Markup;

/// The page over the verdicts, with the throughput of the same sources if
/// there is some.
pub(crate) fn page(report: &Report, table: Option<&Throughput>) -> String {
    let mut page = Markup::default();
    page.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        // A page that could not load anything from elsewhere even if it asked.
        .raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
        .raw("style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n")
        .raw("<meta name=\"color-scheme\" content=\"light dark\">\n<title>")
        .text(headline::title(report))
        .raw(" · Touchstone</title>\n<style>\n")
        .raw(include_str!("style.css"))
        .raw("</style>\n</head>\n<body>\n");
    headline::section(report, &mut page);
    page.raw("<main>\n");
    failures::section(report, &mut page);
    matrix::section(report, &mut page);
    throughput::section(report, table, &mut page);
    notes::section(report, &mut page);
    cases::section(report, &mut page);
    machine::section(report, &mut page);
    page.raw("</main>\n<script>\n")
        .raw(include_str!("script.js"))
        .raw("</script>\n</body>\n</html>\n");
    page.into_string()
}
