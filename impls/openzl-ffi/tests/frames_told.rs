//! What frames say of themselves: header, comment, codecs.

mod common;

use common::{rising, text};
use openzl_ffi::{DecodeParameters, Graph, Input, Kind, Parameters};

fn commented(comment: &[u8], version: u32) -> Result<Vec<u8>, openzl_ffi::Error> {
    let parameters = Parameters {
        comment: comment.to_vec(),
        format_version: Some(version),
        ..Parameters::default()
    };
    openzl_ffi::compress(Graph::DEFAULT, &parameters, Input::Serial(b"some content"))
}

#[test]
fn comments_are_kept() {
    for comment in [
        &b"x"[..],
        b"a longer comment \0 with \xff bytes",
        &[7; 10_000],
    ] {
        for version in 22..=27 {
            let frame = commented(comment, version).unwrap();
            let info = openzl_ffi::frame_info(&frame).unwrap();
            assert_eq!(
                (info.comment.as_slice(), info.format_version),
                (comment, version)
            );
            let output = openzl_ffi::decompress(&frame, &DecodeParameters::default());
            assert_eq!(output.unwrap(), b"some content");
        }
    }
    assert!(
        openzl_ffi::frame_info(&commented(b"", 27).unwrap())
            .unwrap()
            .comment
            .is_empty()
    );
    let error = commented(&[7; 10_001], 27).unwrap_err();
    assert_eq!(error.code, 21, "{error}");
}

#[test]
fn headers_are_told_in_every_format() {
    for version in 8..=27 {
        let parameters = Parameters {
            format_version: Some(version),
            ..Parameters::default()
        };
        let data = text(1000);
        let frame = openzl_ffi::compress(Graph::ZSTD, &parameters, Input::Serial(&data)).unwrap();
        let info = openzl_ffi::frame_info(&frame).unwrap();
        assert_eq!(info.format_version, version);
        assert_eq!(info.outputs.len(), 1);
        assert_eq!(
            (info.outputs[0].kind, info.outputs[0].size),
            (Kind::Serial, 1000)
        );
        assert_eq!(info.outputs[0].elements, (version >= 21).then_some(1000));
        assert_eq!(info.bundle_id, None);
        assert_eq!(openzl_ffi::compressed_size(&frame), Ok(frame.len()));
        assert!(openzl_ffi::header_size(&frame).unwrap() < 30);
        let graph = openzl_ffi::reflect(&frame, &DecodeParameters::default()).unwrap();
        assert_eq!(graph.format_version, version);
        assert_eq!(graph.codecs.len(), 1);
    }
}

#[test]
fn the_header_is_enough_to_tell() {
    let frame = commented(b"here", 27).unwrap();
    let header = openzl_ffi::header_size(&frame).unwrap();
    let info = openzl_ffi::frame_info(&frame[..header]).unwrap();
    assert_eq!(info, openzl_ffi::frame_info(&frame).unwrap());
    assert!(openzl_ffi::frame_info(&frame[..header - 1]).is_err());
}

#[test]
fn codecs_are_told() {
    let numbers = rising(4000, 4);
    let input = Input::Numeric {
        width: 4,
        data: &numbers,
    };
    let frame = openzl_ffi::compress(Graph::FIELD_LZ, &Parameters::default(), input).unwrap();
    let graph = openzl_ffi::reflect(&frame, &DecodeParameters::default()).unwrap();
    let last = graph.codecs.last().unwrap();
    assert!(
        graph.codecs.iter().any(|codec| codec.id == 24),
        "field_lz is there"
    );
    assert!(last.standard && !last.name.is_empty());
    assert_eq!(
        graph
            .codecs
            .iter()
            .map(|codec| codec.header_size)
            .sum::<usize>(),
        graph.codec_headers_size
    );
    // The graph hangs together: every stream has the ends that it is said to.
    assert_eq!(graph.inputs.len(), 1);
    let whole = &graph.streams[graph.inputs[0]];
    assert_eq!(
        (whole.kind, whole.width, whole.elements),
        (Kind::Numeric, 4, 4000)
    );
    assert_eq!(whole.data, numbers);
    for (index, stream) in graph.streams.iter().enumerate() {
        assert_eq!(stream.producer.is_none(), graph.inputs.contains(&index));
        assert_eq!(stream.consumer.is_none(), graph.stored.contains(&index));
        if let Some(producer) = stream.producer {
            assert!(graph.codecs[producer].outputs.contains(&index));
        }
        if let Some(consumer) = stream.consumer {
            assert!(graph.codecs[consumer].inputs.contains(&index));
        }
    }
    let stored: usize = graph
        .stored
        .iter()
        .map(|&index| graph.streams[index].data.len())
        .sum();
    assert!(stored < frame.len());
    assert_eq!(graph.footer_size, 8);
}

#[test]
fn strings_and_many_inputs_are_told() {
    let bytes = text(400);
    let lengths = [4_u32; 100];
    let inputs = [
        Input::String {
            data: &bytes,
            lengths: &lengths,
        },
        Input::Serial(&bytes),
    ];
    let frame =
        openzl_ffi::compress_multi(Graph::COMPRESS_GENERIC, &Parameters::default(), &inputs)
            .unwrap();
    let graph = openzl_ffi::reflect(&frame, &DecodeParameters::default()).unwrap();
    let kinds: Vec<_> = graph
        .inputs
        .iter()
        .map(|&index| graph.streams[index].kind)
        .collect();
    assert_eq!(kinds, [Kind::Serial, Kind::String]);
    let strings = &graph.streams[graph.inputs[1]];
    assert_eq!(
        (&strings.lengths[..], &strings.data),
        (&lengths[..], &bytes)
    );
}
