//! Windows of one size at any position.

use mem::Windows;
use proptest::prelude::*;

proptest! {
    #[test]
    fn windows_are_those_of_the_slice(bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        let Some(windows) = Windows::<18>::new(&bytes) else {
            prop_assert!(bytes.len() < 18);
            return Ok(());
        };
        prop_assert_eq!(windows.bytes(), &bytes[..]);
        for at in 0..bytes.len() + 20 {
            let expected = bytes.get(at..).and_then(|rest| rest.first_chunk());
            prop_assert_eq!(windows.at(at), expected);
        }
        prop_assert_eq!(windows.at(usize::MAX), None);
    }
}
