use alloc::sync::Arc;
use alloc::vec::Vec;
use std::vec;

use proptest::prelude::*;

use super::*;
use crate::block::{Dictionary, FastCompressor, Malformed, bound};

/// Bytes with matches in them.
fn text(size: usize) -> Vec<u8> {
    (0..size as u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 27) as u8 & 7)
        .collect()
}

/// Bytes without.
fn noise(size: usize) -> Vec<u8> {
    let mut state = 1_u64;
    (0..size)
        .map(|_| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 56) as u8
        })
        .collect()
}

fn header(header: Header) -> Vec<u8> {
    let mut bytes = Vec::new();
    header.write(&mut bytes);
    bytes
}

/// The frame's last header byte made right, whatever the others are.
fn with_checksum(mut frame: Vec<u8>, size: usize) -> Vec<u8> {
    frame[size - 1] = (checksum::checksum(&frame[4..size - 1]) >> 8) as u8;
    frame
}

fn legacy(content: &[u8]) -> Vec<u8> {
    let mut frame = LEGACY_MAGIC.to_le_bytes().to_vec();
    for piece in content.chunks(8 << 20) {
        let mut block = vec![0; bound(piece.len()).unwrap()];
        let size = FastCompressor::new()
            .compress(piece, &mut block, 1)
            .unwrap();
        frame.extend_from_slice(&(size as u32).to_le_bytes());
        frame.extend_from_slice(&block[..size]);
    }
    frame
}

fn skippable(variant: u32, content: &[u8]) -> Vec<u8> {
    let mut frame = (SKIPPABLE_MAGIC + variant).to_le_bytes().to_vec();
    frame.extend_from_slice(&(content.len() as u32).to_le_bytes());
    frame.extend_from_slice(content);
    frame
}

fn read(frame: &[u8]) -> Result<Vec<u8>, DecodeError> {
    decompress(frame, &Limits::DEFAULT)
}

fn read_in_pieces(frame: &[u8], size: usize, limits: &Limits) -> Result<Vec<u8>, DecodeError> {
    let mut decoder = Decoder::new(limits);
    let mut content = Vec::new();
    for mut piece in frame.chunks(size) {
        while let Some(block) = decoder.decode(&mut piece)? {
            content.extend_from_slice(block);
        }
        assert!(piece.is_empty());
    }
    decoder.finish()?;
    Ok(content)
}

fn refusal(frame: &[u8]) -> (u64, Problem) {
    let error = read(frame).unwrap_err();
    for size in [1, 5, usize::MAX] {
        assert_eq!(read_in_pieces(frame, size, &Limits::DEFAULT), Err(error));
    }
    (error.position, error.problem)
}

#[test]
fn a_claim_of_much_content_fails_at_once() {
    let claim = 1 << 60;
    let frame = header(Header {
        content_size: Some(claim),
        ..Header::PLAIN
    });
    let limit = Limits::DEFAULT.output_bytes();
    let problem = Problem::OutputLimit { size: claim, limit };
    assert_eq!(refusal(&frame), (6, problem));
}

#[test]
fn a_claim_within_the_limit_takes_no_memory() {
    let mut frame = header(Header {
        block_size: BlockSize::Mib4,
        content_size: Some(1 << 30),
        ..Header::PLAIN
    });
    frame.extend_from_slice(&(4_u32 << 20).to_le_bytes());
    frame.extend_from_slice(&[0; 100]);
    let mut output = Vec::new();
    let error = decompress_into(&frame, &Limits::DEFAULT, &mut output).unwrap_err();
    assert_eq!(error.position, frame.len() as u64);
    let problem = Problem::Truncated {
        field: Field::Block,
    };
    assert_eq!(error.problem, problem);
    assert!(output.capacity() < 1000, "{}", output.capacity());
}

#[test]
fn a_short_block_gets_a_short_output() {
    let mut frame = header(Header {
        block_size: BlockSize::Mib4,
        ..Header::PLAIN
    });
    frame.extend_from_slice(&[2, 0, 0, 0, 0x10, b'x', 0, 0, 0, 0]);
    let mut output = Vec::new();
    decompress_into(&frame, &Limits::DEFAULT, &mut output).unwrap();
    assert_eq!(output, b"x");
    assert!(output.capacity() < 2000, "{}", output.capacity());
}

