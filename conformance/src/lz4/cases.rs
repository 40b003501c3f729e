//! The cases.

use std::collections::BTreeSet;

use corpora::{Kind, sizes};

use super::case::{Lz4Case, Method};
use crate::data::Data;

/// Accelerations: the default, each of the first steps, and those beyond which
/// nothing changes.
const ACCELERATIONS: [u32; 8] = [0, 1, 2, 3, 8, 50, 65_537, 100_000];

/// Levels of high compression: every one, and those that stand for others.
const LEVELS: [i32; 14] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];

/// A level of each way to search.
const SEARCHES: [i32; 4] = [2, 3, 9, 12];

/// The size from which on tables hold 32-bit positions, and the window's.
const EDGES: [usize; 3] = [(64 << 10) + 11, 64 << 10, (64 << 10) - 1];

/// Sizes of dictionaries: none that counts, the least, one within and one
/// beyond the window.
const DICTIONARIES: [usize; 6] = [0, 7, 8, 1_000, 64 << 10, 100_000];

/// How much of a real file is compressed.
const REAL_BYTES: usize = 4 << 20;

/// A memory page.
const PAGE: usize = 4 << 10;

/// All cases.
pub(super) fn all() -> Vec<Lz4Case> {
    let mut cases = Vec::new();
    fast_sizes(&mut cases);
    fast_kinds(&mut cases);
    fast_dictionaries(&mut cases);
    high_sizes(&mut cases);
    high_kinds(&mut cases);
    high_dictionaries(&mut cases);
    real_files(&mut cases);
    cases
}

fn case(kind: Kind, size: usize, method: Method) -> Lz4Case {
    Lz4Case {
        data: Data::Generated(kind, size),
        method,
    }
}

const fn fast(acceleration: u32) -> Method {
    Method::Fast { acceleration }
}

/// Sizes 0 to 70,000 in steps, and all around the thresholds.
fn fast_sizes(cases: &mut Vec<Lz4Case>) {
    let around = EDGES.into_iter().flat_map(|edge| edge - 2..=edge + 2);
    let all: BTreeSet<usize> = (0..100)
        .chain((100..300).step_by(11))
        .chain((300..70_000).step_by(1_709))
        .chain(around)
        .chain(sizes::thresholds())
        .collect();
    for size in all.into_iter().filter(|&size| size <= sizes::MEBIBYTE + 1) {
        for acceleration in [1, 8] {
            cases.push(case(Kind::Source, size, fast(acceleration)));
        }
        cases.push(case(Kind::Records, size, fast(1)));
        cases.push(case(Kind::Zeros, size, fast(1)));
    }
}

/// Every kind of data, as a page and as more, at every acceleration.
fn fast_kinds(cases: &mut Vec<Lz4Case>) {
    for &kind in Kind::ALL {
        for acceleration in ACCELERATIONS {
            for size in [PAGE, 50_000, 300_007] {
                cases.push(case(kind, size, fast(acceleration)));
            }
        }
    }
    for size in [PAGE, 16 * PAGE, sizes::MEBIBYTE, 8 * sizes::MEBIBYTE] {
        cases.push(Lz4Case {
            data: Data::CSources(size),
            method: fast(1),
        });
    }
}

fn fast_dictionaries(cases: &mut Vec<Lz4Case>) {
    for dictionary in DICTIONARIES {
        for size in [0, 1, 12, 13, 64, 300, PAGE, 70_000, 200_000] {
            for acceleration in [1, 5] {
                let method = Method::FastWithDictionary {
                    acceleration,
                    size: dictionary,
                };
                cases.push(case(Kind::Source, size, method));
                cases.push(case(Kind::Text, size, method));
            }
        }
    }
}

/// Sizes 0 to 70,000 in steps, and all around the thresholds, by each search.
fn high_sizes(cases: &mut Vec<Lz4Case>) {
    let around = EDGES.into_iter().flat_map(|edge| edge - 1..=edge + 1);
    let sizes: BTreeSet<usize> = (0..40)
        .chain((40..300).step_by(23))
        .chain((300..70_000).step_by(6_007))
        .chain(around)
        .collect();
    for size in sizes {
        for level in SEARCHES {
            cases.push(case(Kind::Source, size, Method::High { level }));
            cases.push(case(Kind::Records, size, Method::High { level }));
        }
    }
}

/// Every kind of data at every level.
fn high_kinds(cases: &mut Vec<Lz4Case>) {
    for &kind in Kind::ALL {
        for level in LEVELS {
            for size in [PAGE, 50_000] {
                cases.push(case(kind, size, Method::High { level }));
            }
        }
    }
    for level in LEVELS {
        for size in [PAGE, 16 * PAGE, sizes::MEBIBYTE] {
            cases.push(Lz4Case {
                data: Data::CSources(size),
                method: Method::High { level },
            });
        }
    }
}

fn high_dictionaries(cases: &mut Vec<Lz4Case>) {
    for dictionary in DICTIONARIES {
        for size in [0, 1, 12, 13, 300, PAGE, 70_000] {
            for level in SEARCHES {
                let method = Method::HighWithDictionary {
                    level,
                    size: dictionary,
                };
                cases.push(case(Kind::Source, size, method));
            }
        }
    }
}

/// The real files that are on this machine.
fn real_files(cases: &mut Vec<Lz4Case>) {
    for file in corpora::available(&corpora::default_root()) {
        let size = usize::try_from(file.size).map_or(REAL_BYTES, |size| size.min(REAL_BYTES));
        let high = [2, 5, 9, 10].map(|level| Method::High { level });
        for method in [fast(1), fast(4)].into_iter().chain(high) {
            cases.push(Lz4Case {
                data: Data::Real(file.id.clone(), size),
                method,
            });
        }
    }
}

/// The cases whose blocks are frozen: small ones of every form.
pub(super) fn golden() -> Vec<Lz4Case> {
    let mut cases = Vec::new();
    for (kind, size) in [
        (Kind::Text, 0),
        (Kind::Text, 1),
        (Kind::Text, 12),
        (Kind::Text, 13),
        (Kind::Text, 300),
        (Kind::Source, PAGE),
        (Kind::Records, PAGE),
        (Kind::Zeros, PAGE),
        (Kind::Random, 300),
        (Kind::Zeros, 100_000),
    ] {
        cases.push(case(kind, size, fast(1)));
    }
    for acceleration in [4, 65_537] {
        cases.push(case(Kind::Source, PAGE, fast(acceleration)));
    }
    let method = Method::FastWithDictionary {
        acceleration: 1,
        size: 1_000,
    };
    cases.push(case(Kind::Source, 1_000, method));
    for level in SEARCHES {
        cases.push(case(Kind::Source, PAGE, Method::High { level }));
    }
    let method = Method::HighWithDictionary {
        level: 9,
        size: 1_000,
    };
    cases.push(case(Kind::Source, 1_000, method));
    cases
}
