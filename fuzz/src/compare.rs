//! Comparisons that say little: a fuzzer may come to the same difference a
//! thousand times, and no buffer is worth printing then.

use std::fmt::Display;

use conformance::describe_byte_difference;

/// Panics when `got` is not `expected`, with the first differing offset and a
/// window around it.
pub(crate) fn assert_same(what: impl FnOnce() -> String, expected: &[u8], got: &[u8]) {
    assert!(
        expected == got,
        "{}: {}",
        what(),
        describe_byte_difference(expected, got)
    );
}

/// The value, or a panic that says what failed and why.
pub(crate) fn sound<T, E: Display>(result: Result<T, E>, what: impl FnOnce() -> String) -> T {
    result.unwrap_or_else(|error| panic!("{}: {error}", what()))
}
