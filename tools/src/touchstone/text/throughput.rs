//! The throughput table on a terminal.

use std::fmt::Write as _;

use super::Table;
use crate::throughput::{Build, Row, Throughput, UNSTEADY};

/// The table: a row for each input and setting, a ratio for each operation.
pub(crate) fn throughput(table: &Throughput) -> String {
    let mut text = String::new();
    for format in distinct(&table.rows, |row| &row.format) {
        let rows: Vec<&Row> = table
            .rows
            .iter()
            .filter(|row| row.format == format)
            .collect();
        let Some(first) = rows.first() else { continue };
        let (native, reference) = (&first.ratio.native, &first.ratio.reference);
        let _ = writeln!(
            text,
            "throughput of {native} beside {reference}: time of {reference} / time of {native}, \
             above 1.00 {native} is faster\n"
        );
        let operations = distinct(&table.rows, |row| &row.operation);
        for operation in operations {
            let of = |row: &&&Row| row.operation == operation;
            let rows: Vec<_> = rows.iter().filter(of).collect();
            // Other formats have other operations.
            if rows.is_empty() {
                continue;
            }
            let mut table = (2..7).fold(
                Table::new([operation, "", "ratio", native, reference, native, reference]),
                Table::right,
            );
            for row in rows {
                let (ours, theirs) = row.speeds();
                table.row([
                    row.input.clone(),
                    row.setting.clone(),
                    format!("{}{:.2}x", row.mark(), row.ratio.ratio_median),
                    time(row.ratio.median_native_ns),
                    time(row.ratio.median_reference_ns),
                    format!("{ours:.0} MB/s"),
                    format!("{theirs:.0} MB/s"),
                ]);
            }
            let _ = writeln!(text, "{table}");
        }
        if let Some(build) = table.builds.iter().find(|build| build.name == *reference) {
            let Build {
                name,
                version,
                flags,
                kind,
                at_best,
            } = build;
            let _ = writeln!(
                text,
                "{name} {version} is {kind} (CFLAGS {flags:?}); at its best: `{at_best}`\n"
            );
        }
    }
    if table.rows.iter().any(Row::is_unsteady) {
        let _ = writeln!(text, "{UNSTEADY}\n");
    }
    if let Some(first) = table.rows.first() {
        let rounds = first.ratio.rounds;
        let seconds = table.elapsed_ms as f64 / 1000.0;
        let _ = writeln!(
            text,
            "medians of {rounds} rounds, each case admitted by the gate in this process, in \
             {seconds:.1} s; `cargo bench` measures longer"
        );
    }
    for refused in &table.refused {
        let detail = refused.detail.replace('\n', "\n  ");
        let _ = writeln!(text, "bench refused: {}\n  {detail}", refused.trial);
    }
    text
}

/// A duration in nanoseconds, in the unit that suits it.
pub(crate) fn time(ns: f64) -> String {
    match ns {
        ns if ns < 1e3 => format!("{ns:.0} ns"),
        ns if ns < 1e6 => format!("{:.2} µs", ns / 1e3),
        ns if ns < 1e9 => format!("{:.2} ms", ns / 1e6),
        ns => format!("{:.2} s", ns / 1e9),
    }
}

/// The different values of a field, in the order of the rows.
pub(crate) fn distinct<'a>(rows: &'a [Row], field: impl Fn(&'a Row) -> &'a String) -> Vec<&'a str> {
    let mut seen: Vec<&str> = Vec::new();
    for row in rows {
        let value = field(row).as_str();
        if !seen.contains(&value) {
            seen.push(value);
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use conformance::gate::Ratio;

    use super::throughput;
    use crate::throughput::{Build, Row, Throughput};

    fn row(format: &str, operation: &str) -> Row {
        let ratio = Ratio {
            case: "case".to_owned(),
            native: format.to_owned(),
            reference: format!("c-{format}"),
            median_native_ns: 1.0,
            median_reference_ns: 1.0,
            min_native_ns: 1.0,
            min_reference_ns: 1.0,
            ratio_median: 1.0,
            ratio_min: 1.0,
            rounds: 1,
        };
        Row {
            format: format.to_owned(),
            operation: operation.to_owned(),
            input: "text".to_owned(),
            setting: "level 3".to_owned(),
            bytes: 1,
            ratio,
        }
    }

    #[test]
    fn a_format_has_its_own_operations_only() {
        let table = Throughput {
            schema: 1,
            fingerprint: None,
            measured_unix: 0,
            elapsed_ms: 0,
            builds: Vec::new(),
            rows: vec![row("openzl", "compress"), row("lz4", "decompress")],
            refused: Vec::new(),
        };
        let text = throughput(&table);
        assert_eq!(text.matches("compress ").count(), 2, "{text}");
        assert_eq!(text.matches("decompress ").count(), 1, "{text}");
        assert_eq!(text.matches("medians of").count(), 1, "{text}");
    }

    #[test]
    fn the_build_of_the_reference_is_told_in_one_line() {
        let table = Throughput {
            schema: 1,
            fingerprint: None,
            measured_unix: 0,
            elapsed_ms: 0,
            builds: vec![Build {
                name: "c-openzl".to_owned(),
                version: "0.3.0".to_owned(),
                flags: "-DNDEBUG".to_owned(),
                kind: "the baseline build".to_owned(),
                at_best: "cargo bench".to_owned(),
            }],
            rows: vec![row("openzl", "compress")],
            refused: Vec::new(),
        };
        let told = "\nc-openzl 0.3.0 is the baseline build (CFLAGS \"-DNDEBUG\"); at its best: \
                    `cargo bench`\n";
        let text = throughput(&table);
        assert!(text.contains(told), "{text}");
    }
}
