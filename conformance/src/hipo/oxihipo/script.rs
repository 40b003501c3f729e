//! The calls of oxihipo's writer.

use hipo::{Codec, Layout};
use oxihipo::{Batch, BatchBank, ScriptSchema};

use super::super::case::HipoCase;
use super::super::script::{BankInput, Script, Step};

/// Whether a script has an event without a row in any bank.
pub(super) fn has_bare_event(script: &Script) -> bool {
    script.steps.iter().any(|step| match step {
        Step::Event(_, banks) => banks.iter().all(|bank| bank.rows == 0),
        Step::Flush | Step::UserWords(..) => false,
    })
}

/// The calls for a script, as far as there are any: records end where oxihipo
/// ends them, and have no user words. What a file says has neither.
pub(super) fn of(case: &HipoCase, script: &Script) -> oxihipo::Script {
    let mut batches: Vec<Batch> = Vec::new();
    for step in &script.steps {
        let Step::Event(tag, banks) = step else {
            continue;
        };
        // One that is named in a call stands in each of its events.
        let present: Vec<_> = banks.iter().filter(|bank| bank.rows > 0).collect();
        let same = |batch: &Batch| {
            let places = batch.banks.iter().map(|bank| bank.schema);
            places.eq(present.iter().map(|bank| bank.schema))
        };
        if !batches.last().is_some_and(same) {
            batches.push(empty(&present));
        }
        if let Some(batch) = batches.last_mut() {
            add(batch, *tag, &present);
        }
    }
    oxihipo::Script {
        compression: compression(case),
        schemas: script.schemas.iter().map(schema).collect(),
        config: script.config.clone(),
        batches,
    }
}

/// A batch of no events yet.
fn empty(banks: &[&BankInput]) -> Batch {
    let bank = |bank: &&BankInput| BatchBank {
        schema: bank.schema,
        offsets: vec![0],
        columns: vec![Vec::new(); bank.columns.len()],
    };
    Batch {
        tags: Vec::new(),
        banks: banks.iter().map(bank).collect(),
    }
}

/// Adds an event that has the banks of a batch.
fn add(batch: &mut Batch, tag: u32, banks: &[&BankInput]) {
    batch.tags.push(tag);
    for (to, from) in batch.banks.iter_mut().zip(banks) {
        let begin = to.offsets.last().copied().unwrap_or_default();
        to.offsets.push(begin + from.rows as u64);
        for (to, from) in to.columns.iter_mut().zip(&from.columns) {
            to.extend(&from.bytes);
        }
    }
}

fn compression(case: &HipoCase) -> String {
    let codec = match case.stored.compression.codec() {
        Codec::None => "none",
        Codec::Lz4 => "lz4",
        Codec::Lz4High => "lz4hc",
        Codec::Gzip => "gzip",
        Codec::Zstd => "zstd",
    };
    let layout = match case.stored.compression.layout() {
        Layout::Whole => "perchunk",
        Layout::PerBank => "perbank",
        Layout::PerColumn => "percolumn",
    };
    format!("{codec}+{layout}")
}

fn schema(schema: &hipo::Schema) -> ScriptSchema {
    let columns = schema.columns().iter().map(|column| {
        let letter = column.column_type().letter();
        let kind = match column.array_length() {
            1 => letter.to_string(),
            length => format!("{letter}#{length}"),
        };
        (column.name().to_owned(), kind)
    });
    let name = schema.name().to_owned();
    (name, schema.group(), schema.item(), columns.collect())
}
