//! Hostile blocks: native and reference accept the same ones, and read the
//! same from them.

use lz4::block::{
    DecodeError, Malformed, decompress, decompress_after, decompress_partial,
    decompress_with_dictionary,
};
use lz4_ffi::Refusal;

use crate::compare::assert_same;

/// Room around which blocks end: none, less and more than what copies take at
/// once, and plenty.
const ROOMS: [usize; 16] = [
    0, 1, 4, 5, 11, 12, 13, 31, 32, 33, 63, 64, 65, 100, 1_000, 70_000,
];

/// What blocks may refer to.
const DICTIONARY: &[u8] =
    b"what came before: a touchstone, gold and silver, and streaks of either.";

/// A byte for the room, one that is added to it, then the block.
///
/// # Panics
///
/// When native and liblz4 do not read the same from it, or do not both refuse
/// it, an offset of 0 aside; or when the native ways of reading differ.
pub fn lz4_decode(data: &[u8]) {
    let [size, more, block @ ..] = data else {
        return;
    };
    let room = ROOMS[usize::from(size & 15)] + usize::from(*more);
    let dictionary = &DICTIONARY[..DICTIONARY.len() * usize::from(size >> 4) / 15];
    let mut ours = vec![0xa5; room];
    let mut theirs = vec![0xa5; room];

    let whole = decompress(block, &mut ours);
    let reference = lz4_ffi::decompress(block, &mut theirs);
    agree("a block", whole, reference, &ours, &theirs);

    // History that no sound block refers to changes nothing.
    let mut after = vec![0xa5; room];
    if let Ok(size) = whole {
        let mut buffer = [DICTIONARY, &after[..]].concat();
        let again = decompress_after(block, &mut buffer, DICTIONARY.len());
        assert_eq!(again, Ok(size), "after history");
        assert_same(
            || "after history".to_owned(),
            &ours[..size],
            &buffer[DICTIONARY.len()..][..size],
        );
    }

    let partial = decompress_partial(block, &mut after);
    if let Ok(size) = whole {
        assert_eq!(partial, Ok(size), "in part, a whole block");
        assert_same(|| "in part".to_owned(), &ours[..size], &after[..size]);
    }
    let reference = lz4_ffi::decompress_partial(block, &mut theirs);
    agree("in part", partial, reference, &after, &theirs);

    let whole = decompress_with_dictionary(block, &mut ours, dictionary);
    let reference = lz4_ffi::decompress_with_dictionary(block, &mut theirs, dictionary);
    agree("with a dictionary", whole, reference, &ours, &theirs);
    if let Ok(size) = whole {
        let mut buffer = [dictionary, &vec![0xa5; room]].concat();
        let again = decompress_after(block, &mut buffer, dictionary.len());
        // A match from a dictionary elsewhere must end five bytes before the
        // output does, one from right before it need not.
        assert_eq!(again, Ok(size), "after the dictionary");
        assert_same(
            || "after the dictionary".to_owned(),
            &ours[..size],
            &buffer[dictionary.len()..][..size],
        );
    }
}

fn agree(
    how: &str,
    ours: Result<usize, DecodeError>,
    theirs: Result<usize, Refusal>,
    our_output: &[u8],
    their_output: &[u8],
) {
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => assert_same(
            || format!("{how}, {ours} bytes and {theirs}"),
            &their_output[..theirs],
            &our_output[..ours],
        ),
        (Err(_), Err(_)) => {}
        // What liblz4 is lax in.
        (Err(error), Ok(_)) if error.problem == Malformed::ZeroOffset => {}
        (Err(error), Ok(size)) => panic!("{how}: liblz4 reads {size} bytes; {error}"),
        (Ok(size), Err(code)) => panic!("{how}: liblz4 returns {code} where native reads {size}"),
    }
}
