//! What files tell of themselves, beside schemas, and what they leave to others.

use hipo::{File, WriterOptions};
use tools::text::harmless;

/// Configuration, names of tag bits, and the header's free numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    entries: Vec<(String, String)>,
    tag_names: Vec<(String, u32)>,
    user_integers: [u32; 2],
}

impl Settings {
    /// Those of a file.
    pub(crate) fn of(file: &File) -> Self {
        let entries = file.config().entries();
        Self {
            entries: entries
                .map(|(key, value)| (key.to_owned(), value.to_owned()))
                .collect(),
            tag_names: file
                .config()
                .tag_names()
                .map(|(name, bit)| (name.to_owned(), bit))
                .collect(),
            user_integers: file.header().user_integers,
        }
    }

    /// Those of several files: of a key or a name that has several values, the
    /// first counts. Tells, in words, what is left out.
    pub(crate) fn of_all(files: &[File]) -> (Self, Vec<String>) {
        let Some((first, others)) = files.split_first() else {
            return Self::default().into_pair();
        };
        let mut all = Self::of(first);
        let mut left_out = Vec::new();
        for file in others {
            let more = Self::of(file);
            let name = file.path().map_or_else(String::new, tools::text::name);
            for (key, value) in more.entries {
                let mut known = all.entries.iter().filter(|(other, _)| *other == key);
                match known.next() {
                    None => all.entries.push((key, value)),
                    Some((_, kept)) if *kept != value => left_out.push(format!(
                        "the value of {} in {name} is left out: it is not the first file's",
                        harmless(&key)
                    )),
                    Some(_) => {}
                }
            }
            for (tag, bit) in more.tag_names {
                match all.tag_names.iter().find(|(other, _)| *other == tag) {
                    None => all.tag_names.push((tag, bit)),
                    Some((_, kept)) if *kept != bit => left_out.push(format!(
                        "the tag bit {} of {name} is left out: it is not the first file's",
                        harmless(&tag)
                    )),
                    Some(_) => {}
                }
            }
        }
        (all, left_out)
    }

    fn into_pair(self) -> (Self, Vec<String>) {
        (self, Vec::new())
    }

    /// Adds them to the options of a file.
    pub(crate) fn apply(&self, mut options: WriterOptions) -> WriterOptions {
        for (key, value) in &self.entries {
            options = options.config(key, value);
        }
        for (name, bit) in &self.tag_names {
            options = options.tag_name(name, *bit);
        }
        let [first, second] = self.user_integers;
        options.user_integers(first, second)
    }
}
