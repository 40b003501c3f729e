//! The kernel's zram, as a block device that is written and read past the page
//! cache.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::Path;
use std::sync::Arc;

use conformance::gate::{Contender, Ticket, Work};
use conformance::zram::{Layout, PagesCase};
use conformance::{Failure, Implementation, Outcome, Role};
use rustix::fs::OFlags;
use zram::Codec;

use super::PAGE;
use super::disk::Disk;
use crate::pages::calls::UNTOUCHED;

/// The kernel's name at the gate.
pub const KERNEL: &str = "kernel zram";

/// Pages that start where a page of memory starts, as `O_DIRECT` asks for.
pub struct Aligned {
    bytes: Vec<u8>,
    start: usize,
}

impl fmt::Debug for Aligned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Aligned").field(&self.bytes.len()).finish()
    }
}

impl Aligned {
    /// So many bytes that nobody has written yet.
    #[must_use]
    pub fn new(length: usize) -> Self {
        let bytes = vec![UNTOUCHED; length + PAGE];
        let start = bytes.as_ptr().align_offset(PAGE).min(PAGE);
        Self { bytes, start }
    }

    /// The bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[self.start..self.start + self.bytes.len() - PAGE]
    }

    /// The bytes, to be written.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        let length = self.bytes.len() - PAGE;
        &mut self.bytes[self.start..self.start + length]
    }

    fn of(bytes: &[u8]) -> Self {
        let mut aligned = Self::new(bytes.len());
        aligned.bytes_mut().copy_from_slice(bytes);
        aligned
    }
}

/// A block device of the kernel's zram whose algorithm is lz4.
#[derive(Clone, Debug)]
pub struct KernelDisk(Arc<File>);

impl KernelDisk {
    /// Opens a device. All that is on it will be lost.
    ///
    /// # Errors
    /// That it cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .custom_flags(OFlags::DIRECT.bits() as i32)
            .open(path)?;
        Ok(Self(Arc::new(file)))
    }

    fn write(&self, number: usize, page: &[u8]) -> io::Result<()> {
        self.0.write_all_at(page, (number * PAGE) as u64)
    }

    fn read(&self, number: usize, page: &mut [u8]) -> io::Result<()> {
        self.0.read_exact_at(page, (number * PAGE) as u64)
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

impl Implementation<Disk> for KernelDisk {
    fn name(&self) -> &'static str {
        KERNEL
    }

    fn role(&self) -> Role {
        Role::External
    }

    fn version(&self) -> String {
        let version = std::fs::read_to_string("/proc/sys/kernel/osrelease");
        version.unwrap_or_default().trim().to_owned()
    }

    fn produce(&self, case: &PagesCase, input: &Vec<u8>) -> Outcome<Vec<u8>> {
        self.outcome(case.layout, input)
    }

    fn consume(&self, layout: &Layout, frame: &[u8]) -> Outcome<Vec<u8>> {
        self.outcome(*layout, frame)
    }
}

#[cfg(test)]
mod tests {
    use super::{Aligned, PAGE};

    #[test]
    fn pages_start_where_pages_of_memory_do() {
        let aligned = Aligned::of(&[7; 3 * PAGE]);
        assert_eq!(aligned.bytes().as_ptr().align_offset(PAGE), 0);
        assert_eq!(aligned.bytes(), [7; 3 * PAGE]);
    }
}
