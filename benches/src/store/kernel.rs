//! The kernel's zram, as a block device that is written and read past the page
//! cache.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use conformance::gate::{Contender, Ticket, Work};
use conformance::zram::{Layout, PagesCase};
use conformance::{Failure, Implementation, Outcome, Role};
use rustix::fs::{FallocateFlags, OFlags, fallocate};
use zram::Codec;

use super::PAGE;
use super::aligned::Aligned;
use super::disk::Disk;
use super::memory::{Keeper, keeper_rows};

/// The kernel's name at the gate.
pub const KERNEL: &str = "kernel zram";

/// A block device of the kernel's zram whose algorithm is lz4.
#[derive(Clone, Debug)]
pub struct KernelDisk {
    device: Arc<File>,
    /// What the kernel tells of it.
    told: PathBuf,
}

impl KernelDisk {
    /// Opens a device. All that is on it will be lost.
    ///
    /// # Errors
    /// That it cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .custom_flags(OFlags::DIRECT.bits().cast_signed())
            .open(path)?;
        Ok(Self {
            device: Arc::new(file),
            told: Path::new("/sys/block").join(path.file_name().unwrap_or_default()),
        })
    }

    /// Prints what the kernel takes for 128 MiB of pages of a case's kind, stage
    /// by stage, as rows of a table.
    ///
    /// # Errors
    /// The device's.
    ///
    /// # Panics
    /// When a page comes back wrong.
    pub fn memory_rows(&self, input: &str, case: &PagesCase) -> io::Result<()> {
        keeper_rows(input, case, self.clone())
    }

    fn write(&self, number: usize, page: &[u8]) -> io::Result<()> {
        self.device.write_all_at(page, (number * PAGE) as u64)
    }

    fn read(&self, number: usize, page: &mut [u8]) -> io::Result<()> {
        self.device.read_exact_at(page, (number * PAGE) as u64)
    }

    fn through(&self, memory: &[u8]) -> io::Result<Vec<u8>> {
        for (number, page) in Aligned::of(memory).bytes().chunks(PAGE).enumerate() {
            self.write(number, page)?;
        }
        let mut back = Aligned::new(memory.len());
        for (number, page) in back.bytes_mut().chunks_mut(PAGE).enumerate() {
            self.read(number, page)?;
        }
        Ok(back.bytes().to_vec())
    }

    fn outcome(&self, layout: Layout, memory: &[u8]) -> Outcome<Vec<u8>> {
        if layout.codec != Codec::LZ4 || layout.page_size.bytes() != PAGE {
            return Outcome::Lacks;
        }
        let done = self.through(memory);
        done.map_err(|error| Failure::from_error(&error)).into()
    }

    /// A call that writes the pages of one group over what they were, having
    /// shown that all come back.
    ///
    /// # Panics
    /// When they do not.
    #[must_use]
    pub fn puts<'a>(&self, ticket: &'a Ticket<Disk>, group: usize) -> Contender<'a> {
        let disk = self.clone();
        let pages = Aligned::of(ticket.input());
        let in_group = group / PAGE;
        assert!(disk.through(pages.bytes()).ok().as_ref() == Some(ticket.value()));
        let call = move |group: usize| {
            let first = group * in_group;
            let pages = pages.bytes()[first * PAGE..][..in_group * PAGE].chunks(PAGE);
            for (number, page) in (first..).zip(pages) {
                disk.write(number, page).expect("it was written before");
            }
        };
        let contender = ticket.contender(Work::Produce, KERNEL, call);
        contender.expect("the case is admitted")
    }

    /// A call that reads the pages of one group, having shown that all come
    /// back.
    ///
    /// # Panics
    /// When they do not.
    #[must_use]
    pub fn gets<'a>(&self, ticket: &'a Ticket<Disk>, group: usize) -> Contender<'a> {
        let disk = self.clone();
        let mut pages = Aligned::new(ticket.value().len());
        let in_group = group / PAGE;
        assert!(disk.through(ticket.input()).ok().as_ref() == Some(ticket.value()));
        let call = move |group: usize| {
            let first = group * in_group;
            let pages = pages.bytes_mut()[first * PAGE..][..in_group * PAGE].chunks_mut(PAGE);
            for (number, page) in (first..).zip(pages) {
                disk.read(number, page).expect("it was read before");
            }
        };
        let contender = ticket.contender(Work::Consume, KERNEL, call);
        contender.expect("the case is admitted")
    }
}

impl Keeper for KernelDisk {
    fn put(&self, number: usize, page: &[u8]) -> io::Result<()> {
        self.write(number, page)
    }

    fn get(&self, number: usize, page: &mut [u8]) -> io::Result<()> {
        self.read(number, page)
    }

    fn discard(&self, number: usize, count: usize) -> io::Result<()> {
        let how = FallocateFlags::PUNCH_HOLE | FallocateFlags::KEEP_SIZE;
        let (start, length) = (number * PAGE, count * PAGE);
        let done = fallocate(&*self.device, how, start as u64, length as u64);
        done.map_err(io::Error::from)
    }

    fn compact(&self) -> io::Result<()> {
        fs::write(self.told.join("compact"), "1")
    }

    /// The kernel accounts for its slabs alone.
    fn taken(&self) -> io::Result<[u64; 3]> {
        let line = fs::read_to_string(self.told.join("mm_stat"))?;
        let mut numbers = line.split_whitespace().skip(1).map(str::parse);
        match (numbers.next(), numbers.next()) {
            (Some(Ok(kept)), Some(Ok(slabs))) => Ok([kept, slabs, slabs]),
            _ => Err(io::Error::other(format!("mm_stat is {line:?}"))),
        }
    }
}

impl Implementation<Disk> for KernelDisk {
    fn name(&self) -> &'static str {
        KERNEL
    }

    fn role(&self) -> Role {
        Role::External
    }

    fn version(&self) -> String {
        let version = fs::read_to_string("/proc/sys/kernel/osrelease");
        version.unwrap_or_default().trim().to_owned()
    }

    fn produce(&self, case: &PagesCase, input: &Vec<u8>) -> Outcome<Vec<u8>> {
        self.outcome(case.layout, input)
    }

    fn consume(&self, layout: &Layout, frame: &[u8]) -> Outcome<Vec<u8>> {
        self.outcome(*layout, frame)
    }
}
