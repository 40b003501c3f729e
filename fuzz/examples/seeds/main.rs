//! Writes `seeds/<target>`: what the fuzzers start from, and what
//! `cargo test` replays.
//!
//! ```text
//! cargo run -p touchstone-fuzz --example seeds
//! ```
//!
//! The frames are the reference's; nothing depends on time or chance, so that
//! the files change only when this does, or the reference.

mod hipo;
mod store;

use std::error::Error;
use std::fs;
use std::path::Path;

use corpora::{IntWidth, Kind, Shape};
use openzl_ffi::{Graph, Input, Parameters, Toggle};

type Seed = (String, Vec<u8>);
type Result<T, E = Box<dyn Error>> = std::result::Result<T, E>;

/// The seed of the generated inputs.
const SEED: u64 = 0x70_0C45;

fn main() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds");
    let sound = sound_frames()?;
    let decode = [sound.clone(), plans()].concat();
    let inspect = [sound, typed_frames()?].concat();
    for (target, seeds) in [
        ("hipo_identical", hipo::scripts()),
        ("hipo_read", hipo::files()?),
        ("hipo_roundtrip", hipo::scripts()),
        ("hipo_text", hipo::texts()),
        ("lz4_decode", blocks()),
        ("lz4_frame", lz4_frames()?),
        ("lz4_hc_identical", high_cases()),
        ("lz4_identical", lz4_cases()),
        ("nbd_protocol", nbd_clients()),
        ("openzl_decode", decode),
        ("openzl_identical", cases()),
        ("openzl_inspect", inspect),
        ("openzl_roundtrip", cases()),
        ("page_codecs", page_cases()),
        ("store_model", store::seeds()?),
    ] {
        let folder = root.join(target);
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        let mut total = 0;
        for (name, bytes) in &seeds {
            total += bytes.len();
            fs::write(folder.join(name), bytes)?;
        }
        println!("{target}: {} seeds, {total} bytes", seeds.len());
    }
    Ok(())
}

fn frame(
    graph: impl Into<Option<Graph>>,
    parameters: &Parameters,
    input: &[u8],
) -> Result<Vec<u8>> {
    Ok(openzl_ffi::compress(
        graph,
        parameters,
        Input::Serial(input),
    )?)
}

fn bare(level: i32) -> Parameters {
    Parameters {
        content_checksum: Toggle::Off,
        compressed_checksum: Toggle::Off,
        ..Parameters::at_level(level)
    }
}

/// Frames of the codecs that the native crate has.
fn sound_frames() -> Result<Vec<Seed>> {
    let mut seeds = Vec::new();
    for version in 21..=27 {
        let parameters = Parameters {
            format_version: Some(version),
            comment: b"a comment".to_vec(),
            ..Parameters::at_level(3)
        };
        let text = Kind::Text.generate(150, SEED);
        seeds.push((
            format!("format-{version}"),
            frame(None, &parameters, &text)?,
        ));
    }
    for size in [0, 1, 9, 300] {
        let noise = Kind::Random.generate(size, SEED);
        let parameters = Parameters::default();
        seeds.push((
            format!("stored-{size}"),
            frame(Graph::STORE, &parameters, &noise)?,
        ));
        seeds.push((
            format!("stored-{size}-bare"),
            frame(Graph::STORE, &bare(6), &noise)?,
        ));
    }
    // Raw, run and compressed literals; one and four Huffman streams, trees
    // by weights and by FSE; sequences by each table mode; several blocks.
    for (name, kind, size, level) in [
        ("text", Kind::Text, 200, 1),
        ("text-long", Kind::Text, 2_500, 19),
        ("source", Kind::Source, 900, 6),
        ("records", Kind::Records, 600, 3),
        ("fast", Kind::Source, 700, -5),
        ("runs", Kind::Zeros, 300_000, 3),
        ("mixed", Kind::Mixed, 1_500, 9),
        (
            "small-range",
            Kind::Numbers(IntWidth::U8, Shape::SmallRange),
            1_200,
            1,
        ),
        (
            "few-distinct",
            Kind::Numbers(IntWidth::U32, Shape::FewDistinct),
            900,
            1,
        ),
    ] {
        let input = kind.generate(size, SEED);
        seeds.push((
            format!("zstd-{name}"),
            frame(Graph::ZSTD, &Parameters::at_level(level), &input)?,
        ));
        seeds.push((
            format!("zstd-{name}-bare"),
            frame(Graph::ZSTD, &bare(level), &input)?,
        ));
    }
    Ok(seeds)
}

