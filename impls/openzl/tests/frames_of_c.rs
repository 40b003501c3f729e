//! Frames that C OpenZL 0.3.0 wrote, in full: what is written equals them,
//! and what is read and told of them is right.

use openzl::{
    CodecName, Compressor, Decompressor, ErrorKind, FormatVersion, Frame, Graph, Limits,
    Parameters, StreamType, dissect,
};

const ZEDS: [u8; 1000] = [b'z'; 1000];

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len())
        .step_by(2)
        .map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap())
        .collect()
}

/// What is written equals the frame, and it is read back.
fn check(parameters: Parameters, input: &[u8], frame: &str) {
    let written = Compressor::new(parameters).compress(input).unwrap();
    assert_eq!(written, bytes(frame));
    assert_eq!(openzl::decompress(&bytes(frame)).unwrap(), input);
}

#[test]
fn small_inputs_are_stored() {
    let default = Parameters::default();
    check(
        default.clone(),
        b"",
        "dba5b1d703010102010100c294d3383dea69a700",
    );
    let compressible = "dba5b1d703010bed01010a74656e2062797465732ea1b725fe9c7a198e00";
    check(default.clone(), b"ten bytes.", compressible);
    // Zero is the default, nine stores nothing more, eleven stores it too.
    check(default.with_min_stream_size(0), b"ten bytes.", compressible);
}

#[test]
fn levels_differ() {
    check(
        Parameters::default(),
        &ZEDS,
        "dba5b1d70301e907df02010016000000000f0160e802450000087a0100e4a99c1041dfed00a0f480f300",
    );
    check(
        Parameters::default().with_level(0),
        &ZEDS,
        "dba5b1d70301e907df02010016000000000f0160e802450000087a0100e4a99c1041dfed00a0f480f300",
    );
    check(
        Parameters::default().with_level(1),
        &ZEDS,
        "dba5b1d70301e907df0201001600000000100160e8024d0000107a7a0100e32b800541dfed0020fc77bc00",
    );
}

#[test]
fn every_format_version() {
    let with_comment = |version| {
        Parameters::default()
            .with_format_version(FormatVersion::try_from(version).unwrap())
            .with_comment(b"told".as_slice())
            .unwrap()
    };
    for (version, frame) in [
        (
            21,
            "d5a5b1d70301e9072c02010016000000000f0160e802450000087a0100e4a99c1041dfed00a0f480f300",
        ),
        (
            22,
            "d6a5b1d70701e90704746f6c642902010016000000000f0160e802450000087a0100e4a99c1041dfed00a0f480f300",
        ),
        (
            23,
            "d7a5b1d70701e90704746f6c64e602010016000000000f0160e802450000087a0100e4a99c1041dfed00a0f480f300",
        ),
        (
            24,
            "d8a5b1d70701e90704746f6c640602010016000000000f0160e802450000087a0100e4a99c1041dfed00a0f480f300",
        ),
        (
            25,
            "d9a5b1d70701e90704746f6c645802010016000000000f0160e802450000087a0100e4a99c1041dfed00a0f480f300",
        ),
        (
            27,
            "dba5b1d70701e90704746f6c642302010016000000000f0160e802450000087a0100e4a99c1041dfed00a0f480f300",
        ),
    ] {
        check(with_comment(version), &ZEDS, frame);
        let seen = Frame::parse(&bytes(frame)).unwrap();
        assert_eq!(seen.header().version().get(), version);
        assert_eq!(
            openzl::format_version(&bytes(frame)).unwrap().get(),
            version
        );
        let comment: &[u8] = if version == 21 { b"" } else { b"told" };
        assert_eq!(seen.header().comment(), comment);
    }
}

