//! The native implementation.

use zram::batch::Batch;
use zram::{BlockError, Codec, Decoder, Dictionary, Encoder, Error, Settings};

use super::case::{Layout, PagesCase};
use super::{Zram, frame};
use crate::implementation::{Implementation, Role, Shape};
use crate::outcome::{Failure, Outcome};
use crate::{lz4, zstd};

/// The crate `zram` of this workspace.
#[derive(Clone, Copy, Debug, Default)]
pub struct NativeZram;

pub(crate) fn stricter(kind: &str) -> Option<&'static str> {
    zstd::stricter(kind).or_else(|| lz4::stricter(kind))
}

/// The name under which the suite knows an error.
pub(crate) fn kind(error: &Error) -> &'static str {
    match error {
        Error::Corrupt(source) | Error::BlockTooLong { source, .. } => match source {
            BlockError::Zstd(error) => zstd::kind(error),
            BlockError::Lz4(error) => lz4::kind(error.problem),
            _ => "Block",
        },
        _ => "Page",
    }
}

fn failure(error: &Error) -> Failure {
    Failure::from_error(error).kind(kind(error))
}

/// The native settings of a layout.
pub(super) fn settings(layout: Layout) -> Result<Settings, Error> {
    let settings = Settings::new(layout.codec, layout.page_size);
    Ok(match layout.dictionary {
        None => settings,
        Some(origin) => settings.with_dictionary(Dictionary::new(layout.codec, origin.bytes())?),
    })
}

fn encode(layout: Layout, input: &[u8]) -> Result<Vec<u8>, Error> {
    let mut encoder = Encoder::with(&settings(layout)?)?;
    let mut output = vec![0; encoder.room()];
    let mut pages = Vec::new();
    for page in input.chunks(layout.page_size.bytes()) {
        let made = encoder.encode(page, &mut output)?;
        frame::put(&mut pages, made.kept(page, &output));
    }
    Ok(pages)
}

/// By all workers. `None`: some page could not be encoded.
fn encode_in_batch(layout: Layout, input: &[u8]) -> Option<Vec<u8>> {
    let batch = Batch::new(&settings(layout).ok()?).ok()?;
    let pages: Vec<_> = input.chunks(layout.page_size.bytes()).collect();
    let encoded = batch.encode_all(&pages);
    let mut written = Vec::new();
    for kept in encoded.iter() {
        frame::put(&mut written, kept.ok()?);
    }
    Some(written)
}

fn decode(layout: Layout, mut pages: &[u8]) -> Result<Vec<u8>, Failure> {
    let mut decoder = settings(layout)
        .and_then(|settings| Decoder::with(&settings))
        .map_err(|error| failure(&error))?;
    let size = layout.page_size.bytes();
    let mut output = Vec::new();
    while !pages.is_empty() {
        let kept = frame::take(&mut pages)
            .ok_or_else(|| Failure::new("no page is kept like that").kind("Frame"))?;
        let start = output.len();
        output.resize(start + size, 0xa5);
        decoder
            .decode(kept, &mut output[start..])
            .map_err(|error| failure(&error))?;
    }
    Ok(output)
}

fn decode_in_batch(layout: Layout, mut pages: &[u8]) -> Result<Vec<u8>, Failure> {
    let mut kept = Vec::new();
    while !pages.is_empty() {
        kept.push(
            frame::take(&mut pages)
                .ok_or_else(|| Failure::new("no page is kept like that").kind("Frame"))?,
        );
    }
    let batch = settings(layout)
        .and_then(|settings| Batch::new(&settings))
        .map_err(|error| failure(&error))?;
    let mut output = vec![0xa5; kept.len() * layout.page_size.bytes()];
    let results = batch
        .decode_all(&kept, &mut output)
        .map_err(|error| failure(&error))?;
    match results.into_iter().find_map(Result::err) {
        Some(error) => Err(failure(&error)),
        None => Ok(output),
    }
}

/// Whether an encoder for each worker is soon made.
const fn is_quick(codec: Codec) -> bool {
    matches!(
        codec,
        Codec::Lz4 { .. } | Codec::Lz4Turbo | Codec::Lz4High { .. }
    )
}

impl Implementation<Zram> for NativeZram {
    fn name(&self) -> &'static str {
        "zram"
    }

    fn role(&self) -> Role {
        Role::Native
    }

    fn version(&self) -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }

    fn produce(&self, case: &PagesCase, input: &Vec<u8>) -> Outcome<Vec<u8>> {
        let one_by_one = encode(case.layout, input);
        if let Ok(pages) = &one_by_one
            && is_quick(case.layout.codec)
            && encode_in_batch(case.layout, input).as_ref() != Some(pages)
        {
            return Outcome::Failed(Failure::new("a batch keeps pages otherwise"));
        }
        one_by_one.map_err(|error| failure(&error)).into()
    }

    fn consume(&self, layout: &Layout, pages: &[u8]) -> Outcome<Vec<u8>> {
        decode(*layout, pages).into()
    }

    fn consume_shapes(&self) -> Vec<Shape<'_, Zram>> {
        vec![
            Shape::new("page by page", |layout: &Layout, pages: &[u8]| {
                decode(*layout, pages).into()
            }),
            Shape::new("in a batch", |layout: &Layout, pages: &[u8]| {
                decode_in_batch(*layout, pages).into()
            }),
        ]
    }
}
