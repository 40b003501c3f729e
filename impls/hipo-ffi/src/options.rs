//! What a file is read with.

/// The schemas that a file is read with.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Schemas {
    /// The file's own, by hipo4's `readDictionary`. It trips over any event of the
    /// dictionary without a schema, as user configuration is.
    #[default]
    Own,
    /// The file's own that hipo4 can take. What else is in the dictionary is
    /// passed over: user configuration, and schemas with a column that hipo4 has
    /// no type for (`T#N`). The record is read by hipo4, and each schema parsed by
    /// it; only the choice is the shim's.
    Sound,
    /// These texts, `{name/group/item}{column/type,…}`, whatever the file has.
    Given(Vec<String>),
}

/// What to read of a file, and with what.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ReadOptions {
    /// The schemas.
    pub schemas: Schemas,
    /// The tags to read the records of (`reader::setTags`, against the index's
    /// `userWordOne`); all records if empty.
    pub tags: Vec<i64>,
}

impl ReadOptions {
    /// Options with these schemas, for all records.
    pub fn with(schemas: Schemas) -> Self {
        Self {
            schemas,
            tags: Vec::new(),
        }
    }

    /// The number that the shim knows the choice of schemas by.
    pub(crate) fn choice(&self) -> i32 {
        match self.schemas {
            Schemas::Own => 0,
            Schemas::Sound => 1,
            Schemas::Given(_) => 2,
        }
    }

    /// Schemas as the shim takes them, one to a line.
    pub(crate) fn lines(&self) -> String {
        match &self.schemas {
            Schemas::Given(texts) => texts.join("\n"),
            _ => String::new(),
        }
    }
}
