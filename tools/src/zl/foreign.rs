//! Files of other formats, told by their first bytes.

/// First bytes, the format, and what to do with it.
const FORMATS: [(&[u8], &str, &str); 11] = [
    (b"\x1f\x8b", "gzip", "`gzip -d` reads it"),
    (b"\x28\xb5\x2f\xfd", "zstd", "`zstd -d` reads it"),
    (b"\xfd7zXZ\0", "xz", "`xz -d` reads it"),
    (b"\x04\x22\x4d\x18", "lz4", "`lz4 -d` reads it"),
    (b"PK\x03\x04", "zip", "`unzip` reads it"),
    (b"PK\x05\x06", "zip", "it is an empty archive"),
    (b"BZh", "bzip2", "`bzip2 -d` reads it"),
    (b"7z\xbc\xaf\x27\x1c", "7z", "`7z x` reads it"),
    (b"LZIP", "lzip", "`lzip -d` reads it"),
    (b"\x7fELF", "ELF", "it is a program or a library"),
    (b"\x89PNG", "PNG", "it is an image"),
];

/// What `bytes`, which are no OpenZL frame, are.
pub(crate) fn describe(bytes: &[u8]) -> String {
    let start = &bytes[..bytes.len().min(4)];
    let hex: Vec<_> = start.iter().map(|byte| format!("{byte:02x}")).collect();
    let hex = hex.join(" ");
    let known = FORMATS.iter().find(|(magic, ..)| bytes.starts_with(magic));
    if let Some((_, format, advice)) = known {
        return format!("at byte 0 it starts with {hex}, as {format} files do: {advice}");
    }
    if start.iter().all(|byte| (b' '..=b'~').contains(byte)) {
        let text = String::from_utf8_lossy(start);
        return format!("at byte 0 it starts with {hex} (\"{text}\")");
    }
    format!("at byte 0 it starts with {hex}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_formats_are_named() {
        for (magic, format, _) in FORMATS {
            let mut bytes = magic.to_vec();
            bytes.resize(20, 0);
            assert!(describe(&bytes).contains(format), "{format}");
        }
    }

    #[test]
    fn the_magic_is_shown() {
        assert!(describe(b"text, plainly").contains("74 65 78 74 (\"text\")"));
        assert!(describe(&[1, 2, 3, 0xff, 5]).ends_with("01 02 03 ff"));
    }
}
