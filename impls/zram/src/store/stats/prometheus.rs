//! Statistics as Prometheus reads them (its text exposition format, 0.0.4).

use std::fmt::Write as _;
use std::string::String;

use super::Stats;

impl Stats {
    /// The statistics as Prometheus' text format has them: `zram_…`, sizes in
    /// bytes.
    ///
    /// ```
    /// use zram::store::Stats;
    ///
    /// let text = Stats::default().prometheus();
    /// assert!(text.contains("# TYPE zram_same_pages gauge\nzram_same_pages 0\n"));
    /// ```
    pub fn prometheus(&self) -> String {
        let (mm, io, bd) = (&self.mm_stat, &self.io_stat, &self.bd_stat);
        let gauges = [
            ("disk_size_bytes", "What the store offers.", self.disk_size),
            (
                "original_data_bytes",
                "Pages that are kept, uncompressed.",
                mm.orig_data_size,
            ),
            (
                "compressed_data_bytes",
                "Blocks and raw pages.",
                mm.compr_data_size,
            ),
            (
                "memory_used_bytes",
                "Memory taken, books included.",
                mm.mem_used_total,
            ),
            (
                "memory_limit_bytes",
                "The memory limit, 0 if there is none.",
                mm.mem_limit,
            ),
            (
                "memory_used_max_bytes",
                "The most memory that was taken.",
                mm.mem_used_max,
            ),
            ("slab_bytes", "Slabs, free slots included.", self.slab_bytes),
            (
                "same_pages",
                "Pages that are filled with one word.",
                mm.same_pages,
            ),
            (
                "huge_pages",
                "Pages that are kept as they are.",
                mm.huge_pages,
            ),
            ("backed_pages", "Pages in the backing file.", bd.bd_count),
        ];
        let counters = [
            (
                "huge_pages_total",
                "Times that a page was written that is kept as it is.",
                mm.huge_pages_since,
            ),
            (
                "compacted_system_pages_total",
                "System pages freed by compaction.",
                mm.pages_compacted,
            ),
            (
                "failed_reads_total",
                "Pages that could not be read.",
                io.failed_reads,
            ),
            (
                "failed_writes_total",
                "Pages that could not be written.",
                io.failed_writes,
            ),
            (
                "invalid_requests_total",
                "Requests outside of the store.",
                io.invalid_io,
            ),
            (
                "discarded_pages_total",
                "Pages that were discarded.",
                io.notify_free,
            ),
            (
                "backing_reads_total",
                "Pages read from the backing file.",
                bd.bd_reads,
            ),
            (
                "backing_writes_total",
                "Pages written to the backing file.",
                bd.bd_writes,
            ),
        ];
        let mut text = String::new();
        for (kind, values) in [("gauge", &gauges[..]), ("counter", &counters[..])] {
            for (name, help, value) in values {
                writeln!(
                    text,
                    "# HELP zram_{name} {help}\n# TYPE zram_{name} {kind}\nzram_{name} {value}"
                )
                .expect("a string takes any text");
            }
        }
        text
    }
}
