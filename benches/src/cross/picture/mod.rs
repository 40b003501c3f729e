//! Warm times as a picture: a panel for each format, and in it a column for each
//! scenario, a row for each program and what it does, and a bar for each number
//! of threads.

mod bars;
mod chart;
mod scale;
mod words;

use std::fmt::Write as _;

use self::bars::bar;
use self::chart::Chart;
use super::plan::Measured;
use super::program::NAMES;
use super::report::of_threads;

/// All in the units of the view box, which are pixels of a page as wide as this.
const WIDTH: f64 = 1000.0;
const MARGIN: f64 = 16.0;
/// The title, what is beside it, and the legend.
const HEADING: f64 = 92.0;

/// In either mode of a page. Rows say whose a bar is: colours only repeat it.
const STYLE: &str = "\
text{font-family:system-ui,sans-serif;font-size:11px;fill:#1c1e22}\
.title{font-size:19px;font-weight:600}.panel{font-size:14px;font-weight:600}\
.scenario{font-weight:600}.soft{fill:#585d66;font-weight:400}.small{font-size:9.5px}\
.middle{text-anchor:middle}\
.paper{fill:#ffffff}.line{stroke:#dcd9d1}.base{stroke:#8a8f98}\
.native{fill:#0b6bb0;stroke:#0b6bb0}.cpp{fill:#c2500b;stroke:#c2500b}\
.oxihipo{fill:#2a9d6c;stroke:#2a9d6c}.python{fill:#a8549c;stroke:#a8549c}\
.any{fill:#585d66;stroke:#585d66}\
.t0{stroke-width:0}.t1{fill-opacity:.28}.t2{fill-opacity:.12}.t3{fill-opacity:0}\
@media (prefers-color-scheme:dark){text{fill:#e9e6df}.soft{fill:#a6abb5}\
.paper{fill:#131519}.line{stroke:#353942}.base{stroke:#767c87}\
.native{fill:#5cb0ec;stroke:#5cb0ec}.cpp{fill:#f08c4a;stroke:#f08c4a}\
.oxihipo{fill:#5fd0a0;stroke:#5fd0a0}.python{fill:#d993cf;stroke:#d993cf}\
.any{fill:#a6abb5;stroke:#a6abb5}}";

/// Draws the warm times, all on one scale.
pub fn svg(measured: &[Measured]) -> String {
    let chart = Chart::of(measured);
    let height = chart
        .panels
        .iter()
        .fold(HEADING, |sum, panel| sum + panel.height());
    let mut svg = String::new();
    let title = "HIPO: every implementation on the same files";
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" \
         aria-label=\"{title}: warm times in milliseconds\">\n<style>{STYLE}</style>\n\
         <rect class=\"paper\" width=\"{WIDTH}\" height=\"{height}\"/>\n\
         <text class=\"title\" x=\"{MARGIN}\" y=\"30\">{title}</text>\n\
         <text class=\"soft\" x=\"{MARGIN}\" y=\"50\">{}</text>",
        chart.told()
    );
    legend(&chart, &mut svg);
    let mut top = HEADING;
    for panel in &chart.panels {
        panel.draw(&chart, top, &mut svg);
        top += panel.height();
    }
    svg.push_str("</svg>\n");
    svg
}

/// Swatches of programs and of numbers of threads.
fn legend(chart: &Chart<'_>, svg: &mut String) {
    let y = 75.0;
    let mut x = MARGIN;
    let mut entry = |classes: &str, words: &str| {
        bar(svg, classes, (x, y - bars::HEIGHT), 14.0, "");
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{y}\">{words}</text>", x + 19.0);
        x += 19.0 + 6.5 * words.len() as f64 + 18.0;
    };
    for program in NAMES {
        if chart.measured.iter().any(|it| it.program == program) {
            entry(&format!("{} t0", bars::class(program)), program);
        }
    }
    for (tone, threads) in chart.threads.iter().enumerate() {
        entry(&format!("any t{tone}"), &of_threads(*threads));
    }
}
