//! Batches as Parquet or as Arrow IPC.

use std::error::Error;

use arrow_array::{BooleanArray, RecordBatch, RecordBatchOptions};
use arrow_ipc::writer::FileWriter;
use arrow_schema::SchemaRef;
use arrow_select::filter::filter_record_batch;
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;
use tools::text;

use super::{Export, Format, Pages, arrays};
use crate::failure::Failure;
use crate::selected::Selected;
use crate::target::Target;

/// A file that is being written.
pub(super) struct Writer {
    schema: SchemaRef,
    name: String,
    kind: Kind,
}

enum Kind {
    Parquet(Box<ArrowWriter<Target>>),
    Arrow(Box<FileWriter<Target>>),
}

impl Writer {
    /// Begins it.
    pub(super) fn new(
        format: Format,
        options: &Export,
        target: Target,
        schema: SchemaRef,
    ) -> Result<Self, Failure> {
        let name = text::name(&options.output);
        let kind = match format {
            Format::Parquet => {
                let compression = match options.parquet_compression {
                    Pages::None => Compression::UNCOMPRESSED,
                    Pages::Snappy => Compression::SNAPPY,
                };
                let properties = WriterProperties::builder()
                    .set_compression(compression)
                    // A batch is a row group.
                    .set_max_row_group_row_count(None)
                    .build();
                let writer = ArrowWriter::try_new(target, schema.clone(), Some(properties));
                Kind::Parquet(Box::new(writer.map_err(|error| refused(&name, &error))?))
            }
            Format::Arrow => {
                let writer = FileWriter::try_new(target, &schema);
                Kind::Arrow(Box::new(writer.map_err(|error| refused(&name, &error))?))
            }
        };
        Ok(Self { schema, name, kind })
    }

    /// Adds a batch.
    pub(super) fn write(&mut self, selected: Selected) -> Result<(), Failure> {
        let name = &self.name;
        let batch = batch(selected, &self.schema).map_err(|error| refused(name, &error))?;
        match &mut self.kind {
            Kind::Parquet(writer) => writer
                .write(&batch)
                .and_then(|()| writer.flush())
                .map_err(|error| refused(name, &error)),
            Kind::Arrow(writer) => writer.write(&batch).map_err(|error| refused(name, &error)),
        }
    }

    /// Brings the file to its place, and tells how long it is.
    pub(super) fn finish(self) -> Result<u64, Failure> {
        let name = &self.name;
        let target = match self.kind {
            Kind::Parquet(writer) => writer.into_inner().map_err(|error| refused(name, &error))?,
            Kind::Arrow(writer) => writer.into_inner().map_err(|error| refused(name, &error))?,
        };
        target.persist()
    }
}

/// The events of a batch that are wanted.
fn batch(
    Selected { columns, wanted }: Selected,
    schema: &SchemaRef,
) -> Result<RecordBatch, arrow_schema::ArrowError> {
    let events = columns.events() as usize;
    let mut all = Vec::with_capacity(schema.fields().len());
    for bank in columns.into_banks() {
        // What only conditions needed comes last.
        if all.len() < schema.fields().len() {
            all.extend(arrays::arrays(bank)?);
        }
    }
    // Also of no columns there are rows.
    let rows = RecordBatchOptions::new().with_row_count(Some(events));
    let batch = RecordBatch::try_new_with_options(schema.clone(), all, &rows)?;
    match wanted {
        None => Ok(batch),
        Some(wanted) => filter_record_batch(&batch, &BooleanArray::from(wanted)),
    }
}

fn refused(name: &str, error: &dyn Error) -> Failure {
    Failure::Refused(format!("cannot write {name}: {error}"))
}
