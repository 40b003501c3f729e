//! One file after the other.

use std::path::Path;
use std::process::ExitCode;

use clap::CommandFactory;
use clap::error::ErrorKind;

use crate::cli::{Cli, Common};
use crate::failure::Failure;
use crate::input::Source;
use crate::progress::Progress;

/// A command line that cannot be obeyed.
#[derive(Debug)]
pub(crate) struct Usage(String);

impl Usage {
    pub(crate) fn conflict(problem: impl Into<String>) -> Self {
        Self(problem.into())
    }

    /// Tells it as the parser tells its own, and ends the program.
    pub(crate) fn exit(self) -> ! {
        Cli::command()
            .error(ErrorKind::ArgumentConflict, self.0)
            .exit()
    }
}

/// Does `work` on each file. One that fails does not keep the others from
/// being done.
pub(crate) fn each(
    common: &Common,
    verb: &'static str,
    mut work: impl FnMut(&Source, &mut Progress) -> Result<(), Failure>,
) -> Result<ExitCode, Usage> {
    let sources = sources(common)?;
    let total = (sources.len() > 1)
        .then(|| sources.iter().map(Source::size).sum())
        .flatten();
    let mut progress = Progress::start(verb, total, !common.quiet);
    let mut failed = 0;
    for source in &sources {
        progress.file(&source.name());
        match work(source, &mut progress) {
            Ok(()) => {}
            // Whoever closed it knows, and nobody reads the rest.
            Err(Failure::ClosedOutput) => return Ok(ExitCode::FAILURE),
            Err(failure) => {
                failed += 1;
                progress.line(&format!("zl: {}: {failure}", source.name()));
            }
        }
        progress.done(source.size().unwrap_or(0));
    }
    if failed > 0 && sources.len() > 1 {
        progress.line(&format!("zl: {failed} of {} files failed", sources.len()));
    }
    Ok(if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn sources(common: &Common) -> Result<Vec<Source>, Usage> {
    if common.files.is_empty() {
        if Source::Stdin.is_terminal() {
            return Err(Usage::conflict(
                "no FILE, and the standard input is a terminal: name a file, or `-` to type",
            ));
        }
        return Ok(vec![Source::Stdin]);
    }
    let sources: Vec<_> = common
        .files
        .iter()
        .map(|path| Source::new(Path::new(path)))
        .collect();
    if sources
        .iter()
        .filter(|&source| *source == Source::Stdin)
        .count()
        > 1
    {
        return Err(Usage::conflict("the standard input can be read once"));
    }
    Ok(sources)
}