#[test]
fn output_is_limited_over_all_frames() {
    let mut frames = compress(&[1; 600], &Options::DEFAULT);
    let first = frames.len() as u64;
    frames.extend_from_slice(&compress(&[2; 401], &Options::DEFAULT));
    let limits = Limits::DEFAULT.with_output_bytes(1000);
    let error = decompress(&frames, &limits).unwrap_err();
    let problem = Problem::OutputLimit {
        size: 1001,
        limit: 1000,
    };
    assert_eq!((error.position, error.problem), (first + 11, problem));
    assert_eq!(read_in_pieces(&frames, 3, &limits), Err(error));
    let enough = Limits::DEFAULT.with_output_bytes(1001);
    assert_eq!(decompress(&frames, &enough).unwrap().len(), 1001);
}

#[test]
fn blocks_are_limited() {
    let limits = Limits::DEFAULT.with_block_bytes(64 << 10);
    let options = Options::DEFAULT.with_block_size(BlockSize::Kib256);
    let frame = compress(&text(100_000), &options);
    let problem = Problem::BlockLimit {
        size: 256 << 10,
        limit: 64 << 10,
    };
    let error = decompress(&frame, &limits).unwrap_err();
    assert_eq!((error.position, error.problem), (5, problem));
    let error = decompress(&legacy(b"content"), &limits).unwrap_err();
    let problem = Problem::BlockLimit {
        size: 8 << 20,
        limit: 64 << 10,
    };
    assert_eq!((error.position, error.problem), (0, problem));
    let small = compress(&text(1000), &options);
    assert_eq!(decompress(&small, &limits).unwrap(), text(1000));
}

#[test]
fn what_a_header_must_not_say_is_named() {
    let plain = header(Header::PLAIN);
    let changed = |at: usize, byte: u8| {
        let mut frame = plain.clone();
        frame[at] = byte;
        with_checksum(frame, 7)
    };
    assert_eq!(plain[4..6], [0x60, 0x40]);
    let found = u32::from_le_bytes([5, 0x22, 0x4D, 0x18]);
    assert_eq!(refusal(&changed(0, 5)), (0, Problem::Magic { found }));
    assert_eq!(
        refusal(&changed(4, 0x80)),
        (4, Problem::Version { found: 2 })
    );
    let field = Field::Flags;
    assert_eq!(
        refusal(&changed(4, 0x62)),
        (4, Problem::Reserved { field, bits: 2 })
    );
    let field = Field::BlockDescriptor;
    for bits in [0x80, 1, 8, 0x8F] {
        let problem = Problem::Reserved { field, bits };
        assert_eq!(refusal(&changed(5, 0x40 | bits)), (5, problem));
    }
    for found in 0..4 {
        let problem = Problem::BlockSizeCode { found };
        assert_eq!(refusal(&changed(5, found << 4)), (5, problem));
    }
    let mut frame = plain.clone();
    frame[6] ^= 1;
    let problem = Problem::HeaderChecksum {
        stored: frame[6],
        computed: plain[6],
    };
    assert_eq!(refusal(&frame), (6, problem));
}

#[test]
fn headers_are_read_as_written() {
    for code in 0..128_u8 {
        let written = Header {
            block_size: BlockSize::from_code(4 + (code & 3)).unwrap(),
            linked_blocks: code & 4 != 0,
            block_checksums: code & 8 != 0,
            content_checksum: code & 16 != 0,
            content_size: (code & 32 != 0).then_some(0x0102_0304_0506_0708),
            dictionary_id: (code & 64 != 0).then_some(0x0A0B_0C0D),
        };
        let bytes = header(written);
        assert_eq!(bytes.len(), written.size());
        assert!(bytes.len() <= MAX_HEADER);
        assert_eq!(Header::parse(&bytes), Ok(written));
        for length in 0..bytes.len() {
            let error = Header::parse(&bytes[..length]).unwrap_err();
            let field = match length {
                0..4 => Field::Magic,
                4 => Field::Flags,
                5 => Field::BlockDescriptor,
                _ if length == bytes.len() - 1 => Field::HeaderChecksum,
                6..14 if code & 32 != 0 => Field::ContentSize,
                _ => Field::DictionaryId,
            };
            assert_eq!(error.problem, Problem::Truncated { field }, "{length}");
            assert_eq!(error.position, length as u64);
        }
    }
}

