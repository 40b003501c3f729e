//! Options of the commands that write files.

use std::path::{Path, PathBuf};

use clap::Args;
use hipo::{Compression, Dictionary, File, WriterOptions};

use crate::config::Settings;
use crate::copier::Copier;
use crate::failure::{self, Failure};
use crate::target::Target;

/// Where a file goes, and how it is compressed.
#[derive(Args, Clone, Debug)]
pub(crate) struct Writing {
    /// The file to write: it appears under its name when it is whole
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    /// Replace OUT if it exists; never one of the inputs
    #[arg(short, long)]
    pub(crate) force: bool,
    #[command(flatten)]
    pub(crate) packing: Packing,
}

/// How records are compressed.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Packing {
    /// none, lz4, lz4-high, gzip or zstd, each with -per-bank or -per-column
    /// behind it or not [default: as the first record of the input]
    #[arg(long, value_name = "NAME", value_parser = compression)]
    #[arg(help_heading = "Compression")]
    pub(crate) compression: Option<Compression>,
    /// The level of the codec: 1 (best) to 65537 for lz4, 2 to 12 for lz4-high,
    /// 0 to 9 for gzip, up to 22 for zstd
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    #[arg(help_heading = "Compression")]
    pub(crate) level: Option<i32>,
    /// With -per-column: put first bytes, second bytes and so on of a column's
    /// values together, and add checksums
    #[arg(long, help_heading = "Compression")]
    pub(crate) byte_split: bool,
    #[command(flatten)]
    pub(crate) threads: Threads,
}

/// How many threads compress.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Threads {
    /// How many threads compress; 0 is as many as the machine runs at once. OUT
    /// is the same for any number; each takes the memory of two records
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(help_heading = "Compression")]
    threads: usize,
}

impl Threads {
    /// The same options of the library, with so many threads.
    pub(crate) fn apply(self, options: WriterOptions) -> WriterOptions {
        options.threads(self.threads)
    }
}

fn compression(name: &str) -> Result<Compression, String> {
    name.parse().map_err(|error| failure::told(&error))
}

impl Packing {
    /// Options of the library, for a file that is made of `like`.
    pub(crate) fn options(self, like: &File) -> Result<WriterOptions, Failure> {
        let compression = match self.compression {
            Some(compression) => compression,
            None => first_compression(like)?,
        };
        if self.byte_split && compression.layout() != hipo::Layout::PerColumn {
            return Err(Failure::Usage(format!(
                "--byte-split is for columns by themselves, and {} has none: take, say, \
                 --compression zstd-per-column",
                compression.name()
            )));
        }
        let mut options = WriterOptions::new()
            .compression(compression)
            .byte_split(self.byte_split)
            .tags_apart(false)
            // Records are cut where the input's are.
            .record_bytes(MOST_BYTES)
            .record_events(u32::MAX);
        if let Some(level) = self.level {
            options = options.level(level);
        }
        Ok(self.threads.apply(options))
    }
}

/// More than any record that a writer makes, and less than one can hold.
const MOST_BYTES: u32 = 512 << 20;

fn first_compression(file: &File) -> Result<Compression, Failure> {
    if file.records().is_empty() {
        return Ok(Compression::LZ4);
    }
    let header = file.record_header(0)?;
    Ok(Compression::from_tag(header.compression_tag).unwrap_or(Compression::LZ4))
}

/// Begins a file at `path`, of what `settings` tell.
pub(crate) fn create(
    path: &Path,
    force: bool,
    inputs: &[&Path],
    options: WriterOptions,
    settings: &Settings,
    dictionary: &Dictionary,
) -> Result<Copier, Failure> {
    let target = Target::open(path, inputs, force)?;
    let options = settings.apply(options).dictionary(dictionary);
    let writer = options.to_output(target).map_err(Failure::output(path))?;
    Ok(Copier::new(writer, path))
}

impl Writing {
    /// Begins the file, of what `settings` tell, compressed as `like` unless
    /// told otherwise.
    pub(crate) fn create(
        &self,
        inputs: &[&Path],
        like: &File,
        settings: &Settings,
        dictionary: &Dictionary,
    ) -> Result<Copier, Failure> {
        let options = self.packing.options(like)?;
        create(
            &self.output,
            self.force,
            inputs,
            options,
            settings,
            dictionary,
        )
    }
}
