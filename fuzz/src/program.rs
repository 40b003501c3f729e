//! Inputs written by a small program.
//!
//! A fuzzer that writes an input byte by byte makes short ones, and noise.
//! Here its bytes are instructions, each a few bytes: literals, runs, copies
//! of what is already there, counters, noise, words, records. A few
//! mutations then reach the forms of data that codecs decide on.

use arbitrary::{Result, Unstructured};

/// Words for text-like stretches.
const WORDS: [&[u8]; 16] = [
    b"the ", b"touch", b"stone ", b"of ", b"gold", b"en ", b"and ", b"a ", b"streak", b"s ",
    b"assay", b"er ", b"is ", b"to ", b"silver", b".\n",
];

/// A generator of noise: xorshift, which is all that noise needs.
struct Noise(u64);

impl Noise {
    fn new(seed: u16) -> Self {
        Self(0x9e37_79b9_7f4a_7c15 ^ (u64::from(seed) << 17 | 1))
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// The sum of all bytes of a fuzzer's input.
///
/// A large case takes a sum that agrees: whatever a fuzzer makes of one is then
/// mostly a small one. It would otherwise come to dwell on the large ones, which
/// always show it something new.
pub(crate) fn draw(data: &[u8]) -> u8 {
    data.iter().fold(0_u8, |sum, &byte| sum.wrapping_add(byte))
}

/// Runs the program that `source` holds until it ends or has written `limit`
/// bytes. `scale` doubles every length that many times.
pub(crate) fn run(source: &mut Unstructured<'_>, limit: usize, scale: u32) -> Result<Vec<u8>> {
    let mut output = Vec::new();
    while !source.is_empty() && output.len() < limit {
        step(source, &mut output, limit, scale)?;
    }
    output.truncate(limit);
    Ok(output)
}

fn step(
    source: &mut Unstructured<'_>,
    output: &mut Vec<u8>,
    limit: usize,
    scale: u32,
) -> Result<()> {
    let opcode: u8 = source.arbitrary()?;
    // The high bits are a short length, so that an instruction without
    // further operands says something already.
    let short = usize::from(opcode >> 3) + 1;
    let room = limit - output.len();
    let long = |source: &mut Unstructured<'_>| -> Result<usize> {
        let more: u8 = source.arbitrary()?;
        Ok(((short + usize::from(more)) << scale).min(room))
    };
    match opcode & 7 {
        0 => {
            let count = short.min(source.len()).min(room);
            output.extend_from_slice(source.bytes(count)?);
        }
        1 => {
            let value = source.arbitrary()?;
            let count = long(source)?;
            output.resize(output.len() + count, value);
        }
        2 => {
            let distance = 1 + usize::from(source.arbitrary::<u16>()?);
            let count = long(source)?;
            copy(output, distance, count);
        }
        3 => {
            let width = 1 << (short & 3);
            let first: u16 = source.arbitrary()?;
            let increment: i8 = source.arbitrary()?;
            let count = long(source)?;
            counter(output, width, first, increment, count);
        }
        4 => {
            let mut noise = Noise::new(source.arbitrary()?);
            let count = long(source)?;
            output.extend((0..count).map(|_| noise.next() as u8));
        }
        5 => {
            // Noise over a small alphabet: literals that entropy coding
            // shortens and matching does not.
            let mut noise = Noise::new(source.arbitrary()?);
            let mask: u8 = source.arbitrary()?;
            let count = long(source)?;
            output.extend((0..count).map(|_| {
                let draw = noise.next();
                (draw & draw >> 8) as u8 & mask
            }));
        }
        6 => {
            let mut noise = Noise::new(source.arbitrary()?);
            let end = output.len() + long(source)?;
            while output.len() < end {
                output.extend_from_slice(WORDS[noise.next() as usize % WORDS.len()]);
            }
            output.truncate(end);
        }
        _ => {
            // Records: the last bytes again and again, one of them changing.
            let width = short.min(output.len()).max(1);
            let changing: u8 = source.arbitrary()?;
            let count = long(source)?;
            for index in 0..count {
                copy(output, width, 1);
                if index % width == usize::from(changing) % width {
                    let last = output.len() - 1;
                    output[last] = output[last].wrapping_add(changing);
                }
            }
        }
    }
    Ok(())
}

/// Appends `count` bytes from `distance` behind the end, as far as there are
/// any; the copy may run into what it writes.
fn copy(output: &mut Vec<u8>, distance: usize, count: usize) {
    if output.is_empty() {
        output.push(0);
    }
    let distance = distance.min(output.len());
    let mut left = count;
    while left > 0 {
        let start = output.len() - distance;
        let piece = left.min(distance);
        output.extend_from_within(start..start + piece);
        left -= piece;
    }
}

/// Appends `count` bytes of an arithmetic progression of little-endian
/// numbers.
fn counter(output: &mut Vec<u8>, width: usize, first: u16, increment: i8, count: usize) {
    let end = output.len() + count;
    let mut value = u64::from(first);
    while output.len() < end {
        output.extend_from_slice(&value.to_le_bytes()[..width]);
        value = value.wrapping_add_signed(i64::from(increment));
    }
    output.truncate(end);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(program: &[u8]) -> Vec<u8> {
        run(&mut Unstructured::new(program), 1000, 0).expect("programs do not fail")
    }

    #[test]
    fn each_instruction_writes() {
        assert_eq!(written(b"\x10abc"), b"abc");
        assert_eq!(written(&[0x01, b'z', 4]), b"zzzzz");
        assert_eq!(written(&[0x08, b'a', b'b', 2, 1, 0, 3]), b"ababab");
        assert_eq!(written(&[0x0b, 1, 1, 1, 5]), [1, 1, 0, 0, 2, 1, 0]);
        for opcode in [4, 5, 6, 7] {
            let bytes = written(&[opcode, 7, 7, 99, 99]);
            assert!(bytes.len() > 20, "{opcode}: {}", bytes.len());
        }
    }

    #[test]
    fn the_limit_holds_and_every_length_ends() {
        for opcode in 0..=255 {
            let program = [opcode, 255, 255, 255, 255, 255, 255, 255].repeat(40);
            let bytes = run(&mut Unstructured::new(&program), 777, 4).expect("a program");
            assert!(bytes.len() <= 777);
        }
    }
}
