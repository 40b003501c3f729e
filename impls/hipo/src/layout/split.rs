//! Writing the split layouts: the payload of a record, from its events.

use super::collect::{Collected, CollectedBank};
use super::encoding::split_bytes;
use crate::codec::Encoder;
use crate::compression::{Codec, Layout};
use crate::error::Error;
use crate::event::{Event, StructureType};
use crate::schema::{Dictionary, Schema};

/// How the payloads of a file are split.
#[derive(Debug)]
pub(crate) struct Splitter {
    columns: bool,
    byte_split: bool,
    /// Of the directory: LZ4, whatever the streams have.
    directory: Encoder,
    streams: Vec<StreamFacts>,
    split: Vec<u8>,
    bytes: Vec<u8>,
}

/// What the directory tells of a stream.
#[derive(Clone, Copy, Debug)]
struct StreamFacts {
    stored: u32,
    raw: u32,
    encoding: u8,
    checksum: u32,
}

impl Splitter {
    /// For a layout that splits; with bytes of columns split into planes, which
    /// only the layout per column has.
    pub(crate) fn new(layout: Layout, byte_split: bool) -> Result<Self, Error> {
        Ok(Self {
            columns: layout == Layout::PerColumn,
            byte_split: byte_split && layout == Layout::PerColumn,
            directory: Encoder::new(Codec::Lz4, None)?,
            streams: Vec::new(),
            split: Vec::new(),
            bytes: Vec::new(),
        })
    }

    /// Adds the payload of a record to `output`, and returns the length of all
    /// streams before compression; none where the layout would lose something
    /// of the events.
    pub(crate) fn encode<'a>(
        &mut self,
        events: impl Iterator<Item = Event<'a>>,
        dictionary: &Dictionary,
        encoder: &mut Encoder,
        output: &mut Vec<u8>,
    ) -> Result<Option<u64>, Error> {
        let Some(collected) = Collected::of(events) else {
            return Ok(None);
        };
        let schemas: Vec<_> = collected
            .banks
            .iter()
            .map(|(&(group, item), bank)| {
                let schema = dictionary.find(group, item).filter(|_| self.columns)?;
                splits(bank, schema).then(|| &**schema)
            })
            .collect();
        self.streams.clear();
        let mut streams = Vec::new();
        for (bank, schema) in collected.banks.values().zip(&schemas) {
            match schema {
                None => self.stream(&bank.bytes, 1, encoder, &mut streams)?,
                Some(schema) => self.columns(bank, schema, encoder, &mut streams)?,
            }
        }
        let tables = self.tables(&collected, &schemas);
        let mut directory = Vec::new();
        if !tables.is_empty() {
            self.directory.compress(&tables, &mut directory)?;
        }
        let version = match (self.columns, self.byte_split) {
            (false, _) => 2,
            (true, false) => 1,
            (true, true) => 3,
        };
        for word in [
            version,
            collected.banks.len() as u32,
            collected.tags.len() as u32,
            directory.len() as u32,
            tables.len() as u32,
        ] {
            output.extend_from_slice(&word.to_le_bytes());
        }
        output.extend_from_slice(&directory);
        output.extend_from_slice(&streams);
        Ok(Some(self.streams.iter().map(|it| u64::from(it.raw)).sum()))
    }

    /// Adds a stream of elements of `width` bytes.
    fn stream(
        &mut self,
        bytes: &[u8],
        width: usize,
        encoder: &mut Encoder,
        streams: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let start = streams.len();
        let mut encoding = 0;
        if !bytes.is_empty() {
            if self.byte_split && width > 1 {
                split_bytes(bytes, width, &mut self.split);
                encoding = 1 | (width as u8) << 4;
                encoder.compress(&self.split, streams)?;
            } else {
                encoder.compress(bytes, streams)?;
            }
        }
        let checksum = match &streams[start..] {
            stored if self.byte_split => twox_hash::XxHash3_64::oneshot(stored) as u32,
            _ => 0,
        };
        self.streams.push(StreamFacts {
            stored: (streams.len() - start) as u32,
            raw: bytes.len() as u32,
            encoding,
            checksum,
        });
        Ok(())
    }

    /// Adds a stream for each column of a bank.
    fn columns(
        &mut self,
        bank: &CollectedBank,
        schema: &Schema,
        encoder: &mut Encoder,
        streams: &mut Vec<u8>,
    ) -> Result<(), Error> {
        for column in schema.columns() {
            let mut cells = std::mem::take(&mut self.bytes);
            cells.clear();
            let mut rest = &bank.bytes[..];
            for &(_, size) in &bank.sizes {
                let (payload, after) = rest.split_at(size as usize);
                rest = after;
                let rows = schema.rows_in(payload.len());
                cells.extend_from_slice(column.position().of_bank(payload, rows));
            }
            let done = self.stream(&cells, column.column_type().bytes(), encoder, streams);
            self.bytes = cells;
            done?;
        }
        Ok(())
    }

    fn tables(&self, collected: &Collected, schemas: &[Option<&Schema>]) -> Vec<u8> {
        let events = collected.tags.len();
        let banks = collected.banks.len();
        let mut tables = Vec::new();
        for (&(group, item), bank) in &collected.banks {
            tables.extend_from_slice(&group.to_le_bytes());
            tables.extend_from_slice(&[item, bank.kind]);
        }
        if self.columns {
            for schema in schemas {
                let count = schema.map_or(0, |schema| schema.columns().len());
                tables.extend_from_slice(&(count as u16).to_le_bytes());
            }
        } else {
            tables.extend(self.streams.iter().flat_map(|it| it.stored.to_le_bytes()));
            tables.extend(self.streams.iter().flat_map(|it| it.raw.to_le_bytes()));
        }
        tables.extend(collected.tags.iter().flat_map(|tag| tag.to_le_bytes()));
        let stride = banks.div_ceil(8);
        let presence = tables.len();
        let sizes = presence + events * stride;
        tables.resize(sizes + events * banks * 4, 0);
        for (index, bank) in collected.banks.values().enumerate() {
            for &(event, size) in &bank.sizes {
                let event = event as usize;
                tables[presence + event * stride + index / 8] |= 1 << (index % 8);
                let at = sizes + (index * events + event) * 4;
                tables[at..at + 4].copy_from_slice(&size.to_le_bytes());
            }
        }
        if self.columns {
            for stream in &self.streams {
                tables.extend_from_slice(&stream.stored.to_le_bytes());
                tables.extend_from_slice(&stream.raw.to_le_bytes());
            }
        }
        tables.extend(collected.banks.values().map(|bank| bank.format));
        if self.byte_split {
            tables.extend(self.streams.iter().map(|it| it.encoding));
            tables.extend(self.streams.iter().flat_map(|it| it.checksum.to_le_bytes()));
        }
        tables
    }
}

/// Whether a bank can be split into the columns of a schema: a table, of whole
/// rows in every event.
fn splits(bank: &CollectedBank, schema: &Schema) -> bool {
    let row = schema.row_bytes();
    row > 0
        && bank.kind == StructureType::TABLE.0
        && bank.format == 0
        && u16::try_from(schema.columns().len()).is_ok()
        && bank
            .sizes
            .iter()
            .all(|(_, size)| (*size as usize).is_multiple_of(row))
}
