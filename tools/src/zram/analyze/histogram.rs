//! Kinds of pages, by what one codec keeps of them.

use std::io::{self, Write};

use serde_json::{Value, json};
use tools::size::grouped;
use zram::{Codec, Encoded, Encoder, Settings};

use crate::failure::Failure;

/// Parts of a page that sizes are told in.
const PARTS: usize = 8;

/// Characters of the longest bar.
const WIDTH: u64 = 40;

/// What is kept of every sampled page.
pub(super) struct Histogram {
    codec: Codec,
    page: usize,
    pages: Vec<Encoded>,
}

impl Histogram {
    pub(super) fn of(pages: &[Vec<u8>], settings: &Settings) -> Result<Self, Failure> {
        let mut encoder = Encoder::with(settings)?;
        let mut output = vec![0; encoder.room()];
        let pages = pages
            .iter()
            .map(|page| encoder.encode(page, &mut output))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            codec: settings.codec(),
            page: settings.page_size().bytes(),
            pages,
        })
    }

    pub(super) fn pages(&self) -> &[Encoded] {
        &self.pages
    }

    /// Bytes of a page.
    pub(super) const fn page_bytes(&self) -> usize {
        self.page
    }

    /// Bytes kept of a page.
    pub(super) const fn kept(&self, page: Encoded) -> usize {
        match page {
            Encoded::Same(_) => 0,
            Encoded::Block { size } => size,
            Encoded::Raw => self.page,
        }
    }

    /// Rows: what they are, and how many pages.
    fn rows(&self) -> Vec<(String, u64)> {
        let count = |wanted: &dyn Fn(Encoded) -> bool| {
            self.pages.iter().filter(|page| wanted(**page)).count() as u64
        };
        let mut rows = vec![
            ("zeros".to_owned(), count(&|page| page == Encoded::Same(0))),
            (
                "another word".to_owned(),
                count(&|page| matches!(page, Encoded::Same(word) if word != 0)),
            ),
        ];
        for part in 0..PARTS {
            let range = part * self.page / PARTS..(part + 1) * self.page / PARTS;
            let label = format!("below {}/{PARTS} of a page", part + 1);
            let within = |page| matches!(page, Encoded::Block { size } if range.contains(&size));
            rows.push((label, count(&within)));
        }
        rows.push((
            "incompressible".to_owned(),
            count(&|page| page == Encoded::Raw),
        ));
        rows
    }

    pub(super) fn write(&self, output: &mut impl Write) -> io::Result<()> {
        writeln!(
            output,
            "  {} pages of {} KiB, by what {} keeps of them",
            grouped(self.pages.len() as u64),
            self.page >> 10,
            self.codec
        )?;
        let rows = self.rows();
        let most = rows
            .iter()
            .map(|(_, count)| *count)
            .max()
            .unwrap_or(0)
            .max(1);
        for (label, count) in rows {
            // A page is seen, however few they are.
            let bar = "█".repeat((count * WIDTH).div_ceil(most) as usize);
            let line = format!("  {label:<20} {:>9}  {bar}", grouped(count));
            writeln!(output, "{}", line.trim_end())?;
        }
        Ok(())
    }

    pub(super) fn json(&self) -> Value {
        let rows = self.rows().into_iter();
        rows.map(|(kind, pages)| json!({ "kind": kind, "pages": pages }))
            .collect()
    }

    pub(super) const fn codec(&self) -> Codec {
        self.codec
    }
}