#[test]
fn frames_without_a_header_are_told_apart() {
    let start = FrameStart::parse(&skippable(7, b"abc")).unwrap();
    assert_eq!(
        start,
        FrameStart::Skippable {
            variant: 7,
            size: 3
        }
    );
    assert_eq!(start.size(), 8);
    let start = FrameStart::parse(&legacy(b"abc")).unwrap();
    assert_eq!((start, start.size()), (FrameStart::Legacy, 4));
    let found = SKIPPABLE_MAGIC + 7;
    let error = Header::parse(&skippable(7, b"abc")).unwrap_err();
    assert_eq!(error.problem, Problem::Magic { found });
}

#[test]
fn sums_and_sizes_that_are_wrong_are_named() {
    let content = text(1000);
    let options = Options::DEFAULT
        .with_block_checksums(true)
        .with_content_checksum(true)
        .with_content_size(1);
    let frame = compress(&content, &options);
    assert_eq!(read(&frame), Ok(content));
    let end = frame.len();

    let mut changed = frame.clone();
    changed[end - 1] ^= 1;
    let (position, problem) = refusal(&changed);
    assert_eq!(position, end as u64 - 4);
    assert!(matches!(problem, Problem::ContentChecksum { .. }));

    let mut changed = frame.clone();
    changed[end - 9] ^= 1;
    let (position, problem) = refusal(&changed);
    assert_eq!(position, end as u64 - 12);
    assert!(matches!(problem, Problem::BlockChecksum { .. }));

    for (declared, position) in [(999, 19), (1001, end as u64 - 8)] {
        let mut changed = frame.clone();
        changed[6..14].copy_from_slice(&u64::to_le_bytes(declared));
        let problem = Problem::ContentSize {
            declared,
            found: 1000,
        };
        assert_eq!(refusal(&with_checksum(changed, 15)), (position, problem));
    }
}

#[test]
fn blocks_that_are_none_are_named() {
    let mut frame = header(Header::PLAIN);
    frame.extend_from_slice(&(65_537_u32).to_le_bytes());
    let problem = Problem::BlockTooLong {
        size: 65_537,
        max: 65_536,
    };
    assert_eq!(refusal(&frame), (7, problem));

    let mut frame = header(Header::PLAIN);
    frame.extend_from_slice(&[10, 0, 0, 0, 0x10, b'x', 0, 0, 0x50, 1, 2, 3, 4, 5]);
    let (position, problem) = refusal(&frame);
    assert_eq!(position, 11 + 2);
    assert_eq!(problem, Problem::Block(Malformed::ZeroOffset));
}

#[test]
fn independent_blocks_see_nothing_before_them() {
    // A literal, then a match that reaches the block before.
    let block = [
        9, 0, 0, 0, 0x10, b'x', 3, 0, 0x50, b'v', b'w', b'x', b'y', b'z',
    ];
    let mut block = block.to_vec();
    block[0] = (block.len() - 4) as u8;
    for linked_blocks in [true, false] {
        let mut frame = header(Header {
            linked_blocks,
            ..Header::PLAIN
        });
        frame.extend_from_slice(&[3, 0, 0, 0x80, b'a', b'b', b'c']);
        frame.extend_from_slice(&block);
        frame.extend_from_slice(&[0; 4]);
        if linked_blocks {
            assert_eq!(read(&frame), Ok(b"abcxbcxbvwxyz".to_vec()));
            // But not a block of the frame before.
            let mut frames = compress(b"some content", &Options::DEFAULT);
            let first = frames.len();
            frames.extend_from_slice(&frame[..7]);
            frames.extend_from_slice(&frame[14..]);
            let (position, problem) = refusal(&frames);
            assert_eq!(position, first as u64 + 7 + 4 + 2);
            assert!(matches!(
                problem,
                Problem::Block(Malformed::Offset { offset: 3, .. })
            ));
        } else {
            let (position, problem) = refusal(&frame);
            assert_eq!(position, 14 + 4 + 2);
            assert!(matches!(
                problem,
                Problem::Block(Malformed::Offset { offset: 3, .. })
            ));
        }
    }
}

