//! Taking files out of package archives.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, BufReader, Read, Seek};
use std::path::Path;

use crate::error::Error;
use crate::manifest::{Package, PackageFile, Registry, Take};

/// The members of one archive that its package's files are made of.
pub(crate) struct Members<'a> {
    package: &'a Package,
    by_path: BTreeMap<String, Vec<u8>>,
}

impl<'a> Members<'a> {
    /// Reads what is wanted of an archive, whose SHA-256 has been checked.
    pub(crate) fn read(package: &'a Package, archive: &Path) -> Result<Self, Error> {
        let file = File::open(archive).map_err(Error::io("open", archive))?;
        let file = BufReader::new(file);
        let wanted = Wanted::new(&package.files);
        let by_path = match package.kind {
            Registry::Crate | Registry::Npm => read_tar(
                flate2::read::GzDecoder::new(file),
                &wanted,
                without_first_folder,
            ),
            Registry::Deb => read_deb(file, &wanted),
            Registry::Wheel => read_zip(file, &wanted),
        };
        let by_path = by_path.map_err(|source| Error::Archive {
            package: package.to_string(),
            source,
        })?;
        Ok(Self { package, by_path })
    }

    /// The bytes of one of the package's files.
    pub(crate) fn assemble(&self, file: &PackageFile) -> Result<Vec<u8>, Error> {
        let mut whole = Vec::new();
        match &file.take {
            Take::Path(path) => whole.extend_from_slice(self.member(path)?),
            Take::Paths(paths) => {
                for path in paths {
                    whole.extend_from_slice(self.member(path)?);
                }
            }
            Take::Tree { under, suffixes } => {
                let matching = self
                    .by_path
                    .iter()
                    .filter(|(path, _)| in_tree(path, under, suffixes));
                matching.for_each(|(_, bytes)| whole.extend_from_slice(bytes));
                if whole.is_empty() {
                    return Err(self.lacks(&format!("{under}/**/*{}", suffixes.join(" or *"))));
                }
            }
        }
        Ok(whole)
    }

    fn member(&self, path: &str) -> Result<&[u8], Error> {
        self.by_path
            .get(path)
            .map(Vec::as_slice)
            .ok_or_else(|| self.lacks(path))
    }

    fn lacks(&self, path: &str) -> Error {
        Error::NotInArchive {
            package: self.package.to_string(),
            path: path.to_owned(),
        }
    }
}

/// Which members to keep: an archive may be many times the size of those.
struct Wanted<'a> {
    paths: BTreeSet<&'a str>,
    trees: Vec<(&'a str, &'a [String])>,
}

impl<'a> Wanted<'a> {
    fn new(files: &'a [PackageFile]) -> Self {
        let mut wanted = Self {
            paths: BTreeSet::new(),
            trees: Vec::new(),
        };
        for file in files {
            match &file.take {
                Take::Path(path) => wanted.paths.extend([path.as_str()]),
                Take::Paths(paths) => wanted.paths.extend(paths.iter().map(String::as_str)),
                Take::Tree { under, suffixes } => wanted.trees.push((under, suffixes)),
            }
        }
        wanted
    }

    fn has(&self, path: &str) -> bool {
        self.paths.contains(path)
            || self
                .trees
                .iter()
                .any(|(under, suffixes)| in_tree(path, under, suffixes))
    }
}

fn in_tree(path: &str, under: &str, suffixes: &[String]) -> bool {
    path.strip_prefix(under)
        .is_some_and(|rest| rest.starts_with('/'))
        && suffixes.iter().any(|suffix| path.ends_with(suffix))
}

/// Crates lie in `name-version/`, npm packages in a folder that is mostly
/// called `package`.
fn without_first_folder(path: &str) -> &str {
    path.split_once('/').map_or("", |(_, rest)| rest)
}

fn without_dot(path: &str) -> &str {
    path.strip_prefix("./").unwrap_or(path)
}

fn read_tar(
    tar: impl Read,
    wanted: &Wanted<'_>,
    inner: impl Fn(&str) -> &str,
) -> io::Result<BTreeMap<String, Vec<u8>>> {
    let mut kept = BTreeMap::new();
    let mut archive = tar::Archive::new(tar);
    for entry in archive.entries()? {
        let mut entry = entry?;
        let path = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let path = inner(&path);
        if entry.header().entry_type().is_file() && wanted.has(path) {
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes)?;
            kept.insert(path.to_owned(), bytes);
        }
    }
    Ok(kept)
}

/// A deb is an `ar` archive whose member `data.tar.*` has the files.
fn read_deb(deb: impl Read, wanted: &Wanted<'_>) -> io::Result<BTreeMap<String, Vec<u8>>> {
    let mut archive = ar::Archive::new(deb);
    while let Some(entry) = archive.next_entry() {
        let entry = entry?;
        match entry.header().identifier() {
            b"data.tar.xz" => {
                let tar = BufReader::new(lzma_rust2::XzReader::new(BufReader::new(entry), true));
                return read_tar(tar, wanted, without_dot);
            }
            b"data.tar.gz" => {
                return read_tar(flate2::read::GzDecoder::new(entry), wanted, without_dot);
            }
            name if name.starts_with(b"data.tar") => {
                let name = String::from_utf8_lossy(name);
                return Err(io::Error::other(format!(
                    "{name} is in a format not supported here"
                )));
            }
            _ => {}
        }
    }
    Err(io::Error::other(
        "it has no member data.tar.*, so it is no deb",
    ))
}

fn read_zip(zip: impl Read + Seek, wanted: &Wanted<'_>) -> io::Result<BTreeMap<String, Vec<u8>>> {
    let mut kept = BTreeMap::new();
    let mut archive = zip::ZipArchive::new(zip)?;
    for at in 0..archive.len() {
        let mut entry = archive.by_index(at)?;
        let path = entry.name()?.into_owned();
        if entry.is_file() && wanted.has(&path) {
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes)?;
            kept.insert(path, bytes);
        }
    }
    Ok(kept)
}
