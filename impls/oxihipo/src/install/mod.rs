//! Fetching oxihipo and numpy.

mod error;
mod step;

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use pip::{Python, end};

pub use error::InstallError;
pub use step::Step;

use crate::layout::{Layout, PACKAGES, PYTHON};
use crate::pinned::{VERSION, requirements};

/// Imports what is in a folder, and tells the interpreter and the versions.
const TRY: &str = "\
import platform, sys
sys.path.insert(0, sys.argv[1])
import numpy
from oxihipo import _oxihipo
print(sys.executable, _oxihipo.__version__, platform.python_version(), numpy.__version__, sep='\\n')
";

/// Installs oxihipo below a folder, as a rule `target/references`, which is made
/// if it is not there. What is there already is left as it is. `progress` is told
/// each step as it begins. Answers with the folder of oxihipo.
///
/// # Errors
/// [`InstallError`], with what to do about it.
pub fn install(references: &Path, progress: &mut dyn FnMut(Step)) -> Result<PathBuf, InstallError> {
    if !cfg!(all(
        target_os = "linux",
        target_arch = "x86_64",
        target_env = "gnu"
    )) {
        return Err(InstallError::Platform);
    }
    let layout = Layout::below(references);
    if layout.python().is_some() {
        progress(Step::AlreadyInstalled);
        return Ok(layout.home);
    }
    let home = &layout.home;
    fs::create_dir_all(home).map_err(InstallError::io("create", home))?;
    let at = pip::beside(home).map_err(InstallError::io("make a temporary folder in", home))?;
    let made = at.path().join("made");
    let packages = made.join(PACKAGES);
    progress(Step::Fetch);
    // The packages are compiled as they are imported.
    let words = ["--no-compile", "--quiet", "--target"].map(OsStr::new);
    let words = [&words[..], &[packages.as_os_str()]].concat();
    pip::pip("install", &requirements(), at.path(), &words)?;
    progress(Step::Try);
    let python = made.join(PYTHON);
    fs::write(&python, imported(&packages)?).map_err(InstallError::io("write", &python))?;
    for old in layout.outdated() {
        // A process that runs from there has what it needs.
        let _ = fs::remove_dir_all(old);
    }
    let place = layout.folder();
    pip::put(&made, &place).map_err(InstallError::io("move a folder to", &place))?;
    progress(Step::Done);
    Ok(layout.home)
}

/// The text that names the interpreter, when it can import the packages.
fn imported(packages: &Path) -> Result<String, InstallError> {
    let words = ["-I", "-c", TRY].map(OsStr::new);
    let (well, said) = Python::default()
        .args(words)
        .args([packages])
        .run()
        .map_err(|source| InstallError::NoPython { source })?;
    if well && said.lines().nth(1) == Some(VERSION) {
        Ok(said + "\n")
    } else {
        Err(InstallError::Import { said: end(&said) })
    }
}
