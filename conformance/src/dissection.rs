//! A frame told field by field.

use std::fmt::Write as _;
use std::ops::Range;

use sha2::{Digest, Sha256};

/// How many bytes of a field the text form shows.
const SHOWN: usize = 16;

/// One field of a frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The bytes that it occupies.
    pub range: Range<usize>,
    /// Where it stands in the frame's structure: `chunk[0].codec[0].id`.
    pub path: String,
    /// What it says, in words.
    pub value: String,
}

/// A frame told field by field, as far as it could be told.
///
/// Fields may lie within others (a chunk, and the codecs in it); the innermost
/// one is what a report names.
///
/// ```
/// use conformance::Dissection;
///
/// let frame = [0x2a, 3, b'a', b'b', b'c'];
/// let mut told = Dissection::new();
/// told.field(0..1, "magic", "ok");
/// told.field(1..5, "body", "3 bytes");
/// told.field(1..2, "body.length", 3);
/// assert_eq!(told.field_at(1).unwrap().path, "body.length");
/// assert_eq!(told.field_at(4).unwrap().path, "body");
/// assert!(told.to_text(&frame).starts_with("# 5 bytes, sha256 "));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Dissection {
    fields: Vec<Field>,
    fault: Option<String>,
}

impl Dissection {
    /// Nothing told yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a field.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "values are literals and numbers as often as strings"
    )]
    pub fn field(
        &mut self,
        range: Range<usize>,
        path: impl Into<String>,
        value: impl ToString,
    ) -> &mut Self {
        self.fields.push(Field {
            range,
            path: path.into(),
            value: value.to_string(),
        });
        self
    }

    /// Says why the rest of the frame cannot be told.
    pub fn stop(&mut self, fault: impl Into<String>) -> &mut Self {
        self.fault = Some(fault.into());
        self
    }

    /// The fields, in the order in which they were told.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// Why the telling stopped before the end, if it did.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// The innermost field that holds `offset`; of equal ones, the last told.
    pub fn field_at(&self, offset: usize) -> Option<&Field> {
        self.fields
            .iter()
            .filter(|field| field.range.contains(&offset))
            .rev()
            .min_by_key(|field| field.range.len())
    }

    /// Names what lies at `offset`, for a report, in one line.
    pub fn describe(&self, offset: usize) -> String {
        if let Some(field) = self.field_at(offset) {
            let Range { start, end } = field.range;
            let value = shortened(&field.value, 60);
            return format!("{} (bytes {start}..{end}) = {value}", field.path);
        }
        let end = self.fields.iter().map(|field| field.range.end).max();
        match (&self.fault, end) {
            (Some(fault), _) => format!("not told: {fault}"),
            (None, Some(end)) if offset >= end => "beyond the last field".to_owned(),
            _ => "no field".to_owned(),
        }
    }

    /// The text that stands beside a golden frame: a line with size and
    /// SHA-256, then a line for each field with its range, its first bytes, its
    /// path and value. Bytes that no field holds get a line of their own, so
    /// nothing in a frame is passed over in silence.
    pub fn to_text(&self, frame: &[u8]) -> String {
        let mut text = format!("# {} bytes, sha256 {}\n", frame.len(), sha256_hex(frame));
        let mut fields: Vec<&Field> = self.fields.iter().collect();
        fields.sort_by_key(|field| (field.range.start, std::cmp::Reverse(field.range.end)));
        let mut told = 0;
        for field in fields {
            if field.range.start > told {
                line(&mut text, frame, told..field.range.start, "?", "not told");
            }
            told = told.max(field.range.end);
            line(
                &mut text,
                frame,
                field.range.clone(),
                &field.path,
                &field.value,
            );
        }
        if told < frame.len() {
            line(&mut text, frame, told..frame.len(), "?", "not told");
        }
        if let Some(fault) = &self.fault {
            let _ = writeln!(text, "! {fault}");
        }
        text
    }
}

/// Appends a line for one range.
fn line(text: &mut String, frame: &[u8], range: Range<usize>, path: &str, value: &str) {
    let start = range.start.min(frame.len());
    let end = range.end.clamp(start, frame.len());
    let mut hex = String::new();
    for byte in frame[start..end].iter().take(SHOWN) {
        let _ = write!(hex, "{byte:02x}");
    }
    if end - start > SHOWN {
        hex.push('…');
    }
    let value = value.replace('\n', "\\n");
    let _ = writeln!(
        text,
        "{:>6}..{:<6} {hex:<33} {path} = {value}",
        range.start, range.end
    );
}

/// A value cut to `limit` characters, on one line.
fn shortened(value: &str, limit: usize) -> String {
    let mut cut: String = value.chars().take(limit).collect();
    if cut.len() < value.len() {
        cut.push('…');
    }
    cut.replace('\n', "\\n")
}

/// The SHA-256 of some bytes, in lower-case hexadecimal.
pub(crate) fn sha256_hex(bytes: &[u8]) -> String {
    to_hex(&Sha256::digest(bytes))
}

/// Bytes in lower-case hexadecimal.
pub(crate) fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

#[cfg(test)]
mod tests {
    use super::Dissection;

    #[test]
    fn bytes_that_no_field_holds_are_shown() {
        let mut told = Dissection::new();
        told.field(1..2, "a", "x").stop("no codec 9");
        let text = told.to_text(&[1, 2, 3, 4]);
        let lines: Vec<&str> = text.lines().skip(1).map(str::trim).collect();
        assert!(lines[0].starts_with("0..1") && lines[0].ends_with("? = not told"));
        assert!(lines[1].starts_with("1..2") && lines[1].ends_with("a = x"));
        assert!(lines[2].starts_with("2..4") && lines[2].ends_with("? = not told"));
        assert_eq!(lines[3], "! no codec 9");
    }

    #[test]
    fn a_range_beyond_the_frame_does_no_harm() {
        let mut told = Dissection::new();
        told.field(2..900, "body", "claims 898 bytes");
        assert!(told.to_text(&[0; 4]).contains("body = claims 898 bytes"));
        assert!(told.to_text(&[]).contains("2..900"));
    }

    #[test]
    fn the_innermost_field_is_named() {
        let mut told = Dissection::new();
        told.field(0..10, "outer", "").field(2..4, "inner", 7);
        assert_eq!(told.describe(3), "inner (bytes 2..4) = 7");
        assert_eq!(told.describe(4), "outer (bytes 0..10) = ");
        assert_eq!(told.describe(10), "beyond the last field");
    }
}
