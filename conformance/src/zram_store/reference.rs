//! The reference: the format of snapshots in plain words, blocks by C's codecs.
//!
//! There is no C program that reads snapshots. This reader shares nothing with
//! the native one but the format's description.

use twox_hash::XxHash3_64;
use zram::{Codec, Kept};

use super::ZramStore;
use super::layout::StoreLayout;
use crate::implementation::{Implementation, Role};
use crate::outcome::{Failure, Outcome};
use crate::zram::{Layout, ReferenceDecoder, ReferenceZram};

/// A reader of snapshots with liblz4 and libzstd.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReferenceStore;

/// Bytes, taken from the front.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], Failure> {
        let (taken, rest) = self
            .0
            .split_at_checked(count)
            .ok_or_else(|| Failure::new("it ends too early"))?;
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self, bytes: usize) -> Result<u64, Failure> {
        let taken = self.take(bytes)?.iter().rev();
        Ok(taken.fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }

    /// What was taken since `before`, followed by its hash.
    fn hashed(&mut self, before: &'a [u8], seed: u64) -> Result<u64, Failure> {
        let hashed = &before[..before.len() - self.0.len()];
        let hash = XxHash3_64::oneshot_with_seed(seed, hashed);
        if self.number(8)? == hash {
            Ok(hash)
        } else {
            Err(Failure::new("a hash is wrong"))
        }
    }
}

struct Reader<'a> {
    layout: &'a StoreLayout,
    codecs: Vec<Codec>,
    memory: Vec<u8>,
    seen: Vec<bool>,
}

fn read(layout: &StoreLayout, snapshot: &[u8]) -> Result<Vec<u8>, Failure> {
    let mut bytes = Bytes(snapshot);
    let mut reader = Reader {
        layout,
        codecs: header(layout, &mut bytes)?,
        memory: vec![0; layout.size() as usize],
        seen: vec![false; layout.pages as usize],
    };
    let (mut sections, mut hashes) = (0, 0_u64);
    loop {
        let before = bytes.0;
        match bytes.number(1)? {
            1 => {
                reader.section(&mut bytes)?;
                hashes = hashes.wrapping_add(bytes.hashed(before, 0)?);
                sections += 1;
            }
            0 => {
                let counted = (bytes.number(4)?, bytes.number(8)?);
                bytes.hashed(before, hashes)?;
                let pages = reader.seen.iter().filter(|seen| **seen).count() as u64;
                if counted != (sections, pages) || !bytes.0.is_empty() {
                    return Err(Failure::new("an end that is none"));
                }
                return Ok(reader.memory);
            }
            _ => return Err(Failure::new("no such part")),
        }
    }
}

fn header(layout: &StoreLayout, bytes: &mut Bytes<'_>) -> Result<Vec<Codec>, Failure> {
    let wrong = || Failure::new("another header");
    let before = bytes.0;
    let magic = bytes.take(8)? == b"TSPAGES\x01";
    let page = bytes.number(1)? == u64::from(layout.page_size.log2());
    let count = bytes.number(1)?;
    let zeros = bytes.number(2)? == 0;
    let size = bytes.number(8)? == layout.size();
    if !(magic && page && zeros && size && (1..=4).contains(&count)) {
        return Err(wrong());
    }
    let mut codecs = Vec::new();
    for _ in 0..count {
        let length = bytes.number(1)?;
        let name = bytes.take(length as usize)?;
        let name = std::str::from_utf8(name).map_err(|_| wrong())?;
        codecs.push(name.parse().map_err(|_| wrong())?);
        // None of the layouts has a dictionary.
        if bytes.number(8)? != 0 {
            return Err(wrong());
        }
    }
    bytes.hashed(before, 0)?;
    Ok(codecs)
}

impl Reader<'_> {
    fn section(&mut self, bytes: &mut Bytes<'_>) -> Result<(), Failure> {
        let first = bytes.number(4)? * 256;
        let length = bytes.number(4)?;
        let mut records = Bytes(bytes.take(length as usize)?);
        while !records.0.is_empty() {
            let page = first + records.number(1)?;
            self.record(page, &mut records)?;
        }
        Ok(())
    }

    fn record(&mut self, page: u64, records: &mut Bytes<'_>) -> Result<(), Failure> {
        let size = self.layout.page_size.bytes();
        let (kept, codec) = match records.number(1)? {
            0 => (Kept::Same(records.number(8)?), Codec::LZ4),
            1 => (Kept::Raw(records.take(size)?), Codec::LZ4),
            kind => {
                let codec = self.codecs.get(kind as usize - 2);
                let codec = *codec.ok_or_else(|| Failure::new("no such codec"))?;
                let length = records.number(2)? as usize;
                if length >= size {
                    return Err(Failure::new("a long block"));
                }
                (Kept::Block(records.take(length)?), codec)
            }
        };
        let seen = self.seen.get_mut(page as usize);
        let seen = seen.ok_or_else(|| Failure::new("no such page"))?;
        if std::mem::replace(seen, true) {
            return Err(Failure::new("a page twice"));
        }
        let layout = Layout::plain(codec, self.layout.page_size);
        let page = &mut self.memory[page as usize * size..][..size];
        ReferenceDecoder::new(layout).decode(kept, page)
    }
}

impl Implementation<ZramStore> for ReferenceStore {
    fn name(&self) -> &'static str {
        "liblz4+libzstd"
    }

    fn role(&self) -> Role {
        Role::Reference
    }

    fn version(&self) -> String {
        ReferenceZram::versions()
    }

    fn consume(&self, layout: &StoreLayout, snapshot: &[u8]) -> Outcome<Vec<u8>> {
        read(layout, snapshot).into()
    }
}
