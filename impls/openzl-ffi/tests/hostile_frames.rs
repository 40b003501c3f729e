//! Frames that are not what they should be.

mod common;

use common::{noise, text};
use openzl_ffi::{DecodeParameters, DecompressContext, Error, Graph, Input, Parameters, Toggle};

fn frame(graph: impl Into<Option<Graph>>, data: &[u8]) -> Vec<u8> {
    openzl_ffi::compress(graph, &Parameters::default(), Input::Serial(data)).unwrap()
}

fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value.to_le_bytes()[0] | 0x80);
        value >>= 7;
    }
    bytes.push(value.to_le_bytes()[0]);
    bytes
}

/// A format 27 frame without checksums, with a comment of one byte (C takes no
/// frame of less than nine bytes): an inputs token and sizes, and no chunk.
fn headed(token: u8, sizes: &[u64]) -> Vec<u8> {
    let mut frame = vec![0xdb, 0xa5, 0xb1, 0xd7, 4, token];
    frame.extend(sizes.iter().flat_map(|&size| varint(size)));
    frame.extend([1, b'c', 0]);
    frame
}

#[test]
fn garbage_is_no_frame() {
    for len in [0, 1, 3, 4, 5, 20, 1000] {
        let garbage = noise(len);
        let error = openzl_ffi::decompress(&garbage, &DecodeParameters::default()).unwrap_err();
        assert!(error.is_from_c(), "{error}");
        assert_eq!(openzl_ffi::frame_info(&garbage).unwrap_err(), error);
        assert!(openzl_ffi::decompress_multi(&garbage, &DecodeParameters::default()).is_err());
        assert!(openzl_ffi::reflect(&garbage, &DecodeParameters::default()).is_err());
        assert!(openzl_ffi::compressed_size(&garbage).is_err());
    }
    let error = openzl_ffi::frame_info(b"PK\x03\x04").unwrap_err();
    assert_eq!((error.code, error.name.as_str()), (10, "Unknown header"));
    let error = openzl_ffi::frame_info(&[0xdc, 0xa5, 0xb1, 0xd7, 0, 1, 1, 0]).unwrap_err();
    assert_eq!(error.code, 60, "format 28: {error}");
}

#[test]
fn every_truncation_is_an_error() {
    let data = text(500);
    let mut context = DecompressContext::new().unwrap();
    for graph in [
        Graph::DEFAULT,
        Some(Graph::LZ4),
        Some(Graph::LZ),
        Some(Graph::HUFFMAN),
    ] {
        let frame = frame(graph, &data);
        for end in 0..frame.len() {
            let error = context
                .decompress(&frame[..end], &DecodeParameters::default())
                .unwrap_err();
            assert!(error.is_from_c(), "{graph:?} cut at {end}: {error}");
            assert!(openzl_ffi::compressed_size(&frame[..end]).is_err());
        }
        // The context is as good as new.
        assert_eq!(
            context
                .decompress(&frame, &DecodeParameters::default())
                .unwrap(),
            data
        );
        let mut longer = frame.clone();
        longer.push(0);
        let error = context
            .decompress(&longer, &DecodeParameters::default())
            .unwrap_err();
        assert_eq!(error.code, 4, "trailing bytes: {error}");
        assert_eq!(openzl_ffi::compressed_size(&longer), Ok(frame.len()));
    }
}

#[test]
fn every_flipped_bit_is_caught_by_the_checksums() {
    let frame = frame(Graph::ZSTD, &text(300));
    let mut context = DecompressContext::new().unwrap();
    for bit in 0..frame.len() * 8 {
        let mut broken = frame.clone();
        broken[bit / 8] ^= 1 << (bit % 8);
        let result = context.decompress_multi(&broken, &DecodeParameters::limited(1 << 20));
        assert!(result.is_err(), "bit {bit}");
    }
}

/// With the checks off, C decodes what it can, and nothing worse happens.
#[test]
fn checks_can_be_switched_off() {
    let data = text(300);
    let intact = frame(Graph::STORE, &data);
    let mut broken = intact.clone();
    let middle = broken.len() / 2;
    broken[middle] ^= 0x20;
    let code = |parameters: &DecodeParameters| {
        openzl_ffi::decompress(&broken, parameters).map_err(|error| error.code)
    };
    assert_eq!(code(&DecodeParameters::default()), Err(13));
    let content_only = DecodeParameters {
        check_compressed: Toggle::Off,
        ..DecodeParameters::default()
    };
    assert_eq!(code(&content_only), Err(14));
    let output = code(&DecodeParameters::unchecked()).unwrap();
    assert_eq!(output.len(), data.len());
    assert_ne!(output, data);

    let mut context = DecompressContext::new().unwrap();
    for graph in [
        Graph::ZSTD,
        Graph::LZ,
        Graph::FSE,
        Graph::HUFFMAN,
        Graph::FLATPACK,
    ] {
        let frame = frame(graph, &data);
        for bit in 0..frame.len() * 8 {
            let mut broken = frame.clone();
            broken[bit / 8] ^= 1 << (bit % 8);
            let parameters = DecodeParameters {
                max_output: 1 << 20,
                ..DecodeParameters::unchecked()
            };
            let _ = context.decompress_multi(&broken, &parameters);
        }
        assert_eq!(
            context
                .decompress(&frame, &DecodeParameters::default())
                .unwrap(),
            data
        );
    }
}

