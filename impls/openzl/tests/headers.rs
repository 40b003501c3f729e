//! Frame and chunk headers put together by hand.

use openzl::{Decompressor, Error, ErrorKind, Frame, StreamType, Structure, Unsupported, dissect};

/// A frame of `version` from the bytes after its magic number.
fn frame(version: u32, rest: &[u8]) -> Vec<u8> {
    let mut frame = (0xd7b1_a5c0 + version).to_le_bytes().to_vec();
    frame.extend_from_slice(rest);
    frame
}

/// The value of the field `path`.
fn told(frame: &[u8], path: &str) -> String {
    let fields = dissect(frame).fields;
    let field = fields.into_iter().find(|field| field.path == path);
    field.unwrap_or_else(|| panic!("no field {path}")).value
}

#[test]
fn flags_are_told() {
    let flags = |flags: u8| told(&frame(27, &[flags, 1, 1, 0, 0, 0, 0]), "flags");
    assert_eq!(
        flags(0x00),
        "0x00: content checksum no, compressed checksum no, comment no, dictionary no"
    );
    assert_eq!(
        flags(0x01),
        "0x01: content checksum yes, compressed checksum no, comment no, dictionary no"
    );
    assert_eq!(
        flags(0x02),
        "0x02: content checksum no, compressed checksum yes, comment no, dictionary no"
    );
    assert_eq!(
        flags(0x04),
        "0x04: content checksum no, compressed checksum no, comment yes, dictionary no"
    );
    assert_eq!(
        flags(0xf8),
        "0xf8: content checksum no, compressed checksum no, comment no, dictionary yes"
    );
}

#[test]
fn flags_count_from_their_version_on() {
    // Flag and field of a comment, and of a dictionary, before and after.
    assert_eq!(
        openzl::decompress(&frame(21, b"\x04\x01\x06\x01\x01\x05hello\0")).unwrap(),
        b"hello"
    );
    let comment = frame(22, b"\x04\x01\x06\x03abc\x01\x01\x05hello\0");
    assert_eq!(openzl::decompress(&comment).unwrap(), b"hello");
    assert_eq!(Frame::parse(&comment).unwrap().header().comment(), b"abc");
    assert_eq!(
        openzl::decompress(&frame(24, b"\x08\x01\x06\x01\x01\x05hello\0")).unwrap(),
        b"hello"
    );
    let error = openzl::decompress(&frame(25, b"\x08\x01\x07\x01\x06\x01\x01\x05hello\0"));
    assert!(matches!(
        error.unwrap_err(),
        Error::Unsupported {
            what: Unsupported::Dictionary,
            offset: 9
        }
    ));
}

#[test]
fn dictionaries_are_told() {
    // Three zstd codecs in a row, of which the first and the last use the
    // dictionaries 5 and 2.
    let mut rest = b"\x08\x02\x01\x09\x01\x06".to_vec();
    rest.extend_from_slice(&[
        4, 1, 0, 0x16, 0x8b, 0x05, 0, 0, 0, 0b101, 3, 0b010_101, 0, 1, 9, 0,
    ]);
    let bytes = frame(25, &rest);
    let seen = Frame::parse(&bytes).unwrap();
    assert_eq!(seen.header().bundle_id(), [1, 9]);
    let dictionaries: Vec<_> = seen.chunks()[0]
        .codecs
        .iter()
        .map(|codec| codec.dictionary)
        .collect();
    assert_eq!(dictionaries, [Some(5), None, Some(2)]);
    assert!(
        seen.chunks()[0]
            .codecs
            .iter()
            .all(|codec| codec.name.to_string() == "zstd")
    );
    assert_eq!(told(&bytes, "bundle_id"), "2 bytes");
    assert_eq!(
        told(&bytes, "chunk[0].dictionaries"),
        "2 of 3 codecs use one"
    );

    let mut unused = b"\x08\x20".to_vec();
    unused.extend_from_slice(&[1; 32]);
    unused.extend_from_slice(&[1, 6, 2, 1, 0, 0x16, 0, 0, 0, 0, 0, 1, 9, 0]);
    let bytes = frame(27, &unused);
    assert_eq!(
        Frame::parse(&bytes).unwrap().chunks()[0].codecs[0].dictionary,
        None
    );
    assert_eq!(
        told(&bytes, "chunk[0].dictionaries"),
        "0 of 1 codecs use one"
    );

    for (size, valid) in [(0, false), (1, true), (32, true), (33, false)] {
        let mut rest = vec![8, size];
        rest.extend(vec![7; usize::from(size)]);
        rest.extend_from_slice(&[1, 1, 0, 0, 0, 0]);
        let corrupt = Frame::parse(&frame(27, &rest)).is_err_and(|error| {
            matches!(
                error,
                Error::Corrupt {
                    structure: Structure::BundleId,
                    offset: 5,
                    ..
                }
            )
        });
        assert_eq!(!corrupt, valid, "{size}");
    }
    let zeros = frame(27, &[8, 2, 0, 0, 1, 1, 0, 0, 0, 0]);
    assert_eq!(Frame::parse(&zeros).unwrap_err().kind(), ErrorKind::Corrupt);
    rest[16] = 17;
    let error = Frame::parse(&frame(25, &rest)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the dictionary indices at byte 20: more than 16 bits each"
    );
}

