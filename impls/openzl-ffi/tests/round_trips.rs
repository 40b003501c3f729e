//! Every type of input through many graphs, and back.

mod common;

use common::{noise, rising, text};
use openzl_ffi::{
    CompressContext, Compressor, DecodeParameters, DecompressContext, Error, Graph, Input, Kind,
    Parameters,
};

fn compressor(graph: impl Into<Option<Graph>>) -> Compressor {
    Compressor::new(graph).unwrap()
}

/// What went in comes out, through contexts that are used again and again.
#[test]
fn all_types_through_all_graphs() {
    let numbers: Vec<_> = [1, 2, 4, 8]
        .map(|width| (width, rising(3000, width)))
        .into();
    let fields = text(3000);
    let lengths: Vec<u32> = [3, 0, 7, 10].repeat(150);
    let mut inputs = vec![
        Input::Serial(b""),
        Input::Serial(b"short"),
        Input::Serial(&fields),
        Input::Struct {
            width: 3,
            data: &fields,
        },
        Input::Struct {
            width: 4,
            data: &fields,
        },
        Input::Struct {
            width: 2,
            data: b"",
        },
        Input::String {
            data: &fields,
            lengths: &lengths,
        },
        Input::String {
            data: b"",
            lengths: &[],
        },
        Input::String {
            data: b"",
            lengths: &[0, 0],
        },
        Input::Numeric {
            width: 8,
            data: b"",
        },
    ];
    for (width, data) in &numbers {
        inputs.push(Input::Numeric {
            width: *width,
            data,
        });
    }
    let mut compress = CompressContext::new().unwrap();
    let mut decompress = DecompressContext::new().unwrap();
    let mut passed = 0;
    // The private graphs too, and ids that do not exist: C takes or refuses
    // them, but neither side may fall over.
    for id in 0..=100 {
        let Ok(compressor) = Compressor::new(Graph::from_id(id)) else {
            continue;
        };
        for input in &inputs {
            for version in [27, 21, 16] {
                let parameters = Parameters {
                    format_version: Some(version),
                    ..Parameters::at_level(4)
                };
                let Ok(frame) = compress.compress(&compressor, &parameters, *input) else {
                    continue;
                };
                let output = decompress
                    .decompress_typed(&frame, &DecodeParameters::default())
                    .unwrap_or_else(|error| panic!("graph {id}, {input:?}: {error}"));
                assert_eq!(output.as_input(), *input, "graph {id}, format {version}");
                passed += 1;
            }
        }
    }
    assert!(passed > 700, "only {passed} combinations went through");
}

#[test]
fn the_named_graphs_take_their_types() {
    let bytes = text(4000);
    let serial = Input::Serial(&bytes);
    let fields = Input::Struct {
        width: 4,
        data: &bytes,
    };
    let numbers = rising(1000, 4);
    let numeric = Input::Numeric {
        width: 4,
        data: &numbers,
    };
    let words = [4_u32; 1000];
    let strings = Input::String {
        data: &bytes,
        lengths: &words,
    };
    for (name, input) in [
        ("store", serial),
        ("store", strings),
        ("fse", serial),
        ("huffman", serial),
        ("huffman_huf0", serial),
        ("huffman_pivco", serial),
        ("entropy", serial),
        ("zstd", serial),
        ("bitpack", numeric),
        ("flatpack", serial),
        ("field_lz", fields),
        ("field_lz", numeric),
        ("compress_generic", serial),
        ("compress_generic", fields),
        ("compress_generic", numeric),
        ("compress_generic", strings),
        ("select_generic_lz_backend", serial),
        ("segment_numeric", numeric),
        ("select_numeric", numeric),
        ("lz4", serial),
        ("partition_bitpack", numeric),
        ("segment_num8_from_serial", serial),
        ("segment_num16_from_serial", serial),
        ("segment_num32_from_serial", serial),
        ("segment_num64_from_serial", serial),
        ("lz", serial),
        ("segment_serial", serial),
        ("transformer_numeric", numeric),
    ] {
        let graph = Graph::from_name(name).unwrap();
        let frame = openzl_ffi::compress(graph, &Parameters::default(), input)
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        let output = openzl_ffi::decompress_typed(&frame, &DecodeParameters::default()).unwrap();
        assert_eq!(output.as_input(), input, "{name}");
    }
    let same = [7; 1000];
    let frame = openzl_ffi::compress(
        Graph::CONSTANT,
        &Parameters::default(),
        Input::Serial(&same),
    )
    .unwrap();
    assert!(frame.len() < 50);
}

#[test]
fn the_names_are_a_table() {
    assert_eq!(Graph::ALL.len(), 30);
    for (index, graph) in Graph::ALL.iter().enumerate() {
        assert_eq!(graph.id() as usize, index + 2, "ids follow one another");
        let name = graph.name().unwrap();
        assert_eq!(Graph::from_name(name), Some(*graph));
        assert_eq!(Graph::from_name(&format!("!zl.{name}")), Some(*graph));
        assert_eq!(Graph::from_id(graph.id()), *graph);
    }
    assert_eq!(Graph::from_name("brotli"), None);
}

