//! The cases.

use corpora::{IntWidth, Kind, Shape, sizes};
use openzl::Graph;

use super::case::{OpenZlCase, Settings};
use crate::data::Data;

/// The levels that every size goes through: negative, fast, each family of
/// zstd's strategies, its greatest.
const LEVELS: [i32; 8] = [-5, 1, 3, 6, 9, 12, 19, 22];

/// Levels beyond those, among them 0, which stands for 6, and ones that zstd
/// clamps.
const FURTHER_LEVELS: [i32; 12] = [-131_073, -100, -1, 0, 2, 4, 5, 7, 8, 15, 23, 30];

/// Formats before the newest.
const OLDER_FORMATS: std::ops::Range<u32> = 21..27;

/// Inputs above this are not compressed at the slowest levels, except for
/// 1 MiB itself.
const SLOW_SIZE: usize = 300_000;

/// An input beyond the windows of the levels that are tried on it.
const LARGE_BYTES: usize = 12 << 20;

/// How much of a real file is compressed.
const REAL_BYTES: usize = 2 << 20;

/// All cases.
pub(super) fn all() -> Vec<OpenZlCase> {
    let mut cases = Vec::new();
    small_sizes(&mut cases);
    thresholds(&mut cases);
    kinds(&mut cases);
    levels(&mut cases);
    formats(&mut cases);
    settings(&mut cases);
    graphs(&mut cases);
    large(&mut cases);
    real_files(&mut cases);
    cases
}

fn generated(kind: Kind, size: usize, settings: Settings) -> OpenZlCase {
    OpenZlCase {
        data: Data::Generated(kind, size),
        settings,
    }
}

/// Sizes 0 to 300 at every level: all up to 32, then every seventh.
fn small_sizes(cases: &mut Vec<OpenZlCase>) {
    let sizes = (0..32).chain((32..300).step_by(7)).chain([300]);
    for size in sizes {
        for level in LEVELS {
            for kind in [Kind::Text, Kind::Records, Kind::Random] {
                cases.push(generated(kind, size, Settings::at_level(level)));
            }
        }
    }
}

/// Sizes around every threshold at every level.
fn thresholds(cases: &mut Vec<OpenZlCase>) {
    let sizes = sizes::thresholds().into_iter().filter(|&size| size > 300);
    for size in sizes.filter(|&size| size <= sizes::MEBIBYTE + 1) {
        for level in LEVELS {
            let slow = level > 12 && size > SLOW_SIZE && size != sizes::MEBIBYTE;
            if !slow {
                cases.push(generated(Kind::Source, size, Settings::at_level(level)));
            }
        }
        cases.push(generated(Kind::Random, size, Settings::at_level(1)));
        cases.push(generated(Kind::Zeros, size, Settings::at_level(3)));
    }
}

/// Every kind of data.
fn kinds(cases: &mut Vec<OpenZlCase>) {
    for &kind in Kind::ALL {
        for size in [100, 5_000, 100_003] {
            for level in [1, 6, 13] {
                cases.push(generated(kind, size, Settings::at_level(level)));
            }
        }
    }
    for level in [1, 3, 6] {
        for kind in [Kind::Text, Kind::Records, Kind::Mixed] {
            cases.push(generated(kind, sizes::MEBIBYTE, Settings::at_level(level)));
        }
        cases.push(OpenZlCase {
            data: Data::CSources(sizes::MEBIBYTE),
            settings: Settings::at_level(level),
        });
    }
}

/// Levels between and beyond.
fn levels(cases: &mut Vec<OpenZlCase>) {
    for level in FURTHER_LEVELS {
        for size in [0, 11, 300, 20_000, 150_000] {
            cases.push(generated(Kind::Source, size, Settings::at_level(level)));
        }
    }
}

/// Older formats.
fn formats(cases: &mut Vec<OpenZlCase>) {
    for version in OLDER_FORMATS {
        for size in [0, 1, 9, 10, 64, 127, 300, 5_000, 140_000] {
            for kind in [Kind::Text, Kind::Random] {
                for comment in [0, 40] {
                    let settings = Settings {
                        version,
                        comment,
                        level: 3,
                        ..Settings::default()
                    };
                    cases.push(generated(kind, size, settings));
                }
            }
        }
        for level in [-5, 1, 6, 9, 12, 19, 22] {
            let settings = Settings {
                level,
                version,
                ..Settings::default()
            };
            cases.push(generated(Kind::Source, 3_000, settings));
        }
    }
}

