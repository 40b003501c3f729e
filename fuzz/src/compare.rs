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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "two words: first difference at byte 2 (lengths 4 and 4)")]
    fn one_byte_is_seen() {
        assert_same(|| "two words".to_owned(), b"same", b"sane");
    }

    #[test]
    #[should_panic(expected = "a prefix: first difference at byte 2")]
    fn one_byte_less_is_seen() {
        assert_same(|| "a prefix".to_owned(), b"abc", b"ab");
    }

    #[test]
    fn the_same_is_the_same() {
        assert_same(|| unreachable!("nothing to tell"), b"same", b"same");
        assert_eq!(sound(Ok::<_, String>(1), || unreachable!()), 1);
    }
}
