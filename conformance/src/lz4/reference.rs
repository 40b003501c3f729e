//! The reference implementation.

use std::cell::RefCell;

use lz4_ffi::{FastContext, HighContext};

use super::Lz4;
use super::case::{Expected, Lz4Case, Method};
use crate::implementation::{Implementation, Role, Shape};
use crate::outcome::{Failure, Outcome};

thread_local! {
    static FAST: RefCell<FastContext> = RefCell::default();
    static HIGH: RefCell<HighContext> = RefCell::default();
}

/// liblz4, through `lz4-ffi`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ReferenceLz4;

fn compress(input: &[u8], call: impl FnOnce(&mut [u8]) -> Option<usize>) -> Outcome<Vec<u8>> {
    let Some(room) = lz4_ffi::bound(input.len()) else {
        return Outcome::Failed(Failure::new("the input is too large"));
    };
    let mut block = vec![0; room];
    match call(&mut block) {
        Some(size) => {
            block.truncate(size);
            Outcome::Done(block)
        }
        None => Outcome::Failed(Failure::new("liblz4 returns 0")),
    }
}

fn into_room(
    size: usize,
    call: impl FnOnce(&mut [u8]) -> Result<usize, lz4_ffi::Refusal>,
) -> Outcome<Vec<u8>> {
    let mut output = vec![0xa5; size];
    match call(&mut output) {
        Ok(size) => {
            output.truncate(size);
            Outcome::Done(output)
        }
        Err(code) => Outcome::Failed(Failure::new(format!("liblz4 returns {code}"))),
    }
}

fn decompressed(expected: &Expected, block: &[u8]) -> Outcome<Vec<u8>> {
    into_room(expected.size, |output| match &expected.dictionary {
        None => lz4_ffi::decompress(block, output),
        Some(dictionary) => lz4_ffi::decompress_with_dictionary(block, output, dictionary),
    })
}

fn partially_decompressed(expected: &Expected, block: &[u8]) -> Outcome<Vec<u8>> {
    if expected.dictionary.is_some() {
        return decompressed(expected, block);
    }
    into_room(expected.size, |output| {
        lz4_ffi::decompress_partial(block, output)
    })
}

impl Implementation<Lz4> for ReferenceLz4 {
    fn name(&self) -> &'static str {
        "liblz4"
    }

    fn role(&self) -> Role {
        Role::Reference
    }

    fn version(&self) -> String {
        lz4_ffi::version()
    }

    fn produce(&self, case: &Lz4Case, input: &Vec<u8>) -> Outcome<Vec<u8>> {
        let words = case.method.dictionary().unwrap_or_default();
        compress(input, |output| match case.method {
            Method::Fast { acceleration } => FAST.with_borrow_mut(|context| {
                context.compress(input, output, acceleration.cast_signed())
            }),
            Method::FastWithDictionary { acceleration, .. } => {
                lz4_ffi::compress_with_dictionary(&words, input, output, acceleration.cast_signed())
            }
            Method::High { level } => {
                HIGH.with_borrow_mut(|context| context.compress(input, output, level))
            }
            Method::HighWithDictionary { level, .. } => {
                lz4_ffi::compress_high_with_dictionary(&words, input, output, level)
            }
        })
    }

    fn consume(&self, expected: &Expected, block: &[u8]) -> Outcome<Vec<u8>> {
        decompressed(expected, block)
    }

    fn consume_shapes(&self) -> Vec<Shape<'_, Lz4>> {
        vec![
            Shape::new("into a slice", decompressed),
            Shape::new("in part", partially_decompressed),
        ]
    }
}
