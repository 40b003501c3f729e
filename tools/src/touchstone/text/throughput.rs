//! The throughput table on a terminal.

use std::fmt::Write as _;

use super::Table;
use crate::throughput::{Row, Throughput, UNSTEADY};

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
            let mut table = (2..7).fold(
                Table::new([operation, "", "ratio", native, reference, native, reference]),
                Table::right,
            );
            for row in rows.iter().filter(of) {
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
        if rows.iter().any(|row| row.is_unsteady()) {
            let _ = writeln!(text, "{UNSTEADY}\n");
        }
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
