//! A histogram of characters.

use std::io::{self, Write};

use tools::size::grouped;
use tools::text::harmless;

use super::histogram::Histogram;

/// The longest bar, in characters.
const WIDTH: usize = 50;

/// Eighths of a character.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// Draws it with bars to the right.
pub(super) fn draw(
    out: &mut impl Write,
    column: &str,
    histogram: &Histogram,
    log: bool,
) -> io::Result<()> {
    writeln!(out, "{}: {}", harmless(column), histogram.beside())?;
    let bins = 0..histogram.bins.len();
    let edges: Vec<_> = bins.clone().map(|bin| edge(histogram, bin)).collect();
    let counts: Vec<_> = histogram.bins.iter().map(|count| grouped(*count)).collect();
    let width = |texts: &[String]| texts.iter().map(String::len).max().unwrap_or(0);
    let (edge_width, count_width) = (width(&edges), width(&counts));
    for bin in bins {
        let bar = bar(histogram.share(bin, log));
        writeln!(
            out,
            "{:>edge_width$}  {:>count_width$} {bar}",
            edges[bin], counts[bin]
        )?;
    }
    let end = edge(histogram, histogram.bins.len());
    let scale = if log { "  (bars are logarithms)" } else { "" };
    writeln!(out, "{end:>edge_width$}{scale}")
}

/// Where a bin begins, with the digits that tell it from its neighbours.
pub(super) fn edge(histogram: &Histogram, bin: usize) -> String {
    let (edge, width) = (histogram.edge(bin), histogram.width());
    let most = edge.abs().max(width);
    if most < 1e9 && width >= 1e-6 {
        #[expect(clippy::cast_sign_loss, reason = "it is clamped")]
        let digits = (1.0 - width.log10().floor()).clamp(0.0, 8.0) as usize;
        // Not -0.
        format!("{:.digits$}", edge + 0.0)
    } else {
        format!("{edge:.4e}")
    }
}

fn bar(share: f64) -> String {
    #[expect(clippy::cast_sign_loss, reason = "a share is none below 0")]
    let eighths = (share * (WIDTH * 8) as f64).round() as usize;
    let mut bar = "█".repeat(eighths / 8);
    bar.push_str(EIGHTHS[eighths % 8]);
    // What is there is to be seen.
    if bar.is_empty() && share > 0.0 {
        bar.push_str(EIGHTHS[1]);
    }
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_share() {
        assert_eq!(bar(0.0), "");
        assert_eq!(bar(1e-9), "▏");
        assert_eq!(bar(1.0).chars().count(), WIDTH);
        assert_eq!(bar(0.5).chars().count(), WIDTH / 2);
    }
}
