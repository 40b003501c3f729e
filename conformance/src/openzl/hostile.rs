//! Malformed frames.

mod build;
mod crafted;

use std::time::Duration;

use corpora::Kind;
use openzl::{Compressor, Graph, Parameters};

use super::case::{OpenZlCase, Settings};
use super::{OpenZl, OutputLimit};
use crate::data::Data;
use crate::hostile::{Bounds, Expectation, HostileSet};
use crate::mutate;
use build::{Chunk, frame};

/// What readers of hostile frames may give.
const LIMIT: OutputLimit = OutputLimit(1 << 20);

/// A frame to start from, and its name.
struct Sample {
    name: &'static str,
    make: fn() -> Vec<u8>,
}

fn written(kind: Kind, size: usize, settings: &Settings) -> Vec<u8> {
    let case = OpenZlCase {
        data: Data::Generated(kind, size),
        settings: settings.clone(),
    };
    let input = case.data.bytes().expect("generated");
    let parameters = super::native_parameters(settings).expect("valid settings");
    Compressor::new(parameters)
        .compress(&input)
        .expect("a small input")
}

fn bare() -> Settings {
    Settings {
        content_checksum: false,
        compressed_checksum: false,
        ..Settings::default()
    }
}

/// A frame of three chunks: stored, compressed, stored.
fn three_chunks() -> Vec<u8> {
    let text = Kind::Text.generate(700, 1);
    let parameters = Parameters::default()
        .with_content_checksum(false)
        .with_compressed_checksum(false)
        .with_graph(Graph::Zstd);
    let inner = Compressor::new(parameters)
        .compress(&text)
        .expect("a small input");
    let stream = openzl::Frame::parse(&inner).expect("sound").chunks()[0].streams[0]
        .range
        .clone();
    frame(27, 0, 700 + 5 + 9)
        .chunk(&Chunk::store(b"first"))
        .chunk(&Chunk::codec(22, &inner[stream]))
        .chunk(&Chunk::store(b"the third"))
        .end()
}

const SAMPLES: [Sample; 8] = [
    Sample {
        name: "empty",
        make: || written(Kind::Text, 0, &Settings::default()),
    },
    Sample {
        name: "stored",
        make: || written(Kind::Text, 60, &Settings::default()),
    },
    Sample {
        name: "zstd",
        make: || written(Kind::Source, 900, &Settings::default()),
    },
    Sample {
        name: "zstd-bare",
        make: || written(Kind::Source, 900, &bare()),
    },
    Sample {
        name: "zstd-blocks-bare",
        make: || written(Kind::Zeros, 300_000, &bare()),
    },
    Sample {
        name: "comment",
        make: || {
            written(
                Kind::Text,
                200,
                &Settings {
                    version: 23,
                    comment: 30,
                    ..Settings::default()
                },
            )
        },
    },
    Sample {
        name: "format-21",
        make: || {
            written(
                Kind::Text,
                200,
                &Settings {
                    version: 21,
                    ..bare()
                },
            )
        },
    },
    Sample {
        name: "three-chunks-bare",
        make: three_chunks,
    },
];

/// All sets.
pub(super) fn sets() -> Vec<HostileSet<OpenZl>> {
    let mut sets = Vec::new();
    for Sample { name, make } in SAMPLES {
        sets.extend(mutate::damaged(
            name,
            &LIMIT,
            Expectation::Rejection,
            6,
            make,
        ));
    }
    sets.push(HostileSet::new(
        "crafted/rejected",
        LIMIT,
        crafted::rejected,
    ));
    sets.push(HostileSet::new(
        "crafted/accepted",
        LIMIT,
        crafted::accepted,
    ));
    sets.push(HostileSet::new(
        "crafted/codec-ids",
        LIMIT,
        crafted::codec_ids,
    ));
    sets.push(HostileSet::new("crafted/graphs", LIMIT, crafted::graphs));
    sets.push(HostileSet::new("crafted/headers", LIMIT, crafted::headers));
    sets.push(HostileSet::new(
        "crafted/zstd-headers",
        LIMIT,
        crafted::zstd_headers,
    ));
    sets.push(
        HostileSet::new("many-zstd-frames", LIMIT, crafted::many_zstd_frames).within(Bounds {
            time: Duration::from_secs(5),
            memory: 8 << 20,
        }),
    );
    sets.push(
        HostileSet::new("many-intermediates", LIMIT, crafted::many_intermediates).within(Bounds {
            memory: 2 << 20,
            ..Bounds::default()
        }),
    );
    // A limit that allows the claim: memory must follow what is there.
    sets.push(
        HostileSet::new("bombs", OutputLimit(1 << 40), crafted::bombs).within(Bounds {
            memory: 16 << 20,
            ..Bounds::default()
        }),
    );
    sets
}
