//! Columns straight from the streams of a split layout: first what there is of
//! them, by the directory, then the streams, of which only those that are wanted
//! are read.

use std::ops::Range;

use super::by_column::split_schema;
use super::directory::{Directory, DirectoryBank, Stream, fault};
use super::{LayoutDecoder, check_limit};
use crate::columns::{Piece, WantedBank, gather_column};
use crate::compression::Codec;
use crate::error::Error;
use crate::limits::Limits;
use crate::reader::Filter;
use crate::schema::{Dictionary, Schema};

/// What a query takes of a record.
#[derive(Debug)]
pub(crate) struct SplitColumns {
    codec: Codec,
    events: usize,
    /// The events that the filter takes; none where it takes all.
    taken: Option<Vec<u32>>,
    banks: Vec<SplitBank>,
}

/// What a query takes of one bank of a record.
#[derive(Debug)]
pub(crate) struct SplitBank {
    /// Rows up to the end of each event that the filter takes; none at all where
    /// the record has nothing of the bank.
    ends: Vec<u32>,
    /// The streams that have what is wanted: one for each column, or one for the
    /// bank.
    streams: Vec<(usize, Stream)>,
    rows: Rows,
}

/// How rows lie in streams.
#[derive(Debug)]
enum Rows {
    /// A stream is a column, and all of it is wanted.
    Column,
    /// A stream is a column, of which these pieces of a bank of such rows are
    /// wanted.
    ColumnPieces(Vec<Piece>, usize),
    /// The stream is the bank, with its rows in these pieces.
    BankPieces(Vec<Piece>),
}

impl SplitColumns {
    /// Looks up what there is, and holds it to the limits.
    pub(super) fn plan(
        codec: Codec,
        directory: &Directory<'_>,
        dictionary: &Dictionary,
        limits: &Limits,
        (wanted, filter): (&[WantedBank], &Filter),
    ) -> Result<Self, Error> {
        let taken = taken(directory, filter);
        let banks = wanted.iter().map(|bank| {
            let schema = bank.handle.schema();
            let Some(index) = directory.find(schema.group(), schema.item()) else {
                return Ok(SplitBank {
                    ends: Vec::new(),
                    streams: Vec::new(),
                    rows: Rows::Column,
                });
            };
            let told = &directory.banks[index];
            check_limit(told.bytes, limits)?;
            let split = split_schema(directory, index, told, dictionary)?;
            let planned = SplitBank::plan(directory, index, bank, split, taken.as_deref())?;
            for (_, stream) in &planned.streams {
                stream.check(codec)?;
            }
            Ok(planned)
        });
        let banks = banks.collect::<Result<Vec<_>, Error>>()?;
        let streams = banks.iter().flat_map(|bank| &bank.streams);
        let raw = streams.map(|(_, stream)| u64::from(stream.raw));
        check_limit(raw.sum(), limits)?;
        Ok(Self {
            codec,
            events: taken.as_ref().map_or(directory.events(), Vec::len),
            banks,
            taken,
        })
    }

    /// Events that the filter takes.
    pub(crate) const fn events(&self) -> usize {
        self.events
    }

    /// The number in the record of one of them.
    pub(crate) fn number(&self, event: usize) -> usize {
        match &self.taken {
            Some(taken) => taken[event] as usize,
            None => event,
        }
    }

    /// The banks, as the query has them.
    pub(crate) fn banks(&self) -> &[SplitBank] {
        &self.banks
    }
}

impl SplitBank {
    fn plan(
        directory: &Directory<'_>,
        index: usize,
        wanted: &WantedBank,
        split: Option<&Schema>,
        taken: Option<&[u32]>,
    ) -> Result<Self, Error> {
        let schema = &**wanted.handle.schema();
        let told: &DirectoryBank = &directory.banks[index];
        let stream = |index: usize| (index, directory.streams[index]);
        let Some(split) = split else {
            let pieces = pieces(directory, index, schema, taken);
            return Ok(Self {
                ends: ends(pieces.iter().map(|piece| piece.rows)),
                // Of a bank whose rows are only counted, nothing is read.
                streams: match wanted.columns[..] {
                    [] => Vec::new(),
                    _ => vec![stream(told.first_stream)],
                },
                rows: Rows::BankPieces(pieces),
            });
        };
        // Another schema than the file's own has a view of the bank's bytes that
        // only events give.
        if *split != *schema {
            return Err(fault(
                "a bank was asked for by a schema that is not the file's",
            ));
        }
        let columns = wanted.columns.iter();
        let streams = columns.map(|&column| stream(told.first_stream + column));
        let row = schema.row_bytes();
        let (ends, rows) = if taken.is_some() {
            let pieces = pieces(directory, index, schema, taken);
            let ends = ends(pieces.iter().map(|piece| piece.rows));
            (ends, Rows::ColumnPieces(pieces, row))
        } else {
            let sizes = directory.sizes(index).iter();
            (ends(sizes.map(|size| size / row as u32)), Rows::Column)
        };
        Ok(Self {
            ends,
            streams: streams.collect(),
            rows,
        })
    }

    /// Rows of all events.
    pub(crate) fn rows(&self) -> usize {
        self.ends.last().map_or(0, |end| *end as usize)
    }

