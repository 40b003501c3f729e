//! A block told sequence by sequence.

use crate::dissection::Dissection;

/// Tells a block; of a broken one, what there is of it.
pub(super) fn block(block: &[u8]) -> Dissection {
    let mut told = Dissection::new();
    let mut at = 0;
    let mut index = 0;
    while at < block.len() {
        let Some(next) = sequence(&mut told, block, at, index) else {
            told.stop(format!("the block ends within sequence {index}"));
            return told;
        };
        at = next;
        index += 1;
    }
    told
}

/// Tells the sequence at `at`, and returns where the next begins.
fn sequence(told: &mut Dissection, block: &[u8], at: usize, index: usize) -> Option<usize> {
    let token = block[at];
    let name = |part: &str| format!("sequence[{index}].{part}");
    told.field(at..at + 1, name("token"), format!("{token:#04x}"));
    let (literals, start) = length(told, block, at + 1, token >> 4, &name("literals.more"))?;
    let end = start.checked_add(literals)?;
    if end > block.len() {
        return None;
    }
    if literals > 0 {
        told.field(start..end, name("literals"), format!("{literals} bytes"));
    }
    if end == block.len() {
        return Some(end);
    }
    let offset = block.get(end..end + 2)?;
    told.field(
        end..end + 2,
        name("offset"),
        u16::from_le_bytes([offset[0], offset[1]]),
    );
    let (_, next) = length(told, block, end + 2, token & 15, &name("match.more"))?;
    Some(next)
}

/// Tells what a length has beyond its half of the token.
fn length(
    told: &mut Dissection,
    block: &[u8],
    at: usize,
    half: u8,
    name: &str,
) -> Option<(usize, usize)> {
    let mut length = usize::from(half);
    if half < 15 {
        return Some((length, at));
    }
    let count = block[at..].iter().position(|&byte| byte != 255)? + 1;
    let more = &block[at..at + count];
    length += more.iter().map(|&byte| usize::from(byte)).sum::<usize>();
    told.field(at..at + count, name, length);
    Some((length, at + count))
}
