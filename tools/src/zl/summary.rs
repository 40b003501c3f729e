//! What was done to a file, in a line.

use std::time::{Duration, Instant};

use crate::size::ratio;
use tools::size::grouped;

/// The time of each step of the work on a file.
#[derive(Debug)]
pub(crate) struct Steps {
    last: Instant,
    steps: Vec<(&'static str, Duration)>,
}

impl Steps {
    pub(crate) fn start() -> Self {
        Self {
            last: Instant::now(),
            steps: Vec::new(),
        }
    }

    /// Since the last step, or the start, this was done.
    pub(crate) fn did(&mut self, step: &'static str) {
        self.steps.push((step, self.last.elapsed()));
        self.last = Instant::now();
    }

    pub(crate) fn total(&self) -> Duration {
        self.steps.iter().map(|(_, time)| time).sum()
    }

    /// How long `step` took, and at how many bytes a second if it moved
    /// `bytes`.
    fn speed(&self, step: &str, bytes: u64) -> Option<f64> {
        let (_, time) = self.steps.iter().find(|(name, _)| *name == step)?;
        (!time.is_zero()).then(|| bytes as f64 / time.as_secs_f64())
    }

    /// The steps in words, with the speed of `main` over `bytes`.
    pub(crate) fn describe(&self, main: &str, bytes: u64) -> String {
        let mut words: Vec<_> = self
            .steps
            .iter()
            .map(|(step, time)| format!("{step} {:.3} s", time.as_secs_f64()))
            .collect();
        if let Some(speed) = self.speed(main, bytes) {
            words.push(format!("{:.0} MB/s", speed / 1e6));
        }
        words.join(", ")
    }
}

/// `name: 1,000 to 250 bytes, 4.00x, 0.01 s`, where the ratio is that of the
/// larger `content` to its `frame`.
pub(crate) fn sizes(from: u64, to: u64, content: u64, frame: u64, time: Duration) -> String {
    let ratio = ratio(content, frame).map_or_else(String::new, |ratio| format!("{ratio:.2}x, "));
    format!(
        "{} to {} bytes, {ratio}{:.2} s",
        grouped(from),
        grouped(to),
        time.as_secs_f64()
    )
}
