//! Words at any alignment.

use mem::Words;
use proptest::prelude::*;

proptest! {
    #[test]
    fn words_are_those_of_the_slice(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        let Some(words) = Words::new(&bytes) else {
            prop_assert!(bytes.len() < 8);
            return Ok(());
        };
        prop_assert_eq!(words.bytes(), &bytes[..]);
        for at in 0..=bytes.len() - 8 {
            let expected = u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap());
            prop_assert_eq!(words.u64_at(at), expected);
            prop_assert_eq!(u64::from(words.u32_at(at)), expected & u64::from(u32::MAX));
        }
    }
}

#[test]
#[should_panic(expected = "a word beyond the end")]
fn a_short_word_is_read_where_a_long_one_is() {
    Words::new(&[0; 12]).unwrap().u32_at(5);
}

#[test]
#[should_panic(expected = "a word beyond the end")]
fn a_word_lies_before_the_end() {
    Words::new(&[0; 12]).unwrap().u64_at(usize::MAX);
}
