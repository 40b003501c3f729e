//! Prepared contexts do what ordinary ones do, only sooner.

mod common;

use common::{noise, rising, text};
use openzl_ffi::{
    CompressContext, Compressor, DecodeParameters, DecompressContext, Error, Graph, Input,
    Parameters, Toggle,
};

/// The default path, the private graph that it is (`serial_compress`), and the
/// public ones that write the same frames.
const DEFAULT_PATHS: [Option<Graph>; 4] = [
    Graph::DEFAULT,
    Some(Graph::from_id(35)),
    Some(Graph::ZSTD),
    Some(Graph::COMPRESS_GENERIC),
];

fn sizes() -> Vec<usize> {
    let mut sizes: Vec<_> = (0..300).step_by(7).collect();
    sizes.extend([4095, 4096, 65_536, 131_073, 300_000]);
    sizes
}

fn some_parameters() -> [Parameters; 4] {
    [
        Parameters::at_level(1),
        Parameters::at_level(6),
        Parameters {
            format_version: Some(21),
            content_checksum: Toggle::Off,
            min_stream_size: Some(-1),
            ..Parameters::at_level(-5)
        },
        Parameters {
            comment: b"kept for every frame".to_vec(),
            compressed_checksum: Toggle::Off,
            ..Parameters::at_level(3)
        },
    ]
}

#[test]
fn frames_are_those_of_ordinary_calls() {
    let (words, bytes) = (text(300_000), noise(300_000));
    let mut ordinary = CompressContext::new().unwrap();
    let mut context = CompressContext::new().unwrap();
    let mut room = vec![0; openzl_ffi::compress_bound(300_000) + 100];
    let default = Compressor::new(Graph::DEFAULT).unwrap();
    for parameters in some_parameters() {
        for graph in DEFAULT_PATHS {
            let compressor = Compressor::new(graph).unwrap();
            let mut prepared = context.prepare(&compressor, &parameters).unwrap();
            for size in sizes() {
                for data in [&words[..size], &bytes[..size]] {
                    let input = Input::Serial(data);
                    let frame = ordinary.compress(&default, &parameters, input).unwrap();
                    for call in 0..2 {
                        let written = prepared.compress_to_slice(input, &mut room).unwrap();
                        assert!(
                            room[..written] == frame,
                            "{graph:?}, {parameters:?}, {size} bytes, call {call}"
                        );
                    }
                }
            }
        }
    }
}

#[test]
fn typed_inputs_too() {
    let numbers = rising(1000, 4);
    let (words, lengths) = (text(900), [3; 300]);
    let inputs = [
        Input::Numeric {
            width: 4,
            data: &numbers,
        },
        Input::Struct {
            width: 3,
            data: &words,
        },
        Input::String {
            data: &words,
            lengths: &lengths,
        },
        Input::Serial(&words),
    ];
    let mut context = CompressContext::new().unwrap();
    let compressor = Compressor::new(Graph::COMPRESS_GENERIC).unwrap();
    let mut prepared = context
        .prepare(&compressor, &Parameters::at_level(5))
        .unwrap();
    let mut room = vec![0; 10_000];
    for _ in 0..3 {
        for input in inputs {
            let written = prepared.compress_to_slice(input, &mut room).unwrap();
            let parameters = Parameters::at_level(5);
            let frame = openzl_ffi::compress(Graph::COMPRESS_GENERIC, &parameters, input);
            assert_eq!(room[..written], frame.unwrap(), "{input:?}");
        }
    }
}

/// Also after C has built a compressor for it, which would take them.
#[test]
fn the_default_path_refuses_types_at_any_time() {
    let numbers = Input::Numeric {
        width: 4,
        data: &[0; 40],
    };
    let serial = Input::Serial(b"a touchstone, a touchstone");
    let parameters = Parameters::default();
    let frame = openzl_ffi::compress(Graph::DEFAULT, &parameters, serial).unwrap();
    let default = Compressor::new(Graph::DEFAULT).unwrap();
    let mut context = CompressContext::new().unwrap();
    let mut prepared = context.prepare(&default, &parameters).unwrap();
    let mut room = [0; 200];
    for _ in 0..3 {
        let error = prepared.compress_to_slice(numbers, &mut room).unwrap_err();
        assert_eq!(error.code, 20, "{error}");
        let written = prepared.compress_to_slice(serial, &mut room).unwrap();
        assert_eq!(room[..written], frame);
    }
}

#[test]
fn failures_are_told_and_leave_no_trace() {
    let data = text(20_000);
    let input = Input::Serial(&data);
    for parameters in some_parameters() {
        for graph in DEFAULT_PATHS {
            let compressor = Compressor::new(graph).unwrap();
            let frame = openzl_ffi::compress(graph, &parameters, input).unwrap();
            let mut context = CompressContext::new().unwrap();
            let mut prepared = context.prepare(&compressor, &parameters).unwrap();
            let mut room = vec![0; openzl_ffi::compress_bound(data.len()) + 100];
            for _ in 0..3 {
                let error = prepared
                    .compress_to_slice(input, &mut room[..100])
                    .unwrap_err();
                assert_eq!(error.code, Error::DST_CAPACITY_TOO_SMALL, "{error}");
                let odd = Input::Struct {
                    width: 3,
                    data: &data,
                };
                prepared.compress_to_slice(odd, &mut room).unwrap_err();
                for _ in 0..2 {
                    let written = prepared.compress_to_slice(input, &mut room).unwrap();
                    assert!(room[..written] == frame, "{graph:?}, {parameters:?}");
                }
            }
        }
    }
}

