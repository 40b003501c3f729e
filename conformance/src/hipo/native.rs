//! The native implementation.

use hipo::{
    BankMut, Cell, ColumnHandle, ColumnOptions, ColumnQuery, ColumnType, ColumnValues, Columns,
    EventBuilder, File, Filter, IndexSource, Schema, WriterOptions,
};

use super::case::HipoCase;
use super::script::{BankInput, Cells, Script, Step};
use super::value::{EventValue, FileValue};
use super::{Hipo, Reading};
use crate::implementation::{Implementation, Role, Shape};
use crate::outcome::{Failure, Outcome};

/// The crate `hipo` of this workspace.
#[derive(Clone, Copy, Debug, Default)]
pub struct NativeHipo;

fn failure(error: &hipo::Error) -> Failure {
    let told = Failure::from_error(error).kind(kind(error));
    match error.place().offset {
        Some(offset) => told.at(offset),
        None => told,
    }
}

/// The variant's name.
fn kind(error: &hipo::Error) -> String {
    let told = format!("{:?}", error.kind());
    let end = told.find(|letter: char| !letter.is_alphanumeric());
    told[..end.unwrap_or(told.len())].to_owned()
}

/// Writes the file of a script, with one thread or several, by its length: the
/// bytes are to be the same.
fn write(case: &HipoCase, script: &Script) -> Result<Vec<u8>, hipo::Error> {
    let mut options = WriterOptions::new()
        .compression(case.stored.compression)
        .byte_split(case.stored.byte_split)
        .profile(case.stored.profile)
        .threads(1 + script.steps.len() % 3);
    for schema in &script.schemas {
        options = options.schema(schema.clone())?;
    }
    for (key, value) in &script.config {
        options = options.config(key, value);
    }
    let mut writer = options.to_memory()?;
    let handles = script
        .schemas
        .iter()
        .map(|schema| writer.bank(schema.name()))
        .collect::<Result<Vec<_>, _>>()?;
    let mut event = EventBuilder::new();
    for step in &script.steps {
        match step {
            Step::Flush => writer.flush()?,
            Step::UserWords(one, two) => writer.set_user_words((*one).into(), (*two).into()),
            Step::Event(tag, banks) => {
                event.reset();
                event.set_tag(*tag);
                for input in banks {
                    let handle = &handles[input.schema];
                    let mut bank = event.bank(handle, input.rows)?;
                    fill(&mut bank, handle, input)?;
                }
                writer.write(&event)?;
            }
        }
    }
    Ok(writer.finish()?.into_inner())
}

fn fill(
    bank: &mut BankMut<'_>,
    handle: &hipo::BankHandle,
    input: &BankInput,
) -> Result<(), hipo::Error> {
    for (column, cells) in handle.schema().columns().iter().zip(&input.columns) {
        let name = column.name();
        match cells.kind {
            ColumnType::Byte => put(bank, &handle.column(name)?, cells, i8::from_le_bytes)?,
            ColumnType::Short => put(bank, &handle.column(name)?, cells, i16::from_le_bytes)?,
            ColumnType::Int => put(bank, &handle.column(name)?, cells, i32::from_le_bytes)?,
            ColumnType::Float => put(bank, &handle.column(name)?, cells, f32::from_le_bytes)?,
            ColumnType::Double => put(bank, &handle.column(name)?, cells, f64::from_le_bytes)?,
            ColumnType::Long => put(bank, &handle.column(name)?, cells, i64::from_le_bytes)?,
        }
    }
    Ok(())
}

/// Sets a column at once, or cell by cell where it is short.
fn put<const SIZE: usize, T: Cell>(
    bank: &mut BankMut<'_>,
    column: &ColumnHandle<T>,
    cells: &Cells,
    value: fn([u8; SIZE]) -> T,
) -> Result<(), hipo::Error> {
    let values = cells.values(value);
    let length = column.column().array_length();
    if values.len() > 8 {
        return bank.fill(column, &values);
    }
    for (row, values) in values.chunks(length).enumerate() {
        match values {
            [value] => bank.set(column, row, *value),
            values => bank.set_array(column, row, values)?,
        }
    }
    Ok(())
}

/// A closed file, with nothing left out.
fn open(frame: &[u8]) -> Result<File, Failure> {
    let file = File::from_source(frame.to_vec()).map_err(|error| failure(&error))?;
    if let IndexSource::Scan { trailer, .. } = file.index_source() {
        return Err(match trailer {
            Some(error) => failure(error),
            None => Failure::new("the file was never closed").kind("NoIndex"),
        });
    }
    match file.schema_faults() {
        [] => Ok(file),
        [fault, ..] => Err(Failure::from_error(fault).kind("Schema")),
    }
}

fn schemas(file: &File) -> Vec<String> {
    let mut schemas: Vec<_> = file.dictionary().schemas().iter().collect();
    schemas.sort_by(|one, other| one.name().cmp(other.name()));
    schemas.iter().map(ToString::to_string).collect()
}

/// Event by event.
fn by_event(frame: &[u8]) -> Result<FileValue, Failure> {
    let file = open(frame)?;
    let mut value = FileValue {
        schemas: schemas(&file),
        ..FileValue::default()
    };
    let mut events = file.events();
    while let Some(event) = events.next_event().map_err(|error| failure(&error))? {
        let (tag, event) = EventValue::parse(event.bytes())?;
        value.push(tag, event);
    }
    Ok(value)
}