/// Inputs over which a window slides, and chunks of different kinds.
fn large(cases: &mut Vec<OpenZlCase>) {
    for level in [1, 3, 6, 9] {
        cases.push(generated(
            Kind::Mixed,
            LARGE_BYTES,
            Settings::at_level(level),
        ));
    }
    for (version, checksums) in [(21, false), (24, true), (27, true)] {
        cases.push(OpenZlCase {
            data: Data::Stripes((36 << 20) + 7),
            settings: Settings {
                graph: Graph::SegmentSerial,
                level: 1,
                version,
                content_checksum: checksums,
                compressed_checksum: checksums,
                ..Settings::default()
            },
        });
    }
}

/// Checksums, comments, the smallest stream, expansion.
fn settings(cases: &mut Vec<OpenZlCase>) {
    let sizes = [0, 1, 9, 10, 11, 40, 64, 200, 20_000];
    for size in sizes {
        for (content_checksum, compressed_checksum) in
            [(false, false), (false, true), (true, false)]
        {
            let settings = Settings {
                content_checksum,
                compressed_checksum,
                ..Settings::default()
            };
            cases.push(generated(Kind::Text, size, settings));
        }
        for min_stream_size in [-1, 1, 11, 64, 1_000_000] {
            for store_on_expansion in [false, true] {
                let settings = Settings {
                    min_stream_size,
                    store_on_expansion,
                    ..Settings::default()
                };
                for kind in [Kind::Text, Kind::Random] {
                    cases.push(generated(kind, size, settings.clone()));
                }
            }
        }
    }
    for comment in [1, 127, 128, 9_999, 10_000] {
        let settings = Settings {
            comment,
            ..Settings::default()
        };
        cases.push(generated(Kind::Text, 500, settings));
    }
}

/// Every graph but the default.
fn graphs(cases: &mut Vec<OpenZlCase>) {
    for graph in [
        Graph::Store,
        Graph::Zstd,
        Graph::CompressGeneric,
        Graph::SegmentSerial,
    ] {
        for version in [21, 23, 24, 27] {
            for size in [0, 1, 9, 10, 50, 300, 20_000, 200_000] {
                for kind in [Kind::Text, Kind::Random] {
                    let settings = Settings {
                        graph,
                        version,
                        level: 3,
                        ..Settings::default()
                    };
                    cases.push(generated(kind, size, settings));
                }
            }
        }
    }
    // Frames of more than one chunk, and of just one.
    for size in [(16 << 20) - 1, 16 << 20, (16 << 20) + 1, (32 << 20) + 5] {
        let settings = Settings {
            graph: Graph::SegmentSerial,
            level: 1,
            ..Settings::default()
        };
        cases.push(generated(Kind::Zeros, size, settings));
    }
}

/// The real files that are on this machine.
fn real_files(cases: &mut Vec<OpenZlCase>) {
    for file in corpora::available(&corpora::default_root()) {
        let size = usize::try_from(file.size).map_or(REAL_BYTES, |size| size.min(REAL_BYTES));
        for level in [1, 6] {
            cases.push(OpenZlCase {
                data: Data::Real(file.id.clone(), size),
                settings: Settings::at_level(level),
            });
        }
    }
}

/// The cases whose frames are frozen: small ones of every form.
pub(super) fn golden() -> Vec<OpenZlCase> {
    let mut cases = Vec::new();
    for (kind, size) in [
        (Kind::Text, 0),
        (Kind::Text, 1),
        (Kind::Text, 9),
        (Kind::Text, 10),
        (Kind::Text, 64),
        (Kind::Text, 2_000),
        (Kind::Records, 2_000),
        (Kind::Numbers(IntWidth::U32, Shape::TimeSeries), 2_000),
        (Kind::Random, 300),
        (Kind::Zeros, 200_000),
    ] {
        cases.push(generated(kind, size, Settings::default()));
    }
    for level in [-5, 1, 3, 19] {
        cases.push(generated(Kind::Source, 4_000, Settings::at_level(level)));
    }
    for version in OLDER_FORMATS {
        let settings = Settings {
            version,
            comment: 12,
            ..Settings::default()
        };
        cases.push(generated(Kind::Text, 400, settings));
    }
    for graph in [
        Graph::Store,
        Graph::Zstd,
        Graph::CompressGeneric,
        Graph::SegmentSerial,
    ] {
        let settings = Settings {
            graph,
            ..Settings::default()
        };
        cases.push(generated(Kind::Strings, 600, settings));
    }
    let bare = Settings {
        content_checksum: false,
        compressed_checksum: false,
        ..Settings::default()
    };
    cases.push(generated(Kind::Text, 300, bare));
    let expanded = Settings {
        min_stream_size: -1,
        store_on_expansion: false,
        ..Settings::default()
    };
    cases.push(generated(Kind::Random, 100, expanded));
    cases.push(generated(
        Kind::Zeros,
        (16 << 20) + 1,
        Settings {
            graph: Graph::SegmentSerial,
            level: 1,
            ..Settings::default()
        },
    ));
    cases
}
