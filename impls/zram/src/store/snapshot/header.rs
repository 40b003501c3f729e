//! The header: what the snapshot's store was.

use std::io::{Read, Write};
use std::string::{String, ToString as _};
use std::vec::Vec;

use super::error::Part;
use super::{MAGIC, SnapshotError, hash};
use crate::store::Options;
use crate::store::options::CODECS;
use crate::{Codec, PageSize, Settings};

/// What a snapshot says of the store that it was made of.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SnapshotHeader {
    /// The page size.
    pub page_size: PageSize,
    /// What the store offered, in bytes.
    pub size: u64,
    /// Its codecs, that for new pages first.
    pub codecs: Vec<SnapshotCodec>,
}

/// A codec of a snapshot's store.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct SnapshotCodec {
    /// The codec.
    pub codec: Codec,
    /// XXH3 of the dictionary's bytes, if it has one.
    pub dictionary: Option<u64>,
}

impl SnapshotCodec {
    fn of(settings: &Settings) -> Self {
        Self {
            codec: settings.codec(),
            // 0 says that there is none.
            dictionary: settings
                .dictionary()
                .map(|dictionary| hash(dictionary.bytes()).max(1)),
        }
    }

    /// Whether blocks that this one wrote are read by `settings`.
    fn is_read_by(self, settings: &Settings) -> bool {
        let other = Self::of(settings);
        self.codec.reads_alike(other.codec) && self.dictionary == other.dictionary
    }
}

impl SnapshotHeader {
    pub(super) fn of(options: &Options) -> Self {
        Self {
            page_size: options.page_size(),
            size: options.size(),
            codecs: options.codecs().iter().map(SnapshotCodec::of).collect(),
        }
    }

    /// Reads the header of a snapshot.
    ///
    /// # Errors
    ///
    /// [`SnapshotError::Io`], [`SnapshotError::NotASnapshot`],
    /// [`SnapshotError::Damaged`], [`SnapshotError::Malformed`].
    pub fn read(input: &mut impl Read) -> Result<Self, SnapshotError> {
        let malformed = |what| SnapshotError::Malformed {
            part: Part::Header,
            what,
        };
        let mut bytes = Vec::new();
        let magic: [u8; 8] = take(input, &mut bytes)?;
        if magic != MAGIC {
            return Err(SnapshotError::NotASnapshot);
        }
        let [log2, count, reserved @ ..]: [u8; 4] = take(input, &mut bytes)?;
        let size = u64::from_le_bytes(take(input, &mut bytes)?);
        let mut names = Vec::new();
        if count == 0 || usize::from(count) > CODECS {
            return Err(malformed("a number of codecs that no store has"));
        }
        for _ in 0..count {
            let [length] = take(input, &mut bytes)?;
            let mut name = Vec::new();
            for _ in 0..length {
                let [byte] = take(input, &mut bytes)?;
                name.push(byte);
            }
            let dictionary = u64::from_le_bytes(take(input, &mut bytes)?);
            names.push((name, dictionary));
        }
        let actual = hash(&bytes);
        let expected = u64::from_le_bytes(take(input, &mut bytes)?);
        if actual != expected {
            return Err(SnapshotError::Damaged {
                part: Part::Header,
                expected,
                actual,
            });
        }
        let page_size = PageSize::ALL
            .into_iter()
            .find(|size| size.log2() == log2)
            .ok_or_else(|| malformed("a page size that there is not"))?;
        if reserved != [0, 0] {
            return Err(malformed("reserved bytes that are not 0"));
        }
        let codecs = names.into_iter().map(|(name, dictionary)| {
            let name = String::from_utf8(name).ok();
            let codec = name.and_then(|name| name.parse().ok());
            Ok(SnapshotCodec {
                codec: codec.ok_or_else(|| malformed("a codec that there is not"))?,
                dictionary: (dictionary != 0).then_some(dictionary),
            })
        });
        Ok(Self {
            page_size,
            size,
            codecs: codecs.collect::<Result<_, SnapshotError>>()?,
        })
    }

    pub(super) fn write(&self, output: &mut (impl Write + ?Sized)) -> Result<(), SnapshotError> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([self.page_size.log2(), self.codecs.len() as u8, 0, 0]);
        bytes.extend(self.size.to_le_bytes());
        for codec in &self.codecs {
            let name = codec.codec.to_string();
            bytes.push(name.len() as u8);
            bytes.extend(name.as_bytes());
            bytes.extend(codec.dictionary.unwrap_or(0).to_le_bytes());
        }
        bytes.extend(hash(&bytes).to_le_bytes());
        Ok(output.write_all(&bytes)?)
    }

    /// Options for a store like the one that was saved, as far as the snapshot
    /// tells: without dictionaries, and without limit, checksums or sharing.
    ///
    /// The size is what the snapshot says, up to
    /// [`MAX_PAGES`](crate::store::MAX_PAGES), and a store takes its part for
    /// that from the start: look at [`size`](Self::size) first, or set a limit,
    /// where a snapshot comes from others.
    pub fn options(&self) -> Options {
        let mut settings = self
            .codecs
            .iter()
            .map(|codec| Settings::new(codec.codec, self.page_size));
        let first = settings
            .next()
            .unwrap_or_else(|| Settings::new(Codec::LZ4, self.page_size));
        settings.fold(Options::new(first, self.size), Options::with_heavier)
    }

    /// For every codec of the snapshot, the one of the store that reads its
    /// blocks.
    pub(super) fn readers(&self, options: &Options) -> Result<Vec<u8>, SnapshotError> {
        let reader = |codec: &SnapshotCodec| {
            let settings = options.codecs();
            // The very same one, if there is: pages know how far they are.
            let same = |settings: &Settings| SnapshotCodec::of(settings) == *codec;
            let index = settings
                .iter()
                .position(same)
                .or_else(|| settings.iter().position(|other| codec.is_read_by(other)));
            index.map(|index| index as u8).ok_or_else(|| {
                let with = codec.dictionary.map_or("", |_| " with a dictionary");
                SnapshotError::CodecMissing {
                    codec: std::format!("{}{with}", codec.codec),
                }
            })
        };
        self.codecs.iter().map(reader).collect()
    }
}

/// Reads `N` bytes, and keeps them for the hash.
fn take<const N: usize>(
    input: &mut impl Read,
    bytes: &mut Vec<u8>,
) -> Result<[u8; N], SnapshotError> {
    let mut taken = [0; N];
    input.read_exact(&mut taken)?;
    bytes.extend(taken);
    Ok(taken)
}