/// Frames of other codecs, types and numbers of outputs: the native crate
/// tells what they are made of.
fn typed_frames() -> Result<Vec<Seed>> {
    let numbers = Kind::Numbers(IntWidth::U32, Shape::TimeSeries).generate(800, SEED);
    let records = Kind::Records.generate(640, SEED);
    let text = Kind::Text.generate(300, SEED);
    let words = b"a touchstone shows what gold is worth ".repeat(4);
    let lengths: Vec<u32> = words
        .split_inclusive(|&byte| byte == b' ')
        .map(|word| word.len() as u32)
        .collect();
    let strings = Input::String {
        data: &words,
        lengths: &lengths,
    };
    let numeric = Input::Numeric {
        width: 4,
        data: &numbers,
    };
    let structs = Input::Struct {
        width: 16,
        data: &records,
    };
    let mut seeds = Vec::new();
    for (name, graph, inputs) in [
        ("numeric", Graph::SELECT_NUMERIC, &[numeric][..]),
        ("numeric-chunks", Graph::SEGMENT_NUMERIC, &[numeric]),
        ("field-lz", Graph::FIELD_LZ, &[structs]),
        ("struct", Graph::COMPRESS_GENERIC, &[structs]),
        ("strings", Graph::COMPRESS_GENERIC, &[strings]),
        ("lz4", Graph::LZ4, &[Input::Serial(&text)]),
        ("lz", Graph::LZ, &[Input::Serial(&text)]),
        ("entropy", Graph::ENTROPY, &[Input::Serial(&text)]),
        (
            "flatpack",
            Graph::FLATPACK,
            &[Input::Serial(b"abcabcaabbccabcabcabc")],
        ),
        (
            "bitpack",
            Graph::BITPACK,
            &[Input::Serial(b"\x01\x02\x03\x00\x01\x02\x03\x00\x01\x02")],
        ),
        ("constant", Graph::CONSTANT, &[Input::Serial(&[7; 100])]),
        (
            "numbers-in-serial",
            Graph::SEGMENT_NUM32_FROM_SERIAL,
            &[Input::Serial(&numbers)],
        ),
        (
            "four-outputs",
            Graph::STORE,
            &[numeric, strings, structs, Input::Serial(&text)],
        ),
        (
            "twenty-outputs",
            Graph::STORE,
            &[Input::Serial(b"the same"); 20],
        ),
    ] {
        for (suffix, parameters) in [("", Parameters::default()), ("-bare", bare(6))] {
            match openzl_ffi::compress_multi(graph, &parameters, inputs) {
                Ok(frame) => seeds.push((format!("typed-{name}{suffix}"), frame)),
                Err(error) => return Err(format!("{name}: {error}").into()),
            }
        }
    }
    Ok(seeds)
}

/// Plans of frames: version, flags, chunks, size, token, then each chunk's
/// kind, detail and bytes.
fn plans() -> Vec<Seed> {
    let seeds: [(&str, &[u8]); 13] = [
        ("plan-no-chunk", b"\x00\x00\xff\x00\x00"),
        ("plan-stored", b"\x00\x03\x00\x00\x00\x00\x0ba touchstone"),
        (
            "plan-three-chunks",
            b"\x00\x03\x02\x00\x00\x00\x05first\x01\x00\x03\x01z\x80\x00\x05third",
        ),
        ("plan-empty-chunks", b"\x01\x01\x02\x00\x00\x00\x00\x00\x00\x00\x00"),
        ("plan-comment", b"\x00\x06\x00\x00\x00\x09a comment\x00\x01!"),
        ("plan-zstd-words", b"\x00\x00\x00\x00\x00\x01\x00\x04\x06\x05\x05\xff"),
        (
            "plan-zstd-damaged",
            b"\x00\x00\x00\x00\x00\x02\x42\x05\x00\x01\x08\x06\x05\x05\xff\x05\x01\x3f\xff",
        ),
        (
            "plan-zstd-damaged-optimal",
            b"\x00\x03\x00\x00\x00\x03\x87\x06\x00\x10\x20\x00\x80\x09\x06\x01\x05\xff\x05\x01\x3f\xff\x02",
        ),
        (
            "plan-blocks",
            b"\x00\x03\x00\x00\x00\x04\x03\x00\x03\x00abc\x01\x07\x00\x03\x03\x00\x01z\x1e\x02\x05\x03abcde\x20\x00\x00",
        ),
        (
            "plan-window",
            b"\x00\x00\x00\x00\x00\x05\x02\x01\x00\x40\x71\x00\x20\x00\x10\x00\x58\x00",
        ),
        (
            "plan-nested",
            b"\x00\x02\x00\x00\x00\x06\x02\x00\x03\x00abc\x01\x07\x00\x03\x03\x00\x01z\x1e\x20\x00\x00",
        ),
        (
            "plan-graph",
            b"\x00\x00\x00\x00\x00\x07\x22\x00\x00\x00\x00\x03\x00\x00\x03\x00abc\x20\x00\x00",
        ),
        (
            "plan-graph-odd",
            b"\x00\x00\x00\x00\x00\x07\x43\x00\x01\xfd\x00\x00\xfb\x00\x02hi\x00\x03abc\x01\x00\x03\x01z\x40",
        ),
    ];
    seeds
        .into_iter()
        .map(|(name, plan)| (name.to_owned(), plan.to_vec()))
        .collect()
}

