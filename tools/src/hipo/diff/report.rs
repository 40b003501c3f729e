//! How `hipo diff` tells it.

use std::io::{self, Write};

use serde::Serialize;
use tools::size::grouped;
use tools::text::{self, harmless};

use super::events::First;
use super::schemas::{ConfigDifference, SchemaDifferences};
use super::{Compared, Diff};
use crate::print::SCHEMA;

/// Differences of one kind that are told one by one.
const MOST: usize = 10;

#[derive(Debug, Serialize)]
pub(super) struct Object<'a> {
    schema: u32,
    files: [String; 2],
    equal: bool,
    schemas: &'a SchemaDifferences,
    config: &'a ConfigDifference,
    events: [u64; 2],
    differing_events: u64,
    banks: Vec<BankObject<'a>>,
    first: Option<&'a First>,
}

#[derive(Debug, Serialize)]
struct BankObject<'a> {
    bank: &'a str,
    events: u64,
}

/// For machines.
pub(super) fn object<'a>(options: &Diff, compared: &'a Compared) -> Object<'a> {
    let banks = compared.events.banks.iter();
    Object {
        schema: SCHEMA,
        files: [&options.first, &options.second].map(|path| text::name(path)),
        equal: compared.is_equal(),
        schemas: &compared.schemas,
        config: &compared.config,
        events: compared.counts,
        differing_events: compared.events.events,
        banks: banks
            .map(|(bank, events)| BankObject {
                bank,
                events: *events,
            })
            .collect(),
        first: compared.events.first.as_ref(),
    }
}

/// For people.
pub(super) fn text(out: &mut impl Write, options: &Diff, compared: &Compared) -> io::Result<()> {
    let [first, second] = [&options.first, &options.second].map(|path| text::name(path));
    if compared.is_equal() {
        let events = grouped(compared.counts[0]);
        return writeln!(out, "{first} and {second} are alike: {events} events");
    }
    let schemas = &compared.schemas;
    names(
        out,
        &format!("schemas only in {first}"),
        &schemas.only_first,
    )?;
    names(
        out,
        &format!("schemas only in {second}"),
        &schemas.only_second,
    )?;
    for schema in schemas.different.iter().take(MOST) {
        writeln!(out, "schema {} differs:", harmless(&schema.name))?;
        writeln!(out, "  {first}: {}", harmless(&schema.first))?;
        writeln!(out, "  {second}: {}", harmless(&schema.second))?;
    }
    let keys: Vec<_> = compared.config.keys.iter().cloned().collect();
    names(out, "configuration differs in", &keys)?;
    let [one, other] = compared.counts;
    if one != other {
        let (one, other) = (grouped(one), grouped(other));
        writeln!(out, "{first} has {one} events, {second} has {other}")?;
    }
    let events = &compared.events;
    if let Some(found) = &events.first {
        let both = grouped(one.min(other));
        let count = grouped(events.events);
        writeln!(out, "{count} of {both} events differ; the first:")?;
        writeln!(out, "  {}", first_in_words(found))?;
        if let (Some(one), Some(other)) = (&found.first, &found.second) {
            writeln!(out, "    {first}: {}", harmless(one))?;
            writeln!(out, "    {second}: {}", harmless(other))?;
        }
        for (bank, count) in &events.banks {
            let count = grouped(*count);
            writeln!(out, "  bank {} differs in {count} events", harmless(bank))?;
        }
    }
    Ok(())
}

fn first_in_words(first: &First) -> String {
    let mut words = vec![format!("event {}", first.event)];
    if let Some(bank) = &first.bank {
        words.push(format!("bank {}", harmless(bank)));
    }
    if let Some(column) = &first.column {
        words.push(format!("column {}", harmless(column)));
    }
    if let Some(row) = first.row {
        words.push(format!("row {row}"));
    }
    format!("{}: {}", words.join(", "), first.what)
}

fn names(out: &mut impl Write, what: &str, names: &[String]) -> io::Result<()> {
    if names.is_empty() {
        return Ok(());
    }
    let shown: Vec<_> = names.iter().take(MOST).map(|name| harmless(name)).collect();
    let more = match names.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    writeln!(out, "{what}: {}{more}", shown.join(", "))
}
