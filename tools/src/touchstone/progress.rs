//! Progress: a bar on a terminal, a line now and then elsewhere. All of it
//! goes to standard error.

use std::io::{self, IsTerminal as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use conformance::{Judgement, Progress, Trial};
use indicatif::{ProgressBar, ProgressStyle};

/// How many failures are told while the suite runs; all of them come after.
const TOLD: u64 = 5;

/// How many lines a run without a terminal takes.
const LINES: u64 = 10;

/// A bar that is drawn only on a terminal.
fn bar(length: u64, template: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(length);
    let style = ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .progress_chars("━╸ ");
    bar.set_style(style);
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}

/// Says a line above a bar, or just says it.
fn say(bar: &ProgressBar, line: &str) {
    if bar.is_hidden() {
        eprintln!("{line}");
    } else {
        bar.println(line);
    }
}

/// Watches a run of the suite.
pub(crate) struct Watcher {
    bar: ProgressBar,
    what: &'static str,
    begun: Instant,
    trials: AtomicU64,
    done: AtomicU64,
    failed: AtomicU64,
}

impl Watcher {
    pub(crate) fn new(what: &'static str) -> Self {
        Self {
            bar: bar(0, "{spinner} {msg} [{bar:28}] {pos}/{len}  {elapsed}"),
            what,
            begun: Instant::now(),
            trials: AtomicU64::new(0),
            done: AtomicU64::new(0),
            failed: AtomicU64::new(0),
        }
    }

    /// Takes the bar away.
    pub(crate) fn close(&self) {
        self.bar.finish_and_clear();
    }

    fn message(&self, failed: u64) -> String {
        match failed {
            0 => self.what.to_owned(),
            _ => format!("{} ({failed} failed)", self.what),
        }
    }
}

impl Progress for Watcher {
    fn started(&self, trials: usize) {
        let trials = trials as u64;
        self.trials.store(trials, Ordering::Relaxed);
        self.bar.set_length(trials);
        self.bar.set_message(self.message(0));
        if self.bar.is_hidden() {
            eprintln!("{}: {trials} trials", self.what);
        }
    }

    fn finished(&self, trial: &Trial, judgement: &Judgement) {
        self.bar.inc(1);
        if judgement.verdict.kind().is_failure() {
            let failed = self.failed.fetch_add(1, Ordering::Relaxed) + 1;
            self.bar.set_message(self.message(failed));
            if failed <= TOLD {
                say(&self.bar, &format!("FAILED {}", trial.name()));
            } else if failed == TOLD + 1 {
                say(&self.bar, "and more");
            }
        }
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        let trials = self.trials.load(Ordering::Relaxed);
        // A line each time another tenth is full.
        let tenth = |count: u64| count * LINES / trials.max(1);
        if self.bar.is_hidden() && tenth(done) > tenth(done - 1) {
            let failed = self.failed.load(Ordering::Relaxed);
            let seconds = self.begun.elapsed().as_secs();
            eprintln!(
                "{}: {done} of {trials}, {failed} failed, {seconds} s",
                self.what
            );
        }
    }
}

/// Shows what a longer work is at.
pub(crate) struct Spinner {
    bar: ProgressBar,
}

impl Spinner {
    pub(crate) fn new() -> Self {
        Self {
            bar: bar(0, "{spinner} {msg}  {elapsed}"),
        }
    }

    /// The next step: a line of its own where nothing can move.
    pub(crate) fn step(&self, what: &str) {
        if self.bar.is_hidden() {
            eprintln!("{what}");
        } else {
            self.bar.set_message(what.to_owned());
        }
    }

    /// A line that stays.
    pub(crate) fn line(&self, line: &str) {
        say(&self.bar, line);
    }

    /// Takes the spinner away.
    pub(crate) fn close(&self) {
        self.bar.finish_and_clear();
    }
}
