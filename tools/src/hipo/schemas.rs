//! `hipo schemas`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use hipo::Schema;
use serde::Serialize;
use tools::size::grouped;
use tools::table::{Align, Table};
use tools::text::{self, harmless};

use crate::failure::Failure;
use crate::pattern::{self, Pattern};
use crate::print::{self, SCHEMA};
use crate::reading::Reading;

const HELP: &str = "\
Examples:
  hipo schemas run.hipo
  hipo schemas run.hipo --bank 'REC::*' --bank RUN::config --table
  hipo schemas run.hipo --json | jq -r '.schemas[].name'

The text form is what files hold, {name/group/item}{column/T,...}, with the
types B, S, I, L (integers of 1, 2, 4 and 8 bytes), F and D (floating-point
numbers of 4 and 8), and T#N for arrays of N values.

JSON keys: schema (1), file, schemas [name, group, item, row_bytes, text,
columns [name, type, array_length, offset]].";

/// `hipo schemas`.
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub(crate) struct Schemas {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Only banks whose names fit, with * and ?; several times for several
    #[arg(short, long, value_name = "PATTERN")]
    bank: Vec<Pattern>,
    /// Tables, with a line for each column
    #[arg(short, long)]
    table: bool,
    /// One JSON object
    #[arg(long, conflicts_with = "table")]
    json: bool,
    #[command(flatten)]
    reading: Reading,
}

#[derive(Debug, Serialize)]
struct Object<'a> {
    schema: u32,
    file: String,
    schemas: Vec<SchemaObject<'a>>,
}

#[derive(Debug, Serialize)]
struct SchemaObject<'a> {
    name: &'a str,
    group: u16,
    item: u8,
    row_bytes: usize,
    text: String,
    columns: Vec<ColumnObject<'a>>,
}

#[derive(Debug, Serialize)]
struct ColumnObject<'a> {
    name: &'a str,
    r#type: char,
    array_length: usize,
    /// Bytes of the columns before it in a row.
    offset: usize,
}

/// Lists schemas.
pub(crate) fn run(options: &Schemas) -> Result<ExitCode, Failure> {
    let file = options.reading.open(&options.file)?;
    pattern::check(&options.bank, &file)?;
    let schemas = pattern::schemas(&options.bank, file.dictionary());
    if options.json {
        print::json(&Object {
            schema: SCHEMA,
            file: text::name(&options.file),
            schemas: schemas.map(object).collect(),
        })?;
    } else {
        print::with(|out| {
            for (index, schema) in schemas.enumerate() {
                if options.table {
                    if index > 0 {
                        writeln!(out)?;
                    }
                    table(out, schema)?;
                } else {
                    writeln!(out, "{}", harmless(&schema.to_string()))?;
                }
            }
            Ok(())
        })?;
    }
    Ok(ExitCode::SUCCESS)
}

fn object(schema: &Schema) -> SchemaObject<'_> {
    let mut offset = 0;
    let columns = schema.columns().iter().map(|column| {
        let start = offset;
        offset += column.cell_bytes();
        ColumnObject {
            name: column.name(),
            r#type: column.column_type().letter(),
            array_length: column.array_length(),
            offset: start,
        }
    });
    SchemaObject {
        name: schema.name(),
        group: schema.group(),
        item: schema.item(),
        row_bytes: schema.row_bytes(),
        text: schema.to_string(),
        columns: columns.collect(),
    }
}

fn table(out: &mut impl Write, schema: &Schema) -> std::io::Result<()> {
    writeln!(
        out,
        "{}  group {}, item {}, {} columns, {} bytes a row",
        harmless(schema.name()),
        schema.group(),
        schema.item(),
        schema.columns().len(),
        grouped(schema.row_bytes() as u64)
    )?;
    let mut table = Table::new([
        ("column", Align::Left),
        ("type", Align::Left),
        ("values", Align::Right),
        ("offset", Align::Right),
    ]);
    for column in object(schema).columns {
        let kind = hipo::ColumnType::from_letter(column.r#type);
        table.row([
            harmless(column.name),
            kind.map_or_else(String::new, |kind| kind.to_string()),
            column.array_length.to_string(),
            column.offset.to_string(),
        ]);
    }
    table.write(out)
}
