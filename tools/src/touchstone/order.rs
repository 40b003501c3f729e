//! The orders in which things are shown.

use conformance::{CellReport, Check, FormatReport, Note};

/// The cells of a format's matrix, by check; implementations in the order in
/// which their format lists them, and what is none of them last.
pub(crate) fn cells(format: &FormatReport) -> Vec<&CellReport> {
    let place = |side: &str| {
        let name = side.split('/').next();
        let mut all = format.implementations.iter();
        all.position(|one| Some(one.name.as_str()) == name)
            .unwrap_or(usize::MAX)
    };
    let mut cells: Vec<&CellReport> = format.matrix.iter().collect();
    cells.sort_by_key(|cell| (cell.check, place(&cell.producer), place(&cell.consumer)));
    cells
}

/// The failures of a format, by check: where frames differ says more than what
/// became of reading them.
pub(crate) fn failures(format: &FormatReport) -> Vec<&Note> {
    let all = format.notes.iter();
    let mut failing: Vec<&Note> = all.filter(|note| note.verdict.is_failure()).collect();
    failing.sort_by_cached_key(|note| (check_of(&note.trial), natural(&note.trial)));
    failing
}

/// The check of a trial, by its name.
fn check_of(trial: &str) -> Option<Check> {
    trial.split("::").nth(2)?.parse().ok()
}

/// A part of a name.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Part {
    Number(i64),
    Text(String),
}

/// A key that sorts names by the numbers in them: `level--5` before `level-3`
/// before `level-12`.
pub(crate) fn natural(name: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let text = rest
            .find(|c: char| c.is_ascii_digit())
            .unwrap_or(rest.len());
        // The second of two hyphens is a sign.
        let signed = rest[..text].ends_with("--");
        let text = text - usize::from(signed);
        if text > 0 {
            parts.push(Part::Text(rest[..text].to_owned()));
        }
        rest = &rest[text..];
        let digits = &rest[usize::from(signed)..];
        let end = digits
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(digits.len());
        let end = end + usize::from(signed);
        if end > 0 {
            let number = rest[..end].parse().unwrap_or(i64::MAX);
            parts.push(Part::Number(number));
        }
        rest = &rest[end..];
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::natural;

    #[test]
    fn numbers_are_numbers() {
        let mut names = [
            "l-12/a", "l-3/b", "l-3", "l--5", "l--100", "", "3", "--", "a--",
        ];
        names.sort_by_key(|name| natural(name));
        assert_eq!(
            names,
            [
                "", "3", "--", "a--", "l--100", "l--5", "l-3", "l-3/b", "l-12/a"
            ]
        );
    }
}
