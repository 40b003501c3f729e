//! The schemas of several files, as one dictionary.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::error::{Error, ErrorKind};
use crate::reader::File;
use crate::schema::{Dictionary, Schema, SchemaError};

/// Dictionaries that are being put together.
#[derive(Debug, Default)]
pub(super) struct Union {
    dictionary: Dictionary,
    /// Which file each schema is from, by its name.
    origins: HashMap<Box<str>, usize>,
    /// Each dictionary that differs from those before it, to be shared.
    distinct: Vec<Arc<Dictionary>>,
}

impl Union {
    /// The union of the dictionaries of files, or that of the first. Files that
    /// have the same one share it from then on.
    pub(super) fn of(files: &mut [File], first_only: bool) -> Result<Dictionary, Error> {
        let mut union = Self::default();
        for index in 0..files.len() {
            let own = files[index].shared_dictionary();
            let known = union.distinct.iter();
            let mut known = known.filter(|known| known.schemas() == own.schemas());
            if let Some(known) = known.next() {
                *own = Arc::clone(known);
                continue;
            }
            let own = Arc::clone(own);
            if index == 0 || !first_only {
                for schema in own.schemas() {
                    union.add(files, index, schema)?;
                }
            }
            union.distinct.push(own);
        }
        Ok(union.dictionary)
    }

    fn add(&mut self, files: &[File], file: usize, schema: &Arc<Schema>) -> Result<(), Error> {
        let disagree = |first: usize, source: SchemaError| -> Error {
            ErrorKind::FilesDisagree {
                first: name_of(files, first),
                second: name_of(files, file),
                source,
            }
            .into()
        };
        let origin = |name: &str| self.origins.get(name).copied().unwrap_or_default();
        if let Some(known) = self.dictionary.get(schema.name()) {
            if known == schema {
                return Ok(());
            }
            let name = schema.name().to_owned();
            return Err(disagree(
                origin(known.name()),
                SchemaError::Conflict { name },
            ));
        }
        if let Some(known) = self.dictionary.find(schema.group(), schema.item()) {
            let first = origin(known.name());
            // What one file does by itself, it is read with by itself as well.
            if first != file {
                let shared = SchemaError::SharedIdentity {
                    first: known.name().to_owned(),
                    second: schema.name().to_owned(),
                    group: schema.group(),
                    item: schema.item(),
                };
                return Err(disagree(first, shared));
            }
        }
        self.origins.insert(schema.name().into(), file);
        self.dictionary.put((**schema).clone());
        Ok(())
    }
}

/// What a file is called in an error.
fn name_of(files: &[File], index: usize) -> PathBuf {
    let path = files[index].path().map(Path::to_owned);
    path.unwrap_or_else(|| format!("file {index} of the chain").into())
}