/// Blocks behind a byte for the room and one that is added to it.
fn blocks() -> Vec<Seed> {
    let mut seeds = Vec::new();
    for (name, kind, size) in [
        ("nothing", Kind::Text, 0),
        ("literals", Kind::Random, 30),
        ("text", Kind::Text, 300),
        ("source", Kind::Source, 900),
        ("records", Kind::Records, 500),
        ("zeros", Kind::Zeros, 1_000),
    ] {
        let input = kind.generate(size, SEED);
        let mut block = vec![0; lz4_ffi::bound(size).expect("small")];
        let written = lz4_ffi::compress(&input, &mut block, 1).expect("room");
        for (room, header) in [("little", [0x0d, 0]), ("much", [0xfe, 0])] {
            let seed = [&header[..], &block[..written]].concat();
            seeds.push((format!("{name}-{room}"), seed));
        }
    }
    seeds
}

/// A byte for what follows: frames as they are, frames with a header to be
/// repaired, or flags, level, piece, size, and the input's program.
fn lz4_frames() -> Result<Vec<Seed>> {
    let mut seeds = Vec::new();
    for (name, kind, size) in [
        ("nothing", Kind::Text, 0),
        ("stored", Kind::Random, 60),
        ("text", Kind::Text, 300),
        ("zeros", Kind::Zeros, 200_000),
    ] {
        let input = kind.generate(size, SEED);
        for (suffix, independent, checksums) in [("", false, false), ("-checked", true, true)] {
            let options = lz4_ffi::FrameOptions {
                independent,
                content_checksum: checksums,
                block_checksum: checksums,
                content_size: if checksums { size as u64 } else { 0 },
                ..lz4_ffi::FrameOptions::default()
            };
            let frame = lz4_ffi::compress_frame(&input, &options)?;
            seeds.push((format!("{name}{suffix}"), [&[0][..], &frame].concat()));
            seeds.push((
                format!("{name}{suffix}-repaired"),
                [&[1][..], &frame].concat(),
            ));
        }
    }
    for (setting, header) in [
        ("plain", [2, 60, 0, 10, 0]),
        ("all", [2, 4, 0, 10, 0]),
        ("fast", [2, 44, 140, 90, 0]),
        ("large", [2, 0, 0, 200, 255]),
    ] {
        for (program, instructions) in &PROGRAMS[..6] {
            let mut case = [&header[..], instructions].concat();
            if header[4] != 0 {
                make_large(&mut case);
            }
            seeds.push((format!("case-{setting}-{program}"), case));
        }
    }
    Ok(seeds)
}

/// Cases: call, level, share, size, then the input's program.
fn high_cases() -> Vec<Seed> {
    let settings: [(&str, [u8; 4]); 12] = [
        ("level-2", [0, 2, 0, 0]),
        ("level-3", [0, 3, 0, 0]),
        ("level-9", [0, 9, 0, 0]),
        ("level-10", [0, 10, 0, 0]),
        ("level-12", [0, 12, 0, 0]),
        ("limited", [3, 5, 100, 0]),
        ("fill", [4, 9, 50, 0]),
        ("fill-optimal", [4, 11, 90, 0]),
        ("dictionary", [5, 9, 100, 0]),
        ("dictionary-mid", [5, 2, 100, 0]),
        ("stream", [7, 9, 40, 0]),
        ("large", [0, 9, 0, 255]),
    ];
    crossed(&settings)
}

