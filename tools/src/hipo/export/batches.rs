//! Batch by batch, from a file to another.

use arrow_schema::Schema;
use hipo::{ColumnQuery, File};
use tools::size::grouped;
use tools::text;

use super::{Export, Format, arrays, formats};
use crate::failure::Failure;
use crate::pattern;
use crate::progress::Progress;
use crate::target::Target;

/// Bytes of events in a batch, before compression.
const BATCH_BYTES: u64 = 32 << 20;

/// Writes the columns of a file.
pub(super) fn export(options: &Export) -> Result<(), Failure> {
    let format = format(options)?;
    let file = options.reading.open(&options.file)?;
    pattern::check(&options.bank, &file)?;
    let mut query = ColumnQuery::new(file.dictionary());
    let mut fields = Vec::new();
    for schema in pattern::schemas(&options.bank, file.dictionary()) {
        query = query.bank(schema.name())?;
        fields.extend(arrays::fields(schema));
    }
    let schema = Schema::new_with_metadata(fields, hipo_arrow::metadata(file.config()));
    let batch = match options.batch {
        Some(events) => events,
        None => batch_events(&file)?,
    };
    let batches = options
        .selection
        .read(&file, query, options.threads, batch)?;
    let inputs = [options.file.as_path()];
    let target = Target::open(&options.output, &inputs, options.force)?;
    let mut output = formats::Writer::new(format, options, target, schema.into())?;
    let count = file.event_count();
    let progress = Progress::start("exporting", count, !options.reading.quiet);
    let mut events = 0;
    for selected in batches {
        let selected = selected?;
        let read = selected.columns.events();
        let wanted = selected.events();
        // No row group of no rows.
        if wanted > 0 {
            output.write(selected)?;
        }
        events += wanted;
        progress.did(read);
    }
    let bytes = output.finish()?;
    drop(progress);
    if !options.reading.quiet {
        let (events, count, bytes) = (grouped(events), grouped(count), grouped(bytes));
        let name = text::name(&options.output);
        eprintln!("{name}: {events} of {count} events, {bytes} bytes");
    }
    Ok(())
}

fn format(options: &Export) -> Result<Format, Failure> {
    if let Some(format) = options.format {
        return Ok(format);
    }
    let ending = options
        .output
        .extension()
        .and_then(|ending| ending.to_str());
    match ending {
        Some("parquet") => Ok(Format::Parquet),
        Some("arrow" | "feather" | "ipc") => Ok(Format::Arrow),
        _ => Err(Failure::Usage(format!(
            "{} ends in neither .parquet nor .arrow: say with --format what it is to be",
            text::name(&options.output)
        ))),
    }
}

/// Events of so many bytes, as the records' headers tell.
fn batch_events(file: &File) -> Result<u64, Failure> {
    let mut bytes = 0;
    for record in 0..file.records().len() {
        bytes += u64::from(file.record_header(record)?.data_bytes);
    }
    let each = bytes.div_ceil(file.event_count().max(1)).max(1);
    Ok((BATCH_BYTES / each).max(1))
}
