//! `Spare` against a plain vector.

use std::mem::MaybeUninit;

use mem::{Full, Spare};
use proptest::prelude::*;

proptest! {
    #[test]
    fn puts_are_a_vectors(capacity in 0_usize..64, pieces in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..24), 0..8)) {
        let mut memory = vec![MaybeUninit::uninit(); capacity];
        let mut spare = Spare::new(&mut memory);
        let mut model = Vec::new();
        for piece in &pieces {
            let fits = model.len() + piece.len() <= capacity;
            let result = spare.put(piece);
            if fits {
                prop_assert_eq!(result, Ok(()));
                model.extend_from_slice(piece);
            } else {
                prop_assert_eq!(result, Err(Full { needed: piece.len(), available: capacity - model.len() }));
            }
            prop_assert_eq!(spare.filled(), &model[..]);
            prop_assert_eq!(spare.available(), capacity - model.len());
        }
        prop_assert_eq!(&*spare.into_filled(), &model[..]);
    }
}

#[test]
fn a_fill_counts_what_it_wrote() {
    let mut memory = [MaybeUninit::uninit(); 10];
    let mut spare = Spare::new(&mut memory);
    spare.put(b"ab").unwrap();
    let half = |target: &mut [u8]| {
        assert_eq!(target, [0; 6]);
        target[..3].fill(7);
        Ok::<_, ()>(3)
    };
    assert_eq!(spare.fill(6, half), Ok(3));
    assert_eq!(spare.filled(), b"ab\x07\x07\x07");
    assert_eq!(spare.available(), 5);
    assert_eq!(spare.fill(5, |_| Err("no")), Err("no"));
    assert_eq!(spare.filled(), b"ab\x07\x07\x07");
}

#[test]
#[should_panic(expected = "more was written than there was room for")]
fn a_fill_cannot_count_more_than_its_room() {
    let mut memory = [MaybeUninit::uninit(); 10];
    let _ = Spare::new(&mut memory).fill(4, |_| Ok::<_, ()>(5));
}
