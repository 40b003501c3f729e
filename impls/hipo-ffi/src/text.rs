//! Bytes as hex digits, and back.

use std::fmt::Write;

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// The text whose bytes these hex digits are.
pub(crate) fn unhex(digits: &str) -> Option<String> {
    if !digits.is_ascii() || !digits.len().is_multiple_of(2) {
        return None;
    }
    let bytes = (0..digits.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&digits[at..at + 2], 16).ok())
        .collect::<Option<Vec<u8>>>()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}