#[test]
fn frames_of_all_kinds_follow_each_other() {
    let content = text(200_000);
    let mut frames = skippable(0, b"first");
    let mut expected = Vec::new();
    for _ in 0..2 {
        frames.extend_from_slice(&compress(&content, &Options::DEFAULT));
        frames.extend_from_slice(&skippable(15, &noise(1000)));
        frames.extend_from_slice(&skippable(3, &[]));
        frames.extend_from_slice(&compress(&[], &Options::DEFAULT));
        frames.extend_from_slice(&legacy(&content[..1000]));
        frames.extend_from_slice(&legacy(&content));
        expected.extend_from_slice(&content);
        expected.extend_from_slice(&content[..1000]);
        expected.extend_from_slice(&content);
    }
    assert_eq!(read(&frames).as_ref(), Ok(&expected));
    for size in [1, 7, 1000, usize::MAX] {
        let content = read_in_pieces(&frames, size, &Limits::DEFAULT);
        assert!(content.as_ref() == Ok(&expected), "pieces of {size}");
    }
    frames.extend_from_slice(b"else");
    let (position, problem) = refusal(&frames);
    assert_eq!(position, frames.len() as u64 - 4);
    let found = u32::from_le_bytes(*b"else");
    assert_eq!(problem, Problem::Magic { found });
}

#[test]
fn legacy_blocks_are_of_8_mib() {
    let content = text((8 << 20) + 100_000);
    let frame = legacy(&content);
    assert!(read(&frame).unwrap() == content);
    let in_pieces = read_in_pieces(&frame, 100_000, &Limits::DEFAULT).unwrap();
    assert!(in_pieces == content);
}

#[test]
fn input_that_ends_early_is_refused_wherever_it_does() {
    let options = Options::DEFAULT
        .with_block_checksums(true)
        .with_content_checksum(true)
        .with_content_size(1);
    let mut frames = compress(&noise(100), &options);
    let first = frames.len();
    frames.extend_from_slice(&skippable(0, b"content"));
    let second = frames.len();
    for length in 0..frames.len() {
        let result = read(&frames[..length]);
        if length == first {
            assert_eq!(result.unwrap(), noise(100));
            continue;
        }
        let (position, problem) = refusal(&frames[..length]);
        assert_eq!(position, length as u64);
        let field = match length {
            _ if length >= first + 8 => Field::SkippableData,
            _ if length >= first + 4 => Field::SkippableSize,
            _ if length >= first => Field::Magic,
            _ if length >= first - 4 => Field::ContentChecksum,
            _ if length >= first - 8 => Field::BlockSize,
            _ if length >= first - 12 => Field::BlockChecksum,
            19.. => Field::Block,
            15.. => Field::BlockSize,
            14 => Field::HeaderChecksum,
            6.. => Field::ContentSize,
            5 => Field::BlockDescriptor,
            4 => Field::Flags,
            _ => Field::Magic,
        };
        assert_eq!(problem, Problem::Truncated { field }, "at {length}");
    }
    assert_eq!(second, frames.len());
    assert!(read(&frames).is_ok());
}

#[test]
fn nothing_is_appended_when_a_frame_is_refused() {
    let mut frame = compress(&text(200_000), &Options::DEFAULT);
    frame.pop();
    let mut output = b"before".to_vec();
    decompress_into(&frame, &Limits::DEFAULT, &mut output).unwrap_err();
    assert_eq!(output, b"before");
}

#[test]
fn a_decoder_that_failed_stays_so() {
    let mut decoder = Decoder::new(&Limits::DEFAULT);
    let error = decoder.decode(&mut &b"nothing"[..]).unwrap_err();
    let good = compress(b"content", &Options::DEFAULT);
    assert_eq!(decoder.decode(&mut &good[..]), Err(error));
    assert_eq!(decoder.finish(), Err(error));
    assert!(!decoder.is_finished());
}

