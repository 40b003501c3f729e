//! A store as the server's export.

use std::ops::ControlFlow;
use std::sync::Arc;

use nbd::{BlockSizes, Error, Export, Extent, Features};
use zram::store::{self, Store};

/// A store that clients read and write.
#[derive(Debug)]
pub(crate) struct StoreExport(pub(crate) Arc<Store>);

fn refused(error: store::Error) -> Error {
    match error {
        store::Error::MemoryLimit { .. } | store::Error::OutOfMemory { .. } => Error::NoSpace,
        store::Error::OutOfRange { .. } | store::Error::NoPage { .. } => Error::Invalid,
        damaged => {
            // The client learns that it failed; why, is for the log.
            eprintln!("zram: {}", crate::failure::chain(&damaged));
            Error::io(damaged)
        }
    }
}

impl Export for StoreExport {
    fn size(&self) -> u64 {
        self.0.size()
    }

    fn block_sizes(&self) -> BlockSizes {
        let page = self.0.page_size().bytes() as u32;
        BlockSizes::new(512, page, 1 << 25).expect("a page is a size that the protocol allows")
    }

    fn features(&self) -> Features {
        // Nothing outlives the process but snapshots, whatever is flushed:
        // what a flush promises beyond that, memory keeps at once.
        Features {
            read_only: false,
            fua: true,
            multi_connection: true,
            trim: true,
            fast_zero: true,
            cache: false,
        }
    }

    fn description(&self) -> Option<&str> {
        Some("pages compressed in memory")
    }

    fn read(&self, offset: u64, buffer: &mut [u8]) -> Result<(), Error> {
        self.0.read_at(offset, buffer).map_err(refused)
    }

    fn write(&self, offset: u64, data: &[u8]) -> Result<(), Error> {
        self.0.write_at(offset, data).map_err(refused)
    }

    fn flush(&self) -> Result<(), Error> {
        Ok(())
    }

    fn discard(&self, offset: u64, length: u64) -> Result<(), Error> {
        self.0.discard(offset, length).map_err(refused)
    }

    fn write_zeroes(&self, offset: u64, length: u64, _: bool) -> Result<(), Error> {
        self.0.discard(offset, length).map_err(refused)
    }

    fn status(
        &self,
        offset: u64,
        length: u64,
        report: &mut dyn FnMut(Extent) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        self.0
            .extents(offset, length, |extent| {
                report(Extent {
                    length: extent.length,
                    hole: extent.hole,
                    zero: extent.zero,
                })
                .is_continue()
            })
            .map_err(refused)
    }
}
