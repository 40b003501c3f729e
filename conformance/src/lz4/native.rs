//! The native implementation.

use std::cell::RefCell;

use lz4::block::{
    CompressError, DecodeError, Dictionary, FastCompressor, HighCompressor, Malformed, bound,
    decompress, decompress_after, decompress_partial, decompress_with_dictionary,
};

use super::Lz4;
use super::case::{Expected, Lz4Case, Method};
use crate::implementation::{Implementation, Role, Shape};
use crate::outcome::{Failure, Outcome};

thread_local! {
    static FAST: RefCell<FastCompressor> = RefCell::default();
    static HIGH: RefCell<HighCompressor> = RefCell::default();
}

/// The crate `lz4` of this workspace.
#[derive(Clone, Copy, Debug, Default)]
pub struct NativeLz4;

/// The kind of failure in which the native side is stricter than liblz4, as
/// `docs/lz4.md` lists it, and why.
const STRICTER: (&str, &str) = (
    "ZeroOffset",
    "liblz4 reads a match with offset 0, which the block format forbids, as whatever its copy finds",
);

pub(crate) fn stricter(kind: &str) -> Option<&'static str> {
    (kind == STRICTER.0).then_some(STRICTER.1)
}

pub(crate) fn kind(problem: Malformed) -> &'static str {
    match problem {
        Malformed::Empty => "Empty",
        Malformed::UnfinishedLength => "UnfinishedLength",
        Malformed::Literals { .. } => "Literals",
        Malformed::Offset { .. } => "Offset",
        Malformed::ZeroOffset => "ZeroOffset",
        Malformed::Match { .. } => "Match",
        _ => "Malformed",
    }
}

fn written(result: Result<Vec<u8>, CompressError>) -> Outcome<Vec<u8>> {
    result
        .map_err(|error| Failure::from_error(&error).kind("Compress"))
        .into()
}

fn read(result: Result<Vec<u8>, DecodeError>) -> Outcome<Vec<u8>> {
    result
        .map_err(|error| {
            Failure::from_error(&error)
                .kind(kind(error.problem))
                .at(error.position as u64)
        })
        .into()
}

/// Compresses into as much room as there may have to be, and into just enough.
fn compress(
    input: &[u8],
    mut call: impl FnMut(&mut [u8]) -> Result<usize, CompressError>,
) -> Result<Vec<u8>, CompressError> {
    let room = bound(input.len()).ok_or(CompressError::InputTooLarge { size: input.len() })?;
    let mut block = vec![0; room];
    let size = call(&mut block)?;
    block.truncate(size);
    Ok(block)
}

/// Decompresses by `call` into room of `size` bytes and of `more` bytes.
fn into_room(
    size: usize,
    call: impl FnOnce(&mut [u8]) -> Result<usize, DecodeError>,
) -> Result<Vec<u8>, DecodeError> {
    let mut output = vec![0xa5; size];
    let size = call(&mut output)?;
    output.truncate(size);
    Ok(output)
}

fn decompressed(expected: &Expected, block: &[u8]) -> Result<Vec<u8>, DecodeError> {
    into_room(expected.size, |output| match &expected.dictionary {
        None => decompress(block, output),
        Some(dictionary) => decompress_with_dictionary(block, output, dictionary),
    })
}

/// With the dictionary, or some bytes, right before the output.
fn decompressed_after(expected: &Expected, block: &[u8]) -> Result<Vec<u8>, DecodeError> {
    let history = expected.dictionary.as_deref().unwrap_or(b"in front");
    let mut buffer = history.to_vec();
    buffer.resize(history.len() + expected.size, 0xa5);
    let size = decompress_after(block, &mut buffer, history.len())?;
    Ok(buffer[history.len()..history.len() + size].to_vec())
}

/// In two steps: half of it, then all of it.
fn partially_decompressed(expected: &Expected, block: &[u8]) -> Result<Vec<u8>, DecodeError> {
    if expected.dictionary.is_some() {
        return decompressed(expected, block);
    }
    let half = into_room(expected.size / 2, |output| {
        decompress_partial(block, output)
    })?;
    let whole = into_room(expected.size, |output| decompress_partial(block, output))?;
    if whole.starts_with(&half) {
        Ok(whole)
    } else {
        Ok(half)
    }
}

/// Into more room than it needs.
fn roomily_decompressed(expected: &Expected, block: &[u8]) -> Result<Vec<u8>, DecodeError> {
    let roomy = Expected {
        size: expected.size + 100,
        dictionary: expected.dictionary.clone(),
    };
    decompressed(&roomy, block)
}

impl Implementation<Lz4> for NativeLz4 {
    fn name(&self) -> &'static str {
        "lz4"
    }

    fn role(&self) -> Role {
        Role::Native
    }

    fn version(&self) -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }

    fn produce(&self, case: &Lz4Case, input: &Vec<u8>) -> Outcome<Vec<u8>> {
        let words = case.method.dictionary().unwrap_or_default();
        let block = compress(input, |output| match case.method {
            Method::Fast { acceleration } => {
                FAST.with_borrow_mut(|compressor| compressor.compress(input, output, acceleration))
            }
            Method::FastWithDictionary { acceleration, .. } => {
                let dictionary = Dictionary::new(&words);
                FAST.with_borrow_mut(|compressor| {
                    compressor.compress_with_dictionary(&dictionary, input, output, acceleration)
                })
            }
            Method::High { level } => {
                HIGH.with_borrow_mut(|compressor| compressor.compress(input, output, level))
            }
            Method::HighWithDictionary { level, .. } => HIGH.with_borrow_mut(|compressor| {
                compressor.compress_with_dictionary(&words, input, output, level)
            }),
        });
        written(block)
    }

    fn consume(&self, expected: &Expected, block: &[u8]) -> Outcome<Vec<u8>> {
        read(decompressed(expected, block))
    }

    fn consume_shapes(&self) -> Vec<Shape<'_, Lz4>> {
        type Read = fn(&Expected, &[u8]) -> Result<Vec<u8>, DecodeError>;
        let shapes: [(&str, Read); 4] = [
            ("into a slice", decompressed),
            ("after what came before", decompressed_after),
            ("in part", partially_decompressed),
            ("into a longer slice", roomily_decompressed),
        ];
        shapes
            .into_iter()
            .map(|(name, call)| {
                Shape::new(name, move |expected: &Expected, block: &[u8]| {
                    read(call(expected, block))
                })
            })
            .collect()
    }
}
