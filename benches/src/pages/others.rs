//! Whom native is timed beside, other than the reference.

use std::fmt;

use conformance::zram::{Layout, PagesCase, Zram, put_kept, take_kept};
use conformance::{Failure, Implementation, Outcome, Role};
use lz4_flex::block::{
    CompressTable, compress_into_with_table, decompress_into, get_maximum_output_size,
};
use zram::{Codec, Encoded, Kept};

/// The name of [`Lz4Flex`] at the gate.
pub const LZ4_FLEX: &str = "lz4_flex";

/// The name of [`PageCopy`] at the gate.
pub const PAGE_COPY: &str = "page copy";

/// The crate `lz4_flex`, with a table that is used again: blocks alone, without
/// a look at what is filled with one word.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lz4Flex;

impl Lz4Flex {
    /// What it was built as.
    pub const BUILT: &str = if cfg!(feature = "safe-lz4-flex") {
        "lz4_flex 0.14.2 without unsafe code"
    } else {
        "lz4_flex 0.14.2 with unsafe code, decoding checked"
    };
}

/// Encodes pages by `lz4_flex`.
pub struct Lz4FlexEncoder(CompressTable);

impl fmt::Debug for Lz4FlexEncoder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Lz4FlexEncoder").finish()
    }
}

impl Default for Lz4FlexEncoder {
    fn default() -> Self {
        Self(CompressTable::small())
    }
}

impl Lz4FlexEncoder {
    /// Room for the block of a page, in bytes.
    #[must_use]
    pub fn room(page: usize) -> usize {
        get_maximum_output_size(page)
    }

    /// Says how to keep a page, by the suite's rule.
    ///
    /// # Errors
    /// The crate's.
    pub fn encode(&mut self, page: &[u8], output: &mut [u8]) -> Result<Encoded, Failure> {
        let size = compress_into_with_table(page, output, &mut self.0)
            .map_err(|error| Failure::from_error(&error))?;
        Ok(if size < page.len() / 8 * 7 {
            Encoded::Block { size }
        } else {
            Encoded::Raw
        })
    }
}

/// Makes a page of what was kept, by `lz4_flex`.
///
/// # Errors
/// The crate's, and that it is not a page.
pub fn lz4_flex_decode(kept: Kept<'_>, page: &mut [u8]) -> Result<(), Failure> {
    match kept {
        Kept::Same(word) => zram::same::fill(page, word),
        Kept::Raw(bytes) if bytes.len() == page.len() => page.copy_from_slice(bytes),
        Kept::Raw(_) => return Err(Failure::new("no page")),
        Kept::Block(block) => {
            let size = decompress_into(block, page).map_err(|error| Failure::from_error(&error))?;
            if size != page.len() {
                return Err(Failure::new("less than a page"));
            }
        }
    }
    Ok(())
}

impl Implementation<Zram> for Lz4Flex {
    fn name(&self) -> &'static str {
        LZ4_FLEX
    }

    fn role(&self) -> Role {
        Role::External
    }

    fn version(&self) -> String {
        Self::BUILT.to_owned()
    }

    fn produce(&self, case: &PagesCase, input: &Vec<u8>) -> Outcome<Vec<u8>> {
        // It has no setting.
        if case.layout.codec != Codec::LZ4 {
            return Outcome::Lacks;
        }
        let size = case.layout.page_size.bytes();
        let mut encoder = Lz4FlexEncoder::default();
        let mut output = vec![0; Lz4FlexEncoder::room(size)];
        let mut pages = Vec::new();
        for page in input.chunks(size) {
            match encoder.encode(page, &mut output) {
                Ok(made) => put_kept(&mut pages, made.kept(page, &output)),
                Err(failure) => return Outcome::Failed(failure),
            }
        }
        Outcome::Done(pages)
    }

    fn consume(&self, layout: &Layout, mut pages: &[u8]) -> Outcome<Vec<u8>> {
        if matches!(layout.codec, Codec::Zstd { .. }) {
            return Outcome::Lacks;
        }
        let mut output = Vec::new();
        while !pages.is_empty() {
            let start = output.len();
            output.resize(start + layout.page_size.bytes(), 0xa5);
            let read = take_kept(&mut pages)
                .ok_or_else(|| Failure::new("no page"))
                .and_then(|kept| lz4_flex_decode(kept, &mut output[start..]));
            if let Err(failure) = read {
                return Outcome::Failed(failure);
            }
        }
        Outcome::Done(output)
    }
}

/// Keeps every page as it is: the limit of what can be done with a page.
#[derive(Clone, Copy, Debug, Default)]
pub struct PageCopy;

impl Implementation<Zram> for PageCopy {
    fn name(&self) -> &'static str {
        PAGE_COPY
    }

    fn role(&self) -> Role {
        Role::External
    }

    fn version(&self) -> String {
        "copy_from_slice".to_owned()
    }

    fn produce(&self, case: &PagesCase, input: &Vec<u8>) -> Outcome<Vec<u8>> {
        let mut pages = Vec::new();
        for page in input.chunks(case.layout.page_size.bytes()) {
            put_kept(&mut pages, Kept::Raw(page));
        }
        Outcome::Done(pages)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use conformance::Data;
    use conformance::gate::{Gate, Work};
    use corpora::Kind;
    use zram::PageSize;

    use super::super::calls::{contender, team};
    use super::super::{GROUP, NATIVE, REFERENCE};
    use super::*;

    #[test]
    fn strangers_pass_the_gate_and_are_timed_at_what_they_do() {
        let gate = Gate::new(Zram)
            .with(Arc::new(Lz4Flex))
            .with(Arc::new(PageCopy));
        for (codec, writes, reads) in [
            ("lz4", true, true),
            ("lz4hc", false, true),
            ("zstd:1", false, false),
        ] {
            let layout = Layout::plain(codec.parse().unwrap(), PageSize::KiB4);
            let data = Data::Generated(Kind::Mixed, 4 * GROUP);
            let ticket = gate.admit(&PagesCase { data, layout }).unwrap();
            for (work, does) in [(Work::Produce, writes), (Work::Consume, reads)] {
                for (who, expected) in [(NATIVE, true), (REFERENCE, true), (LZ4_FLEX, does)] {
                    let timed = contender(&ticket, work, who, layout, GROUP).is_some();
                    assert_eq!(timed, expected, "{who} {work} {codec}");
                    let timed = team(&ticket, work, who, layout, GROUP).is_some();
                    assert_eq!(timed, expected, "{who} {work} {codec}, in a team");
                }
            }
            assert!(ticket.contender(Work::Produce, PAGE_COPY, |_| ()).is_ok());
            assert!(ticket.contender(Work::Consume, PAGE_COPY, |_| ()).is_err());
        }
    }

    #[test]
    fn turbo_blocks_are_admitted_by_those_who_read_them() {
        let layout = Layout::plain(Codec::Lz4Turbo, PageSize::KiB4);
        let data = Data::Generated(Kind::Mixed, 4 * GROUP);
        let gate = Gate::new(Zram).with(Arc::new(Lz4Flex));
        let ticket = gate.admit(&PagesCase { data, layout }).unwrap();
        for (who, writes) in [(NATIVE, true), (REFERENCE, false), (LZ4_FLEX, false)] {
            let timed = |work| contender(&ticket, work, who, layout, GROUP).is_some();
            assert_eq!(timed(Work::Produce), writes, "{who}");
            assert!(timed(Work::Consume), "{who}");
        }
    }
}
