//! Bins.

use std::fmt::Write as _;

use serde::Serialize;

use crate::print::SCHEMA;

/// How many values are in which bin.
#[derive(Debug)]
pub(super) struct Histogram {
    least: f64,
    most: f64,
    pub(super) bins: Vec<u64>,
    pub(super) below: u64,
    pub(super) above: u64,
    pub(super) nan: u64,
    sum: f64,
    squares: f64,
}

#[derive(Debug, Serialize)]
pub(super) struct Object<'a> {
    schema: u32,
    column: &'a str,
    range: [f64; 2],
    bins: &'a [u64],
    below: u64,
    above: u64,
    nan: u64,
    mean: Option<f64>,
    deviation: Option<f64>,
}

impl Histogram {
    /// Empty bins of equal width.
    pub(super) fn new((least, most): (f64, f64), bins: u32) -> Self {
        Self {
            least,
            most,
            bins: vec![0; bins as usize],
            below: 0,
            above: 0,
            nan: 0,
            sum: 0.0,
            squares: 0.0,
        }
    }

    /// Adds a value.
    pub(super) fn add(&mut self, value: f64) {
        if value.is_nan() {
            self.nan += 1;
        } else if value < self.least {
            self.below += 1;
        } else if value > self.most {
            self.above += 1;
        } else {
            let share = value / self.width() - self.least / self.width();
            #[expect(clippy::cast_sign_loss, reason = "it is in the range")]
            let bin = (share.max(0.0) as usize).min(self.bins.len() - 1);
            self.bins[bin] += 1;
            self.sum += value;
            self.squares += value * value;
        }
    }

    /// The width of a bin. The range may be wider than a number can tell.
    pub(super) fn width(&self) -> f64 {
        let bins = self.bins.len() as f64;
        self.most / bins - self.least / bins
    }

    /// Where a bin begins; the one after the last is the range's end.
    pub(super) fn edge(&self, bin: usize) -> f64 {
        if bin == self.bins.len() {
            self.most
        } else {
            self.least + bin as f64 * self.width()
        }
    }

    /// Values in bins.
    pub(super) fn inside(&self) -> u64 {
        self.bins.iter().sum()
    }

    /// Mean of the values in bins.
    pub(super) fn mean(&self) -> Option<f64> {
        let count = self.inside();
        (count > 0).then(|| self.sum / count as f64)
    }

    /// Their standard deviation.
    pub(super) fn deviation(&self) -> Option<f64> {
        let mean = self.mean()?;
        let variance = self.squares / self.inside() as f64 - mean * mean;
        Some(variance.max(0.0).sqrt())
    }

    /// For machines.
    pub(super) fn object<'a>(&'a self, column: &'a str) -> Object<'a> {
        Object {
            schema: SCHEMA,
            column,
            range: [self.least, self.most],
            bins: &self.bins,
            below: self.below,
            above: self.above,
            nan: self.nan,
            mean: self.mean(),
            deviation: self.deviation(),
        }
    }

    /// How long the bar of a bin is, from 0 to 1.
    pub(super) fn share(&self, bin: usize, log: bool) -> f64 {
        let most = self.bins.iter().copied().max().unwrap_or_default();
        let length = |count: u64| {
            if log {
                ((count + 1) as f64).ln()
            } else {
                count as f64
            }
        };
        match most {
            0 => 0.0,
            most => length(self.bins[bin]) / length(most),
        }
    }

    /// What is beside the bins, in words.
    pub(super) fn beside(&self) -> String {
        let grouped = tools::size::grouped;
        let mut words = format!("{} values", grouped(self.inside()));
        if let (Some(mean), Some(deviation)) = (self.mean(), self.deviation()) {
            let _ = write!(words, ", mean {mean:.6}, standard deviation {deviation:.6}");
        }
        for (count, what) in [
            (self.below, "below"),
            (self.above, "above"),
            (self.nan, "NaN"),
        ] {
            if count > 0 {
                let _ = write!(words, ", {} {what}", grouped(count));
            }
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_belongs_to_the_last_bin() {
        let mut histogram = Histogram::new((0.0, 10.0), 5);
        for value in [
            0.0,
            1.999,
            2.0,
            9.999,
            10.0,
            -0.1,
            10.1,
            f64::NAN,
            f64::INFINITY,
        ] {
            histogram.add(value);
        }
        assert_eq!(histogram.bins, [2, 1, 0, 0, 2]);
        assert_eq!((histogram.below, histogram.above, histogram.nan), (1, 2, 1));
        assert_eq!(histogram.inside(), 5);
    }

    #[test]
    fn the_widest_range_has_bins() {
        let mut histogram = Histogram::new((f64::MIN, f64::MAX), 4);
        for value in [f64::MIN, -1.0, 1.0, f64::MAX] {
            histogram.add(value);
        }
        assert_eq!(histogram.inside(), 4);
        assert_eq!((histogram.bins[0], histogram.bins[3]), (1, 1));
    }
}
