//! Which real files there are, and where they come from.

use std::collections::HashSet;
use std::fmt;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::digest::Sha256;
use crate::error::Error;

/// The manifest that comes with this crate (`corpora/manifest.toml`).
///
/// # Panics
/// If that file is not well-formed, which the tests of this crate rule out.
///
/// ```
/// let manifest = corpora::manifest();
/// let total: u64 = manifest.files().map(|(_, file)| file.size).sum();
/// assert!((30_000_000..80_000_000).contains(&total));
/// ```
pub fn manifest() -> &'static Manifest {
    static BUILT_IN: LazyLock<Manifest> = LazyLock::new(|| {
        Manifest::parse(include_str!("../manifest.toml")).expect("manifest.toml is well-formed")
    });
    &BUILT_IN
}

/// A list of packages and of the files to take out of them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    #[serde(rename = "package")]
    packages: Vec<Package>,
}

/// A package of a public registry.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Package {
    /// The registry it is in.
    pub kind: Registry,
    /// Its name there.
    pub name: String,
    /// Its exact version, as its registry writes it.
    pub version: String,
    /// For a wheel: the tags of Python, ABI and platform, as in its file name.
    pub tag: Option<String>,
    /// SHA-256 of the package archive.
    pub sha256: Sha256,
    /// The licence of the files taken. (They are never committed.)
    pub licence: String,
    /// What to take out of it.
    #[serde(rename = "file")]
    pub files: Vec<PackageFile>,
}

/// A file that a package yields.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct PackageFile {
    /// Its unique name, under which it lies in the corpora folder.
    pub id: String,
    /// A label for what it is: `text`, `xml`, `f64`…
    pub kind: String,
    /// One line on its contents.
    pub description: String,
    /// Which members of the archive it is made of.
    pub take: Take,
    /// Its size in bytes.
    pub size: u64,
    /// Its SHA-256.
    pub sha256: Sha256,
}

/// The registries that packages come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Registry {
    /// Rust's crates.
    Crate,
    /// Python's wheels. (A source distribution would run its own build script
    /// to be downloaded.)
    Wheel,
    /// Debian's packages.
    Deb,
    /// npm's packages.
    Npm,
}

/// Which members of an archive make a file. Paths are those in the archive,
/// without the leading folder of a crate or an npm package.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Take {
    /// One member.
    Path(String),
    /// Several members, joined in this order.
    Paths(Vec<String>),
    /// Every member under a folder whose name ends in one of the suffixes,
    /// joined in the byte order of their paths.
    Tree {
        /// The folder.
        under: String,
        /// How names may end.
        suffixes: Vec<String>,
    },
}

impl Manifest {
    /// Reads a manifest and checks it.
    ///
    /// # Errors
    /// [`Error::ManifestSyntax`] for what is no such TOML; [`Error::Manifest`]
    /// for an id that is used twice or cannot be a file name, a package without
    /// files, a tag where none belongs or none where one does, an empty file.
    pub fn parse(toml: &str) -> Result<Self, Error> {
        let manifest: Self = toml::from_str(toml)?;
        let mut ids = HashSet::new();
        for package in &manifest.packages {
            let wrong = |what: &str| Error::Manifest {
                reason: format!("{package}: {what}"),
            };
            let wheel = package.kind == Registry::Wheel;
            if package.files.is_empty() {
                return Err(wrong("no file is taken from it"));
            }
            if wheel != package.tag.is_some() {
                return Err(wrong("a wheel has a tag, and nothing else has"));
            }
            if package
                .tag
                .as_ref()
                .is_some_and(|tag| tag.split('-').count() != 3)
            {
                return Err(wrong("a tag has three parts: Python, ABI, platform"));
            }
            for file in &package.files {
                if !is_plain_name(&file.id) {
                    return Err(wrong(&format!("{:?} cannot be an id", file.id)));
                }
                if !ids.insert(file.id.as_str()) {
                    return Err(wrong(&format!("the id {} is taken", file.id)));
                }
                if file.size == 0 || file.description.is_empty() || file.kind.is_empty() {
                    return Err(wrong(&format!(
                        "{} lacks size, kind or description",
                        file.id
                    )));
                }
            }
        }
        Ok(manifest)
    }

    /// The packages, in the order of the manifest.
    pub fn packages(&self) -> &[Package] {
        &self.packages
    }

    /// Every file with its package, in the order of the manifest.
    pub fn files(&self) -> impl Iterator<Item = (&Package, &PackageFile)> {
        self.packages
            .iter()
            .flat_map(|package| package.files.iter().map(move |file| (package, file)))
    }
}

/// Ids become file names: lower case, digits and hyphens leave no way out of
/// the folder.
fn is_plain_name(id: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !id.is_empty() && id.bytes().all(plain)
}

impl fmt::Display for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Crate => "crate",
            Self::Wheel => "wheel",
            Self::Deb => "deb",
            Self::Npm => "npm package",
        })
    }
}

impl fmt::Display for Package {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.kind, self.name, self.version)
    }
}
