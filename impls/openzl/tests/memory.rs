//! Working memory is reused, and grows with what is there.

use allocation_counter::measure;
use openzl::{Compressor, Decompressor, ErrorKind, Frame, Limits, dissect_within};

#[test]
fn repeated_use_takes_no_more_memory() {
    let page = b"a page of words, a page of words, a page of words".repeat(20);
    let mut compressor = Compressor::default();
    let mut decompressor = Decompressor::default();
    let mut frame = vec![0; Compressor::bound(page.len())];
    let mut output = vec![0; page.len()];
    let mut round = || {
        let size = compressor.compress_to_slice(&page, &mut frame).unwrap();
        decompressor
            .decompress_to_slice(&frame[..size], &mut output)
            .unwrap();
    };
    round();
    round();
    let later = measure(|| (0..1000).for_each(|_| round()));
    assert_eq!(later.bytes_current, 0, "{later:?}");
    assert_eq!(later.count_total, 0, "nothing is allocated: {later:?}");
}

#[test]
fn inspection_is_bounded_by_parts() {
    // Ten thousand chunks of nothing, then one byte.
    let mut frame = b"\xdb\xa5\xb1\xd7\0\x01\x02".to_vec();
    frame.extend(b"\x01\x01\0".repeat(10_000));
    frame.extend(b"\x01\x01\x01!\0");
    assert_eq!(openzl::decompress(&frame).unwrap(), b"!");
    assert_eq!(Frame::parse(&frame).unwrap().chunks().len(), 10_001);
    let few = Limits::default().with_parts(1000);
    let error = Frame::parse_within(&frame, &few).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
    let told = dissect_within(&frame, &few);
    assert_eq!(told.error.map(|error| error.kind()), Some(ErrorKind::Limit));
    assert!(told.fields.len() < 1010, "{}", told.fields.len());
    // A chunk and its stream are two parts.
    let exactly = |parts| Frame::parse_within(&frame, &Limits::default().with_parts(parts));
    assert_eq!(exactly(20_002).unwrap().chunks().len(), 10_001);
    assert_eq!(exactly(20_001).unwrap_err().kind(), ErrorKind::Limit);
    // So are a codec and a stream beyond their chunk.
    let page = openzl::compress(&[7; 1000]).unwrap();
    assert!(Frame::parse_within(&page, &Limits::default().with_parts(3)).is_ok());
    let error = Frame::parse_within(&page, &Limits::default().with_parts(2)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the frame needs 3 parts told of it, and the limit is 2"
    );
}
