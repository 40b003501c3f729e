//! `zl decompress`.

use std::process::ExitCode;

use openzl::{Decompressor, Limits};

use crate::atomic::{self, Output};
use crate::cli::Decompress;
use crate::compress::{arrow, refuse_to_lose};
use crate::failure::Failure;
use crate::input::Source;
use crate::progress::Progress;
use crate::run::{self, Usage};
use crate::size::Limit;
use crate::summary::{self, Steps};
use crate::target::Direction;
use tools::text;

/// Decompresses the files of `options`.
pub(crate) fn run(options: &Decompress) -> Result<ExitCode, Usage> {
    options
        .destination
        .check(&options.common, Direction::Decompress)?;
    run::each(&options.common, "decompressing", |source, progress| {
        decompress(options, source, progress)
    })
}

/// What `frame` holds, if that is within `limit`.
pub(crate) fn content(frame: &[u8], limit: Option<Limit>) -> Result<Vec<u8>, Failure> {
    let limit = limit.unwrap_or(Limit::for_frame(frame.len())).bytes();
    // Streams on the way to the output are about as large as the output.
    let limits = Limits::DEFAULT
        .with_output_bytes(limit)
        .with_intermediate_bytes(limit);
    Decompressor::new(limits)
        .decompress(frame)
        .map_err(|error| Failure::frame(error, frame))
}

fn decompress(options: &Decompress, source: &Source, progress: &Progress) -> Result<(), Failure> {
    let destination = &options.destination;
    let target = destination.target(source, Direction::Decompress)?;
    let mut steps = Steps::start();
    let opened = source.open()?;
    let output = Output::open(&target, source, destination.force)?;
    refuse_to_lose(destination.rm, &output)?;
    let origin = opened.metadata().cloned();
    let frame = opened.read(progress)?;
    steps.did("read");
    progress.work(frame.len());
    let content = content(&frame, options.limit)?;
    steps.did("decompress");
    if output.is_terminal() && !destination.force && text::is_binary(&content) {
        return Err(Failure::Refused(
            "it holds binary data, and the output would go to a terminal: redirect it, name it \
             with -o OUT, or take --force"
                .into(),
        ));
    }
    progress.write(content.len());
    output.write(&content, origin.as_ref())?;
    steps.did("write");
    if let (true, Source::File(path)) = (destination.rm, source) {
        atomic::remove(path)?;
    }
    if !options.common.quiet {
        let (from, to) = (frame.len() as u64, content.len() as u64);
        let sizes = summary::sizes(from, to, to, from, steps.total());
        progress.line(&format!("{}: {sizes}", arrow(source, &target)));
    }
    if options.common.verbose {
        let steps = steps.describe("decompress", content.len() as u64);
        progress.line(&format!("  {steps}"));
    }
    Ok(())
}
