//! Images of memory: what the pages of real programs hold.

use std::env;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::digest::Sha256;
use crate::error::Error;
use crate::real::default_root;

/// Bytes of a piece: the largest page that is looked at as a whole.
const PIECE: usize = 64 << 10;

/// Bytes of the pages that are looked at for one word over and over.
const PAGE: usize = 4 << 10;

/// A program's memory, as a file of this machine. Its bytes differ from machine
/// to machine, so a figure that comes of it names its [`Identity`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Image {
    /// The compiler of the toolchain that is running, `librustc_driver`: code,
    /// constants and tables of a large shared object.
    Elf,
    /// The heap of a Python program with syntax trees, JSON and text in it, which
    /// `tools/heap-image` writes.
    Heap,
}

/// What tells one image from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The file's name, without its folder.
    pub file: String,
    /// Bytes of the whole file.
    pub size: u64,
    /// SHA-256 of the whole file.
    pub sha256: Sha256,
}

impl Image {
    /// Every image.
    pub const ALL: [Self; 2] = [Self::Elf, Self::Heap];

    /// The name, stable: case names are made of it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Elf => "elf",
            Self::Heap => "heap",
        }
    }

    /// The command that brings it where it is missing.
    pub const fn how_to_get(self) -> &'static str {
        match self {
            Self::Elf => "rustup toolchain install stable",
            Self::Heap => "tools/heap-image",
        }
    }

    /// Where it is; `None` where there is none.
    pub fn path(self) -> Option<PathBuf> {
        match self {
            Self::Elf => {
                static DRIVER: OnceLock<Option<PathBuf>> = OnceLock::new();
                DRIVER.get_or_init(compiler).clone()
            }
            Self::Heap => {
                let path = default_root().join("heap-image");
                path.is_file().then_some(path)
            }
        }
    }

    /// Name, size and SHA-256 of the whole file.
    ///
    /// # Errors
    /// [`Error::ImageMissing`] and [`Error::Io`].
    pub fn identity(self) -> Result<Identity, Error> {
        let path = self.found()?;
        let file = File::open(&path).map_err(Error::io("open", &path))?;
        let (sha256, size) = Sha256::of_reader(file).map_err(Error::io("read", &path))?;
        let name = path.file_name().unwrap_or_default();
        Ok(Identity {
            file: name.to_string_lossy().into_owned(),
            size,
            sha256,
        })
    }

    /// `size` bytes in pieces of 64 KiB from all over the file, evenly spaced
    /// and in its order. Pieces with a page of 4 KiB that is one word over and
    /// over are passed over: a store keeps those as the word.
    ///
    /// The same file and size give the same bytes.
    ///
    /// # Errors
    /// [`Error::ImageMissing`], also where it has not so much; [`Error::Io`].
    pub fn sample(self, size: usize) -> Result<Vec<u8>, Error> {
        let path = self.found()?;
        let mut file = File::open(&path).map_err(Error::io("open", &path))?;
        let sampled = sample(&mut file, size).map_err(Error::io("read", &path))?;
        sampled.ok_or_else(|| self.missing())
    }

    fn found(self) -> Result<PathBuf, Error> {
        self.path().ok_or_else(|| self.missing())
    }

    fn missing(self) -> Error {
        Error::ImageMissing {
            image: self.name(),
            how_to_get: self.how_to_get(),
        }
    }
}

/// The toolchain's `librustc_driver`, if it is an ELF file.
fn compiler() -> Option<PathBuf> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let told = Command::new(rustc).args(["--print", "sysroot"]).output();
    let sysroot = String::from_utf8(told.ok()?.stdout).ok()?;
    let mut found: Vec<PathBuf> = fs::read_dir(Path::new(sysroot.trim()).join("lib"))
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with("librustc_driver-")
        })
        .collect();
    found.sort();
    found.into_iter().find(|path| {
        let mut magic = [0; 4];
        let read = File::open(path).and_then(|mut file| file.read_exact(&mut magic));
        read.is_ok() && magic == *b"\x7fELF"
    })
}

