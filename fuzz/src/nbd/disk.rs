//! The exports that are served.

use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard};

use nbd::{BlockSizes, Error, Export, Extent, Features};

/// What an export is like: for the server, and for the model.
#[derive(Clone, Copy)]
pub(super) struct Settings {
    pub(super) name: &'static str,
    pub(super) description: &'static str,
    pub(super) size: u64,
    pub(super) minimum: u32,
    pub(super) preferred: u32,
    pub(super) maximum: u32,
    /// `NBD_FLAG_*` without those of structured replies.
    pub(super) flags: u64,
}

/// It offers everything, and is larger than a buffer of the server's.
pub(super) const WRITABLE: Settings = Settings {
    name: "",
    description: "",
    size: 1 << 17,
    minimum: 512,
    preferred: 4096,
    maximum: 3 << 15,
    flags: 0xd6d,
};

/// It offers nothing, and takes requests of any alignment.
pub(super) const READ_ONLY: Settings = Settings {
    name: "r",
    description: "nothing to write",
    size: 5000,
    minimum: 1,
    preferred: 512,
    maximum: 4096,
    flags: 0x007,
};

/// The unit of zeros, and of errors.
pub(super) const BLOCK: usize = 512;

/// What a block begins with that cannot be read, and data that cannot be
/// written.
pub(super) const UNREADABLE: u8 = 0xee;
pub(super) const UNWRITABLE: u8 = 0xdd;

/// What lies on an export at first.
pub(super) fn content(settings: &Settings) -> Vec<u8> {
    let is_read_only = settings.flags & 2 != 0;
    let byte = |at: u64| {
        if is_read_only && at / 512 % 3 != 1 {
            (at % 251) as u8 | 1
        } else {
            0
        }
    };
    (0..settings.size).map(byte).collect()
}

/// Bytes that may fail.
pub(super) struct Disk {
    settings: Settings,
    bytes: Mutex<Vec<u8>>,
}

impl Disk {
    pub(super) fn new(settings: Settings) -> Self {
        Self {
            bytes: Mutex::new(content(&settings)),
            settings,
        }
    }

    fn bytes(&self) -> MutexGuard<'_, Vec<u8>> {
        self.bytes.lock().expect("no panic before")
    }

    fn clear(&self, offset: u64, length: u64) {
        self.bytes()[offset as usize..][..length as usize].fill(0);
    }
}

/// Whether a block that a range touches cannot be read.
pub(super) fn is_unreadable(bytes: &[u8], offset: usize, length: usize) -> bool {
    let first = offset / BLOCK * BLOCK;
    (first..offset + length)
        .step_by(BLOCK)
        .any(|start| bytes[start] == UNREADABLE)
}

impl Export for Disk {
    fn size(&self) -> u64 {
        self.settings.size
    }

    fn block_sizes(&self) -> BlockSizes {
        let Settings {
            minimum,
            preferred,
            maximum,
            ..
        } = self.settings;
        BlockSizes::new(minimum, preferred, maximum).expect("good sizes")
    }

    fn features(&self) -> Features {
        let has = |bit: u32| self.settings.flags & 1 << bit != 0;
        Features {
            read_only: has(1),
            fua: has(3),
            multi_connection: has(8),
            trim: has(5),
            fast_zero: has(11),
            cache: has(10),
        }
    }

    fn description(&self) -> Option<&str> {
        Some(self.settings.description).filter(|text| !text.is_empty())
    }

    fn read(&self, offset: u64, buffer: &mut [u8]) -> Result<(), Error> {
        let bytes = self.bytes();
        if is_unreadable(&bytes, offset as usize, buffer.len()) {
            return Err(Error::io("unreadable"));
        }
        buffer.copy_from_slice(&bytes[offset as usize..][..buffer.len()]);
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> Result<(), Error> {
        if data[0] == UNWRITABLE {
            return Err(Error::NoSpace);
        }
        self.bytes()[offset as usize..][..data.len()].copy_from_slice(data);
        Ok(())
    }

    fn flush(&self) -> Result<(), Error> {
        Ok(())
    }

    fn discard(&self, offset: u64, length: u64) -> Result<(), Error> {
        self.clear(offset, length);
        Ok(())
    }

    fn write_zeroes(&self, offset: u64, length: u64, _: bool) -> Result<(), Error> {
        self.clear(offset, length);
        Ok(())
    }

    /// Block by block, whether it is zeros; what a range ends within is told
    /// whole, and after every fourth block a bit of nothing.
    fn status(
        &self,
        offset: u64,
        length: u64,
        report: &mut dyn FnMut(Extent) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let bytes = self.bytes();
        let mut at = offset as usize;
        while at < (offset + length) as usize {
            let end = bytes.len().min((at / BLOCK + 1) * BLOCK);
            let zero = bytes[at..end].iter().all(|&byte| byte == 0);
            let hole = zero && at / BLOCK % 8 < 4;
            let told = |length| Extent { length, hole, zero };
            if at / BLOCK % 4 == 3 && report(told(0)).is_break() {
                break;
            }
            if report(told((end - at) as u64)).is_break() {
                break;
            }
            at = end;
        }
        Ok(())
    }
}
