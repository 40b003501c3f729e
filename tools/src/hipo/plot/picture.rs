//! A histogram as a picture.

use std::fmt::Write as _;

use tools::text::harmless;

use super::histogram::Histogram;
use super::terminal::edge;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
/// Room for the scale of counts, and for the text above and below.
const LEFT: f64 = 80.0;
const TOP: f64 = 50.0;
const BOTTOM: f64 = 40.0;
const RIGHT: f64 = 20.0;
/// Edges that are labelled.
const LABELS: usize = 8;

/// Draws it with bars upwards.
pub(super) fn svg(column: &str, histogram: &Histogram, log: bool) -> String {
    let title = escaped(&harmless(column));
    let beside = escaped(&histogram.beside());
    let scale = if log { " (logarithmic)" } else { "" };
    let mut svg = String::new();
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\" role=\"img\" aria-label=\"{title}\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>\n\
         <text x=\"{LEFT}\" y=\"20\" font-size=\"15\">{title}{scale}</text>\n\
         <text x=\"{LEFT}\" y=\"38\" fill=\"#555555\">{beside}</text>"
    );
    let (wide, high) = (WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
    let floor = TOP + high;
    let bins = histogram.bins.len();
    let pitch = wide / bins as f64;
    let gap = if pitch > 4.0 { 1.0 } else { 0.0 };
    for bin in 0..bins {
        let bar = histogram.share(bin, log) * high;
        if bar > 0.0 {
            let _ = writeln!(
                svg,
                "<rect x=\"{:.2}\" y=\"{:.2}\" width=\"{:.2}\" height=\"{bar:.2}\" \
                 fill=\"#3f9a66\"/>",
                LEFT + bin as f64 * pitch,
                floor - bar,
                pitch - gap
            );
        }
    }
    let _ = writeln!(
        svg,
        "<path d=\"M{LEFT} {TOP}V{floor}H{}\" fill=\"none\" stroke=\"#333333\"/>",
        LEFT + wide
    );
    let most = histogram.bins.iter().copied().max().unwrap_or_default();
    for (count, y) in [(most, TOP), (0, floor)] {
        let count = tools::size::grouped(count);
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{count}</text>",
            LEFT - 6.0,
            y + 4.0
        );
    }
    let step = bins.div_ceil(LABELS);
    for bin in (0..bins).step_by(step).chain([bins]) {
        // No label under the last but one that runs into it.
        if bin != bins && bin + step > bins && bin > 0 {
            continue;
        }
        let _ = writeln!(
            svg,
            "<text x=\"{:.2}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            LEFT + bin as f64 * pitch,
            floor + 18.0,
            edge(histogram, bin)
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