#[test]
fn parameters_that_c_refuses_are_refused() {
    let compressor = Compressor::new(Graph::ZSTD).unwrap();
    let mut context = CompressContext::new().unwrap();
    let (refused, mut room) = (
        Parameters {
            format_version: None,
            ..Parameters::default()
        },
        [0; 100],
    );
    // C looks at the version when it writes.
    let mut prepared = context.prepare(&compressor, &refused).unwrap();
    for _ in 0..2 {
        let error = prepared
            .compress_to_slice(Input::Serial(b""), &mut room)
            .unwrap_err();
        assert_eq!(error.code, 61, "{error}");
    }
    drop(prepared);
    let long = Parameters {
        comment: vec![b'x'; 10_001],
        ..Parameters::default()
    };
    let mut prepared = context.prepare(&compressor, &long).unwrap();
    for _ in 0..2 {
        prepared
            .compress_to_slice(Input::Serial(b""), &mut room)
            .unwrap_err();
    }
}

/// Dropped or leaked, before a compression or after a failed one.
#[test]
fn the_context_is_ordinary_again_afterwards() {
    let data = text(3000);
    let input = Input::Serial(&data);
    let plain = openzl_ffi::compress(Graph::DEFAULT, &Parameters::default(), input).unwrap();
    let default = Compressor::new(Graph::DEFAULT).unwrap();
    let odd = Parameters {
        format_version: Some(24),
        comment: b"a comment".to_vec(),
        ..Parameters::at_level(19)
    };
    let mut context = CompressContext::new().unwrap();
    let mut room = vec![0; 10_000];
    for round in 0..16 {
        {
            let lz4 = Compressor::new(Graph::LZ4).unwrap();
            let mut prepared = context.prepare(&lz4, &odd).unwrap();
            if round & 1 == 0 {
                prepared.compress_to_slice(input, &mut room).unwrap();
            }
            if round & 2 == 0 {
                prepared
                    .compress_to_slice(input, &mut room[..10])
                    .unwrap_err();
            }
            if round & 4 == 0 {
                std::mem::forget(prepared);
            }
        }
        let again = context
            .compress(&default, &Parameters::default(), input)
            .unwrap();
        assert_eq!(again, plain, "round {round}");
    }
}

#[test]
fn decompression_is_that_of_ordinary_calls() {
    let words = text(300_000);
    let mut ordinary = DecompressContext::new().unwrap();
    let mut context = DecompressContext::new().unwrap();
    let (unchecked, checked) = (DecodeParameters::unchecked(), DecodeParameters::default());
    let mut room = vec![0; 300_000];
    for size in sizes() {
        let input = Input::Serial(&words[..size]);
        let mut frame =
            openzl_ffi::compress(Graph::DEFAULT, &Parameters::default(), input).unwrap();
        // The last byte but one is in the checksum of the compressed bytes.
        let end = frame.len() - 2;
        for parameters in [unchecked, checked] {
            for flip in [0, 1] {
                frame[end] ^= flip;
                let mut prepared = context.prepare(&parameters).unwrap();
                for _ in 0..2 {
                    let result = prepared.decompress_to_slice(&frame, &mut room);
                    let expected = ordinary.decompress_to_slice(&frame, &parameters, &mut room);
                    assert_eq!(
                        result.as_ref().map_err(|error| error.code),
                        expected.as_ref().map_err(|error| error.code),
                        "{size} bytes"
                    );
                    let mut output = Vec::with_capacity(3 + size);
                    output.extend(b"abc");
                    let result = prepared.decompress_within(&frame, &mut output);
                    assert_eq!(result.is_ok(), expected.is_ok());
                    assert!(output.starts_with(b"abc"));
                    assert!(output[3..] == words[..expected.unwrap_or(0)]);
                }
                frame[end] ^= flip;
            }
        }
        let mut prepared = context.prepare(&checked).unwrap();
        if let Some(short) = size.checked_sub(1) {
            for _ in 0..2 {
                let error = prepared
                    .decompress_to_slice(&frame, &mut room[..short])
                    .unwrap_err();
                assert_eq!(error.code, Error::DST_CAPACITY_TOO_SMALL, "{error}");
                assert_eq!(prepared.decompress_to_slice(&frame, &mut room), Ok(size));
            }
        }
    }
}

/// Checks that were off in a prepared context are on in what follows.
#[test]
fn the_decompression_context_is_ordinary_again_afterwards() {
    let input = Input::Serial(b"a touchstone, a touchstone");
    let frame = openzl_ffi::compress(Graph::DEFAULT, &Parameters::default(), input).unwrap();
    let mut damaged = frame.clone();
    damaged[frame.len() - 2] ^= 1;
    let mut context = DecompressContext::new().unwrap();
    for leaked in [false, true] {
        let mut room = [0; 100];
        let mut prepared = context.prepare(&DecodeParameters::unchecked()).unwrap();
        prepared.decompress_to_slice(&damaged, &mut room).unwrap();
        if leaked {
            std::mem::forget(prepared);
        } else {
            drop(prepared);
        }
        let parameters = DecodeParameters::default();
        context
            .decompress_to_slice(&damaged, &parameters, &mut room)
            .unwrap_err();
        assert_eq!(
            context.decompress(&frame, &parameters).unwrap(),
            b"a touchstone, a touchstone"
        );
    }
}
