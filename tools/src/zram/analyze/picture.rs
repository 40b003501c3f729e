//! Pages as a picture: a square for each, the darker the more is kept of it.

use std::fmt::Write as _;

use zram::Encoded;

use super::histogram::Histogram;

/// Side of a square, and the space that it takes.
const SIDE: usize = 6;
const PITCH: usize = 7;

/// Squares in a row.
const COLUMNS: usize = 128;

/// Room for the text.
const HEADING: usize = 46;

/// From hardly anything kept to nearly all.
const SHADES: [&str; 8] = [
    "#d9ead9", "#b7dbb9", "#8fc99a", "#63b37c", "#3f9a66", "#2a7f58", "#1c6449", "#10493a",
];
const ZERO: &str = "#eeeeee";
const WORD: &str = "#c9d4ea";
const RAW: &str = "#b4432f";

fn colour(kinds: &Histogram, page: Encoded) -> &'static str {
    match page {
        Encoded::Same(0) => ZERO,
        Encoded::Same(_) => WORD,
        Encoded::Raw => RAW,
        Encoded::Block { .. } => {
            let shade = kinds.kept(page) * SHADES.len() / kinds.page_bytes();
            SHADES[shade.min(SHADES.len() - 1)]
        }
    }
}

/// A picture of all pages in order.
pub(super) fn svg(kinds: &Histogram) -> String {
    let pages = kinds.pages();
    let rows = pages.len().div_ceil(COLUMNS);
    let width = COLUMNS * PITCH + 8;
    let height = HEADING + rows * PITCH + 8;
    let mut svg = String::new();
    let told = format!(
        "{} pages, by what {} keeps of them",
        pages.len(),
        kinds.codec()
    );
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\" role=\"img\" aria-label=\"{told}\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
         <text x=\"4\" y=\"15\">{told}</text>"
    );
    let legend = [
        (ZERO, "zeros"),
        (WORD, "another word"),
        (SHADES[0], "little kept"),
        (SHADES[7], "nearly all kept"),
        (RAW, "incompressible"),
    ];
    for (index, (fill, label)) in legend.into_iter().enumerate() {
        let x = 4 + index * 120;
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"24\" width=\"10\" height=\"10\" fill=\"{fill}\" stroke=\"#999999\"/>\
             <text x=\"{}\" y=\"33\">{label}</text>",
            x + 15
        );
    }
    for (index, page) in pages.iter().enumerate() {
        let (column, row) = (index % COLUMNS, index / COLUMNS);
        let _ = writeln!(
            svg,
            "<rect x=\"{}\" y=\"{}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{}\"/>",
            4 + column * PITCH,
            HEADING + row * PITCH,
            colour(kinds, *page)
        );
    }
    svg.push_str("</svg>\n");
    svg
}
