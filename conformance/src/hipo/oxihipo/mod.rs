//! Somebody else's: oxihipo, a Rust library, by its Python.

mod contents;
mod script;

use std::io::Write as _;
use std::path::Path;

use hipo::Profile;
use oxihipo::{Error, Oxihipo, Way};

use super::case::HipoCase;
use super::cpp::CppHipo;
use super::script::Script;
use super::value::FileValue;
use super::{Hipo, Reading};
use crate::implementation::{Availability, Implementation, Role, Shape};
use crate::outcome::{Failure, Outcome};

/// oxihipo, in processes of its own. It reads columns, and has no loop over
/// events.
#[derive(Clone, Debug)]
pub struct OxiHipo(Option<Oxihipo>);

impl OxiHipo {
    /// The one that `touchstone references install` has brought, if it has.
    pub fn discover() -> Self {
        CppHipo::folder().map_or(Self(None), |folder| Self::in_folder(&folder))
    }

    /// The one in a folder of references, if it is there.
    pub fn in_folder(folder: &Path) -> Self {
        Self(Oxihipo::open(folder).ok())
    }
}

/// What to do where it is not.
const HOW: &str = if cfg!(all(target_os = "linux", target_arch = "x86_64")) {
    "cargo run --bin touchstone -- references install"
} else {
    "a machine with Linux on x86-64, which the wheels that are pinned are for"
};

/// An exception, a crash and a hang are all refusals, each by its name.
fn failure(error: &Error) -> Failure {
    let told = Failure::from_error(error);
    match error {
        Error::Refused { kind, .. } => told.kind(kind.as_str()),
        Error::Ended { .. } => told.kind("Crashed"),
        Error::TimedOut { .. } => told.kind("TimedOut"),
        _ => told,
    }
}

fn io(error: &std::io::Error) -> Failure {
    Failure::from_error(error)
}

fn write(oxihipo: &Oxihipo, script: &oxihipo::Script) -> Result<Vec<u8>, Failure> {
    let file = tempfile::NamedTempFile::new().map_err(|error| io(&error))?;
    oxihipo
        .write(file.path(), script)
        .map_err(|error| failure(&error))?;
    std::fs::read(file.path()).map_err(|error| io(&error))
}

/// What it says of planes of bytes. Its repository learned them after 0.9.0, and
/// the wheel refuses its own files of them: `conformance/tests/oxihipo.rs`.
const NO_PLANES: &str = "unsupported extension-format version";

fn read(
    oxihipo: &Oxihipo,
    way: Way,
    threads: usize,
    (reading, frame): (&Reading, &[u8]),
) -> Outcome<FileValue> {
    let read = || {
        let mut file = tempfile::NamedTempFile::new().map_err(|error| io(&error))?;
        file.write_all(frame).map_err(|error| io(&error))?;
        let read = oxihipo.read(file.path(), way, threads);
        contents::value(&read.map_err(|error| failure(&error))?, way)
    };
    match read() {
        Err(told) if reading.byte_split && told.to_string().contains(NO_PLANES) => {
            Outcome::Unsupported("oxihipo 0.9.0 reads no planes of bytes".to_owned())
        }
        result => result.into(),
    }
}

/// Why its Python cannot write what a case asks for.
fn not_written(case: &HipoCase, script: &Script) -> Option<&'static str> {
    if case.stored.profile == Profile::Cpp {
        return Some("oxihipo follows rules of its own, not C++'s");
    }
    if case.stored.byte_split {
        return Some("oxihipo's Python writes no planes of bytes");
    }
    script::has_bare_event(script).then_some(
        "oxihipo's Python writes no event without a bank: it puts headers of empty banks there",
    )
}

impl Implementation<Hipo> for OxiHipo {
    fn name(&self) -> &'static str {
        "oxihipo"
    }

    fn role(&self) -> Role {
        Role::External
    }

    fn version(&self) -> String {
        let about = self.0.as_ref().map(Oxihipo::about);
        about
            .and_then(Result::ok)
            .map_or_else(String::new, |about| about.oxihipo)
    }

    fn availability(&self) -> Availability {
        match &self.0 {
            Some(_) => Availability::Present,
            None => Availability::Absent {
                how_to_install: HOW.to_owned(),
            },
        }
    }

    fn produce(&self, case: &HipoCase, script: &Script) -> Outcome<Vec<u8>> {
        let Some(oxihipo) = &self.0 else {
            return Outcome::Lacks;
        };
        match not_written(case, script) {
            Some(why) => Outcome::Unsupported(why.to_owned()),
            None => write(oxihipo, &script::of(case, script)).into(),
        }
    }

    fn consume(&self, reading: &Reading, frame: &[u8]) -> Outcome<FileValue> {
        match &self.0 {
            Some(oxihipo) => read(oxihipo, Way::All, 1, (reading, frame)),
            None => Outcome::Lacks,
        }
    }

    fn consume_shapes(&self) -> Vec<Shape<'_, Hipo>> {
        let Some(oxihipo) = &self.0 else {
            return Vec::new();
        };
        [
            ("by columns", Way::All, 1),
            ("by columns, two threads", Way::All, 2),
            ("by numbers", Way::Backwards, 1),
            ("in ranges", Way::Ranges, 1),
            ("by tags", Way::Tags, 1),
        ]
        .into_iter()
        .map(|(name, way, threads)| {
            Shape::new(name, move |reading: &Reading, frame: &[u8]| {
                read(oxihipo, way, threads, (reading, frame))
            })
        })
        .collect()
    }
}