#[test]
fn output_counts_and_types() {
    // Two serial outputs are not one: the second stream is not the frame's.
    let two = frame(27, b"\0\x02\x04\x03\x01\x02\x02\x03deabc\0");
    let error = openzl::decompress(&two).unwrap_err();
    assert!(matches!(
        error,
        Error::Unsupported {
            what: Unsupported::TypedOutput,
            offset: 8
        }
    ));
    for (token, kind) in [(0x11, StreamType::Struct), (0x21, StreamType::Numeric)] {
        let typed = frame(27, &[0, token, 6, 1, 1, 5, b'h', b'e', b'l', b'l', b'o', 0]);
        assert_eq!(
            Frame::parse(&typed)
                .unwrap()
                .header()
                .outputs()
                .next()
                .unwrap()
                .kind,
            kind
        );
        let error = openzl::decompress(&typed).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported);
    }
    // Fourteen outputs are counted in the token, 2,048 are the most.
    for (count, head, valid) in [
        (14, vec![0x0e], true),
        (15, vec![0x0f, 0], true),
        (16, vec![0x1f, 0], true),
        (2048, vec![0x1f, 0x7f], true),
        (2049, vec![0x2f, 0x7f], false),
        (0, vec![0x00], false),
    ] {
        let mut rest = vec![0];
        rest.extend_from_slice(&head);
        let types: usize = if count < 15 { count.max(2) - 2 } else { count };
        rest.extend(vec![0; types.div_ceil(4)]);
        rest.extend(vec![1; count]);
        rest.extend_from_slice(&[0, 0, 0, 0]);
        let bytes = frame(27, &rest[..rest.len() - 3]);
        match Frame::parse(&bytes) {
            Ok(seen) => assert_eq!(seen.header().output_count(), count),
            Err(error) => assert!(!valid, "{count}: {error}"),
        }
        if !valid {
            let error = Frame::parse(&bytes).unwrap_err();
            assert_eq!(
                error.to_string().contains("not 1 to 2048 outputs"),
                count != 0
            );
        }
    }
}

#[test]
fn sizes_and_comments_out_of_range() {
    let unknown = frame(27, &[0, 1, 0, 1, 1, 0, 0]);
    assert!(matches!(
        openzl::decompress(&unknown).unwrap_err(),
        Error::Unsupported {
            what: Unsupported::UnknownSize,
            offset: 6
        }
    ));
    let empty = frame(27, &[4, 1, 1, 0, 0, 0, 0]);
    let long = frame(27, &[4, 1, 1, 0x91, 0x4e, 0, 0]);
    for bytes in [empty, long] {
        let error = Frame::parse(&bytes).unwrap_err();
        assert!(matches!(
            error,
            Error::Corrupt {
                structure: Structure::Comment,
                offset: 7,
                ..
            }
        ));
    }
    let mut longest = vec![4, 1, 1, 0x90, 0x4e];
    longest.extend(vec![b'x'; 10_000]);
    longest.push(0);
    assert_eq!(
        Frame::parse(&frame(27, &longest))
            .unwrap()
            .header()
            .comment()
            .len(),
        10_000
    );
}

#[test]
fn chunks_may_not_exceed_the_header() {
    // Five bytes are told; the second chunk brings one more.
    let stored = frame(27, b"\0\x01\x06\x01\x01\x05hello\x01\x01\x01!\0");
    // The same with a zstd stream of one raw byte.
    let zstd = frame(
        27,
        b"\0\x01\x06\x01\x01\x05hello\x02\x01\0\x16\0\0\0\0\x07\x01\x20\x01\x09\0\0!\0",
    );
    for bytes in [stored, zstd] {
        let error = openzl::decompress(&bytes).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Corrupt, "{error}");
        assert!(
            error
                .to_string()
                .contains("more content than the frame's header tells")
        );
        for room in [5, 6, 100] {
            let mut room = vec![0; room];
            let error = Decompressor::default()
                .decompress_to_slice(&bytes, &mut room)
                .unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Corrupt, "{error}");
        }
    }
    // Two chunks that make five are fine, into any shape.
    let parts = frame(27, b"\0\x01\x06\x01\x01\x03hel\x01\x01\0\x01\x01\x02lo\0");
    assert_eq!(openzl::decompress(&parts).unwrap(), b"hello");
    let mut exact = [0; 5];
    assert_eq!(
        Decompressor::default()
            .decompress_to_slice(&parts, &mut exact)
            .unwrap(),
        5
    );
    assert_eq!(&exact, b"hello");
    // Four are too few: the error points at the end marker.
    let short = frame(27, b"\0\x01\x06\x01\x01\x04hell\0");
    let error = openzl::decompress(&short).unwrap_err();
    assert!(matches!(
        error,
        Error::Corrupt {
            structure: Structure::FrameEnd,
            offset: 14,
            ..
        }
    ));
}

