//! hipo4, loaded.

use std::ffi::{CString, c_int};
use std::fmt;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;

use crate::child::Child;
use crate::dataset::{Filling, Written};
use crate::error::{Error, Missing};
use crate::layout::Layout;
use crate::options::ReadOptions;
use crate::scenario::{Pass, Scenario, Way};
use crate::sums::Sums;
use crate::sys::Shim;

/// hipo4, in this process.
#[derive(Clone)]
pub struct Hipo4 {
    pub(crate) shim: Arc<Shim>,
    child: Child,
}

/// Which library it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// liblz4's version, as it says it itself.
    pub lz4: String,
    /// The compiler of the shim.
    pub compiler: String,
    /// How the shim was compiled. hipo4 itself is as the wheel has it.
    pub flags: String,
}

impl Hipo4 {
    /// Loads hipo4 from the folder that [`crate::install`] put it into.
    ///
    /// # Errors
    /// [`Missing`] if it is not there, or not of this crate's shim.
    pub fn open(references: &Path) -> Result<Self, Missing> {
        let child = Child::open(references)?;
        let file = Layout::below(references).library();
        // SAFETY: the folder's name is the hash of this crate's shim, and it is
        // made by the installer alone.
        match unsafe { Shim::load(&file) } {
            Ok(shim) => Ok(Self {
                shim: Arc::new(shim),
                child,
            }),
            Err(source) => Err(Missing::Load { file, source }),
        }
    }

    /// The same hipo4 in a process of its own.
    pub const fn child(&self) -> &Child {
        &self.child
    }

    /// Which library this is.
    ///
    /// # Errors
    /// None that should happen.
    pub fn about(&self) -> Result<About, Error> {
        let what = "about";
        // SAFETY: no precondition.
        self.shim.check(what, unsafe { (self.shim.about)() })?;
        let text = String::from_utf8_lossy(&self.shim.text()).into_owned();
        match text.lines().collect::<Vec<_>>()[..] {
            [lz4, compiler, flags] => Ok(About {
                lz4: lz4.to_owned(),
                compiler: compiler.to_owned(),
                flags: flags.to_owned(),
            }),
            _ => Err(Error::Answer { what, answer: text }),
        }
    }

    /// Reads a whole file that is known to be good. Any other belongs to
    /// [`Child::sums`].
    ///
    /// # Errors
    /// [`Error::Refused`] of a file that hipo4 cannot read, so far as its headers
    /// tell.
    pub fn sums(&self, path: &Path, options: &ReadOptions) -> Result<Sums, Error> {
        let what = "sums";
        let path = c_path(path)?;
        let given = c_text("a schema", &options.lines())?;
        // SAFETY: the texts are C strings and the tags as many as told; the file is
        // good by the caller's word.
        let status = unsafe {
            (self.shim.sums)(
                path.as_ptr(),
                options.tags.as_ptr(),
                options.tags.len(),
                options.choice(),
                given.as_ptr(),
            )
        };
        self.shim.check(what, status)?;
        Sums::from_lines(&String::from_utf8_lossy(&self.shim.text()))
    }

    /// One pass over a file of the benchmark's data set, which is opened for it.
    ///
    /// # Errors
    /// [`Error::Refused`] of a file that hipo4 cannot read, so far as its headers
    /// tell, and of another data set.
    pub fn scenario(&self, path: &Path, scenario: Scenario, way: Way) -> Result<Pass, Error> {
        let path = c_path(path)?;
        let (mut checksum, mut events, mut nanoseconds) = (0.0, 0, 0);
        // SAFETY: a C string and valid places for the results; the file is good by
        // the caller's word.
        let status = unsafe {
            (self.shim.scenario)(
                path.as_ptr(),
                scenario as c_int,
                way as c_int,
                &raw mut checksum,
                &raw mut events,
                &raw mut nanoseconds,
            )
        };
        self.shim.check("a scenario", status)?;
        Ok(Pass {
            checksum,
            events: events.cast_unsigned(),
            nanoseconds: nanoseconds.cast_unsigned(),
        })
    }

    /// Writes the first `events` events of the benchmark's data set, and takes the
    /// time.
    ///
    /// # Errors
    /// [`Error::Refused`] if the file cannot be created, or of more events than
    /// 2^24.
    pub fn write_dataset(
        &self,
        path: &Path,
        events: u64,
        filling: Filling,
    ) -> Result<Written, Error> {
        let name = c_path(path)?;
        let mut nanoseconds = 0;
        let events = i64::try_from(events).unwrap_or(i64::MAX);
        let raw = c_int::from(filling == Filling::RawEvents);
        // SAFETY: a C string and a valid place for the result.
        let status =
            unsafe { (self.shim.write_dataset)(name.as_ptr(), events, raw, &raw mut nanoseconds) };
        self.shim.check("writing the data set", status)?;
        Ok(Written {
            path: path.to_owned(),
            nanoseconds: nanoseconds.cast_unsigned(),
        })
    }
}

impl fmt::Debug for Hipo4 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hipo4").finish_non_exhaustive()
    }
}

/// A path as C++ takes it.
pub(crate) fn c_path(path: &Path) -> Result<CString, Error> {
    CString::new(path.as_os_str().as_bytes()).map_err(|_| Error::ZeroByte { what: "a path" })
}

/// A text as C++ takes it.
pub(crate) fn c_text(what: &'static str, text: &str) -> Result<CString, Error> {
    CString::new(text).map_err(|_| Error::ZeroByte { what })
}
