//! The goals that were set for pages, each beside what was measured.

use std::collections::BTreeMap;

use zram::Codec;

use super::PROGRAMS;
use super::cases::PageBench;
use crate::median;

/// What a goal asks of a figure.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Goal {
    AtLeast(f64),
    AtMost(f64),
    /// Nothing: it is told.
    Told,
}

impl Goal {
    fn text(self) -> String {
        match self {
            Self::AtLeast(goal) => format!(">= {goal:.2}"),
            Self::AtMost(goal) => format!("<= {goal:.2}"),
            Self::Told => "told".to_owned(),
        }
    }

    const fn verdict(self, figure: f64) -> &'static str {
        let met = match self {
            Self::AtLeast(goal) => figure >= goal,
            Self::AtMost(goal) => figure <= goal,
            Self::Told => return "",
        };
        if met { "met" } else { "missed" }
    }
}

/// Figures by goal, and within it by input. Only those of real memory enter: of
/// C sources, code and a heap, in pages of 4 KiB.
#[derive(Debug, Default)]
pub struct Gates {
    /// In the order of the table; goals by item.
    items: Vec<(String, Goal, BTreeMap<String, f64>)>,
}

impl Gates {
    pub(crate) fn enter(&mut self, item: String, goal: Goal, input: &str, figure: f64) {
        let known = self.items.iter().position(|known| known.0 == item);
        let place = known.unwrap_or_else(|| {
            self.items.push((item, goal, BTreeMap::new()));
            self.items.len() - 1
        });
        self.items[place].2.insert(input.to_owned(), figure);
    }

    /// What is kept, to what C's codec keeps.
    pub(super) fn size(&mut self, bench: &PageBench, figure: f64) {
        if bench.is_gated() && !bench.is_like_for_like() {
            let item = format!("{}, size", bench.codec_name());
            self.enter(item, goal_of_size(bench), &bench.input, figure);
        }
    }

    /// C's time over ours.
    pub(super) fn throughput(&mut self, operation: &str, bench: &PageBench, figure: f64) {
        if bench.is_gated() {
            let item = format!("{}, {operation}", bench.codec_name());
            self.enter(item, goal_of_speed(operation, bench), &bench.input, figure);
            if is_turbo(bench) && operation == "encode" && bench.input == "elf" {
                let item = format!("{}, encode, code alone", bench.codec_name());
                self.enter(item, Goal::AtLeast(1.5), &bench.input, figure);
            }
        }
    }

    /// Our p99 of minima over C's.
    pub(super) fn latency(&mut self, operation: &str, bench: &PageBench, figure: f64) {
        let item = format!("{}, {operation}, p99 of a page to C's", bench.codec_name());
        let goal = match bench.layout.codec {
            Codec::LZ4 => Goal::AtMost(1.05),
            _ => Goal::Told,
        };
        self.enter(item, goal, &bench.input, figure);
    }

    /// Two threads over one.
    pub(super) fn threads(&mut self, operation: &str, bench: &PageBench, figure: f64) {
        let item = format!("{}, {operation}, 2 threads to 1", bench.codec_name());
        self.enter(item, Goal::AtLeast(1.9), &bench.input, figure);
    }

    /// A page's copy over the look for one word.
    pub(super) fn scan(&mut self, bench: &PageBench, figure: f64) {
        let size = bench.layout.page_size.bytes() >> 10;
        let item = format!("same-filled pages of {size} KiB, found, to a copy");
        self.enter(item, Goal::AtLeast(1.0), "zeros", figure);
    }

    /// C's time over ours, of a block of zeros.
    pub(super) fn zeros(&mut self, figure: f64) {
        let item = "LZ4 block of zeros, decode".to_owned();
        self.enter(item, Goal::AtLeast(3.0), "zeros", figure);
    }

    /// The kernel's time over the store's: of "put" and "get".
    pub fn to_kernel(&mut self, operation: &str, input: &str, figure: f64) {
        let goal = if operation == "put" { 1.3 } else { 2.0 };
        let item = format!("{operation}, to the kernel's zram");
        self.enter(item, Goal::AtLeast(goal), input, figure);
    }

