//! Small windows of hexadecimal around an offset: what a report shows in place
//! of a buffer.

use std::fmt;
use std::ops::Range;

/// How many bytes a window shows at most.
pub const WINDOW: usize = 16;

/// Where two byte strings first differ; the shorter one's length when it is a
/// prefix of the other.
///
/// ```
/// use conformance::first_difference;
///
/// assert_eq!(first_difference(b"same", b"same"), None);
/// assert_eq!(first_difference(b"same", b"sane"), Some(2));
/// assert_eq!(first_difference(b"same", b"sa"), Some(2));
/// ```
pub fn first_difference(left: &[u8], right: &[u8]) -> Option<usize> {
    match left.iter().zip(right).position(|(a, b)| a != b) {
        None if left.len() == right.len() => None,
        None => Some(left.len().min(right.len())),
        found => found,
    }
}

/// At most 16 bytes around an offset, which is marked.
///
/// ```
/// use conformance::HexWindow;
///
/// let window = HexWindow::around(b"touchstone", 5);
/// assert_eq!(window.to_string(), "00000000: 74 6f 75 63 68[73]74 6f 6e 65  |touchstone|");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HexWindow {
    range: Range<usize>,
    bytes: Vec<u8>,
    mark: usize,
}

impl HexWindow {
    /// The bytes around `offset`: eight before it and eight from it on, moved
    /// inwards at the ends. An offset at or beyond the end is shown as `[--]`.
    pub fn around(bytes: &[u8], offset: usize) -> Self {
        Self::from(bytes, start_for(bytes.len(), offset), offset)
    }

    /// The window that starts at `start`.
    fn from(bytes: &[u8], start: usize, mark: usize) -> Self {
        let start = start.min(bytes.len());
        let end = bytes.len().min(start + WINDOW);
        Self {
            range: start..end,
            bytes: bytes[start..end].to_vec(),
            mark,
        }
    }

    /// The range of offsets that is shown.
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }
}

impl fmt::Display for HexWindow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}:", self.range.start)?;
        let mut after = ' ';
        for (byte, offset) in self.bytes.iter().zip(self.range.clone()) {
            let before = if offset == self.mark { '[' } else { after };
            write!(f, "{before}{byte:02x}")?;
            after = if offset == self.mark { ']' } else { ' ' };
        }
        if self.mark >= self.range.end {
            f.write_str("[--]")?;
        } else {
            write!(f, "{after}")?;
        }
        f.write_str(" |")?;
        for byte in &self.bytes {
            let shown = if byte.is_ascii_graphic() || *byte == b' ' {
                char::from(*byte)
            } else {
                '.'
            };
            write!(f, "{shown}")?;
        }
        f.write_str("|")
    }
}

/// Where the window around `offset` starts in a string of `len` bytes.
fn start_for(len: usize, offset: usize) -> usize {
    let last = len.saturating_sub(WINDOW);
    offset.saturating_sub(WINDOW / 2).min(last)
}

/// Two windows over the same offset, one below the other, with their labels.
pub(crate) fn side_by_side(left: (&str, &[u8]), right: (&str, &[u8]), offset: usize) -> String {
    let width = left.0.chars().count().max(right.0.chars().count());
    // Both start where the longer side's does, so that the columns line up.
    let start = start_for(left.1.len().max(right.1.len()), offset);
    let upper = HexWindow::from(left.1, start, offset);
    let lower = HexWindow::from(right.1, start, offset);
    format!(
        "  {:width$}  {upper}\n  {:width$}  {lower}",
        left.0, right.0
    )
}

/// Says where two strings of bytes differ: the offset, the lengths, and a
/// window of each. For [`Format::describe_difference`](crate::Format::describe_difference).
///
/// ```
/// let text = conformance::describe_byte_difference(b"abc", b"abd");
/// assert!(text.starts_with("first difference at byte 2 (lengths 3 and 3)"));
/// ```
pub fn describe_byte_difference(expected: &[u8], got: &[u8]) -> String {
    match first_difference(expected, got) {
        None => "no difference".to_owned(),
        Some(offset) => format!(
            "first difference at byte {offset} (lengths {} and {})\n{}",
            expected.len(),
            got.len(),
            side_by_side(("expected", expected), ("found", got), offset)
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::{HexWindow, first_difference, side_by_side};

    fn shown(len: usize, offset: usize) -> String {
        let bytes: Vec<u8> = (0..len).map(|i| i as u8).collect();
        HexWindow::around(&bytes, offset).to_string()
    }

    #[test]
    fn a_window_in_the_middle_has_eight_bytes_before_the_mark() {
        assert_eq!(
            shown(100, 50),
            "0000002a: 2a 2b 2c 2d 2e 2f 30 31[32]33 34 35 36 37 38 39  |*+,-./0123456789|"
        );
    }

    #[test]
    fn a_window_moves_inwards_at_both_ends() {
        assert_eq!(HexWindow::around(&[0; 100], 0).range(), 0..16);
        assert_eq!(HexWindow::around(&[0; 100], 99).range(), 84..100);
        assert_eq!(HexWindow::around(&[0; 5], 3).range(), 0..5);
    }

    #[test]
    fn an_offset_at_the_end_or_far_beyond_is_marked_as_nothing() {
        assert_eq!(shown(3, 3), "00000000: 00 01 02[--] |...|");
        assert_eq!(shown(0, 0), "00000000:[--] ||");
        assert_eq!(shown(2, usize::MAX), "00000000: 00 01[--] |..|");
    }

    #[test]
    fn the_last_byte_can_be_marked() {
        assert_eq!(shown(2, 1), "00000000: 00[01] |..|");
    }

    #[test]
    fn a_prefix_differs_at_its_end() {
        assert_eq!(first_difference(b"", b""), None);
        assert_eq!(first_difference(b"", b"a"), Some(0));
        assert_eq!(first_difference(b"ab", b"a"), Some(1));
    }

    #[test]
    fn columns_line_up_when_lengths_differ() {
        let long = [7_u8; 200];
        let text = side_by_side(("long", &long), ("s", &long[..20]), 20);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("  long  0000000c: 07 07"), "{text}");
        assert!(lines[1].starts_with("  s     0000000c: 07 07"), "{text}");
        assert!(lines[1].contains("07[--]"), "{text}");
    }
}
