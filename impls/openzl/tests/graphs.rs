//! The graphs by name and number, and what messages of errors say.

use std::collections::BTreeSet;

use openzl::{Compressor, Error, FormatVersion, Graph, Parameters, decompress};

#[test]
fn a_graph_is_found_by_its_name() {
    for graph in Graph::ALL {
        assert_eq!(Graph::from_name(graph.name()), Some(graph));
        assert_eq!(graph.to_string(), graph.name());
    }
    assert_eq!(Graph::from_name("Zstd"), None);
    assert_eq!(Graph::default().id(), None);
    let ids: BTreeSet<_> = Graph::ALL.into_iter().filter_map(Graph::id).collect();
    assert_eq!(ids, BTreeSet::from([2, 9, 13, 29]));
}

#[test]
fn every_graph_is_read_back() {
    let text = b"what went in comes out, comes out, comes out. ".repeat(30);
    for graph in Graph::ALL {
        let parameters = Parameters::default().with_graph(graph);
        let frame = Compressor::new(parameters).compress(&text).unwrap();
        assert_eq!(decompress(&frame).unwrap(), text, "{graph}");
        assert_eq!(frame.len() > text.len(), graph == Graph::Store, "{graph}");
    }
}

#[test]
fn a_cut_frame_s_error_says_where_and_in_what() {
    let text = b"what went in comes out, comes out, comes out. ".repeat(30);
    let parameters = Parameters::default()
        .with_comment(*b"a comment")
        .unwrap()
        .with_format_version(FormatVersion::try_from(23).unwrap());
    let frame = Compressor::new(parameters).compress(&text).unwrap();
    let mut places = BTreeSet::new();
    for cut in 4..frame.len() {
        let error = decompress(&frame[..cut]).unwrap_err();
        let Error::Truncated { offset, structure } = error else {
            panic!("cut at {cut}: {error}");
        };
        assert_eq!(offset, cut);
        let message = error.to_string();
        assert_eq!(
            message,
            format!("the frame ends at byte {cut}, inside {structure}")
        );
        places.insert(structure.to_string());
    }
    for place in [
        "the comment",
        "the frame header's checksum",
        "the stored streams",
        "the content checksum",
        "the compressed checksum",
    ] {
        assert!(places.contains(place), "{place} of {places:?}");
    }
}
