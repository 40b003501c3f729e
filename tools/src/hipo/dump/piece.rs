//! What of an event is printed.

use std::sync::Arc;

use hipo::{Column, Dictionary, Error, Event, File, Schema, Structure, StructureType};

use crate::failure::Failure;
use crate::pattern::{self, Pattern};
use crate::value::{self, Value};

/// Which banks, and which of their columns.
#[derive(Debug)]
pub(super) struct Wanted<'a> {
    patterns: &'a [Pattern],
    columns: &'a [String],
    dictionary: &'a Dictionary,
}

impl<'a> Wanted<'a> {
    /// Refuses columns that no bank has.
    pub(super) fn new(
        patterns: &'a [Pattern],
        columns: &'a [String],
        file: &'a File,
    ) -> Result<Self, Failure> {
        let dictionary = file.dictionary();
        for name in columns {
            let mut schemas = pattern::schemas(patterns, dictionary).peekable();
            let first = schemas.peek().map(|schema| schema.name());
            if schemas.any(|schema| schema.column_index(name).is_some()) {
                continue;
            }
            if let (Some(bank), 1) = (first, patterns.len()) {
                // In its words: is it another name?
                file.bank(bank)?.column_index(name)?;
            }
            let name = tools::text::harmless(name);
            return Err(Failure::Refused(format!(
                "no bank that is to be printed has a column {name}; `hipo schemas FILE` lists them"
            )));
        }
        Ok(Self {
            patterns,
            columns,
            dictionary,
        })
    }

    /// The schemas of banks that are printed.
    pub(super) fn schemas(&self) -> impl Iterator<Item = &Schema> {
        pattern::schemas(self.patterns, self.dictionary)
            .filter(|schema| self.columns.is_empty() || self.columns_of(schema).next().is_some())
    }

    /// The columns of a bank that are printed, with their places in it.
    pub(super) fn columns_of<'s>(
        &self,
        schema: &'s Schema,
    ) -> impl Iterator<Item = (usize, &'s Column)> + use<'s, '_, 'a> {
        let columns = schema.columns().iter().enumerate();
        columns.filter(|(_, column)| {
            self.columns.is_empty() || self.columns.iter().any(|name| name == column.name())
        })
    }
}

/// A bank of an event.
#[derive(Debug)]
pub(super) struct BankPiece<'e> {
    pub(super) schema: Arc<Schema>,
    pub(super) rows: usize,
    /// Places in the schema.
    pub(super) columns: Vec<usize>,
    payload: &'e [u8],
}

impl BankPiece<'_> {
    /// The values of the column at `index` of the schema, row by row: one for
    /// each, or as many as an array column has.
    pub(super) fn values(&self, index: usize) -> Vec<Value> {
        let kind = self.schema.columns()[index].column_type();
        let bytes = value::column_bytes(&self.schema, self.payload, index);
        value::values(kind, bytes).collect()
    }

    /// Values that a column has in a row.
    pub(super) fn length(&self, index: usize) -> usize {
        self.schema.columns()[index].array_length()
    }
}

/// What of an event is printed: banks, and structures that are none, each in the
/// order of the event.
#[derive(Debug, Default)]
pub(super) struct Shown<'e> {
    pub(super) pieces: Vec<Piece<'e>>,
}

#[derive(Debug)]
pub(super) enum Piece<'e> {
    Bank(BankPiece<'e>),
    Other(Structure<'e>),
}

impl<'e> Shown<'e> {
    pub(super) fn of(event: &Event<'e>, wanted: &Wanted<'_>) -> Result<Self, Error> {
        let mut shown = Self::default();
        for structure in event.structures() {
            let structure = structure?;
            let (group, item) = (structure.group(), structure.item());
            let schema = wanted.dictionary.find(group, item);
            let name = schema.map(|schema| schema.name());
            if !pattern::any_fits(wanted.patterns, name, group, item) {
                continue;
            }
            match schema {
                Some(schema) if structure.structure_type() == StructureType::TABLE => {
                    let columns: Vec<_> =
                        wanted.columns_of(schema).map(|(index, _)| index).collect();
                    if columns.is_empty() && !wanted.columns.is_empty() {
                        continue;
                    }
                    let payload = structure.payload();
                    shown.pieces.push(Piece::Bank(BankPiece {
                        schema: Arc::clone(schema),
                        rows: schema.rows_in(payload.len()),
                        columns,
                        payload,
                    }));
                }
                _ if wanted.columns.is_empty() => shown.pieces.push(Piece::Other(structure)),
                _ => {}
            }
        }
        Ok(shown)
    }

    pub(super) fn banks(&self) -> impl Iterator<Item = &BankPiece<'e>> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Bank(bank) => Some(bank),
            Piece::Other(_) => None,
        })
    }

    pub(super) fn others(&self) -> impl Iterator<Item = &Structure<'e>> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Other(structure) => Some(structure),
            Piece::Bank(_) => None,
        })
    }
}
