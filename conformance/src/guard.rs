//! Calls that may panic: the panic is caught, and its words kept.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::Once;

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static SEEN: RefCell<Option<Panic>> = const { RefCell::new(None) };
}

/// A panic that was caught.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Panic {
    message: String,
    place: String,
}

impl fmt::Display for Panic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "panicked at {}: {}", self.place, self.message)
    }
}

/// Runs `call`; a panic in it becomes a value and prints nothing.
pub(crate) fn guarded<T>(call: impl FnOnce() -> T) -> Result<T, Panic> {
    install();
    let outer = GUARDED.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(call));
    GUARDED.set(outer);
    result.map_err(|_| {
        SEEN.take().unwrap_or_else(|| Panic {
            message: "no message".to_owned(),
            place: "an unknown place".to_owned(),
        })
    })
}

/// Puts our hook before the one that is there; threads that are not inside
/// [`guarded`] see no change.
fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if GUARDED.get() {
                SEEN.set(Some(seen(info)));
            } else {
                before(info);
            }
        }));
    });
}

/// What a panic said, and where.
fn seen(info: &PanicHookInfo<'_>) -> Panic {
    let payload = info.payload();
    let message = payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "no message".to_owned());
    let place = info.location().map_or_else(
        || "an unknown place".to_owned(),
        |at| format!("{}:{}", at.file(), at.line()),
    );
    Panic { message, place }
}

#[cfg(test)]
mod tests {
    use super::guarded;

    #[test]
    fn the_words_and_the_place_are_kept() {
        let caught = guarded(|| panic!("planted {}", 1)).unwrap_err().to_string();
        assert!(caught.starts_with("panicked at "), "{caught}");
        assert!(caught.contains("guard.rs:"), "{caught}");
        assert!(caught.ends_with(": planted 1"), "{caught}");
    }

    #[test]
    fn a_guard_within_a_guard_leaves_the_outer_one_up() {
        let outer = guarded(|| {
            let inner = guarded(|| panic!("inner"));
            assert!(inner.is_err());
            panic!("outer");
        });
        let told = Result::<(), _>::unwrap_err(outer).to_string();
        assert!(told.ends_with(": outer"), "{told}");
    }

    #[test]
    fn a_result_passes_through() {
        assert_eq!(guarded(|| 7), Ok(7));
    }
}
