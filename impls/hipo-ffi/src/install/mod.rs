//! Fetching hipo4, and compiling the shim.

mod compile;
mod error;
mod fetch;
mod step;

use std::fs;
use std::path::{Path, PathBuf};

pub use error::InstallError;
pub use step::Step;

use crate::layout::Layout;

/// Installs hipo4 below a folder, as a rule `target/references`, which is made if
/// it is not there. What is there already is left as it is; a shim of other
/// sources is replaced. `progress` is told each step as it begins.
///
/// Everything is made in a temporary folder beside its place and moved there when
/// it is whole, so that one that is interrupted leaves nothing that counts, and
/// two at a time do each other no harm.
///
/// Answers with the folder of hipo4.
///
/// # Errors
/// [`InstallError`], with what to do about it.
pub fn install(
    references: &Path,
    progress: &mut dyn FnMut(Step<'_>),
) -> Result<PathBuf, InstallError> {
    if !cfg!(all(
        target_os = "linux",
        target_arch = "x86_64",
        target_env = "gnu"
    )) {
        return Err(InstallError::Platform);
    }
    let layout = Layout::below(references);
    if layout.is_installed() {
        progress(Step::AlreadyInstalled);
        return Ok(layout.home);
    }
    fs::create_dir_all(&layout.home).map_err(InstallError::io("create", &layout.home))?;
    // The compiler is asked for first: without one, nothing is fetched.
    let compiler = compile::Compiler::find()?;
    if !layout.wheel().is_dir() {
        let at = beside(&layout.home)?;
        let wheel = fetch::fetch(at.path(), progress)?;
        put(&wheel, &layout.wheel())?;
    }
    let at = beside(&layout.home)?;
    let shim = compile::compile(&compiler, &layout.wheel(), at.path(), progress)?;
    put(&shim, &layout.shim())?;
    for old in layout.outdated() {
        // What was loaded from there stays loaded.
        let _ = fs::remove_dir_all(old);
    }
    progress(Step::Done);
    Ok(layout.home)
}

/// A temporary folder on the same file system.
fn beside(home: &Path) -> Result<tempfile::TempDir, InstallError> {
    pip::beside(home).map_err(InstallError::io("make a temporary folder in", home))
}

fn put(made: &Path, place: &Path) -> Result<(), InstallError> {
    pip::put(made, place).map_err(InstallError::io("move a folder to", place))
}
