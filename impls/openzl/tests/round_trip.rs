//! Frames through every API shape, by the public API alone.

use std::mem::MaybeUninit;

use openzl::{
    Compressor, Decompressor, Error, ErrorKind, FormatVersion, Frame, Graph, Limits, Parameters,
    dissect,
};
use proptest::prelude::*;

fn samples() -> Vec<Vec<u8>> {
    let text = b"it is a truth universally acknowledged, that a page in want of a codec. ";
    let mut state = 1_u32;
    let noise: Vec<u8> = std::iter::repeat_with(|| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    })
    .take(70_000)
    .collect();
    let mut samples = Vec::new();
    for size in [0, 1, 9, 10, 11, 64, 127, 128, 300, 20_000, 70_000] {
        samples.push(text.iter().copied().cycle().take(size).collect());
        samples.push(noise[..size].to_vec());
        samples.push(vec![0; size]);
    }
    samples
}

#[test]
fn every_shape_gives_the_same() {
    let mut compressor = Compressor::default();
    let mut decompressor = Decompressor::default();
    for sample in samples() {
        let frame = compressor.compress(&sample).unwrap();
        assert!(frame.len() <= Compressor::bound(sample.len()));

        let mut appended = b"before".to_vec();
        let range = compressor.compress_into(&sample, &mut appended).unwrap();
        assert_eq!(&appended[..6], b"before");
        assert_eq!(appended[range], frame);
        let mut slice = vec![0xaa; frame.len() + 5];
        let size = compressor.compress_to_slice(&sample, &mut slice).unwrap();
        assert_eq!(slice[..size], frame);
        assert_eq!(slice[size..], [0xaa; 5]);
        let mut memory = vec![MaybeUninit::uninit(); frame.len()];
        let written = compressor.compress_to_uninit(&sample, &mut memory).unwrap();
        assert_eq!(written, frame);

        assert_eq!(decompressor.decompress(&frame).unwrap(), sample);
        let mut appended = b"before".to_vec();
        let range = decompressor.decompress_into(&frame, &mut appended).unwrap();
        assert_eq!(&appended[..6], b"before");
        assert_eq!(appended[range], sample);
        let mut slice = vec![0xaa; sample.len() + 5];
        let size = decompressor
            .decompress_to_slice(&frame, &mut slice)
            .unwrap();
        assert_eq!(slice[..size], sample);
        assert_eq!(slice[size..], [0xaa; 5]);
        let mut memory = vec![MaybeUninit::uninit(); sample.len()];
        let written = decompressor
            .decompress_to_uninit(&frame, &mut memory)
            .unwrap();
        assert_eq!(written, sample);
    }
}

#[test]
fn a_buffer_too_small_is_an_error_with_both_sizes() {
    let input = vec![1; 100];
    let mut compressor = Compressor::new(Parameters::default().with_graph(Graph::Store));
    let frame = compressor.compress(&input).unwrap();
    for size in 0..frame.len() {
        let error = compressor
            .compress_to_slice(&input, &mut vec![0; size])
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::OutputTooSmall, "{size}");
    }
    let error = Decompressor::default()
        .decompress_to_slice(&frame, &mut [0; 99])
        .unwrap_err();
    assert!(matches!(
        error,
        Error::OutputTooSmall {
            needed: 100,
            available: 99
        }
    ));
}

#[test]
fn an_error_leaves_the_vector_as_it_was() {
    let frame = openzl::compress(&vec![3; 5000]).unwrap();
    let mut output = b"kept".to_vec();
    for length in 0..frame.len() {
        assert!(
            Decompressor::default()
                .decompress_into(&frame[..length], &mut output)
                .is_err()
        );
        assert_eq!(output, b"kept");
    }
}

