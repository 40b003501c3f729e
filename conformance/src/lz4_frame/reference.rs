//! The reference implementation.

use lz4_ffi::{FrameError, FrameOptions, compress_frame, decompress_frame};

use super::case::FrameCase;
use super::{Lz4Frame, OutputLimit};
use crate::implementation::{Implementation, Role};
use crate::outcome::{Failure, Outcome};

/// liblz4, through `lz4-ffi`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReferenceLz4Frame;

fn outcome<T>(result: Result<T, FrameError>) -> Outcome<T> {
    result.map_err(|error| Failure::from_error(&error)).into()
}

/// All frames, as the `lz4` command reads them: one after the other, and at
/// least one.
fn decompress(limit: OutputLimit, frames: &[u8]) -> Result<Vec<u8>, FrameError> {
    let mut content = Vec::new();
    let mut rest = frames;
    loop {
        let left = usize::try_from(limit.0).unwrap_or(usize::MAX) - content.len();
        let (more, size) = decompress_frame(rest, &[], left)?;
        content.extend(more);
        rest = &rest[size..];
        if rest.is_empty() {
            return Ok(content);
        }
    }
}

impl Implementation<Lz4Frame> for ReferenceLz4Frame {
    fn name(&self) -> &'static str {
        "liblz4"
    }

    fn role(&self) -> Role {
        Role::Reference
    }

    fn version(&self) -> String {
        lz4_ffi::version()
    }

    fn produce(&self, case: &FrameCase, input: &Vec<u8>) -> Outcome<Vec<u8>> {
        let settings = &case.settings;
        outcome(compress_frame(
            input,
            &FrameOptions {
                block_size_id: settings.block_size.code().into(),
                independent: !settings.linked,
                content_checksum: settings.content_checksum,
                block_checksum: settings.block_checksums,
                content_size: if settings.content_size {
                    input.len() as u64
                } else {
                    0
                },
                dictionary_id: 0,
                level: settings.level,
            },
        ))
    }

    fn consume(&self, limit: &OutputLimit, frame: &[u8]) -> Outcome<Vec<u8>> {
        outcome(decompress(*limit, frame))
    }
}
