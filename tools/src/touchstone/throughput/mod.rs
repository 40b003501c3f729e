//! A short table of throughput, every figure of it behind the gate.

mod calls;
mod lz4;
mod openzl;

use std::fs;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use conformance::Fingerprint;
use conformance::gate::{Ratio, Refusal, TimerOptions};
use conformance::lz4::Lz4;
use conformance::openzl::OpenZl;
use serde::{Deserialize, Serialize};

use crate::date;
use crate::progress::Spinner;

/// The form in which the table is stored. It grows when a field changes its
/// meaning or goes.
const SCHEMA: u32 = 1;

/// The table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Throughput {
    pub(crate) schema: u32,
    /// The sources that were timed.
    pub(crate) fingerprint: Option<Fingerprint>,
    /// When, in seconds since 1970.
    pub(crate) measured_unix: u64,
    pub(crate) elapsed_ms: u64,
    /// How the references were built that were timed.
    #[serde(default)]
    pub(crate) builds: Vec<Build>,
    pub(crate) rows: Vec<Row>,
    /// The cases that the gate did not let through.
    pub(crate) refused: Vec<Refused>,
}

/// A native implementation beside its reference, on one input.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) format: String,
    /// What was timed.
    pub(crate) operation: String,
    /// The input, in words.
    pub(crate) input: String,
    /// How it was set, in words.
    pub(crate) setting: String,
    /// The size of the uncompressed input.
    pub(crate) bytes: u64,
    #[serde(flatten)]
    pub(crate) ratio: Ratio,
}

impl Row {
    /// Megabytes of input a second, native and reference.
    pub(crate) fn speeds(&self) -> (f64, f64) {
        let speed = |ns: f64| self.bytes as f64 * 1000.0 / ns.max(1e-3);
        (
            speed(self.ratio.median_native_ns),
            speed(self.ratio.median_reference_ns),
        )
    }

    /// Whether the median ratio tells another story than the shortest times.
    pub(crate) fn is_unsteady(&self) -> bool {
        let apart = self.ratio.ratio_median / self.ratio.ratio_min;
        !(6.0 / 7.0..=7.0 / 6.0).contains(&apart)
    }

    /// What stands before a ratio that is not steady.
    pub(crate) fn mark(&self) -> &'static str {
        if self.is_unsteady() { "~" } else { "" }
    }
}

/// What the mark of an unsteady row means.
pub(crate) const UNSTEADY: &str = "~ marks figures that are not steady: the ratio of the medians \
                                   and that of the shortest times differ by more than a sixth, \
                                   so the machine was busy with something else.";

/// How a reference was built, which decides how fast it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Build {
    /// The reference.
    pub(crate) name: String,
    pub(crate) version: String,
    /// The flags of its compiler.
    pub(crate) flags: String,
    /// What they make of it, in words.
    pub(crate) kind: String,
    /// The command that times it at its best.
    pub(crate) at_best: String,
}

impl Build {
    fn of_c_openzl() -> Self {
        Self::of_c("c-openzl", openzl_ffi::version().to_string(), "ratios")
    }

    fn of_liblz4() -> Self {
        Self::of_c("liblz4", lz4_ffi::version(), "lz4")
    }

    /// A library in C that cargo builds with everything else.
    fn of_c(name: &str, version: String, bench: &str) -> Self {
        let flags = openzl_ffi::build_flags();
        Self {
            name: name.to_owned(),
            version,
            flags: flags.to_owned(),
            kind: kind(flags).to_owned(),
            at_best: format!("cargo --config .cargo/x86-64-v3.toml bench --bench {bench}"),
        }
    }
}

/// What machines C was compiled for. The last word on it counts.
fn kind(flags: &str) -> &'static str {
    let machines = ["-march=", "-mcpu="];
    let mut machines = flags
        .split_whitespace()
        .rev()
        .filter_map(|flag| machines.iter().find_map(|name| flag.strip_prefix(name)));
    match machines.next() {
        None => "the baseline build",
        Some("x86-64-v3") => "the x86-64-v3 build",
        Some(_) => "a build for other machines",
    }
}

/// A case that may not be timed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Refused {
    /// The trial that is in the way.
    pub(crate) trial: String,
    /// What it came to.
    pub(crate) detail: String,
}

impl From<&Refusal> for Refused {
    fn from(refusal: &Refusal) -> Self {
        Self {
            trial: refusal.trial().to_owned(),
            detail: refusal.verdict().to_string(),
        }
    }
}

/// Why there can be no figures from this program, whatever the verdicts.
pub(crate) fn unfit() -> Option<&'static str> {
    if cfg!(debug_assertions) {
        Some("this build has debug assertions; run it with `cargo run --release`")
    } else if openzl_ffi::has_asserts() {
        Some("C was built with asserts and is not at its best; build it with CFLAGS=-DNDEBUG")
    } else {
        None
    }
}

/// Short enough for a table that comes with every assay; `cargo bench` takes
/// its time.
fn options() -> TimerOptions {
    TimerOptions {
        min_sample: Duration::from_millis(3),
        rounds: 13,
    }
}

/// Measures what is to be measured of each selected format.
pub(crate) fn measure(
    format: Option<&str>,
    fingerprint: Option<Fingerprint>,
    spinner: &Spinner,
) -> Result<Throughput> {
    let begun = Instant::now();
    let mut table = Throughput {
        schema: SCHEMA,
        fingerprint,
        measured_unix: date::now(),
        elapsed_ms: 0,
        builds: Vec::new(),
        rows: Vec::new(),
        refused: Vec::new(),
    };
    if format.is_none_or(|format| format == "openzl") {
        openzl::measure(OpenZl::default(), &options(), spinner, &mut table)?;
    }
    if format.is_none_or(|format| format == "lz4") {
        lz4::measure(Lz4::default(), &options(), spinner, &mut table)?;
    }
    table.elapsed_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(table)
}

/// Reads a stored table; none where there is no file.
pub(crate) fn read(path: &Path) -> Result<Option<Throughput>> {
    let attempt = || -> Result<Option<Throughput>> {
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            text => text?,
        };
        let table: Throughput = serde_json::from_str(&text)?;
        if table.schema != SCHEMA {
            bail!("schema {}, not {SCHEMA}", table.schema);
        }
        Ok(Some(table))
    };
    attempt().with_context(|| {
        format!(
            "{} cannot be read; run the assay again, it writes it anew",
            path.display()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::{Throughput, kind};

    #[test]
    fn flags_tell_the_build() {
        for (flags, told) in [
            ("-DNDEBUG", "the baseline build"),
            ("-DNDEBUG -march=x86-64-v3", "the x86-64-v3 build"),
            ("-march=native -O2 -march=x86-64-v3", "the x86-64-v3 build"),
            ("-march=native", "a build for other machines"),
            ("-mcpu=neoverse-n1", "a build for other machines"),
            ("", "the baseline build"),
        ] {
            assert_eq!(kind(flags), told, "{flags}");
        }
    }

    #[test]
    fn a_table_from_before_there_were_builds_is_read() {
        let json = r#"{"schema":1,"fingerprint":null,"measured_unix":0,"elapsed_ms":0,
                       "rows":[],"refused":[]}"#;
        let table: Throughput = serde_json::from_str(json).unwrap();
        assert_eq!(table.builds, []);
    }
}
