//! What is drawn, and where.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::bars::{self, Row};
use super::scale::Scale;
use super::{MARGIN, WIDTH, words};
use crate::cross::plan::Measured;
use crate::cross::program::{NAMES, Shape};
use crate::hipo::Scenario;

/// Room for the names of rows, and between columns.
const LABELS: f64 = 128.0;
const GAP: f64 = 14.0;
/// Of a panel: its name and those of scenarios above the rows, and what lines stand
/// for below.
const ABOVE: f64 = 40.0;
const BELOW: f64 = 34.0;

pub(super) struct Chart<'m> {
    pub(super) measured: &'m [Measured],
    pub(super) panels: Vec<Panel<'m>>,
    scenarios: Vec<Scenario>,
    /// Numbers of threads, the least first.
    pub(super) threads: Vec<u32>,
    /// The width of a column.
    column: f64,
    pub(super) scale: Scale,
}

/// One format.
pub(super) struct Panel<'m> {
    format: &'m str,
    rows: Vec<Row<'m>>,
}

impl<'m> Chart<'m> {
    pub(super) fn of(measured: &'m [Measured]) -> Self {
        let read = |scenario: &Scenario| {
            let name = scenario.to_string();
            measured.iter().any(|it| it.base() == name)
        };
        let scenarios: Vec<_> = Scenario::ALL.into_iter().filter(read).collect();
        let mut threads: Vec<_> = measured.iter().map(|it| it.threads).collect();
        // 0 is as many as there are, which is more than any number.
        threads.sort_unstable_by_key(|threads| threads.wrapping_sub(1));
        threads.dedup();
        let mut formats = Vec::new();
        for figure in measured {
            if !formats.contains(&figure.format) {
                formats.push(figure.format);
            }
        }
        let column = (WIDTH - 2.0 * MARGIN - LABELS) / scenarios.len().max(1) as f64;
        let panels = formats.into_iter().map(|it| Panel::of(measured, it));
        Self {
            measured,
            panels: panels.collect(),
            scenarios,
            threads,
            column,
            scale: Scale::of(measured.iter().map(|it| it.warm), column - GAP),
        }
    }

    /// What the picture is of, in words.
    pub(super) fn told(&self) -> String {
        let events: BTreeSet<_> = self.measured.iter().map(|it| it.events).collect();
        let of = match (events.first(), events.len()) {
            (Some(events), 1) => format!(" of {} events", words::grouped(*events)),
            _ => String::new(),
        };
        format!(
            "Best warm pass over a file{of}, in milliseconds: the shorter, the faster. All bars \
             are on one scale."
        )
    }

    /// The scenarios, each with where its bars begin.
    fn columns(&self) -> impl Iterator<Item = (Scenario, f64)> {
        let scenarios = self.scenarios.iter().enumerate();
        scenarios.map(|(place, it)| (*it, MARGIN + LABELS + place as f64 * self.column))
    }
}

impl<'m> Panel<'m> {
    fn of(measured: &[Measured], format: &'m str) -> Self {
        let shapes = [Shape::Events, Shape::Columns, Shape::Parts].into_iter();
        let all = shapes.flat_map(|shape| NAMES.map(|program| (program, shape)));
        let rows = all.filter_map(|(program, shape)| Row::of(measured, format, program, shape));
        Self {
            format,
            rows: rows.collect(),
        }
    }

    pub(super) fn height(&self) -> f64 {
        ABOVE + self.rows.iter().map(Row::height).sum::<f64>() + BELOW
    }

    pub(super) fn draw(&self, chart: &Chart<'_>, top: f64, svg: &mut String) {
        let _ = writeln!(
            svg,
            "<text class=\"panel\" x=\"{MARGIN}\" y=\"{}\">{} \
             <tspan class=\"small soft\" dx=\"4\">{}</tspan></text>",
            top + 14.0,
            words::named(self.format),
            self.format
        );
        let (first, end) = (top + ABOVE, top + self.height() - BELOW);
        for (scenario, x) in chart.columns() {
            let _ = writeln!(
                svg,
                "<text class=\"scenario\" x=\"{x:.1}\" y=\"{}\">{scenario} \
                 <tspan class=\"small soft\" dx=\"2\">{}</tspan></text>",
                top + 33.0,
                words::read(scenario)
            );
            chart.scale.draw(x, (first, end), svg);
        }
        let mut y = first + bars::BETWEEN / 2.0;
        for row in &self.rows {
            row.label(MARGIN, y, svg);
            for (scenario, x) in chart.columns() {
                row.draw(chart, scenario, (x, y), svg);
            }
            y += row.height();
        }
    }
}
