//! `zl compress`.

use std::process::ExitCode;

use openzl::{Compressor, Frame, Parameters};

use crate::atomic::{self, Output};
use crate::cli::Compress;
use crate::failure::Failure;
use crate::input::Source;
use crate::progress::Progress;
use crate::run::{self, Usage};
use crate::settings;
use crate::summary::{self, Steps};
use crate::target::{Direction, Target};
use tools::text;

/// Working memory is kept from file to file up to inputs of this size.
const KEPT_BYTES: usize = 16 << 20;

/// Compresses the files of `options`.
pub(crate) fn run(options: &Compress) -> Result<ExitCode, Usage> {
    options
        .destination
        .check(&options.common, Direction::Compress)?;
    let parameters = settings::parameters(options)?;
    let mut compressor = Compressor::new(parameters.clone());
    run::each(&options.common, "compressing", |source, progress| {
        let size = compress(options, source, &mut compressor, progress)?;
        if size > KEPT_BYTES {
            compressor = Compressor::new(parameters.clone());
        }
        Ok(())
    })
}

/// Compresses one file and returns its size.
fn compress(
    options: &Compress,
    source: &Source,
    compressor: &mut Compressor,
    progress: &Progress,
) -> Result<usize, Failure> {
    let destination = &options.destination;
    let target = destination.target(source, Direction::Compress)?;
    let mut steps = Steps::start();
    let opened = source.open()?;
    let output = Output::open(&target, source, destination.force)?;
    if output.is_terminal() && !destination.force {
        return Err(Failure::Refused(
            "the output would go to a terminal: redirect it, name it with -o OUT, or take --force"
                .into(),
        ));
    }
    refuse_to_lose(destination.rm, &output)?;
    let origin = opened.metadata().cloned();
    let input = opened.read(progress)?;
    steps.did("read");
    progress.work(input.len());
    let frame = compressor.compress(&input).map_err(Failure::input)?;
    steps.did("compress");
    progress.write(frame.len());
    output.write(&frame, origin.as_ref())?;
    steps.did("write");
    if let (true, Source::File(path)) = (destination.rm, source) {
        atomic::remove(path)?;
    }
    if !options.common.quiet {
        let (from, to) = (input.len() as u64, frame.len() as u64);
        let sizes = summary::sizes(from, to, from, to, steps.total());
        progress.line(&format!("{}: {sizes}", arrow(source, &target)));
    }
    if options.common.verbose {
        let settings = describe(compressor.parameters(), &frame);
        let steps = steps.describe("compress", input.len() as u64);
        progress.line(&format!("  {settings}; {steps}"));
    }
    Ok(input.len())
}

/// `--rm` is for outputs that can be read again.
pub(crate) fn refuse_to_lose(rm: bool, output: &Output) -> Result<(), Failure> {
    if rm && !output.is_kept() {
        return Err(Failure::Refused(
            "not removing it for an output that is no file: leave out --rm".into(),
        ));
    }
    Ok(())
}

/// From where to where.
pub(crate) fn arrow(source: &Source, target: &Target) -> String {
    match target {
        Target::Stdout => source.name(),
        Target::File(path) => format!("{} -> {}", source.name(), text::name(path)),
    }
}

fn describe(parameters: &Parameters, frame: &[u8]) -> String {
    let chunks = Frame::parse(frame).map_or(0, |frame| frame.chunks().len());
    format!(
        "graph {}, level {}, format version {}, {chunks} chunk{}",
        parameters.graph(),
        parameters.level(),
        parameters.format_version(),
        if chunks == 1 { "" } else { "s" }
    )
}
