//! Where two dictionaries differ.

use std::collections::BTreeSet;

use hipo::{Config, Dictionary};
use serde::Serialize;

/// Names of schemas, and texts of those that are not alike.
#[derive(Debug, Default, Serialize)]
pub(super) struct SchemaDifferences {
    pub(super) only_first: Vec<String>,
    pub(super) only_second: Vec<String>,
    pub(super) different: Vec<Different>,
}

/// A schema of both files.
#[derive(Debug, Serialize)]
pub(super) struct Different {
    pub(super) name: String,
    pub(super) first: String,
    pub(super) second: String,
}

impl SchemaDifferences {
    pub(super) const fn is_empty(&self) -> bool {
        self.only_first.is_empty() && self.only_second.is_empty() && self.different.is_empty()
    }
}

/// Compares dictionaries; in which order schemas stand does not count.
pub(super) fn compare(first: &Dictionary, second: &Dictionary) -> SchemaDifferences {
    let mut found = SchemaDifferences::default();
    for schema in first.schemas() {
        match second.get(schema.name()) {
            None => found.only_first.push(schema.name().to_owned()),
            Some(other) if other != schema => found.different.push(Different {
                name: schema.name().to_owned(),
                first: schema.to_string(),
                second: other.to_string(),
            }),
            Some(_) => {}
        }
    }
    let missing = second.schemas().iter();
    let missing = missing.filter(|schema| first.get(schema.name()).is_none());
    found.only_second = missing.map(|schema| schema.name().to_owned()).collect();
    found
}

/// Keys of the configuration that have other values, and names of tag bits that
/// have other bits.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub(super) struct ConfigDifference {
    pub(super) keys: BTreeSet<String>,
}

/// Compares configurations.
pub(super) fn compare_config(first: &Config, second: &Config) -> ConfigDifference {
    let entries = |config: &Config| -> BTreeSet<(String, String)> {
        let entries = config.entries();
        let entries = entries.map(|(key, value)| (key.to_owned(), value.to_owned()));
        let names = config.tag_names();
        let names = names.map(|(name, bit)| (format!("tag bit {name}"), bit.to_string()));
        entries.chain(names).collect()
    };
    let (first, second) = (entries(first), entries(second));
    let keys = first.symmetric_difference(&second);
    ConfigDifference {
        keys: keys.map(|(key, _)| key.clone()).collect(),
    }
}
