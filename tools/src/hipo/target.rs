//! Files that are written.

use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use hipo::Finish;
use tools::output::{Creation, Output};
use tools::text;

use crate::failure::Failure;

/// An output that the library writes to; there whole or not at all.
#[derive(Debug)]
pub(crate) struct Target {
    output: Output,
    position: u64,
    bytes: u64,
}

impl Target {
    /// Makes `path` ready. What is there is replaced with `force` only, and
    /// never when it is one of the inputs.
    pub(crate) fn open(path: &Path, inputs: &[&Path], force: bool) -> Result<Self, Failure> {
        if path.as_os_str() == "-" {
            return Err(Failure::Refused(
                "a HIPO file cannot go to the standard output: its header is written last; name \
                 a file with -o OUT"
                    .into(),
            ));
        }
        let creation = Creation {
            inputs,
            force,
            public: true,
        };
        let output = Output::open(path, creation)?;
        if let Output::Special(file) = &output
            && !file.metadata().is_ok_and(|metadata| seekable(&metadata))
        {
            let name = text::name(path);
            return Err(Failure::Refused(format!(
                "{name} is a pipe or the like, which a HIPO file cannot go to: its header is \
                 written last; name a file with -o OUT"
            )));
        }
        Ok(Self {
            output,
            position: 0,
            bytes: 0,
        })
    }

    /// Brings it to its place, and tells how long it is.
    pub(crate) fn persist(self) -> Result<u64, Failure> {
        self.output.finish()?;
        Ok(self.bytes)
    }
}

/// Whether a special file is none that bytes flow through.
#[cfg(unix)]
fn seekable(metadata: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    let kind = metadata.file_type();
    !kind.is_fifo() && !kind.is_socket()
}

#[cfg(not(unix))]
const fn seekable(_metadata: &std::fs::Metadata) -> bool {
    true
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.output.file().write(bytes)?;
        self.position += count as u64;
        self.bytes = self.bytes.max(self.position);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.file().flush()
    }
}

impl Seek for Target {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.position = self.output.file().seek(to)?;
        Ok(self.position)
    }
}

impl Finish for Target {
    fn finish(&mut self) -> io::Result<()> {
        self.flush()
    }
}
