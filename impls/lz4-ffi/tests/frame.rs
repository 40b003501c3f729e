//! Frames beside liblz4's, and beside the `lz4` command's.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

use lz4::block::{Dictionary, Malformed};
use lz4::frame::{
    BlockSize, CompressError, DecodeError, Decoder, Encoder, Header, Limits, MAGIC, Options,
    Problem, compress, decompress, decompress_with_dictionary,
};
use lz4_ffi::{FrameError, FrameOptions};
use proptest::prelude::*;
use proptest::sample::Index;

/// Far more content than any frame here has.
const LIMIT: usize = 64 << 20;

/// A stretch of an input: what, how long, and from where.
type Stretch = (u8, usize, u64);

/// Stretches of noise, which blocks store, of matches near and far, and of one
/// byte.
fn inputs(max: usize) -> impl Strategy<Value = Vec<u8>> {
    let stretch = (0_u8..5, 1_usize..60_000, any::<u64>());
    (prop::collection::vec(stretch, 1..12), 0..=max)
        .prop_map(|(stretches, size)| input(&stretches, size))
}

/// Inputs that are short for the most part, and as long as `max` seldom.
fn sizes_of_all_kinds(max: usize) -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        1 => inputs(40),
        2 => inputs(5_000),
        2 => inputs(140_000),
        2 => inputs(max),
    ]
}

fn input(stretches: &[Stretch], size: usize) -> Vec<u8> {
    let mut all = Vec::with_capacity(size + 60_000);
    while all.len() < size {
        for &(kind, length, mut state) in stretches {
            let mut random = || {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                state >> 33
            };
            match kind {
                0 => all.extend((0..length).map(|_| random() as u8)),
                1 => all.extend(std::iter::repeat_n(length as u8, length)),
                2 => all.extend((0..length).map(|_| (random() & 3) as u8)),
                _ => {
                    let end = all.len() + length;
                    while all.len() < end {
                        let back = random() as usize % 90_000 + 1;
                        let count = random() as usize % 60 + 1;
                        match all.len().checked_sub(back) {
                            Some(from) => {
                                let count = count.min(back);
                                all.extend_from_within(from..from + count);
                            }
                            None => all.extend((0..count).map(|_| random() as u8)),
                        }
                    }
                }
            }
        }
    }
    all.truncate(size);
    all
}

/// A block that is well-formed, but for what its offsets refer to.
fn sequences() -> impl Strategy<Value = Vec<u8>> {
    let sequence = (0_usize..15, 0_u8..16, prop_oneof![1_u16..12, 0_u16..90]);
    prop::collection::vec(sequence, 0..5).prop_map(|sequences| {
        let mut block = Vec::new();
        for (literals, length, offset) in sequences {
            block.push((literals as u8) << 4 | length);
            block.extend(b"abcdefghijklmn".iter().take(literals));
            block.extend_from_slice(&offset.to_le_bytes());
            if length == 15 {
                block.push(offset as u8 % 255);
            }
        }
        block.extend_from_slice(b"\x50vwxyz");
        block
    })
}

/// Settings, for both sides.
fn settings(levels: impl Strategy<Value = i32>) -> impl Strategy<Value = FrameOptions> {
    (
        prop_oneof![Just(0_u32), 4_u32..=7],
        any::<[bool; 4]>(),
        prop_oneof![Just(0), any::<u32>()],
        levels,
    )
        .prop_map(
            |(
                block_size_id,
                [independent, content_checksum, block_checksum, sized],
                dictionary_id,
                level,
            )| FrameOptions {
                block_size_id,
                independent,
                content_checksum,
                block_checksum,
                content_size: sized.into(),
                dictionary_id,
                level,
            },
        )
}