    /// Rows up to an event.
    fn before(&self, event: usize) -> u32 {
        let last = event.checked_sub(1);
        last.and_then(|last| self.ends.get(last))
            .copied()
            .unwrap_or_default()
    }

    /// Rows of some events.
    pub(crate) fn rows_of(&self, events: &Range<usize>) -> usize {
        (self.before(events.end) - self.before(events.start)) as usize
    }

    /// Writes where the rows of each of some events end, after `before` rows of
    /// others.
    pub(crate) fn offsets(&self, events: Range<usize>, before: u64, offsets: &mut [u64]) {
        if self.ends.is_empty() {
            return offsets.fill(before);
        }
        let first = self.before(events.start);
        for (offset, end) in offsets.iter_mut().zip(&self.ends[events]) {
            *offset = before + u64::from(end - first);
        }
    }

    /// The number of streams that are to be read.
    pub(crate) const fn streams(&self) -> usize {
        self.streams.len()
    }

    /// How long one of them is when it is decompressed.
    pub(crate) fn length(&self, stream: usize) -> usize {
        self.streams[stream].1.raw as usize
    }

    /// Where in the payload one of them is.
    pub(crate) fn range(&self, stream: usize) -> Range<usize> {
        self.streams[stream].1.range()
    }

    /// How many of `columns` that are wanted come of each stream.
    pub(crate) const fn columns_of_each(&self, columns: usize) -> usize {
        match self.rows {
            Rows::BankPieces(_) => columns,
            Rows::Column | Rows::ColumnPieces(..) => 1,
        }
    }

    /// Whether all of a stream is one column as it is wanted.
    pub(crate) const fn is_by_column(&self) -> bool {
        matches!(self.rows, Rows::Column)
    }

    /// Writes the little-endian values of the columns of a stream, whose bytes
    /// are here, in the rows of some events.
    pub(crate) fn values(
        &self,
        (at, data): (usize, &[u8]),
        events: Range<usize>,
        wanted: &WantedBank,
        outputs: &mut [&mut [u8]],
    ) {
        let schema = wanted.handle.schema().columns();
        let position = |column: usize| schema[wanted.columns[column]].position();
        match &self.rows {
            Rows::Column => {
                let cell = position(at).cell as usize;
                let start = self.before(events.start) as usize * cell;
                for output in outputs {
                    output.copy_from_slice(&data[start..start + output.len()]);
                }
            }
            Rows::ColumnPieces(pieces, row) => {
                let cell = position(at).cell as usize;
                for output in outputs {
                    let mut filled = 0;
                    for piece in &pieces[events.clone()] {
                        let start = piece.start as usize / row * cell;
                        let length = piece.rows as usize * cell;
                        let cells = &data[start..start + length];
                        output[filled..filled + length].copy_from_slice(cells);
                        filled += length;
                    }
                }
            }
            Rows::BankPieces(pieces) => {
                let pieces = &pieces[events];
                for (column, output) in outputs.iter_mut().enumerate() {
                    gather_column(data, pieces, position(column), output);
                }
            }
        }
    }
}

impl LayoutDecoder {
    /// Decompresses a stream of a bank, of which the stored bytes are here, to
    /// `output`, which is as long as it.
    pub(crate) fn split_stream(
        &mut self,
        columns: &SplitColumns,
        (bank, at): (usize, usize),
        bytes: &[u8],
        output: &mut [u8],
    ) -> Result<(), Error> {
        let codecs = (&mut self.codecs, columns.codec);
        let (index, stream) = columns.banks[bank].streams[at];
        stream.decode(index, bytes, codecs, &mut self.scratch.encoded, output)
    }
}

/// What comes of adding up.
fn ends(rows: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut end = 0;
    let ends = rows.map(|rows| {
        end += rows;
        end
    });
    ends.collect()
}

/// The events that a filter lets through; none where it takes all.
fn taken(directory: &Directory<'_>, filter: &Filter) -> Option<Vec<u32>> {
    if !filter.is_of_events() {
        return None;
    }
    let needed: Vec<_> = filter
        .banks()
        .iter()
        .map(|&(group, item)| {
            directory.find(group, item).map(|index| {
                let format = u32::from(directory.banks[index].format);
                (directory.sizes(index), format)
            })
        })
        .collect();
    let takes = |event: usize| {
        filter.takes_tag(directory.tags.get(event))
            && needed
                .iter()
                .all(|bank| bank.is_some_and(|(sizes, format)| sizes.get(event) > format))
    };
    let events = (0..directory.events()).filter(|&event| takes(event));
    Some(events.map(|event| event as u32).collect())
}

/// Where in a bank's stream its rows are, by event. In a composite, a format
/// comes first.
fn pieces(
    directory: &Directory<'_>,
    index: usize,
    schema: &Schema,
    taken: Option<&[u32]>,
) -> Vec<Piece> {
    let format = u32::from(directory.banks[index].format);
    let mut start = 0;
    let mut pieces = Vec::with_capacity(directory.events());
    for size in directory.sizes(index).iter() {
        let skipped = format.min(size);
        pieces.push(Piece {
            start: start + skipped,
            rows: schema.rows_in((size - skipped) as usize) as u32,
        });
        start += size;
    }
    match taken {
        None => pieces,
        Some(taken) => taken.iter().map(|&event| pieces[event as usize]).collect(),
    }
}
