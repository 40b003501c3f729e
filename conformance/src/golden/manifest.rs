//! `manifest.toml`: which frozen frames there are, and what they hold.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::error::GoldenError;
use crate::atomic::write_atomically;
use crate::dissection::sha256_hex;
use crate::format::name_fault;

/// The manifest's name within a format's folder.
pub const MANIFEST: &str = "manifest.toml";

/// The most bytes that the files of one folder may hold together.
pub const FOLDER_LIMIT: u64 = 8 << 20;

/// The form of the manifest that this crate reads and writes.
const SCHEMA: u32 = 1;

/// A frozen frame.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The case's name.
    pub case: String,
    /// The frame's file within the folder.
    pub file: String,
    /// The reference that wrote it.
    pub writer: String,
    /// The writer's version.
    pub version: String,
    /// The frame's size.
    pub size: u64,
    /// The frame's SHA-256.
    pub sha256: String,
    /// The checksum of the value that it holds.
    #[serde(serialize_with = "hex", deserialize_with = "from_hex")]
    pub checksum: u64,
}

impl Entry {
    /// The entry for a frame of a case.
    pub fn new(case: &str, writer: &str, version: &str, frame: &[u8], checksum: u64) -> Self {
        Self {
            case: case.to_owned(),
            file: format!("{case}.bin"),
            writer: writer.to_owned(),
            version: version.to_owned(),
            size: frame.len() as u64,
            sha256: sha256_hex(frame),
            checksum,
        }
    }

    /// The file of its dissection within the folder: the frame's with the
    /// ending `.txt`.
    pub fn text_file(&self) -> String {
        let stem = self.file.strip_suffix(".bin").unwrap_or(&self.file);
        format!("{stem}.txt")
    }

    /// Reads the frame and holds it to size and SHA-256.
    ///
    /// # Errors
    /// [`GoldenError::Io`], or [`GoldenError::Frame`] when it is another frame.
    pub fn read(&self, folder: &Path) -> Result<Vec<u8>, GoldenError> {
        let frame = read(&folder.join(&self.file))?;
        let wrong = |message: String| GoldenError::Frame {
            file: self.file.clone(),
            message,
        };
        if frame.len() as u64 != self.size {
            let message = format!("{} bytes; the manifest says {}", frame.len(), self.size);
            return Err(wrong(message));
        }
        let found = sha256_hex(&frame);
        if found != self.sha256 {
            return Err(wrong(format!(
                "sha256 {found}; the manifest says {}",
                self.sha256
            )));
        }
        Ok(frame)
    }

    /// Holds the text beside the frame to a dissection made today.
    ///
    /// # Errors
    /// [`GoldenError::Io`], or [`GoldenError::Frame`] with the first line that
    /// differs.
    pub fn compare_text(&self, folder: &Path, today: &str) -> Result<(), GoldenError> {
        let file = self.text_file();
        let frozen = String::from_utf8_lossy(&read(&folder.join(&file))?).into_owned();
        if frozen == today {
            return Ok(());
        }
        let (old, new): (Vec<&str>, Vec<&str>) =
            (frozen.lines().collect(), today.lines().collect());
        let number = (0..old.len().max(new.len()))
            .find(|&n| old.get(n) != new.get(n))
            .unwrap_or(0);
        let none = "(no line)";
        let message = format!(
            "the dissection changed at line {}\n    frozen: {}\n    today:  {}",
            number + 1,
            old.get(number).unwrap_or(&none),
            new.get(number).unwrap_or(&none)
        );
        Err(GoldenError::Frame { file, message })
    }
}

/// All frozen frames of a format, in the order of their names.
///
/// ```
/// use conformance::golden::{Entry, Manifest};
///
/// let mut manifest = Manifest::new("toy");
/// manifest.insert(Entry::new("small/1", "libtoy", "1.2", b"frame", 7));
/// let text = manifest.to_toml();
/// assert!(text.contains("case = \"small/1\""));
/// assert_eq!(manifest.entry("small/1").unwrap().size, 5);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manifest {
    format: String,
    entries: BTreeMap<String, Entry>,
}

