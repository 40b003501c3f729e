//! Progress on the terminal, for work that takes its time.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tools::ticker::Ticker;

/// With all sizes known: a bar over the bytes of all files.
const BAR: &str = "{spinner} {msg}  {wide_bar} {bytes}/{total_bytes}  {elapsed}, {eta} left";
/// Else what is being done, for how long.
const SPINNER: &str = "{spinner} {msg}  {elapsed}";

/// Shows progress while it lives.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    /// Held for its end, which takes the bar away.
    _ticker: Ticker,
    /// Bytes of the files that are done.
    done: u64,
    verb: &'static str,
    file: String,
}

impl Progress {
    /// Progress of `verb`, on the standard error if that is a terminal and
    /// `wanted`. `total` is the bytes of all files, if there are several.
    pub(crate) fn start(verb: &'static str, total: Option<u64>, wanted: bool) -> Self {
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
        let template = if total.is_some() { BAR } else { SPINNER };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        let ticker = Ticker::start(&bar, wanted);
        Self {
            bar,
            _ticker: ticker,
            done: 0,
            verb,
            file: String::new(),
        }
    }

    /// Starts with the file called `name`.
    pub(crate) fn file(&mut self, name: &str) {
        name.clone_into(&mut self.file);
        self.bar.set_message(format!("reading {name}"));
    }

    /// So many bytes of the file are read.
    pub(crate) fn read(&self, bytes: u64) {
        let size = indicatif::HumanBytes(bytes);
        self.bar
            .set_message(format!("reading {}, {size}", self.file));
    }

    /// The file, of so many bytes, is being worked on.
    pub(crate) fn work(&self, bytes: usize) {
        let size = indicatif::HumanBytes(bytes as u64);
        self.bar
            .set_message(format!("{} {}, {size}", self.verb, self.file));
    }

    /// So many bytes are being written.
    pub(crate) fn write(&self, bytes: usize) {
        let size = indicatif::HumanBytes(bytes as u64);
        self.bar
            .set_message(format!("writing {size} of {}", self.file));
    }

    /// The file, of so many bytes, is done.
    pub(crate) fn done(&mut self, bytes: u64) {
        self.done += bytes;
        self.bar.set_position(self.done);
    }

    /// Prints a line without disturbing the bar.
    pub(crate) fn line(&self, line: &str) {
        self.bar.suspend(|| eprintln!("{line}"));
    }

    /// Prints to the standard output without disturbing the bar.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }
}
