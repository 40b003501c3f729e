//! Columns of records that are split, written to where they belong.
//!
//! The directories of all records tell how many rows there are. So all memory
//! is had at once, and streams are decompressed into their places in it, by any
//! number of threads, without anything being put together afterwards.

use super::batch::{BankBuilder, Builder};
use super::query::WantedBank;
use super::read::{Reading, RecordOf};
use super::values::ColumnValues;
use super::workers::{Worker, Workers};
use crate::error::Error;
use crate::reader::SplitRecord;
use crate::room::zeros;

/// A stream, or the offsets of a bank, and where what comes of it belongs.
struct Job<'p> {
    /// Which one of the records.
    record: usize,
    /// Which one of the banks.
    bank: usize,
    kind: Kind<'p>,
}

enum Kind<'p> {
    /// Of a bank, after so many rows of the records before.
    Offsets(u64, &'p mut [u64]),
    /// A stream, and its columns.
    Stream(usize, Vec<&'p mut [u8]>),
}

/// The columns of records, by one thread or several. None where one of them is
/// not split.
pub(super) fn read(
    reading: &Reading<'_>,
    records: &[RecordOf],
    threads: usize,
) -> Result<Option<Builder>, Error> {
    // Whether it is worth looking at all of them; how it fails, they tell.
    if !records
        .first()
        .is_some_and(|&of| reading.is_split(of).unwrap_or(true))
    {
        return Ok(None);
    }
    let mut workers = Workers::new(threads);
    let plan = |worker: &mut Worker, of: &RecordOf| reading.split_columns(*of, &mut worker.loader);
    let (plans, failed) = workers.run(records.iter().collect(), plan);
    let Some(plans) = plans.into_iter().collect::<Option<Vec<_>>>() else {
        return Ok(None);
    };
    let mut builder = Builder::new(reading.wanted);
    let events = plans.iter().map(|plan| plan.columns.events()).sum();
    for (index, (bank, wanted)) in builder.banks.iter_mut().zip(reading.wanted).enumerate() {
        let rows = plans.iter().map(|plan| plan.columns.banks()[index].rows());
        *bank = room(wanted, events, rows.sum())?;
    }
    builder.add_events(events as u64);
    let jobs = jobs(reading.wanted, &plans, &mut builder);
    let (_, read) = workers.run(
        jobs,
        |Worker {
             loader,
             stream: data,
         },
         job| {
            let plan = &plans[job.record];
            let bank = &plan.columns.banks()[job.bank];
            match job.kind {
                Kind::Offsets(before, offsets) => {
                    bank.offsets(0..plan.columns.events(), before, offsets);
                    Ok(())
                }
                Kind::Stream(stream, mut outputs) => {
                    let (of, place) = (records[job.record], (job.bank, stream));
                    if let (true, [output]) = (bank.is_by_column(), &mut *outputs) {
                        return reading.split_stream(of, loader, plan, place, output);
                    }
                    let length = bank.length(stream);
                    data.make_room(length);
                    let data = &mut data[..length];
                    reading.split_stream(of, loader, plan, place, data)?;
                    let (events, wanted) = (0..plan.columns.events(), &reading.wanted[job.bank]);
                    bank.values((stream, data), events, wanted, &mut outputs);
                    Ok(())
                }
            }
        },
    );
    // What failed at the directories is of a later record.
    read.and(failed)?;
    for bank in &mut builder.banks {
        for values in &mut bank.columns {
            values.turn_around(0);
        }
    }
    Ok(Some(builder))
}

/// Memory for a bank of so many events and rows.
fn room(wanted: &WantedBank, events: usize, rows: usize) -> Result<BankBuilder, Error> {
    let schema = wanted.handle.schema().columns();
    let columns = wanted.columns.iter().map(|&index| {
        let column = &schema[index];
        ColumnValues::zeros(column.column_type(), rows * column.array_length())
    });
    Ok(BankBuilder {
        offsets: zeros(events + 1)?,
        columns: columns.collect::<Result<_, _>>()?,
    })
}

/// Everything that is to be done, record by record, with its place.
fn jobs<'p>(
    wanted: &[WantedBank],
    plans: &[SplitRecord],
    builder: &'p mut Builder,
) -> Vec<Job<'p>> {
    let mut jobs = Vec::new();
    for (index, (built, wanted)) in builder.banks.iter_mut().zip(wanted).enumerate() {
        let schema = wanted.handle.schema().columns();
        let mut offsets = &mut built.offsets[1..];
        let mut columns: Vec<_> = built.columns.iter_mut().map(ColumnValues::bytes).collect();
        let mut before = 0;
        for (record, plan) in plans.iter().enumerate() {
            let bank = &plan.columns.banks()[index];
            let (own, rest) = offsets.split_at_mut(plan.columns.events());
            offsets = rest;
            jobs.push(Job {
                record,
                bank: index,
                kind: Kind::Offsets(before, own),
            });
            before += bank.rows() as u64;
            let mut own = columns
                .iter_mut()
                .zip(&wanted.columns)
                .map(|(rest, &column)| {
                    let bytes = bank.rows() * schema[column].cell_bytes();
                    rest.split_off_mut(..bytes).unwrap_or_default()
                });
            for stream in 0..bank.streams() {
                let outputs = own
                    .by_ref()
                    .take(bank.columns_of_each(wanted.columns.len()));
                jobs.push(Job {
                    record,
                    bank: index,
                    kind: Kind::Stream(stream, outputs.collect()),
                });
            }
        }
    }
    jobs.sort_by_key(|job| job.record);
    jobs
}
