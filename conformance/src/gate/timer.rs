//! Two calls timed in turn.

use std::fmt;
use std::hint::black_box;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// How long to time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimerOptions {
    /// Each sample repeats its call until it takes this long.
    pub min_sample: Duration,
    /// How many samples are taken of each side.
    pub rounds: u32,
}

impl Default for TimerOptions {
    /// 15 rounds of 10 milliseconds each.
    fn default() -> Self {
        Self {
            min_sample: Duration::from_millis(10),
            rounds: 15,
        }
    }
}

/// How a native implementation's time stands to a reference's. Ratios are the
/// reference's time over the native one's: above 1.00, native is faster.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ratio {
    /// The case.
    pub case: String,
    /// The native implementation.
    pub native: String,
    /// The reference.
    pub reference: String,
    /// Median of the native samples, nanoseconds a call.
    pub median_native_ns: f64,
    /// Median of the reference's samples, nanoseconds a call.
    pub median_reference_ns: f64,
    /// Least of the native samples.
    pub min_native_ns: f64,
    /// Least of the reference's samples.
    pub min_reference_ns: f64,
    /// Median of the rounds' ratios. Both samples of a round are neighbours in
    /// time, so a machine that slows down moves this little.
    pub ratio_median: f64,
    /// Ratio of the least samples.
    pub ratio_min: f64,
    /// Rounds.
    pub rounds: u32,
}

/// Nanoseconds a call: native and reference, for each round.
type Samples = Vec<(f64, f64)>;

/// Takes samples of two calls in turn: native, reference, native, reference.
pub(super) fn interleave<R, S>(
    mut native: impl FnMut() -> R,
    mut reference: impl FnMut() -> S,
    options: &TimerOptions,
) -> Samples {
    let natives = calibrate(&mut native, options.min_sample);
    let references = calibrate(&mut reference, options.min_sample);
    let rounds = 0..options.rounds;
    rounds
        .map(|_| {
            let ours = sample(&mut native, natives);
            let theirs = sample(&mut reference, references);
            (ours, theirs)
        })
        .collect()
}

/// How many calls take at least `least`. Warms up on the way.
fn calibrate<R>(call: &mut impl FnMut() -> R, least: Duration) -> u32 {
    let mut calls = 1_u32;
    loop {
        let taken = elapsed(call, calls);
        if taken >= least || calls > u32::MAX / 16 {
            return calls;
        }
        // Aim a little beyond the goal, and never at more than tenfold.
        let missing = (least.as_nanos() * 5 / 4) / taken.as_nanos().max(1);
        let factor = u32::try_from(missing + 1).unwrap_or(10).clamp(2, 10);
        calls *= factor;
    }
}

/// The time that so many calls take.
fn elapsed<R>(call: &mut impl FnMut() -> R, calls: u32) -> Duration {
    let start = Instant::now();
    for _ in 0..calls {
        black_box(call());
    }
    start.elapsed()
}

/// Nanoseconds a call over so many calls.
fn sample<R>(call: &mut impl FnMut() -> R, calls: u32) -> f64 {
    elapsed(call, calls).as_secs_f64() * 1e9 / f64::from(calls)
}

impl Ratio {
    pub(super) fn of(case: &str, native: &str, reference: &str, samples: &Samples) -> Self {
        let ours: Vec<f64> = samples.iter().map(|round| round.0).collect();
        let theirs: Vec<f64> = samples.iter().map(|round| round.1).collect();
        let ratios: Vec<f64> = samples
            .iter()
            .map(|(ours, theirs)| over(*theirs, *ours))
            .collect();
        Self {
            case: case.to_owned(),
            native: native.to_owned(),
            reference: reference.to_owned(),
            median_native_ns: median(ours.clone()),
            median_reference_ns: median(theirs.clone()),
            min_native_ns: least(&ours),
            min_reference_ns: least(&theirs),
            ratio_median: median(ratios),
            ratio_min: over(least(&theirs), least(&ours)),
            rounds: samples.len() as u32,
        }
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {} {:.0} ns, {} {:.0} ns, {:.3}x (medians of {} rounds)",
            self.case,
            self.native,
            self.median_native_ns,
            self.reference,
            self.median_reference_ns,
            self.ratio_median,
            self.rounds
        )
    }
}

/// A quotient that stays finite: a call that no clock can see took something.
fn over(above: f64, below: f64) -> f64 {
    above.max(f64::MIN_POSITIVE) / below.max(1e-6)
}

fn least(samples: &[f64]) -> f64 {
    samples.iter().copied().fold(f64::INFINITY, f64::min)
}

fn median(mut samples: Vec<f64>) -> f64 {
    samples.sort_by(f64::total_cmp);
    let half = samples.len() / 2;
    match samples.len() {
        0 => f64::NAN,
        even if even % 2 == 0 => f64::midpoint(samples[half - 1], samples[half]),
        _ => samples[half],
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::time::Duration;

    use super::{Ratio, TimerOptions, interleave, median};

    #[test]
    fn medians_and_ratios() {
        assert!((median(vec![3.0, 1.0, 2.0]) - 2.0).abs() < 1e-12);
        assert!((median(vec![4.0, 1.0, 2.0, 3.0]) - 2.5).abs() < 1e-12);
        let ratio = Ratio::of("c", "n", "r", &vec![(1.0, 2.0), (2.0, 2.0), (1.0, 3.0)]);
        assert!((ratio.ratio_median - 2.0).abs() < 1e-12);
        assert!((ratio.median_native_ns - 1.0).abs() < 1e-12);
        assert!((ratio.ratio_min - 2.0).abs() < 1e-12);
        assert_eq!(ratio.rounds, 3);
    }

    #[test]
    fn samples_alternate() {
        let calls = RefCell::new(Vec::new());
        let options = TimerOptions {
            min_sample: Duration::ZERO,
            rounds: 3,
        };
        let samples = interleave(
            || calls.borrow_mut().push('n'),
            || calls.borrow_mut().push('r'),
            &options,
        );
        assert_eq!(samples.len(), 3);
        // One call each to calibrate, then three rounds.
        let order: String = calls.borrow().iter().collect();
        assert_eq!(order, "nrnrnrnr");
    }
}
