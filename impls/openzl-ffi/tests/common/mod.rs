//! What the tests share: small data of different kinds, made without chance.

#![allow(dead_code, reason = "each test binary uses a part of it")]

/// The text that the frames in the tests are of, 52 bytes and a line feed.
pub(crate) const TEXT: &[u8] = b"// Copyright (c) Meta Platforms, Inc. and affiliates.\n";

/// Words that repeat, `len` bytes of them.
pub(crate) fn text(len: usize) -> Vec<u8> {
    let mut state = 1_u32;
    let mut text = Vec::with_capacity(len + 16);
    while text.len() < len {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let word = [
            "gold", "stone", "assay", "streak", "acid", "needle", "carat",
        ];
        text.extend_from_slice(word[(state >> 24) as usize % word.len()].as_bytes());
        text.push(b' ');
    }
    text.truncate(len);
    text
}

/// Bytes without structure.
pub(crate) fn noise(len: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    (0..len)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state.to_le_bytes()[3]
        })
        .collect()
}

/// Numbers of `width` bytes that go up by small steps.
pub(crate) fn rising(count: usize, width: usize) -> Vec<u8> {
    noise(count)
        .into_iter()
        .scan(1_u64, |sum, step| {
            *sum += u64::from(step % 5);
            Some(*sum)
        })
        .flat_map(|number| number.to_ne_bytes()[..width].to_vec())
        .collect()
}

/// A string as hex digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
