//! Frames with a few edits.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::format::Format;
use crate::hostile::{Expectation, HostileFrame, HostileSet};

/// Mutants of one sample.
const COUNT: usize = 400;

/// Values that header fields turn on.
const TELLING: [u8; 12] = [0, 1, 2, 3, 4, 0x0f, 0x16, 0x7f, 0x80, 0x81, 0xfe, 0xff];

/// The sets of what can be done to a sound frame: every truncation of it, every
/// bit of it inverted, and mutants of so many seeds.
pub(crate) fn damaged<F: Format>(
    name: &str,
    context: &F::Context,
    truncated: Expectation,
    seeds: u64,
    make: impl Fn() -> Vec<u8> + Copy + Send + Sync + 'static,
) -> Vec<HostileSet<F>> {
    let mut sets = vec![
        HostileSet::truncations(
            format!("truncated/{name}"),
            context.clone(),
            truncated,
            make,
        ),
        HostileSet::bit_flips(format!("bit-flips/{name}"), context.clone(), 1, make),
    ];
    sets.extend((0..seeds).map(|seed| {
        HostileSet::new(
            format!("mutated/{name}/{seed}"),
            context.clone(),
            move || mutants(&make(), seed),
        )
    }));
    sets
}

/// `sample` with one to four edits, many times over.
pub(crate) fn mutants(sample: &[u8], seed: u64) -> Vec<HostileFrame> {
    let mut random = Pcg64::seed_from_u64(seed);
    (0..COUNT)
        .map(|index| {
            let mut bytes = sample.to_vec();
            for _ in 0..random.random_range(1..=4) {
                edit(&mut bytes, &mut random);
            }
            HostileFrame::new(format!("mutant {index} of seed {seed}"), bytes)
        })
        .collect()
}

/// Makes one edit, more often near the front, where the headers are.
fn edit(bytes: &mut Vec<u8>, random: &mut Pcg64) {
    if bytes.is_empty() {
        bytes.push(random.random());
        return;
    }
    let end = if random.random_bool(0.6) {
        bytes.len().min(40)
    } else {
        bytes.len()
    };
    let at = random.random_range(0..end);
    match random.random_range(0..6) {
        0 => bytes[at] ^= 1 << random.random_range(0..8),
        1 => bytes[at] = random.random(),
        2 => bytes[at] = TELLING[random.random_range(0..TELLING.len())],
        3 => bytes.insert(at, TELLING[random.random_range(0..TELLING.len())]),
        4 => {
            bytes.remove(at);
        }
        _ => {
            let length = random.random_range(1..=8).min(bytes.len() - at);
            let piece = bytes[at..at + length].to_vec();
            let to = random.random_range(0..=bytes.len());
            bytes.splice(to..to, piece);
        }
    }
}