fn levels() -> impl Strategy<Value = i32> {
    prop_oneof![
        2 => Just(0),
        1 => Just(1),
        2 => -70..0,
        1 => Just(-65_536),
        1 => Just(-70_000),
        // One lower, and C's sum overflows.
        1 => Just(i32::MIN + 2),
        6 => 2..13,
        1 => Just(i32::MAX),
    ]
}

/// The same settings for the native side.
fn native(settings: &FrameOptions) -> Options {
    let block_size = match settings.block_size_id {
        0 => BlockSize::default(),
        code => BlockSize::from_code(code as u8).unwrap(),
    };
    Options::DEFAULT
        .with_block_size(block_size)
        .with_linked_blocks(!settings.independent)
        .with_block_checksums(settings.block_checksum)
        .with_content_checksum(settings.content_checksum)
        .with_content_size(settings.content_size)
        .with_dictionary_id(settings.dictionary_id)
        .with_level(settings.level)
}

/// Reads with a dictionary that frames may name, whatever they name it.
fn read(frames: &[u8], dictionary: &[u8]) -> Result<Vec<u8>, DecodeError> {
    decompress_with_dictionary(frames, dictionary, None, &Limits::DEFAULT)
}

/// As [`read`], in pieces of the sizes given, over and over.
fn read_in_pieces(
    frames: &[u8],
    dictionary: &[u8],
    sizes: &[usize],
) -> Result<Vec<u8>, DecodeError> {
    let mut decoder = Decoder::with_dictionary(&Limits::DEFAULT, dictionary, None);
    let mut content = Vec::new();
    let mut left = frames;
    for &size in sizes.iter().cycle() {
        if left.is_empty() {
            break;
        }
        let (mut piece, rest) = left.split_at(size.min(left.len()));
        left = rest;
        while let Some(block) = decoder.decode(&mut piece)? {
            content.extend_from_slice(block);
        }
    }
    decoder.finish()?;
    Ok(content)
}

/// What C reads of frames that follow each other.
fn read_with_c(mut frames: &[u8], dictionary: &[u8]) -> Result<Vec<u8>, FrameError> {
    let mut content = Vec::new();
    loop {
        let (more, size) = lz4_ffi::decompress_frame(frames, dictionary, LIMIT)?;
        content.extend_from_slice(&more);
        frames = &frames[size..];
        if frames.is_empty() {
            return Ok(content);
        }
    }
}

/// Writes piece by piece, and flushes after those with `true`.
fn write_in_pieces(pieces: &[(&[u8], bool)], options: &Options) -> Result<Vec<u8>, CompressError> {
    let mut frame = Vec::new();
    let mut encoder = Encoder::new(options);
    for (piece, flush) in pieces {
        encoder.write(piece, &mut frame)?;
        if *flush {
            encoder.flush(&mut frame);
        }
    }
    encoder.finish(&mut frame)?;
    Ok(frame)
}

/// `input` in pieces of the sizes given, over and over, and whether to flush
/// after each.
fn pieces<'a>(mut input: &'a [u8], sizes: &[(usize, bool)]) -> Vec<(&'a [u8], bool)> {
    let mut pieces = Vec::new();
    for &(size, flush) in sizes.iter().cycle() {
        if input.is_empty() {
            break;
        }
        let (piece, rest) = input.split_at(size.min(input.len()));
        pieces.push((piece, flush));
        input = rest;
    }
    pieces
}

/// That native and C agree on what `frames` hold, but for what is documented at
/// [`decompress`].
fn agree(frames: &[u8], dictionary: &[u8], sizes: &[usize]) -> Result<(), TestCaseError> {
    let ours = read(frames, dictionary);
    prop_assert_eq!(&read_in_pieces(frames, dictionary, sizes), &ours);
    match (ours, read_with_c(frames, dictionary)) {
        (Ok(ours), Ok(theirs)) => prop_assert!(ours == theirs, "contents differ"),
        (Err(error), Ok(_)) => prop_assert!(
            matches!(
                error.problem,
                Problem::Block(Malformed::ZeroOffset) | Problem::ContentSize { declared: 0, .. }
            ),
            "C reads it: {}",
            error
        ),
        (Ok(content), Err(error)) => {
            prop_assert!(false, "C refuses {} bytes: {}", content.len(), error);
        }
        (Err(_), Err(_)) => {}
    }
    Ok(())
}

