//! An output that copies from itself.

use mem::{MatchBuffer, SHORT_LITERALS, SHORT_MATCH, SHORT_SEQUENCE};
use proptest::prelude::*;

/// What is appended.
#[derive(Clone, Debug)]
enum Step {
    Put(Vec<u8>),
    PutFront(Vec<u8>, usize),
    Repeat(usize, usize),
    ShortSequence([u8; 16], usize, usize, usize),
    LongerSequence([u8; 16], usize, usize, usize),
    LongerLiterals(Vec<u8>, usize, usize, usize),
}

fn steps() -> impl Strategy<Value = Step> {
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..40).prop_map(Step::Put),
        (
            prop::collection::vec(any::<u8>(), 0..250),
            any::<prop::sample::Index>()
        )
            .prop_map(|(bytes, index)| {
                let length = index.index(bytes.len() + 1);
                Step::PutFront(bytes, length)
            }),
        (0_usize..40, 0_usize..300).prop_map(|(offset, length)| Step::Repeat(offset, length)),
        (0_usize..400, 0_usize..40).prop_map(|(offset, length)| Step::Repeat(offset, length)),
        (
            any::<[u8; 16]>(),
            0..=SHORT_LITERALS,
            0_usize..60,
            0..=SHORT_MATCH
        )
            .prop_map(|(bytes, literals, offset, length)| {
                Step::ShortSequence(bytes, literals, offset, length)
            }),
        (
            any::<[u8; 16]>(),
            0..=SHORT_LITERALS,
            0_usize..60,
            0_usize..300
        )
            .prop_map(|(bytes, literals, offset, length)| {
                Step::LongerSequence(bytes, literals, offset, length)
            }),
        (
            prop::collection::vec(any::<u8>(), 0..250),
            any::<prop::sample::Index>(),
            0_usize..60,
            0..=SHORT_MATCH
        )
            .prop_map(|(bytes, index, offset, length)| {
                let literals = index.index(bytes.len() + 1);
                Step::LongerLiterals(bytes, literals, offset, length)
            }),
    ]
}

/// Appends to `plain` byte by byte.
fn repeat(plain: &mut Vec<u8>, offset: usize, length: usize) {
    for _ in 0..length {
        plain.push(plain[plain.len() - offset]);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn it_holds_what_was_appended(
        size in 0_usize..1_500,
        history in prop::collection::vec(any::<u8>(), 0..50),
        steps in prop::collection::vec(steps(), 0..60),
    ) {
        let history = &history[..history.len().min(size)];
        let mut memory = vec![0xa5; size];
        memory[..history.len()].copy_from_slice(history);
        let mut buffer = MatchBuffer::new(&mut memory, history.len());
        let mut plain = history.to_vec();
        for step in steps {
            let left = size - plain.len();
            match step {
                Step::Put(bytes) => {
                    let fits = bytes.len() <= left;
                    prop_assert_eq!(buffer.put(&bytes), fits);
                    if fits {
                        plain.extend(bytes);
                    }
                }
                Step::PutFront(bytes, length) => {
                    let fits = length <= left;
                    prop_assert_eq!(buffer.put_front(&bytes, length), fits);
                    if fits {
                        plain.extend(&bytes[..length]);
                    }
                }
                Step::Repeat(offset, length) => {
                    let sound = (1..=plain.len()).contains(&offset) && length <= left;
                    prop_assert_eq!(buffer.repeat(offset, length), sound);
                    if sound {
                        repeat(&mut plain, offset, length);
                    }
                }
                Step::ShortSequence(bytes, literals, offset, length) => {
                    if left < SHORT_SEQUENCE {
                        continue;
                    }
                    plain.extend(&bytes[..literals]);
                    let near = left - literals < 32;
                    let sound = (if near { 8 } else { 1 }..=plain.len()).contains(&offset);
                    let room = buffer.short_literals(&bytes, literals);
                    let done = room.repeat(offset, length);
                    prop_assert_eq!(done, sound);
                    if sound {
                        repeat(&mut plain, offset, length);
                    }
                }
                Step::LongerSequence(bytes, literals, offset, length) => {
                    if left < SHORT_SEQUENCE {
                        continue;
                    }
                    plain.extend(&bytes[..literals]);
                    let room = left - literals >= length + 32;
                    let sound = (1..=plain.len()).contains(&offset) && room;
                    let done = buffer.short_literals(&bytes, literals);
                    let done = done.repeat_longer(offset, length);
                    prop_assert_eq!(done, sound);
                    if sound {
                        repeat(&mut plain, offset, length);
                    }
                }
                Step::LongerLiterals(bytes, literals, offset, length) => {
                    let fits = left >= literals + 32 && bytes.len() >= literals + 32;
                    let room = buffer.longer_literals(&bytes, literals);
                    prop_assert_eq!(room.is_some(), fits);
                    let Some(room) = room else { continue };
                    plain.extend(&bytes[..literals]);
                    let sound = (1..=plain.len()).contains(&offset);
                    prop_assert_eq!(room.repeat(offset, length), sound);
                    if sound {
                        repeat(&mut plain, offset, length);
                    }
                }
            }
            prop_assert_eq!(buffer.filled(), &plain[..]);
            prop_assert_eq!(buffer.position(), plain.len());
            prop_assert_eq!(buffer.left(), size - plain.len());
        }
    }
}

#[test]
fn a_run_of_any_period_goes_to_the_end() {
    for offset in 1..20 {
        for length in [1, 15, 16, 17, 18, 19, 33, 127, 128, 129, 4096] {
            for room in [0, 5, 31, 32, 100] {
                let mut plain: Vec<u8> = (1..=offset).collect();
                let mut memory = plain.clone();
                memory.resize(plain.len() + length + room, 0xa5);
                let offset = usize::from(offset);
                let mut buffer = MatchBuffer::new(&mut memory, offset);
                assert!(buffer.repeat(offset, length));
                repeat(&mut plain, offset, length);
                assert_eq!(buffer.filled(), plain, "{offset} {length} {room}");
            }
        }
    }
}

#[test]
fn lengths_do_not_wrap() {
    let mut memory = [0; 64];
    let mut buffer = MatchBuffer::new(&mut memory, 20);
    assert!(buffer.longer_literals(&[0; 64], usize::MAX - 7).is_none());
    let room = buffer.short_literals(&[0; 16], 0);
    assert!(!room.repeat_longer(16, usize::MAX - 7));
    assert_eq!(buffer.position(), 20);
}

#[test]
#[should_panic(expected = "more than there is")]
fn a_front_is_within_its_source() {
    MatchBuffer::new(&mut [0; 64], 0).put_front(&[1, 2], 3);
}

#[test]
#[should_panic(expected = "no room for a short sequence")]
fn a_short_sequence_needs_room() {
    MatchBuffer::new(&mut [0; SHORT_SEQUENCE - 1], 0).short_literals(&[0; 16], 0);
}

#[test]
#[should_panic(expected = "more than a few literals")]
fn a_short_sequence_has_few_literals() {
    MatchBuffer::new(&mut [0; 64], 0).short_literals(&[0; 16], SHORT_LITERALS + 1);
}

#[test]
#[should_panic(expected = "more than a short match")]
fn a_short_sequence_has_a_short_match() {
    MatchBuffer::new(&mut [0; 64], 0)
        .short_literals(&[0; 16], 8)
        .repeat(8, SHORT_MATCH + 1);
}

#[test]
#[should_panic(expected = "history ends after the buffer")]
fn history_lies_in_the_buffer() {
    let _ = MatchBuffer::new(&mut [0; 4], 5);
}
