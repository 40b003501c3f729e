//! The header of a Zstandard frame without its magic number, as far as the
//! targets need it (RFC 8878 section 3.1.1.1).

/// What a header tells of sizes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct ZstdHeader {
    /// Bytes of the header.
    pub(super) size: usize,
    /// Bytes of history that a decoder needs.
    pub(super) window: u64,
    /// Bytes of content; 0 where not told.
    pub(super) content: u64,
}

impl ZstdHeader {
    /// The header at the front of `bytes`, if it is all there.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let (&descriptor, rest) = bytes.split_first()?;
        let single_segment = descriptor & 0x20 != 0;
        let (window, rest) = rest.split_at_checked(usize::from(!single_segment))?;
        let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
        let width = match descriptor >> 6 {
            0 => usize::from(single_segment),
            code => 1 << code,
        };
        let field = rest.get(dictionary..dictionary + width)?;
        let mut wide = [0; 8];
        wide[..width].copy_from_slice(field);
        let content = u64::from_le_bytes(wide) + if width == 2 { 256 } else { 0 };
        let window = window.first().map_or(content, |&byte| {
            let eighth = 1_u64 << (7 + (byte >> 3));
            eighth * (8 + u64::from(byte & 7))
        });
        Some(Self {
            size: bytes.len() - rest.len() + dictionary + width,
            window,
            content,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_of_each_form() {
        let read = |bytes: &[u8]| {
            ZstdHeader::read(bytes).map(|header| (header.size, header.window, header.content))
        };
        assert_eq!(read(&[0x20, 9, 1]), Some((2, 9, 9)));
        assert_eq!(read(&[0x60, 9, 0, 1]), Some((3, 265, 265)));
        assert_eq!(read(&[0x81, 0x09, 7, 1, 0, 0, 0]), Some((7, 2304, 1)));
        assert_eq!(read(&[0x00, 0x00]), Some((2, 1024, 0)));
        assert_eq!(read(&[0xe0, 1, 2, 3, 4, 5, 6, 7]), None);
    }
}
