//! What `mzstd` refuses and libzstd does not.

use mzstd::{DecodeError, InvalidDataKind};

/// The kinds of failures in which `mzstd` is stricter than libzstd, as
/// `docs/openzl.md` lists them, and why.
const STRICTER: [(&str, &str); 4] = [
    (
        "ZstdHuffmanStream",
        "libzstd's fast loop over four Huffman streams does not check that each is consumed \
         exactly, which RFC 8878 section 4.2.2 demands",
    ),
    (
        "ZstdBlockSize",
        "libzstd takes raw and repeated blocks that are larger than the window, which RFC 8878 \
         section 3.1.1.2.4 forbids",
    ),
    (
        "ZstdOffset",
        "libzstd follows matches beyond the window, as far as there is output, when it decodes \
         at once, which RFC 8878 section 3.1.1.5 forbids",
    ),
    (
        "ZstdWindow",
        "libzstd takes any window of the format when it decodes at once, mzstd up to 2 GiB",
    ),
];

/// The name under which the suite knows a failure of `mzstd`.
pub(crate) const fn kind(error: &DecodeError) -> &'static str {
    match error {
        DecodeError::InvalidData {
            kind: InvalidDataKind::HuffmanStream,
        } => "ZstdHuffmanStream",
        DecodeError::InvalidData {
            kind: InvalidDataKind::BlockSize,
        } => "ZstdBlockSize",
        DecodeError::InvalidData {
            kind: InvalidDataKind::Offset,
        } => "ZstdOffset",
        DecodeError::WindowLimitExceeded { .. } => "ZstdWindow",
        _ => "Zstd",
    }
}

/// Why native may refuse with that kind what libzstd accepts, if it is listed.
pub(crate) fn stricter(kind: &str) -> Option<&'static str> {
    let listed = STRICTER.iter().find(|(name, _)| *name == kind);
    listed.map(|(_, why)| *why)
}