/// The manifest as it stands in its file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OnDisk {
    schema: u32,
    format: String,
    #[serde(default, rename = "frame")]
    frames: Vec<Entry>,
}

impl Manifest {
    /// A manifest without frames.
    pub fn new(format: &str) -> Self {
        Self {
            format: format.to_owned(),
            entries: BTreeMap::new(),
        }
    }

    /// The format's name.
    pub fn format(&self) -> &str {
        &self.format
    }

    /// The frames, in the order of their names.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = &Entry> {
        self.entries.values()
    }

    /// The frame of a case.
    pub fn entry(&self, case: &str) -> Option<&Entry> {
        self.entries.get(case)
    }

    /// Adds a frame, in the place of an earlier one of the same case.
    pub fn insert(&mut self, entry: Entry) -> Option<Entry> {
        self.entries.insert(entry.case.clone(), entry)
    }

    /// The folder's manifest; an empty one where there is none.
    ///
    /// # Errors
    /// [`GoldenError`] when it cannot be read, has another form, another
    /// format's name, a case twice, or a file outside the folder.
    pub fn load(folder: &Path, format: &str) -> Result<Self, GoldenError> {
        let path = folder.join(MANIFEST);
        if !path.exists() {
            return Ok(Self::new(format));
        }
        let text = String::from_utf8_lossy(&read(&path)?).into_owned();
        Self::from_toml(&text, format).map_err(|message| GoldenError::Manifest { path, message })
    }

    /// Parses a manifest and holds it to its rules.
    fn from_toml(text: &str, format: &str) -> Result<Self, String> {
        let on_disk: OnDisk = toml::from_str(text).map_err(|error| error.to_string())?;
        if on_disk.schema != SCHEMA {
            return Err(format!("schema {}, not {SCHEMA}", on_disk.schema));
        }
        if on_disk.format != format {
            return Err(format!("it is for {:?}, not {format:?}", on_disk.format));
        }
        let mut manifest = Self::new(format);
        let mut files = BTreeSet::new();
        for entry in on_disk.frames {
            if let Some(fault) = name_fault(&entry.case).or_else(|| name_fault(&entry.file)) {
                return Err(fault);
            }
            if !files.insert(entry.file.clone()) || !files.insert(entry.text_file()) {
                return Err(format!("{:?} stands for two cases", entry.file));
            }
            if let Some(twice) = manifest.insert(entry) {
                return Err(format!("{:?} is frozen twice", twice.case));
            }
        }
        Ok(manifest)
    }

    /// The manifest's text: sorted, and the same for the same frames.
    pub fn to_toml(&self) -> String {
        use std::fmt::Write as _;
        let header = "# Frames that a reference wrote. Not for editing: `touchstone golden \
                      regenerate` writes this file.\n";
        let mut text = format!(
            "{header}schema = {SCHEMA}\nformat = {}\n",
            quoted(&self.format)
        );
        for entry in self.entries() {
            let _ = write!(
                text,
                "\n[[frame]]\ncase = {}\nfile = {}\nwriter = {}\nversion = {}\nsize = {}\n\
                 sha256 = {}\nchecksum = \"{:#018x}\"\n",
                quoted(&entry.case),
                quoted(&entry.file),
                quoted(&entry.writer),
                quoted(&entry.version),
                entry.size,
                quoted(&entry.sha256),
                entry.checksum
            );
        }
        text
    }

    /// Writes the manifest into a folder, all of it or none.
    ///
    /// # Errors
    /// [`GoldenError::Io`].
    pub fn save(&self, folder: &Path) -> Result<(), GoldenError> {
        write(&folder.join(MANIFEST), self.to_toml().as_bytes())
    }

    /// Holds a folder to the manifest: every frame is there and unchanged, each
    /// has its text and names its writer's version, no file lacks an entry
    /// (a `README.md` needs none), and all together stay under
    /// [`FOLDER_LIMIT`]. What is wrong, in words; empty when all is well.
    pub fn verify(&self, folder: &Path) -> Vec<String> {
        let mut faults = Vec::new();
        let mut wanted = BTreeSet::from([MANIFEST.to_owned(), "README.md".to_owned()]);
        for entry in self.entries() {
            if entry.version.trim().is_empty() {
                faults.push(format!("{}: no version of its writer", entry.case));
            }
            if let Err(error) = entry.read(folder) {
                faults.push(error.to_string());
            }
            if !folder.join(entry.text_file()).is_file() {
                faults.push(format!("{}: no dissection", entry.text_file()));
            }
            wanted.insert(entry.file.clone());
            wanted.insert(entry.text_file());
        }
        match files(folder) {
            Err(error) => faults.push(error.to_string()),
            Ok(found) => {
                let total: u64 = found.values().sum();
                if total > FOLDER_LIMIT {
                    faults.push(format!("{total} bytes in all; {FOLDER_LIMIT} are allowed"));
                }
                for file in found.keys().filter(|file| !wanted.contains(*file)) {
                    faults.push(format!("{file}: a file without an entry"));
                }
            }
        }
        faults
    }
}

