//! Progress on the terminal, for work that takes its time.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Work that is done by then shows no progress.
const PATIENCE: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(100);

const BAR: &str =
    "{spinner} {msg}  {wide_bar} {human_pos}/{human_len} events  {elapsed}, {eta} left";

/// Shows progress while it lives.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    ticker: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Progress of `verb` over so many events, on the standard error if that is
    /// a terminal and `wanted`.
    pub(crate) fn start(verb: &'static str, events: u64, wanted: bool) -> Self {
        let bar = ProgressBar::with_draw_target(Some(events), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template(BAR) {
            bar.set_style(style);
        }
        bar.set_message(verb);
        let ticker = (wanted && io::stderr().is_terminal()).then(|| tick(bar.clone()));
        Self { bar, ticker }
    }

    /// So many more events are done.
    pub(crate) fn did(&self, events: u64) {
        self.bar.inc(events);
    }
}

/// Shows `bar` once patience is over, and keeps it moving.
fn tick(bar: ProgressBar) -> (Sender<()>, JoinHandle<()>) {
    let (stop, stopped) = mpsc::channel();
    let thread = std::thread::spawn(move || {
        let mut wait = PATIENCE;
        while stopped.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
            if wait == PATIENCE {
                bar.set_draw_target(ProgressDrawTarget::stderr());
                wait = TICK;
            }
            bar.tick();
        }
        bar.finish_and_clear();
    });
    (stop, thread)
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.ticker.take() {
            drop(stop);
            let _ = thread.join();
        }
    }
}
