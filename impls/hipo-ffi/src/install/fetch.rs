//! Fetching the wheel, and unpacking it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use sha2::{Digest, Sha256};

use super::error::InstallError;
use super::step::Step;
use super::tool::{end, run};
use crate::layout::{headers, libraries, pkg_config};
use crate::text::hex;
use crate::wheel::{VERSION, WHEEL_SHA256, WHEEL_VERSION};

/// Fetches the wheel into a folder and unpacks it there. Answers with the folder
/// that it was unpacked to.
pub(crate) fn fetch(
    folder: &Path,
    progress: &mut dyn FnMut(Step<'_>),
) -> Result<PathBuf, InstallError> {
    has_pip()?;
    progress(Step::Fetch);
    let wheel = download(folder)?;
    progress(Step::Unpack);
    let unpacked = folder.join("unpacked");
    let (well, said) = python()
        .args(["-m", "zipfile", "-e"])
        .args([&wheel, &unpacked])
        .run()?;
    if !well {
        return Err(InstallError::Unpack { said: end(&said) });
    }
    check(&unpacked)?;
    Ok(unpacked)
}

fn has_pip() -> Result<(), InstallError> {
    let (well, said) = python().args(["-m", "pip", "--version"]).run()?;
    if well {
        Ok(())
    } else {
        Err(InstallError::NoPip { said: end(&said) })
    }
}

fn download(folder: &Path) -> Result<PathBuf, InstallError> {
    let wanted = folder.join("requirements.txt");
    let line = format!("hipopybind=={WHEEL_VERSION} --hash=sha256:{WHEEL_SHA256}\n");
    fs::write(&wanted, line).map_err(InstallError::io("write", &wanted))?;
    let came = folder.join("wheels");
    let (well, said) = python()
        .args(["-m", "pip", "download", "--disable-pip-version-check"])
        .args(["--no-input", "--no-deps", "--only-binary=:all:"])
        .args(["--platform", "manylinux_2_28_x86_64"])
        .args(["--python-version", "3.11"])
        .args(["--implementation", "cp", "--abi", "cp311"])
        .args(["--require-hashes", "--requirement"])
        .arg(&wanted)
        .arg("--dest")
        .arg(&came)
        .run()?;
    if !well {
        let said = end(&said);
        return Err(if said.contains("DO NOT MATCH THE HASHES") {
            InstallError::Hash {
                expected: WHEEL_SHA256,
                said,
            }
        } else {
            InstallError::Fetch { said }
        });
    }
    let wheel = fs::read_dir(&came)
        .map_err(InstallError::io("list", &came))?
        .flatten()
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|it| it == "whl"))
        .ok_or(InstallError::Fetch { said })?;
    // pip has held it to the hash; a pip that does not know the option has not.
    let bytes = fs::read(&wheel).map_err(InstallError::io("read", &wheel))?;
    let found = hex(&Sha256::digest(&bytes));
    if found == WHEEL_SHA256 {
        Ok(wheel)
    } else {
        Err(InstallError::Hash {
            expected: WHEEL_SHA256,
            said: format!("the file has {found}"),
        })
    }
}

/// Whether what is needed is there, and of the version that is expected.
fn check(unpacked: &Path) -> Result<(), InstallError> {
    let [hipo4, lz4] = libraries(unpacked);
    let header = headers(unpacked).join("hipo4/reader.h");
    if let Some(file) = [hipo4, lz4, header].into_iter().find(|it| !it.is_file()) {
        return Err(InstallError::Incomplete { file });
    }
    let file = pkg_config(unpacked);
    let told = fs::read_to_string(&file).map_err(InstallError::io("read", &file))?;
    if told
        .lines()
        .any(|line| line == format!("Version: {VERSION}"))
    {
        Ok(())
    } else {
        Err(InstallError::Incomplete { file })
    }
}

struct Python(Command);

fn python() -> Python {
    Python(Command::new("python3"))
}

impl Python {
    fn arg(mut self, word: impl AsRef<std::ffi::OsStr>) -> Self {
        self.0.arg(word);
        self
    }

    fn args<T: AsRef<std::ffi::OsStr>>(mut self, words: impl IntoIterator<Item = T>) -> Self {
        self.0.args(words);
        self
    }

    fn run(mut self) -> Result<(bool, String), InstallError> {
        run(&mut self.0).map_err(|source| InstallError::NoPython { source })
    }
}