#[test]
fn dictionaries_are_checked_by_id() {
    let words = noise(70_000);
    let content = &words[20_000..30_000];
    for linked in [true, false] {
        let options = Options::DEFAULT
            .with_linked_blocks(linked)
            .with_dictionary_id(7)
            .with_dictionary(Arc::new(Dictionary::thorough(&words)));
        let mut encoder = Encoder::new(&options);
        let mut frame = Vec::new();
        encoder.write(content, &mut frame).unwrap();
        encoder.finish(&mut frame).unwrap();
        assert!(frame.len() < 100, "{}", frame.len());
        assert_eq!(Header::parse(&frame).unwrap().linked_blocks, linked);

        assert_eq!(refusal(&frame), (6, Problem::DictionaryMissing { id: 7 }));
        let limits = Limits::DEFAULT;
        for id in [None, Some(7)] {
            assert_eq!(
                decompress_with_dictionary(&frame, &words, id, &limits).as_deref(),
                Ok(content)
            );
        }
        let error = decompress_with_dictionary(&frame, &words, Some(8), &limits).unwrap_err();
        let problem = Problem::DictionaryMismatch { id: 7, given: 8 };
        assert_eq!((error.position, error.problem), (6, problem));
        let mut decoder = Decoder::with_dictionary(&limits, &words, Some(7));
        assert_eq!(decoder.decode(&mut &frame[..]), Ok(Some(content)));
    }
}

#[test]
fn an_encoder_keeps_to_the_size_announced() {
    let options = Options::DEFAULT.with_content_size(10);
    let mut encoder = Encoder::new(&options);
    let mut frame = Vec::new();
    encoder.write(b"123456", &mut frame).unwrap();
    let error = CompressError::ContentSize {
        declared: 10,
        given: 11,
    };
    assert_eq!(encoder.write(b"78901", &mut frame), Err(error));
    encoder.write(b"7890", &mut frame).unwrap();
    encoder.finish(&mut frame).unwrap();
    assert_eq!(read(&frame).unwrap(), b"1234567890");

    let mut encoder = Encoder::new(&options);
    encoder.write(b"123456789", &mut frame).unwrap();
    let error = CompressError::ContentSize {
        declared: 10,
        given: 9,
    };
    assert_eq!(encoder.finish(&mut frame), Err(error));
}

#[test]
fn the_window_kept_is_as_long_as_a_match_can_reach() {
    // The encoder drops what is before its window once it has three blocks.
    let again = 3 * (64 << 10) + 5;
    let marker = noise(16);
    let stream = |offset: usize| {
        let mut content = vec![0; 4 * (64 << 10)];
        content[again..again + 16].copy_from_slice(&marker);
        content[again - offset..again - offset + 16].copy_from_slice(&marker);
        let mut frame = Vec::new();
        let mut encoder = Encoder::new(&Options::DEFAULT);
        encoder.write(&content, &mut frame).unwrap();
        encoder.finish(&mut frame).unwrap();
        assert!(frame == compress(&content, &Options::DEFAULT));
        assert!(read(&frame).unwrap() == content);
        let back = read_in_pieces(&frame, 100, &Limits::DEFAULT).unwrap();
        assert!(back == content);
        frame.len()
    };
    assert!(stream(65_535) < stream(65_536));
}

#[test]
fn memory_is_bounded() {
    let content = text(3 << 20);
    let frame = compress(&content, &Options::DEFAULT);
    let mut decoder = Decoder::new(&Limits::DEFAULT);
    let mut input = &frame[..];
    while decoder.decode(&mut input).unwrap().is_some() {
        assert!(decoder.content().len() <= 64 << 10);
    }
    decoder.finish().unwrap();
    let memory = decoder.window_capacity();
    assert!(memory <= 512 << 10, "{memory}");

    let mut encoder = Encoder::new(&Options::DEFAULT);
    let mut output = Vec::new();
    for piece in content.chunks(100_000) {
        encoder.write(piece, &mut output).unwrap();
    }
    assert!(encoder.window_capacity() <= 512 << 10);
}

