//! The command line.

use clap::{Parser, Subcommand};

use crate::diff::Diff;
use crate::dump::Dump;
use crate::export::Export;
use crate::filter::FilterFile;
use crate::info::Info;
use crate::merge::Merge;
use crate::plot::Plot;
use crate::recompress::Recompress;
use crate::repair::Repair;
use crate::schemas::Schemas;
use crate::skim::Skim;
use crate::split::Split;
use crate::stats::Stats;
use crate::validate::Validate;

const EXAMPLES: &str = "\
Examples:
  hipo info run.hipo                           what is in this file?
  hipo schemas run.hipo --bank 'REC::*' --table
  hipo dump run.hipo --events 0..2 --bank REC::Particle
  hipo stats run.hipo                          sums and ranges of all columns
  hipo plot run.hipo REC::Particle.pz --range -2..10
  hipo filter run.hipo -o some.hipo --where 'REC::Particle[pid == 11 && pz > 2]'
  hipo skim run.hipo -o dst.hipo --bank 'REC::*' --bank RUN::config
  hipo merge 1.hipo 2.hipo -o all.hipo
  hipo recompress run.hipo -o small.hipo --compression zstd-per-column
  hipo validate *.hipo                         are these files sound?
  hipo repair broken.hipo -o mended.hipo       what is left of this one

Events, records and rows are counted from 0, and ranges are as A..B: from A on,
before B.

Exit status:
  0  all went well
  1  a file failed, is not sound, or two files differ
  2  the command line is wrong; nothing was done

`hipo help COMMAND` tells the options of a command.";

/// Looks into HIPO files, and makes others of them.
#[derive(Debug, Parser)]
#[command(name = "hipo", version, after_help = EXAMPLES)]
#[command(
    arg_required_else_help = true,
    infer_subcommands = true,
    max_term_width = 80
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Tell what is in each FILE, without its events
    Info(Info),
    /// List the schemas of FILE: its banks and their columns
    Schemas(Schemas),
    /// Print events of FILE
    Dump(Dump),
    /// Count the rows and sum the columns of the banks of each FILE
    Stats(Stats),
    /// Draw a histogram of a column
    Plot(Plot),
    /// Write columns of FILE as Parquet or Arrow (if built with the feature
    /// `export`)
    Export(Export),
    /// Read each FILE from end to end, and tell all that is wrong with it
    Validate(Validate),
    /// Compare two files: dictionaries, counts, every value of every event
    Diff(Diff),
    /// Copy the events of FILE that fit
    Filter(FilterFile),
    /// Copy FILE with some of its banks only
    Skim(Skim),
    /// Join files one after another, or their banks event by event
    Merge(Merge),
    /// Cut FILE into several
    Split(Split),
    /// Copy FILE with another compression
    Recompress(Recompress),
    /// Write what is left of a damaged FILE, and tell what is not
    Repair(Repair),
}
