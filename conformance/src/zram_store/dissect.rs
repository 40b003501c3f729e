//! Snapshots told field by field.

use crate::dissection::Dissection;

/// Tells a snapshot; of a broken one, what there is of it.
pub(super) fn snapshot(bytes: &[u8], page: usize) -> Dissection {
    let mut teller = Teller {
        told: Dissection::new(),
        bytes,
        at: 0,
    };
    if teller.header().is_none() || teller.parts(page).is_none() {
        let end = format!("it is not told beyond byte {}", teller.at);
        teller.told.stop(end);
    }
    teller.told
}

/// Bytes, told as far as `at`.
struct Teller<'a> {
    told: Dissection,
    bytes: &'a [u8],
    at: usize,
}

impl Teller<'_> {
    /// A little-endian number, told.
    fn number(&mut self, size: usize, path: &str) -> Option<u64> {
        let bytes = self.bytes.get(self.at..self.at + size)?;
        let number = bytes
            .iter()
            .rev()
            .fold(0, |number, byte| number << 8 | u64::from(*byte));
        self.told.field(self.at..self.at + size, path, number);
        self.at += size;
        Some(number)
    }

    /// So many bytes, told by `value`.
    fn bytes(&mut self, size: usize, path: &str, value: impl Fn(&[u8]) -> String) -> Option<()> {
        let bytes = self.bytes.get(self.at..self.at.checked_add(size)?)?;
        self.told.field(self.at..self.at + size, path, value(bytes));
        self.at += size;
        Some(())
    }

    fn hash(&mut self, path: &str) -> Option<()> {
        self.bytes(8, path, |bytes| {
            let number = bytes.iter().rev().map(|byte| format!("{byte:02x}"));
            number.collect()
        })
    }

    fn header(&mut self) -> Option<()> {
        let text = |bytes: &[u8]| bytes.escape_ascii().to_string();
        self.bytes(8, "header.magic", text)?;
        self.number(1, "header.page_size_log2")?;
        let codecs = self.number(1, "header.codecs")?;
        self.number(2, "header.reserved")?;
        self.number(8, "header.size")?;
        for index in 0..codecs {
            let path = |field: &str| format!("header.codec[{index}].{field}");
            let length = self.number(1, &path("length"))?;
            self.bytes(length as usize, &path("name"), text)?;
            self.hash(&path("dictionary"))?;
        }
        self.hash("header.hash")
    }

    fn parts(&mut self, page: usize) -> Option<()> {
        let mut index = 0;
        loop {
            let section = format!("section[{index}]");
            let path = |field: &str| format!("{section}.{field}");
            match self.bytes.get(self.at)? {
                1 => {
                    self.number(1, &path("tag"))?;
                    self.number(4, &path("leaf"))?;
                    let length = self.number(4, &path("length"))? as usize;
                    let end = self.at.checked_add(length)?;
                    while self.at < end {
                        self.record(&section, page)?;
                    }
                    self.hash(&path("hash"))?;
                }
                0 => {
                    self.number(1, "end.tag")?;
                    self.number(4, "end.sections")?;
                    self.number(8, "end.pages")?;
                    return self.hash("end.hash");
                }
                _ => return None,
            }
            index += 1;
        }
    }

    fn record(&mut self, section: &str, page: usize) -> Option<()> {
        let line = *self.bytes.get(self.at)?;
        let path = |field: &str| format!("{section}.page[{line}].{field}");
        let length = |bytes: &[u8]| format!("{} bytes", bytes.len());
        self.number(1, &path("line"))?;
        match self.number(1, &path("kind"))? {
            0 => self.hash(&path("word")),
            1 => self.bytes(page, &path("raw"), length),
            _ => {
                let size = self.number(2, &path("length"))?;
                self.bytes(size as usize, &path("block"), length)
            }
        }
    }
}
