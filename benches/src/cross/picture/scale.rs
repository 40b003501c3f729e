//! From times to lengths.

use std::fmt::Write as _;

use super::words;

/// What a character takes at most of the text at bars and lines.
pub(super) const CHARACTER: f64 = 5.6;

/// From 0 to the longest time, with lines at round ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    most: f64,
    step: f64,
    /// The length of the longest time.
    room: f64,
}

impl Scale {
    /// For some times in milliseconds, in a room for bars and for what is said of
    /// each beside it.
    pub(super) fn of(times: impl Iterator<Item = f64>, room: f64) -> Self {
        let (mut most, mut longest) = (0.0, 0);
        for time in times {
            most = f64::max(most, time);
            longest = longest.max(words::time(time).len());
        }
        // Of no time at all, the length is 0 on any scale.
        let most = if most > 0.0 { most } else { 1.0 };
        Self {
            most,
            step: step(most),
            room: room - CHARACTER * longest as f64,
        }
    }

    pub(super) fn length(&self, time: f64) -> f64 {
        time / self.most * self.room
    }

    /// Draws the lines, and tells what they stand for: 0 is at `x`.
    pub(super) fn draw(&self, x: f64, (top, end): (f64, f64), svg: &mut String) {
        let within = |line: &u32| f64::from(*line) * self.step <= self.most;
        let lines = (1..10).take_while(within).last().unwrap_or_default();
        let widest = CHARACTER * self.told(self.most).len() as f64;
        let all_fit = widest < self.length(self.step);
        for line in 0..=lines {
            let time = f64::from(line) * self.step;
            let at = x + self.length(time);
            let (kind, unit) = if line == 0 {
                ("base", " ms")
            } else {
                ("line", "")
            };
            let _ = writeln!(
                svg,
                "<path class=\"{kind}\" d=\"M{at:.1} {top:.1}V{end:.1}\"/>"
            );
            if all_fit || line == 0 || line == lines {
                let _ = writeln!(
                    svg,
                    "<text class=\"small soft middle\" x=\"{at:.1}\" y=\"{:.1}\">{}{unit}</text>",
                    end + 12.0,
                    self.told(time)
                );
            }
        }
    }

    /// A time with the digits that lines have.
    fn told(&self, time: f64) -> String {
        let digits = (-self.step.log10().floor()).clamp(0.0, 6.0);
        #[expect(clippy::cast_sign_loss, reason = "it is clamped")]
        let digits = digits as usize;
        format!("{time:.digits$}")
    }
}

/// Between lines of a scale up to `most`: 1, 2 or 5 of a power of ten, so that
/// there are two to four.
fn step(most: f64) -> f64 {
    let power = 10_f64.powi((most / 2.0).log10().floor() as i32);
    let steps = [5.0, 2.0].map(|times| times * power);
    let step = steps.into_iter().find(|step| most / step >= 2.0);
    step.unwrap_or(power)
}

#[cfg(test)]
mod tests {
    use super::step;

    #[test]
    fn steps_are_round() {
        for (most, expected) in [
            (70.7, 20.0),
            (14.5, 5.0),
            (10.0, 5.0),
            (9.9, 2.0),
            (4.0, 2.0),
            (3.9, 1.0),
            (0.3, 0.1),
            (1e9, 5e8),
        ] {
            let step = step(most);
            assert!((step / expected - 1.0).abs() < 1e-9, "{most}: {step}");
        }
    }
}
