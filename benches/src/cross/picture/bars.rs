//! Bars, one under another.

use std::fmt::Write as _;

use super::chart::Chart;
use super::words;
use crate::cross::plan::Measured;
use crate::cross::program::{NAMES, Shape};
use crate::cross::report::of_threads;
use crate::hipo::Scenario;

/// The height of a bar, and from one to the next.
pub(super) const HEIGHT: f64 = 9.0;
const PITCH: f64 = 10.0;
/// Between rows.
pub(super) const BETWEEN: f64 = 5.0;

/// What a program does, of one format.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'m> {
    format: &'m str,
    program: &'m str,
    shape: Shape,
    /// The most bars that it has in a column.
    bars: usize,
}

impl<'m> Row<'m> {
    /// The row of the program that does this with files of the format, if it does.
    pub(super) fn of(
        measured: &[Measured],
        format: &'m str,
        program: &'m str,
        shape: Shape,
    ) -> Option<Self> {
        let mut row = Self {
            format,
            program,
            shape,
            bars: 0,
        };
        let bars = Scenario::ALL.map(|scenario| {
            let name = scenario.to_string();
            let has = |it: &&Measured| row.has(it) && it.base() == name;
            measured.iter().filter(has).count()
        });
        row.bars = bars.into_iter().max().unwrap_or_default();
        (row.bars > 0).then_some(row)
    }

    fn has(&self, figure: &Measured) -> bool {
        (figure.format, figure.program) == (self.format, self.program)
            && figure.shape() == self.shape
    }

    pub(super) fn height(&self) -> f64 {
        self.bars as f64 * PITCH + BETWEEN
    }

    /// Its name, at the left.
    pub(super) fn label(&self, x: f64, top: f64, svg: &mut String) {
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{:.1}\">{}, {}</text>",
            top + self.bars as f64 * PITCH / 2.0 + 3.5,
            self.program,
            self.shape.name()
        );
    }

    /// Its bars for a scenario.
    pub(super) fn draw(
        &self,
        chart: &Chart<'_>,
        scenario: Scenario,
        (x, top): (f64, f64),
        svg: &mut String,
    ) {
        let scenario = scenario.to_string();
        let mut y = top;
        for (tone, threads) in chart.threads.iter().enumerate() {
            let found = chart
                .measured
                .iter()
                .find(|it| self.has(it) && it.threads == *threads && it.base() == scenario);
            let Some(figure) = found else { continue };
            let length = chart.scale.length(figure.warm);
            let classes = format!("{} t{tone}", class(self.program));
            let words = format!(
                "{}, {}, {}: {scenario}, warm {:.3} ms, cold {:.3} ms",
                self.program,
                self.shape.name(),
                of_threads(*threads),
                figure.warm,
                figure.cold
            );
            bar(svg, &classes, (x, y), length, &words);
            let _ = writeln!(
                svg,
                "<text class=\"small\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                x + length + 3.0,
                y + HEIGHT - 1.0,
                words::time(figure.warm)
            );
            y += PITCH;
        }
    }
}

/// A bar, whose outline is within it.
pub(super) fn bar(svg: &mut String, classes: &str, (x, y): (f64, f64), length: f64, words: &str) {
    let title = match words {
        "" => String::new(),
        words => format!("<title>{words}</title>"),
    };
    let _ = writeln!(
        svg,
        "<rect class=\"{classes}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{}\">{title}\
         </rect>",
        x + 0.5,
        y + 0.5,
        // What is there is to be seen.
        (length - 1.0).max(0.5),
        HEIGHT - 1.0
    );
}

/// The class that has a program's colour.
pub(super) fn class(program: &str) -> &'static str {
    const CLASSES: [&str; NAMES.len()] = ["native", "cpp", "oxihipo", "python"];
    let place = NAMES.iter().position(|name| *name == program);
    place.map_or("any", |place| CLASSES[place])
}
