//! `Spare` against a plain vector.

use std::mem::MaybeUninit;

use mem::{Fill, Full, Spare, ZstdFrame};
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

struct Half;

// SAFETY: every byte counted is written.
unsafe impl Fill for Half {
    type Error = ();

    fn fill(self, target: &mut [MaybeUninit<u8>]) -> Result<usize, ()> {
        let half = target.len() / 2;
        for byte in &mut target[..half] {
            byte.write(7);
        }
        Ok(half)
    }
}

#[test]
fn a_fill_counts_what_it_wrote() {
    let mut memory = [MaybeUninit::uninit(); 10];
    let mut spare = Spare::new(&mut memory);
    spare.put(b"ab").unwrap();
    assert_eq!(spare.fill(6, Half), Ok(3));
    assert_eq!(spare.filled(), b"ab\x07\x07\x07");
    assert_eq!(spare.available(), 5);
}

#[test]
fn a_zstandard_frame_fills_it() {
    let text = b"a page, a page, a page, a page, a page, a page".repeat(40);
    let frame = mzstd::Compressor::default().compress(&text).unwrap();
    let mut decoder = mzstd::Decompressor::default();
    let mut memory = vec![MaybeUninit::uninit(); text.len() + 3];
    let mut spare = Spare::new(&mut memory);
    spare.put(b"=> ").unwrap();
    let source = ZstdFrame {
        decoder: &mut decoder,
        frame: &frame,
    };
    assert_eq!(spare.fill(text.len(), source).unwrap(), text.len());
    assert_eq!(&spare.filled()[3..], &text[..]);

    let source = ZstdFrame {
        decoder: &mut decoder,
        frame: &frame[..frame.len() - 1],
    };
    let mut spare = Spare::new(&mut memory);
    assert!(spare.fill(text.len(), source).is_err());
    assert_eq!(spare.filled(), b"");
}
