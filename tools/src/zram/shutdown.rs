//! Signals that end a server.

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::failure::Failure;

/// Calls `end` at the first signal that asks for an end. A second one ends the
/// program at once.
pub(crate) fn on_signal(end: impl FnOnce() + Send + 'static) -> Result<(), Failure> {
    let mut signals =
        Signals::new([SIGINT, SIGTERM, SIGHUP]).map_err(Failure::io("cannot watch for signals"))?;
    std::thread::spawn(move || {
        let mut end = Some(end);
        for signal in signals.forever() {
            match end.take() {
                Some(end) => end(),
                None => {
                    let _ = signal_hook::low_level::emulate_default_handler(signal);
                }
            }
        }
    });
    Ok(())
}
