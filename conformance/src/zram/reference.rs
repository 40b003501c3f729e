//! The reference implementation: C's codecs, and zram's rules in plain words.

use lz4_ffi::{FastContext, FastStream, HighContext, HighStream};
use zram::{Codec, Encoded, Kept};
use zstd_safe::{CCtx, CParameter, DCtx};

use super::case::{Layout, PagesCase};
use super::dictionary::Origin;
use super::{Zram, frame};
use crate::implementation::{Implementation, Role};
use crate::outcome::{Failure, Outcome};

/// liblz4 and libzstd, through `lz4-ffi` and `zstd-safe`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReferenceZram;

impl ReferenceZram {
    /// The versions of both libraries, as they state them.
    #[must_use]
    pub fn versions() -> String {
        let zstd = zstd_safe::version_number();
        format!(
            "{}+{}.{}.{}",
            lz4_ffi::version(),
            zstd / 10_000,
            zstd / 100 % 100,
            zstd % 100
        )
    }
}

/// The word that a page consists of, if it is one.
fn same_word(page: &[u8]) -> Option<u64> {
    let (words, _) = page.as_chunks::<8>();
    let first = words.first()?;
    let same = words.iter().all(|word| word == first);
    same.then(|| u64::from_le_bytes(*first))
}

fn zstd_error(code: usize) -> Failure {
    Failure::new(zstd_safe::get_error_name(code)).kind("libzstd")
}

/// Keeps pages as native does, by C's codecs, with contexts that are used
/// again.
pub struct ReferenceEncoder {
    codec: Context,
    page_size: usize,
}

enum Context {
    Fast(FastContext, u32),
    High(HighContext, i32),
    /// Each page is the first block of a stream after the dictionary.
    FastAfter(&'static [u8], u32),
    HighAfter(&'static [u8], i32),
    Zstd(CCtx<'static>),
}

impl std::fmt::Debug for ReferenceEncoder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReferenceEncoder")
            .field("page_size", &self.page_size)
            .finish_non_exhaustive()
    }
}

impl ReferenceEncoder {
    /// An encoder for pages of that layout.
    ///
    /// # Errors
    /// The reference's, or that it has no such codec: nobody but native writes
    /// turbo blocks.
    pub fn new(layout: Layout) -> Result<Self, Failure> {
        Ok(Self {
            codec: Context::new(layout)?,
            page_size: layout.page_size.bytes(),
        })
    }

    /// Room for the block of a page, in bytes.
    #[must_use]
    pub fn room(&self) -> usize {
        self.codec.bound(self.page_size)
    }

    /// Says how to keep `page`; a block is in the front of `output` then, which
    /// is of [`room`](Self::room) bytes.
    ///
    /// # Errors
    /// The reference's.
    pub fn encode(&mut self, page: &[u8], output: &mut [u8]) -> Result<Encoded, Failure> {
        if let Some(word) = same_word(page) {
            return Ok(Encoded::Same(word));
        }
        let size = self.codec.compress(page, output)?;
        // What saves less than an eighth is not worth it.
        Ok(if size < self.page_size / 8 * 7 {
            Encoded::Block { size }
        } else {
            Encoded::Raw
        })
    }
}

impl Context {
    fn new(layout: Layout) -> Result<Self, Failure> {
        let dictionary = layout.dictionary.map(Origin::bytes);
        Ok(match (layout.codec, dictionary) {
            (Codec::Lz4 { acceleration }, None) => Self::Fast(FastContext::new(), acceleration),
            (Codec::Lz4 { acceleration }, Some(bytes)) => Self::FastAfter(bytes, acceleration),
            (Codec::Lz4High { level }, None) => Self::High(HighContext::new(), level),
            (Codec::Lz4High { level }, Some(bytes)) => Self::HighAfter(bytes, level),
            (Codec::Zstd { level }, dictionary) => {
                let mut context = CCtx::create();
                context
                    .set_parameter(CParameter::CompressionLevel(level))
                    .map_err(zstd_error)?;
                if let Some(bytes) = dictionary {
                    context.load_dictionary(bytes).map_err(zstd_error)?;
                }
                Self::Zstd(context)
            }
            (other, _) => return Err(Failure::new(format!("no reference has {other}"))),
        })
    }

    fn bound(&self, page: usize) -> usize {
        match self {
            Self::Zstd(_) => zstd_safe::compress_bound(page),
            _ => lz4_ffi::bound(page).unwrap_or_default(),
        }
    }