/// By numbers, from the last to the first.
fn backwards(frame: &[u8]) -> Result<FileValue, Failure> {
    let file = open(frame)?;
    let mut value = FileValue {
        schemas: schemas(&file),
        ..FileValue::default()
    };
    let mut access = file.random_access();
    for number in (0..file.event_count()).rev() {
        let event = access.event(number).map_err(|error| failure(&error))?;
        let (tag, event) = EventValue::parse(event.bytes())?;
        value.push(tag, event);
    }
    value
        .events
        .values_mut()
        .for_each(|events| events.reverse());
    Ok(value)
}

/// Columns of all events at once.
fn at_once(columns: &ColumnOptions, file: &File, query: &ColumnQuery<'_>) -> EventsOfParts {
    Ok(vec![events_of(&columns.read(file, query)?)])
}

/// Columns part by part.
fn in_parts(columns: &ColumnOptions, file: &File, query: &ColumnQuery<'_>) -> EventsOfParts {
    columns.map(file, query, events_of)
}

/// The bytes of the structures of each event, part by part.
type EventsOfParts = Result<Vec<Vec<Vec<u8>>>, hipo::Error>;

/// The structures of each event.
fn events_of(columns: &Columns) -> Vec<Vec<u8>> {
    let structures = |event: usize| {
        let mut bytes = Vec::new();
        for bank in columns.banks() {
            let offsets = bank.offsets();
            let rows = offsets[event] as usize..offsets[event + 1] as usize;
            if !rows.is_empty() {
                structure(&mut bytes, bank.schema(), bank.columns(), rows);
            }
        }
        bytes
    };
    (0..columns.events() as usize).map(structures).collect()
}

/// Column by column, tag by tag. Banks of no rows are not told from banks that
/// are not there; no writer of a case makes them.
fn by_column(
    frame: &[u8],
    threads: usize,
    read: fn(&ColumnOptions, &File, &ColumnQuery<'_>) -> EventsOfParts,
) -> Result<FileValue, Failure> {
    let file = open(frame)?;
    let mut tags = std::collections::BTreeSet::new();
    let mut events = file.events();
    while let Some(event) = events.next_event().map_err(|error| failure(&error))? {
        tags.insert(event.tag());
    }
    let mut query = ColumnQuery::new(file.dictionary());
    for schema in file.dictionary().schemas() {
        query = query.bank(schema.name()).map_err(|error| failure(&error))?;
    }
    let mut value = FileValue {
        schemas: schemas(&file),
        ..FileValue::default()
    };
    for tag in tags {
        let options = ColumnOptions::new()
            .filter(Filter::new().event_tag(tag))
            .threads(threads);
        let parts = read(&options, &file, &query).map_err(|error| failure(&error))?;
        for structures in parts.into_iter().flatten() {
            let mut bytes = vec![0; 16];
            bytes[8..12].copy_from_slice(&tag.to_le_bytes());
            bytes.extend(structures);
            value.push(tag, EventValue::parse(&bytes)?.1);
        }
    }
    Ok(value)
}

/// Adds the structure of some rows.
fn structure<'a>(
    bytes: &mut Vec<u8>,
    schema: &Schema,
    columns: impl Iterator<Item = (usize, &'a ColumnValues)>,
    rows: std::ops::Range<usize>,
) {
    let length = (rows.len() * schema.row_bytes()) as u32;
    bytes.extend_from_slice(&schema.group().to_le_bytes());
    bytes.extend_from_slice(&[schema.item(), 11]);
    bytes.extend_from_slice(&length.to_le_bytes());
    for (index, values) in columns {
        let length = schema.columns()[index].array_length();
        let range = rows.start * length..rows.end * length;
        match values {
            ColumnValues::Byte(values) => put_bytes(bytes, &values[range], i8::to_le_bytes),
            ColumnValues::Short(values) => put_bytes(bytes, &values[range], i16::to_le_bytes),
            ColumnValues::Int(values) => put_bytes(bytes, &values[range], i32::to_le_bytes),
            ColumnValues::Float(values) => put_bytes(bytes, &values[range], f32::to_le_bytes),
            ColumnValues::Double(values) => put_bytes(bytes, &values[range], f64::to_le_bytes),
            ColumnValues::Long(values) => put_bytes(bytes, &values[range], i64::to_le_bytes),
        }
    }
}

fn put_bytes<const SIZE: usize, T: Copy>(
    bytes: &mut Vec<u8>,
    values: &[T],
    of: fn(T) -> [u8; SIZE],
) {
    bytes.extend(values.iter().flat_map(|value| of(*value)));
}

impl Implementation<Hipo> for NativeHipo {
    fn name(&self) -> &'static str {
        "hipo"
    }

    fn role(&self) -> Role {
        Role::Native
    }

    fn version(&self) -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }

    fn produce(&self, case: &HipoCase, script: &Script) -> Outcome<Vec<u8>> {
        write(case, script).map_err(|error| failure(&error)).into()
    }

    fn consume(&self, _reading: &Reading, frame: &[u8]) -> Outcome<FileValue> {
        by_event(frame).into()
    }

    fn consume_shapes(&self) -> Vec<Shape<'_, Hipo>> {
        type Read = fn(&[u8]) -> Result<FileValue, Failure>;
        let shapes: [(&str, Read); 5] = [
            ("event by event", by_event),
            ("by numbers", backwards),
            ("by columns", |frame| by_column(frame, 1, at_once)),
            ("by columns, three threads", |frame| {
                by_column(frame, 3, at_once)
            }),
            ("by columns in parts, two threads", |frame| {
                by_column(frame, 2, in_parts)
            }),
        ];
        shapes
            .into_iter()
            .map(|(name, read)| {
                Shape::new(name, move |_: &Reading, frame: &[u8]| read(frame).into())
            })
            .collect()
    }
}
