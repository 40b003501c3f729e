//! Verdicts as a sign, a word and a class: never as colour alone.

use conformance::{Tally, VerdictKind};

use super::markup::Markup;
use crate::text::grouped;

/// How a verdict is shown.
pub(super) struct Look {
    pub(super) sign: &'static str,
    pub(super) word: &'static str,
    pub(super) class: &'static str,
}

/// How the counts of a tally are shown, the gravest first.
const LOOKS: [Look; 5] = [FAILED, KNOWN, ABSENT, OPEN, PASSED];

pub(super) const PASSED: Look = Look {
    sign: "✓",
    word: "passed",
    class: "good",
};
pub(super) const FAILED: Look = Look {
    sign: "✗",
    word: "failed",
    class: "bad",
};
pub(super) const KNOWN: Look = Look {
    sign: "≈",
    word: "known failures",
    class: "warn",
};
pub(super) const ABSENT: Look = Look {
    sign: "○",
    word: "absent",
    class: "warn",
};
pub(super) const OPEN: Look = Look {
    sign: "?",
    word: "inconclusive",
    class: "warn",
};

/// The look of one verdict.
pub(super) fn look(kind: VerdictKind) -> Look {
    match kind {
        VerdictKind::Passed => PASSED,
        VerdictKind::Failed | VerdictKind::UnexpectedPass => FAILED,
        VerdictKind::KnownFailure => KNOWN,
        VerdictKind::Absent => ABSENT,
        VerdictKind::Inconclusive => OPEN,
    }
}

/// The counts of a tally with their looks, the gravest first.
pub(super) fn counts(tally: &Tally) -> impl Iterator<Item = (Look, u64)> {
    let counts = [
        tally.failed,
        tally.known,
        tally.absent,
        tally.inconclusive,
        tally.passed,
    ];
    LOOKS.into_iter().zip(counts)
}

/// A table cell with every count that is not nothing.
pub(super) fn cell(tally: &Tally, page: &mut Markup) {
    page.raw("<td>");
    for (look, count) in counts(tally).filter(|(_, count)| *count > 0) {
        page.raw("<span class=\"count ")
            .raw(look.class)
            .raw("\"><b aria-hidden=\"true\">")
            .raw(look.sign)
            .raw("</b> ")
            .text(grouped(count))
            .raw(" <small>")
            .raw(look.word)
            .raw("</small></span>");
    }
    page.raw("</td>");
}
