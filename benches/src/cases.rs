//! What is timed.

use conformance::openzl::{Data, OpenZlCase, Settings};
use corpora::Kind;

/// The levels that are timed.
pub const LEVELS: [i32; 3] = [1, 3, 6];

/// The inputs that are timed: short names and what they are.
pub const INPUTS: [(&str, Data); 4] = [
    ("prefix-64", Data::CSources(64)),
    ("text-1M", Data::CSources(1 << 20)),
    ("records-1M", Data::Generated(Kind::Records, 1 << 20)),
    ("random-256K", Data::Generated(Kind::Random, 256 << 10)),
];

/// A case and the short name that tables show.
#[derive(Clone, Debug)]
pub struct BenchCase {
    /// The input's short name.
    pub input: &'static str,
    /// The level.
    pub level: i32,
    /// The case.
    pub case: OpenZlCase,
}

/// Every input at every level, through the default graph.
pub fn bench_cases() -> Vec<BenchCase> {
    INPUTS
        .iter()
        .flat_map(|(input, data)| {
            LEVELS.map(|level| BenchCase {
                input,
                level,
                case: OpenZlCase {
                    data: data.clone(),
                    settings: Settings::at_level(level),
                },
            })
        })
        .collect()
}
