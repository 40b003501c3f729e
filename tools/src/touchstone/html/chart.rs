//! Ratios as bars to either side of 1.00.

use super::markup::Markup;
use crate::throughput::Row;

// In the units of the view box; the page scales it to its width.
const WIDTH: f64 = 360.0;
const LABELS: f64 = 62.0;
const VALUES: f64 = 54.0;
const HEADING: f64 = 19.0;
const LINE: f64 = 17.0;
const BAR: f64 = 11.0;
const AXIS: f64 = 20.0;

/// A logarithmic scale: twice as fast and half as fast are equally far out.
pub(super) struct Scale {
    low: f64,
    high: f64,
}

impl Scale {
    /// Whole powers of two around all ratios, and at least from 1/2 to 2, so
    /// that a small difference looks small.
    pub(super) fn of(rows: &[&Row]) -> Self {
        let logs = || {
            rows.iter()
                .map(|row| row.ratio.ratio_median.max(1e-3).log2())
        };
        Self {
            low: logs().fold(-1.0, f64::min).floor(),
            high: logs().fold(1.0, f64::max).ceil(),
        }
    }

    fn x(&self, ratio: f64) -> f64 {
        let share = (ratio.max(1e-3).log2() - self.low) / (self.high - self.low);
        LABELS + share * (WIDTH - LABELS - VALUES)
    }

    /// The powers of two to mark; every other one when there are many.
    fn ticks(&self) -> impl Iterator<Item = f64> {
        let (low, high) = (self.low as i32, self.high as i32);
        let step = if high - low > 6 { 2 } else { 1 };
        (low..=high)
            .filter(move |power| power % step == 0)
            .map(|power| 2_f64.powi(power))
    }
}

/// A chart of one operation: a heading for each input, a bar for each row.
pub(super) fn bars(operation: &str, rows: &[&Row], scale: &Scale, page: &mut Markup) {
    let inputs = rows
        .iter()
        .enumerate()
        .filter(|(i, row)| *i == 0 || rows[i - 1].input != row.input);
    let height = inputs.count() as f64 * HEADING + rows.len() as f64 * LINE + AXIS;
    page.raw("<figure>\n<svg class=\"chart\" role=\"img\" viewBox=\"0 0 ")
        .text(WIDTH)
        .raw(" ")
        .text(height)
        .raw("\" aria-label=\"")
        .text(format_args!(
            "{operation}: ratios as bars, the same figures as in the table"
        ))
        .raw("\">\n");
    grid(scale, height, page);
    let mut y = 0.0;
    let mut input = None;
    for row in rows {
        if input != Some(&row.input) {
            input = Some(&row.input);
            text(0.0, y + 13.0, "head", &row.input, page);
            y += HEADING;
        }
        bar(row, scale, y, page);
        y += LINE;
    }
    page.raw("</svg>\n</figure>\n");
}

/// Lines and labels of the scale.
fn grid(scale: &Scale, height: f64, page: &mut Markup) {
    for ratio in scale.ticks() {
        let one = (ratio - 1.0).abs() < 1e-9;
        let x = scale.x(ratio);
        page.raw("<line class=\"")
            .raw(if one { "one" } else { "tick" })
            .raw("\" x1=\"")
            .text(format_args!("{x:.1}"))
            .raw("\" x2=\"")
            .text(format_args!("{x:.1}"))
            .raw("\" y1=\"0\" y2=\"")
            .text(format_args!("{:.1}", height - AXIS + 4.0))
            .raw("\"/>\n");
        let label = if one {
            "1.00".to_owned()
        } else {
            format!("{ratio}")
        };
        text(x, height - 4.0, "axis", &label, page);
    }
}

fn bar(row: &Row, scale: &Scale, y: f64, page: &mut Markup) {
    let ratio = row.ratio.ratio_median;
    let (one, end) = (scale.x(1.0), scale.x(ratio));
    text(6.0, y + 10.0, "row", &row.setting, page);
    page.raw("<rect class=\"")
        .raw(if ratio >= 1.0 { "faster" } else { "slower" })
        .raw("\" rx=\"1.5\" x=\"")
        .text(format_args!("{:.1}", one.min(end)))
        .raw("\" y=\"")
        .text(format_args!("{y:.1}"))
        .raw("\" width=\"")
        // A bar that is nothing is still seen.
        .text(format_args!("{:.1}", (end - one).abs().max(1.0)))
        .raw("\" height=\"")
        .text(BAR)
        .raw("\"/>\n");
    text(
        WIDTH,
        y + 10.0,
        "value",
        &format!("{}{ratio:.2}×", row.mark()),
        page,
    );
}

fn text(x: f64, y: f64, class: &'static str, words: &str, page: &mut Markup) {
    page.raw("<text class=\"")
        .raw(class)
        .raw("\" x=\"")
        .text(format_args!("{x:.1}"))
        .raw("\" y=\"")
        .text(format_args!("{y:.1}"))
        .raw("\">")
        .text(words)
        .raw("</text>\n");
}
