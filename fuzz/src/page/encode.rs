//! Pages, there and back, beside the reference's.

use conformance::zram::{ReferenceDecoder, ReferenceEncoder};
use zram::{Codec, Decoder, Dictionary, Encoded, Encoder, Kept, Settings};

use super::case::Case;
use crate::compare::{assert_same, sound};

/// What a case is, in words.
fn say(case: &Case) -> String {
    let words = case.dictionary.as_ref().map_or(0, Vec::len);
    format!(
        "{} pages of {}, threshold {}, {words} bytes of dictionary",
        case.layout.codec,
        case.page.len(),
        case.settings.threshold()
    )
}

/// The case's settings, with its dictionary. Bytes that begin as one of zstd's
/// and are none have no dictionary.
fn settings(case: &Case) -> Option<Settings> {
    let settings = case.settings.clone();
    Some(match &case.dictionary {
        None => settings,
        Some(words) => settings.with_dictionary(Dictionary::new(case.layout.codec, words).ok()?),
    })
}

/// The block of the case's page, whatever it is worth.
pub(super) fn block(case: &Case) -> Option<Vec<u8>> {
    let settings = case.settings.clone().with_threshold(usize::MAX);
    let mut encoder = sound(Encoder::with(&settings), || say(case));
    let mut output = vec![0; encoder.room()];
    match sound(encoder.encode(&case.page, &mut output), || say(case)) {
        Encoded::Block { size } => {
            output.truncate(size);
            Some(output)
        }
        _ => None,
    }
}

pub(super) fn there_and_back(case: &Case) {
    let Some(settings) = settings(case) else {
        return;
    };
    let mut encoder = sound(Encoder::with(&settings), || say(case));
    let mut output = vec![0xA5; encoder.room()];
    let made = sound(encoder.encode(&case.page, &mut output), || say(case));
    if let Encoded::Block { size } = made {
        assert!(size < settings.threshold(), "{}: {size} bytes", say(case));
    }
    let again = sound(
        encoder.encode(&case.page, &mut vec![0; encoder.room()]),
        || say(case),
    );
    assert_eq!(again, made, "{}, again", say(case));

    let kept = made.kept(&case.page, &output);
    let mut back = vec![0x5A; case.page.len()];
    let mut decoder = sound(Decoder::with(&settings), || say(case));
    sound(decoder.decode(kept, &mut back), || say(case));
    assert_same(|| say(case), &case.page, &back);

    match (&case.dictionary, case.layout.codec) {
        (None, codec) => {
            if codec != Codec::Lz4Turbo {
                as_the_reference(case, kept);
            }
            back.fill(0xA5);
            let mut reference = ReferenceDecoder::new(case.layout);
            sound(reference.decode(kept, &mut back), || say(case));
            assert_same(|| format!("{}, read by C", say(case)), &case.page, &back);
        }
        (Some(words), Codec::Lz4 { acceleration }) => {
            as_a_stream(case, words, acceleration, kept);
        }
        _ => {}
    }
}

/// Whether a page is kept as the reference keeps it, which goes by the default
/// threshold.
fn as_the_reference(case: &Case, kept: Kept<'_>) {
    let mut encoder = sound(ReferenceEncoder::new(case.layout), || say(case));
    let mut output = vec![0; encoder.room()];
    let made = sound(encoder.encode(&case.page, &mut output), || say(case));
    match (kept, made.kept(&case.page, &output)) {
        (Kept::Block(ours), Kept::Block(theirs)) => assert_same(|| say(case), theirs, ours),
        (Kept::Block(ours), Kept::Raw(page)) => {
            assert!(
                ours.len() >= page.len() / 8 * 7,
                "{}: C's is raw",
                say(case)
            );
        }
        (Kept::Raw(_), Kept::Block(theirs)) => {
            let threshold = case.settings.threshold();
            assert!(theirs.len() >= threshold, "{}: ours is raw", say(case));
        }
        (ours, theirs) => assert_eq!(ours, theirs, "{}", say(case)),
    }
}

/// Whether a block is liblz4's after its dictionary.
fn as_a_stream(case: &Case, words: &[u8], acceleration: u32, kept: Kept<'_>) {
    let Kept::Block(ours) = kept else {
        return;
    };
    let mut stream = lz4_ffi::FastStream::new();
    stream.load_dictionary_slow(words);
    let room = lz4_ffi::bound(case.page.len()).expect("a page is small");
    let mut theirs = vec![0; room];
    let size = stream.compress(&case.page, &mut theirs, acceleration.cast_signed());
    assert_same(|| say(case), &theirs[..size.unwrap_or(0)], ours);
}
