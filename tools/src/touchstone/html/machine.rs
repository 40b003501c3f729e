//! Where and of what these verdicts were made, and how to make them again.

use conformance::Report;

use super::markup::Markup;
use crate::date;

/// The facts in the order in which they are shown; others follow.
const ORDER: [(&str, &str); 11] = [
    ("cpu", "CPU"),
    ("cores", "cores"),
    ("os", "operating system"),
    ("arch", "architecture"),
    ("target features", "instruction sets allowed"),
    ("rustc", "compiler"),
    ("profile", "build"),
    ("touchstone", "touchstone"),
    ("c-openzl flags", "c-openzl build flags"),
    ("c-openzl asserts", "c-openzl asserts"),
    ("commit", "commit"),
];

/// Facts that have a place of their own.
const ELSEWHERE: [&str; 2] = ["command", "real files"];

pub(super) fn section(report: &Report, page: &mut Markup) {
    page.raw("<section id=\"machine\">\n<h2>Machine and versions</h2>\n<dl class=\"facts\">\n");
    for (key, name) in ORDER {
        if let Some(value) = report.host.get(key) {
            fact(name, value, page);
        }
    }
    for (key, value) in &report.host {
        let known =
            ORDER.iter().any(|(known, _)| known == key) || ELSEWHERE.contains(&key.as_str());
        if !known {
            fact(key, value, page);
        }
    }
    for format in &report.formats {
        for one in format.implementations.iter().filter(|one| one.present) {
            fact(&one.name, &format!("{} ({})", one.version, one.role), page);
        }
    }
    fact("date", &date::utc(report.finished_unix), page);
    if let Some(fingerprint) = &report.fingerprint {
        fact("fingerprint of the sources", fingerprint.as_str(), page);
    }
    let command = report
        .host
        .get("command")
        .map_or("cargo run --release", String::as_str);
    page.raw("</dl>\n<p class=\"label\">Make this report again with</p>\n<pre class=\"command\">")
        .text(command)
        .raw("</pre>\n</section>\n");
}

fn fact(name: &str, value: &str, page: &mut Markup) {
    page.raw("<div><dt>")
        .text(name)
        .raw("</dt><dd>")
        .text(value)
        .raw("</dd></div>\n");
}
