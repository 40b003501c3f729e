//! Fetching the wheel, and unpacking it.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use pip::{Python, end};
use sha2::{Digest, Sha256};

use super::error::InstallError;
use super::step::Step;
use crate::layout::{headers, libraries, pkg_config};
use crate::text::hex;
use crate::wheel::{VERSION, WHEEL_SHA256, WHEEL_VERSION};

/// Fetches the wheel into a folder and unpacks it there. Answers with the folder
/// that it was unpacked to.
pub(crate) fn fetch(
    folder: &Path,
    progress: &mut dyn FnMut(Step<'_>),
) -> Result<PathBuf, InstallError> {
    progress(Step::Fetch);
    let wheel = download(folder)?;
    progress(Step::Unpack);
    let unpacked = folder.join("unpacked");
    let (well, said) = Python::default()
        .args(["-m", "zipfile", "-e"])
        .args([&wheel, &unpacked])
        .run()
        .map_err(|source| InstallError::NoPython { source })?;
    if !well {
        return Err(InstallError::Unpack { said: end(&said) });
    }
    check(&unpacked)?;
    Ok(unpacked)
}

fn download(folder: &Path) -> Result<PathBuf, InstallError> {
    let line = format!("hipopybind=={WHEEL_VERSION} --hash=sha256:{WHEEL_SHA256}\n");
    let came = folder.join("wheels");
    // The wheel for CPython 3.11, whatever Python is here.
    let words = [
        "--platform=manylinux_2_28_x86_64",
        "--python-version=3.11",
        "--implementation=cp",
        "--abi=cp311",
        "--dest",
    ];
    let mut words = words.map(OsStr::new).to_vec();
    words.push(came.as_os_str());
    let said = pip::pip("download", &line, folder, &words)?;
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
