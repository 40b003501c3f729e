//! The high compressor beside liblz4's.

use lz4::block::{
    CompressError, HighCompressor, HighDictionary, HighStream, bound, decompress, decompress_after,
    decompress_with_dictionary,
};
use proptest::prelude::*;

mod common;
use common::inputs;

fn native(input: &[u8], room: usize, level: i32) -> Option<Vec<u8>> {
    let mut output = vec![0; room];
    let size = HighCompressor::new()
        .compress(input, &mut output, level)
        .ok()?;
    output.truncate(size);
    Some(output)
}

fn reference(input: &[u8], room: usize, level: i32) -> Option<Vec<u8>> {
    let mut output = vec![0; room];
    let size = lz4_ffi::compress_high(input, &mut output, level)?;
    output.truncate(size);
    Some(output)
}

/// Both sides' contexts, used again for every input.
struct Pair {
    native: HighCompressor,
    reference: lz4_ffi::HighContext,
}

impl Pair {
    fn new() -> Self {
        Self {
            native: HighCompressor::new(),
            reference: lz4_ffi::HighContext::new(),
        }
    }

    fn check(&mut self, input: &[u8], level: i32) {
        let room = bound(input.len()).unwrap();
        let mut ours = vec![0; room];
        let mut theirs = vec![0; room];
        let size = self.native.compress(input, &mut ours, level).unwrap();
        let expected = self.reference.compress(input, &mut theirs, level).unwrap();
        assert!(
            ours[..size] == theirs[..expected],
            "{} bytes, level {level}: {size} bytes, C {expected}, equal up to {:?}",
            input.len(),
            ours.iter()
                .zip(&theirs)
                .position(|(ours, theirs)| ours != theirs)
        );
        let mut output = vec![0; input.len()];
        assert_eq!(decompress(&ours[..size], &mut output), Ok(input.len()));
        assert!(output == input, "{} bytes, level {level}", input.len());
    }

    fn check_levels(&mut self, input: &[u8]) {
        for level in 1..=13 {
            self.check(input, level);
        }
    }
}