#[test]
fn graphs_that_do_not_exist_are_refused() {
    let exists = |id| Compressor::new(Graph::from_id(id)).is_ok();
    let ids: Vec<_> = (0..1000).filter(|&id| exists(id)).collect();
    assert_eq!(ids, (1..=90).collect::<Vec<_>>());
    for id in [0, 91, 5000, u32::MAX] {
        let graph = Graph::from_id(id);
        let builder = Compressor::builder(graph).int_param(1, 1);
        assert_eq!(builder.build().unwrap_err().code, Error::INPUT);
        let builder = Compressor::builder(Graph::BRUTE_FORCE).successor(graph);
        assert_eq!(builder.build().unwrap_err().code, Error::INPUT);
    }
}

#[test]
fn many_inputs_come_back_in_order() {
    let numbers = rising(500, 8);
    let bytes = text(600);
    let inputs = [
        Input::Serial(&bytes),
        Input::Numeric {
            width: 8,
            data: &numbers,
        },
        Input::String {
            data: &bytes[..6],
            lengths: &[1, 2, 3],
        },
        Input::Struct {
            width: 5,
            data: &bytes,
        },
    ];
    let frame =
        openzl_ffi::compress_multi(Graph::COMPRESS_GENERIC, &Parameters::default(), &inputs)
            .unwrap();
    let outputs = openzl_ffi::decompress_multi(&frame, &DecodeParameters::default()).unwrap();
    assert_eq!(outputs.len(), inputs.len());
    for (output, input) in outputs.iter().zip(&inputs) {
        assert_eq!(output.as_input(), *input);
    }
    let info = openzl_ffi::frame_info(&frame).unwrap();
    let kinds: Vec<_> = info.outputs.iter().map(|output| output.kind).collect();
    assert_eq!(
        kinds,
        [Kind::Serial, Kind::Numeric, Kind::String, Kind::Struct]
    );
    assert_eq!(info.outputs[2].elements, Some(3));
    assert_eq!(info.footprint(), Some(600 + 4000 + 6 + 12 + 600));
    let error = openzl_ffi::decompress_typed(&frame, &DecodeParameters::default()).unwrap_err();
    assert_eq!(error.code, 8, "{error}");
}

#[test]
fn numbers_need_not_be_aligned() {
    let numbers = rising(333, 8);
    let mut shifted = vec![0; numbers.len() + 8];
    let parameters = Parameters::default();
    let expected = openzl_ffi::compress(
        Graph::FIELD_LZ,
        &parameters,
        Input::Numeric {
            width: 8,
            data: &numbers,
        },
    );
    for shift in 0..8 {
        let data = &mut shifted[shift..shift + numbers.len()];
        data.copy_from_slice(&numbers);
        let input = Input::Numeric { width: 8, data };
        assert_eq!(
            openzl_ffi::compress(Graph::FIELD_LZ, &parameters, input),
            expected
        );
    }
}

#[test]
fn inputs_that_make_no_sense_are_refused() {
    let data = &[0; 12];
    for input in [
        Input::Struct { width: 0, data },
        Input::Struct { width: 5, data },
        Input::Numeric { width: 3, data },
        Input::Numeric { width: 8, data },
        Input::String {
            data,
            lengths: &[6, 7],
        },
        Input::String {
            data,
            lengths: &[6, 5],
        },
    ] {
        let error = openzl_ffi::compress(Graph::STORE, &Parameters::default(), input).unwrap_err();
        assert_eq!(error.code, Error::INPUT, "{input:?}");
        assert!(!error.is_from_c());
    }
    let error = openzl_ffi::compress_multi(Graph::STORE, &Parameters::default(), &[]).unwrap_err();
    assert_eq!(error.code, Error::INPUT);
}

/// The default path is for serial input: C says so, not this crate.
#[test]
fn the_default_path_refuses_types() {
    let input = Input::Numeric {
        width: 4,
        data: &[0; 40],
    };
    let error = openzl_ffi::compress(Graph::DEFAULT, &Parameters::default(), input).unwrap_err();
    assert_eq!(error.code, 20, "{error}");
}

