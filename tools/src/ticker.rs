//! A bar on the terminal for work that takes its time.

use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget};

/// Work that is done by then shows no progress.
const PATIENCE: Duration = Duration::from_secs(1);
const TICK: Duration = Duration::from_millis(100);

/// Shows a hidden bar once the work has taken a second, keeps it moving, and
/// takes it away when dropped.
#[derive(Debug)]
pub struct Ticker(Option<(Sender<()>, JoinHandle<()>)>);

impl Ticker {
    /// Shows `bar` on the standard error, if that is a terminal and `wanted`.
    pub fn start(bar: &ProgressBar, wanted: bool) -> Self {
        let shown = wanted && io::stderr().is_terminal();
        Self(shown.then(|| tick(bar.clone())))
    }
}

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

impl Drop for Ticker {
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.0.take() {
            drop(stop);
            let _ = thread.join();
        }
    }
}
