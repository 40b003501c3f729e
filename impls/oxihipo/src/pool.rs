//! oxihipo, in as many processes as there are requests at once.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use crate::contents::{Contents, Way};
use crate::error::{Error, Missing};
use crate::layout::Layout;
use crate::limits::Limits;
use crate::message::{Answer, Request};
use crate::process::Process;
use crate::script::Script;

/// oxihipo, in as many processes as there are requests at once. Clones share
/// them; they end with the last one.
#[derive(Clone, Debug)]
pub struct Oxihipo {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    python: PathBuf,
    packages: PathBuf,
    limits: Limits,
    idle: Mutex<Vec<Process>>,
}

/// Which versions there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// oxihipo's, as it says it itself.
    pub oxihipo: String,
    /// numpy's.
    pub numpy: String,
    /// Python's.
    pub python: String,
}

/// What columns add up to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pass {
    /// The sum of all values, in double precision; numpy adds pairwise.
    pub checksum: f64,
    /// The number of events.
    pub events: u64,
}

impl Oxihipo {
    /// The one in the folder that [`crate::install`] put it into. No process is
    /// started yet.
    ///
    /// # Errors
    /// [`Missing`] if it is not there, or not as it is pinned.
    pub fn open(references: &Path) -> Result<Self, Missing> {
        Self::with_limits(references, Limits::default())
    }

    /// The same, with other limits.
    ///
    /// # Errors
    /// [`Missing`] if it is not there, or not as it is pinned.
    pub fn with_limits(references: &Path, limits: Limits) -> Result<Self, Missing> {
        let layout = Layout::below(references);
        let folder = references.to_owned();
        match layout.python() {
            Some(python) => Ok(Self {
                shared: Arc::new(Shared {
                    python,
                    packages: layout.packages(),
                    limits,
                    idle: Mutex::default(),
                }),
            }),
            None if layout.outdated().is_empty() => Err(Missing::NotInstalled { folder }),
            None => Err(Missing::Outdated { folder }),
        }
    }

    /// The interpreter, and the folder of packages that it is to be given.
    pub fn interpreter(&self) -> (&Path, &Path) {
        (&self.shared.python, &self.shared.packages)
    }

    /// Which versions there are.
    ///
    /// # Errors
    /// [`Error`] when it cannot be run.
    pub fn about(&self) -> Result<About, Error> {
        self.call(&Request::new(0), |answer| {
            Ok(About {
                oxihipo: answer.text()?,
                numpy: answer.text()?,
                python: answer.text()?,
            })
        })
    }

    /// Reads a whole file, in one of its ways, with so many threads; 0 are as many
    /// as the machine runs at once.
    ///
    /// # Errors
    /// [`Error::Refused`] of a file that oxihipo does not read, and what befalls
    /// the process.
    pub fn read(&self, path: &Path, way: Way, threads: usize) -> Result<Contents, Error> {
        let mut request = Request::new(1);
        request.text(text(path)?);
        request.number(way as u64).number(threads as u64);
        self.call(&request, Contents::of)
    }

    /// Writes a file, and tells how many events it has by oxihipo's count.
    ///
    /// # Errors
    /// [`Error::Refused`] of what oxihipo does not write, and what befalls the
    /// process.
    pub fn write(&self, path: &Path, script: &Script) -> Result<u64, Error> {
        let mut request = Request::new(2);
        request.text(text(path)?);
        script.put(&mut request);
        self.call(&request, |answer: &mut Answer<'_>| answer.number())
    }

    /// Opens a file and adds some columns of a bank up, with so many threads; 0
    /// are as many as the machine runs at once. Without columns, the tags of
    /// events are read.
    ///
    /// # Errors
    /// As of [`read`](Self::read).
    pub fn total(
        &self,
        path: &Path,
        bank: &str,
        columns: &[&str],
        threads: usize,
    ) -> Result<Pass, Error> {
        let mut request = Request::new(3);
        request.text(text(path)?).number(threads as u64).text(bank);
        request.list(columns, |request, column| {
            request.text(column);
        });
        self.call(&request, |answer| {
            let [checksum] = answer.array(f64::from_le_bytes)?[..] else {
                return Err(Error::Answer {
                    what: "it has not one sum",
                });
            };
            let events = answer.number()?;
            Ok(Pass { checksum, events })
        })
    }

    fn call<T>(
        &self,
        request: &Request,
        result: impl FnOnce(&mut Answer<'_>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let limits = &self.shared.limits;
        let idle = self.idle().pop();
        let mut process = match idle {
            Some(process) => process,
            None => Process::start(&self.shared.python, &self.shared.packages, limits)?,
        };
        // One that does not answer is not given back: the next request has another.
        let answer = process.call(request.message(), limits)?;
        self.idle().push(process);
        result(&mut Answer::of(&answer)?)
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Process>> {
        let idle = self.shared.idle.lock();
        idle.unwrap_or_else(PoisonError::into_inner)
    }
}

fn text(path: &Path) -> Result<&str, Error> {
    path.to_str().ok_or_else(|| Error::Path {
        path: path.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::process::Command;

    use super::Oxihipo;
    use crate::error::Error;

    /// A process that is killed is an error of one request.
    #[test]
    fn the_next_request_has_another_process() {
        let references = std::env::var_os("TOUCHSTONE_REFERENCES");
        let references = references.unwrap_or_else(|| "../../target/references".into());
        let Ok(oxihipo) = Oxihipo::open(Path::new(&references)) else {
            return;
        };
        oxihipo.about().unwrap();
        let id = oxihipo.idle()[0].id().to_string();
        assert!(
            Command::new("kill")
                .args(["-9", &id])
                .status()
                .unwrap()
                .success()
        );
        match oxihipo.about().unwrap_err() {
            Error::Ended { how, .. } => assert!(how.contains('9'), "{how}"),
            other => panic!("{other}"),
        }
        assert!(oxihipo.idle().is_empty());
        oxihipo.about().unwrap();
    }
}