#[test]
fn slices_and_vectors_agree() {
    let data = text(20_000);
    let (compressor, parameters) = (compressor(Graph::DEFAULT), Parameters::at_level(3));
    let input = Input::Serial(&data);
    let mut context = CompressContext::new().unwrap();
    let frame = context.compress(&compressor, &parameters, input).unwrap();

    let mut room = vec![0; openzl_ffi::compress_bound(data.len())];
    let size = context
        .compress_to_slice(&compressor, &parameters, input, &mut room)
        .unwrap();
    assert_eq!(room[..size], frame);
    let size = openzl_ffi::compress_to_slice(&compressor, &parameters, input, &mut room).unwrap();
    assert_eq!(room[..size], frame);
    let mut uninit = Box::new_uninit_slice(room.len());
    let size = context
        .compress_to_uninit(&compressor, &parameters, input, &mut uninit)
        .unwrap();
    assert_eq!(size, frame.len());
    let error = context
        .compress_to_slice(&compressor, &parameters, input, &mut room[..100])
        .unwrap_err();
    assert_eq!(error.code, Error::DST_CAPACITY_TOO_SMALL);

    let parameters = DecodeParameters::limited(20_000);
    let mut context = DecompressContext::new().unwrap();
    let mut output = vec![0; 20_100];
    for _ in 0..2 {
        let size = context
            .decompress_to_slice(&frame, &parameters, &mut output)
            .unwrap();
        assert_eq!(output[..size], data);
        let mut uninit = Box::new_uninit_slice(20_000);
        let size = context
            .decompress_to_uninit(&frame, &parameters, &mut uninit)
            .unwrap();
        assert_eq!(size, 20_000);
        let error = context
            .decompress_to_slice(&frame, &parameters, &mut output[..19_999])
            .unwrap_err();
        assert_eq!(error.code, Error::DST_CAPACITY_TOO_SMALL);
    }
    assert_eq!(
        openzl_ffi::decompress_to_slice(&frame, &parameters, &mut output),
        Ok(20_000)
    );
}

/// A reused context remembers nothing: not the compressor, not the parameters,
/// not the failures.
#[test]
fn a_context_carries_nothing_over() {
    let data = text(3000);
    let input = Input::Serial(&data);
    let mut context = CompressContext::new().unwrap();
    let plain = openzl_ffi::compress(Graph::DEFAULT, &Parameters::default(), input).unwrap();
    let odd = Parameters {
        level: Some(19),
        format_version: Some(22),
        comment: b"a comment".to_vec(),
        ..Parameters::default()
    };
    for round in 0..50 {
        {
            let lz4 = compressor(Graph::LZ4);
            context
                .compress(
                    &lz4,
                    &Parameters {
                        format_version: Some(24),
                        ..odd.clone()
                    },
                    input,
                )
                .unwrap();
            context.compress(&lz4, &odd, input).unwrap_err();
        }
        let again = context
            .compress(&compressor(None), &Parameters::default(), input)
            .unwrap();
        assert_eq!(again, plain, "round {round}");
    }
}

#[test]
fn contexts_can_move_to_another_thread() {
    let mut compress = CompressContext::new().unwrap();
    let mut decompress = DecompressContext::new().unwrap();
    let compressor = compressor(Graph::LZ);
    let data = noise(100);
    let frame = std::thread::scope(|scope| {
        let data = &data;
        let thread = scope.spawn(move || {
            compress.compress(&compressor, &Parameters::default(), Input::Serial(data))
        });
        thread.join().unwrap().unwrap()
    });
    let output =
        std::thread::spawn(move || decompress.decompress(&frame, &DecodeParameters::default()));
    assert_eq!(output.join().unwrap().unwrap(), data);
}

#[test]
fn local_parameters_reach_the_graph() {
    let data = text(50_000);
    let input = Input::Serial(&data);
    let mut context = CompressContext::new().unwrap();
    let mut size = |compressor: &Compressor| {
        let frame = context
            .compress(compressor, &Parameters::default(), input)
            .unwrap();
        assert_eq!(
            openzl_ffi::decompress(&frame, &DecodeParameters::default()).unwrap(),
            data
        );
        frame.len()
    };
    // ZSTD_c_compressionLevel, as zstd numbers it.
    let fast = Compressor::builder(Graph::ZSTD)
        .int_param(100, 1)
        .build()
        .unwrap();
    let slow = Compressor::builder(Graph::ZSTD)
        .int_param(100, 19)
        .build()
        .unwrap();
    assert!(size(&slow) < size(&fast));

    let best = Compressor::builder(Graph::BRUTE_FORCE)
        .successor(Graph::STORE)
        .successor(Graph::ZSTD)
        .build()
        .unwrap();
    assert_eq!(size(&best), size(&compressor(Graph::ZSTD)));
}

/// Without store-on-expansion, and with many small chunks and inputs.
#[test]
fn frames_larger_than_their_input_fit() {
    let byte = noise(300);
    let inputs: Vec<_> = byte.chunks(1).map(Input::Serial).collect();
    let parameters = Parameters {
        store_on_expansion: openzl_ffi::Toggle::Off,
        min_stream_size: Some(-1),
        ..Parameters::default()
    };
    for graph in [Graph::ZSTD, Graph::COMPRESS_GENERIC, Graph::STORE] {
        let frame = openzl_ffi::compress(graph, &parameters, inputs[0]).unwrap();
        assert_eq!(
            openzl_ffi::decompress(&frame, &DecodeParameters::default()).unwrap(),
            byte[..1]
        );
    }
    let frame = openzl_ffi::compress_multi(Graph::COMPRESS_GENERIC, &parameters, &inputs).unwrap();
    let outputs = openzl_ffi::decompress_multi(&frame, &DecodeParameters::default()).unwrap();
    assert_eq!(outputs.concat_data(), byte);
}

trait ConcatData {
    fn concat_data(&self) -> Vec<u8>;
}

impl ConcatData for [openzl_ffi::Output] {
    fn concat_data(&self) -> Vec<u8> {
        self.iter().flat_map(|output| output.data.clone()).collect()
    }
}