/// C source text: liblz4's own, as it lies beside the crate that builds it.
fn c_source() -> Vec<u8> {
    let home = std::env::var_os("CARGO_HOME").map_or_else(
        || std::path::PathBuf::from(std::env::var_os("HOME").unwrap_or_default()).join(".cargo"),
        Into::into,
    );
    let Ok(registries) = std::fs::read_dir(home.join("registry/src")) else {
        return Vec::new();
    };
    let folder = "lz4-sys-1.11.1+lz4-1.10.0/liblz4/lib";
    registries
        .flatten()
        .flat_map(|registry| {
            ["lz4.c", "lz4hc.c", "lz4frame.c"].map(|file| registry.path().join(folder).join(file))
        })
        .filter_map(|path| std::fs::read(path).ok())
        .flatten()
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn blocks_are_those_of_c(input in inputs(150_000), level in 1..=13_i32) {
        let room = bound(input.len()).unwrap();
        let block = native(&input, room, level).unwrap();
        prop_assert_eq!(Some(block.clone()), reference(&input, room, level));
        let mut output = vec![0; input.len()];
        prop_assert_eq!(decompress(&block, &mut output), Ok(input.len()));
        prop_assert_eq!(&output, &input);
    }

    #[test]
    fn too_little_room_is_refused_where_c_does(
        input in inputs(3_000),
        less in 0_usize..40,
        level in 1..=12_i32,
    ) {
        let whole = native(&input, bound(input.len()).unwrap(), level).unwrap();
        let room = whole.len();
        for room in [room, room.saturating_sub(less), room + less / 8, room + less, less] {
            prop_assert_eq!(native(&input, room, level), reference(&input, room, level));
        }
    }

    #[test]
    fn filling_takes_what_c_takes(
        input in inputs(100_000),
        share in 0_usize..1200,
        level in 1..=12_i32,
    ) {
        let whole = native(&input, bound(input.len()).unwrap(), level).unwrap().len();
        for room in [bound(input.len()).unwrap() * share / 1000, whole * share / 1000] {
            let room = room.max(1);
            let mut output = vec![0; room];
            let filled = HighCompressor::new().fill(&input, &mut output, level).unwrap();
            let mut theirs = vec![0; room];
            let c = lz4_ffi::compress_high_fill(&input, &mut theirs, level).unwrap();
            prop_assert_eq!((filled.read, filled.written), (c.read, c.written));
            prop_assert_eq!(&output[..filled.written], &theirs[..c.written]);
            let mut back = vec![0; filled.read];
            prop_assert_eq!(decompress(&output[..filled.written], &mut back), Ok(filled.read));
            prop_assert_eq!(&back, &input[..filled.read]);
        }
    }

    #[test]
    fn dictionaries_serve_as_in_c(
        all in inputs(150_000),
        cut in 0_usize..1000,
        level in 1..=12_i32,
        less in 0_usize..40,
    ) {
        let (words, input) = all.split_at(all.len() * cut / 1000);
        // C would take for one piece what lies in one.
        let input = input.to_vec();
        let room = bound(input.len()).unwrap();
        let mut block = vec![0; room];
        let mut compressor = HighCompressor::new();
        let size = compressor
            .compress_with_dictionary(words, &input, &mut block, level)
            .unwrap();
        let mut theirs = vec![0; room];
        let c = lz4_ffi::compress_high_with_dictionary(words, &input, &mut theirs, level).unwrap();
        prop_assert_eq!(&block[..size], &theirs[..c]);
        let mut output = vec![0; input.len()];
        prop_assert_eq!(
            decompress_with_dictionary(&block[..size], &mut output, words),
            Ok(input.len())
        );
        prop_assert_eq!(&output, &input);

        let room = size.saturating_sub(less) + less / 8;
        let ours = compressor.compress_with_dictionary(words, &input, &mut block[..room], level);
        let c = lz4_ffi::compress_high_with_dictionary(words, &input, &mut theirs[..room], level);
        prop_assert_eq!(ours.ok(), c);
    }

    #[test]
    fn attached_dictionaries_serve_as_in_c(
        all in inputs(150_000),
        cut in 0_usize..1000,
        second_cut in 0_usize..1000,
        level in 1..=12_i32,
        other_level in 1..=12_i32,
        same_level in any::<bool>(),
    ) {
        let (words, input) = all.split_at(all.len() * cut / 1000);
        let input = input.to_vec();
        let second = input.len() * second_cut / 1000;
        let dictionary_level = if same_level { level } else { other_level };
        let dictionary = HighDictionary::new(words, dictionary_level);
        let mut stream = HighStream::new(level);
        let mut holder = lz4_ffi::HighStream::new(dictionary_level);
        holder.load_dictionary(words);
        let mut theirs = lz4_ffi::HighStream::new(level);
        theirs.attach(&holder);
        for (start, end) in [(0, second), (second, input.len())] {
            if start == end {
                // C would take it for one from elsewhere.
                continue;
            }
            let room = bound(end - start).unwrap();
            let mut block = vec![0; room];
            let mut expected = vec![0; room];
            let size = stream
                .compress_attached(&dictionary, &input[..end], start, &mut block)
                .unwrap();
            let c = theirs.compress(&input[start..end], &mut expected).unwrap();
            prop_assert_eq!(&block[..size], &expected[..c]);
            let mut history = words.to_vec();
            history.extend_from_slice(&input[..start]);
            let mut output = vec![0; end - start];
            prop_assert_eq!(
                decompress_with_dictionary(&block[..size], &mut output, &history),
                Ok(end - start)
            );
            prop_assert_eq!(&output, &input[start..end]);
        }
    }

    #[test]
    fn speed_of_decompression_is_favored_as_in_c(input in inputs(100_000), level in 9..=12_i32) {
        let room = bound(input.len()).unwrap();
        let mut block = vec![0; room];
        let mut compressor = HighCompressor::new();
        compressor.favor_decompression_speed(true);
        let size = compressor.compress(&input, &mut block, level).unwrap();
        let mut theirs = vec![0; room];
        let mut stream = lz4_ffi::HighStream::new(level);
        stream.favor_decompression_speed(true);
        let c = stream.compress(&input, &mut theirs).unwrap();
        prop_assert_eq!(&block[..size], &theirs[..c]);
        let mut output = vec![0; input.len()];
        prop_assert_eq!(decompress(&block[..size], &mut output), Ok(input.len()));
        prop_assert_eq!(&output, &input);
    }

    /// Blocks right after each other, or apart, in any order.
    #[test]
    fn streams_are_those_of_c(
        all in inputs(250_000),
        cuts in prop::collection::vec((0_usize..1000, any::<bool>()), 0..8),
        level in 1..=12_i32,
        words in inputs(5_000),
    ) {
        let mut cuts = cuts;
        cuts.push((1000, false));
        cuts.sort_unstable();
        // Pieces of what C sees as one stretch of memory, each elsewhere.
        let mut stretches: Vec<(Vec<u8>, Vec<usize>)> = vec![(Vec::new(), Vec::new())];
        let mut start = 0;
        for (share, apart) in cuts {
            let end = all.len() * share / 1000;
            if apart {
                stretches.push((Vec::new(), Vec::new()));
            }
            let (bytes, ends) = stretches.last_mut().unwrap();
            bytes.extend_from_slice(&all[start..end]);
            if start < end {
                // C would take an empty piece for one from elsewhere.
                ends.push(bytes.len());
            }
            start = end;
        }
        stretches.retain(|(_, ends)| !ends.is_empty());

        let mut ours = HighStream::with_dictionary(&words, level);
        let mut theirs = lz4_ffi::HighStream::new(level);
        theirs.load_dictionary(&words);
        let mut history: &[u8] = &words;
        let mut whole = words.clone();
        for (bytes, ends) in &stretches {
            let mut start = 0;
            for (nth, &end) in ends.iter().enumerate() {
                let room = bound(end - start).unwrap();
                let mut block = vec![0; room];
                let mut expected = vec![0; room];
                let size = if nth == 0 {
                    ours.compress_apart(history, &bytes[..end], &mut block)
                } else {
                    // C needs no more of the history than 64 KiB.
                    let from = if history.is_empty() {
                        start.saturating_sub(65_536)
                    } else {
                        0
                    };
                    ours.compress_after(history, &bytes[from..end], start - from, &mut block)
                }
                .unwrap();
                let c = theirs.compress(&bytes[start..end], &mut expected).unwrap();
                prop_assert_eq!(&block[..size], &expected[..c]);
                let mut back = whole.clone();
                let at = back.len();
                back.resize(at + end - start, 0);
                prop_assert_eq!(decompress_after(&block[..size], &mut back, at), Ok(end - start));
                prop_assert_eq!(&back[at..], &bytes[start..end]);
                whole = back;
                start = end;
            }
            history = bytes;
        }
    }

    #[test]
    fn no_more_history_than_in_reach_is_needed(
        all in inputs(400_000),
        level in 1..=12_i32,
        size in 1_000_usize..70_000,
    ) {
        let mut ours = HighStream::new(level);
        let mut theirs = lz4_ffi::HighStream::new(level);
        let mut start = 0;
        for input in all.chunks(size) {
            let room = bound(input.len()).unwrap();
            let mut block = vec![0; room];
            let mut expected = vec![0; room];
            let from = start.max(65_536) - 65_536;
            let end = start + input.len();
            let size = ours
                .compress(&all[from..end], start - from, &mut block)
                .unwrap();
            let c = theirs.compress(input, &mut expected).unwrap();
            prop_assert_eq!(&block[..size], &expected[..c]);
            start = end;
        }
    }

    /// Any history will do, if the reader has it too.
    #[test]
    fn a_wrong_history_costs_size_only(
        histories in prop::collection::vec(inputs(3_000), 1..5),
        input in inputs(3_000),
        level in 1..=12_i32,
        apart in any::<bool>(),
    ) {
        let mut stream = HighStream::new(level);
        for history in &histories {
            let mut block = vec![0; bound(input.len()).unwrap()];
            let mut output = vec![0; input.len()];
            let size = if apart {
                stream.compress_apart(history, &input, &mut block)
            } else {
                let window = [&history[..], &input[..]].concat();
                stream.compress(&window, history.len(), &mut block)
            }
            .unwrap();
            prop_assert_eq!(
                decompress_with_dictionary(&block[..size], &mut output, history),
                Ok(input.len())
            );
            prop_assert_eq!(&output, &input);
        }
    }
}

