//! Which programs there are.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use conformance::hipo::CppHipo;
use hipo_ffi::Hipo4;
use oxihipo::Oxihipo;

pub(super) const NATIVE: &str = "native";
pub(super) const CPP: &str = "C++";
pub(super) const OXIHIPO: &str = "oxihipo";
pub(super) const PYTHON: &str = "Python";

/// The names of all programs, in the order of tables.
pub(super) const NAMES: [&str; 4] = [NATIVE, CPP, OXIHIPO, PYTHON];

/// How a program goes through a file.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Shape {
    /// Event by event.
    Events,
    /// Whole columns.
    Columns,
    /// Columns, part by part.
    Parts,
}

impl Shape {
    /// What a scenario's name begins with.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Events => "",
            Self::Columns => "c_",
            Self::Parts => "p_",
        }
    }

    /// The shape that a scenario's name begins with, and the rest of the name.
    pub(super) fn of(scenario: &str) -> (Self, &str) {
        [Self::Columns, Self::Parts]
            .into_iter()
            .find_map(|shape| Some((shape, scenario.strip_prefix(shape.prefix())?)))
            .unwrap_or((Self::Events, scenario))
    }

    /// Its name in tables.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Events => "events",
            Self::Columns => "columns",
            Self::Parts => "part by part",
        }
    }
}

/// A program `PROGRAM FILE [c_|p_]SCENARIO PASSES THREADS` that prints a
/// [`Line`](super::Line).
#[derive(Clone, Debug)]
pub struct Program {
    /// Its name in tables.
    pub name: &'static str,
    /// The command, without those four words.
    pub command: Vec<OsString>,
    /// Variables of its environment.
    pub variables: Vec<(&'static str, OsString)>,
    /// What it can do.
    pub shapes: &'static [Shape],
    /// Whether it reads whole records of no compression and of LZ4 only.
    pub only_cpp: bool,
}

impl Program {
    /// Whether it reads files of a format, by its name in [`Format`](crate::hipo::Format).
    pub fn reads(&self, format: &str) -> bool {
        match format {
            "none" | "lz4" | "lz4best" | "cpp" => true,
            // oxihipo 0.9.0 knows no planes of bytes.
            "lz4percolumnsplit" | "zstdpercolumnsplit" => !self.only_cpp && self.name != OXIHIPO,
            _ => !self.only_cpp,
        }
    }
}

/// The programs that are here, native first, and of the others why they are not.
/// `binaries` is where cargo puts programs, `root` the workspace's folder.
pub fn programs(binaries: &Path, root: &Path) -> (Vec<Program>, Vec<String>) {
    let sources = root.join("benches/cross-impl");
    let binary = |name: &str| {
        let file = binaries.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        vec![file.into_os_string()]
    };
    let python =
        |python: &Path, name: &str| vec![python.as_os_str().to_owned(), sources.join(name).into()];
    let mut found = vec![Program {
        name: NATIVE,
        command: binary("xbench_rs"),
        variables: Vec::new(),
        shapes: &[Shape::Events, Shape::Columns, Shape::Parts],
        only_cpp: false,
    }];
    let mut absent = Vec::new();
    let references = CppHipo::folder().unwrap_or_default();
    match Hipo4::open(&references) {
        Ok(_) => found.push(Program {
            name: CPP,
            command: binary("xbench_cpp"),
            shapes: &[Shape::Events],
            only_cpp: true,
            ..found[0].clone()
        }),
        Err(missing) => absent.push(missing.to_string()),
    }
    match Oxihipo::open(&references) {
        Ok(oxihipo) => {
            let (interpreter, packages) = oxihipo.interpreter();
            found.push(Program {
                name: OXIHIPO,
                command: python(interpreter, "xbench_oxihipo.py"),
                variables: vec![("PYTHONPATH", packages.into())],
                shapes: &[Shape::Columns],
                ..found[0].clone()
            });
        }
        Err(missing) => absent.push(missing.to_string()),
    }
    let ours: [PathBuf; 2] = [
        root.join("target/python-release/bin/python"),
        sources.join("xbench_py.py"),
    ];
    if ours.iter().all(|file| file.is_file()) {
        found.push(Program {
            name: PYTHON,
            command: python(&ours[0], "xbench_py.py"),
            // Single events are for a look at them, and take microseconds each.
            shapes: &[Shape::Columns],
            ..found[0].clone()
        });
    } else {
        absent.push(format!(
            "absent: the Python of the native crate, {} with {}",
            ours[1].display(),
            ours[0].display()
        ));
    }
    (found, absent)
}
