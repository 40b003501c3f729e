//! Producers, consumers and checks.

use conformance::{CellReport, Check, FormatReport, Report};

use super::markup::Markup;
use super::verdict::{ABSENT, FAILED, KNOWN, OPEN, PASSED, cell};
use crate::order;

pub(super) fn section(report: &Report, page: &mut Markup) {
    page.raw("<section id=\"matrix\">\n<h2>Matrix</h2>\n");
    legend(page);
    for format in &report.formats {
        page.raw("<h3 class=\"format\">")
            .text(&format.name)
            .raw("</h3>\n");
        implementations(format, page);
        for check in Check::ALL {
            let cells = order::cells(format).into_iter();
            let cells: Vec<&CellReport> = cells.filter(|cell| cell.check == check).collect();
            if !cells.is_empty() {
                grid(format, check, &cells, page);
            }
        }
    }
    page.raw("</section>\n");
}

/// What the signs mean.
fn legend(page: &mut Markup) {
    let meanings = [
        (PASSED, "everything that the check asserts was shown"),
        (FAILED, "something that it asserts is false"),
        (
            KNOWN,
            "failed as an entry of the known failures says, with its reason",
        ),
        (
            ABSENT,
            "somebody or something is not on this machine; never a pass",
        ),
        (OPEN, "nothing was refuted, and nothing shown; never a pass"),
    ];
    page.raw("<dl class=\"legend\">\n");
    for (look, meaning) in meanings {
        page.raw("<div><dt class=\"")
            .raw(look.class)
            .raw("\"><b aria-hidden=\"true\">")
            .raw(look.sign)
            .raw("</b> ")
            .raw(look.word)
            .raw("</dt><dd>")
            .raw(meaning)
            .raw("</dd></div>\n");
    }
    page.raw("</dl>\n");
}

fn implementations(format: &FormatReport, page: &mut Markup) {
    page.raw("<ul class=\"implementations\">\n");
    for one in &format.implementations {
        page.raw("<li><b>").text(&one.name).raw("</b> ");
        if one.present {
            page.text(&one.version);
        } else {
            let how = one.how_to_install.as_deref().unwrap_or("cargo build");
            page.raw("<span class=\"warn\">absent</span>, install it with <code>")
                .text(how)
                .raw("</code>");
        }
        page.raw(" <small>").text(one.role).raw("</small></li>\n");
    }
    page.raw("</ul>\n");
}

/// What a check asserts.
fn claim(check: Check) -> &'static str {
    match check {
        Check::Identical => "The native frame equals the reference's, byte for byte.",
        Check::Exchange => "Every consumer reads every producer's frame to the case's value.",
        Check::Checksum => {
            "Every consumer, through every shape of its interface, gives the same checksum of \
             everything that it reads."
        }
        Check::Golden => {
            "Today's frame equals the frozen one, and every consumer still reads the frozen one."
        }
        Check::Reject => {
            "Malformed frames get a typed error in bounded time, and native and reference agree \
             on what to accept. Inconclusive are frames that ask for what the native side does not \
             have yet. Bounds of memory are held by cargo test conformance."
        }
    }
}

/// What rows and columns of a check's table are.
fn sides(check: Check) -> (&'static str, &'static str) {
    match check {
        Check::Identical => ("native", "same bytes as"),
        Check::Exchange | Check::Checksum => ("producer", "read by"),
        Check::Golden => ("frame of", "same bytes as, or read by"),
        Check::Reject => ("reader", "agrees with, or keeps"),
    }
}

fn grid(format: &FormatReport, check: Check, cells: &[&CellReport], page: &mut Markup) {
    page.raw("<div class=\"check\">\n<h4>")
        .text(check)
        .raw("</h4>\n<p class=\"soft\">");
    page.raw(claim(check));
    if let Some(tally) = format.checks.get(&check) {
        let trials = crate::text::counted(tally.total(), "trial", "trials");
        page.raw(" ").text(trials).raw(".");
    }
    page.raw("</p>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"")
        .text(format_args!("{} {check}", format.name))
        .raw("\"><table>\n<thead><tr><th scope=\"col\">");
    let (row, column) = sides(check);
    page.raw(row)
        .raw(" <span class=\"axis\">")
        .raw(column)
        .raw(" →</span></th>");
    let producers = distinct(cells, |cell| &cell.producer);
    let consumers = distinct(cells, |cell| &cell.consumer);
    for consumer in &consumers {
        // `name/shape`: the interface's shape goes below the name.
        let (name, shape) = consumer.split_once('/').unwrap_or((consumer, ""));
        page.raw("<th scope=\"col\">").text(name);
        if !shape.is_empty() {
            page.raw("<br><small>").text(shape).raw("</small>");
        }
        page.raw("</th>");
    }
    page.raw("</tr></thead>\n<tbody>\n");
    for producer in producers {
        page.raw("<tr><th scope=\"row\">")
            .text(producer)
            .raw("</th>");
        for consumer in &consumers {
            let fits =
                |cell: &&&CellReport| cell.producer == producer && cell.consumer == *consumer;
            match cells.iter().find(fits) {
                Some(found) => cell(&found.tally, page),
                None => {
                    page.raw("<td class=\"soft\">no claim</td>");
                }
            }
        }
        page.raw("</tr>\n");
    }
    page.raw("</tbody>\n</table></div>\n</div>\n");
}

/// The different values of a field, in the order of the cells.
fn distinct<'a>(cells: &[&'a CellReport], field: fn(&CellReport) -> &String) -> Vec<&'a str> {
    let mut seen: Vec<&str> = Vec::new();
    for cell in cells {
        let value = field(cell).as_str();
        if !seen.contains(&value) {
            seen.push(value);
        }
    }
    seen
}