#[test]
fn every_small_size_and_every_size_around_64_kib() {
    let text: Vec<u8> = (0..70_000_u32)
        .map(|i| (i.wrapping_mul(2_654_435_761) >> 29) as u8 + (i % 5) as u8)
        .collect();
    let mut pair = Pair::new();
    for size in (0..300).chain(65_530..65_560) {
        pair.check_levels(&text[..size]);
    }
}

#[test]
fn runs_and_short_periods() {
    let mut pair = Pair::new();
    for period in [&b"a"[..], b"ab", b"abcd", b"abc", b"\0"] {
        for size in (0..60).chain([255, 4096, 5000, 70_000]) {
            let run: Vec<u8> = period.iter().copied().cycle().take(size).collect();
            pair.check_levels(&run);
            // Runs of different lengths, apart, and after one another.
            let mut runs = b"0123456789abcdefghijklmnop".to_vec();
            for part in [size, size / 2, size / 3 + 1, size / 2 + 7, size] {
                runs.extend_from_slice(&run[..part.min(size)]);
                runs.extend_from_slice(&[part as u8, 1, 2]);
            }
            pair.check_levels(&runs);
            runs.reverse();
            pair.check_levels(&runs);
        }
    }
}

#[test]
fn runs_that_begin_in_a_dictionary() {
    for (before, after) in [
        (0, 50),
        (1, 50),
        (3, 50),
        (4, 60),
        (100, 90),
        (90, 100),
        (5000, 400),
    ] {
        for tail in [&b""[..], b"xyz"] {
            let mut words = b"some text before the run".to_vec();
            words.resize(words.len() + before, b'a');
            words.extend_from_slice(tail);
            let mut input = vec![b'a'; after];
            input.extend_from_slice(b"and text between the runs, and after");
            input.resize(input.len() + after, b'a');
            input.extend_from_slice(b"the end of it all");
            for level in 1..=12 {
                let room = bound(input.len()).unwrap();
                let mut block = vec![0; room];
                let size = HighCompressor::new()
                    .compress_with_dictionary(&words, &input, &mut block, level)
                    .unwrap();
                let mut theirs = vec![0; room];
                let c = lz4_ffi::compress_high_with_dictionary(&words, &input, &mut theirs, level)
                    .unwrap();
                assert_eq!(block[..size], theirs[..c], "{before} {after} {level}");
            }
        }
    }
}

