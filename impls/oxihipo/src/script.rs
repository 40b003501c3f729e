//! What oxihipo writes into a file.

use crate::message::Request;

/// A file to be written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// Codec and layout, as oxihipo names them: `zstd+percolumn`.
    pub compression: String,
    /// Name, group, item, and names and types (`F`, `F#3`) of columns.
    pub schemas: Vec<ScriptSchema>,
    /// Keys and values.
    pub config: Vec<(String, String)>,
    /// Calls of `extend`.
    pub batches: Vec<Batch>,
}

/// Name, group, item, and names and types of columns.
pub type ScriptSchema = (String, u16, u8, Vec<(String, String)>);

/// Events that have the same banks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch {
    /// Their tags.
    pub tags: Vec<u32>,
    /// Their banks.
    pub banks: Vec<BatchBank>,
}

/// A bank of a batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BatchBank {
    /// Its schema, by its place in the script.
    pub schema: usize,
    /// In which row each event begins, and at the end how many rows there are.
    pub offsets: Vec<u64>,
    /// Cells of the columns, in the order of the schema: little-endian, row by row.
    pub columns: Vec<Vec<u8>>,
}

impl Script {
    pub(crate) fn put(&self, request: &mut Request) {
        request.text(&self.compression);
        request.list(&self.schemas, |request, (name, group, item, columns)| {
            let (group, item) = ((*group).into(), (*item).into());
            request.text(name).number(group).number(item);
            request.list(columns, |request, (name, kind)| {
                request.text(name).text(kind);
            });
        });
        request.list(&self.config, |request, (key, value)| {
            request.text(key).text(value);
        });
        request.list(&self.batches, |request, batch| {
            let tags: Vec<u8> = batch
                .tags
                .iter()
                .flat_map(|tag| tag.to_le_bytes())
                .collect();
            request.bytes(&tags);
            request.list(&batch.banks, |request, bank| {
                let offsets = bank.offsets.iter().flat_map(|it| it.to_le_bytes());
                request.number(bank.schema as u64);
                request.bytes(&offsets.collect::<Vec<u8>>());
                for column in &bank.columns {
                    request.bytes(column);
                }
            });
        });
    }
}
