//! What a disk is: what is read back from it is what was written.

use std::sync::Arc;

use conformance::zram::{
    Layout, PagesCase, ReferenceDecoder, ReferenceEncoder, ReferenceZram, Zram,
};
use conformance::{
    Dissection, Failure, Format, Implementation, Missing, Outcome, Role, describe_byte_difference,
};
use zram::Settings;
use zram::store::{Error, Options, Store};

/// The store's name at the gate.
pub const STORE: &str = "store";

/// The format of disks: a frame is all pages as they are read back, one by one,
/// after all were written, one by one.
///
/// The suite's own formats show more of a store; this one puts a store, a codec
/// and the kernel's block device to the same pages.
#[derive(Clone, Copy, Debug, Default)]
pub struct Disk;

/// An empty store for so many bytes, without checksums and sharing.
///
/// # Errors
/// The store's.
pub fn empty(layout: Layout, bytes: usize) -> Result<Store, Error> {
    let settings = Settings::new(layout.codec, layout.page_size);
    Store::new(Options::new(settings, bytes as u64))
}

/// The native store.
struct StoreDisk;

fn through_store(layout: Layout, memory: &[u8]) -> Result<Vec<u8>, Failure> {
    let failed = |error: Error| Failure::from_error(&error);
    let size = layout.page_size.bytes();
    let store = empty(layout, memory.len()).map_err(failed)?;
    for (number, page) in memory.chunks(size).enumerate() {
        store.put(number as u64, page).map_err(failed)?;
    }
    let mut back = vec![0xa5; memory.len()];
    for (number, page) in back.chunks_mut(size).enumerate() {
        store.get(number as u64, page).map_err(failed)?;
    }
    Ok(back)
}

impl Implementation<Disk> for StoreDisk {
    fn name(&self) -> &'static str {
        STORE
    }

    fn role(&self) -> Role {
        Role::Native
    }

    fn version(&self) -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }

    fn produce(&self, case: &PagesCase, input: &Vec<u8>) -> Outcome<Vec<u8>> {
        through_store(case.layout, input).into()
    }

    fn consume(&self, layout: &Layout, frame: &[u8]) -> Outcome<Vec<u8>> {
        through_store(*layout, frame).into()
    }
}

/// Every page through C's codec.
struct ReferenceDisk;

fn through_codec(layout: Layout, memory: &[u8]) -> Result<Vec<u8>, Failure> {
    let size = layout.page_size.bytes();
    let mut encoder = ReferenceEncoder::new(layout)?;
    let mut decoder = ReferenceDecoder::new(layout);
    let mut slot = vec![0; encoder.room()];
    let mut back = vec![0xa5; memory.len()];
    for (page, back) in memory.chunks(size).zip(back.chunks_mut(size)) {
        let kept = encoder.encode(page, &mut slot)?;
        decoder.decode(kept.kept(page, &slot), back)?;
    }
    Ok(back)
}

impl Implementation<Disk> for ReferenceDisk {
    fn name(&self) -> &'static str {
        "liblz4+libzstd"
    }

    fn role(&self) -> Role {
        Role::Reference
    }

    fn version(&self) -> String {
        ReferenceZram::versions()
    }

    fn produce(&self, case: &PagesCase, input: &Vec<u8>) -> Outcome<Vec<u8>> {
        through_codec(case.layout, input).into()
    }

    fn consume(&self, layout: &Layout, frame: &[u8]) -> Outcome<Vec<u8>> {
        through_codec(*layout, frame).into()
    }
}

impl Format for Disk {
    type Case = PagesCase;
    type Input = Vec<u8>;
    type Context = Layout;
    type Value = Vec<u8>;

    fn name(&self) -> &'static str {
        "disk"
    }

    fn implementations(&self) -> Vec<Arc<dyn Implementation<Self>>> {
        vec![Arc::new(StoreDisk), Arc::new(ReferenceDisk)]
    }

    /// A bench has its own.
    fn cases(&self) -> Vec<PagesCase> {
        Vec::new()
    }

    fn materialize(&self, case: &PagesCase) -> Result<Vec<u8>, Missing> {
        Zram.materialize(case)
    }

    fn context(&self, case: &PagesCase) -> Layout {
        case.layout
    }

    fn value(&self, _case: &PagesCase, input: &Vec<u8>) -> Vec<u8> {
        input.clone()
    }

    fn checksum(&self, value: &Vec<u8>) -> u64 {
        Zram.checksum(value)
    }

    fn dissect(&self, layout: &Layout, frame: &[u8]) -> Dissection {
        let mut told = Dissection::new();
        let size = layout.page_size.bytes();
        for (number, start) in (0..frame.len()).step_by(size).enumerate() {
            told.field(start..frame.len().min(start + size), "page", number);
        }
        told
    }

    fn describe_difference(&self, expected: &Vec<u8>, got: &Vec<u8>) -> String {
        describe_byte_difference(expected, got)
    }
}

#[cfg(test)]
mod tests {
    use conformance::Data;
    use conformance::gate::{Gate, Work};
    use corpora::Kind;
    use zram::PageSize;

    use super::*;

    #[test]
    fn a_store_is_a_disk() {
        for codec in ["lz4", "zstd:1"] {
            let layout = Layout::plain(codec.parse().unwrap(), PageSize::KiB4);
            let data = Data::Generated(Kind::Mixed, 1 << 20);
            let ticket = Gate::new(Disk).admit(&PagesCase { data, layout }).unwrap();
            for work in [Work::Produce, Work::Consume] {
                assert!(ticket.contender(work, STORE, |_| ()).is_ok());
            }
        }
    }

    /// Gives every page but the last, which stays what it was.
    struct Forgetful;

    impl Implementation<Disk> for Forgetful {
        fn name(&self) -> &'static str {
            "forgetful"
        }

        fn role(&self) -> Role {
            Role::External
        }

        fn version(&self) -> String {
            "1".to_owned()
        }

        fn produce(&self, _case: &PagesCase, input: &Vec<u8>) -> Outcome<Vec<u8>> {
            let mut back = input.clone();
            let last = back.len() - 4096;
            back[last..].fill(0);
            Outcome::Done(back)
        }
    }

    #[test]
    fn a_disk_that_forgets_is_refused() {
        let layout = Layout::plain("lz4".parse().unwrap(), PageSize::KiB4);
        let data = Data::Generated(Kind::Mixed, 1 << 20);
        let gate = Gate::new(Disk).with(Arc::new(Forgetful));
        assert!(gate.admit(&PagesCase { data, layout }).is_err());
    }
}