/// The limit comes before the allocation: these declare up to 2^60 bytes, and
/// the refusal is instant.
#[test]
fn the_limit_holds_before_anything_is_allocated() {
    for size in [101, 1 << 20, 1 << 40, 1 << 60] {
        let bomb = headed(0x01, &[size + 1]);
        let started = std::time::Instant::now();
        let limit = DecodeParameters::limited(100);
        for error in [
            openzl_ffi::decompress(&bomb, &limit).unwrap_err(),
            openzl_ffi::decompress_typed(&bomb, &limit).unwrap_err(),
            openzl_ffi::decompress_multi(&bomb, &limit).unwrap_err(),
            openzl_ffi::reflect(&bomb, &limit).unwrap_err(),
        ] {
            assert!(error.is_limit(), "{error}");
            assert_eq!(error.code, Error::LIMIT);
        }
        assert!(started.elapsed().as_millis() < 500);
        assert_eq!(
            openzl_ffi::frame_info(&bomb).unwrap().footprint(),
            Some(size as usize)
        );
    }
    // Sizes that add up to more than can be counted.
    let huge = u64::MAX;
    let bomb = headed(0x02, &[huge, huge]);
    let error =
        openzl_ffi::decompress_multi(&bomb, &DecodeParameters::limited(usize::MAX)).unwrap_err();
    assert!(error.is_limit(), "{error}");
    // Strings of no content: their lengths count.
    let bomb = headed(0x31, &[1, 1 << 40]);
    let error = openzl_ffi::decompress_multi(&bomb, &DecodeParameters::limited(1000)).unwrap_err();
    assert!(error.is_limit(), "{error}");
    // Into a slice, the slice is the limit.
    let bomb = headed(0x01, &[1 << 60]);
    let mut small = [0; 10];
    let error = openzl_ffi::decompress_to_slice(&bomb, &DecodeParameters::default(), &mut small)
        .unwrap_err();
    assert_eq!(error.code, Error::DST_CAPACITY_TOO_SMALL);
    // The limit itself is allowed.
    let frame = frame(Graph::STORE, &[1; 100]);
    assert!(openzl_ffi::decompress(&frame, &DecodeParameters::limited(100)).is_ok());
}

/// A limit that lets too much through is no crash either.
#[test]
fn memory_that_cannot_be_had_is_an_error() {
    let bomb = headed(0x01, &[1 << 60]);
    let limit = DecodeParameters::limited(usize::MAX);
    let error = openzl_ffi::decompress(&bomb, &limit).unwrap_err();
    assert_eq!(error.code, Error::ALLOCATION);
    let error = openzl_ffi::decompress_multi(&bomb, &limit).unwrap_err();
    assert!(error.is_from_c(), "{error}");
}

#[test]
fn a_frame_without_a_chunk() {
    for (token, kind) in [
        (0x01, openzl_ffi::Kind::Serial),
        (0x11, openzl_ffi::Kind::Struct),
        (0x21, openzl_ffi::Kind::Numeric),
    ] {
        let empty = headed(token, &[1]);
        let output = openzl_ffi::decompress_typed(&empty, &DecodeParameters::default()).unwrap();
        assert_eq!((output.kind, output.data.len()), (kind, 0));
        // C would abort the process on it.
        let error = openzl_ffi::reflect(&empty, &DecodeParameters::default()).unwrap_err();
        assert_eq!(error.code, Error::INPUT);
        let lacking = headed(token, &[6]);
        assert!(openzl_ffi::decompress_typed(&lacking, &DecodeParameters::default()).is_err());
    }
}

#[test]
fn the_wrong_way_to_read_a_type_is_an_error() {
    let input = Input::Numeric {
        width: 4,
        data: &[0; 400],
    };
    let frame = openzl_ffi::compress(Graph::STORE, &Parameters::default(), input).unwrap();
    let error = openzl_ffi::decompress(&frame, &DecodeParameters::default()).unwrap_err();
    assert!(error.is_from_c(), "{error}");
}
