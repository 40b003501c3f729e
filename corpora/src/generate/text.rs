//! English-like prose.

use super::words::Vocabulary;
use crate::rng::Rng;

/// Lines are broken at the first space after this many bytes.
const LINE: usize = 72;

pub(super) fn generate(len: usize, rng: &mut Rng) -> Vec<u8> {
    let vocabulary = Vocabulary::new(rng);
    let mut column = 0;
    super::fill(len, |out| {
        sentence(&vocabulary, rng, &mut column, out);
        if rng.one_in(7) {
            out.extend_from_slice(b"\n\n");
            column = 0;
        } else {
            gap(&mut column, out);
        }
    })
}

fn sentence(vocabulary: &Vocabulary, rng: &mut Rng, column: &mut usize, out: &mut Vec<u8>) {
    let words = 4 + rng.below(18);
    let quoted = rng.one_in(12);
    if quoted {
        out.push(b'"');
    }
    for at in 0..words {
        if at > 0 {
            if rng.one_in(10) {
                out.push(b',');
                *column += 1;
            }
            gap(column, out);
        }
        let from = out.len();
        if rng.one_in(60) {
            out.extend_from_slice(rng.below(2000).to_string().as_bytes());
        } else {
            out.extend_from_slice(vocabulary.draw(rng).as_bytes());
        }
        if at == 0 {
            out[from].make_ascii_uppercase();
        }
        *column += out.len() - from;
    }
    out.push(*rng.pick(&[&b'.', &b'.', &b'.', &b'.', &b'?', &b'!', &b';']));
    if quoted {
        out.push(b'"');
    }
}

/// A space, or a line break where the line is full.
fn gap(column: &mut usize, out: &mut Vec<u8>) {
    if *column >= LINE {
        out.push(b'\n');
        *column = 0;
    } else {
        out.push(b' ');
        *column += 1;
    }
}
