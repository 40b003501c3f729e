//! The payload of tags 7, 8, 10, 12 and 14: a stream for each column of each
//! bank, with its cells of all rows of all events. A bank that is not split
//! has one stream, as in the layout per bank.

use super::damage::Damage;
use super::directory::{Directory, DirectoryBank, fault};
use super::rebuild::rebuild;
use super::streams::read_all;
use super::{EventBuffer, LayoutDecoder, Scratch, Stored};
use crate::error::Error;
use crate::limits::Limits;
use crate::schema::{Dictionary, Schema};

pub(super) fn decode(
    stored: Stored<'_>,
    decoder: &mut LayoutDecoder,
    dictionary: &Dictionary,
    (limits, damage): (&Limits, &mut Damage<'_>),
    events: &mut EventBuffer,
) -> Result<(), Error> {
    let LayoutDecoder { codecs, scratch } = decoder;
    let Scratch {
        directory,
        streams,
        encoded,
    } = scratch;
    let directory = Directory::read(stored, codecs, limits, damage, directory)?;
    let mut read = read_all(
        stored,
        &directory,
        codecs,
        (limits, damage),
        streams,
        encoded,
    )?;
    let mut schemas = Vec::with_capacity(directory.banks.len());
    for (index, bank) in directory.banks.iter().enumerate() {
        let schema = if read.lost[index] {
            None
        } else {
            split_schema(&directory, index, bank, dictionary).or_else(|reason| {
                read.lost[index] = true;
                let identity = (bank.group, bank.item);
                damage.leave(identity, directory.events_with(index), reason)?;
                Ok::<_, Error>(None)
            })?
        };
        schemas.push(schema);
    }
    // For each stream, where its next cells are.
    let mut next = read.starts;
    rebuild(
        &directory,
        limits,
        &read.lost,
        events,
        |index, _, mut output| {
            let bank = directory.banks[index];
            let mut take = |stream: usize, bytes: &mut [u8]| {
                let start = next[stream];
                bytes.copy_from_slice(&streams[start..start + bytes.len()]);
                next[stream] += bytes.len();
            };
            let Some(schema) = schemas[index] else {
                take(bank.first_stream, output);
                return;
            };
            let rows = output.len() / schema.row_bytes();
            for (column, stream) in schema.columns().iter().zip(bank.first_stream..) {
                let (cells, rest) = output.split_at_mut(rows * column.cell_bytes());
                take(stream, cells);
                output = rest;
            }
        },
    )
}

/// The schema of a bank that is split into columns; none for one that is not.
pub(super) fn split_schema<'d>(
    directory: &Directory<'_>,
    index: usize,
    bank: &DirectoryBank,
    dictionary: &'d Dictionary,
) -> Result<Option<&'d Schema>, Error> {
    if bank.columns == 0 {
        return Ok(None);
    }
    let schema = dictionary
        .find(bank.group, bank.item)
        .ok_or_else(|| fault("a bank is split into columns that no schema tells"))?;
    if schema.columns().len() != bank.columns {
        return Err(fault(
            "a bank is split into other columns than its schema's",
        ));
    }
    if bank.format != 0 {
        return Err(fault("a bank that is split into columns has a format"));
    }
    let row = schema.row_bytes();
    if directory
        .sizes(index)
        .iter()
        .any(|size| !(size as usize).is_multiple_of(row))
    {
        return Err(fault("a bank that is split has half a row"));
    }
    let rows = bank.bytes / row as u64;
    let streams = &directory.streams[bank.first_stream..];
    let fits = schema
        .columns()
        .iter()
        .zip(streams)
        .all(|(column, stream)| u64::from(stream.raw) == rows * column.cell_bytes() as u64);
    if !fits {
        return Err(fault("a column is not as long as its bank has rows"));
    }
    Ok(Some(schema))
}
