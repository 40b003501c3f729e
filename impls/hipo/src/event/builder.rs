//! Events that are being made.

use super::{Cell, EVENT_HEADER, Event, STRUCTURE_HEADER, StructureType};
use crate::error::{Error, ErrorKind};
use crate::schema::{BankHandle, ColumnHandle, Schema};

/// The longest payload of a structure, in bytes.
pub(crate) const LARGEST_PAYLOAD: usize = (1 << 24) - 1;

/// An event that is being made, to be given to a writer; its memory serves for
/// one event after another.
///
/// ```
/// use hipo::{Dictionary, EventBuilder};
///
/// let mut dictionary = Dictionary::default();
/// dictionary.add("{REC::Particle/300/1}{pid/I,px/F}".parse()?)?;
/// let particles = dictionary.bank("REC::Particle")?;
/// let (pid, px) = (particles.column::<i32>("pid")?, particles.column::<f32>("px")?);
///
/// let mut event = EventBuilder::new();
/// let mut bank = event.bank(&particles, 2)?;
/// bank.set(&pid, 0, 11);
/// bank.set(&pid, 1, 2212);
/// bank.fill(&px, &[0.5, 1.5])?;
///
/// let bank = event.event().bank(&particles)?;
/// assert_eq!(bank.column(&pid).to_vec(), [11, 2212]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct EventBuilder {
    bytes: Vec<u8>,
}

impl Default for EventBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl EventBuilder {
    /// An event with the tag 0 and no structures.
    pub fn new() -> Self {
        let mut event = Self { bytes: Vec::new() };
        event.reset();
        event
    }

    /// Takes all structures away, and sets tag and mask to 0.
    pub fn reset(&mut self) {
        self.bytes.clear();
        self.bytes.extend_from_slice(b"EVNT");
        self.bytes
            .extend_from_slice(&(EVENT_HEADER as u32).to_le_bytes());
        self.bytes.resize(EVENT_HEADER, 0);
    }

    /// Sets the tag.
    pub fn set_tag(&mut self, tag: u32) {
        self.bytes[8..12].copy_from_slice(&tag.to_le_bytes());
    }

    /// Sets the fourth word of the header.
    pub fn set_mask(&mut self, mask: u32) {
        self.bytes[12..16].copy_from_slice(&mask.to_le_bytes());
    }

    /// Adds a bank of `rows` rows, all zeros at first. One of no rows is not
    /// added, as C++ and Java do it.
    ///
    /// # Errors
    /// [`StructureTooLong`](ErrorKind::StructureTooLong).
    #[inline]
    pub fn bank<'a>(
        &'a mut self,
        handle: &'a BankHandle,
        rows: usize,
    ) -> Result<BankMut<'a>, Error> {
        let schema: &Schema = handle.schema();
        let length = rows.saturating_mul(schema.row_bytes());
        let bytes = if length == 0 {
            &mut []
        } else {
            let (group, item) = (schema.group(), schema.item());
            let header = structure_header(group, item, StructureType::TABLE, length, 0)?;
            let start = self.bytes.len();
            self.add_zeros(header.len() + length);
            self.end_structure();
            let (place, rows) = self.bytes[start..].split_at_mut(header.len());
            place.copy_from_slice(&header);
            rows
        };
        Ok(BankMut {
            schema,
            bytes,
            rows,
        })
    }

    /// Adds a structure of any type, with its payload. One of no bytes is
    /// added too: C++ and Java never do.
    ///
    /// # Errors
    /// [`StructureTooLong`](ErrorKind::StructureTooLong).
    pub fn structure(
        &mut self,
        group: u16,
        item: u8,
        kind: StructureType,
        payload: &[u8],
    ) -> Result<(), Error> {
        self.start_structure(group, item, kind, payload.len(), 0)?;
        self.bytes.extend_from_slice(payload);
        self.end_structure();
        Ok(())
    }

    /// Adds a composite: a format of letters (`b`, `s`, `i`, `f`, `d`, `l`) and
    /// rows of such values, one row after another.
    ///
    /// # Errors
    /// [`StructureTooLong`](ErrorKind::StructureTooLong), also for a format of
    /// more than 255 letters.
    pub fn composite(
        &mut self,
        group: u16,
        item: u8,
        format: &str,
        rows: &[u8],
    ) -> Result<(), Error> {
        let Ok(letters) = u8::try_from(format.len()) else {
            return Err(too_long(group, item, format.len()));
        };
        let length = format.len().saturating_add(rows.len());
        self.start_structure(group, item, StructureType::COMPOSITE, length, letters)?;
        self.bytes.extend_from_slice(format.as_bytes());
        self.bytes.extend_from_slice(rows);
        self.end_structure();
        Ok(())
    }

    /// Adds a copy of a structure of another event.
    ///
    /// # Panics
    /// Never: what was a structure fits into one.
    pub fn copy(&mut self, structure: &super::Structure<'_>) {
        let (format, payload) = (structure.format(), structure.payload());
        self.start_structure(
            structure.group(),
            structure.item(),
            structure.structure_type(),
            format.len() + payload.len(),
            format.len() as u8,
        )
        .expect("it was a structure before");
        self.bytes.extend_from_slice(format);
        self.bytes.extend_from_slice(payload);
        self.end_structure();
    }

    /// Adds zeros: few of them in pieces of one length, since banks are of all
    /// lengths, and a call that decides by length takes longer than the zeros.
    #[inline]
    fn add_zeros(&mut self, count: usize) {
        const PIECE: usize = 64;
        let end = self.bytes.len() + count;
        if count > 4 * PIECE {
            return self.bytes.resize(end, 0);
        }
        while self.bytes.len() < end {
            self.bytes.extend_from_slice(&[0; PIECE]);
        }
        self.bytes.truncate(end);
    }

    fn start_structure(
        &mut self,
        group: u16,
        item: u8,
        kind: StructureType,
        length: usize,
        format: u8,
    ) -> Result<(), Error> {
        let header = structure_header(group, item, kind, length, format)?;
        self.bytes.extend_from_slice(&header);
        Ok(())
    }

    #[inline]
    fn end_structure(&mut self) {
        let length = self.bytes.len() as u32;
        self.bytes[4..8].copy_from_slice(&length.to_le_bytes());
    }

    /// The event as it is now.
    pub fn event(&self) -> Event<'_> {
        Event::new(&self.bytes)
    }

    /// The bytes of the event as it is now.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

