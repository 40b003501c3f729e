//! `zram analyze`.

mod histogram;
mod picture;

use std::io::{self, Write};
use std::time::Duration;

use serde_json::json;
use tools::size::grouped;
use tools::table::{Align, Table};
use zram::choice::{Measured, Monotonic, Sampling, measure};
use zram::{Codec, Settings};

use crate::cli::Analyze;
use crate::dictionary::Dictionaries;
use crate::failure::Failure;
use crate::pages::{sample, waiting};
use histogram::Histogram;

/// What is tried when nothing is named.
const USUAL: [Codec; 6] = [
    Codec::LZ4,
    Codec::Lz4Turbo,
    Codec::Lz4High { level: 9 },
    Codec::Zstd { level: -5 },
    Codec::Zstd { level: 1 },
    Codec::Zstd { level: 3 },
];

pub(crate) fn run(options: &Analyze) -> Result<(), Failure> {
    let bar = waiting("reading");
    let pages = sample(&options.files, options.page_size, options.sample)?;
    let codecs = if options.codecs.is_empty() {
        &USUAL[..]
    } else {
        &options.codecs
    };
    let settings = candidates(options, codecs)?;
    bar.set_message("measuring");
    let report = measure(
        &pages,
        &settings,
        Sampling::default(),
        &mut Monotonic::default(),
    )?;
    let kinds = Histogram::of(&pages, &settings[0])?;
    bar.finish_and_clear();
    if let Some(path) = &options.svg {
        std::fs::write(path, picture::svg(&kinds)).map_err(Failure::of("write", path))?;
    }
    let mut output = io::stdout().lock();
    if options.json {
        tell_json(options, &kinds, &settings, report.measured(), &mut output)
    } else {
        tell(&kinds, &settings, report.measured(), &mut output)
    }
    .map_err(Failure::stdout)
}

/// Every codec by itself; and with a dictionary, where there is one for it.
fn candidates(options: &Analyze, codecs: &[Codec]) -> Result<Vec<Settings>, Failure> {
    let dictionaries = Dictionaries::read(&options.dictionaries)?;
    dictionaries.check(codecs)?;
    let mut candidates = Vec::new();
    for codec in codecs {
        candidates.push(Settings::new(*codec, options.page_size));
        let with = dictionaries.settings(*codec, options.page_size)?;
        if with.dictionary().is_some() {
            candidates.push(with);
        }
    }
    Ok(candidates)
}

/// Pages a second, as a rate of bytes.
fn rate(measured: &Measured, time: Duration) -> f64 {
    let bytes = measured.pages as f64 * measured.page_size.bytes() as f64;
    bytes / time.as_secs_f64().max(1e-9)
}

fn tell(
    kinds: &Histogram,
    settings: &[Settings],
    measured: &[Measured],
    output: &mut impl Write,
) -> io::Result<()> {
    kinds.write(output)?;
    writeln!(output)?;
    let mut table = Table::new([
        ("codec", Align::Left),
        ("ratio", Align::Right),
        ("kept a page", Align::Right),
        ("raw", Align::Right),
        ("encode", Align::Right),
        ("MB/s", Align::Right),
        ("decode", Align::Right),
        ("MB/s", Align::Right),
    ]);
    let microseconds = |time: Duration| format!("{:.1} µs", time.as_secs_f64() * 1e6);
    for (it, settings) in measured.iter().zip(settings) {
        let with = settings.dictionary().map_or("", |_| " + dictionary");
        table.row([
            format!("{}{with}", it.codec),
            format!("{:.2}", it.ratio()),
            grouped(it.stored / it.pages.max(1)),
            format!("{:.0} %", it.raw_share() * 100.0),
            microseconds(it.encode_time()),
            format!("{:.0}", rate(it, it.encode) / 1e6),
            microseconds(it.decode_time()),
            format!("{:.0}", rate(it, it.decode) / 1e6),
        ]);
    }
    table.write(output)
}

fn tell_json(
    options: &Analyze,
    kinds: &Histogram,
    settings: &[Settings],
    measured: &[Measured],
    output: &mut impl Write,
) -> io::Result<()> {
    let codecs: Vec<_> = measured
        .iter()
        .zip(settings)
        .map(|(it, settings)| {
            json!({
                "codec": it.codec.to_string(),
                "dictionary_bytes": settings.dictionary().map(|it| it.bytes().len()),
                "pages": it.pages,
                "same_pages": it.same,
                "raw_pages": it.raw,
                "stored_bytes": it.stored,
                "encode_ns": it.encode_time().as_nanos() as u64,
                "decode_ns": it.decode_time().as_nanos() as u64,
            })
        })
        .collect();
    let told = json!({
        "schema": 1,
        "page_bytes": options.page_size.bytes(),
        "kinds": kinds.json(),
        "codecs": codecs,
    });
    writeln!(output, "{told}")
}