    /// The table: a figure for each input, their median, and whether that is
    /// what was to be reached.
    #[must_use]
    pub fn table(&self) -> String {
        let mut table = format!(
            "| item | goal | {} | median | |\n|---|---|---:|---:|---:|---:|---|\n",
            PROGRAMS.join(" | ")
        );
        for (item, goal, figures) in &self.items {
            let cells = PROGRAMS.map(|input| {
                let figure = figures.get(input);
                figure.map_or_else(String::new, |figure| format!("{figure:.2}"))
            });
            let middle = median(figures.values().copied().collect());
            let (goal_text, verdict) = (goal.text(), goal.verdict(middle));
            let cells = cells.join(" | ");
            let row = format!("| {item} | {goal_text} | {cells} | {middle:.3} | {verdict} |\n");
            table.push_str(&row);
        }
        table
    }
}

/// Whether it is a codec of ours that has a goal of its own.
fn is_turbo(bench: &PageBench) -> bool {
    bench.layout.codec == Codec::Lz4Turbo
}

fn goal_of_size(bench: &PageBench) -> Goal {
    if is_turbo(bench) {
        Goal::AtMost(1.1)
    } else {
        Goal::Told
    }
}

fn goal_of_speed(operation: &str, bench: &PageBench) -> Goal {
    let encodes = operation == "encode";
    match bench.layout.codec {
        _ if is_turbo(bench) => Goal::AtLeast(if encodes { 1.15 } else { 0.95 }),
        _ if !bench.is_like_for_like() => Goal::Told,
        Codec::Lz4 { .. } | Codec::Lz4High { .. } => {
            Goal::AtLeast(if encodes { 1.0 } else { 0.95 })
        }
        _ => Goal::Told,
    }
}

#[cfg(test)]
mod tests {
    use zram::Codec;

    use super::{Gates, PageBench};

    fn bench(input: &str, codec: &str) -> PageBench {
        let codec = codec.parse().unwrap();
        PageBench::of_pages(input, codec, codec)
    }

    #[test]
    fn the_median_decides() {
        let mut gates = Gates::default();
        for (input, figure) in [("text", 0.98), ("elf", 1.2), ("heap", 1.004)] {
            gates.throughput("encode", &bench(input, "lz4"), figure);
            gates.throughput("decode", &bench(input, "lz4"), figure - 0.2);
            gates.throughput("decode", &bench(input, "zstd:1"), figure);
            gates.latency("encode", &bench(input, "lz4"), figure);
        }
        gates.throughput("encode", &bench("random", "lz4"), 0.1);
        let rows: Vec<_> = gates.table().lines().skip(2).map(str::to_owned).collect();
        assert_eq!(
            rows,
            [
                "| lz4, encode | >= 1.00 | 0.98 | 1.20 | 1.00 | 1.004 | met |",
                "| lz4, decode | >= 0.95 | 0.78 | 1.00 | 0.80 | 0.804 | missed |",
                "| zstd:1, decode | told | 0.98 | 1.20 | 1.00 | 1.004 |  |",
                "| lz4, encode, p99 of a page to C's | <= 1.05 | 0.98 | 1.20 | 1.00 | 1.004 | met |",
            ]
        );
    }

    #[test]
    fn another_codec_is_told_with_its_size() {
        let mut gates = Gates::default();
        gates.size(&bench("elf", "lz4:4"), 1.0);
        let bench = PageBench::of_pages("elf", Codec::Lz4 { acceleration: 4 }, Codec::LZ4);
        gates.size(&bench, 1.12);
        gates.throughput("encode", &bench, 1.3);
        let table = gates.table();
        assert!(
            table.contains("| lz4:4 against lz4, size | told |  | 1.12 |  | 1.120 |  |"),
            "{table}"
        );
        assert!(
            table.contains("| lz4:4 against lz4, encode | told |  | 1.30 |"),
            "{table}"
        );
        assert_eq!(table.lines().count(), 4);
    }

    #[test]
    fn turbo_has_a_goal_of_its_own_on_code() {
        let mut gates = Gates::default();
        for (input, figure) in [("text", 1.1), ("elf", 1.4), ("heap", 1.2)] {
            let bench = PageBench::of_pages(input, Codec::Lz4Turbo, Codec::LZ4);
            gates.size(&bench, 1.05);
            gates.throughput("encode", &bench, figure);
        }
        let rows: Vec<_> = gates.table().lines().skip(2).map(str::to_owned).collect();
        assert_eq!(
            rows,
            [
                "| lz4turbo against lz4, size | <= 1.10 | 1.05 | 1.05 | 1.05 | 1.050 | met |",
                "| lz4turbo against lz4, encode | >= 1.15 | 1.10 | 1.40 | 1.20 | 1.200 | met |",
                "| lz4turbo against lz4, encode, code alone | >= 1.50 |  | 1.40 |  | 1.400 | missed |",
            ]
        );
    }
}
