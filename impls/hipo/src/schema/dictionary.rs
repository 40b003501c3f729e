//! The schemas of a file.

use std::collections::HashMap;
use std::sync::Arc;

use super::handle::similar;
use super::{BankHandle, Schema, SchemaError};
use crate::error::{Error, ErrorKind};

/// The schemas of a file, in its order.
///
/// ```
/// let mut dictionary = hipo::Dictionary::default();
/// dictionary.add("{REC::Event/300/30}{evno/L,beamE/F}".parse()?)?;
/// let event = dictionary.bank("REC::Event")?;
/// let number = event.column::<i64>("evno")?;
/// assert_eq!(number.index(), 0);
/// assert!(dictionary.bank("REC::event").unwrap_err().to_string().contains("REC::Event"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Dictionary {
    schemas: Vec<Arc<Schema>>,
    by_name: HashMap<Box<str>, usize>,
    by_identity: HashMap<(u16, u8), usize>,
}

impl Dictionary {
    /// Adds a schema. One that is there already, and alike, is not added again.
    ///
    /// # Errors
    /// [`Conflict`](SchemaError::Conflict) for another schema of the same name,
    /// [`SharedIdentity`](SchemaError::SharedIdentity) for another name of the
    /// same group and item.
    pub fn add(&mut self, schema: Schema) -> Result<(), SchemaError> {
        if let Some(known) = self.get(schema.name()) {
            if **known == schema {
                return Ok(());
            }
            let name = schema.name().to_owned();
            return Err(SchemaError::Conflict { name });
        }
        if let Some(known) = self.find(schema.group(), schema.item()) {
            return Err(SchemaError::SharedIdentity {
                first: known.name().to_owned(),
                second: schema.name().to_owned(),
                group: schema.group(),
                item: schema.item(),
            });
        }
        self.put(schema);
        Ok(())
    }

    /// Adds a schema as files have it: the last of a name is the one that
    /// counts, as in C++, and the first of a group and item is found by them.
    pub(crate) fn put(&mut self, schema: Schema) {
        let name: Box<str> = schema.name().into();
        let identity = (schema.group(), schema.item());
        if let Some(&index) = self.by_name.get(&name) {
            let old = &self.schemas[index];
            let old = (old.group(), old.item());
            if self.by_identity.get(&old) == Some(&index) {
                self.by_identity.remove(&old);
            }
            self.schemas[index] = Arc::new(schema);
            self.by_identity.entry(identity).or_insert(index);
            return;
        }
        let index = self.schemas.len();
        self.by_name.insert(name, index);
        self.by_identity.entry(identity).or_insert(index);
        self.schemas.push(Arc::new(schema));
    }

    /// The schemas in order.
    pub fn schemas(&self) -> &[Arc<Schema>] {
        &self.schemas
    }

    /// The schema of a name.
    pub fn get(&self, name: &str) -> Option<&Arc<Schema>> {
        Some(&self.schemas[*self.by_name.get(name)?])
    }

    /// The schema of a group and an item.
    pub fn find(&self, group: u16, item: u8) -> Option<&Arc<Schema>> {
        Some(&self.schemas[*self.by_identity.get(&(group, item))?])
    }

    /// Looks a bank up by its name.
    ///
    /// # Errors
    /// [`UnknownBank`](ErrorKind::UnknownBank), with a name much like it.
    pub fn bank(&self, name: &str) -> Result<BankHandle, Error> {
        match self.get(name) {
            Some(schema) => Ok(BankHandle::new(Arc::clone(schema))),
            None => Err(ErrorKind::UnknownBank {
                name: name.to_owned(),
                similar: similar(name, self.schemas.iter().map(|schema| schema.name())),
            }
            .into()),
        }
    }
}
