//! What a file tells of itself beside its schemas.

/// The user's keys and values, and the names of tag bits.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Config {
    entries: Vec<(String, String)>,
    tag_names: Vec<(String, u32)>,
}

impl Config {
    /// Keys and values in the order of the file. A value that Java wrote
    /// without a key has the empty one.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &str)> {
        self.entries
            .iter()
            .map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// The value of a key: the last one, where it stands several times.
    pub fn get(&self, key: &str) -> Option<&str> {
        let mut all = self.entries().collect::<Vec<_>>().into_iter().rev();
        all.find(|(other, _)| *other == key).map(|(_, value)| value)
    }

    /// Names of bits of event tags, with the number of the bit (the tag
    /// registry of oxihipo).
    pub fn tag_names(&self) -> impl Iterator<Item = (&str, u32)> {
        self.tag_names
            .iter()
            .map(|(name, bit)| (name.as_str(), *bit))
    }

    pub(super) fn push(&mut self, key: String, value: String) {
        self.entries.push((key, value));
    }

    /// Reads a registry, lines of `name=bit`; other lines are left.
    pub(super) fn read_tag_names(&mut self, text: &str) {
        for line in text.lines() {
            if let Some((name, bit)) = line.split_once('=')
                && let Ok(bit) = bit.trim().parse()
            {
                self.tag_names.push((name.trim().to_owned(), bit));
            }
        }
    }
}
