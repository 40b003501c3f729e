//! Columns straight from the streams of a split layout.

use super::by_column::split_schema;
use super::damage::Damage;
use super::directory::{Directory, Stream};
use super::streams::room;
use super::{LayoutDecoder, Scratch, Stored, check_limit};
use crate::codec::Decoder;
use crate::columns::{BankBuilder, Builder, Piece, WantedBank, each, extend, gather};
use crate::error::Error;
use crate::limits::Limits;
use crate::reader::Filter;
use crate::schema::{Dictionary, Schema};

pub(super) fn decode(
    stored: Stored<'_>,
    decoder: &mut LayoutDecoder,
    dictionary: &Dictionary,
    limits: &Limits,
    (wanted, filter): (&[WantedBank], &Filter),
    builder: &mut Builder,
) -> Result<(), Error> {
    let LayoutDecoder { codecs, scratch } = decoder;
    let Scratch {
        directory,
        streams,
        encoded,
    } = scratch;
    let directory = Directory::read(stored, codecs, limits, &Damage::Refused, directory)?;
    let taken = taken(&directory, filter);
    builder.add_events(taken.as_ref().map_or(directory.events(), Vec::len) as u64);
    let mut reader = StreamReader {
        stored,
        codecs,
        limits,
        streams,
        encoded,
    };
    for (bank, built) in wanted.iter().zip(&mut builder.banks) {
        let schema = bank.handle.schema();
        let Some(index) = directory.find(schema.group(), schema.item()) else {
            let events = taken.as_ref().map_or(directory.events(), Vec::len);
            built.push_rows(std::iter::repeat_n(0, events));
            continue;
        };
        let told = &directory.banks[index];
        let pieces = pieces(&directory, index, schema, taken.as_deref());
        match split_schema(&directory, index, told, dictionary)? {
            Some(split) if **schema == *split => {
                built.push_rows(pieces.iter().map(|piece| piece.rows));
                let all = taken.is_none();
                reader.columns(&directory, told.first_stream, bank, (&pieces, all), built)?;
            }
            // Another schema than the file's own has a view of the bank's bytes
            // that only events give.
            Some(_) => {
                return Err(super::directory::fault(
                    "a bank was asked for by a schema that is not the file's",
                ));
            }
            None => {
                let stream = directory.streams[told.first_stream];
                let data = reader.stream(told.first_stream, stream)?;
                gather(bank, data, &pieces, built);
            }
        }
    }
    Ok(())
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
            directory
                .find(group, item)
                .map(|index| directory.sizes(index))
        })
        .collect();
    let takes = |event: usize| {
        filter.takes_tag(directory.tags.get(event))
            && needed
                .iter()
                .all(|sizes| sizes.is_some_and(|sizes| sizes.get(event) > 0))
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

/// Decompresses streams of a record, one at a time.
struct StreamReader<'a> {
    stored: Stored<'a>,
    codecs: &'a mut Decoder,
    limits: &'a Limits,
    streams: &'a mut Vec<u8>,
    encoded: &'a mut Vec<u8>,
}

impl StreamReader<'_> {
    fn stream(&mut self, index: usize, stream: Stream) -> Result<&[u8], Error> {
        check_limit(u64::from(stream.raw), self.limits)?;
        let output = room(
            self.stored,
            stream.stored,
            self.streams,
            0,
            stream.raw as usize,
        )?;
        LayoutDecoder::stream(
            self.codecs,
            self.stored,
            index,
            stream,
            self.encoded,
            output,
        )?;
        Ok(output)
    }

    /// Adds the columns of a bank that is split into them: whole streams, or
    /// the rows of some events.
    fn columns(
        &mut self,
        directory: &Directory<'_>,
        first_stream: usize,
        bank: &WantedBank,
        (pieces, all): (&[Piece], bool),
        built: &mut BankBuilder,
    ) -> Result<(), Error> {
        let schema = bank.handle.schema();
        let row = schema.row_bytes();
        for (&column, values) in bank.columns.iter().zip(&mut built.columns) {
            let index = first_stream + column;
            let data = self.stream(index, directory.streams[index])?;
            let cell = schema.columns()[column].cell_bytes();
            each!(values, values => if all {
                extend(values, data);
            } else {
                for piece in pieces {
                    let start = piece.start as usize / row * cell;
                    let end = start + piece.rows as usize * cell;
                    extend(values, data.get(start..end).unwrap_or_default());
                }
            });
        }
        Ok(())
    }
}
