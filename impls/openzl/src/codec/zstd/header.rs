//! The header of a Zstandard frame without its magic number
//! (RFC 8878 section 3.1.1.1).

/// What a Zstandard frame header tells.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Header {
    /// Bytes of the header.
    pub(super) size: usize,
    /// Bytes of history that a decoder needs.
    pub(super) window: u64,
    /// Bytes of content, where told.
    pub(super) content: Option<u64>,
    /// The dictionary's number, 0 for none.
    pub(super) dictionary: u32,
    /// Whether a checksum follows the content.
    pub(super) checksum: bool,
}

impl Header {
    /// Reads the header at the front of `bytes`, or `None` where it is cut
    /// short. Reserved bits are left to the decoder.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        let descriptor = *bytes.first()?;
        let single_segment = descriptor & 0x20 != 0;
        let window_size = usize::from(!single_segment);
        let dictionary_size = [0, 1, 2, 4][usize::from(descriptor & 3)];
        let content_size = match descriptor >> 6 {
            0 => usize::from(single_segment),
            code => 1 << code,
        };
        let (window, rest) = bytes[1..].split_at_checked(window_size)?;
        let (dictionary, rest) = rest.split_at_checked(dictionary_size)?;
        let content = rest.get(..content_size)?;
        let content = match content_size {
            0 => None,
            2 => Some(little_endian(content) + 256),
            _ => Some(little_endian(content)),
        };
        let window = match window.first() {
            Some(&byte) => {
                let base = 1_u64 << (10 + u32::from(byte >> 3));
                base + base / 8 * u64::from(byte & 7)
            }
            None => content.unwrap_or(0),
        };
        Some(Self {
            size: 1 + window_size + dictionary_size + content_size,
            window,
            content,
            dictionary: little_endian(dictionary) as u32,
            checksum: descriptor & 4 != 0,
        })
    }
}

/// Where the frame at the front of `bytes` ends, by its header and the headers
/// of its blocks (section 3.1.1.2), or `None` where `bytes` ends sooner.
pub(super) fn frame_size(bytes: &[u8]) -> Option<usize> {
    let header = Header::read(bytes)?;
    let mut end = header.size;
    loop {
        let block = little_endian(bytes.get(end..end + 3)?) as usize;
        let (last, kind, size) = (block & 1, block >> 1 & 3, block >> 3);
        // A block of one byte many times stores it once.
        let stored = if kind == 1 { 1 } else { size };
        end += 3 + stored;
        if last == 1 {
            break;
        }
    }
    if header.checksum {
        end += 4;
    }
    (end <= bytes.len()).then_some(end)
}

fn little_endian(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .rev()
        .fold(0, |value, &byte| value << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_each_form() {
        assert_eq!(
            Header::read(&[0xa0, 0, 0, 0x10, 0, 0xff]),
            Some(Header {
                size: 5,
                window: 1 << 20,
                content: Some(1 << 20),
                dictionary: 0,
                checksum: false,
            })
        );
        assert_eq!(
            Header::read(&[0x45, 0x58, 7, 0x01, 0x00]),
            Some(Header {
                size: 5,
                window: 1 << 21,
                content: Some(257),
                dictionary: 7,
                checksum: true,
            })
        );
        assert_eq!(Header::read(&[0x20, 9]).unwrap().content, Some(9));
        assert_eq!(Header::read(&[0x00, 0x01]).unwrap().content, None);
        assert_eq!(Header::read(&[0x00, 0x01]).unwrap().window, 1152);
    }

    #[test]
    fn a_frame_ends_after_its_last_block() {
        // A raw block of two bytes, five bytes by one, the checksum.
        let frame = [
            0x24, 7, 0x10, 0, 0, 1, 2, 0x2b, 0, 0, 9, 0xc1, 0xc2, 0xc3, 0xc4,
        ];
        assert_eq!(frame_size(&frame), Some(frame.len()));
        assert_eq!(
            frame_size(&[&frame[..], &[0; 9]].concat()),
            Some(frame.len())
        );
        for length in 0..frame.len() {
            assert_eq!(frame_size(&frame[..length]), None, "{length}");
        }
    }

    #[test]
    fn a_cut_header_is_none() {
        let whole = [0xe3, 1, 2, 3, 4, 1, 2, 3, 4, 5, 6, 7, 8];
        assert!(Header::read(&whole).is_some());
        for length in 0..whole.len() {
            assert_eq!(Header::read(&whole[..length]), None, "{length}");
        }
    }
}
