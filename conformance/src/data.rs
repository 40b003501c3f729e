//! The bytes that cases are made of, as cheap descriptors.

use corpora::{Image, Kind};

use crate::format::Missing;

/// The seed of every generated input.
const SEED: u64 = 0x0BEA_C0DE;

/// What is compressed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Data {
    /// So many bytes from a generator.
    Generated(Kind, usize),
    /// So many bytes, of which each 16 MiB are in turn text and noise.
    Stripes(usize),
    /// The first bytes of the C sources that come with `openzl-sys`.
    CSources(usize),
    /// The first bytes of a real file, by its id in the corpora's manifest.
    Real(String, usize),
    /// So many bytes of a program's memory, which differ from machine to machine.
    Image(Image, usize),
}

impl Data {
    /// How many bytes.
    pub fn size(&self) -> usize {
        match self {
            Self::Generated(_, size)
            | Self::Stripes(size)
            | Self::CSources(size)
            | Self::Real(_, size)
            | Self::Image(_, size) => *size,
        }
    }

    /// Its name, as names of cases have it.
    pub fn name(&self) -> &str {
        match self {
            Self::Generated(kind, _) => kind.name(),
            Self::Stripes(_) => "stripes",
            Self::CSources(_) => "c-sources",
            Self::Real(id, _) => id,
            Self::Image(image, _) => image.name(),
        }
    }

    /// The bytes.
    ///
    /// # Errors
    /// [`Missing`] when they come from a file that is not on this machine.
    pub fn bytes(&self) -> Result<Vec<u8>, Missing> {
        match self {
            Self::Generated(kind, size) => Ok(kind.generate(*size, SEED)),
            Self::Stripes(size) => Ok(stripes(*size)),
            Self::CSources(size) => {
                let sources = corpora::c_sources().ok_or_else(|| Missing {
                    what: "the C sources of openzl-sys in cargo's registry".to_owned(),
                    how_to_install: "cargo fetch".to_owned(),
                })?;
                Ok(repeated(&sources, *size))
            }
            Self::Real(id, size) => {
                let missing = || Missing {
                    what: format!("the real file {id}"),
                    how_to_install: "cargo run --release -- corpora fetch".to_owned(),
                };
                let files = corpora::available(&corpora::default_root());
                let file = files.into_iter().find(|file| file.id == *id);
                let mut bytes = file.ok_or_else(missing)?.read().map_err(|_| missing())?;
                bytes.truncate(*size);
                Ok(bytes)
            }
            Self::Image(image, size) => image.sample(*size).map_err(|error| Missing {
                what: error.to_string(),
                how_to_install: image.how_to_get().to_owned(),
            }),
        }
    }
}

/// Bytes of a stripe: a chunk of `segment_serial`.
const STRIPE: usize = 16 << 20;

/// Text and noise in turn.
fn stripes(size: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(size);
    for (index, start) in (0..size).step_by(STRIPE).enumerate() {
        let length = STRIPE.min(size - start);
        if index % 2 == 0 {
            // Some text again and again is made faster than so much text.
            let text = Kind::Text.generate(1 << 20, SEED + index as u64);
            bytes.extend(repeated(&text, length));
        } else {
            bytes.extend(Kind::Random.generate(length, SEED + index as u64));
        }
    }
    bytes
}

/// The first `size` bytes of `source`, again and again where it is shorter.
fn repeated(source: &[u8], size: usize) -> Vec<u8> {
    source.iter().copied().cycle().take(size).collect()
}