/// `None`: there are not enough pieces.
fn sample(file: &mut (impl Read + Seek), size: usize) -> io::Result<Option<Vec<u8>>> {
    let pieces = usize::try_from(file.seek(SeekFrom::End(0))?).unwrap_or(usize::MAX) / PIECE;
    let wanted = size.div_ceil(PIECE);
    if wanted > pieces {
        return Ok(None);
    }
    let mut taken: Vec<usize> = Vec::new();
    // The first fit piece of each of so many stretches, then whatever else is fit.
    let stretches = (0..wanted).map(|at| at * pieces / wanted..(at + 1) * pieces / wanted);
    let mut piece = vec![0; PIECE];
    for (stretch, most) in stretches
        .map(|stretch| (stretch, 1))
        .chain([(0..pieces, wanted)])
    {
        let mut more = most.min(wanted - taken.len());
        for index in stretch {
            if more == 0 {
                break;
            }
            if !taken.contains(&index) && is_fit(file, index, &mut piece)? {
                taken.push(index);
                more -= 1;
            }
        }
    }
    if taken.len() < wanted {
        return Ok(None);
    }
    taken.sort_unstable();
    let mut bytes = Vec::with_capacity(wanted * PIECE);
    for index in taken {
        read_piece(file, index, &mut piece)?;
        bytes.extend_from_slice(&piece);
    }
    bytes.truncate(size);
    Ok(Some(bytes))
}

fn read_piece(file: &mut (impl Read + Seek), index: usize, piece: &mut [u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start((index * PIECE) as u64))?;
    file.read_exact(piece)
}

/// Whether no page of a piece is one word over and over.
fn is_fit(file: &mut (impl Read + Seek), index: usize, piece: &mut [u8]) -> io::Result<bool> {
    read_piece(file, index, piece)?;
    let same = |page: &[u8]| {
        let (words, _) = page.as_chunks::<8>();
        words.iter().all(|word| *word == words[0])
    };
    Ok(!piece.chunks(PAGE).any(same))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::{PAGE, PIECE, sample};

    /// A piece of that number, fit or with a page of zeros.
    fn piece(number: u8, fit: bool) -> Vec<u8> {
        let mut piece: Vec<u8> = (0..PIECE).map(|at| number.wrapping_add(at as u8)).collect();
        if !fit {
            piece[PAGE..2 * PAGE].fill(0);
        }
        piece
    }

    fn file(fit: &[bool]) -> Cursor<Vec<u8>> {
        let pieces = fit.iter().enumerate();
        Cursor::new(pieces.flat_map(|(at, fit)| piece(at as u8, *fit)).collect())
    }

    /// The numbers of the pieces of a sample.
    fn numbers(sample: &[u8]) -> Vec<u8> {
        sample.chunks(PIECE).map(|piece| piece[0]).collect()
    }

    #[test]
    fn it_is_spread_over_the_file_in_order() {
        let sampled = sample(&mut file(&[true; 12]), 3 * PIECE).unwrap().unwrap();
        assert_eq!(numbers(&sampled), [0, 4, 8]);
        let sampled = sample(&mut file(&[true; 12]), PIECE + 5).unwrap().unwrap();
        assert_eq!(sampled.len(), PIECE + 5);
        assert_eq!(numbers(&sampled), [0, 6]);
    }

    #[test]
    fn pieces_with_a_same_filled_page_are_passed_over() {
        let mut fit = [true; 8];
        fit[0] = false;
        fit[4..8].fill(false);
        let sampled = sample(&mut file(&fit), 2 * PIECE).unwrap().unwrap();
        assert_eq!(numbers(&sampled), [1, 2]);
    }

    #[test]
    fn too_little_is_nothing() {
        assert_eq!(sample(&mut file(&[true, false]), 2 * PIECE).unwrap(), None);
        assert_eq!(sample(&mut file(&[]), 1).unwrap(), None);
        assert_eq!(sample(&mut file(&[]), 0).unwrap(), Some(Vec::new()));
    }
}