#[test]
fn types_can_be_sent() {
    fn sent<T: Send + Sync>() {}
    sent::<Encoder>();
    sent::<Decoder>();
    sent::<Options>();
    sent::<DecodeError>();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_input_makes_it_panic(
        bytes in prop::collection::vec(any::<u8>(), 0..200),
        kind in 0_usize..5,
        size in 1_usize..50,
    ) {
        let mut frame = match kind {
            0 => Vec::new(),
            1 => LEGACY_MAGIC.to_le_bytes().to_vec(),
            2 => SKIPPABLE_MAGIC.to_le_bytes().to_vec(),
            _ => header(Header { linked_blocks: kind == 3, ..Header::PLAIN }),
        };
        frame.extend_from_slice(&bytes);
        let limits = Limits::DEFAULT.with_output_bytes(1 << 20);
        let whole = decompress(&frame, &limits);
        prop_assert_eq!(read_in_pieces(&frame, size, &limits), whole);
        let _ = Header::parse(&bytes);
        let _ = FrameStart::parse(&bytes);
    }
}

#[cfg(feature = "std")]
mod io {
    use std::io::{BufRead, Read, Write};
    use std::string::{String, ToString};

    use super::*;

    #[test]
    fn a_writer_that_is_flushed_can_be_read_up_to_there() {
        let mut writer = Writer::new(Vec::new(), &Options::DEFAULT);
        writer.write_all(b"first").unwrap();
        assert_eq!(writer.get_ref().len(), 7);
        writer.flush().unwrap();
        let mut decoder = Decoder::new(&Limits::DEFAULT);
        let mut input = &writer.get_ref()[..];
        assert_eq!(decoder.decode(&mut input), Ok(Some(&b"first"[..])));
        assert!(!decoder.is_finished());
        writer.write_all(b"second").unwrap();
        let frame = writer.finish().unwrap();
        assert_eq!(read(&frame).unwrap(), b"firstsecond");
    }

    #[test]
    fn errors_come_through_io() {
        let options = Options::DEFAULT.with_content_size(2);
        let mut writer = Writer::new(Vec::new(), &options);
        let error = writer.write_all(b"abc").unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::InvalidInput);
        assert_eq!(
            writer.finish().unwrap_err().kind(),
            std::io::ErrorKind::InvalidInput
        );

        let mut frame = compress(b"content", &Options::DEFAULT);
        frame.pop();
        let mut content = String::new();
        let error = Reader::new(&frame[..], &Limits::DEFAULT)
            .read_to_string(&mut content)
            .unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::UnexpectedEof);
        assert_eq!(
            error.to_string(),
            "byte 21: the input ends before the block size does"
        );
        let error = Reader::new(&b"nothing"[..], &Limits::DEFAULT)
            .fill_buf()
            .map(<[u8]>::len)
            .unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::InvalidData);
    }

    /// A reader of short and of interrupted reads.
    struct Short<'a>(&'a [u8], usize);

    impl Read for Short<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            self.1 += 1;
            if self.1.is_multiple_of(3) {
                return Err(std::io::ErrorKind::Interrupted.into());
            }
            let size = buffer.len().min(1 + self.1 * 31 % 700);
            self.0.read(&mut buffer[..size])
        }
    }

    #[test]
    fn readers_and_writers_take_any_pieces() {
        let content = text(300_000);
        let mut writer = Writer::new(Vec::new(), &Options::DEFAULT);
        for piece in content.chunks(7001) {
            writer.write_all(piece).unwrap();
        }
        let frame = writer.finish().unwrap();
        assert!(frame == compress(&content, &Options::DEFAULT));
        let mut reader = Reader::new(Short(&frame, 0), &Limits::DEFAULT);
        let mut back = Vec::new();
        let mut buffer = [0; 333];
        loop {
            let size = reader.read(&mut buffer).unwrap();
            if size == 0 {
                break;
            }
            back.extend_from_slice(&buffer[..size]);
        }
        assert!(back == content);
        assert_eq!(reader.read(&mut buffer).unwrap(), 0);
    }
}