/// The strategies do not agree on the shortest input that they look at.
#[test]
fn short_inputs_after_a_long_history() {
    let all = b"twelve bytes ".repeat(50);
    for level in 1..=12 {
        for size in 0..40 {
            for start in [13, 400] {
                let (words, input) = (&all[..start], &all[100..100 + size]);
                let room = bound(size).unwrap();
                let mut block = vec![0; room];
                let mut theirs = vec![0; room];
                let ours = HighCompressor::new()
                    .compress_with_dictionary(words, input, &mut block, level)
                    .unwrap();
                let input = input.to_vec();
                let c = lz4_ffi::compress_high_with_dictionary(words, &input, &mut theirs, level)
                    .unwrap();
                assert_eq!(block[..ours], theirs[..c], "{start} {size} {level}");
            }
        }
    }
}

#[test]
fn source_text() {
    let text = c_source();
    let mut pair = Pair::new();
    for size in [1_000, 4_096, 65_536, text.len()] {
        pair.check_levels(&text[..size.min(text.len())]);
    }
    for page in text.chunks(4_096) {
        pair.check_levels(page);
    }
}

#[test]
fn nothing_goes_into_no_output() {
    let mut compressor = HighCompressor::new();
    for level in [2, 9, 12] {
        assert_eq!(
            compressor.compress(b"bytes", &mut [], level),
            Err(CompressError::OutputTooSmall { available: 0 })
        );
        let filled = compressor.fill(b"bytes", &mut [], level).unwrap();
        assert_eq!((filled.read, filled.written), (0, 0));
    }
}
