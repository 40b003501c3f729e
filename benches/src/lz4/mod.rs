//! The bench of LZ4, part by part: [`blocks`] and [`frames`] of whole files.

pub mod blocks;
pub mod frames;

use conformance::Data;
use conformance::gate::TimerOptions;
use corpora::Kind;

use crate::{timer_options, wanted_input};

/// The native implementation's name at the gate.
const NATIVE: &str = "lz4";

/// The reference's name at the gate.
const REFERENCE: &str = "liblz4";

const ADMITTED: &str = "the case is admitted";

/// Inputs up to this size go through every method.
const SMALL: usize = 1 << 20;

/// Inputs beyond this size go through the fastest alone.
const LARGE: usize = 32 << 20;

const GENERATED: [(&str, Data); 8] = [
    ("text-64K", Data::CSources(64 << 10)),
    ("text-1M", Data::CSources(1 << 20)),
    ("text-8M", Data::CSources(8 << 20)),
    ("text-100M", Data::CSources(100_000_000)),
    ("records-1M", Data::Generated(Kind::Records, 1 << 20)),
    ("records-100M", Data::Generated(Kind::Records, 100_000_000)),
    ("random-1M", Data::Generated(Kind::Random, 1 << 20)),
    ("zeros-1M", Data::Generated(Kind::Zeros, 1 << 20)),
];

/// The generated inputs, and the real files of 1 MiB and more that have been
/// fetched, whole; those whose name contains the word of the command line.
fn inputs() -> Vec<(String, Data)> {
    let generated = GENERATED.map(|(name, data)| (name.to_owned(), data));
    let files = corpora::available(&corpora::default_root()).into_iter();
    let real = files.filter_map(|file| {
        let size = usize::try_from(file.size).ok()?;
        (size >= SMALL).then(|| (file.id.clone(), Data::Real(file.id, size)))
    });
    let wanted = wanted_input();
    let wants = |name: &str| wanted.as_ref().is_none_or(|word| name.contains(&**word));
    let all = generated.into_iter().chain(real);
    all.filter(|(name, _)| wants(name)).collect()
}

/// How long to time an input of that size: large ones take long enough a call.
fn options(size: usize, slow: bool) -> TimerOptions {
    let mut options = timer_options();
    if size > LARGE || (slow && size > SMALL) {
        options.rounds = options.rounds.min(5);
    }
    options
}