#[test]
fn checksums_on_and_off() {
    let default = Parameters::default;
    for (content, compressed, frame) in [
        (
            false,
            false,
            "dba5b1d70001e90702010016000000000f0160e802450000087a0100e4a99c1000",
        ),
        (
            true,
            false,
            "dba5b1d70101e90702010016000000000f0160e802450000087a0100e4a99c1041dfed0000",
        ),
        (
            false,
            true,
            "dba5b1d70201e907cc02010016000000000f0160e802450000087a0100e4a99c10cf4631e900",
        ),
    ] {
        let parameters = default()
            .with_content_checksum(content)
            .with_compressed_checksum(compressed);
        check(parameters, &ZEDS, frame);
        let seen = Frame::parse(&bytes(frame)).unwrap();
        assert_eq!(seen.header().has_content_checksum(), content);
        assert_eq!(seen.header().has_compressed_checksum(), compressed);
    }
    let seen = Frame::parse(&bytes(
        "dba5b1d70301e907df02010016000000000f0160e802450000087a0100e4a99c1041dfed00a0f480f300",
    ))
    .unwrap();
    assert_eq!(seen.chunks()[0].content_checksum, Some(0x00ed_df41));
    assert_eq!(seen.chunks()[0].compressed_checksum, Some(0xf380_f4a0));
}

#[test]
fn expansion_is_stored_unless_it_may_not_be() {
    let every_stream = Parameters::default().with_min_stream_size(-1);
    check(
        every_stream.clone(),
        b"hi",
        "dba5b1d70301037001010268699a6eead7503302a900",
    );
    check(
        every_stream.with_store_on_expansion(false),
        b"hi",
        "dba5b1d70301037002010016000000000801200211000068699a6eead731a1bbde00",
    );
}

#[test]
fn every_graph() {
    let text = b"// Copyright (c) Meta Platforms, Inc. and affiliates.\n\n#include";
    let store = Parameters::default().with_graph(Graph::Store);
    check(
        store,
        text,
        "dba5b1d7030140b301013f2f2f20436f7079726967687420286329204d65746120506c6174666f726d732c20496e632e20616e6420616666696c69617465732e0a0a23696e636c75646555019b4a28f1ef7300",
    );
    for graph in [Graph::Zstd, Graph::CompressGeneric, Graph::SegmentSerial] {
        check(
            Parameters::default().with_graph(graph),
            &ZEDS,
            "dba5b1d70301e907df02010016000000000f0160e802450000087a0100e4a99c1041dfed00a0f480f300",
        );
    }
}

/// The parts of a frame of one compressed chunk.
#[test]
fn a_frame_is_told() {
    let frame = bytes(
        "d6a5b1d70701e90704746f6c642902010016000000000f0160e802450000087a0100e4a99c1041dfed00a0f480f300",
    );
    let seen = Frame::parse(&frame).unwrap();
    assert_eq!(seen.size(), frame.len());
    let header = seen.header();
    assert_eq!(header.size(), 14);
    assert_eq!(header.output_count(), 1);
    assert_eq!(header.output_bytes(), 1000);
    let output = header.outputs().next().unwrap();
    assert_eq!(
        (output.kind, output.byte_size, output.strings),
        (StreamType::Serial, 1000, None)
    );
    assert_eq!(header.bundle_id(), b"");
    let [chunk] = seen.chunks() else {
        panic!("one chunk")
    };
    assert_eq!(chunk.range, 14..frame.len() - 1);
    assert_eq!(chunk.header_size, 9);
    let [codec] = &chunk.codecs[..] else {
        panic!("one codec")
    };
    assert_eq!(codec.name.to_string(), "zstd");
    assert_eq!((codec.header.clone(), codec.variable_streams), (23..23, 0));
    assert_eq!(codec.distances, [1]);
    assert_eq!(chunk.streams[0].range, 23..38);

    let told = dissect(&frame);
    let paths: Vec<&str> = told.fields.iter().map(|field| &*field.path).collect();
    assert_eq!(
        paths,
        [
            "magic",
            "flags",
            "outputs",
            "output[0].size",
            "comment",
            "header_checksum",
            "chunk[0].codec_count",
            "chunk[0].stream_count",
            "chunk[0].codec_kinds",
            "chunk[0].codec[0].id",
            "chunk[0].codec_header_sizes",
            "chunk[0].variable_streams",
            "chunk[0].regenerated_streams",
            "chunk[0].distance[0]",
            "chunk[0].stream[0].size",
            "chunk[0].stream[0]",
            "chunk[0].content_checksum",
            "chunk[0].compressed_checksum",
            "chunk[0].stream[0].zstd.element_width",
            "chunk[0].stream[0].zstd.frame_header",
            "chunk[0].stream[0].zstd.blocks",
            "end_of_frame",
        ]
    );
    assert_eq!(told.fields[19].value, "window 1000, content 1000");
    assert_eq!(told.fields[19].range, 24..27);
    assert_eq!(
        told.fields[4].to_string(),
        "8..13 comment: 4 bytes, \"told\""
    );
}

