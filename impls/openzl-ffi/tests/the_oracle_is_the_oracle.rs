//! That this crate speaks for C OpenZL 0.3.0, and for nothing else.

mod common;

use std::process::Command;

use common::hex;
use openzl_ffi::{DecodeParameters, Graph, Input, Parameters, Toggle};

#[test]
fn it_is_openzl_0_3_0() {
    assert_eq!(openzl_ffi::version().to_string(), "0.3.0");
    assert_eq!((openzl_ffi::MIN_FORMAT, openzl_ffi::MAX_FORMAT), (8, 27));
    assert_eq!(openzl_ffi::default_format(), 27);
}

/// The library's own word on the formats, not the headers'.
#[test]
fn it_writes_and_reads_formats_8_to_27() {
    for version in 0..40 {
        let parameters = Parameters {
            format_version: Some(version),
            ..Parameters::default()
        };
        let result =
            openzl_ffi::compress(Graph::DEFAULT, &parameters, Input::Serial(b"twenty-seven"));
        match (version, result) {
            (8..=27, Ok(frame)) => {
                let magic = 0xD7B1_A5C0 + version;
                assert_eq!(frame[..4], magic.to_le_bytes());
                assert_eq!(
                    openzl_ffi::frame_info(&frame).unwrap().format_version,
                    version
                );
                let output = openzl_ffi::decompress(&frame, &DecodeParameters::default());
                assert_eq!(output.unwrap(), b"twenty-seven");
            }
            // Zero leaves the version unset, which C does not forgive.
            (0, Err(error)) => assert_eq!(error.code, 61),
            (_, Err(error)) => assert_eq!(error.code, 60),
            (_, Ok(_)) => panic!("C wrote format {version}"),
        }
    }
}

/// Symbols of the C archive are in this process, and it is them that the crate
/// calls: they answer alike.
#[test]
fn its_code_is_c() {
    use std::ffi::{CStr, c_char, c_int, c_uint};
    unsafe extern "C" {
        fn ZL_getDefaultEncodingVersion() -> c_uint;
        fn ZL_ErrorCode_toString(code: c_int) -> *const c_char;
        /// Not in the bindings: a function that only the archive has.
        fn ZL_isFormatVersionSupported(version: c_uint) -> bool;
    }
    // SAFETY: the declarations are those of C's sources; none has a
    // precondition, and error texts are static strings.
    let (default, supported, text) = unsafe {
        (
            ZL_getDefaultEncodingVersion(),
            (0..100)
                .filter(|&version| ZL_isFormatVersionSupported(version))
                .collect::<Vec<_>>(),
            CStr::from_ptr(ZL_ErrorCode_toString(13))
                .to_str()
                .unwrap()
                .to_owned(),
        )
    };
    assert_eq!(default, openzl_ffi::default_format());
    assert_eq!(supported, (8..=27).collect::<Vec<_>>());

    let mut frame = openzl_ffi::compress(
        Graph::STORE,
        &Parameters::default(),
        Input::Serial(&[1; 40]),
    )
    .unwrap();
    let end = frame.len();
    frame[end - 2] ^= 1;
    let error = openzl_ffi::decompress(&frame, &DecodeParameters::default()).unwrap_err();
    assert_eq!((error.code, &error.name), (13, &text));
    // The account names C's function and source file.
    assert!(error.context.contains("decompress2.c"), "{}", error.context);
    assert!(
        error.message.contains("Compressed checksum mismatch"),
        "{error}"
    );
}

#[test]
fn c_is_built_without_asserts() {
    assert!(
        openzl_ffi::build_flags()
            .split(' ')
            .any(|flag| flag == "-DNDEBUG"),
        "built with {:?}",
        openzl_ffi::build_flags()
    );
    assert!(!openzl_ffi::has_asserts());
}

/// Nothing but the bindings and the C libraries is linked through this crate.
#[test]
fn no_native_codec_is_among_its_dependencies() {
    let output = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--offline",
            "--edges",
            "normal",
            "--prefix",
            "none",
            "--format",
            "{p}",
        ])
        .args([
            "--manifest-path",
            concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"),
        ])
        .output()
        .unwrap();
    let tree = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let mut crates: Vec<_> = tree
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    crates.retain(|name| !name.is_empty());
    crates.sort_unstable();
    crates.dedup();
    assert_eq!(
        crates,
        [
            "libc",
            "lz4-sys",
            "openzl-sys",
            "touchstone-openzl-ffi",
            "zstd-sys"
        ]
    );
}