#[test]
fn checksums_can_be_left_out_and_left_unverified() {
    let input = b"checksums, checksums, checksums, checksums".repeat(3);
    for content in [false, true] {
        for compressed in [false, true] {
            let parameters = Parameters::default()
                .with_content_checksum(content)
                .with_compressed_checksum(compressed);
            let frame = Compressor::new(parameters).compress(&input).unwrap();
            let seen = Frame::parse(&frame).unwrap();
            assert_eq!(seen.chunks()[0].content_checksum.is_some(), content);
            assert_eq!(seen.chunks()[0].compressed_checksum.is_some(), compressed);
            assert_eq!(openzl::decompress(&frame).unwrap(), input);
        }
    }
    let parameters = Parameters::default().with_compressed_checksum(false);
    let mut frame = Compressor::new(parameters).compress(&input).unwrap();
    let checksum = frame.len() - 5;
    frame[checksum] ^= 1;
    let error = openzl::decompress(&frame).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Checksum);
    let mut lax = Decompressor::default().with_content_checksum(false);
    assert_eq!(lax.decompress(&frame).unwrap(), input);
}

#[test]
fn a_bomb_fails_fast() {
    // A header that claims 2^60 bytes, and a chunk that stores eleven.
    let mut frame = vec![0xdb, 0xa5, 0xb1, 0xd7, 0, 1];
    frame.extend([0x81, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10]);
    frame.extend([1, 1, 11]);
    frame.extend(b"eleven byte");
    frame.push(0);
    assert_eq!(
        openzl::decompress(&frame).unwrap_err().kind(),
        ErrorKind::Limit
    );
    let mut boundless = Decompressor::new(Limits::default().with_output_bytes(u64::MAX));
    assert_eq!(
        boundless.decompress(&frame).unwrap_err().kind(),
        ErrorKind::Corrupt
    );
}

#[test]
fn chunks_of_a_large_input() {
    let input = vec![5; (16 << 20) + 1];
    let parameters = Parameters::default()
        .with_graph(Graph::SegmentSerial)
        .with_level(1);
    let frame = Compressor::new(parameters).compress(&input).unwrap();
    assert_eq!(Frame::parse(&frame).unwrap().chunks().len(), 2);
    assert_eq!(openzl::decompress(&frame).unwrap(), input);
}

#[test]
fn a_comment_is_bounded() {
    assert!(Parameters::default().with_comment(vec![0; 10_000]).is_ok());
    let error = Parameters::default()
        .with_comment(vec![0; 10_001])
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Parameter);
}

#[test]
fn a_dissection_covers_the_frame() {
    for sample in samples() {
        let parameters = Parameters::default()
            .with_comment(b"told".as_slice())
            .unwrap();
        let frame = Compressor::new(parameters).compress(&sample).unwrap();
        let dissection = dissect(&frame);
        assert!(dissection.error.is_none());
        let mut covered = vec![false; frame.len()];
        for field in &dissection.fields {
            covered[field.range.clone()].fill(true);
        }
        assert!(covered.iter().all(|&seen| seen), "{:#?}", dissection.fields);
    }
}

proptest! {
    #[test]
    fn any_input_with_any_parameters(
        input in proptest::collection::vec(0_u8..5, 0..2000),
        level in -7_i32..31,
        version in 21_u32..28,
        graph in 0_usize..Graph::ALL.len(),
        least in -1_i32..50,
        content in any::<bool>(),
        compressed in any::<bool>(),
        store in any::<bool>(),
    ) {
        let parameters = Parameters::default()
            .with_level(level)
            .with_format_version(FormatVersion::try_from(version).unwrap())
            .with_graph(Graph::ALL[graph])
            .with_min_stream_size(least)
            .with_content_checksum(content)
            .with_compressed_checksum(compressed)
            .with_store_on_expansion(store);
        let frame = Compressor::new(parameters).compress(&input).unwrap();
        prop_assert_eq!(openzl::decompress(&frame).unwrap(), input);
    }

    #[test]
    fn any_bytes_give_an_error_or_output(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = openzl::decompress(&bytes);
        let mut frame = vec![0xdb, 0xa5, 0xb1, 0xd7];
        frame.extend(&bytes);
        let _ = openzl::decompress(&frame);
        let _ = dissect(&frame);
    }
}
