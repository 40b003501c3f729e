//! Events and what is in them.

mod bank;
mod builder;
mod cell;
mod cells;
mod structure;

pub use bank::Bank;
pub(crate) use builder::LARGEST_PAYLOAD;
pub use builder::{BankMut, EventBuilder};
pub use cell::Cell;
pub use cells::{Cells, CellsIter};
pub(crate) use structure::{STRUCTURE_HEADER, StructureHeader};
pub use structure::{Structure, StructureType};

use crate::error::Error;
use crate::schema::BankHandle;

/// Bytes of an event's header: a magic word that nobody checks, the size, the
/// tag, and a mask.
pub(crate) const EVENT_HEADER: usize = 16;

/// The bytes of one event: a header and structures, back to back.
///
/// Its length is the record's to tell: the size in its own header is what a
/// writer put there, and C++ does not look at it. An event shorter than its
/// header has no structures, and the tag 0 if that is cut off.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Event<'a> {
    bytes: &'a [u8],
    index: u32,
    record: u32,
}

impl<'a> Event<'a> {
    /// An event by itself, out of any file.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            index: 0,
            record: 0,
        }
    }

    /// The event at `index` of a record.
    #[inline]
    pub(crate) const fn of_record(bytes: &'a [u8], record: u32, index: u32) -> Self {
        Self {
            bytes,
            index,
            record,
        }
    }

    /// All of its bytes.
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Its number within its record, from 0.
    pub const fn index(&self) -> u32 {
        self.index
    }

    /// Its record, from 0 in the order of the index.
    pub const fn record(&self) -> u32 {
        self.record
    }

    /// Its tag.
    pub fn tag(&self) -> u32 {
        self.word(8)
    }

    /// The fourth word of its header: 0, or a mask from Java.
    pub fn mask(&self) -> u32 {
        self.word(12)
    }

    fn word(&self, offset: usize) -> u32 {
        self.bytes
            .get(offset..offset + 4)
            .map_or(0, |bytes| u32::from_le_bytes(bytes.try_into().expect("4")))
    }

    #[inline]
    fn body(&self) -> &'a [u8] {
        self.bytes.get(EVENT_HEADER..).unwrap_or_default()
    }

    /// Its structures in order. Fewer than eight bytes after the last one are
    /// left alone, as every reader does.
    pub fn structures(&self) -> Structures<'a> {
        Structures {
            rest: self.body(),
            event: *self,
        }
    }

    /// The first structure with a group and an item: what every reader returns
    /// where there are several.
    ///
    /// # Errors
    /// [`StructureLength`](crate::ErrorKind::StructureLength) or
    /// [`FormatLength`](crate::ErrorKind::FormatLength) where the event is
    /// damaged at or before that structure.
    #[inline]
    pub fn structure(&self, group: u16, item: u8) -> Result<Option<Structure<'a>>, Error> {
        let wanted = u32::from(group) | u32::from(item) << 16;
        let mut rest = self.body();
        while let Some((header, after)) = rest.split_first_chunk::<STRUCTURE_HEADER>() {
            let header = StructureHeader::of(*header);
            if header.identity & 0x00ff_ffff == wanted {
                return match Structure::take(rest) {
                    Ok((structure, _)) => Ok(Some(structure)),
                    Err(error) => Err(self.place(error)),
                };
            }
            match after.get(header.length()..) {
                Some(after) => rest = after,
                None => return Err(self.place(header.too_long(after.len()))),
            }
        }
        Ok(None)
    }

    /// The bank of a schema: of no rows where the event has none.
    ///
    /// # Errors
    /// As [`structure`](Self::structure).
    #[inline]
    pub fn bank<'s>(&self, handle: &'s BankHandle) -> Result<Bank<'a, 's>, Error> {
        let schema = handle.schema();
        let structure = self.structure(schema.group(), schema.item())?;
        Ok(Bank::new(schema, structure))
    }

    #[cold]
    pub(crate) fn place(&self, error: Error) -> Error {
        error
            .in_record(u64::from(self.record))
            .in_event(u64::from(self.index))
    }
}

/// The structures of an event; ends after the first that is damaged.
#[derive(Clone, Debug)]
pub struct Structures<'a> {
    rest: &'a [u8],
    event: Event<'a>,
}

impl<'a> Structures<'a> {
    /// The bytes that have not been read.
    pub(crate) const fn rest(&self) -> &'a [u8] {
        self.rest
    }
}

impl<'a> Iterator for Structures<'a> {
    type Item = Result<Structure<'a>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.len() < STRUCTURE_HEADER {
            return None;
        }
        match Structure::take(self.rest) {
            Ok((structure, rest)) => {
                self.rest = rest;
                Some(Ok(structure))
            }
            Err(error) => {
                self.rest = &[];
                Some(Err(self.event.place(error)))
            }
        }
    }
}
