//! How `hipo info` tells it.

use std::io::{self, Write};

use serde::Serialize;
use tools::size::grouped;
use tools::table::{Align, Table};
use tools::text::harmless;

use super::facts::Facts;
use crate::failure::Failure;
use crate::print::SCHEMA;

/// The same for machines.
#[derive(Debug, Serialize)]
pub(super) struct Object<'a> {
    schema: u32,
    file: &'a str,
    ok: bool,
    error: Option<String>,
    #[serde(flatten)]
    facts: Option<&'a Facts>,
}

/// What is known of a file, or why nothing is.
pub(super) fn object<'a>(file: &'a str, facts: Result<&'a Facts, &Failure>) -> Object<'a> {
    Object {
        schema: SCHEMA,
        file,
        ok: facts.is_ok(),
        error: facts.err().map(ToString::to_string),
        facts: facts.ok(),
    }
}

/// Writes it for people.
pub(super) fn text(out: &mut impl Write, name: &str, facts: &Facts) -> io::Result<()> {
    let header = &facts.header;
    writeln!(
        out,
        "{name}: HIPO version {}, {} bytes, {}-endian, id {}",
        header.version,
        grouped(facts.bytes),
        header.byte_order,
        harmless(&header.id)
    )?;
    let index = match (facts.closed, facts.index) {
        (true, "trailer") => format!("closed, index at byte {}", grouped(header.trailer_position)),
        (true, _) => "closed, but its index cannot be read".into(),
        (false, _) => "never closed, without an index".into(),
    };
    let ratio = match (facts.raw_bytes, facts.stored_bytes) {
        (0, _) | (_, 0) => String::new(),
        (raw, stored) => format!(", {:.2}x", raw as f64 / stored as f64),
    };
    writeln!(out, "  file     {index}")?;
    writeln!(out, "  events   {}", grouped(facts.events))?;
    writeln!(
        out,
        "  records  {}: {} bytes, {} before compression{ratio}",
        grouped(facts.records),
        grouped(facts.stored_bytes),
        grouped(facts.raw_bytes)
    )?;
    writeln!(out, "  schemas  {}", grouped(facts.schemas.len() as u64))?;
    for fault in &facts.faults {
        writeln!(out, "  fault    {}", harmless(fault))?;
    }
    compression(out, facts)?;
    tags(out, facts)?;
    if !facts.config.is_empty() {
        writeln!(out, "\n  configuration")?;
        for entry in &facts.config {
            let (key, value) = (harmless(&entry.key), harmless(&entry.value));
            writeln!(out, "    {key} = {value}")?;
        }
    }
    if !facts.tag_names.is_empty() {
        writeln!(out, "\n  names of tag bits")?;
        for tag in &facts.tag_names {
            writeln!(out, "    {} = {}", harmless(&tag.name), tag.bit)?;
        }
    }
    records(out, facts)
}

fn compression(out: &mut impl Write, facts: &Facts) -> io::Result<()> {
    if facts.compression.is_empty() {
        return Ok(());
    }
    let mut table = Table::new([
        ("compression", Align::Left),
        ("tag", Align::Right),
        ("records", Align::Right),
        ("events", Align::Right),
        ("stored", Align::Right),
        ("before", Align::Right),
    ]);
    for one in &facts.compression {
        table.row([
            one.name.clone(),
            one.tag.to_string(),
            grouped(one.records),
            grouped(one.events),
            grouped(one.stored_bytes),
            grouped(one.raw_bytes),
        ]);
    }
    writeln!(out)?;
    table.write(out)
}

fn tags(out: &mut impl Write, facts: &Facts) -> io::Result<()> {
    // Of nearly all files there is only the tag 0.
    if facts.record_tags.iter().any(|tag| tag.tag != 0) {
        let mut table = Table::new([
            ("record tag", Align::Right),
            ("records", Align::Right),
            ("events", Align::Right),
        ]);
        for tag in &facts.record_tags {
            table.row([
                tag.tag.to_string(),
                grouped(tag.records),
                grouped(tag.events),
            ]);
        }
        writeln!(out)?;
        table.write(out)?;
    }
    if let Some(tags) = &facts.event_tags {
        let mut table = Table::new([("event tag", Align::Right), ("events", Align::Right)]);
        for tag in tags {
            table.row([tag.tag.to_string(), grouped(tag.events)]);
        }
        writeln!(out)?;
        table.write(out)?;
    }
    Ok(())
}

fn records(out: &mut impl Write, facts: &Facts) -> io::Result<()> {
    let Some(list) = &facts.record_list else {
        return Ok(());
    };
    let mut table = Table::new([
        ("record", Align::Right),
        ("at byte", Align::Right),
        ("bytes", Align::Right),
        ("before", Align::Right),
        ("first event", Align::Right),
        ("events", Align::Right),
        ("user word 1", Align::Right),
        ("user word 2", Align::Right),
        ("compression", Align::Left),
    ]);
    for record in list {
        table.row([
            record.number.to_string(),
            grouped(record.position),
            grouped(record.bytes),
            grouped(record.raw_bytes),
            grouped(record.first_event),
            grouped(u64::from(record.events)),
            record.user_word_1.to_string(),
            record.user_word_2.to_string(),
            record.compression.clone(),
        ]);
    }
    writeln!(out)?;
    table.write(out)
}
