//! All cases, folded into groups.

use std::collections::BTreeMap;

use conformance::{Check, FormatReport, Report, Tally, VerdictKind};

use super::markup::Markup;
use super::verdict::{counts, look};
use crate::order::natural;
use crate::text::counted;

/// The verdicts of one case, by check.
type Row = BTreeMap<Check, VerdictKind>;

pub(super) fn section(report: &Report, page: &mut Markup) {
    page.raw("<section id=\"cases\">\n<h2>Cases</h2>\n")
        .raw("<p class=\"filter\" id=\"filter-box\" hidden><label for=\"filter\">Show only cases ")
        .raw("whose name contains</label> <input id=\"filter\" type=\"search\" ")
        .raw("autocomplete=\"off\" spellcheck=\"false\"> <output id=\"filter-count\"></output></p>\n");
    for format in &report.formats {
        page.raw("<h3 class=\"format\">")
            .text(&format.name)
            .raw(" <span class=\"soft\">")
            .text(counted(format.cases, "case", "cases"))
            .raw("</span></h3>\n");
        let checks: Vec<Check> = format.checks.keys().copied().collect();
        for (group, cases) in groups(format) {
            self::group(&group, &cases, &checks, page);
        }
    }
    page.raw("</section>\n");
}

/// The cases of a format by the first parts of their names, which say how the
/// case is set; hostile sets have a group of their own.
fn groups(format: &FormatReport) -> Vec<(String, BTreeMap<&str, Row>)> {
    let mut groups: BTreeMap<String, BTreeMap<&str, Row>> = BTreeMap::new();
    for trial in &format.trials {
        let mut parts = trial.name.splitn(4, "::").skip(2);
        let (Some(check), Some(case)) = (parts.next(), parts.next()) else {
            continue;
        };
        let Ok(check) = check.parse::<Check>() else {
            continue;
        };
        let group = if check == Check::Reject {
            "malformed frames".to_owned()
        } else {
            prefix(case)
        };
        let row = groups.entry(group).or_default().entry(case).or_default();
        row.insert(check, trial.verdict);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_cached_key(|(name, _)| natural(name));
    groups
}

/// At most two parts of a name, and never the last.
fn prefix(case: &str) -> String {
    let parts: Vec<&str> = case.split('/').collect();
    match parts.len() {
        1 => "others".to_owned(),
        many => parts[..2.min(many - 1)].join("/"),
    }
}

fn group(name: &str, cases: &BTreeMap<&str, Row>, checks: &[Check], page: &mut Markup) {
    let mut tally = Tally::default();
    cases
        .values()
        .flat_map(Row::values)
        .for_each(|verdict| tally.count(*verdict));
    // Only the checks that say something here have a column.
    let has = |check: &&Check| cases.values().any(|row| row.contains_key(check));
    let checks: Vec<&Check> = checks.iter().filter(has).collect();

    page.raw("<details class=\"group\">\n<summary><code>")
        .text(name)
        .raw("</code> <span class=\"soft\">")
        .text(counted(cases.len() as u64, "case", "cases"))
        .raw("</span>");
    for (look, count) in counts(&tally).filter(|(_, count)| *count > 0) {
        page.raw(" <span class=\"count ")
            .raw(look.class)
            .raw("\"><b aria-hidden=\"true\">")
            .raw(look.sign)
            .raw("</b> ")
            .text(crate::text::grouped(count))
            .raw(" <small>")
            .raw(look.word)
            .raw("</small></span>");
    }
    page.raw("</summary>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"")
        .text(name)
        .raw("\"><table class=\"cases\">\n<thead><tr><th scope=\"col\">case</th>");
    for check in &checks {
        page.raw("<th scope=\"col\">").text(check).raw("</th>");
    }
    page.raw("</tr></thead>\n<tbody>\n");
    let mut cases: Vec<_> = cases.iter().collect();
    cases.sort_by_cached_key(|(case, _)| natural(case));
    for (case, row) in cases {
        page.raw("<tr><th scope=\"row\">").text(case).raw("</th>");
        for check in &checks {
            match row.get(*check).map(|verdict| look(*verdict)) {
                // Thousands of these: the word is left to the legend.
                Some(look) if look.class == "good" => page.raw("<td class=\"good\">✓</td>"),
                Some(look) => page
                    .raw("<td class=\"")
                    .raw(look.class)
                    .raw("\">")
                    .raw(look.sign)
                    .raw(" ")
                    .raw(look.word)
                    .raw("</td>"),
                None => page.raw("<td></td>"),
            };
        }
        page.raw("</tr>\n");
    }
    page.raw("</tbody>\n</table></div>\n</details>\n");
}

#[cfg(test)]
mod tests {
    use super::prefix;

    #[test]
    fn groups_are_the_settings() {
        assert_eq!(prefix("default/level-6/text/64"), "default/level-6");
        assert_eq!(prefix("truncations/text"), "truncations");
        assert_eq!(prefix("manifest"), "others");
    }
}
