//! Every candidate in turn, on the same pages.

use core::num::NonZeroU32;
use core::time::Duration;
use std::vec;
use std::vec::Vec;

use super::{Clock, Measured, Report};
use crate::{Decoder, Encoded, Encoder, Error, Settings};

/// How often, and how finely, time is taken.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Sampling {
    /// How often each candidate has its turn. The fastest turn of each group
    /// counts: what disturbs a measurement makes it slower, never faster.
    pub rounds: NonZeroU32,
    /// Pages between two readings of the clock: enough of them that reading
    /// it does not count.
    pub group: NonZeroU32,
}

impl Default for Sampling {
    /// 5 rounds, groups of 16 pages.
    fn default() -> Self {
        Self {
            rounds: const { NonZeroU32::new(5).unwrap() },
            group: const { NonZeroU32::new(16).unwrap() },
        }
    }
}

/// Measures each candidate on `pages`.
///
/// Candidates take turns group by group, so that all of them meet the same
/// disturbances.
///
/// ```
/// use core::time::Duration;
///
/// use zram::choice::{Monotonic, Objective, Sampling, measure};
/// use zram::{PageSize, Settings};
///
/// let memory: Vec<u8> = (0..32 * 4096_u32).map(|n| (n.wrapping_mul(n) / 7919) as u8).collect();
/// let pages: Vec<&[u8]> = memory.chunks(4096).collect();
/// let candidates = ["lz4", "zstd:1", "zstd:-5"]
///     .map(|name| Settings::new(name.parse().unwrap(), PageSize::KiB4));
///
/// let report = measure(&pages, &candidates, Sampling::default(), &mut Monotonic::default())?;
/// let objective = Objective::Smallest {
///     encode: Duration::from_secs(1),
///     decode: Duration::from_secs(1),
/// };
/// let best = report.best(objective).expect("a second is enough for a page");
/// println!("{}: {:.2}, {:?} a page", best.codec, best.ratio(), best.encode_time());
/// # Ok::<(), zram::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::CodecOutOfRange`] and [`Error::DictionaryOfAnother`] of a
/// candidate, and [`Error::PageLength`] of a page.
pub fn measure<P: AsRef<[u8]>>(
    pages: &[P],
    candidates: &[Settings],
    sampling: Sampling,
    clock: &mut impl Clock,
) -> Result<Report, Error> {
    let group_pages = sampling.group.get() as usize;
    let mut candidates: Vec<Candidate> = candidates
        .iter()
        .map(Candidate::new)
        .collect::<Result<_, _>>()?;
    for group in pages.chunks(group_pages) {
        let mut fastest = vec![(Duration::MAX, Duration::MAX); candidates.len()];
        for round in 0..sampling.rounds.get() {
            for (candidate, (encode, decode)) in candidates.iter_mut().zip(&mut fastest) {
                *encode = candidate.encode(group, clock)?.min(*encode);
                *decode = candidate.decode(group, clock)?.min(*decode);
                if round == 0 {
                    candidate.count();
                }
            }
        }
        for (candidate, (encode, decode)) in candidates.iter_mut().zip(fastest) {
            candidate.measured.encode += encode;
            candidate.measured.decode += decode;
        }
    }
    Ok(Report::new(
        candidates
            .into_iter()
            .map(|candidate| candidate.measured)
            .collect(),
    ))
}

struct Candidate {
    encoder: Encoder,
    decoder: Decoder,
    /// Room for the block of every page of a group.
    outputs: Vec<Vec<u8>>,
    encoded: Vec<Encoded>,
    page: Vec<u8>,
    measured: Measured,
}

impl Candidate {
    fn new(settings: &Settings) -> Result<Self, Error> {
        Ok(Self {
            outputs: Vec::new(),
            encoded: Vec::new(),
            page: vec![0; settings.page_size().bytes()],
            measured: Measured::none(settings.codec(), settings.page_size()),
            decoder: Decoder::with(settings)?,
            encoder: Encoder::with(settings)?,
        })
    }

    fn encode<P: AsRef<[u8]>>(
        &mut self,
        group: &[P],
        clock: &mut impl Clock,
    ) -> Result<Duration, Error> {
        self.encoded.clear();
        let room = self.encoder.room();
        if self.outputs.len() < group.len() {
            self.outputs.resize_with(group.len(), || vec![0; room]);
        }
        let start = clock.now();
        for (page, output) in group.iter().zip(&mut self.outputs) {
            self.encoded
                .push(self.encoder.encode(page.as_ref(), output)?);
        }
        Ok(clock.now().saturating_sub(start))
    }

    fn decode<P: AsRef<[u8]>>(
        &mut self,
        group: &[P],
        clock: &mut impl Clock,
    ) -> Result<Duration, Error> {
        let start = clock.now();
        let encoded = self.encoded.iter().zip(&self.outputs);
        for (page, (encoded, output)) in group.iter().zip(encoded) {
            let kept = encoded.kept(page.as_ref(), output);
            self.decoder.decode(kept, &mut self.page)?;
        }
        Ok(clock.now().saturating_sub(start))
    }

    /// Adds up what the last group was kept as.
    fn count(&mut self) {
        let measured = &mut self.measured;
        for encoded in &self.encoded {
            measured.pages += 1;
            match *encoded {
                Encoded::Same(_) => measured.same += 1,
                Encoded::Raw => {
                    measured.raw += 1;
                    measured.stored += self.page.len() as u64;
                }
                Encoded::Block { size } => measured.stored += size as u64,
            }
        }
    }
}