/// A third of all pairs of settings, whose last byte is the size, and programs.
fn crossed(settings: &[(&str, [u8; 4])]) -> Vec<Seed> {
    let mut seeds = Vec::new();
    for (index, (setting, header)) in settings.iter().enumerate() {
        for (number, (program, instructions)) in PROGRAMS.iter().enumerate() {
            if (index + number).is_multiple_of(3) {
                let mut case = [&header[..], instructions].concat();
                if header[3] != 0 {
                    make_large(&mut case);
                }
                seeds.push((format!("{setting}-{program}"), case));
            }
        }
    }
    seeds
}

/// Cases: call, acceleration, share, size, then the input's program.
fn lz4_cases() -> Vec<Seed> {
    let settings: [(&str, [u8; 4]); 10] = [
        ("ample", [0, 0, 0, 0]),
        ("fast", [0, 140, 0, 0]),
        ("fastest", [0, 255, 0, 0]),
        ("limited", [3, 0, 100, 0]),
        ("fill", [4, 0, 50, 0]),
        ("dictionary", [5, 0, 100, 0]),
        ("thorough", [6, 0, 150, 0]),
        ("stream", [7, 0, 40, 0]),
        ("middle", [0, 0, 0, 230]),
        ("large", [0, 0, 0, 255]),
    ];
    crossed(&settings)
}

/// Cases: call, codec, setting, page size, threshold, dictionary, then the
/// page's program; edits before it where the call is a damaged block, and a
/// block instead where it is a foreign one.
fn page_cases() -> Vec<Seed> {
    let settings: [(&str, &[u8]); 16] = [
        ("turbo", &[0, 0, 0, 0, 0, 0]),
        ("turbo-16k", &[0, 0, 0, 225, 0, 0]),
        ("turbo-64k", &[0, 0, 0, 255, 255, 0]),
        ("lz4", &[0, 1, 0, 0, 0, 0]),
        ("lz4-fast", &[0, 1, 7, 0, 200, 0]),
        ("lz4-dictionary", &[0, 1, 0, 0, 0, 225]),
        ("lz4hc", &[0, 2, 8, 0, 0, 0]),
        ("lz4hc-optimal", &[0, 2, 11, 0, 255, 0]),
        ("lz4hc-dictionary", &[0, 2, 8, 0, 0, 240]),
        ("zstd", &[0, 3, 3, 0, 0, 0]),
        ("zstd-fast", &[0, 3, 1, 0, 180, 0]),
        ("zstd-dictionary", &[0, 3, 5, 0, 0, 225]),
        ("damaged-turbo", &[161, 0, 0, 0, 0, 0, 20, 0, 3]),
        ("damaged-lz4", &[162, 1, 0, 0, 0, 0, 0, 0, 1, 9, 0, 255]),
        ("damaged-zstd", &[161, 3, 3, 0, 0, 0, 12, 0, 1]),
        ("cut-lz4hc", &[169, 2, 8, 0, 0, 0, 30, 0, 0]),
    ];
    let mut seeds = Vec::new();
    for (index, (setting, header)) in settings.iter().enumerate() {
        for (number, (program, instructions)) in PROGRAMS.iter().enumerate() {
            if (index + number).is_multiple_of(4) {
                let mut case = [header, *instructions].concat();
                if header[3] != 0 {
                    make_large(&mut case);
                }
                seeds.push((format!("{setting}-{program}"), case));
            }
        }
    }
    for (name, kind) in [("text", Kind::Source), ("zeros", Kind::Zeros)] {
        let page = kind.generate(4096, SEED);
        let mut block = vec![0; lz4_ffi::bound(page.len()).expect("small")];
        let written = lz4_ffi::compress(&page, &mut block, 1).expect("room");
        let case = [&[128, 1, 0, 0, 0, 0], &block[..written]].concat();
        seeds.push((format!("foreign-{name}"), case));
    }
    seeds
}

