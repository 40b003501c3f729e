//! A fingerprint of the sources that verdicts hold for.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::dissection::to_hex;

/// A SHA-256 over the sources of a workspace and the flags that its references
/// were built with. Verdicts hold only for their own.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Fingerprint(String);

/// A source could not be read.
#[derive(Debug, Error)]
#[error("{}: {source}", path.display())]
pub struct FingerprintError {
    path: PathBuf,
    source: io::Error,
}

impl Fingerprint {
    /// The fingerprint of the workspace at `root`: Rust and C sources,
    /// `Cargo.toml` and `Cargo.lock`, cargo's configuration, everything under
    /// `golden/` and any folder `known`. `target`, `.git` and links are left
    /// out. `reference_flags` is whatever else decides what a reference is.
    ///
    /// # Errors
    /// [`FingerprintError`] when a source cannot be read.
    pub fn of(root: &Path, reference_flags: &str) -> Result<Self, FingerprintError> {
        let mut sources = Vec::new();
        collect(root, "", &mut sources)?;
        sources.sort();
        let mut whole = Sha256::new();
        // Every part goes in with its length, so that no two states run together.
        let mut enter = |bytes: &[u8]| {
            whole.update((bytes.len() as u64).to_le_bytes());
            whole.update(bytes);
        };
        enter(reference_flags.as_bytes());
        for name in sources {
            let path = root.join(&name);
            let bytes = fs::read(&path).map_err(|source| FingerprintError { path, source })?;
            enter(name.as_bytes());
            enter(&bytes);
        }
        Ok(Self(to_hex(&whole.finalize())))
    }

    /// The fingerprint in hexadecimal.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Adds the sources below a folder by their paths with `/`.
fn collect(root: &Path, prefix: &str, sources: &mut Vec<String>) -> Result<(), FingerprintError> {
    let path = root.join(prefix);
    let failed = |source| FingerprintError {
        path: path.clone(),
        source,
    };
    for item in fs::read_dir(&path).map_err(failed)? {
        let item = item.map_err(failed)?;
        let kind = item.file_type().map_err(failed)?;
        let file = item.file_name().to_string_lossy().into_owned();
        let name = format!("{prefix}{file}");
        if kind.is_dir() {
            let hidden = file.starts_with('.') && name != ".cargo";
            if !hidden && name != "target" {
                collect(root, &format!("{name}/"), sources)?;
            }
        } else if kind.is_file() && is_source(&name, &file) {
            sources.push(name);
        }
    }
    Ok(())
}

/// Whether verdicts depend on a file.
fn is_source(name: &str, file: &str) -> bool {
    let frozen = name.starts_with("golden/") || name.contains("/known/");
    let ending = file.rsplit_once('.').map_or("", |(_, ending)| ending);
    frozen
        || name.starts_with(".cargo/")
        || matches!(file, "Cargo.toml" | "Cargo.lock")
        || matches!(ending, "rs" | "c" | "cc" | "cpp" | "h" | "hpp" | "py")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::Fingerprint;

    #[test]
    fn it_follows_sources_flags_and_names_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let put = |name: &str, text: &str| {
            let path = root.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let of = |flags: &str| Fingerprint::of(root, flags).unwrap();
        put("Cargo.toml", "[workspace]");
        put("impls/a/src/lib.rs", "one");
        put("golden/toy/a.bin", "frame");
        put("conformance/known/toy.toml", "");
        let first = of("-O2");
        assert_eq!(first.as_str().len(), 64);
        put("target/debug/x.rs", "built");
        put(".git/x.rs", "history");
        put("README.md", "words");
        assert_eq!(of("-O2"), first);
        assert_ne!(of("-O3"), first);
        for name in [
            "impls/a/src/lib.rs",
            "golden/toy/a.bin",
            "conformance/known/toy.toml",
            "impls/a/src/new.rs",
        ] {
            let before = of("-O2");
            put(name, "two");
            assert_ne!(of("-O2"), before, "{name}");
        }
    }
}
