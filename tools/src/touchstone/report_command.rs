//! The command `touchstone report`: the page, made again from what is stored.

use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use conformance::{Report, Workspace};

use crate::cli::ReportOptions;
use crate::files::{self, Files};
use crate::{html, out, text, throughput};

pub(crate) fn run(options: &ReportOptions) -> Result<ExitCode> {
    let files = match &options.verdicts {
        Some(verdicts) => Files::beside(verdicts.clone()),
        None => Files::of(&crate::workspace()?),
    };
    if !files.verdicts.is_file() {
        bail!(
            "there are no verdicts at {}; run the suite first, with `cargo run --release`",
            files.verdicts.display()
        );
    }
    let verdicts = Report::read(&files.verdicts)
        .context("the verdicts cannot be read; `cargo run --release` writes them anew")?;
    let stored = options.throughput.as_ref().unwrap_or(&files.throughput);
    let table = throughput::read(stored)?;
    let page = options.output.as_ref().unwrap_or(&files.page);
    files::write(page, &html::page(&verdicts, table.as_ref()))?;
    if options.open {
        let page = page.canonicalize().unwrap_or_else(|_| page.clone());
        out::print(&format!("{}\n", page.display()))?;
    } else {
        let place = Workspace::discover().ok();
        let shown = place.map_or_else(
            || page.display().to_string(),
            |workspace| files::shown(page, workspace.root()),
        );
        out::print(&format!("{}\nreport: {shown}\n", text::headline(&verdicts)))?;
    }
    Ok(ExitCode::SUCCESS)
}