/// Inputs, in the instructions of `fuzz/src/program.rs`.
const PROGRAMS: [(&str, &[u8]); 12] = [
        ("empty", b""),
        ("one", b"\x00x"),
        ("nine", b"\x40literally"),
        ("literal", b"\xf8the native frame is the one that "),
        ("run", b"\x01z\xff"),
        ("words", b"\x06\x01\x02\xff\x06\x02\x02\xff"),
        ("noise", b"\x04\x05\x06\xff"),
        ("alphabet", b"\x05\x05\x06\x3f\xff\x05\x07\x06\x0f\xff"),
        ("counter", b"\x13\x01\x00\x03\xff"),
        ("records", b"\x48gold 999.\x4f\x05\xff\x4f\x03\xff"),
        ("copies", b"\x06\x01\x02\x40\x02\x20\x00\x30\x04\x01\x01\x08\x02\x30\x00\x40\x06\x09\x09\x60\x02\x80\x00\xff"),
        ("runs-and-noise", b"\x01a\x80\x04\x01\x01\x20\x01b\x80\x05\x02\x02\x1f\x90\x02\xff\x00\xff"),
];

/// A large input takes a sum of zero: a literal makes it.
fn make_large(case: &mut Vec<u8>) {
    let sum = case.iter().fold(0_u8, |sum, &byte| sum.wrapping_add(byte));
    case.extend_from_slice(&[0, sum.wrapping_neg()]);
}

/// Cases: graph, level, version, flags, one byte for either, size, then the
/// input's program.
fn cases() -> Vec<Seed> {
    let settings: [(&str, [u8; 6]); 16] = [
        ("level-1", [0, 0, 0, 0, 0, 0]),
        ("level-3", [0, 1, 0, 0, 0, 0]),
        ("level-minus-5", [0, 2, 0, 0, 0, 0]),
        ("level-6", [0, 6, 0, 0, 0, 0]),
        ("level-9", [0, 211, 0, 0, 0, 0]),
        ("level-12", [0, 209, 0, 0, 0, 0]),
        ("level-18", [0, 245, 0, 0, 0, 0]),
        ("level-19", [0, 246, 0, 0, 0, 0]),
        ("level-22", [0, 249, 0, 0, 0, 0]),
        ("store", [131, 1, 0, 0, 0, 0]),
        ("zstd-21", [132, 1, 70, 0, 0, 0]),
        ("generic-23-bare", [133, 1, 65, 3, 0, 0]),
        ("segments-comment", [129, 1, 66, 8, 1, 0]),
        ("expand", [0, 1, 0, 0x24, 0, 0]),
        ("medium", [0, 1, 0, 0, 0, 230]),
        ("large", [0, 0, 0, 0, 0, 255]),
    ];
    let mut seeds = Vec::new();
    for (index, (setting, header)) in settings.iter().enumerate() {
        for (number, (program, instructions)) in PROGRAMS.iter().enumerate() {
            // Not every pair: the fuzzer crosses them itself.
            if (index + number) % 4 == 0 {
                let mut case = [&header[..], instructions].concat();
                if header[5] != 0 {
                    make_large(&mut case);
                }
                seeds.push((format!("{setting}-{program}"), case));
            }
        }
    }
    seeds
}

