//! Figures as a table, and as JSON.

use std::fmt::Write as _;

use super::plan::Measured;
use super::program::Shape;
use crate::hipo::Scenario;

/// A column of the table: whose, in which shape, threads.
type Column = (&'static str, Shape, u32);

/// A table in Markdown for each format: warm times in milliseconds, and the cold
/// one in parentheses.
pub fn markdown(measured: &[Measured]) -> String {
    let mut text = String::new();
    let mut formats: Vec<&str> = measured.iter().map(|it| it.format).collect();
    formats.dedup();
    for format in formats {
        let of_format: Vec<_> = measured.iter().filter(|it| it.format == format).collect();
        let mut columns: Vec<Column> = of_format.iter().map(|it| column(it)).collect();
        columns.sort_by_key(|(_, shape, threads)| (*shape, *threads));
        let mut seen = Vec::new();
        columns.retain(|column| {
            let new = !seen.contains(column);
            seen.push(*column);
            new
        });
        let _ = write!(text, "\n## {format}\n\n| scenario |");
        for column in &columns {
            let _ = write!(text, " {} |", heading(*column));
        }
        let _ = write!(text, "\n|---|{}\n", "---:|".repeat(columns.len()));
        for scenario in Scenario::ALL {
            let _ = write!(text, "| {scenario} |");
            for wanted in &columns {
                let cell = of_format
                    .iter()
                    .find(|it| it.base() == scenario.to_string() && column(it) == *wanted);
                let _ = match cell {
                    Some(it) => write!(text, " {:.1} ({:.1}) |", it.warm, it.cold),
                    None => write!(text, " |"),
                };
            }
            text.push('\n');
        }
    }
    text
}

/// Every figure, as a JSON array.
///
/// # Errors
/// Never: all of it is numbers and texts.
pub fn json(measured: &[Measured]) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(measured)
}

fn column(measured: &Measured) -> Column {
    (measured.program, measured.shape(), measured.threads)
}

fn heading((program, shape, threads): Column) -> String {
    let shape = shape.name();
    match threads {
        1 => format!("{program}, {shape}"),
        threads => format!("{program}, {shape}, {}", of_threads(threads)),
    }
}

/// So many threads, in words.
pub(super) fn of_threads(threads: u32) -> String {
    match threads {
        0 => "all threads".to_owned(),
        1 => "1 thread".to_owned(),
        threads => format!("{threads} threads"),
    }
}

#[cfg(test)]
mod tests {
    use super::{json, markdown};
    use crate::cross::Measured;

    fn measured(program: &'static str, scenario: &str, threads: u32, warm: f64) -> Measured {
        Measured {
            program,
            format: "lz4",
            scenario: scenario.to_owned(),
            threads,
            cold: warm * 2.0,
            warm,
            events: 3,
            checksum: "7.000".to_owned(),
        }
    }

    #[test]
    fn a_table_has_a_row_for_each_scenario() {
        let all = [
            measured("native", "count", 1, 1.0),
            measured("native", "c_col1", 1, 2.0),
            measured("native", "c_col1", 2, 1.5),
            measured("oxihipo", "c_col1", 1, 3.0),
        ];
        let expected = "\n## lz4\n\n\
            | scenario | native, events | native, columns | oxihipo, columns \
            | native, columns, 2 threads |\n\
            |---|---:|---:|---:|---:|\n\
            | count | 1.0 (2.0) | | | |\n\
            | bank1 | | | | |\n\
            | col1 | | 2.0 (4.0) | 3.0 (6.0) | 1.5 (3.0) |\n\
            | scan2 | | | | |\n\
            | wide | | | | |\n";
        assert_eq!(markdown(&all), expected);
    }

    #[test]
    fn json_has_every_figure() {
        let all = [measured("native", "count", 1, 1.0)];
        let told: serde_json::Value = serde_json::from_str(&json(&all).unwrap()).unwrap();
        assert_eq!(told[0]["program"], "native");
        assert_eq!(told[0]["warm"], 1.0);
        assert_eq!(told[0]["checksum"], "7.000");
    }
}
