//! Progress on the terminal, for work that takes its time.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tools::ticker::Ticker;

const BAR: &str =
    "{spinner} {msg}  {wide_bar} {human_pos}/{human_len} events  {elapsed}, {eta} left";

/// Where nobody knows how much there is.
const SPINNER: &str = "{spinner} {msg}  {elapsed}";

/// Shows progress while it lives.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    /// Held for its end, which takes the bar away.
    _ticker: Ticker,
}

impl Progress {
    /// Progress of `verb` over so many events, on the standard error if that is
    /// a terminal and `wanted`.
    pub(crate) fn start(verb: &'static str, events: u64, wanted: bool) -> Self {
        Self::of(verb, Some(events), wanted)
    }

    /// Progress of `verb` over nobody knows how much, shown alike.
    pub(crate) fn spin(verb: &'static str, wanted: bool) -> Self {
        Self::of(verb, None, wanted)
    }

    fn of(verb: &'static str, events: Option<u64>, wanted: bool) -> Self {
        let bar = ProgressBar::with_draw_target(events, ProgressDrawTarget::hidden());
        let template = if events.is_some() { BAR } else { SPINNER };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message(verb);
        let ticker = Ticker::start(&bar, wanted);
        Self {
            bar,
            _ticker: ticker,
        }
    }

    /// So many more events are done.
    pub(crate) fn did(&self, events: u64) {
        self.bar.inc(events);
    }
}