/// Makes the header's checksum right, if there is a header.
fn mend(frame: &mut [u8]) {
    for _ in 0..2 {
        match Header::parse(frame) {
            Err(DecodeError {
                position,
                problem: Problem::HeaderChecksum { computed, .. },
            }) => frame[position as usize] = computed,
            _ => return,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    #[test]
    fn frames_are_those_of_c(
        input in sizes_of_all_kinds(400_000),
        settings in settings(levels()),
    ) {
        let frame = compress(&input, &native(&settings));
        let theirs = lz4_ffi::compress_frame(&input, &settings).unwrap();
        prop_assert!(frame == theirs, "frames differ: {} and {}", frame.len(), theirs.len());
        prop_assert!(read(&frame, &[]).unwrap() == input);
        prop_assert!(read_with_c(&frame, &[]).unwrap() == input);
    }

    #[test]
    fn dictionaries_serve_as_in_c(
        all in sizes_of_all_kinds(400_000),
        cut in prop_oneof![0_usize..1000, Just(0), 0_usize..20],
        settings in settings(levels()),
        sizes in prop::collection::vec(1_usize..100_000, 1..4),
    ) {
        let (words, input) = all.split_at(all.len() * cut / 1000);
        let options = native(&settings).with_dictionary(Arc::new(Dictionary::thorough(words)));
        let frame = compress(input, &options);
        let theirs = lz4_ffi::compress_frame_with_dictionary(input, words, &settings).unwrap();
        prop_assert!(frame == theirs, "frames differ: {} and {}", frame.len(), theirs.len());
        prop_assert!(read(&frame, words).unwrap() == input);
        prop_assert!(read_in_pieces(&frame, words, &sizes).unwrap() == input);
        prop_assert!(read_with_c(&frame, words).unwrap() == input);
    }

    #[test]
    fn streams_are_those_of_c(
        all in sizes_of_all_kinds(400_000),
        cut in prop_oneof![Just(None), (0_usize..500).prop_map(Some)],
        mut settings in settings(levels()),
        sizes in prop::collection::vec((1_usize..65_536, prop::bool::weighted(0.2)), 1..20),
        others in prop::collection::vec((1_usize..300_000, Just(false)), 1..6),
    ) {
        let (words, input) = all.split_at(all.len() * cut.unwrap_or(0) / 1000);
        let words = cut.map(|_| words);
        if settings.content_size > 0 {
            settings.content_size = input.len() as u64;
        }
        let mut options = native(&settings);
        if let Some(words) = words {
            options = options.with_dictionary(Arc::new(Dictionary::thorough(words)));
        }
        let cuts = pieces(input, &sizes);
        let frame = write_in_pieces(&cuts, &options).unwrap();
        let theirs = lz4_ffi::compress_frame_in_pieces(&cuts, words, &settings).unwrap();
        prop_assert!(frame == theirs, "frames differ: {} and {}", frame.len(), theirs.len());
        let words = words.unwrap_or_default();
        prop_assert!(read_with_c(&frame, words).unwrap() == input);
        prop_assert!(read(&frame, words).unwrap() == input);

        // How it is cut makes no difference.
        let whole = write_in_pieces(&[(input, false)], &options).unwrap();
        let other = write_in_pieces(&pieces(input, &others), &options).unwrap();
        prop_assert!(whole == other, "frames differ: {} and {}", whole.len(), other.len());
        prop_assert!(read_with_c(&whole, words).unwrap() == input);

        // And it is the frame of one call, where that does not adapt to the size.
        let one = compress(input, &options);
        if Header::parse(&one) == Header::parse(&whole) {
            prop_assert!(one == whole);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn frames_of_c_can_be_read(
        frames in prop::collection::vec(
            (sizes_of_all_kinds(300_000), settings(-3..=12), prop::bool::weighted(0.2)),
            1..4,
        ),
        sizes in prop::collection::vec(prop_oneof![1_usize..20, 1_usize..100_000], 1..10),
    ) {
        let mut source = Vec::new();
        let mut expected = Vec::new();
        for (input, settings, skip) in frames {
            if skip {
                source.extend_from_slice(&(0x184D_2A50_u32 + (input.len() as u32 & 15)).to_le_bytes());
                source.extend_from_slice(&(input.len() as u32).to_le_bytes());
                source.extend_from_slice(&input);
                continue;
            }
            source.extend_from_slice(&lz4_ffi::compress_frame(&input, &settings).unwrap());
            expected.extend_from_slice(&input);
        }
        prop_assert!(read(&source, &[]).unwrap() == expected);
        prop_assert!(read_in_pieces(&source, &[], &sizes).unwrap() == expected);
        prop_assert!(read_with_c(&source, &[]).unwrap() == expected);
    }

    #[test]
    fn cut_frames_are_refused_where_c_does(
        input in inputs(2_000),
        settings in settings(-3..=12),
        second in any::<bool>(),
        cut in any::<Index>(),
        sizes in prop::collection::vec(1_usize..1000, 1..4),
    ) {
        let mut frames = lz4_ffi::compress_frame(&input, &settings).unwrap();
        if second {
            frames.extend_from_slice(&lz4_ffi::compress_frame(&input, &settings).unwrap());
        }
        agree(&frames[..cut.index(frames.len() + 1)], &[], &sizes)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8_000))]

    #[test]
    fn changed_frames_are_refused_where_c_does(
        stretches in prop::collection::vec((0_u8..5, 1_usize..100, any::<u64>()), 1..8),
        size in 0_usize..1_500,
        mut settings in settings(-3..=12),
        no_sums in any::<bool>(),
        changes in prop::collection::vec(
            (any::<Index>(), any::<bool>(), prop_oneof![any::<u8>(), 0_u8..4, Just(255)]),
            1..4,
        ),
        flushes in prop::collection::vec((1_usize..300, Just(true)), 1..4),
        in_pieces in any::<bool>(),
        sizes in prop::collection::vec(1_usize..100, 1..4),
    ) {
        if no_sums {
            settings.block_checksum = false;
            settings.content_checksum = false;
        }
        let input = input(&stretches, size);
        let mut frame = if in_pieces {
            settings.level = settings.level.min(1);
            if settings.content_size > 0 {
                settings.content_size = input.len() as u64;
            }
            write_in_pieces(&pieces(&input, &flushes), &native(&settings)).unwrap()
        } else {
            lz4_ffi::compress_frame(&input, &settings).unwrap()
        };
        for (at, early, byte) in changes {
            let range = if early { frame.len().min(24) } else { frame.len() };
            frame[at.index(range)] = byte;
        }
        agree(&frame, b"a dictionary", &sizes)?;
        mend(&mut frame);
        agree(&frame, b"a dictionary", &sizes)?;
    }

    #[test]
    fn blocks_that_nobody_wrote_are_refused_where_c_does(
        flags in any::<u8>(),
        blocks in prop::collection::vec(
            prop_oneof![
                1 => (
                    prop::bool::weighted(0.3),
                    prop::collection::vec(prop_oneof![any::<u8>(), 0_u8..32, Just(255)], 0..40),
                ),
                4 => (Just(false), sequences()),
            ],
            0..6,
        ),
        extra in prop::collection::vec(any::<u8>(), 0..12),
        sizes in prop::collection::vec(1_usize..100, 1..4),
    ) {
        // Version 1, with or without links; sums would never be right.
        let mut frame = MAGIC.to_le_bytes().to_vec();
        frame.extend_from_slice(&[0x40 | flags & 0x20, 0x40 + (flags & 3) * 16, 0]);
        for (stored, data) in blocks {
            let size = data.len() as u32 | u32::from(stored) << 31;
            frame.extend_from_slice(&size.to_le_bytes());
            frame.extend_from_slice(&data);
        }
        frame.extend_from_slice(&[0; 4]);
        if flags & 0x80 != 0 {
            frame.extend_from_slice(&extra);
        }
        mend(&mut frame);
        agree(&frame, b"a dictionary of some forty bytes and more", &sizes)?;
    }
}

#[test]
fn every_combination_of_settings_at_the_sizes_where_something_changes() {
    let noise = input(&[(0, 30_000, 1), (4, 50_000, 2), (2, 9_000, 3)], 600_000);
    for code in 0..5_u32 * 32 {
        let flag = |bit: u32| code >> bit & 1 != 0;
        for level in [-65_537, -4, 0, 1, 2, 3, 10] {
            let settings = FrameOptions {
                block_size_id: [0, 4, 5, 6, 7][code as usize / 32],
                independent: flag(0),
                content_checksum: flag(1),
                block_checksum: flag(2),
                content_size: flag(3).into(),
                dictionary_id: if flag(4) { 77 } else { 0 },
                level,
            };
            // The slow levels have nothing new to say of the largest.
            let most = if level >= 2 { 70_000 } else { 600_000 };
            let sizes = [0, 1, 12, 13, 65_536, 65_537, 262_144, 262_145, 600_000];
            for size in sizes.into_iter().filter(|&size| size <= most) {
                let input = &noise[noise.len() - size..];
                let frame = compress(input, &native(&settings));
                let theirs = lz4_ffi::compress_frame(input, &settings).unwrap();
                assert!(frame == theirs, "{settings:?}, {size} bytes");
            }
        }
    }
}

#[test]
fn what_c_accepts_and_native_does_not() {
    // A header that announces 0 bytes, before content.
    let settings = FrameOptions {
        content_size: 1,
        ..FrameOptions::default()
    };
    let mut frame = lz4_ffi::compress_frame(b"content", &settings).unwrap();
    frame[6..14].fill(0);
    mend(&mut frame);
    assert_eq!(read_with_c(&frame, &[]).unwrap(), b"content");
    let problem = Problem::ContentSize {
        declared: 0,
        found: 7,
    };
    assert_eq!(read(&frame, &[]).unwrap_err().problem, problem);

    // A frame that needs a dictionary, without one.
    let settings = FrameOptions {
        dictionary_id: 7,
        ..FrameOptions::default()
    };
    let frame = lz4_ffi::compress_frame(b"content", &settings).unwrap();
    assert_eq!(read_with_c(&frame, &[]).unwrap(), b"content");
    assert_eq!(
        decompress(&frame, &Limits::DEFAULT).unwrap_err().problem,
        Problem::DictionaryMissing { id: 7 }
    );

    // An offset of 0.
    let frame = lz4_ffi::compress_frame(b"", &FrameOptions::default()).unwrap();
    let mut frame = frame[..7].to_vec();
    frame.extend_from_slice(b"\x0B\0\0\0\x14x\0\0\x50vwxyz\0\0\0\0\0");
    frame[7] = 10;
    frame.truncate(7 + 4 + 10);
    frame.extend_from_slice(&[0; 4]);
    assert_eq!(read_with_c(&frame, &[]).unwrap().len(), 1 + 8 + 5);
    assert_eq!(
        read(&frame, &[]).unwrap_err().problem,
        Problem::Block(Malformed::ZeroOffset)
    );
}

/// The `lz4` command, by name.
struct Tool(&'static str);

impl Tool {
    /// The command if it is there. If not, this says so past the capture of test
    /// output, and fails where all references are asked for.
    fn find(test: &str) -> Option<Self> {
        let name = "lz4";
        let found = Command::new(name)
            .arg("--version")
            .stdin(Stdio::null())
            .output()
            .is_ok_and(|output| output.status.success());
        if found {
            return Some(Self(name));
        }
        let required = std::env::var_os("TOUCHSTONE_REQUIRE").is_some_and(|which| which == "all");
        assert!(!required, "absent: the lz4 command (package lz4)");
        let _ = writeln!(
            std::io::stderr(),
            "{test}: absent: the lz4 command (package lz4)"
        );
        None
    }

    /// What it writes when it is given `input` as a file.
    fn run(&self, name: &str, arguments: &[&str], input: &[u8]) -> Vec<u8> {
        let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::write(&file, input).unwrap();
        let output = Command::new(self.0)
            .args(arguments)
            .arg("-c")
            .arg(&file)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        std::fs::remove_file(&file).unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "lz4 {arguments:?}: {said}");
        output.stdout
    }
}

fn samples() -> Vec<Vec<u8>> {
    let all = input(
        &[(4, 50_000, 5), (0, 70_000, 6), (1, 20_000, 7)],
        10_000_000,
    );
    [0, 1, 1000, 65_536, 300_000, 10_000_000]
        .into_iter()
        .map(|size| all[..size].to_vec())
        .collect()
}

#[test]
fn files_of_the_command_can_be_read() {
    let Some(tool) = Tool::find("files_of_the_command_can_be_read") else {
        return;
    };
    let ways: &[&[&str]] = &[
        &[],
        &["-l"],
        &["-l", "-9"],
        &["-B4", "-BD"],
        &["-B5", "-BD", "-BX", "-9"],
        &["-BX", "--content-size"],
        &["--no-frame-crc", "-B4", "-12"],
        &["--fast=5"],
    ];
    for content in samples() {
        for way in ways {
            let file = tool.run("to-be-compressed", way, &content);
            let back = decompress(&file, &Limits::DEFAULT);
            assert!(
                back.as_ref() == Ok(&content),
                "{way:?}, {} bytes: {:?}",
                content.len(),
                back.map(|back| back.len())
            );
            let in_pieces = read_in_pieces(&file, &[], &[1, 70_000, 3000]);
            assert!(in_pieces == Ok(content.clone()), "{way:?}, in pieces");
            if way.contains(&"--content-size") && !content.is_empty() {
                let header = Header::parse(&file).unwrap();
                assert_eq!(header.content_size, Some(content.len() as u64));
                assert!(header.block_checksums);
            }
        }
    }
}

#[test]
fn the_command_reads_files_of_ours() {
    let Some(tool) = Tool::find("the_command_reads_files_of_ours") else {
        return;
    };
    let mut all = Vec::new();
    let mut expected = Vec::new();
    for content in samples() {
        for code in 0..32_u32 {
            let options = Options::DEFAULT
                .with_block_size(BlockSize::ALL[code as usize & 3])
                .with_linked_blocks(code & 4 != 0)
                .with_block_checksums(code & 8 != 0)
                .with_content_checksum(code & 16 != 0)
                .with_level(-(code as i32 & 1));
            let whole = compress(&content, &options);
            let cut = pieces(&content, &[(70_000, false), (3, true)]);
            let streamed = write_in_pieces(&cut, &options).unwrap();
            if code % 5 == 0 || content.len() <= 65_536 {
                assert!(tool.run("whole.lz4", &["-d"], &whole) == content, "{code}");
                assert!(
                    tool.run("streamed.lz4", &["-d"], &streamed) == content,
                    "{code}"
                );
            }
            if content.len() <= 65_536 {
                all.extend_from_slice(&whole);
                all.extend_from_slice(&streamed);
                expected.extend_from_slice(&content);
                expected.extend_from_slice(&content);
            }
        }
    }
    assert!(tool.run("all.lz4", &["-d"], &all) == expected);
}
