//! Real text that needs no fetch.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// The C sources of OpenZL, as cargo unpacked them from the crate `openzl-sys`
/// 0.3.0: every `.c` and `.h` file, one after another in path order, 5.8 MB.
/// The same bytes as the real file `c-openzl`. `None` where cargo has not
/// unpacked that crate.
pub fn c_sources() -> Option<Vec<u8>> {
    c_sources_under(&cargo_home()?)
}

/// [`c_sources`] from the registry in a given cargo home.
pub fn c_sources_under(cargo_home: &Path) -> Option<Vec<u8>> {
    let registries = sorted_entries(&cargo_home.join("registry/src"))?;
    let trees = registries
        .iter()
        .filter_map(|registry| sorted_entries(registry))
        .flatten();
    trees
        .filter(|folder| {
            folder.file_name().is_some_and(|name| {
                let name = name.to_string_lossy();
                // The version may be followed by build metadata.
                name == "openzl-sys-0.3.0" || name.starts_with("openzl-sys-0.3.0+")
            })
        })
        .find_map(|folder| joined(&folder.join("openzl/src")))
}

/// Where cargo keeps its registry.
pub(crate) fn cargo_home() -> Option<PathBuf> {
    let named = |variable| env::var_os(variable).filter(|value| !value.is_empty());
    let at_home =
        || Some(PathBuf::from(named("HOME").or_else(|| named("USERPROFILE"))?).join(".cargo"));
    named("CARGO_HOME").map(PathBuf::from).or_else(at_home)
}

fn joined(root: &Path) -> Option<Vec<u8>> {
    let mut files = Vec::new();
    collect(root, "", &mut files)?;
    // By the whole path with `/`, so that the order is that of any platform.
    files.sort();
    let mut whole = Vec::new();
    for (_, path) in &files {
        whole.extend_from_slice(&fs::read(path).ok()?);
    }
    (!whole.is_empty()).then_some(whole)
}

fn collect(folder: &Path, prefix: &str, files: &mut Vec<(String, PathBuf)>) -> Option<()> {
    for path in sorted_entries(folder)? {
        let name = format!("{prefix}/{}", path.file_name()?.to_str()?);
        if path.is_dir() {
            collect(&path, &name, files)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "c" || extension == "h")
        {
            files.push((name, path));
        }
    }
    Some(())
}

fn sorted_entries(folder: &Path) -> Option<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).ok()?;
    let mut paths: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    paths.sort();
    Some(paths)
}