    fn compress(&mut self, page: &[u8], output: &mut [u8]) -> Result<usize, Failure> {
        let nothing = || Failure::new("liblz4 returns 0");
        match self {
            Self::Fast(context, acceleration) => context
                .compress(page, output, acceleration.cast_signed())
                .ok_or_else(nothing),
            Self::High(context, level) => {
                context.compress(page, output, *level).ok_or_else(nothing)
            }
            Self::FastAfter(dictionary, acceleration) => {
                let mut stream = FastStream::new();
                stream.load_dictionary_slow(dictionary);
                stream
                    .compress(page, output, acceleration.cast_signed())
                    .ok_or_else(nothing)
            }
            Self::HighAfter(dictionary, level) => {
                let mut history = HighStream::new(*level);
                history.load_dictionary(dictionary);
                let mut stream = HighStream::new(*level);
                stream.attach(&history);
                stream.compress(page, output).ok_or_else(nothing)
            }
            Self::Zstd(context) => context.compress2(output, page).map_err(zstd_error),
        }
    }
}

fn encode(layout: Layout, input: &[u8]) -> Result<Vec<u8>, Failure> {
    let mut encoder = ReferenceEncoder::new(layout)?;
    let mut output = vec![0; encoder.room()];
    let mut pages = Vec::new();
    for page in input.chunks(layout.page_size.bytes()) {
        let made = encoder.encode(page, &mut output)?;
        frame::put(&mut pages, made.kept(page, &output));
    }
    Ok(pages)
}

/// Makes pages of what was kept, by C's codecs, with a context that is used
/// again.
pub struct ReferenceDecoder {
    zstd: Option<DCtx<'static>>,
    dictionary: &'static [u8],
}

impl std::fmt::Debug for ReferenceDecoder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReferenceDecoder").finish_non_exhaustive()
    }
}

impl ReferenceDecoder {
    /// A decoder for pages of that layout.
    ///
    /// # Panics
    /// When libzstd does not take a dictionary of ours.
    #[must_use]
    pub fn new(layout: Layout) -> Self {
        let dictionary = layout.dictionary.map_or(&[][..], Origin::bytes);
        let zstd = || {
            let mut context = DCtx::create();
            if !dictionary.is_empty() {
                let loaded = context.load_dictionary(dictionary);
                loaded.map_err(zstd_error).expect("a dictionary");
            }
            context
        };
        Self {
            zstd: matches!(layout.codec, Codec::Zstd { .. }).then(zstd),
            dictionary,
        }
    }

    /// Makes `page` of what was kept of it.
    ///
    /// # Errors
    /// The reference's, and that it is not a page.
    pub fn decode(&mut self, kept: Kept<'_>, page: &mut [u8]) -> Result<(), Failure> {
        match kept {
            Kept::Same(word) => {
                for target in page.as_chunks_mut().0 {
                    *target = word.to_le_bytes();
                }
            }
            Kept::Raw(bytes) if bytes.len() == page.len() => page.copy_from_slice(bytes),
            Kept::Raw(_) => return Err(Failure::new("no page")),
            Kept::Block(block) => {
                if self.block(block, page)? != page.len() {
                    return Err(Failure::new("less than a page"));
                }
            }
        }
        Ok(())
    }

    fn block(&mut self, block: &[u8], page: &mut [u8]) -> Result<usize, Failure> {
        let Some(zstd) = &mut self.zstd else {
            return lz4_ffi::decompress_with_dictionary(block, page, self.dictionary)
                .map_err(|code| Failure::new(format!("liblz4 returns {code}")));
        };
        // One frame to a page; the library would take several.
        let frame = zstd_safe::find_frame_compressed_size(block).map_err(zstd_error)?;
        if frame != block.len() {
            return Err(Failure::new("bytes after the frame").kind("libzstd"));
        }
        zstd.decompress(page, block).map_err(zstd_error)
    }
}

fn decode(layout: Layout, mut pages: &[u8]) -> Result<Vec<u8>, Failure> {
    let size = layout.page_size.bytes();
    let mut decoder = ReferenceDecoder::new(layout);
    let mut output = Vec::new();
    while !pages.is_empty() {
        let kept = frame::take(&mut pages).ok_or_else(|| Failure::new("no page"))?;
        let start = output.len();
        output.resize(start + size, 0);
        decoder.decode(kept, &mut output[start..])?;
    }
    Ok(output)
}

impl Implementation<Zram> for ReferenceZram {
    fn name(&self) -> &'static str {
        "liblz4+libzstd"
    }

    fn role(&self) -> Role {
        Role::Reference
    }

    fn version(&self) -> String {
        Self::versions()
    }

    fn produce(&self, case: &PagesCase, input: &Vec<u8>) -> Outcome<Vec<u8>> {
        if case.layout.codec == Codec::Lz4Turbo {
            return Outcome::Lacks;
        }
        encode(case.layout, input).into()
    }

    fn consume(&self, layout: &Layout, pages: &[u8]) -> Outcome<Vec<u8>> {
        decode(*layout, pages).into()
    }
}
