//! hipo4 in a process of its own.

use std::ffi::OsString;
use std::io::{self, Read};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{self, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::dataset::{Filling, Written};
use crate::error::{Error, Missing};
use crate::layout::Layout;
use crate::options::ReadOptions;
use crate::scenario::{Pass, Scenario, Way};
use crate::sums::Sums;

/// The most that is read of a child's results.
const MOST: u64 = 64 << 20;

/// The number that the shim knows the absence of checks by.
const UNCHECKED: i32 = 16;

/// hipo4 in a process of its own, for files that may bring it down.
///
/// The process has 4 GiB of memory at most, writes no core, and ends with the
/// time limit of the call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Child {
    program: PathBuf,
}

/// What became of a child.
#[derive(Clone, Debug, PartialEq)]
pub enum ChildOutcome<T> {
    /// It did what it was asked to.
    Done(T),
    /// It, or the shim before it, did not; with the reason.
    Refused(String),
    /// A signal ended it: 11 of an access beyond memory, 6 of an assertion, 8 of a
    /// division by zero.
    Crashed {
        /// The signal's number.
        signal: i32,
        /// What it wrote to its standard error, as an assertion does.
        said: String,
    },
    /// It was not done in time, and was killed.
    TimedOut,
}

impl<T> ChildOutcome<T> {
    fn map<U>(self, with: impl FnOnce(T) -> Result<U, Error>) -> Result<ChildOutcome<U>, Error> {
        Ok(match self {
            Self::Done(value) => ChildOutcome::Done(with(value)?),
            Self::Refused(reason) => ChildOutcome::Refused(reason),
            Self::Crashed { signal, said } => ChildOutcome::Crashed { signal, said },
            Self::TimedOut => ChildOutcome::TimedOut,
        })
    }
}

impl Child {
    /// The program in the folder that [`crate::install`] put it into.
    ///
    /// # Errors
    /// [`Missing`] if it is not there, or not of this crate's shim.
    pub fn open(references: &Path) -> Result<Self, Missing> {
        let layout = Layout::below(references);
        let folder = references.to_owned();
        if layout.is_installed() {
            Ok(Self {
                program: layout.driver(),
            })
        } else if layout.outdated().is_empty() {
            Err(Missing::NotInstalled { folder })
        } else {
            Err(Missing::Outdated { folder })
        }
    }

    /// Reads a whole file, as [`crate::Hipo4::sums`] does: what its headers tell of
    /// is refused.
    ///
    /// # Errors
    /// [`Error::Child`] if the process cannot be run.
    pub fn sums(
        &self,
        path: &Path,
        options: &ReadOptions,
        limit: Duration,
    ) -> Result<ChildOutcome<Sums>, Error> {
        self.sums_with(path, options, options.choice(), limit)
    }

    /// Reads a whole file and lets hipo4 at it without a look before: what hipo4
    /// does of itself.
    ///
    /// # Errors
    /// [`Error::Child`] if the process cannot be run.
    pub fn sums_unchecked(
        &self,
        path: &Path,
        options: &ReadOptions,
        limit: Duration,
    ) -> Result<ChildOutcome<Sums>, Error> {
        self.sums_with(path, options, options.choice() | UNCHECKED, limit)
    }

    fn sums_with(
        &self,
        path: &Path,
        options: &ReadOptions,
        choice: i32,
        limit: Duration,
    ) -> Result<ChildOutcome<Sums>, Error> {
        let tags: Vec<String> = options.tags.iter().map(i64::to_string).collect();
        let words = [
            "sums".into(),
            path.into(),
            choice.to_string().into(),
            tags.join(",").into(),
            options.lines().into(),
        ];
        self.run(&words, limit)?.map(|text| Sums::from_lines(&text))
    }

    /// [`crate::Hipo4::scenario`], in a process without anything else in it.
    ///
    /// # Errors
    /// [`Error::Child`] if the process cannot be run.
    pub fn scenario(
        &self,
        path: &Path,
        scenario: Scenario,
        way: Way,
        limit: Duration,
    ) -> Result<ChildOutcome<Pass>, Error> {
        let words = [
            "scenario".into(),
            path.into(),
            (scenario as i32).to_string().into(),
            (way as i32).to_string().into(),
        ];
        self.run(&words, limit)?.map(|text| {
            let [checksum, events, nanoseconds] = numbers(&text)?;
            Ok(Pass {
                checksum: f64::from_bits(checksum),
                events,
                nanoseconds,
            })
        })
    }

    /// [`crate::Hipo4::write_dataset`], in a process without anything else in it.
    ///
    /// # Errors
    /// [`Error::Child`] if the process cannot be run.
    pub fn write_dataset(
        &self,
        path: &Path,
        events: u64,
        filling: Filling,
        limit: Duration,
    ) -> Result<ChildOutcome<Written>, Error> {
        let raw = i32::from(filling == Filling::RawEvents);
        let words = [
            "write".into(),
            path.into(),
            events.to_string().into(),
            raw.to_string().into(),
        ];
        self.run(&words, limit)?.map(|text| {
            let [nanoseconds] = numbers(&text)?;
            Ok(Written {
                path: path.to_owned(),
                nanoseconds,
            })
        })
    }

    fn run(&self, words: &[OsString], limit: Duration) -> Result<ChildOutcome<String>, Error> {
        let failed = |source| Error::Child {
            program: self.program.clone(),
            source,
        };
        let mut child = Command::new(&self.program)
            .args(words)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(failed)?;
        let results = reading(child.stdout.take(), MOST);
        let said = reading(child.stderr.take(), 4096);
        let status = wait(&mut child, limit).map_err(failed)?;
        let results = results.join().unwrap_or_default();
        let said = said.join().unwrap_or_default();
        Ok(outcome(status, &results, &said))
    }
}

/// Waits for the end of a child, and brings it about when the time is up.
fn wait(child: &mut process::Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let begin = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        let left = limit.saturating_sub(begin.elapsed());
        if left.is_zero() {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(left.min(Duration::from_millis(2)));
    }
}

/// Reads to the end, and keeps the first `most` bytes: a child must not wait for
/// room in a pipe.
fn reading(from: Option<impl Read + Send + 'static>, most: u64) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let Some(mut from) = from else {
            return String::new();
        };
        let mut bytes = Vec::new();
        let _ = from.by_ref().take(most).read_to_end(&mut bytes);
        let _ = io::copy(&mut from, &mut io::sink());
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn outcome(status: Option<ExitStatus>, results: &str, said: &str) -> ChildOutcome<String> {
    let Some(status) = status else {
        return ChildOutcome::TimedOut;
    };
    if let Some(signal) = status.signal() {
        let said = said.trim().to_owned();
        return ChildOutcome::Crashed { signal, said };
    }
    match results.split_once('\n') {
        Some(("done", text)) if status.success() => ChildOutcome::Done(text.to_owned()),
        Some(("refused", reason)) if status.success() => {
            ChildOutcome::Refused(reason.trim_end().to_owned())
        }
        _ => ChildOutcome::Refused(format!(
            "hipo4 ended the process: {status}: {}",
            said.trim()
        )),
    }
}

fn numbers<const N: usize>(text: &str) -> Result<[u64; N], Error> {
    let numbers: Vec<u64> = text
        .split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect();
    numbers.try_into().map_err(|_| Error::Answer {
        what: "a child",
        answer: text.to_owned(),
    })
}