/// Every file below a folder with its size, by its path with `/`.
pub(crate) fn files(folder: &Path) -> Result<BTreeMap<String, u64>, GoldenError> {
    let mut found = BTreeMap::new();
    let mut open: Vec<(PathBuf, String)> = vec![(folder.to_owned(), String::new())];
    while let Some((path, prefix)) = open.pop() {
        if !path.exists() {
            continue;
        }
        let io = |source| GoldenError::Io {
            path: path.clone(),
            source,
        };
        for item in fs::read_dir(&path).map_err(io)? {
            let item = item.map_err(io)?;
            let name = format!("{prefix}{}", item.file_name().to_string_lossy());
            let facts = item.metadata().map_err(io)?;
            if facts.is_dir() {
                open.push((item.path(), format!("{name}/")));
            } else {
                found.insert(name, facts.len());
            }
        }
    }
    Ok(found)
}

/// Reads a file, with its path in the error.
fn read(path: &Path) -> Result<Vec<u8>, GoldenError> {
    fs::read(path).map_err(|source| GoldenError::Io {
        path: path.to_owned(),
        source,
    })
}

/// Writes a file atomically, with its path in the error.
pub(super) fn write(path: &Path, bytes: &[u8]) -> Result<(), GoldenError> {
    write_atomically(path, bytes).map_err(|source| GoldenError::Io {
        path: path.to_owned(),
        source,
    })
}

/// A string as TOML writes it.
fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
fn hex<S: Serializer>(checksum: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&format!("{checksum:#018x}"))
}

fn from_hex<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let text = String::deserialize(deserializer)?;
    text.strip_prefix("0x")
        .and_then(|digits| u64::from_str_radix(digits, 16).ok())
        .ok_or_else(|| serde::de::Error::custom(format!("{text:?} is no checksum in hexadecimal")))
}

#[cfg(test)]
mod tests {
    use super::{Entry, Manifest};

    #[test]
    fn the_text_is_sorted_and_reads_back() {
        let mut manifest = Manifest::new("toy");
        manifest.insert(Entry::new("b", "lib\"toy\"", "1", b"x", u64::MAX));
        manifest.insert(Entry::new("a/c", "libtoy", "1", b"", 0));
        let text = manifest.to_toml();
        assert!(text.find("a/c").unwrap() < text.find("case = \"b\"").unwrap());
        assert_eq!(Manifest::from_toml(&text, "toy").unwrap(), manifest);
        assert!(Manifest::from_toml(&text, "other").is_err());
    }

    #[test]
    fn a_path_out_of_the_folder_is_refused() {
        let mut manifest = Manifest::new("toy");
        let mut entry = Entry::new("a", "libtoy", "1", b"", 0);
        entry.file = "../a.bin".to_owned();
        manifest.insert(entry);
        let refused = Manifest::from_toml(&manifest.to_toml(), "toy").unwrap_err();
        assert!(refused.contains("dotted"), "{refused}");
    }
}