#[inline]
fn structure_header(
    group: u16,
    item: u8,
    kind: StructureType,
    length: usize,
    format: u8,
) -> Result<[u8; STRUCTURE_HEADER], Error> {
    if length > LARGEST_PAYLOAD {
        return Err(too_long(group, item, length));
    }
    let identity = u64::from(group) | u64::from(item) << 16 | u64::from(kind.0) << 24;
    let lengths = length as u64 | u64::from(format) << 24;
    Ok((identity | lengths << 32).to_le_bytes())
}

#[cold]
fn too_long(group: u16, item: u8, length: usize) -> Error {
    ErrorKind::StructureTooLong {
        group,
        item,
        length: length as u64,
    }
    .into()
}

/// The rows of a bank that is being filled. Handles have to be of its schema.
#[derive(Debug)]
pub struct BankMut<'a> {
    schema: &'a Schema,
    bytes: &'a mut [u8],
    rows: usize,
}

impl BankMut<'_> {
    /// Number of rows.
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// Sets the value of a column in a row.
    ///
    /// # Panics
    /// When there is no such row, or the column is not of this bank.
    #[inline]
    pub fn set<T: Cell>(&mut self, column: &ColumnHandle<T>, row: usize, value: T) {
        assert!(row < self.rows, "row {row} of {}", self.rows);
        let position = column.position();
        let start = self.rows * position.offset as usize + row * position.cell as usize;
        // One check of a place and one of what is left take less than a range.
        let (_, cells) = self.bytes.split_at_mut(start);
        cells[..size_of::<T>()].copy_from_slice(value.to_le().as_ref());
    }

    /// Sets the values of an array column in a row.
    ///
    /// # Errors
    /// [`ColumnLength`](ErrorKind::ColumnLength) for another number of values.
    ///
    /// # Panics
    /// When there is no such row, or the column is not of this bank.
    pub fn set_array<T: Cell>(
        &mut self,
        column: &ColumnHandle<T>,
        row: usize,
        values: &[T],
    ) -> Result<(), Error> {
        assert!(row < self.rows, "row {row} of {}", self.rows);
        let expected = column.column().array_length();
        if values.len() != expected {
            return Err(self.length_error(column, values.len(), expected));
        }
        let position = column.position();
        let start = self.rows * position.offset as usize + row * position.cell as usize;
        write_cells(
            &mut self.bytes[start..start + position.cell as usize],
            values,
        );
        Ok(())
    }

    /// Sets all values of a column.
    ///
    /// # Errors
    /// [`ColumnLength`](ErrorKind::ColumnLength) for another number of values.
    ///
    /// # Panics
    /// When the column is not of this bank.
    #[inline]
    pub fn fill<T: Cell>(&mut self, column: &ColumnHandle<T>, values: &[T]) -> Result<(), Error> {
        let position = column.position();
        let length = self.rows * position.cell as usize;
        if size_of_val(values) != length {
            return Err(self.length_error(column, values.len(), length / size_of::<T>()));
        }
        let start = self.rows * position.offset as usize;
        write_cells(&mut self.bytes[start..start + length], values);
        Ok(())
    }

    #[cold]
    fn length_error<T: Cell>(
        &self,
        column: &ColumnHandle<T>,
        given: usize,
        expected: usize,
    ) -> Error {
        ErrorKind::ColumnLength {
            bank: self.schema.name().to_owned(),
            column: column.column().name().to_owned(),
            given,
            expected,
        }
        .into()
    }
}

#[inline]
fn write_cells<T: Cell>(bytes: &mut [u8], values: &[T]) {
    for (bytes, value) in bytes.chunks_exact_mut(size_of::<T>()).zip(values) {
        bytes.copy_from_slice(value.to_le().as_ref());
    }
}
