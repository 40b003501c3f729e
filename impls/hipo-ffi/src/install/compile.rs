//! Compiling the shim.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use pip::{beginning, run};

use super::error::InstallError;
use super::step::Step;
use crate::layout::{DRIVER, LIBRARY, STAMP, headers, libraries};
use crate::sources::{COMPILE_FLAGS, EXPORTS, LINK_FLAGS, MAIN, SOURCES, identity};
use crate::wheel::{VERSION, WHEEL_SHA256};

/// What the crate `cc` is told: nothing else gets this far.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// The host's C++ compiler.
pub(crate) struct Compiler {
    tool: cc::Tool,
    version: String,
}

impl Compiler {
    /// Finds it as the crate `cc` does: `CXX`, or `c++`.
    pub(crate) fn find() -> Result<Self, InstallError> {
        let tool = cc::Build::new()
            .cpp(true)
            .cargo_metadata(false)
            .warnings(false)
            .debug(false)
            .opt_level(2)
            .host(TARGET)
            .target(TARGET)
            .try_get_compiler()
            .map_err(|error| InstallError::NoCompiler {
                reason: error.to_string(),
            })?;
        let (well, said) = run(Command::new(tool.path()).arg("--version")).map_err(|error| {
            InstallError::NoCompiler {
                reason: format!("{} cannot be run: {error}", tool.path().display()),
            }
        })?;
        if !well {
            return Err(InstallError::NoCompiler { reason: said });
        }
        let version = said.lines().next().unwrap_or_default().to_owned();
        Ok(Self { tool, version })
    }

    fn make<T: AsRef<OsStr>>(
        &self,
        file: &str,
        folder: &Path,
        words: impl IntoIterator<Item = T>,
    ) -> Result<(), InstallError> {
        let (well, said) = run(self.tool.to_command().args(words).current_dir(folder))
            .map_err(InstallError::io("run", self.tool.path()))?;
        if well {
            Ok(())
        } else {
            Err(InstallError::Compile {
                file: file.to_owned(),
                said: beginning(&said),
            })
        }
    }
}

/// Compiles the shim in a folder. Answers with the folder that has what was made.
pub(crate) fn compile(
    compiler: &Compiler,
    wheel: &Path,
    folder: &Path,
    progress: &mut dyn FnMut(Step<'_>),
) -> Result<PathBuf, InstallError> {
    // The compiler runs in the folder of the sources.
    let wheel = std::path::absolute(wheel).map_err(InstallError::io("find", wheel))?;
    let folder = std::path::absolute(folder).map_err(InstallError::io("find", folder))?;
    let sources = folder.join("sources");
    let made = folder.join("shim");
    for new in [&sources, &made] {
        fs::create_dir(new).map_err(InstallError::io("create", new))?;
    }
    let flags = COMPILE_FLAGS.join(" ");
    let mut objects = Vec::new();
    for source in SOURCES {
        let file = sources.join(source.name);
        fs::write(&file, source.text).map_err(InstallError::io("write", &file))?;
    }
    for source in SOURCES {
        let Some(stem) = source.name.strip_suffix(".cpp") else {
            continue;
        };
        progress(Step::Compile { file: source.name });
        let object = format!("{stem}.o");
        let mut words: Vec<std::ffi::OsString> = COMPILE_FLAGS.iter().map(Into::into).collect();
        words.push(format!("-DSHIM_FLAGS=\"{flags}\"").into());
        words.push("-isystem".into());
        words.push(headers(&wheel).into());
        words.extend(["-c".into(), source.name.into()]);
        words.extend(["-o".into(), object.clone().into()]);
        compiler.make(&object, &sources, words)?;
        objects.push((source.name, object));
    }
    for (name, shared) in [(LIBRARY, true), (DRIVER, false)] {
        progress(Step::Link { file: name });
        let mut words: Vec<std::ffi::OsString> = Vec::new();
        if shared {
            words.push("-shared".into());
            words.push(format!("-Wl,--version-script={EXPORTS}").into());
        }
        words.push("-o".into());
        words.push(made.join(name).into());
        words.extend(
            objects
                .iter()
                .filter(|(source, _)| !shared || *source != MAIN)
                .map(|(_, object)| object.into()),
        );
        words.extend(libraries(&wheel).map(Into::into));
        words.extend(LINK_FLAGS.iter().map(Into::into));
        compiler.make(name, &sources, words)?;
    }
    let stamp = made.join(STAMP);
    let text = format!(
        "shim {}\nhipo4 {VERSION}\nwheel sha256 {WHEEL_SHA256}\ncompiler {}\nflags {flags}\nlink {}\n",
        identity(),
        compiler.version,
        LINK_FLAGS.join(" "),
    );
    fs::write(&stamp, text).map_err(InstallError::io("write", &stamp))?;
    Ok(made)
}
