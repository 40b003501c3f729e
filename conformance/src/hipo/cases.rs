//! All cases.

use hipo::{Codec, Compression, Layout};

use super::case::{HipoCase, Stored};
use super::content::Content;
use super::schemas::SchemaSet;

/// Numbers of events.
const COUNTS: [u32; 5] = [0, 1, 2, 50, 700];

/// Every way in which files are stored, but C++'s.
fn stored() -> Vec<Stored> {
    let plain = Compression::ALL.iter().copied().map(Stored::plain);
    let planes = [Codec::Lz4, Codec::Gzip, Codec::Zstd, Codec::None]
        .into_iter()
        .map(|codec| Stored {
            byte_split: true,
            ..Stored::plain(Compression::new(codec, Layout::PerColumn))
        });
    plain.chain(planes).collect()
}

fn case(stored: Stored, schemas: SchemaSet, content: Content, events: u32, seed: u64) -> HipoCase {
    HipoCase {
        stored,
        schemas,
        content,
        events,
        eventful: seed % 2 == 1,
        seed,
    }
}

/// The data set that implementations are timed on.
pub(super) fn data_set(stored: Stored, events: u32) -> HipoCase {
    case(stored, SchemaSet::Physics, Content::DataSet, events, 0)
}

pub(super) fn all() -> Vec<HipoCase> {
    let mut cases = Vec::new();
    for schemas in SchemaSet::ALL.into_iter().filter(|set| set.is_of_cpp()) {
        for content in Content::ALL {
            for events in COUNTS {
                for seed in 0..3 {
                    cases.push(case(Stored::CPP, schemas, content, events, seed));
                }
            }
        }
    }
    // More than a record holds, and than its buffers were made for.
    for schemas in [SchemaSet::One, SchemaSet::Physics] {
        for events in [99_998, 99_999, 100_000, 130_000] {
            cases.push(case(Stored::CPP, schemas, Content::Counting, events, 0));
        }
    }
    cases.push(case(Stored::CPP, SchemaSet::Wide, Content::Noise, 5000, 0));
    cases.push(data_set(Stored::CPP, 20_000));
    for stored in stored() {
        for schemas in SchemaSet::ALL {
            for (index, content) in Content::ALL.into_iter().enumerate() {
                let events = COUNTS[(index + schemas as usize) % COUNTS.len()];
                cases.push(case(stored, schemas, content, events, 1 + index as u64 % 2));
            }
        }
    }
    cases
}

/// Small files of C++'s, of every kind of bank.
pub(super) fn golden() -> Vec<HipoCase> {
    let mut cases = Vec::new();
    for schemas in SchemaSet::ALL.into_iter().filter(|set| set.is_of_cpp()) {
        for (content, seed) in [(Content::Small, 0), (Content::Noise, 1)] {
            cases.push(case(Stored::CPP, schemas, content, 50, seed));
        }
    }
    cases.push(case(Stored::CPP, SchemaSet::Types, Content::Extremes, 2, 0));
    cases.push(case(Stored::CPP, SchemaSet::One, Content::Empty, 2, 1));
    cases
}
