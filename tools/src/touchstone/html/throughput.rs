//! Throughput: a chart and a table for each operation.

use conformance::Report;

use super::chart;
use super::markup::Markup;
use crate::date;
use crate::text::{distinct, time};
use crate::throughput::{Build, Row, Throughput, UNSTEADY};

pub(super) fn section(report: &Report, table: Option<&Throughput>, page: &mut Markup) {
    page.raw("<section id=\"throughput\">\n<h2>Throughput</h2>\n");
    match table {
        None => {
            page.raw("<p>Not measured. The table comes with a whole assay in an optimized build: ")
                .raw("<code>cargo run --release</code>.</p>\n");
        }
        Some(table) if table.fingerprint != report.fingerprint => {
            page.raw("<p>The last table was measured on other sources than these verdicts hold ")
                .raw("for, so it is not shown. <code>cargo run --release</code> measures again.</p>\n");
        }
        Some(table) => tables(table, page),
    }
    page.raw("</section>\n");
}

fn tables(table: &Throughput, page: &mut Markup) {
    for refused in &table.refused {
        page.raw("<article class=\"failure\">\n<h3><span class=\"count bad\">")
            .raw("<b aria-hidden=\"true\">✗</b> bench refused</span> <code>")
            .text(&refused.trial)
            .raw("</code></h3>\n<pre>")
            .text(&refused.detail)
            .raw("</pre>\n</article>\n");
    }
    for format in distinct(&table.rows, |row| &row.format) {
        let of_format: Vec<&Row> = table
            .rows
            .iter()
            .filter(|row| row.format == format)
            .collect();
        let Some(first) = of_format.first() else {
            continue;
        };
        let (native, reference) = (&first.ratio.native, &first.ratio.reference);
        page.raw("<h3 class=\"format\">")
            .text(format)
            .raw("</h3>\n<p class=\"soft\">Ratio: time of ");
        page.text(reference)
            .raw(" over time of ")
            .text(native)
            .raw(". Above 1.00 ")
            .text(native);
        page.raw(
            " is faster. Both were timed in turn in one process, only on cases that had just ",
        );
        page.raw("passed there; medians of ")
            .text(first.ratio.rounds)
            .raw(" rounds, measured ");
        page.text(date::utc(table.measured_unix)).raw(".</p>\n");
        let mut builds = table.builds.iter();
        if let Some(build) = builds.find(|build| build.name == *reference) {
            built(build, page);
        }
        if of_format.iter().any(|row| row.is_unsteady()) {
            page.raw("<p class=\"notice\">").raw(UNSTEADY).raw("</p>\n");
        }
        let scale = chart::Scale::of(&of_format);
        for operation in distinct(&table.rows, |row| &row.operation) {
            let rows: Vec<&Row> = of_format
                .iter()
                .copied()
                .filter(|row| row.operation == operation)
                .collect();
            if rows.is_empty() {
                continue;
            }
            page.raw("<h4>")
                .text(operation)
                .raw("</h4>\n<div class=\"beside\">\n");
            chart::bars(operation, &rows, &scale, page);
            medians(operation, &rows, page);
            page.raw("</div>\n");
        }
    }
}

fn built(build: &Build, page: &mut Markup) {
    page.raw("<p class=\"soft\">")
        .text(&build.name)
        .raw(" ")
        .text(&build.version)
        .raw(" is ")
        .text(&build.kind)
        .raw(" (CFLAGS <code>")
        .text(&build.flags)
        .raw("</code>); at its best: <code>")
        .text(&build.at_best)
        .raw("</code></p>\n");
}

fn medians(operation: &str, rows: &[&Row], page: &mut Markup) {
    let Some(first) = rows.first() else { return };
    page.raw("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"")
        .text(operation)
        .raw("\"><table class=\"sortable\">\n<thead><tr><th scope=\"col\">input</th>")
        .raw("<th scope=\"col\">setting</th><th scope=\"col\" class=\"number\">ratio</th>");
    for name in [&first.ratio.native, &first.ratio.reference] {
        page.raw("<th scope=\"col\" class=\"number\">")
            .text(name)
            .raw("</th>");
    }
    page.raw("<th scope=\"col\" class=\"number\">")
        .text(&first.ratio.native)
        .raw("<br><small>MB/s</small></th></tr></thead>\n<tbody>\n");
    for row in rows {
        let (speed, _) = row.speeds();
        let ratio = row.ratio.ratio_median;
        page.raw("<tr><th scope=\"row\" data-sort=\"")
            .text(row.bytes)
            .raw("\">")
            .text(&row.input)
            .raw("</th><td>")
            .text(&row.setting)
            .raw("</td>");
        number(ratio, format!("{}{ratio:.2}", row.mark()), page);
        for ns in [row.ratio.median_native_ns, row.ratio.median_reference_ns] {
            number(ns, time(ns), page);
        }
        number(speed, format!("{speed:.0}"), page);
        page.raw("</tr>\n");
    }
    page.raw("</tbody>\n</table></div>\n");
}

/// A cell that sorts by its value and shows its words.
fn number(value: f64, words: String, page: &mut Markup) {
    page.raw("<td class=\"number\" data-sort=\"")
        .text(format_args!("{value:.4}"))
        .raw("\">")
        .text(words)
        .raw("</td>");
}

#[cfg(test)]
mod tests {
    use super::{Build, Markup, built};

    #[test]
    fn the_build_of_the_reference_is_told() {
        let mut page = Markup::default();
        let build = Build {
            name: "c-openzl".to_owned(),
            version: "0.3.0".to_owned(),
            flags: "-DNDEBUG -D'X=<1>'".to_owned(),
            kind: "the baseline build".to_owned(),
            at_best: "cargo bench".to_owned(),
        };
        built(&build, &mut page);
        let page = page.into_string();
        assert!(
            page.contains("c-openzl 0.3.0 is the baseline build"),
            "{page}"
        );
        assert!(page.contains("&lt;1&gt;"), "{page}");
        assert!(page.contains("<code>cargo bench</code>"), "{page}");
    }
}