/// Frames that were written down when the format was studied, with a C program.
#[test]
fn known_frames_come_out() {
    let text: Vec<u8> = common::TEXT.repeat(2);
    for (len, expected) in [
        (0, "dba5b1d703010102010100c294d3383dea69a700"),
        (1, "dba5b1d7030102e80101012f2e568532831e686f00"),
        (
            9,
            "dba5b1d703010a2c0101092f2f20436f70797269db88fd0b313f2dbc00",
        ),
        (
            10,
            "dba5b1d703010bed01010a2f2f20436f707972696742a70591128400a900",
        ),
        (
            11,
            "dba5b1d703010c8a01010b2f2f20436f707972696768c183d5abfbed78e900",
        ),
    ] {
        let input = Input::Serial(&text[..len]);
        let frame = openzl_ffi::compress(Graph::DEFAULT, &Parameters::default(), input).unwrap();
        assert_eq!(hex(&frame), expected, "{len} bytes");
    }
}

/// The default path is private graph 35, and differs from it in nothing.
#[test]
fn the_default_path_is_serial_compress() {
    let text = common::text(10_000);
    for level in [-5, 1, 6, 12] {
        let parameters = Parameters::at_level(level);
        let input = Input::Serial(&text);
        assert_eq!(
            openzl_ffi::compress(Graph::DEFAULT, &parameters, input).unwrap(),
            openzl_ffi::compress(Graph::from_id(35), &parameters, input).unwrap(),
        );
    }
}

#[test]
fn the_parameters_reach_c() {
    let text = common::text(5000);
    let input = Input::Serial(&text);
    let default = openzl_ffi::compress(Graph::ZSTD, &Parameters::default(), input).unwrap();
    assert_eq!(default[4], 3, "both checksums");
    for (flags, content, compressed) in [
        (0, Toggle::Off, Toggle::Off),
        (1, Toggle::On, Toggle::Off),
        (2, Toggle::Off, Toggle::On),
        (3, Toggle::On, Toggle::On),
    ] {
        let parameters = Parameters {
            content_checksum: content,
            compressed_checksum: compressed,
            ..Parameters::default()
        };
        let frame = openzl_ffi::compress(Graph::ZSTD, &parameters, input).unwrap();
        assert_eq!(frame[4], flags);
    }
    let at =
        |level| openzl_ffi::compress(Graph::ZSTD, &Parameters::at_level(level), input).unwrap();
    assert_eq!(at(6), default);
    assert_eq!(at(0), default, "zero is the default");
    assert_ne!(at(1), default);
    let raw_literals = Parameters {
        decompression_level: Some(1),
        ..Parameters::default()
    };
    let frame = openzl_ffi::compress(Graph::ZSTD, &raw_literals, input).unwrap();
    assert!(frame.len() > default.len());
    let stored = Parameters {
        min_stream_size: Some(5001),
        ..Parameters::default()
    };
    let frame = openzl_ffi::compress(Graph::ZSTD, &stored, input).unwrap();
    assert!(frame.len() > text.len());

    let noise = common::noise(5000);
    let expand = Parameters {
        store_on_expansion: Toggle::Off,
        ..Parameters::default()
    };
    let frame = |parameters| openzl_ffi::compress(Graph::ZSTD, parameters, Input::Serial(&noise));
    assert!(frame(&expand).unwrap().len() > frame(&Parameters::default()).unwrap().len());

    let odd = Input::Serial(&text[..4999]);
    let graph = Graph::from_id(67); // interpret_num32_compress
    let strict = openzl_ffi::compress(graph, &Parameters::default(), odd);
    assert!(strict.is_err());
    let permissive = Parameters {
        permissive: Toggle::On,
        ..Parameters::default()
    };
    let frame = openzl_ffi::compress(graph, &permissive, odd).unwrap();
    assert_eq!(
        openzl_ffi::decompress(&frame, &DecodeParameters::default()).unwrap(),
        text[..4999]
    );
}