/// Clients of the NBD server: what they send, what they send after a handshake,
/// and plans of `fuzz/src/nbd/script.rs`.
fn nbd_clients() -> Vec<Seed> {
    fn request(flags: u16, command: u16, cookie: u64, offset: u64, length: u32) -> Vec<u8> {
        let mut bytes = 0x2560_9513_u32.to_be_bytes().to_vec();
        bytes.extend_from_slice(&flags.to_be_bytes());
        bytes.extend_from_slice(&command.to_be_bytes());
        bytes.extend_from_slice(&cookie.to_be_bytes());
        bytes.extend_from_slice(&offset.to_be_bytes());
        bytes.extend_from_slice(&length.to_be_bytes());
        bytes
    }

    let handshakes: [(&str, &[u8]); 9] = [
        ("nothing", b""),
        ("export-name", b"\0\0\0\x01IHAVEOPT\0\0\0\x01\0\0\0\x01r"),
        ("not-fixed", b"\0\0\0\0IHAVEOPT\0\0\0\x01\0\0\0\0"),
        ("abort", b"\0\0\0\x03IHAVEOPT\0\0\0\x02\0\0\0\x03bye"),
        ("list", b"\0\0\0\x03IHAVEOPT\0\0\0\x03\0\0\0\0IHAVEOPT\0\0\0\x05\0\0\0\0"),
        (
            "info",
            b"\0\0\0\x03IHAVEOPT\0\0\0\x06\0\0\0\x0d\0\0\0\x01r\0\x03\0\x01\0\x02\0\x03",
        ),
        ("go", b"\0\0\0\x03IHAVEOPT\0\0\0\x07\0\0\0\x06\0\0\0\0\0\0"),
        (
            "list-contexts",
            b"\0\0\0\x03IHAVEOPT\0\0\0\x08\0\0\0\0IHAVEOPT\0\0\0\x09\0\0\0\x08\0\0\0\0\0\0\0\0",
        ),
        (
            "set-contexts",
            b"\0\0\0\x03IHAVEOPT\0\0\0\x08\0\0\0\0IHAVEOPT\0\0\0\x0a\0\0\0\x11\0\0\0\0\0\0\0\x01\0\0\0\x05base:",
        ),
    ];
    let mut seeds: Vec<Seed> = handshakes
        .into_iter()
        .map(|(name, bytes)| (format!("client-{name}"), [&[0], bytes].concat()))
        .collect();

    let written = [request(1, 1, 1, 512, 512), vec![7; 512]].concat();
    let read = request(0, 0, 2, 0, 1536);
    let mixed = [
        written.clone(),
        read.clone(),
        request(4, 0, 3, 512, 512),
        request(0, 7, 4, 0, 4096),
        request(8, 7, 5, 512, 1024),
        request(0, 3, 6, 0, 0),
        request(1, 4, 7, 512, 512),
        request(2, 6, 8, 0, 1024),
        request(0, 5, 9, 0, 512),
        request(0, 2, 0, 0, 0),
    ]
    .concat();
    let refused = [
        request(0, 0, 1, 1 << 17, 512),
        request(0, 0, 2, 0, 1 << 17),
        request(18, 6, 3, 0, 512),
        request(0, 9, 4, 0, 0),
        request(0, 3, 5, 1, 1),
        [request(0, 1, 6, 1 << 17, 512), vec![1; 512]].concat(),
        [request(0, 1, 7, 0, 512), vec![0xdd; 512]].concat(),
        [request(0, 1, 8, 0, 512), vec![0xee; 512]].concat(),
        read,
    ]
    .concat();
    // All at once; and in pieces of 9 and of 100 bytes.
    for (name, pieces, requests) in [
        ("written", 0, &written),
        ("mixed", 0, &mixed),
        ("mixed-pieces", 3 << 2, &mixed),
        ("mixed-hundreds", 10 << 2, &mixed),
        ("refused", 0, &refused),
    ] {
        for (kind, mode) in [("simple", 1), ("structured", 2)] {
            let seed = [&[pieces | mode], &requests[..]].concat();
            seeds.push((format!("{kind}-{name}"), seed));
        }
    }

    // A byte of flags, and steps.
    let plans: [(&str, &[u8]); 9] = [
        (
            "contexts-of-another",
            b"\0\x08\x21\x00\x05\x21\xa0\x05\x11\x00\x00\x58\x00\x01\x00\x04\x50",
        ),
        (
            "contexts-of-none",
            b"\0\x08\x21\x00\x05\x21\x00\x00\x11\x00\x00\x58\x00\x01\x00\x04\x50",
        ),
        (
            "beyond",
            b"\0\x07\xf3\x00\x01\x01\x02\xf4\x00\x02\x01\x00\xf9\x00\x03\x01\x02\xf7\x00\x04\x02\x04\x50",
        ),
        ("options", b"\0\x30\x08\x20\x00\x0a\x21\x00\x05\x10\xa0\xff\x11\x00\x00"),
        ("too-long", b"\0\x48\x03\x00\x48\x03\xff\x07\x50"),
        (
            "requests",
            b"\0\x07\x52\x00\x01\x00\x04\x09\x00\x5b\x00\x02\x00\x04\x57\x08\x03\x00\x04\x50",
        ),
        (
            "zeros-between",
            b"\0\x07\x52\x00\x01\x02\x08\x09\x10\x5a\x04\x02\x00\x0f\x5a\x00\x03\x00\x0f\x61\x00\x04\x00\x0f\x50",
        ),
        (
            "long",
            b"\0\x07\xd0\x00\x01\x00\xc0\x09\xff\xd8\x00\x02\x00\xc0\xd0\x00\x03\x40\x80\x05\x00\xd8\x00\x04\x20\xc0\x50",
        ),
        ("read-only", b"\0\x08\x11\xa0\x0e\xe1\x00\x01\x07\xf3\xe2\x00\x02\x00\x05\x50"),
    ];
    seeds.extend(
        plans
            .into_iter()
            .map(|(name, plan)| (format!("plan-{name}"), [&[3], plan].concat())),
    );
    seeds
}
