//! `zl test`.

use std::process::ExitCode;

use crate::cli::Test;
use crate::decompress;
use crate::failure::Failure;
use crate::input::Source;
use crate::json::{self, Tested};
use crate::progress::Progress;
use crate::run::{self, Usage};
use crate::size::ratio;
use crate::summary::{self, Steps};

/// Decompresses the files of `options` and writes nothing.
pub(crate) fn run(options: &Test) -> Result<ExitCode, Usage> {
    run::each(&options.common, "testing", |source, progress| {
        let result = test(options, source, progress);
        if options.json {
            let name = source.name();
            let tested = match &result {
                Ok(sound) => Tested::sound(&name, sound),
                Err(failure) => Tested::broken(&name, failure),
            };
            progress.aside(|| json::print(&tested))?;
        }
        result.map(drop)
    })
}

/// What is known of a sound frame.
#[derive(Debug)]
pub(crate) struct Sound {
    pub(crate) frame_bytes: u64,
    pub(crate) output_bytes: u64,
    pub(crate) ratio: Option<f64>,
    pub(crate) seconds: f64,
}

fn test(options: &Test, source: &Source, progress: &Progress) -> Result<Sound, Failure> {
    let mut steps = Steps::start();
    let frame = source.open()?.read(progress)?;
    steps.did("read");
    progress.work(frame.len());
    let content = decompress::content(&frame, options.limit)?;
    steps.did("decompress");
    let (from, to) = (frame.len() as u64, content.len() as u64);
    // With --json, the object is the summary.
    if !options.common.quiet && !options.json {
        let sizes = summary::sizes(from, to, to, from, steps.total());
        progress.line(&format!("{}: sound, {sizes}", source.name()));
    }
    if options.common.verbose {
        progress.line(&format!("  {}", steps.describe("decompress", to)));
    }
    Ok(Sound {
        frame_bytes: from,
        output_bytes: to,
        ratio: ratio(to, from),
        seconds: steps.total().as_secs_f64(),
    })
}
