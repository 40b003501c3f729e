//! The sources that verdicts hold for.

use std::env;
use std::fs;
use std::path::Path;
use std::time::SystemTime;

use anyhow::Result;
use conformance::Fingerprint;

/// The folders whose sources are compiled into this program.
const COMPILED: [&str; 4] = ["impls", "corpora", "conformance", "tools"];

/// The fingerprint of the workspace's sources as they are now.
pub(crate) fn fingerprint(root: &Path) -> Result<Fingerprint> {
    Ok(Fingerprint::of(root, openzl_ffi::build_flags())?)
}

/// A source that was changed after this program was built. Its verdicts say
/// nothing of that source, so they must not carry its fingerprint.
pub(crate) fn newer_than_program(root: &Path) -> Option<String> {
    let built = fs::metadata(env::current_exe().ok()?).ok()?;
    let built = built.modified().ok()?;
    let found = COMPILED
        .iter()
        .find_map(|folder| newer(&root.join(folder), built))?;
    Some(crate::files::shown(Path::new(&found), root))
}

/// A Rust or C file in a folder `src` (or beside it) that is newer than `than`.
fn newer(folder: &Path, than: SystemTime) -> Option<String> {
    for item in fs::read_dir(folder).ok()?.flatten() {
        let path = item.path();
        let name = item.file_name();
        let Ok(kind) = item.file_type() else { continue };
        if kind.is_dir() {
            // Tests and benches are no part of this program, nor is the other
            // program of this package.
            let apart = ["tests", "benches", "target", "zl", "known"];
            if apart.iter().any(|apart| name == *apart) {
                continue;
            }
            if let Some(found) = newer(&path, than) {
                return Some(found);
            }
        } else {
            let ending = path.extension().unwrap_or_default();
            let source = ["rs", "c", "h", "cc", "cpp", "hpp"]
                .iter()
                .any(|e| ending == *e);
            let changed = item.metadata().and_then(|facts| facts.modified());
            if source && changed.is_ok_and(|changed| changed > than) {
                return Some(path.display().to_string());
            }
        }
    }
    None
}