/// Frames of graphs that this library does not run are told all the same.
#[test]
fn numeric_and_string_frames_are_told_and_not_decompressed() {
    let numeric = bytes(
        "dba5b1d70321a1067f100900000a85c2c06229648a40c242c02000ff2300000000010100\
     0100000100100300001042885000008c4100000000000001010324850102020202c801c8\
     010000c70000c8010000010201dbb66dbbdbdd7beffbfbfffffff979ce39339949922449\
     424808814020400008000000040120c8fd030002481d1fb0eb60d02086288218a208628e\
     a18318a208628822de104309628ea1e36d0a000c7a88862bf3f9ca724cc8e6af2bb853b7\
     4e28c608cd7aa99e4bf7f84e52ccd8e2bfa9b915a78e20c4108c7a8a966bf3fbc2324cc9\
     ee8f2bb95797ce28c2184d7aab8e0bf7fa4612ccd9ea9fa9b811870e20c0010100801aa0\
     460ae75b15d46bd80fd600",
    );
    let seen = Frame::parse(&numeric).unwrap();
    let output = seen.header().outputs().next().unwrap();
    assert_eq!((output.kind, output.byte_size), (StreamType::Numeric, 800));
    let names: Vec<String> = seen.chunks()[0]
        .codecs
        .iter()
        .map(|codec| codec.name.to_string())
        .collect();
    assert!(names.contains(&"field_lz".to_owned()), "{names:?}");
    assert_eq!(names.last().map(String::as_str), Some("num_to_struct_le"));
    let error = openzl::decompress(&numeric).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    assert_eq!(
        dissect(&numeric).fields.len(),
        dissect(&numeric).fields.len()
    );
    assert!(dissect(&numeric).error.is_none());

    let string = bytes(
        "dba5b1d703310c03300302000a060100000000030b000303056f6e6574776f746872656533d557877a46c03500",
    );
    let seen = Frame::parse(&string).unwrap();
    let output = seen.header().outputs().next().unwrap();
    assert_eq!(
        (output.kind, output.byte_size, output.strings),
        (StreamType::String, 11, Some(3))
    );
    let names: Vec<CodecName> = seen.chunks()[0]
        .codecs
        .iter()
        .map(|codec| codec.name)
        .collect();
    assert_eq!(names.len(), 2);
    assert_eq!(names[1].to_string(), "separate_string_components");
    assert_eq!(seen.chunks()[0].streams[0].range.len(), 3);
    assert_eq!(seen.chunks()[0].streams[1].range.len(), 11);
    assert_eq!(
        openzl::decompress(&string).unwrap_err().kind(),
        ErrorKind::Unsupported
    );
}

