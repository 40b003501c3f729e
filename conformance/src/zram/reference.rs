//! The reference implementation: C's codecs, and zram's rules in plain words.

use lz4_ffi::{FastContext, HighContext};
use zram::{Codec, Kept};
use zstd_safe::{CCtx, CParameter, DCtx};

use super::case::{Layout, PagesCase};
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

/// Compresses pages with contexts that are used again.
enum Compressor {
    Fast(FastContext, u32),
    High(HighContext, i32),
    Zstd(CCtx<'static>),
}

impl Compressor {
    fn new(codec: Codec) -> Result<Self, Failure> {
        Ok(match codec {
            Codec::Lz4 { acceleration } => Self::Fast(FastContext::new(), acceleration),
            Codec::Lz4High { level } => Self::High(HighContext::new(), level),
            Codec::Zstd { level } => {
                let mut context = CCtx::create();
                context
                    .set_parameter(CParameter::CompressionLevel(level))
                    .map_err(zstd_error)?;
                Self::Zstd(context)
            }
            other => return Err(Failure::new(format!("no reference has {other}"))),
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
            Self::Zstd(context) => context.compress2(output, page).map_err(zstd_error),
        }
    }
}

fn encode(layout: Layout, input: &[u8]) -> Result<Vec<u8>, Failure> {
    let size = layout.page_size.bytes();
    let mut compressor = Compressor::new(layout.codec)?;
    let mut output = vec![0; compressor.bound(size)];
    let mut pages = Vec::new();
    for page in input.chunks(size) {
        let kept = if let Some(word) = same_word(page) {
            Kept::Same(word)
        } else {
            let block = compressor.compress(page, &mut output)?;
            // What saves less than an eighth is not worth it.
            if block < size / 8 * 7 {
                Kept::Block(&output[..block])
            } else {
                Kept::Raw(page)
            }
        };
        frame::put(&mut pages, kept);
    }
    Ok(pages)
}

fn decode_block(layout: Layout, block: &[u8], page: &mut [u8]) -> Result<usize, Failure> {
    match layout.codec {
        Codec::Zstd { .. } => {
            // One frame to a page; the library would take several.
            let frame = zstd_safe::find_frame_compressed_size(block).map_err(zstd_error)?;
            if frame != block.len() {
                return Err(Failure::new("bytes after the frame").kind("libzstd"));
            }
            DCtx::create().decompress(page, block).map_err(zstd_error)
        }
        _ => lz4_ffi::decompress(block, page)
            .map_err(|code| Failure::new(format!("liblz4 returns {code}"))),
    }
}

fn decode(layout: Layout, mut pages: &[u8]) -> Result<Vec<u8>, Failure> {
    let size = layout.page_size.bytes();
    let mut output = Vec::new();
    while !pages.is_empty() {
        let kept = frame::take(&mut pages).ok_or_else(|| Failure::new("no page"))?;
        let start = output.len();
        output.resize(start + size, 0);
        let page = &mut output[start..];
        match kept {
            Kept::Same(word) => {
                for target in page.as_chunks_mut().0 {
                    *target = word.to_le_bytes();
                }
            }
            Kept::Raw(bytes) if bytes.len() == size => page.copy_from_slice(bytes),
            Kept::Raw(_) => return Err(Failure::new("no page")),
            Kept::Block(block) => {
                if decode_block(layout, block, page)? != size {
                    return Err(Failure::new("less than a page"));
                }
            }
        }
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
        encode(case.layout, input).into()
    }

    fn consume(&self, layout: &Layout, pages: &[u8]) -> Outcome<Vec<u8>> {
        decode(*layout, pages).into()
    }
}
