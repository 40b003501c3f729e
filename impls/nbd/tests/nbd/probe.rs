//! An export that records its calls and fails when it is told to.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use nbd::memory::Memory;
use nbd::{BlockSizes, Error, Export, Exports, Extent, Features};

/// What an export was asked to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    Read(u64, usize),
    Write(u64, usize),
    Flush,
    Discard(u64, u64),
    WriteZeroes(u64, u64, bool),
    Status(u64, u64),
    Cache(u64, u64),
}

/// Memory of 1 MiB behind a look-out.
pub(crate) struct Probe {
    pub(crate) memory: Memory,
    pub(crate) sizes: BlockSizes,
    pub(crate) features: Features,
    pub(crate) description: Option<String>,
    /// What `status` tells, instead of what the memory does.
    pub(crate) extents: Option<Vec<Extent>>,
    /// What calls that are like this fail with.
    pub(crate) failing: Option<(Call, fn() -> Error)>,
    pub(crate) calls: Mutex<Vec<Call>>,
}

impl Default for Probe {
    fn default() -> Self {
        let memory = Memory::new(1 << 20).expect("memory");
        Self {
            sizes: memory.block_sizes(),
            features: Features {
                cache: true,
                ..memory.features()
            },
            memory,
            description: None,
            extents: None,
            failing: None,
            calls: Mutex::default(),
        }
    }
}

impl Probe {
    pub(crate) fn calls(&self) -> Vec<Call> {
        std::mem::take(&mut self.calls.lock().expect("not poisoned"))
    }

    fn record(&self, call: Call) -> Result<(), Error> {
        let failed = match &self.failing {
            Some((failing, error)) if *failing == call => Err(error()),
            _ => Ok(()),
        };
        self.calls.lock().expect("not poisoned").push(call);
        failed
    }
}

/// The default export.
pub(crate) fn only(export: impl Export + 'static) -> Exports {
    let mut exports = Exports::new();
    exports.add("", export).expect("a good export");
    exports
}

/// The default export, and a handle of it.
pub(crate) fn probed(probe: Probe) -> (Arc<Probe>, Exports) {
    let probe = Arc::new(probe);
    (Arc::clone(&probe), only(probe))
}

impl Export for Probe {
    fn size(&self) -> u64 {
        self.memory.size()
    }

    fn block_sizes(&self) -> BlockSizes {
        self.sizes
    }

    fn features(&self) -> Features {
        self.features
    }

    fn description(&self) -> Option<&str> {
        self.description.as_deref()
    }

    fn read(&self, offset: u64, buffer: &mut [u8]) -> Result<(), Error> {
        self.record(Call::Read(offset, buffer.len()))?;
        self.memory.read(offset, buffer)
    }

    fn write(&self, offset: u64, data: &[u8]) -> Result<(), Error> {
        self.record(Call::Write(offset, data.len()))?;
        self.memory.write(offset, data)
    }

    fn flush(&self) -> Result<(), Error> {
        self.record(Call::Flush)
    }

    fn discard(&self, offset: u64, length: u64) -> Result<(), Error> {
        self.record(Call::Discard(offset, length))?;
        self.memory.discard(offset, length)
    }

    fn write_zeroes(&self, offset: u64, length: u64, keep_allocated: bool) -> Result<(), Error> {
        self.record(Call::WriteZeroes(offset, length, keep_allocated))?;
        self.memory.write_zeroes(offset, length, keep_allocated)
    }

    fn status(
        &self,
        offset: u64,
        length: u64,
        report: &mut dyn FnMut(Extent) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        self.record(Call::Status(offset, length))?;
        match &self.extents {
            Some(extents) => {
                for &extent in extents {
                    if report(extent).is_break() {
                        break;
                    }
                }
                Ok(())
            }
            None => self.memory.status(offset, length, report),
        }
    }

    fn cache(&self, offset: u64, length: u64) -> Result<(), Error> {
        self.record(Call::Cache(offset, length))
    }
}