#[test]
fn many_outputs_are_told() {
    let multi = bytes(
        "dba5b1d7034300150b02e60203000601000000010a0114027a7a7a7a7a7a7a7a7a7a787a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a9ce6eaa036fa0adc00",
    );
    let header = Frame::parse(&multi).unwrap().header().clone();
    let told: Vec<_> = header
        .outputs()
        .map(|output| (output.kind, output.byte_size))
        .collect();
    assert_eq!(
        told,
        [
            (StreamType::Serial, 20),
            (StreamType::Struct, 10),
            (StreamType::Serial, 1)
        ]
    );
    assert_eq!(header.output_bytes(), 31);

    let many = bytes(
        "dba5b1d7032f0004411004010105030405060705090a050c0d050f1005ce0711000683c1\
     6030003f0000000000000000e5a4d51e0404040404040f0e0c0b09080605030200020202\
     0202027a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a\
     7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a\
     7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a7a\
     7a7a7a7a77f794843844bba700",
    );
    let seen = Frame::parse(&many).unwrap();
    assert_eq!(seen.header().output_count(), 17);
    for (index, output) in seen.header().outputs().enumerate() {
        let expected = if index % 3 == 1 {
            (StreamType::Struct, 4)
        } else {
            (StreamType::Serial, index as u64)
        };
        assert_eq!((output.kind, output.byte_size), expected, "{index}");
    }
    assert_eq!(seen.chunks()[0].codecs.len(), 6);
    assert!(
        seen.chunks()[0]
            .codecs
            .iter()
            .all(|codec| codec.name.to_string() == "struct_to_serial")
    );
    assert_eq!(
        openzl::decompress(&many).unwrap_err().kind(),
        ErrorKind::Unsupported
    );
}

#[test]
fn limits_are_exact() {
    let frame = bytes(
        "dba5b1d70301e907df02010016000000000f0160e802450000087a0100e4a99c1041dfed00a0f480f300",
    );
    let within = |bytes| Decompressor::new(Limits::default().with_output_bytes(bytes));
    assert_eq!(within(1000).decompress(&frame).unwrap(), ZEDS);
    assert_eq!(
        within(999).decompress(&frame).unwrap_err().kind(),
        ErrorKind::Limit
    );
    assert_eq!(within(999).limits().output_bytes(), 999);
    assert_eq!(
        Limits::default()
            .with_intermediate_bytes(5)
            .intermediate_bytes(),
        5
    );
}

#[test]
fn every_cut_and_every_byte_after_the_end_is_an_error() {
    for frame in [
        "dba5b1d70301e907df02010016000000000f0160e802450000087a0100e4a99c1041dfed00a0f480f300",
        "dba5b1d70001e90702010016000000000f0160e802450000087a0100e4a99c1000",
        "dba5b1d7030140b301013f2f2f20436f7079726967687420286329204d65746120506c6174666f726d732c20496e632e20616e6420616666696c69617465732e0a0a23696e636c75646555019b4a28f1ef7300",
        "d6a5b1d70701e90704746f6c642902010016000000000f0160e802450000087a0100e4a99c1041dfed00a0f480f300",
    ] {
        let frame = bytes(frame);
        for length in 0..frame.len() {
            let error = openzl::decompress(&frame[..length]).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Truncated, "{length}: {error}");
            assert_eq!(
                Frame::parse(&frame[..length]).unwrap_err().kind(),
                ErrorKind::Truncated
            );
        }
        let mut longer = frame.clone();
        longer.push(0);
        let error = openzl::decompress(&longer).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!(
                "the frame ends at byte {}, and 1 bytes follow it",
                frame.len()
            )
        );
        assert_eq!(
            Frame::parse(&longer).unwrap_err().to_string(),
            error.to_string()
        );
    }
}

#[test]
fn foreign_and_unknown_versions() {
    let mut frame = bytes(
        "dba5b1d70301e907df02010016000000000f0160e802450000087a0100e4a99c1041dfed00a0f480f300",
    );
    for version in [0, 7, 8, 20, 28, 43] {
        frame[..4].copy_from_slice(&(0xd7b1_a5c0_u32 + version).to_le_bytes());
        let error = openzl::decompress(&frame).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Unsupported, "{version}");
    }
    for magic in [0, 0xd7b1_a5bf, 0xd7b1_a5c0 + 44] {
        frame[..4].copy_from_slice(&u32::to_le_bytes(magic));
        assert_eq!(
            openzl::decompress(&frame).unwrap_err().kind(),
            ErrorKind::Foreign
        );
    }
}
