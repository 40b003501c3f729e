//! The native implementation.

use std::io::Read;

use lz4::block::Malformed;
use lz4::frame::{DecodeError, Decoder, Limits, Options, Problem, Reader, compress, decompress};

use super::case::{FrameCase, FrameSettings};
use super::{Lz4Frame, OutputLimit};
use crate::implementation::{Implementation, Role, Shape};
use crate::outcome::{Failure, Outcome};

/// The crate `lz4` of this workspace.
#[derive(Clone, Copy, Debug, Default)]
pub struct NativeLz4Frame;

/// The kinds of failures in which the native side is stricter than liblz4, as
/// `docs/lz4.md` lists them, and why.
const STRICTER: [(&str, &str); 3] = [
    (
        "ZeroOffset",
        "liblz4 reads a match with offset 0, which the block format forbids, as whatever its copy finds",
    ),
    (
        "NoContent",
        "liblz4 takes an announced content size of 0 for none announced",
    ),
    (
        "DictionaryMissing",
        "liblz4 reads a frame that names a dictionary without one",
    ),
];

pub(super) fn stricter(kind: &str) -> Option<&'static str> {
    let listed = STRICTER.iter().find(|(name, _)| *name == kind);
    listed.map(|(_, why)| *why)
}

fn kind(problem: Problem) -> &'static str {
    match problem {
        Problem::Block(Malformed::ZeroOffset) => "ZeroOffset",
        Problem::ContentSize { declared: 0, .. } => "NoContent",
        Problem::DictionaryMissing { .. } => "DictionaryMissing",
        Problem::Truncated { .. } => "Truncated",
        Problem::Block(_) => "Block",
        _ => "Frame",
    }
}

fn options(settings: &FrameSettings, size: usize) -> Options {
    Options::DEFAULT
        .with_level(settings.level)
        .with_block_size(settings.block_size)
        .with_linked_blocks(settings.linked)
        .with_block_checksums(settings.block_checksums)
        .with_content_checksum(settings.content_checksum)
        .with_content_size(if settings.content_size {
            size as u64
        } else {
            0
        })
}

fn limits(limit: OutputLimit) -> Limits {
    Limits::DEFAULT.with_output_bytes(limit.0)
}

fn failure(error: &DecodeError) -> Failure {
    Failure::from_error(error)
        .kind(kind(error.problem))
        .at(error.position)
}

fn at_once(limit: OutputLimit, frame: &[u8]) -> Result<Vec<u8>, Failure> {
    decompress(frame, &limits(limit)).map_err(|error| failure(&error))
}

/// In pieces that have nothing to do with the fields.
fn in_pieces(limit: OutputLimit, frame: &[u8]) -> Result<Vec<u8>, Failure> {
    let mut decoder = Decoder::new(&limits(limit));
    let mut content = Vec::new();
    for mut piece in frame.chunks(7_919) {
        while let Some(block) = decoder
            .decode(&mut piece)
            .map_err(|error| failure(&error))?
        {
            content.extend_from_slice(block);
        }
    }
    decoder.finish().map_err(|error| failure(&error))?;
    Ok(content)
}

fn through_a_reader(limit: OutputLimit, frame: &[u8]) -> Result<Vec<u8>, Failure> {
    let mut content = Vec::new();
    let mut reader = Reader::new(frame, &limits(limit));
    match reader.read_to_end(&mut content) {
        Ok(_) => Ok(content),
        Err(error) => Err(error
            .get_ref()
            .and_then(|inner| inner.downcast_ref::<DecodeError>())
            .map_or_else(|| Failure::new(error.to_string()), failure)),
    }
}

impl Implementation<Lz4Frame> for NativeLz4Frame {
    fn name(&self) -> &'static str {
        "lz4"
    }

    fn role(&self) -> Role {
        Role::Native
    }

    fn version(&self) -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }

    fn produce(&self, case: &FrameCase, input: &Vec<u8>) -> Outcome<Vec<u8>> {
        Outcome::Done(compress(input, &options(&case.settings, input.len())))
    }

    fn consume(&self, limit: &OutputLimit, frame: &[u8]) -> Outcome<Vec<u8>> {
        at_once(*limit, frame).into()
    }

    fn consume_shapes(&self) -> Vec<Shape<'_, Lz4Frame>> {
        type Read = fn(OutputLimit, &[u8]) -> Result<Vec<u8>, Failure>;
        let shapes: [(&str, Read); 3] = [
            ("at once", at_once),
            ("in pieces", in_pieces),
            ("through a reader", through_a_reader),
        ];
        shapes
            .into_iter()
            .map(|(name, read)| {
                Shape::new(name, move |limit: &OutputLimit, frame: &[u8]| {
                    read(*limit, frame).into()
                })
            })
            .collect()
    }
}
