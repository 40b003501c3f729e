//! Temporary files are removed when a signal ends the program.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The temporary file that exists now: files are done one at a time.
static TEMPORARY: Mutex<Option<PathBuf>> = Mutex::new(None);

fn temporary() -> MutexGuard<'static, Option<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// While it lives, a signal removes the file.
#[derive(Debug)]
pub struct Guard(());

impl Guard {
    /// Watches over the file at `path`, instead of any before.
    pub fn new(path: &Path) -> Self {
        *temporary() = Some(path.to_owned());
        signals::watch();
        Self(())
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        *temporary() = None;
    }
}

#[cfg(unix)]
mod signals {
    use std::sync::Once;

    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// Watches from the first call on. Where that cannot be done, a signal
    /// leaves the temporary file behind and nothing else.
    pub(super) fn watch() {
        static WATCHING: Once = Once::new();
        WATCHING.call_once(|| {
            if let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) {
                std::thread::spawn(move || {
                    for signal in signals.forever() {
                        // Held to the end: no output may come to be between
                        // the removal and the end of the program.
                        let mut temporary = super::temporary();
                        if let Some(path) = temporary.take() {
                            let _ = std::fs::remove_file(path);
                        }
                        // The parent is to see that the signal ended us.
                        let _ = emulate_default_handler(signal);
                    }
                });
            }
        });
    }
}

#[cfg(not(unix))]
mod signals {
    pub(super) const fn watch() {}
}
