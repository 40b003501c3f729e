//! How `hipo stats` tells it.

use std::io::{self, Write};

use serde::Serialize;
use tools::size::grouped;
use tools::table::{Align, Table};
use tools::text::{self, harmless};

use super::Stats;
use super::gather::{BankTotals, ColumnTotals, Totals};
use crate::print::{Number, SCHEMA};

#[derive(Debug, Serialize)]
pub(super) struct Object<'a> {
    schema: u32,
    files: Vec<String>,
    events: u64,
    banks: Vec<BankObject<'a>>,
}

#[derive(Debug, Serialize)]
struct BankObject<'a> {
    name: &'a str,
    group: u16,
    item: u8,
    events: u64,
    rows: u64,
    columns: Vec<ColumnObject<'a>>,
}

#[derive(Debug, Serialize)]
struct ColumnObject<'a> {
    name: &'a str,
    r#type: char,
    array_length: usize,
    values: u64,
    nan: u64,
    min: Option<Number>,
    max: Option<Number>,
    sum: Number,
    mean: Option<Number>,
}

/// For machines: all banks, also those of no rows.
pub(super) fn object<'a>(options: &Stats, totals: &'a Totals) -> Object<'a> {
    Object {
        schema: SCHEMA,
        files: options.files.iter().map(|path| text::name(path)).collect(),
        events: totals.events,
        banks: totals.banks.iter().map(bank).collect(),
    }
}

fn bank(totals: &BankTotals) -> BankObject<'_> {
    let schema = &totals.schema;
    let columns = schema.columns().iter().zip(&totals.columns);
    BankObject {
        name: schema.name(),
        group: schema.group(),
        item: schema.item(),
        events: totals.events,
        rows: totals.rows,
        columns: columns
            .map(|(column, totals)| {
                let any = totals.numbers() > 0;
                ColumnObject {
                    name: column.name(),
                    r#type: column.column_type().letter(),
                    array_length: column.array_length(),
                    values: totals.values,
                    nan: totals.nan,
                    min: any.then_some(Number(totals.least)),
                    max: any.then_some(Number(totals.most)),
                    sum: Number(totals.sum),
                    mean: totals.mean().map(Number),
                }
            })
            .collect(),
    }
}

/// For people.
pub(super) fn text(out: &mut impl Write, options: &Stats, totals: &Totals) -> io::Result<()> {
    let rows = |bank: &&BankTotals| options.all || bank.rows > 0;
    let shown = totals.banks.iter().filter(rows).count();
    writeln!(
        out,
        "{} events, {} of {} banks have rows",
        grouped(totals.events),
        totals.banks.iter().filter(|bank| bank.rows > 0).count(),
        totals.banks.len()
    )?;
    for bank in totals.banks.iter().filter(rows) {
        let schema = &bank.schema;
        writeln!(
            out,
            "\n{}  {}/{}: {} rows in {} events",
            harmless(schema.name()),
            schema.group(),
            schema.item(),
            grouped(bank.rows),
            grouped(bank.events)
        )?;
        columns(out, bank)?;
    }
    if shown == 0 && !totals.banks.is_empty() {
        writeln!(out, "--all tells of banks without rows")?;
    }
    Ok(())
}

fn columns(out: &mut impl Write, bank: &BankTotals) -> io::Result<()> {
    let mut table = Table::new([
        ("column", Align::Left),
        ("type", Align::Left),
        ("min", Align::Right),
        ("max", Align::Right),
        ("mean", Align::Right),
        ("sum", Align::Right),
        ("NaN", Align::Right),
    ]);
    for (column, totals) in bank.schema.columns().iter().zip(&bank.columns) {
        let any = totals.numbers() > 0;
        let number = |number: Option<f64>| number.map_or_else(|| "-".into(), shown);
        let letter = column.column_type().letter();
        table.row([
            harmless(column.name()),
            match column.array_length() {
                1 => letter.to_string(),
                length => format!("{letter}#{length}"),
            },
            number(any.then_some(totals.least)),
            number(any.then_some(totals.most)),
            number(totals.mean()),
            number(any.then_some(totals.sum)),
            nan(totals),
        ]);
    }
    table.write(out)
}

fn nan(totals: &ColumnTotals) -> String {
    match totals.nan {
        0 => String::new(),
        nan => grouped(nan),
    }
}

/// A number with the digits that a person wants.
fn shown(number: f64) -> String {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        format!("{number:.0}")
    } else if number.abs() >= 1e-3 && number.abs() < 1e15 {
        format!("{number:.6}")
    } else {
        format!("{number:.6e}")
    }
}