#[test]
fn intermediate_streams_are_bounded() {
    // zstd within zstd: the inner stream has eleven bytes.
    let inner = b"\x01\x20\x05\x29\0\0hello";
    let mut outer = b"\x01\x20\x0b\x59\0\0".to_vec();
    outer.extend_from_slice(inner);
    let mut rest = b"\0\x01\x06\x03\x01\0\x16\x0b\0\0\0\0\x11".to_vec();
    rest.extend_from_slice(&outer);
    rest.push(0);
    let bytes = frame(27, &rest);
    assert_eq!(openzl::decompress(&bytes).unwrap(), b"hello");
    let within =
        |bytes| Decompressor::new(openzl::Limits::default().with_intermediate_bytes(bytes));
    assert_eq!(within(11).decompress(&bytes).unwrap(), b"hello");
    let error = within(10).decompress(&bytes).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the frame needs 11 bytes of intermediate streams, and the limit is 10"
    );
}

#[test]
fn every_output_is_told_by_its_index() {
    // Serial, string, string: sizes 1, 6 and 3, then 2 and 1 strings.
    let bytes = frame(27, b"\0\xc3\x03\x02\x07\x04\x02\x01\0");
    assert_eq!(told(&bytes, "outputs"), "3, the first serial");
    assert_eq!(told(&bytes, "output[0].size"), "1 bytes");
    assert_eq!(told(&bytes, "output[1].size"), "6 bytes");
    assert_eq!(told(&bytes, "output[2].size"), "3 bytes");
    assert_eq!(told(&bytes, "output[1].strings"), "2");
    assert_eq!(told(&bytes, "output[2].strings"), "1");
    let header = Frame::parse(&bytes).unwrap().header().clone();
    let outputs: Vec<_> = header
        .outputs()
        .map(|output| (output.kind, output.strings))
        .collect();
    assert_eq!(
        outputs,
        [
            (StreamType::Serial, None),
            (StreamType::String, Some(2)),
            (StreamType::String, Some(1)),
        ]
    );
    assert_eq!(header.output_bytes(), 10);
}

#[test]
fn codec_headers_lie_one_after_another() {
    // Two codecs with headers of two bytes and one, a custom codec without.
    let bytes = frame(
        27,
        b"\0\x01\x01\x04\x01\x04\x16\x0b\x09\x03\x01\0\0\0\0\x02ABCde\0",
    );
    let seen = Frame::parse(&bytes).unwrap();
    let headers: Vec<_> = seen.chunks()[0]
        .codecs
        .iter()
        .map(|codec| codec.header.clone())
        .collect();
    assert_eq!(headers.len(), 3, "{seen:?}");
    assert_eq!(&bytes[headers[0].clone()], b"AB");
    assert_eq!(&bytes[headers[1].clone()], b"C");
    assert_eq!(headers[2].len(), 0);
    assert_eq!(
        seen.chunks()[0].codecs[2].name,
        openzl::CodecName::Custom(9)
    );
    assert_eq!(told(&bytes, "chunk[0].codec[2].id"), "custom 9");
    assert_eq!(told(&bytes, "chunk[0].codec_kinds"), "2 standard, 1 custom");
    assert_eq!(told(&bytes, "chunk[0].codec_header_sizes"), "2 1 0");
    assert_eq!(&bytes[seen.chunks()[0].streams[0].range.clone()], b"de");
}

#[test]
fn five_bytes_follow_the_flags_at_least() {
    let short = frame(27, &[0, 1, 1, 0, 0]);
    assert!(matches!(
        Frame::parse(&short).unwrap_err(),
        Error::Truncated {
            structure: Structure::Outputs,
            offset: 9
        }
    ));
    // With one more it is the byte after the end that is wrong.
    let trailing = frame(27, &[0, 1, 1, 0, 0, 0]);
    assert!(matches!(
        Frame::parse(&trailing).unwrap_err(),
        Error::Trailing {
            offset: 8,
            trailing: 2
        }
    ));
}

#[test]
fn a_frame_has_a_chunk() {
    // Nothing is told and nothing is there; C's serial call refuses it too.
    let without = frame(27, &[0, 1, 0x81, 0x80, 0, 0]);
    let error = openzl::decompress(&without).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the end of the frame at byte 9: the frame has no chunk"
    );
    assert_eq!(Frame::parse(&without).unwrap().chunks().len(), 0);
    let with = frame(27, &[0, 1, 1, 1, 1, 0, 0]);
    assert_eq!(openzl::decompress(&with).unwrap(), b"");
    let with_two = frame(27, &[0, 1, 1, 1, 1, 0, 1, 1, 0, 0]);
    assert_eq!(openzl::decompress(&with_two).unwrap(), b"");
}
